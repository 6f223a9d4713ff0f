r"""A document's text while it is edited: replaced in place, and indexed by line and column in any position encoding.

The text is held in blocks of a few thousand code points, each with a line index of its own that is made when it is
first asked for. So an edit costs what its block costs, and a position in a megabyte on one line is found at once.
Offsets are code points, 0-based; lines and columns are 0-based, columns in units of the encoding asked for. Lines end
at `\n`, `\r\n` and `\r` and nowhere else.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import accumulate

from reachweaver.json_spans.lines import Encoding, LineIndex

BLOCK_SIZE = 4096
"""Code points of a new block; a block grows to twice this before it is cut."""

_MOST_ASKED = 4
"""Questions about many offsets that a block remembers: different features ask about different ones."""

_SURROGATE_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")


class TextVersion:
    """A text as it was at one moment, put together only when somebody asks for all of it.

    The latest version of a store is what the store holds; a former one knows how to undo the edit that came after it.
    """

    __slots__ = ("__weakref__", "_length", "known", "store", "successor", "undo")

    def __init__(self, store: TextStore, text: str | None = None) -> None:
        self._length = len(store)
        self.known = text
        """The whole text, once somebody has asked for it."""
        self.store: TextStore | None = store
        """What holds it; None once that has been edited."""
        self.successor: TextVersion | None = None
        self.undo = (0, 0, "")
        """What of the successor (start, end) stands where this version has what text."""

    def __len__(self) -> int:
        return self._length

    @property
    def text(self) -> str:
        """The whole text."""
        if self.known is None:
            self.known = self._put_together()
        return self.known

    def slice(self, start: int, end: int) -> str:
        """A piece of it; `start` and `end` lie inside the text, in order."""
        if self.known is None and self.store is not None:
            return self.store.slice(start, end)
        return self.text[start:end]

    def succeeded_by(self, successor: TextVersion, start: int, end: int, removed: str) -> None:
        """The store holds `successor` now, in which `start..end` stands where `removed` stood."""
        self.store, self.successor, self.undo = None, successor, (start, end, removed)

    def _put_together(self) -> str:
        undoings: list[tuple[int, int, str]] = []
        version = self
        while version.known is None and version.successor is not None:
            undoings.append(version.undo)
            version = version.successor
        text = version.known
        if text is None:
            text = version.known = version.store.joined() if version.store is not None else ""
        for start, end, removed in reversed(undoings):
            text = text[:start] + removed + text[end:]
        return text


class TextStore:
    """A text that can be edited and that knows its lines."""

    def __init__(self, text: str) -> None:
        self._blocks = [_Block(piece) for piece in _pieces(text)]
        self._starts = _starts(self._blocks)
        self._line_starts: dict[Encoding, list[tuple[int, int]]] = {}
        self.version = TextVersion(self, text)
        """The text as it is now; stays as it is when the store is edited."""

    @property
    def text(self) -> str:
        """The whole text."""
        return self.version.text

    def joined(self) -> str:
        """The blocks, put together."""
        return "".join([block.text for block in self._blocks])

    def slice(self, start: int, end: int) -> str:
        """A piece of the text; `start` and `end` lie inside it, in order."""
        first, last = self._block_at(start), self._block_at(end)
        if first == last:
            return self._blocks[first].text[start - self._starts[first] : end - self._starts[first]]
        blocks = "".join([block.text for block in self._blocks[first : last + 1]])
        return blocks[start - self._starts[first] : end - self._starts[first]]

    def __len__(self) -> int:
        return self._starts[-1]

    def position(self, offset: int, encoding: Encoding) -> tuple[int, int]:
        """Line and column of an offset; offsets outside the text are clamped to it."""
        number = self._block_at(offset)
        line, column = self._blocks[number].index.position(max(offset - self._starts[number], 0), encoding)
        first_line, first_column = self._block_positions(encoding)[number]
        return first_line + line, column + (first_column if line == 0 else 0)

    def positions(self, offsets: Sequence[int], encoding: Encoding) -> list[tuple[int, int]]:
        """The same for many offsets, which ascend; those in a block that has not changed since are remembered."""
        found: list[tuple[int, int]] = []
        firsts, begin = self._block_positions(encoding), 0
        while begin < len(offsets):
            number = self._block_at(offsets[begin])
            start, (line, column) = self._starts[number], firsts[number]
            end = len(offsets)
            if number + 1 < len(firsts):
                end = bisect_left(offsets, self._starts[number + 1], begin)
            local = tuple([offset - start for offset in offsets[begin:end]])
            inside = self._blocks[number].positions(local, encoding)
            found += [(line + below, right if below else column + right) for below, right in inside]
            begin = end
        return found

    def offset(self, line: int, column: int, encoding: Encoding) -> int:
        """The offset of a position.

        A column past the line's end is the line's end, a line past the last is the end of the text, and a column
        inside a character is that character's start.
        """
        positions = self._block_positions(encoding)
        number = max(bisect_right(positions, (line, column)) - 1, 0)
        first_line, first_column = positions[number]
        local_column = column - first_column if line == first_line else column
        return self._starts[number] + self._blocks[number].index.offset(line - first_line, local_column, encoding)

    def replace(self, start: int, end: int, new_text: str) -> bool:
        """Put `new_text` in place of `start..end` (offsets in order, inside the text).

        Returns:
            Whether nothing else changed. Halves of a surrogate pair that come to stand side by side become one
            character, as they are in the client.
        """
        first, last = self._block_at(start), self._block_at(end)
        head = self._blocks[first].text[: start - self._starts[first]]
        tail = self._blocks[last].text[end - self._starts[last] :]
        first, last, edited = self._whole_lines(first, last, head + new_text + tail)
        whole = _SURROGATE_PAIR.sub(_joined, edited) if self._makes_pairs(start, end, new_text) else edited
        former, removed = self.version, self.slice(start, end)
        if whole is not edited:
            _ = former.text  # an edit that makes pairs is not undone by putting back what it replaced
        self._blocks[first : last + 1] = [_Block(piece) for piece in _pieces(whole)]
        self._starts = _starts(self._blocks)
        self._line_starts = {encoding: known[: first + 1] for encoding, known in self._line_starts.items()}
        self.version = TextVersion(self)
        former.succeeded_by(self.version, start, start + len(new_text), removed)
        return len(whole) == len(edited)

    def _makes_pairs(self, start: int, end: int, new_text: str) -> bool:
        return _SURROGATE_PAIR.search(self._character(start - 1) + new_text + self._character(end)) is not None

    def _character(self, offset: int) -> str:
        """The character at an offset; none outside the text."""
        number = self._block_at(offset)
        local = offset - self._starts[number]
        return self._blocks[number].text[local : local + 1] if offset >= 0 else ""

    def _whole_lines(self, first: int, last: int, text: str) -> tuple[int, int, str]:
        """The blocks to replace and their text, widened so that no line break or character lies across two blocks."""
        while last + 1 < len(self._blocks) and (not text or _belong_together(text[-1], self._blocks[last + 1].text[0])):
            last += 1
            text += self._blocks[last].text
        while first > 0 and (not text or _belong_together(self._blocks[first - 1].text[-1], text[0])):
            first -= 1
            text = self._blocks[first].text + text
        return first, last, text

    def _block_at(self, offset: int) -> int:
        return min(max(bisect_right(self._starts, offset) - 1, 0), len(self._blocks) - 1)

    def _block_positions(self, encoding: Encoding) -> list[tuple[int, int]]:
        """Line and column at which each block starts."""
        positions = self._line_starts.setdefault(encoding, [(0, 0)])
        for block in self._blocks[len(positions) - 1 : -1]:
            line, column = positions[-1]
            lines, rest = block.end(encoding)
            positions.append((line + lines, rest + (column if lines == 0 else 0)))
        return positions


class _Block:
    __slots__ = ("_asked", "_ends", "_index", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self._index: LineIndex | None = None
        self._ends: dict[Encoding, tuple[int, int]] = {}
        self._asked: dict[tuple[Encoding, tuple[int, ...]], list[tuple[int, int]]] = {}

    @property
    def index(self) -> LineIndex:
        if self._index is None:
            self._index = LineIndex(self.text)
        return self._index

    def end(self, encoding: Encoding) -> tuple[int, int]:
        """How many lines end in the block, and the column of its end."""
        found = self._ends.get(encoding)
        if found is None:
            found = self._ends[encoding] = self.index.position(len(self.text), encoding)
        return found

    def positions(self, offsets: tuple[int, ...], encoding: Encoding) -> list[tuple[int, int]]:
        """Lines and columns of offsets in the block."""
        found = self._asked.get((encoding, offsets))
        if found is None:
            if len(self._asked) >= _MOST_ASKED:
                self._asked.clear()
            found = [self.index.position(max(offset, 0), encoding) for offset in offsets]
            self._asked[encoding, offsets] = found
        return found


def _pieces(text: str) -> list[str]:
    """The text cut into blocks, never between the two characters of a line break; one empty piece for no text."""
    if len(text) <= 2 * BLOCK_SIZE:
        return [text]
    cuts = [0]
    while cuts[-1] + 2 * BLOCK_SIZE < len(text):
        cut = cuts[-1] + BLOCK_SIZE
        cuts.append(cut + 1 if _belong_together(text[cut - 1], text[cut]) else cut)
    return [text[start:end] for start, end in zip(cuts, [*cuts[1:], len(text)], strict=True)]


def _starts(blocks: list[_Block]) -> list[int]:
    return list(accumulate((len(block.text) for block in blocks), initial=0))


def _belong_together(before: str, after: str) -> bool:
    return (before == "\r" and after == "\n") or _SURROGATE_PAIR.match(before + after) is not None


def _joined(pair: re.Match[str]) -> str:
    return pair[0].encode("utf-16", "surrogatepass").decode("utf-16")
