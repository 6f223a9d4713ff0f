"""A variant's body: the text that is checked, and the way back to the JSON strings that spell it.

Takes the string nodes of a variant, gives their joined text. Offsets into the body are Unicode code points, 0-based,
end exclusive; source spans are relative to the variant's own start, as the spans of its nodes are.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from typing import Final, Literal

from reachweaver.data import dataclass
from reachweaver.json_spans import Path, Span, StringNode

PartKind = Literal["text", "caption", "part", "slide"]

SEPARATOR = "\n\n"
"""What stands between two strings of a body (specification, *What is checked*)."""


@dataclass(frozen=True, slots=True, eq=False)
class BodyPart:
    """One JSON string of a body."""

    start: int
    """Where its text begins in the body."""
    node: StringNode
    path: Path
    """From the variant down to the string: `("text",)`, `("parts", 1)`."""

    @property
    def end(self) -> int:
        """Where its text ends in the body."""
        return self.start + len(self.node.value)

    @property
    def kind(self) -> PartKind:
        """What the string is in its variant."""
        return _KINDS[self.path[0]]

    @property
    def number(self) -> int:
        """Which of its kind it is, from 1."""
        return int(self.path[1]) + 1 if len(self.path) > 1 else 1


_KINDS: Final[dict[str | int, PartKind]] = {"text": "text", "caption": "caption", "parts": "part", "slides": "slide"}
"""By the key under which the string stands."""


@dataclass(frozen=True, slots=True, eq=False)
class Body:
    """A variant's strings, joined with a blank line."""

    text: str = ""
    parts: tuple[BodyPart, ...] = ()
    """In reading order: a carousel's caption comes first wherever the file writes it."""
    key: StringNode | None = None
    """The key that findings about the whole variant stand on: `text`, `parts` or `slides`; None when it is not written."""

    @property
    def exists(self) -> bool:
        """Whether there is any string to check, be it empty."""
        return bool(self.parts)

    def source_spans(self, start: int, end: int) -> tuple[Span, ...]:
        """The exact source characters that spell `start..end` of the body, one span for each string touched.

        Escapes are whole, quotes and separators are left out. An empty range is one point.
        """
        first = max(bisect_right(self.parts, start, key=lambda part: part.start) - 1, 0)
        if end <= start:
            return tuple(_within(part, start, start) for part in self.parts[first : first + 1])
        touched = (part for part in self.parts[first:] if max(part.start, start) < min(part.end, end))
        return tuple(_within(part, start, end) for part in touched)


def join(strings: Iterable[tuple[Path, StringNode]], key: StringNode | None) -> Body:
    """The body of these strings, in this order."""
    parts: list[BodyPart] = []
    for path, node in strings:
        start = parts[-1].end + len(SEPARATOR) if parts else 0
        parts.append(BodyPart(start, node, path))
    return Body(SEPARATOR.join(part.node.value for part in parts), tuple(parts), key)


def _within(part: BodyPart, start: int, end: int) -> Span:
    length = len(part.node.value)
    return part.node.decoded.source_span(min(max(start - part.start, 0), length), min(end - part.start, length))
