"""What stands at an offset of a campaign: which evidence item or variant, which value in it, which findings.

Offsets are code points of the document, 0-based. Nothing is found by searching for text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from reachweaver.campaign import Campaign
from reachweaver.data import dataclass
from reachweaver.json_spans import Located, Path, Span, StringNode
from reachweaver.locate import spans_of
from reachweaver.report import Finding, Grounded


@dataclass(frozen=True, slots=True)
class Place:
    """A value or key inside an evidence item or a variant."""

    array: Literal["evidence", "variants"]
    index: int
    """Of the item in its array."""
    steps: Path
    """From the item down to the value."""
    located: Located


def place_at(campaign: Campaign, offset: int) -> Place | None:
    """The innermost value or key that holds the character at an offset; None outside evidence and variants."""
    path = campaign.document.path_at(offset)
    steps = tuple(located.step for located in path[1:] if located.step is not None)
    match steps:
        case ["evidence" | "variants" as array, int(index), *below] if _counts(campaign, steps, path):
            return Place(array, index, tuple(below), path[-1])
    return None


def _counts(campaign: Campaign, steps: Path, path: Sequence[Located]) -> bool:
    """Whether what was found is what the campaign was read from: of two members under one name only the last is."""
    depth = len(steps) - path[-1].is_key
    found = campaign.document.locate(steps[:depth])
    return found is not None and found.node is path[depth].node


def string_at(campaign: Campaign, offset: int) -> Place | None:
    """The string value at an offset, or the one that ends right before it."""
    for at in (offset, offset - 1):
        place = place_at(campaign, at)
        if place is not None and isinstance(place.located.node, StringNode) and not place.located.is_key:
            return place if offset <= place.located.span.end else None
    return None


def entries_at(
    campaign: Campaign, index: int | None, entries: Iterable[Finding | Grounded], offset: int
) -> Iterator[tuple[Finding | Grounded, Span]]:
    """Those entries of a report that stand on the character at an offset, each with its span there.

    Args:
        campaign: The campaign that was checked.
        index: The variant that the entries are about; None for findings about the file.
        entries: The entries to look through.
        offset: Where to look.
    """
    for entry in entries:
        span = next((span for span in spans_of(campaign, index, entry) if span.start <= offset < span.end), None)
        if span is not None:
            yield entry, span
