"""Decompresses a body piece by piece, so that a small answer never becomes a large one in memory.

Takes the pieces of a body as they come in, and what the server says of their encoding; gives pieces that are no longer
than `LONGEST_PIECE`.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import Final

from reachweaver.lookup.failures import LookUpError

LONGEST_PIECE: Final = 64 * 1024
"""Bytes."""

_GZIP: Final = 16 + zlib.MAX_WBITS


def decompressed(pieces: Iterator[bytes], encoding: str) -> Iterator[bytes]:
    """The pieces decompressed, none of the results longer than `LONGEST_PIECE`.

    Raises:
        LookUpError: They are compressed in another way (`extraction_failed`), broken, or broken off
            (`response_truncated`).
    """
    match encoding.strip().lower():
        case "" | "identity":
            yield from pieces
        case "gzip" | "x-gzip":
            yield from _inflated(pieces, _GZIP)
        case "deflate":
            yield from _inflated(pieces, zlib.MAX_WBITS)
        case _:
            raise LookUpError(
                "extraction_failed", f"The page is compressed in a way that was not asked for: {encoding[:40]!a}."
            )


def _inflated(pieces: Iterator[bytes], window: int) -> Iterator[bytes]:
    inflater = _Inflater(window)
    for piece in pieces:
        yield from inflater.feed(piece)
    if inflater.is_within:
        raise LookUpError("response_truncated", "The page broke off in the middle.")


class _Inflater:
    """Decompresses one body, however many gzip members it has."""

    def __init__(self, window: int) -> None:
        self._window = window
        self._inner = zlib.decompressobj(window)
        self._is_fresh = True
        """Whether nothing was decompressed yet."""

    @property
    def is_within(self) -> bool:
        """Whether the body cannot be over yet."""
        return not self._inner.eof and not self._is_fresh

    def feed(self, piece: bytes) -> Iterator[bytes]:
        rest, is_full = piece, False
        while rest or is_full:
            if self._inner.eof:
                if self._window != _GZIP:
                    return  # what follows a deflated body belongs to nothing
                self._inner = zlib.decompressobj(_GZIP)
            found = self._inflate(rest)
            is_full = len(found) == LONGEST_PIECE
            rest = self._inner.unconsumed_tail or self._inner.unused_data
            yield found

    def _inflate(self, data: bytes) -> bytes:
        try:
            found = self._inner.decompress(data, LONGEST_PIECE)
        except zlib.error as error:
            if not self._is_fresh or self._window != zlib.MAX_WBITS:
                raise LookUpError("extraction_failed", "The page's compression is broken.") from error
            # Some servers send deflate without the wrapper that it should have.
            self._window = -zlib.MAX_WBITS
            self._inner = zlib.decompressobj(self._window)
            return self._inflate(data)
        self._is_fresh = False
        return found
