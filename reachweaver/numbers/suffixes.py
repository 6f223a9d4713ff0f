"""What is written after digits and makes their kind or magnitude (contract, section 6): `%`, `x`, `th`, `million`.

Takes a text and the offset at which digits end, gives what they may be.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

import regex

from reachweaver.data import dataclass
from reachweaver.numbers.model import NumberType
from reachweaver.text.characters import EMPHASIS, LATIN_END
from reachweaver.text.patterns import Pattern

HYPHEN: Final = r"[-\u2010]"
"""Hyphens as the contract has them alike; U+2011 is U+2010 in a plain text."""

DASH: Final = r"[-\u2010\u2012-\u2015\u2212~\u301C]"
"""What joins the two numbers of a range: hyphens, dashes, the minus sign, the tilde and the wave dash."""

GAP: Final = r"(?:[ ]|\n(?=(?-i:[a-z])))"
"""A space, or a line break before a word that goes on in lower case: a line that begins with a capital is new."""


PERCENT_SIGNS: Final = ("%", "٪")

SHARED_FLAGS: Final = regex.V1 | regex.IGNORECASE | regex.VERBOSE


@dataclass(frozen=True, slots=True)
class Suffix:
    """One way to read what follows the digits."""

    end: int
    """Where the number ends: after what makes its kind, or at its last digit."""
    type: NumberType = "number"
    magnitude: str = ""

    @property
    def is_plain(self) -> bool:
        """Whether it gives no kind and no magnitude."""
        return self.type == "number" and not self.magnitude


def suffixes_at(text: str, at: int, *, after_date: bool = False) -> list[Suffix]:
    """Every plausible way to read what follows digits that end at `at`, best first; never empty.

    `after_date` says that the digits may end a date. Behind one `thousands of` is more likely a quantity of its own:
    `in 2026 thousands of teams`.
    """
    if sign := _PERCENT_SIGN.match(text, at):  # as most are
        return [Suffix(sign.end(), "percentage")]
    if not _MAY_BEGIN.match(text, at):
        return [Suffix(at)]
    begin = marks.end() if (marks := _EMPHASIS.match(text, at)) else at
    suffixes = _suffixes_of(text[begin : begin + _REACH], after_date)
    return [Suffix(begin + suffix.end if suffix.end else at, suffix.type, suffix.magnitude) for suffix in suffixes]


@lru_cache(maxsize=1024)
def _suffixes_of(text: str, after_date: bool) -> tuple[Suffix, ...]:
    """The same at the beginning of a text. What is typed elsewhere leaves it as it is."""
    kind = _kind_at(text, 0)
    return (kind,) if kind is not None else tuple(_magnitudes_at(text, 0, after_date=after_date))


_REACH: Final = 40
"""Characters: more than the longest suffix and all that is looked at behind it."""


_MAY_BEGIN = re.compile(
    rf"{EMPHASIS}{{0,3}}(?:[ \n\-\u2010]?(?:[%٪×x]|per|pct|times|fold|hundred|thousand|million|billion|trillion)"
    r"| ?(?:st|nd|rd|th|[kmb]|bn|mn|tn?)(?!_{0,3}[a-z0-9]))",
    re.IGNORECASE,
)
"""What every suffix begins with, marks of emphasis before it included: most digits need no closer look."""
_EMPHASIS = re.compile(
    rf"{EMPHASIS}{{1,3}}(?= ?[%٪]|[ \n](?:per|pct|times|hundred|thousand|million|billion|trillion))", re.IGNORECASE
)
"""Marks of Markdown that end right after the digits: `**40** percent`."""
_PERCENT_SIGN = re.compile(r" ?[%٪]|[-\u2010][%٪](?![0-9])")
"""With a hyphen in German compounds (`100-%-Garantie`); in `%10-%20` the hyphen joins two numbers."""

_ENDS: Final = rf"{LATIN_END}(?!\p{{No}})"
_LINK: Final = rf"(?:{GAP}|{HYPHEN})?"

_KIND = Pattern(
    rf"""(?P<percentage>{_LINK}(?:percent|per(?:\ |{HYPHEN}|\n)cent|pct){LATIN_END})
       |(?P<multiplier>x{_ENDS}|\ (?-i:x){_ENDS}(?!\ ?[0-9])|×(?![0-9])|\ ×(?!\ ?[0-9])|{_LINK}(?:times|fold){LATIN_END})
       |(?P<ordinal>(?:st|nd|rd|th){LATIN_END})""",
    regex.V1 | regex.IGNORECASE | regex.VERBOSE,
)
_TYPES: Final[tuple[NumberType, ...]] = ("percentage", "multiplier", "ordinal")

_WORDS: Final = {"hundred": "hundred", "thousand": "k", "million": "M", "billion": "bn", "trillion": "tn"}
_LETTERS: Final = {"k": "k", "K": "k", "M": "M", "m": "M", "bn": "bn", "Bn": "bn", "BN": "bn"}
_LETTERS_OR_UNITS: Final = {"B": "bn", "b": "bn", "T": "tn", "tn": "tn", "mn": "M"}
_MAGNITUDES: Final = {**_LETTERS, **_LETTERS_OR_UNITS}

_MAGNITUDE_WORD = Pattern(
    rf"{_LINK}(?P<word>{'|'.join(_WORDS)})(?:(?P<many>s(?={GAP}of{LATIN_END}))|s?){LATIN_END}",
    regex.V1 | regex.IGNORECASE,
)
_MAGNITUDE_LETTER = Pattern(rf"(?P<letter>{'|'.join(sorted(_MAGNITUDES, reverse=True))}){_ENDS}")
_MAGNITUDE_AFTER_SPACE = Pattern(rf" (?P<letter>{'|'.join(sorted(_LETTERS, reverse=True))}){_ENDS}(?!['’&-]\p{{L}})")


def _kind_at(text: str, at: int) -> Suffix | None:
    if sign := _PERCENT_SIGN.match(text, at):
        return Suffix(sign.end(), "percentage")
    if (match := _KIND.compiled.match(text, at)) is None:
        return None
    return Suffix(match.end(), next(type_ for type_ in _TYPES if match[type_] is not None))


def _magnitudes_at(text: str, at: int, *, after_date: bool) -> list[Suffix]:
    """The magnitude with the kind behind it (`10k times`); `5m` is also 5 of a unit, `5 m` more likely so."""
    plain = Suffix(at)
    if match := _MAGNITUDE_WORD.compiled.match(text, at):
        scaled = _with_kind(text, match.end(), _WORDS[match["word"].lower()])
        return [plain, scaled] if match["many"] and after_date else [scaled]
    if match := _MAGNITUDE_LETTER.compiled.match(text, at):
        scaled = _with_kind(text, match.end(), _MAGNITUDES[match["letter"]])
        is_unit = match["letter"] == "m" or match["letter"] in _LETTERS_OR_UNITS
        return [scaled, plain] if is_unit else [scaled]
    if match := _MAGNITUDE_AFTER_SPACE.compiled.match(text, at):
        scaled = _with_kind(text, match.end(), _LETTERS[match["letter"]])
        return [plain, scaled] if match["letter"] == "m" else [scaled]
    return [plain]


def _with_kind(text: str, end: int, magnitude: str) -> Suffix:
    kind = _kind_at(text, end)
    if kind is None or kind.type == "ordinal":
        return Suffix(end, "number", magnitude)
    return Suffix(kind.end, kind.type, magnitude)
