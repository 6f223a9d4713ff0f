"""Whether an excerpt stands word for word on a page: takes the excerpt and the texts of blocks, gives a place.

Words are compared as everywhere else (contract, section 6, *Folding*): case, white space and the kind of quotation marks
and hyphens make no difference, and a word or a figure counts only as a whole. An excerpt of several paragraphs has each
of them in a block. Needs no package of the look-up.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Final

import regex

from reachweaver.text.prose import Prose, fold_phrase

_PARAGRAPHS: Final = regex.compile(r"\n[ \t\r]*+\n\s*+")
_AROUND: Final = " \"'"
"""Quotation marks around a whole excerpt are the campaign's, not the page's."""
_IN_FIGURE: Final = ".,"
"""Between two digits these are part of one figure: `5%` does not stand in `2.5%`."""


class Passages:
    """The texts of a page's blocks, to be asked for one excerpt after another."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.texts = tuple(texts)

    def find(self, excerpt: str) -> int | None:
        """The block (0-based) in which an excerpt, or its first paragraph, stands; None when a paragraph is nowhere."""
        wanted = [fold_phrase(_plain(part)).strip(_AROUND) for part in _PARAGRAPHS.split(excerpt)]
        places = [self._place_of(part) for part in wanted if part]
        return None if not places or None in places else places[0]

    def _place_of(self, part: str) -> int | None:
        holding = (place for place, text in enumerate(self._folded) if part in text)
        found = next((place for place in holding if _has(self.texts[place], part)), None)
        if found is None and not part.isascii():
            # There are scripts in which the same words may be written with word breaks or without.
            return next((place for place, text in enumerate(self.texts) if _has(text, part)), None)
        return found

    @cached_property
    def _folded(self) -> tuple[str, ...]:
        return tuple(Prose(_plain(text)).searchable for text in self.texts)


def find_excerpt(excerpt: str, texts: Sequence[str]) -> int | None:
    """The same for one excerpt alone.

    Args:
        excerpt: What is said to be quoted.
        texts: The texts of the page's blocks.
    """
    return Passages(texts).find(excerpt)


def _plain(text: str) -> str:
    # Whoever copies a row gets its cells with white space between them, not with what blocks have there.
    return text.replace("|", " ")


def _has(text: str, part: str) -> bool:
    prose = Prose(_plain(text))
    places = prose.find_phrase(part, across_blank_lines=True)
    return any(not _is_cut(prose.searchable, start, end) for start, end in places)


def _is_cut(text: str, start: int, end: int) -> bool:
    """Whether text[start:end] begins or ends inside a figure."""
    before, after = text[max(start - 2, 0) : start + 1], text[end - 1 : end + 2]
    return any(len(at) == 3 and at[0].isdigit() and at[1] in _IN_FIGURE and at[2].isdigit() for at in (before, after))
