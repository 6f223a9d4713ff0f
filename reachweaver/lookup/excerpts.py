"""Whether an excerpt stands word for word on a page: takes the excerpt and the texts of blocks, gives a place.

Words are compared as everywhere else (contract, section 6, *Folding*): case, white space and the kind of quotation marks
and hyphens make no difference. An excerpt of several paragraphs has each of them in a block.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import regex

from reachweaver.lookup.html_blocks import CELL_SEPARATOR
from reachweaver.text.prose import fold_phrase

_PARAGRAPHS: Final = regex.compile(r"\n[ \t\r]*+\n\s*+")
_AROUND: Final = " \"'"
"""Quotation marks around a whole excerpt are the campaign's, not the page's."""


def find_excerpt(excerpt: str, texts: Sequence[str]) -> int | None:
    """The block in which an excerpt, or its first paragraph, stands; None when one of its paragraphs is nowhere.

    Args:
        excerpt: What is said to be quoted.
        texts: The texts of the page's blocks.
    """
    wanted = [_folded(part) for part in _PARAGRAPHS.split(excerpt)]
    wanted = [part for part in wanted if part]
    folded = [_folded(text) for text in texts]
    places = [next((place for place, text in enumerate(folded) if part in text), None) for part in wanted]
    return None if not places or None in places else places[0]


def _folded(text: str) -> str:
    # Whoever copies a row gets its cells with white space between them.
    return fold_phrase(text.replace(CELL_SEPARATOR, " ").replace("|", " ")).strip(_AROUND)
