"""One channel of the page: the post as it will look, its length, what was found, and the evidence beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from reachweaver.counting import Length
from reachweaver.data import dataclass
from reachweaver.output.html.icons import bar, icon
from reachweaver.output.html.marks import Mark, MarkedText
from reachweaver.output.html.markup import Html, join, tag
from reachweaver.output.html.notes import evidence_list, finding_list, letters
from reachweaver.output.words import CAPABILITIES, CONFIDENCES
from reachweaver.preview import EvidenceUse, PartPreview, Preview, VariantPreview, evidence_beside
from reachweaver.values import counted

_PICTURED: Final = frozenset({"instagram", "tiktok", "youtube"})
"""Platforms whose posts are a picture or a video first."""
_BARE: Final = frozenset({"newsletter", "devto", "youtube"})
"""Platforms that show no row of buttons below a text."""


@dataclass(frozen=True, slots=True)
class _Card:
    preview: VariantPreview
    prefix: str
    evidence: tuple[EvidenceUse, ...]
    text: MarkedText


def card(preview: VariantPreview, whole: Preview) -> Html:
    """The channel's card, an `article` with the id `v0`, `v1`, … after the variant's index."""
    prefix = card_id(preview)
    evidence = evidence_beside(preview, whole.campaign, whole.report.receipts)
    text = MarkedText(prefix, preview.variant.body.text, _marks(prefix, preview, evidence))
    shown = _Card(preview, prefix, evidence, text)
    variant = preview.variant
    return tag(
        "article",
        _heading(shown),
        tag("div", _post_side(shown), _notes_side(shown), class_="columns"),
        class_=f"card {preview.confidence}",
        id=prefix,
        aria_labelledby=f"{prefix}-name",
        data_variant=preview.report.index,
        data_variant_id=variant.variant_id,
        data_platform=variant.platform,
        data_confidence=preview.confidence,
    )


def card_id(preview: VariantPreview) -> str:
    """The id of a variant's card in the page."""
    return f"v{preview.report.index}"


def name_of(preview: VariantPreview) -> str:
    """What people know the variant by."""
    return preview.report.variant_id or f"Variant {preview.report.index + 1}"


def platform_name(preview: VariantPreview) -> str:
    """The platform as people write it; as the file has it where it is not known."""
    return preview.platform.title if preview.platform else preview.report.platform or "No platform"


def _marks(prefix: str, preview: VariantPreview, evidence: Sequence[EvidenceUse]) -> Iterator[Mark]:
    numbers: Mapping[str | None, int] = {use.evidence.id: number for number, use in enumerate(evidence, 1)}
    for entry in preview.report.grounded:
        found = [numbers[id_] for id_ in entry.matched_evidence if id_ in numbers]
        if found:
            yield Mark(entry, "grounded", ",".join(map(str, found)), f"{prefix}-e{found[0]}")
    for number, finding in enumerate(preview.report.findings):
        if finding.start is not None and finding.code != "too_long":
            yield Mark(finding, finding.shown_as, letters(number), f"{prefix}-f{number}")


def _heading(shown: _Card) -> Html:
    preview = shown.preview
    label, explained = CONFIDENCES[preview.confidence]
    what_can_be_done, why = CAPABILITIES[preview.capability]
    return tag(
        "header",
        tag(
            "div",
            tag("p", tag("span", class_=f"dot {_platform_class(preview)}"), platform_name(preview), class_="platform"),
            tag("h2", name_of(preview), id=f"{shown.prefix}-name", dir="auto"),
            class_="names",
        ),
        tag(
            "p",
            tag("span", icon(preview.confidence), label, class_=f"badge {preview.confidence}", title=explained),
            tag("span", what_can_be_done, class_="badge plain", title=why),
            class_="badges",
        ),
        class_="channel",
    )


def _platform_class(preview: VariantPreview) -> str:
    return f"on-{preview.platform.name}" if preview.platform else "on-unknown"


def _post_side(shown: _Card) -> Html:
    parts = shown.preview.parts
    if not parts:
        shape = tag("div", _byline(shown), tag("p", "This variant has no text.", class_="nothing"), class_="post")
    elif parts[0].kind == "part":
        shape = _thread(shown)
    elif parts[-1].kind == "slide":
        shape = _carousel(shown)
    else:
        shape = _post(shown, parts[0])
    return tag("div", shape, _schedule(shown), class_="side post-side")


def _post(shown: _Card, part: PartPreview) -> Html:
    name = shown.preview.platform.name if shown.preview.platform else ""
    picture = tag("div", icon("picture"), "Picture or video", class_="picture") if name in _PICTURED else None
    return join(
        tag(
            "div",
            _byline(shown),
            picture,
            _text(shown, part),
            None if name in _BARE else _buttons(),
            class_=f"post {_platform_class(shown.preview)}",
        ),
        _length(part.length),
    )


def _thread(shown: _Card) -> Html:
    last = len(shown.preview.parts)
    items = [
        tag("li", _byline(shown, f"{part.number} of {last}"), _text(shown, part), _length(part.length), class_="part")
        for part in shown.preview.parts
    ]
    return tag(
        "ol", items, class_=f"post thread {_platform_class(shown.preview)}", aria_label=f"Thread of {last} parts"
    )


def _carousel(shown: _Card) -> Html:
    captions = [part for part in shown.preview.parts if part.kind == "caption"]
    slides = [part for part in shown.preview.parts if part.kind == "slide"]
    items = [
        tag("li", tag("span", f"{part.number} / {len(slides)}", class_="place"), _text(shown, part), class_="slide")
        for part in slides
    ]
    return join(
        tag(
            "div",
            _byline(shown),
            [_text(shown, part) for part in captions],
            tag("ol", items, class_="slides", aria_label=f"Carousel of {counted(len(slides), 'slide')}"),
            _buttons(),
            class_=f"post carousel {_platform_class(shown.preview)}",
        ),
        [_length(part.length) for part in captions],
    )


def _byline(shown: _Card, place: str | None = None) -> Html:
    preview = shown.preview
    account = preview.variant.account_id or "Your account"
    return tag(
        "div",
        tag("span", account.lstrip("@")[:1].upper(), class_="avatar", aria_hidden="true"),
        tag(
            "span",
            tag("b", account, dir="auto"),
            tag("small", platform_name(preview), f" · {place}" if place else None),
            class_="who",
        ),
        class_="byline",
    )


def _text(shown: _Card, part: PartPreview) -> Html:
    limits = shown.preview.platform.limits if shown.preview.platform else ()
    has_title = part.kind == "text" and any(limit.rule == "title" for limit in limits)
    return tag(
        "div",
        shown.text.part(part, has_title=has_title),
        class_="text",
        dir="auto",
        data_kind=part.kind,
        data_start=part.start,
        data_end=part.end,
    )


def _buttons() -> Html:
    drawings = [tag("span", icon(name)) for name in ("reply", "repost", "like", "share")]
    return tag("div", drawings, class_="buttons", aria_hidden="true")


def _length(length: Length | None) -> Html | None:
    if length is None:
        return None
    if length.limit is None:
        return tag("p", f"{length.used:,} {length.unit}, no limit", class_="length")
    what = " in the title" if length.measures == "title" else ""
    too_many = tag("b", f"{length.excess:,} too many") if length.excess else None
    return tag(
        "div",
        bar(length.used / length.limit),
        tag("p", f"{length.used:,} of {length.limit:,} {length.unit}{what}", too_many),
        class_="length over" if length.excess else "length",
    )


def _schedule(shown: _Card) -> Html | None:
    at = shown.preview.variant.scheduled_at
    return tag("p", "Scheduled for ", tag("time", at, datetime=at), class_="schedule") if at else None


def _notes_side(shown: _Card) -> Html:
    report, rationale = shown.preview.report, shown.preview.variant.rationale
    why = tag("details", tag("summary", "Why it is worded so"), tag("p", rationale, dir="auto")) if rationale else None
    return tag(
        "div",
        finding_list(shown.prefix, report.findings, shown.text),
        evidence_list(shown.prefix, shown.evidence, shown.text),
        why,
        class_="side notes-side",
    )
