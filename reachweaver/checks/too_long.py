"""A text is longer than its platform takes (contract, section 10).

What is measured: a post, a carousel's caption, and each part of a thread by itself. Slides are pictures in the end,
so no limit of a text holds for them. Reported by `campaign-check`, `campaign-preview` and the editor, not by
`claims-check`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from reachweaver.counting import Length, exceeded, limits_in_reach
from reachweaver.data import dataclass
from reachweaver.platforms import BY_NAME
from reachweaver.report import Finding, JsonValue

CODE = "too_long"


@dataclass(frozen=True, slots=True)
class Text:
    """One text of a variant that is measured by itself."""

    kind: Literal["text", "caption", "part"]
    number: int
    """Which part of the thread it is, from 1."""
    text: str
    start: int
    """Where it begins in the body."""


def check(platform: str | None, body: str, texts: Iterable[Text]) -> tuple[Finding, ...]:
    """One finding for each limit of the platform that a text goes beyond; none where the platform is not known.

    An error about the whole variant for a post or a caption; a warning about its part for a part of a thread, which
    can still be cut in two.

    Args:
        platform: As the variant names it.
        body: All texts of the variant, joined: where it is short, the texts are not looked at.
        texts: Those that are measured.
    """
    if not limits_in_reach(platform, body):
        return ()
    return tuple(finding for text in texts for finding in _about(platform, text))


def _about(platform: str | None, text: Text) -> Iterator[Finding]:
    for length in exceeded(platform, text.text):
        yield _about_part(platform, text, length) if text.kind == "part" else _about_variant(platform, text, length)


def _about_variant(platform: str | None, text: Text, length: Length) -> Finding:
    return Finding(code=CODE, severity="error", message=_message(platform, text, length), details=_details(length))


def _about_part(platform: str | None, text: Text, length: Length) -> Finding:
    return Finding(
        code=CODE,
        severity="warning",
        message=_message(platform, text, length),
        span=text.text,
        start=text.start,
        end=text.start + len(text.text),
        details={"part": text.number, **_details(length)},
    )


def _message(platform: str | None, text: Text, length: Length) -> str:
    name = BY_NAME[platform or ""].title
    what = f"Part {text.number} of the thread" if text.kind == "part" else f"The {text.kind}"
    if length.measures == "title":
        what = f"The first line{f' of part {text.number}' if text.kind == 'part' else ''}, which is the title,"
    return (
        f"{what} has {length.used:,} {length.unit} as {name} counts them, and {name} takes at most {length.limit:,}."
        f" That is {length.excess:,} too many."
    )


def _details(length: Length) -> dict[str, JsonValue]:
    return {"length": length.used, "limit": length.limit, "unit": length.unit}
