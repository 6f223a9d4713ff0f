"""What a person is shown of a look-up, and offered: a passage to quote as the excerpt, the receipt to be stored.

Takes what was found, asks, and makes the edits that were chosen, each for the version of the document that is there by
then. Nothing is written before the person has chosen it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from reachweaver.campaign import MAX_EXCERPT
from reachweaver.data import dataclass
from reachweaver.errors import CommandError
from reachweaver.fixes.evidence import name_receipt, quote_passage
from reachweaver.json_spans import Document, TextEdit
from reachweaver.values import counted
from reachweaver_lsp import to_lsp
from reachweaver_lsp.answers import Answers, Asked
from reachweaver_lsp.client import Server
from reachweaver_lsp.wording import shortened

if TYPE_CHECKING:
    from pathlib import Path

    from reachweaver.lookup.reading import Read
    from reachweaver.lookup.signatures import SigningKey

STORE = "Store the receipt"
LONGEST_PASSAGE = 300
"""Code points of a passage that are shown."""
LONGEST_URL = 200
TRY_SECONDS = 0.05
MOST_TRIES = 200
"""How often it is asked whether a change that an editor has made has been told, before nothing more is offered."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """An evidence item of a document, as it was when it was looked up."""

    uri: str
    evidence_id: str
    claim: str
    url: str
    excerpt: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What came of it."""

    envelope: dict[str, Any]
    """That of `source-check`."""
    read: Read | None
    signer: SigningKey
    warning: str | None
    """Why the key that signed may not be this person's alone."""


Choices = dict[str, Callable[[], object]]
"""What can be done, by the words on its button."""


class Offers:
    """Shows one client's person what was found."""

    def __init__(self, client: Server, answers: Answers, look_at_disk: Callable[[], object]) -> None:
        self._client = client
        self._answers = answers
        self._look_at_disk = look_at_disk

    def make(self, claim: Claim, found: Found) -> None:
        """Show the passages, and do what the person chooses."""
        if found.warning is not None:
            self._client.complain(found.warning)
        text = "\n".join(_in_words(claim, found.envelope))
        if found.envelope["ok"] is True:
            self._choose(text, self._choices(claim, found))
        else:
            self._client.complain(text)

    def _choose(self, text: str, choices: Choices) -> None:
        if choices and self._client.can("workspace.apply_edit"):
            self._client.choose(text, list(choices), lambda title: choices[title]())
        else:
            self._client.tell(text)

    def _choices(self, claim: Claim, found: Found) -> Choices:
        texts = [match["text"] for match in found.envelope["matches"]]
        quoting: Choices = {
            f"Quote passage {number}": partial(self._quote, claim, found, text)
            for number, text in enumerate(texts, 1)
            if text != claim.excerpt and len(text) <= MAX_EXCERPT
        }
        return quoting | self._storing(claim, found)

    def _storing(self, claim: Claim, found: Found) -> Choices:
        asked = self._answers.asked(claim.uri)
        path = asked.document.path if asked is not None else None
        return {} if path is None else {STORE: partial(self._store, claim, found, path)}

    def _quote(self, claim: Claim, found: Found, text: str) -> None:
        def ask_for_the_rest() -> None:
            storing = self._storing(claim, found)
            if storing:
                self._choose(_WHY_STORE, storing)

        self._apply(claim, "Quote the source", partial(quote_passage, text=text), ask_for_the_rest)

    def _store(self, claim: Claim, found: Found, path: Path) -> None:
        def name_it(stored: str | CommandError) -> None:
            if isinstance(stored, CommandError):
                self._client.complain(f"{stored}.")
                return
            self._look_at_disk()
            self._apply(claim, "Name the receipt", partial(name_receipt, name=stored), lambda: None)

        self._client.aside(lambda: _written(claim.evidence_id, found, path), name_it)

    def _apply(
        self, claim: Claim, label: str, make: Callable[[Document, int], TextEdit | None], then: Callable[[], object]
    ) -> None:
        """Make an edit of the item as it stands now, and go on once the client has made it."""
        asked = self._answers.asked(claim.uri)
        index = None if asked is None else _index_of(asked, claim)
        if asked is None or index is None:
            self._client.complain("The evidence has changed meanwhile. Look it up again.")
            return
        edit = make(asked.analysis.tree, index)
        if edit is None:
            then()
            return
        edits = to_lsp.text_edits(asked.document.text, [edit], asked.encoding)
        version, versioned = asked.document.version, self._client.takes_versioned_edits
        self._client.apply(
            label,
            to_lsp.workspace_edit(claim.uri, version, edits, versioned=versioned),
            lambda: self._once_told(claim.uri, version, then),
        )

    def _once_told(self, uri: str, version: int | None, then: Callable[[], object], tries: int = MOST_TRIES) -> None:
        """Go on once the change has come back: Neovim says that it has made it some time before it says which."""
        asked = self._answers.asked(uri)
        if asked is not None and asked.document.version != version:
            then()
        elif tries > 0:
            self._client.later(TRY_SECONDS, lambda: self._once_told(uri, version, then, tries - 1))


_WHY_STORE = "Store the signed receipt beside the campaign? With it everybody can check, without the page, that these are its words."


def _written(evidence_id: str, found: Found, path: Path) -> str | CommandError:
    from reachweaver.receipt_store import folder_of, write_receipt

    if found.read is None:
        return CommandError("there is no page to store a receipt of")
    try:
        return write_receipt(folder_of(path), evidence_id, found.read, found.signer)
    except CommandError as error:
        return error


def _index_of(asked: Asked, claim: Claim) -> int | None:
    """Where the item is by now; None when it says something else."""
    campaign = asked.checked.campaign
    item = campaign.evidence_by_id.get(claim.evidence_id)
    if item is None or (item.claim, item.source_url) != (claim.claim, claim.url):
        return None
    return next(index for index, one in enumerate(campaign.evidence) if one is item)


def _in_words(claim: Claim, envelope: Mapping[str, Any]) -> Iterator[str]:
    about, page = f"“{shortened(claim.claim, LONGEST_PASSAGE)}”", shortened(claim.url, LONGEST_URL)
    if envelope["ok"] is not True:
        failure = envelope["failure"]
        yield f"{page} could not be read ({failure['code']}): {failure['message']}"
        return
    matches = envelope["matches"]
    if matches:
        have = "has" if len(matches) == 1 else "have"
        yield f"{about}: {counted(len(matches), 'passage')} of {page} {have} its words."
    else:
        extent = "all" if envelope["proven"] else "only a part"
        yield f"{about}: nothing on {page} has enough of its words; {extent} of the page was read."
    if "excerpt" in envelope:
        there = envelope["excerpt"]["found"]
        yield "The excerpt stands there word for word." if there else "The excerpt is not on the page."
    for number, match in enumerate(matches, 1):
        yield f"{number}. “{shortened(match['text'], LONGEST_PASSAGE)}”"
