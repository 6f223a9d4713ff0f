"""Brand files: what they may hold, what is wrong with them and where, and how an account's rules join the brand's."""

from __future__ import annotations

import json

import pytest

from reachweaver.brand import AppliedRules, Brand, BrandFile, Scoped, read_brand
from reachweaver.json_spans import pointer, read


def brand_file(content: object) -> BrandFile:
    """A JSON value, or the text itself, read as a brand file."""
    return read_brand(read(content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)))


def brand_of(content: object) -> Brand:
    """The brand of a file that has no problem."""
    file = brand_file(content)
    assert file.problems == ()
    return file.brand


@pytest.mark.parametrize(
    "content",
    [
        {},
        {"brand_id": "b", "name": "B", "tone": "friendly", "$schema": "s", "owner": {"team": "desk"}},
        {"banned_phrases": []},
        {"banned_phrases": ["a b", "C++", "…"]},
        {"required_disclosure": "🖋" * 280},
        {"max_hashtags": 0},
        {"max_hashtags": 30},
        {"accounts": {}},
        {
            "accounts": {
                "a": {},
                "b": {"platform": "x", "max_hashtags": 3, "banned_phrases": ["x"], "required_disclosure": "y"},
            }
        },
        '\ufeff{"max_hashtags": -0}',
    ],
)
def test_keeps_the_rules(content: object) -> None:
    """What the contract allows is no problem."""
    assert brand_file(content).problems == ()


CAP_RULE = '"max_hashtags" must be a whole number from 0 to 30, not'
EMPTY_DISCLOSURE = '"required_disclosure" is empty. Write the words that every text must hold, or remove the key.'
EMPTY_PHRASE = 'of "banned_phrases" is empty. Write the words to look for, or remove it.'


@pytest.mark.parametrize(
    ("text", "path", "where", "message"),
    [
        ("[1]", "", "[1]", "A brand file must hold an object, not an array."),
        ('{"variants": []}', "/variants", "[]", 'The brand: a file with "variants" is a campaign, not a brand.'),
        ('{"name": 7}', "/name", "7", 'The brand: "name" must be a string, not a number.'),
        ('{"brand_id": null}', "/brand_id", "null", 'The brand: "brand_id" must be a string, not null.'),
        ('{"banned_phrases": "x"}', "/banned_phrases", '"x"', 'The brand: "banned_phrases" must be an array of strings, not a string.'),
        ('{"banned_phrases": ["a", {}]}', "/banned_phrases/1", "{}", 'The brand: item 2 of "banned_phrases" must be a string, not an object.'),
        ('{"banned_phrases": ["a", ""]}', "/banned_phrases/1", '""', f"The brand: item 2 {EMPTY_PHRASE}"),
        ('{"banned_phrases": ["\\u200b \\t"]}', "/banned_phrases/0", '"\\u200b \\t"', f"The brand: item 1 {EMPTY_PHRASE}"),
        ('{"banned_phrases": ["\\u00ad"]}', "/banned_phrases/0", '"\\u00ad"', f"The brand: item 1 {EMPTY_PHRASE}"),
        ('{"required_disclosure": ""}', "/required_disclosure", '""', f"The brand: {EMPTY_DISCLOSURE}"),
        ('{"required_disclosure": " \\u200b"}', "/required_disclosure", '" \\u200b"', f"The brand: {EMPTY_DISCLOSURE}"),
        ('{"required_disclosure": []}', "/required_disclosure", "[]", 'The brand: "required_disclosure" must be a string, not an array.'),
        (
            json.dumps({"required_disclosure": "y" * 281}),
            "/required_disclosure",
            f'"{"y" * 281}"',
            'The brand: "required_disclosure" has 281 characters; at most 280 are allowed.',
        ),
        ('{"max_hashtags": 31}', "/max_hashtags", "31", f"The brand: {CAP_RULE} 31."),
        ('{"max_hashtags": -1}', "/max_hashtags", "-1", f"The brand: {CAP_RULE} -1."),
        ('{"max_hashtags": 1.0}', "/max_hashtags", "1.0", f"The brand: {CAP_RULE} 1.0."),
        ('{"max_hashtags": 1e1}', "/max_hashtags", "1e1", f"The brand: {CAP_RULE} 1e1."),
        ('{"max_hashtags": true}', "/max_hashtags", "true", f"The brand: {CAP_RULE} true."),
        ('{"max_hashtags": "3"}', "/max_hashtags", '"3"', f"The brand: {CAP_RULE} a string."),
        ('{"max_hashtags": null}', "/max_hashtags", "null", f"The brand: {CAP_RULE} null."),
        (f'{{"max_hashtags": {"9" * 5000}}}', "/max_hashtags", "9" * 5000, f"The brand: {CAP_RULE} {'9' * 20}."),
        ('{"accounts": []}', "/accounts", "[]", 'The brand: "accounts" must be an object keyed by account id, not an array.'),
        ('{"accounts": {"a": 7}}', "/accounts/a", "7", 'The brand: account "a" must be an object, not a number.'),
        ('{"accounts": {" ": {}}}', "/accounts/ ", "{}", "The brand: an account id is empty."),
        ('{"accounts": {"a/b": {"max_hashtags": 99}}}', "/accounts/a~1b/max_hashtags", "99", f'Account "a/b": {CAP_RULE} 99.'),
        ('{"accounts": {"a": {"banned_phrases": [""]}}}', "/accounts/a/banned_phrases/0", '""', f'Account "a": item 1 {EMPTY_PHRASE}'),
        (
            '{"accounts": {"a": {"platform": "Twiter"}}}',
            "/accounts/a/platform",
            '"Twiter"',
            'Account "a": "platform" is "Twiter", which is not a known platform. Use one of: x, mastodon, bluesky, threads, linkedin, facebook, instagram, reddit, hackernews, devto, discord, telegram, youtube, tiktok, newsletter.',
        ),
        ('{"name": "a", "name": "b"}', "/name", '"name"', 'The key "name" stands twice in this object.'),
        ('{"name": "a"', "", None, None),
        ("", "", "", "The document is empty."),
    ],
)  # fmt: skip
def test_problem(text: str, path: str, where: str | None, message: str | None) -> None:
    """Each problem is an error that names the rule and stands on the offending value."""
    [problem] = brand_file(text).problems
    assert (pointer(problem.path), problem.severity) == (path, "error")
    if where is not None:
        assert (text[problem.span.start : problem.span.end], problem.message) == (where, message)


@pytest.mark.parametrize(
    ("text", "key", "message"),
    [
        ('{"baned_phrases": ["x"]}', '"baned_phrases"', 'The brand: the key "baned_phrases" has no effect. Did you mean "banned_phrases"?'),
        ('{"accounts": {"a": {"maxHashtags": 3}}}', '"maxHashtags"', 'Account "a": the key "maxHashtags" has no effect. Did you mean "max_hashtags"?'),
        ('{"max_hashtags": 3, "max_hashtag": 4}', '"max_hashtag"', 'The brand: the key "max_hashtag" has no effect. Did you mean "max_hashtags"?'),
    ],
)  # fmt: skip
def test_misspelt_key(text: str, key: str, message: str) -> None:
    """A key that looks like a known one is a warning on the key itself."""
    [problem] = brand_file(text).problems
    found = text[problem.span.start : problem.span.end]
    assert (found, problem.message, problem.severity) == (key, message, "warning")


def test_what_is_right_is_kept() -> None:
    """Bad values are reported in the order of the text and left out; the others hold."""
    file = brand_file(
        {
            "max_hashtags": 99,
            "banned_phrases": ["", "viral", 7],
            "required_disclosure": " ",
            "accounts": {"a": {"max_hashtags": 2}, "b": []},
        }
    )
    assert [pointer(problem.path) for problem in file.problems] == [
        "/max_hashtags",
        "/banned_phrases/0",
        "/banned_phrases/2",
        "/required_disclosure",
        "/accounts/b",
    ]
    assert file.brand.rules_for("a") == AppliedRules(
        banned_phrases=(Scoped("viral"),), max_hashtags=Scoped(2, "account:a")
    )


def test_approval() -> None:
    """The keys of a nonempty `accounts` are the approved accounts; without it any account is."""
    for anything_goes in ({}, {"accounts": {}}):
        assert brand_of(anything_goes).approves("x")
    listed = brand_of({"accounts": {"a": {}}})
    assert (listed.approves("a"), listed.approves("A"), listed.approves("")) == (True, False, False)


MERGES = {
    "banned_phrases": ["Game  changer", "viral", "VIRAL", "won't"],
    "required_disclosure": "We sell ink.",
    "max_hashtags": 3,
    "accounts": {
        "same": {
            "banned_phrases": ["game changer", "Won’t"],
            "required_disclosure": "WE SELL\nINK.",
            "max_hashtags": 3,
        },
        "more": {"banned_phrases": ["hustle", "Viral", "hustle"], "required_disclosure": "#ad", "max_hashtags": 1},
        "less": {"max_hashtags": 9},
        "none": {},
    },
}


@pytest.mark.parametrize("account", [None, "same", "none", "less", "unknown"])
def test_brand_rules_hold(account: str | None) -> None:
    """An account that asks for nothing new has the brand's rules, without a scope."""
    assert brand_of(MERGES).rules_for(account) == AppliedRules(
        banned_phrases=(Scoped("Game  changer"), Scoped("viral"), Scoped("won't")),
        required_disclosures=(Scoped("We sell ink."),),
        max_hashtags=Scoped(3),
        brand_max_hashtags=3,
    )


def test_account_rules_are_added() -> None:
    """The union of phrases, every distinct disclosure, the lowest cap; what only the account asks for has its scope."""
    assert brand_of(MERGES).rules_for("more") == AppliedRules(
        banned_phrases=(
            Scoped("Game  changer"),
            Scoped("viral"),
            Scoped("won't"),
            Scoped("hustle", "account:more"),
        ),
        required_disclosures=(Scoped("We sell ink."), Scoped("#ad", "account:more")),
        max_hashtags=Scoped(1, "account:more"),
        brand_max_hashtags=3,
    )


def test_account_rules_alone() -> None:
    """Without rules of the brand, the account's hold."""
    brand = brand_of({"accounts": {"a": {"banned_phrases": ["x"], "required_disclosure": "y", "max_hashtags": 0}}})
    assert brand.rules_for("a") == AppliedRules(
        banned_phrases=(Scoped("x", "account:a"),),
        required_disclosures=(Scoped("y", "account:a"),),
        max_hashtags=Scoped(0, "account:a"),
    )
    assert brand.rules_for("b") == AppliedRules()
