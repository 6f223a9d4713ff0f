"""The brand file (contract, section 2): rules, their problems, and the merge with an account's rules.

Takes a JSON document, gives a `Brand` and everything that breaks the rules of the file itself. What could be read is
there even when something else is wrong.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Generic, TypeVar

from reachweaver.data import dataclass
from reachweaver.fields import Breach, FileProblem, ObjectReader, file_problems, kind_of
from reachweaver.json_spans import Document, MissingNode, NumberNode, ObjectNode
from reachweaver.platforms import PLATFORMS
from reachweaver.text.prose import Prose, fold_phrase
from reachweaver.values import at_most, one_of, quoted

MAX_DISCLOSURE = 280
"""Code points that a required disclosure may have."""
MAX_HASHTAG_CAP = 30
"""The highest value of `max_hashtags`."""

Value = TypeVar("Value")

_RULE_KEYS = ("banned_phrases", "required_disclosure", "max_hashtags")
BRAND_KEYS = ("brand_id", "name", *_RULE_KEYS, "accounts")
"""The keys of a brand file, by which it is told from a campaign."""
_ACCOUNT_KEYS = (*_RULE_KEYS, "platform")

_platform = one_of(PLATFORMS, "platform")


@dataclass(frozen=True, slots=True)
class Scoped(Generic[Value]):
    """A rule's value and who asks for it."""

    value: Value
    scope: str | None = None
    """None for a rule of the brand itself, `account:<id>` for one that only the account has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AppliedRules:
    """The rules that hold for one variant: the brand's merged with its account's."""

    banned_phrases: tuple[Scoped[str], ...] = ()
    required_disclosures: tuple[Scoped[str], ...] = ()
    max_hashtags: Scoped[int] | None = None
    """The lowest cap."""
    brand_max_hashtags: int | None = None
    """The brand's own cap: a text above this one breaks a rule that is not the account's alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The three rules that a brand, and each of its accounts, may have."""

    banned_phrases: tuple[str, ...] = ()
    required_disclosure: str | None = None
    max_hashtags: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """One approved account."""

    rules: Rules = Rules()
    platform: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Brand:
    """A brand: its rules, and its accounts by id."""

    brand_id: str | None = None
    name: str | None = None
    rules: Rules = Rules()
    accounts: Mapping[str, Account] = field(default_factory=dict)

    def approves(self, account_id: str) -> bool:
        """Whether a variant may name this account: one of `accounts`, or any when none are listed."""
        return not self.accounts or account_id in self.accounts

    def rules_for(self, account_id: str | None) -> AppliedRules:
        """The brand's rules merged with the account's: the union of phrases, every disclosure, the lowest cap.

        Two phrases, or two disclosures, are the same when they are equal under the folding of section 6.
        """
        account = self.accounts.get(account_id, Account()) if account_id is not None else Account()
        scope = f"account:{account_id}"
        return AppliedRules(
            banned_phrases=_merged(self.rules.banned_phrases, account.rules.banned_phrases, scope),
            required_disclosures=_merged(
                _listed(self.rules.required_disclosure), _listed(account.rules.required_disclosure), scope
            ),
            max_hashtags=_lowest(self.rules.max_hashtags, account.rules.max_hashtags, scope),
            brand_max_hashtags=self.rules.max_hashtags,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class BrandFile:
    """A brand file that was read."""

    brand: Brand = Brand()
    problems: tuple[FileProblem, ...] = ()
    """In the order of the text; one of severity error makes the file unfit for a command."""


def read_brand(document: Document) -> BrandFile:
    """The brand that a document holds, with everything that is wrong with it. Never raises."""
    root = document.root
    if not isinstance(root, ObjectNode):
        breaches = [Breach((), f"A brand file must hold an object, not {kind_of(root)}.")] if root else []
        return BrandFile(problems=file_problems(document, breaches))
    reader = ObjectReader(root, "The brand")
    if root.member("variants") is not None:
        reader.add(("variants",), 'a file with "variants" is a campaign, not a brand.')
    brand = Brand(
        brand_id=reader.string("brand_id"),
        name=reader.string("name"),
        rules=_read_rules(reader),
        accounts=_read_accounts(reader),
    )
    reader.note_misspelt_keys(BRAND_KEYS)
    return BrandFile(brand=brand, problems=file_problems(document, reader.breaches))


def _read_rules(reader: ObjectReader) -> Rules:
    disclosure = reader.string("required_disclosure", _disclosure)
    return Rules(
        banned_phrases=_read_phrases(reader),
        required_disclosure=disclosure if disclosure and fold_phrase(disclosure) else None,
        max_hashtags=_read_cap(reader),
    )


def _disclosure(value: str) -> str | None:
    if not fold_phrase(value):
        return "is empty. Write the words that every text must hold, or remove the key."
    return at_most(MAX_DISCLOSURE)(value)


def _read_phrases(reader: ObjectReader) -> tuple[str, ...]:
    phrases: list[str] = []
    for index, node in reader.strings("banned_phrases"):
        if fold_phrase(node.value):
            phrases.append(node.value)
            if not _can_be_found(node.value):
                advice = f'item {index + 1} of "banned_phrases" can never be found: no phrase runs across a blank line.'
                reader.advise(("banned_phrases", index), f"{advice} List its parts.")
        elif node.closed:
            complaint = f'item {index + 1} of "banned_phrases" is empty. Write the words to look for, or remove it.'
            reader.add(("banned_phrases", index), complaint)
    return tuple(phrases)


def _can_be_found(phrase: str) -> bool:
    """Whether at least the phrase itself holds the phrase."""
    return any(Prose(phrase).find_phrase(fold_phrase(phrase)))


def _read_cap(reader: ObjectReader) -> int | None:
    node = reader.value("max_hashtags")
    cap = _small_integer(node) if isinstance(node, NumberNode) else None
    if node is None or (cap is not None and 0 <= cap <= MAX_HASHTAG_CAP):
        return cap
    written = node.literal[:20] if isinstance(node, NumberNode) else kind_of(node)
    reader.add(("max_hashtags",), f'"max_hashtags" must be a whole number from 0 to {MAX_HASHTAG_CAP}, not {written}.')
    return None


def _small_integer(node: NumberNode) -> int | None:
    """The number, None when it is written with a fraction or an exponent or is longer than any cap."""
    digits = node.literal.removeprefix("-")
    return int(node.literal) if digits.isascii() and digits.isdigit() and len(digits) <= 4 else None


def _read_accounts(reader: ObjectReader) -> dict[str, Account]:
    node = reader.value("accounts")
    if node is not None and not isinstance(node, ObjectNode):
        reader.add(("accounts",), f'"accounts" must be an object keyed by account id, not {kind_of(node)}.')
    accounts: dict[str, Account] = {}
    for member in node.members if isinstance(node, ObjectNode) else ():
        account_id = member.key.value
        if not account_id.strip():
            reader.add(("accounts", account_id), "an account id is empty.")
        elif isinstance(member.value, ObjectNode):
            accounts[account_id] = _read_account(reader, account_id, member.value)
        elif not isinstance(member.value, MissingNode):
            complaint = f"account {quoted(account_id)} must be an object, not {kind_of(member.value)}."
            reader.add(("accounts", account_id), complaint)
    return accounts


def _read_account(brand: ObjectReader, account_id: str, node: ObjectNode) -> Account:
    reader = ObjectReader(node, f"Account {quoted(account_id)}")
    account = Account(rules=_read_rules(reader), platform=reader.string("platform", _platform))
    reader.note_misspelt_keys(_ACCOUNT_KEYS)
    brand.take_over(reader, ("accounts", account_id))
    return account


def _merged(brand: tuple[str, ...], account: tuple[str, ...], scope: str) -> tuple[Scoped[str], ...]:
    merged: dict[str, Scoped[str]] = {}
    for phrase in brand:
        merged.setdefault(fold_phrase(phrase), Scoped(phrase))
    for phrase in account:
        merged.setdefault(fold_phrase(phrase), Scoped(phrase, scope))
    return tuple(merged.values())


def _lowest(brand: int | None, account: int | None, scope: str) -> Scoped[int] | None:
    if account is not None and (brand is None or account < brand):
        return Scoped(account, scope)
    return None if brand is None else Scoped(brand)


def _listed(disclosure: str | None) -> tuple[str, ...]:
    return () if disclosure is None else (disclosure,)
