"""The text of a post with its claims and findings marked, and links, mentions and hashtags as platforms show them.

Takes a variant's preview, gives markup whose text is exactly the variant's. Entries may overlap: the text is cut at
every edge, and each piece leads to the shortest entry that covers it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from itertools import pairwise, zip_longest

from reachweaver.data import dataclass
from reachweaver.output.html.markup import Html, join, tag
from reachweaver.preview import PartPreview
from reachweaver.report import Finding, Grounded
from reachweaver.text.prose import Prose

Entry = Grounded | Finding


@dataclass(frozen=True, slots=True)
class Mark:
    """One claim or finding to be marked in the text."""

    entry: Entry
    style: str
    """`grounded`, a severity, or `reviewed`."""
    note: str
    """What stands beside it, small: the numbers of its evidence, or the letter of the finding."""
    target: str
    """The id of what it leads to."""

    @property
    def start(self) -> int:
        """Where it begins in the body (code points)."""
        return self.entry.start or 0

    @property
    def end(self) -> int:
        """Where it ends in the body."""
        return self.entry.end or 0


@dataclass(frozen=True, slots=True)
class _Piece:
    """A run of the body without an edge in it."""

    start: int
    end: int
    mark: Mark | None
    is_entity: bool


class MarkedText:
    """The body of one variant, and the marks in it."""

    def __init__(self, prefix: str, body: str, marks: Iterable[Mark]) -> None:
        self._prefix = prefix
        self._body = body
        self._marks = sorted(marks, key=lambda mark: (mark.start, mark.end))
        self._entities = list(_entities(body))

    def anchor(self, entry: Entry) -> str | None:
        """The id of the place in the text where an entry begins; None when it is about the whole variant."""
        return None if entry.start is None else self._id(entry.start)

    def part(self, part: PartPreview, *, has_title: bool = False) -> Html:
        """One part's text; with a title, its first line set apart."""
        if not has_title:
            return self._between(part.start, part.end)
        start = part.start + len(part.text) - len(part.text.lstrip())
        end = start + len((part.text.lstrip().splitlines() or [""])[0])
        title = tag("span", self._between(start, end), class_="title")
        return join(self._between(part.start, start), title, self._between(end, part.end))

    def _between(self, start: int, end: int) -> Html:
        pieces = list(_pieces(start, end, self._marks, self._entities))
        return join(self._show(piece, after) for piece, after in zip_longest(pieces, pieces[1:]))

    def _show(self, piece: _Piece, after: _Piece | None) -> Html:
        text = join(self._body[piece.start : piece.end])
        if piece.is_entity:
            text = tag("span", text, class_="entity")
        if piece.mark is None:
            return text
        mark, entry = piece.mark, piece.mark.entry
        goes_on = mark.end > piece.end or (
            after is not None and after.mark is not None and after.mark.note == mark.note
        )
        return tag(
            "a",
            tag("span", text),
            class_=f"mark {mark.style}",
            id=self._id(piece.start),
            href=f"#{mark.target}",
            aria_describedby=mark.target,
            data_start=mark.start,
            data_end=mark.end,
            data_kind=entry.type if isinstance(entry, Grounded) else entry.code,
            data_evidence=json.dumps(entry.matched_evidence) if entry.matched_evidence else None,
            data_note=None if goes_on else mark.note,
        )

    def _id(self, start: int) -> str:
        return f"{self._prefix}-t{start}"


def _entities(body: str) -> Iterator[tuple[int, int]]:
    """Where links, mentions and hashtags stand in the body, in order."""
    prose = Prose(body)
    spans = [
        *((url.start, url.end) for url in prose.addresses.urls),
        *((mention.start, mention.end) for mention in prose.addresses.mentions),
        *prose.addresses.hashtags,
    ]
    for start, end in sorted(spans):
        _, first, last = prose.span_of_plain(start, end)
        yield first, last


def _pieces(start: int, end: int, marks: Sequence[Mark], entities: Sequence[tuple[int, int]]) -> Iterator[_Piece]:
    """The pieces of body[start:end], in order and without gaps."""
    inside = [mark for mark in marks if mark.start < end and mark.end > start]
    names = [span for span in entities if span[0] < end and span[1] > start]
    edges = {start, end, *_edges(names), *_edges([(mark.start, mark.end) for mark in inside])}
    places = sorted(edge for edge in edges if start <= edge <= end)
    covering = _shortest(places, inside)
    at_name = 0
    for first, last in pairwise(places):
        while at_name < len(names) and names[at_name][1] <= first:
            at_name += 1
        is_entity = at_name < len(names) and names[at_name][0] <= first
        yield _Piece(first, last, covering.get(first), is_entity)


def _edges(spans: Iterable[tuple[int, int]]) -> Iterator[int]:
    return (edge for span in spans for edge in span)


def _shortest(places: Sequence[int], marks: Sequence[Mark]) -> Mapping[int, Mark]:
    """For each place, the shortest of the marks that cover what follows it; a finding before a grounded claim."""
    found: dict[int, Mark] = {}
    waiting: list[tuple[int, bool, int]] = []
    number = 0
    for place in places:
        while number < len(marks) and marks[number].start <= place:
            mark = marks[number]
            heappush(waiting, (mark.end - mark.start, mark.style == "grounded", number))
            number += 1
        while waiting and marks[waiting[0][2]].end <= place:
            heappop(waiting)
        if waiting:
            found[place] = marks[waiting[0][2]]
    return found
