"""What two versions of a sequence have in common, found at a small cost per item."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import compress, count
from operator import is_not


def common_ends(before: Sequence[object], after: Sequence[object]) -> tuple[int, int]:
    """How many items both begin with, and how many of the others both end with; items are compared by identity."""
    most = min(len(before), len(after))
    first = next(compress(count(), map(is_not, before, after)), most)
    last = next(compress(count(), map(is_not, reversed(before), reversed(after))), most)
    return first, min(last, most - first)


def changed_places(before: Sequence[object], after: Sequence[object]) -> Iterator[int]:
    """The indexes at which `after` has another item than `before`, or `before` has none, ascending."""
    yield from compress(count(), map(is_not, before, after))
    yield from range(len(before), len(after))
