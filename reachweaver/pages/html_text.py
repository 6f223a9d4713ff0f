"""The text of an HTML page as a reader sees it, block by block. Takes a text, gives texts; never raises.

What is not shown is left out: scripts, styles, templates, elements that are hidden by attribute or by their own style.
So is what is struck out, which the page takes back.
Style sheets are not read, so a page that hides something by them shows it here.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

import regex

from reachweaver.pages.markup import EndTag, StartTag, Text, tokens

_VOID_NAMES: Final = "area base br col embed hr img input link meta param source track wbr"
_BLOCK_NAMES: Final = (
    "address article aside blockquote body button caption center dd details dialog dir div dl dt fieldset figcaption"
    " figure footer form h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li main menu nav ol optgroup option p pre"
    " search section select summary table tbody td textarea tfoot th thead title tr ul"
)
_UNSEEN_NAMES: Final = "audio canvas datalist noscript object rp template video"
_VOID: Final = frozenset(_VOID_NAMES.split())
_BLOCK: Final = frozenset(_BLOCK_NAMES.split())
TAKEN_BACK: Final = frozenset(("del", "s", "strike"))
"""What is struck out: a page says by it that this is no longer so."""
_UNSEEN: Final = frozenset(_UNSEEN_NAMES.split()) | TAKEN_BACK
HIDING_STYLE: Final = regex.compile(
    r"(?:^|[;\s])(?:display\s*+:\s*+none|visibility\s*+:\s*+hidden"
    r"|text-decoration(?:-line)?+\s*+:[^;]{0,80}?\bline-through\b)",
    regex.IGNORECASE,
)
"""In the style of an element that is not shown, or is struck out."""

# A start tag ends these elements when they are open and nothing stands open inside them: their end tags are optional.
_CELLS: Final = frozenset(("td", "th"))
_ENDS: Final = {
    **dict.fromkeys(_BLOCK - {"button", "option", "optgroup", "td", "th", "tr", "li", "dd", "dt"}, frozenset({"p"})),
    **dict.fromkeys(("dd", "dt"), frozenset({"dd", "dt", "p"})),
    "li": frozenset({"li", "p"}),
    "option": frozenset({"option"}),
    **dict.fromkeys(_CELLS, _CELLS | {"p"}),
    "tr": _CELLS | {"p", "tr"},
    **dict.fromkeys(("tbody", "tfoot", "thead"), _CELLS | {"p", "tr", "tbody", "tfoot", "thead"}),
}

_SPACE: Final = regex.compile(r"[ \t\n\f\r]++")
_SPACE_IN_LINE: Final = regex.compile(r"[ \t\f\r]++")
_BLANK_LINES: Final = regex.compile(r"\n[ \t]*+\n\s*+")
RAISED: Final = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
LOWERED: Final = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
"""For `str.translate`: the digits of superscripts and subscripts, so that 10² is not 102."""


def html_blocks(page: str) -> tuple[str, ...]:
    """The page's blocks in order, none of them blank; white space is what a browser makes of it."""
    reader = _Reader()
    for token in tokens(page):
        match token:
            case Text(text):
                reader.text(text)
            case StartTag():
                reader.start(token)
            case EndTag(name):
                reader.end(name)
    reader.end_block()
    return tuple(reader.blocks)


class _Reader:
    """The elements that are open, and the block in the making."""

    def __init__(self) -> None:
        self.blocks: list[str] = []
        self._pieces: list[str] = []
        self._open: list[tuple[str, bool]] = []
        """Name of each open element, and whether what stands in it is hidden."""
        self._counts: Counter[str] = Counter()

    @property
    def _is_hidden(self) -> bool:
        return bool(self._open) and self._open[-1][1]

    def text(self, text: str) -> None:
        if self._is_hidden:
            return
        is_kept = self._counts["pre"] or self._counts["textarea"]
        text = _SPACE_IN_LINE.sub(" ", text) if is_kept else _SPACE.sub(" ", text)
        if self._counts["sup"]:
            text = text.translate(RAISED)
        elif self._counts["sub"]:
            text = text.translate(LOWERED)
        self._pieces.append(text)

    def start(self, tag: StartTag) -> None:
        name = tag.name
        if name in _BLOCK or "-" in name:
            self.end_block()
        while self._open and self._open[-1][0] in _ENDS.get(name, ()):
            self._close()
        if name in _VOID:
            self._void(tag)
            return
        self._open.append((name, self._is_hidden or _hides(tag)))
        self._counts[name] += 1

    def end(self, name: str) -> None:
        if name in _BLOCK or "-" in name:
            self.end_block()
        if self._counts[name]:
            while self._close() != name:
                pass

    def end_block(self) -> None:
        block = "".join(self._pieces)
        self._pieces.clear()
        self.blocks += [part.strip() for part in _BLANK_LINES.split(block) if part.strip()]

    def _close(self) -> str:
        name, _ = self._open.pop()
        self._counts[name] -= 1
        return name

    def _void(self, tag: StartTag) -> None:
        if self._is_hidden:
            return
        if tag.name == "br":
            self._pieces.append("\n")
        elif tag.name in ("img", "area"):
            attributes = tag.attributes()
            if not _hides(tag):
                self._pieces.append(f" {_SPACE.sub(' ', attributes.get('alt', ''))} ")


def _hides(tag: StartTag) -> bool:
    """Whether the element's content is not shown, as far as the element itself says so."""
    if tag.name in _UNSEEN:
        return True
    if not tag.written_attributes.strip():
        return tag.name == "dialog"
    attributes = tag.attributes()
    if "hidden" in attributes or HIDING_STYLE.search(attributes.get("style", "")):
        return True
    return tag.name == "dialog" and "open" not in attributes
