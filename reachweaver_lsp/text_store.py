r"""A document's text while it is edited: replaced in place, and indexed by line and column in any position encoding.

The text is held in blocks of one or two thousand code points, in which lines are looked for when somebody asks. So an
edit costs what its block costs, and a position in a megabyte on one line is found at once.
Offsets are code points, 0-based; lines and columns are 0-based, columns in units of the encoding asked for. Lines end
at `\n`, `\r\n` and `\r` and nowhere else.
"""

from __future__ import annotations

import re
import weakref
from collections.abc import Sequence

from reachweaver.json_spans.lines import Encoding, LineIndex
from reachweaver_lsp.block_places import Offsets, Positions
from reachweaver_lsp.remembered_positions import Position, RememberedPositions

BLOCK_SIZE = 1024
"""Code points of a new block; a block grows to twice this before it is cut."""

_MOST_REMEMBERED = 4
"""Questions about many offsets whose answers are kept: different features ask about different ones."""

_LINE_BREAK = re.compile("[\r\n]")
_SURROGATE_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")


class TextVersion:
    """A text as it was at one moment, put together only when somebody asks for all of it.

    The latest version of a store is what the store holds; a former one knows how to undo the edit that came after it.
    """

    __slots__ = ("__weakref__", "_length", "known", "store", "successor", "undo")

    def __init__(self, store: TextStore, length: int) -> None:
        self._length = length
        self.known: str | None = None
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

    def let_go(self) -> None:
        """Hold what was put together no longer; whoever asks for it again has it put together again."""
        if self.store is not None:
            self.known = None

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
        self._blocks = [*map(_Block, _pieces(text))]
        self._starts = Offsets(len(block.text) for block in self._blocks)
        self._line_starts: dict[Encoding, Positions] = {}
        """Line and column at which each block starts, once somebody has asked."""
        self._remembered: dict[tuple[Encoding, int], RememberedPositions] = {}
        self._version: weakref.ref[TextVersion] | None = None
        """The text as it is now, as long as somebody has it: it holds the store, and nothing may go round in a circle."""

    @property
    def version(self) -> TextVersion:
        """The text as it is now; stays as it is when the store is edited."""
        version = self._version() if self._version is not None else None
        if version is None:
            version = TextVersion(self, self._starts.end)
            self._version = weakref.ref(version)
        return version

    @property
    def text(self) -> str:
        """The whole text."""
        return self.version.text

    def copy(self) -> TextStore:
        """A store of the same text that is edited by itself; it shares the blocks, which are replaced and never changed."""
        other = TextStore("")
        other._blocks = [*self._blocks]
        other._starts = self._starts.copy()
        return other

    def joined(self) -> str:
        """The blocks, put together."""
        return "".join([block.text for block in self._blocks])

    def slice(self, start: int, end: int) -> str:
        """A piece of the text; `start` and `end` lie inside it, in order."""
        first = self._starts.block_at(start)
        origin = self._starts.of(first)
        return self._text_of(first, self._starts.block_at(end))[start - origin : end - origin]

    def __len__(self) -> int:
        return self._starts.end

    def position(self, offset: int, encoding: Encoding) -> Position:
        """Line and column of an offset; offsets outside the text are clamped to it."""
        number = self._starts.block_at(offset)
        line, column = self._blocks[number].position(offset - self._starts.of(number), encoding)
        first_line, first_column = self._block_positions(encoding).of(number)
        return first_line + line, column + (first_column if line == 0 else 0)

    def positions(self, offsets: Sequence[int], encoding: Encoding) -> list[Position]:
        """The same for many offsets, which ascend.

        Asked again after an edit, for offsets that have moved with the text, it costs next to nothing; when no position
        has changed, the answer is the same list.
        """
        key = encoding, len(offsets)
        known = self._remembered.get(key)
        found = known.of(offsets, lambda offset: self.position(offset, encoding)) if known is not None else None
        if found is None:
            found = [self.position(offset, encoding) for offset in offsets]
            if len(self._remembered) >= _MOST_REMEMBERED:
                self._remembered.clear()
            self._remembered[key] = RememberedPositions(offsets, found)
        return found

    def offset(self, line: int, column: int, encoding: Encoding) -> int:
        """The offset of a position.

        A column past the line's end is the line's end, a line past the last is the end of the text, and a column
        inside a character is that character's start.
        """
        positions = self._block_positions(encoding)
        number = positions.block_at((line, column))
        first_line, first_column = positions.of(number)
        local_column = column - first_column if line == first_line else column
        return self._starts.of(number) + self._blocks[number].offset(line - first_line, local_column, encoding)

    def replace(self, start: int, end: int, new_text: str) -> bool:
        """Put `new_text` in place of `start..end` (offsets in order, inside the text).

        Returns:
            Whether nothing else changed. Halves of a surrogate pair that come to stand side by side become one
            character, as they are in the client.
        """
        first = self._starts.block_at(start)
        last = self._starts.block_at(end) if end > start else first
        text, origin = self._text_of(first, last), self._starts.of(first)
        head, removed, tail = text[: start - origin], text[start - origin : end - origin], text[end - origin :]
        before = head[-1:] or self._character(start - 1)
        edited = head + new_text + tail
        if not head or not tail:
            first, last, edited = self._whole_lines(first, last, edited)
        if not (new_text and new_text.isascii()) and _SURROGATE_PAIR.search(
            before + new_text + (tail[:1] or self._character(end))
        ):
            whole = _SURROGATE_PAIR.sub(_joined, edited)
        else:
            whole = edited
        former = self.version
        if whole is not edited:
            _ = former.text  # an edit that makes pairs is not undone by putting back what it replaced
        # What follows a line break that stays one ends where it ended.
        ends_stay = "\n" in tail and before != "\r" and not _LINE_BREAK.search(removed + new_text)
        self._put_blocks(first, last, [*map(_Block, _pieces(whole))], ends_stay=ends_stay)
        for known in self._remembered.values():
            # Behind a carriage return, what follows decides where the place itself is.
            known.note(start, end, len(new_text)) if whole is edited and before != "\r" else known.forget()
        self._version = None
        former.succeeded_by(self.version, start, start + len(new_text), removed)
        return len(whole) == len(edited)

    def _put_blocks(self, first: int, last: int, blocks: list[_Block], *, ends_stay: bool) -> None:
        """Put blocks in the place of `first..last`, both included; whether line and column of the last one's end stay."""
        if first == last and len(blocks) == 1:
            self._starts.grow(first, len(blocks[0].text) - len(self._blocks[first].text))
            self._blocks[first] = blocks[0]
            if first + 1 < len(self._blocks) and not ends_stay:
                for encoding, known in self._line_starts.items():
                    known.end(first, blocks[0].end_after(known.of(first), encoding))
        else:
            self._blocks[first : last + 1] = blocks
            self._starts = Offsets(len(block.text) for block in self._blocks)
            self._line_starts = {}

    def _text_of(self, first: int, last: int) -> str:
        """The text of the blocks `first..last`, both included."""
        if first == last:
            return self._blocks[first].text
        return "".join([block.text for block in self._blocks[first : last + 1]])

    def _character(self, offset: int) -> str:
        """The character at an offset; none outside the text."""
        return self.slice(offset, offset + 1) if 0 <= offset < len(self) else ""

    def _whole_lines(self, first: int, last: int, text: str) -> tuple[int, int, str]:
        """The blocks to replace and their text, widened so that no line break or character lies across two blocks."""
        while last + 1 < len(self._blocks) and (not text or _belong_together(text[-1], self._blocks[last + 1].text[0])):
            last += 1
            text += self._blocks[last].text
        while first > 0 and (not text or _belong_together(self._blocks[first - 1].text[-1], text[0])):
            first -= 1
            text = self._blocks[first].text + text
        return first, last, text

    def _block_positions(self, encoding: Encoding) -> Positions:
        """Line and column at which each block starts."""
        positions = self._line_starts.get(encoding)
        if positions is None:
            starts = [(0, 0)]
            for block in self._blocks[:-1]:
                starts.append(block.end_after(starts[-1], encoding))
            positions = self._line_starts[encoding] = Positions(starts)
        return positions


class _Block:
    """A piece of the text, so short that its lines are found by looking for them."""

    __slots__ = ("_index", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self._index = LineIndex(text) if "\r" in text else None
        """Where lines end in more than one way."""

    def position(self, offset: int, encoding: Encoding) -> Position:
        """Line and column of an offset, which is clamped to the block."""
        if self._index is not None:
            return self._index.position(offset, encoding)
        text, offset = self.text, max(offset, 0)
        return text.count("\n", 0, offset), _units(text[text.rfind("\n", 0, offset) + 1 : offset], encoding)

    def offset(self, line: int, column: int, encoding: Encoding) -> int:
        """The offset of a position; past a line's end it is the line's end, inside a character that one's start."""
        if self._index is not None:
            return self._index.offset(line, column, encoding)
        if line < 0:
            return 0
        start = 0
        for _ in range(line):
            start = self.text.find("\n", start) + 1
            if not start:
                return len(self.text)
        # No character takes less than one column, so that nothing behind this has a say.
        end = self.text.find("\n", start, start + max(column, 0))
        before = self.text[start : end if end >= 0 else start + max(column, 0)]
        if encoding == "utf-32" or before.isascii():
            return start + len(before)
        return start + LineIndex(before).offset(0, column, encoding)

    def end_after(self, start: Position, encoding: Encoding) -> Position:
        """The position of the block's end when it starts at `start`."""
        lines, column = self.position(len(self.text), encoding)
        return start[0] + lines, column + (0 if lines else start[1])


def _pieces(text: str) -> list[str]:
    """The text cut into blocks, never between the two characters of a line break; one empty piece for no text."""
    if len(text) <= 2 * BLOCK_SIZE:
        return [text]
    cuts = [0]
    while cuts[-1] + 2 * BLOCK_SIZE < len(text):
        cut = cuts[-1] + BLOCK_SIZE
        cuts.append(cut + 1 if _belong_together(text[cut - 1], text[cut]) else cut)
    return [text[start:end] for start, end in zip(cuts, [*cuts[1:], len(text)], strict=True)]


def _units(text: str, encoding: Encoding) -> int:
    """How many columns a text takes that is in one line."""
    if encoding == "utf-32" or text.isascii():
        return len(text)
    if encoding == "utf-8":
        return len(text.encode("utf-8", "surrogatepass"))
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _belong_together(before: str, after: str) -> bool:
    if "\ud800" <= before <= "\udbff":
        return "\udc00" <= after <= "\udfff"
    return before == "\r" and after == "\n"


def _joined(pair: re.Match[str]) -> str:
    return pair[0].encode("utf-16", "surrogatepass").decode("utf-16")
