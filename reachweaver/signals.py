"""Signals: something that a scan found, worth a campaign. Takes a JSON document, gives a signal; of it, a skeleton.

A signal is `{"id", "title", "summary", "url", "kind"?}` (contract, section 4). Its summary becomes the first evidence
item's excerpt, and so grounds whatever it says (specification, *Feature claims*): a person has to replace it with a
verbatim excerpt before a clean report means anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import regex

from reachweaver.campaign import KINDS, MAX_EXCERPT
from reachweaver.data import dataclass
from reachweaver.fields import Breach, FileProblem, ObjectReader, file_problems, kind_of
from reachweaver.json_spans import Document, ObjectNode
from reachweaver.numbers import read_numbers
from reachweaver.report import JsonValue
from reachweaver.text.prose import Prose
from reachweaver.text.spans import Spans
from reachweaver.values import absolute_url, quoted, suggestion

DEFAULT_PLATFORMS: Final = ("linkedin",)


@dataclass(frozen=True, slots=True, kw_only=True)
class Signal:
    """One signal."""

    id: str
    title: str
    summary: str
    """Untrusted: nobody has compared it with the source."""
    url: str
    kind: str | None = None
    """The kind of evidence that the source is; None when the signal names none that exists."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SignalFile:
    """A signal file that was read."""

    signal: Signal | None
    """None when a problem of severity error stands in the way."""
    problems: tuple[FileProblem, ...] = ()
    """In the order of the text."""


def read_signal(document: Document) -> SignalFile:
    """The signal that a document holds, with everything that is wrong with it. Never raises."""
    root = document.root
    if not isinstance(root, ObjectNode):
        breaches = [Breach((), f"A signal must be an object, not {kind_of(root)}.")] if root else []
        return SignalFile(signal=None, problems=file_problems(document, breaches))
    reader = ObjectReader(root, "The signal")
    fields = {
        "id": reader.required_string("id", "Give the signal an id; it becomes the campaign's."),
        "title": reader.required_string("title", "Say in a line what was found."),
        "summary": reader.required_string("summary", "Say what was found."),
        "url": reader.required_string("url", "Give the address of the source.", absolute_url),
    }
    kind = _read_kind(reader)
    reader.note_misspelt_keys(_KEYS)
    problems = file_problems(document, reader.breaches)
    if any(problem.severity == "error" for problem in problems):
        return SignalFile(signal=None, problems=problems)
    signal = Signal(kind=kind, **{name: value or "" for name, value in fields.items()})
    return SignalFile(signal=signal, problems=problems)


def skeleton_of(signal: Signal, platforms: Sequence[str] = DEFAULT_PLATFORMS) -> dict[str, JsonValue]:
    """A valid campaign with the signal as its evidence and a variant without text for each platform.

    Neither export nor staging lets a variant without text go out.
    """
    evidence: dict[str, JsonValue] = {
        "id": signal.id,
        "kind": signal.kind,
        "claim": signal.title,
        "source_url": signal.url,
        "excerpt": excerpt_of(signal.summary),
    }
    return {
        "campaign_id": signal.id,
        "title": signal.title,
        "evidence": [{key: value for key, value in evidence.items() if value is not None}],
        "variants": [
            {"variant_id": f"{platform}-1", "platform": platform, "text": "", "evidence_ids": [signal.id]}
            for platform in dict.fromkeys(platforms)
        ],
    }


def excerpt_of(summary: str) -> str:
    """The summary, or as much of its beginning as an excerpt may have, at most `MAX_EXCERPT` code points.

    It ends with a sentence where it can, else with a word, and never inside a figure: half of `10 000` or of `10 %`
    would be one that nobody wrote.
    """
    if len(summary) <= MAX_EXCERPT:
        return summary
    room = MAX_EXCERPT - len(_CUT)
    figures = _figures(summary[: room + _LOOK_AHEAD])
    ends = (end for pattern in _ENDS for end in reversed(_matches(pattern, summary[:room])))
    return summary[: next((end for end in ends if not figures.overlaps(end, end)), room)] + _CUT


_KEYS: Final = ("id", "title", "summary", "url", "kind")
_CUT: Final = " …"
_LOOK_AHEAD: Final = 200
_ENDS: Final = (regex.compile(r"(?<=[.!?…]['\"”’»)\]]?)\s|\n|(?<=[。！？])"), regex.compile(r"\s"))


def _matches(pattern: regex.Pattern[str], text: str) -> list[int]:
    """Where the pattern matches in the second half of a text."""
    return [match.start() for match in pattern.finditer(text, len(text) // 2)]


def _figures(text: str) -> Spans:
    """Where the numbers of a text stand."""
    prose = Prose(text)
    numbers = read_numbers(prose)
    return Spans(prose.span_of_plain(number.start, number.end)[1:] for number in numbers)


def _read_kind(reader: ObjectReader) -> str | None:
    kind = reader.string("kind")
    if kind is None or kind in KINDS:
        return kind
    message = f'The signal: "kind" is {quoted(kind)}, which is no kind of evidence, so it is left out.'
    reader.breaches.append(Breach(("kind",), f"{message}{suggestion(kind, KINDS)}", is_advice=True))
    return None
