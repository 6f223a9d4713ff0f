"""Diagnostics as they are shown: said as JSON or as the protocol's types, wherever in the text they stand by now.

A place inside an evidence item or a variant is kept relative to that item's start, so that what an edit elsewhere has
only moved is neither made nor encoded anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import field
from functools import lru_cache
from json.encoder import encode_basestring
from typing import Literal

from lsprotocol import types

from reachweaver.codes import help_uri
from reachweaver.data import dataclass
from reachweaver.report import Finding
from reachweaver_lsp.encoded import Start, in_utf8, placed_at

SOURCE = "reachweaver"

Array = Literal["evidence", "variants"]
Owner = tuple[Array, int]
"""An item of one of the file's arrays."""


class Anchors:
    """The items that the places of some diagnostics are counted from, and where those items begin now."""

    __slots__ = ("owners", "starts")

    def __init__(self) -> None:
        self.owners: list[Owner] = []
        self.starts: tuple[Start, ...] = ()
        """One for each owner; the same object as long as none has moved."""

    def slot(self, owner: Owner, start: Start) -> int:
        """The number of an owner, which begins at `start`."""
        if owner not in self.owners:
            self.owners.append(owner)
            self.starts += (start,)
        return self.owners.index(owner)

    def move(self, start_of: Callable[[Owner], Start]) -> None:
        """Go where the owners are now."""
        now = tuple(map(start_of, self.owners))
        if now != self.starts:
            self.starts = now


_NOWHERE = Anchors()
"""For places that are counted from the beginning of the text."""


@dataclass(frozen=True, slots=True)
class AnchoredRange:
    """A range of a document, which goes with the item that it is counted from."""

    start: Start
    end: Start
    slot: int | None = None
    """The number of the item whose start both are counted from; None when they are counted from that of the text."""

    def at(self, starts: tuple[Start, ...]) -> tuple[Start, Start]:
        """Start and end in the document."""
        if self.slot is None:
            return self.start, self.end
        origin = starts[self.slot]
        return placed_at(origin, self.start), placed_at(origin, self.end)


@dataclass(slots=True, eq=False, kw_only=True)
class Shown:
    """A diagnostic, and the finding that it shows."""

    place: AnchoredRange
    message: str
    severity: types.DiagnosticSeverity
    code: str
    variant_id: str | None = None
    related: tuple[tuple[str, AnchoredRange, str], ...] = ()
    """URI, range and message of each further place."""
    finding: Finding | None = None
    """None for what is wrong with a text as JSON, or with a brand or opt-out file."""
    variant_index: int | None = None
    """The variant that the finding stands in; None for one about the file."""
    anchors: Anchors = _NOWHERE
    _template: str | None = field(default=None, init=False)
    """The JSON with `%d` for every line and column."""
    _said: str = field(default="", init=False)
    _said_at: tuple[Start, ...] | None = field(default=None, init=False)
    """Where the owners began when `_said` was written."""

    @property
    def start(self) -> Start:
        """Where it begins."""
        return self.place.at(self.anchors.starts)[0]

    @property
    def places(self) -> list[AnchoredRange]:
        """Where it stands, and what else it points to."""
        return [self.place, *[place for _, place, _ in self.related]]

    @property
    def data(self) -> dict[str, str | int | None]:
        """What the client gets and gives back untouched (contract, section 11)."""
        start, end = self._offsets
        return {"variant_id": self.variant_id, "code": self.code, "start": start, "end": end}

    @property
    def _offsets(self) -> tuple[int | None, int | None]:
        return (self.finding.start, self.finding.end) if self.finding is not None else (None, None)

    @property
    def diagnostic(self) -> types.Diagnostic:
        """The diagnostic as the protocol has it."""
        starts = self.anchors.starts
        related = [
            types.DiagnosticRelatedInformation(types.Location(uri, _range(place, starts)), message)
            for uri, place, message in self.related
        ]
        return types.Diagnostic(
            range=_range(self.place, starts),
            message=self.message,
            severity=self.severity,
            code=self.code,
            code_description=types.CodeDescription(help_uri(self.code)),
            source=SOURCE,
            related_information=related or None,
            data=self.data,
        )

    def touches(self, place: types.Range) -> bool:
        """Whether it and a range have a place in common; one that only begins where the other ends has."""
        start, end = self.place.at(self.anchors.starts)
        return start <= (place.end.line, place.end.character) and (place.start.line, place.start.character) <= end

    def to_json(self) -> str:
        """The diagnostic as JSON."""
        starts = self.anchors.starts
        if self._said_at is not starts:
            if self._template is None:
                self._template = self._made_template()
            numbers = [number for place in self.places for position in place.at(starts) for number in position]
            self._said, self._said_at = self._template % tuple(numbers), starts
        return self._said

    def _made_template(self) -> str:
        related = ",".join(
            f'{{"location":{{"uri":{_quoted(uri)},"range":{_RANGE}}},"message":{_quoted(message)}}}'
            for uri, _, message in self.related
        )
        further = f',"relatedInformation":[{related}]' if related else ""
        start, end = self._offsets
        return (
            f'{{"range":{_RANGE},"message":{_quoted(self.message)},{_kind(self.severity, self.code)}{further}'
            f',"data":{{"variant_id":{_quoted_or_null(self.variant_id)},"code":{_quoted(self.code)}'
            f',"start":{_or_null(start)},"end":{_or_null(end)}}}}}'
        )


def said(shown: Iterable[Shown]) -> bytes:
    """Diagnostics as JSON in UTF-8, with commas between them."""
    return in_utf8(",".join([one.to_json() for one in shown]))


_POSITION = '{"line":%d,"character":%d}'
_RANGE = f'{{"start":{_POSITION},"end":{_POSITION}}}'


def _quoted(text: str) -> str:
    """A text as JSON, as a part of the template."""
    return encode_basestring(text).replace("%", "%%")


def _quoted_or_null(text: str | None) -> str:
    return "null" if text is None else _quoted(text)


def _or_null(number: int | None) -> str:
    return "null" if number is None else str(number)


@lru_cache(maxsize=256)
def _kind(severity: types.DiagnosticSeverity, code: str) -> str:
    """What all diagnostics of a code say alike, as a part of the template."""
    described = f'"codeDescription":{{"href":{_quoted(help_uri(code))}}}'
    return f'"severity":{severity.value},"code":{_quoted(code)},{described},"source":{_quoted(SOURCE)}'


def _range(place: AnchoredRange, starts: tuple[Start, ...]) -> types.Range:
    start, end = place.at(starts)
    return types.Range(types.Position(*start), types.Position(*end))
