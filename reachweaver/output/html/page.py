"""The whole page: what the campaign is, how it stands, its channels, and a place to sign."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files
from typing import Final

from reachweaver import __version__
from reachweaver.output.html.card import card, card_id, name_of, platform_name
from reachweaver.output.html.icons import icon
from reachweaver.output.html.markup import Html, join, tag
from reachweaver.output.html.notes import plain_findings
from reachweaver.output.words import CONFIDENCES
from reachweaver.preview import Preview
from reachweaver.report import LIMITATIONS
from reachweaver.values import counted

GENERATOR: Final = "ReachWeaver preview"
"""What the page says it was made by, near its beginning."""


def render(preview: Preview, *, embed: bool = False) -> str:
    """The preview as one self-contained HTML page, without any script.

    Args:
        preview: The campaign to show.
        embed: For a host with a document and a security policy of its own, an editor: the style element and the
            content alone. `data-variant`, `data-start`, `data-end` (code points of the body) and
            `data-evidence` (ids, as JSON) say what each mark stands for.
    """
    style = stylesheet()
    content = tag("div", _content(preview), class_="reachweaver")
    if embed:
        return tag("style", Html(style)) + content
    # Every style is in the one element whose hash is named, so that nothing a campaign holds could ever be one.
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=policy),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("meta", name="referrer", content="no-referrer"),
        tag("meta", name="generator", content=f"{GENERATOR} {__version__}"),
        tag("title", f"{_title(preview)} – preview"),
        tag("style", Html(style)),
    )
    return f"<!doctype html>\n{tag('html', head, tag('body', content), lang='en')}\n"


@lru_cache(maxsize=1)
def stylesheet() -> str:
    """The page's one style sheet."""
    return files("reachweaver.output.html").joinpath("style.css").read_text(encoding="utf-8")


_VERDICTS: Final = {"high": "ready", "medium": "to review", "low": "to correct"}


def _title(preview: Preview) -> str:
    return preview.campaign.title or preview.report.campaign_id or "Campaign without a name"


def _content(preview: Preview) -> Html:
    return join(
        tag("a", "Skip to the posts", class_="skip", href="#posts"),
        tag("header", _masthead(preview), class_="masthead"),
        tag(
            "main",
            _file_findings(preview),
            [card(variant, preview) for variant in preview.variants],
            _sign_off(preview),
            id="posts",
        ),
        tag("footer", _footer()),
    )


def _masthead(preview: Preview) -> Html:
    named = preview.campaign.title is not None and preview.report.campaign_id
    return join(
        tag("p", "Campaign preview", tag("code", preview.report.campaign_id) if named else None, class_="over-title"),
        tag("h1", _title(preview), dir="auto"),
        tag("p", _verdict(preview), class_="verdict"),
        tag("ul", [tag("li", count) for count in _counts(preview)], class_="counts"),
        _navigation(preview),
        _legend(),
    )


def _verdict(preview: Preview) -> str:
    total = len(preview.variants)
    low = sum(variant.confidence == "low" for variant in preview.variants)
    medium = sum(variant.confidence == "medium" for variant in preview.variants)
    if low:
        return (
            f"{low} of {counted(total, 'text')} can't go out like this." if total > 1 else "It can't go out like this."
        )
    if not preview.report.valid or preview.report.failures:
        return "The campaign file has to be corrected first."
    if medium:
        return f"No errors. {medium} of {counted(total, 'text')} should be read by a person first."
    return "No errors, and nothing left to review." if total else "There is no text to show."


def _counts(preview: Preview) -> Iterator[Html]:
    summary = preview.report.summary()
    for key, noun in (
        ("error", "error"),
        ("review", "finding to review"),
        ("warning", "warning"),
        ("grounded", "claim"),
    ):
        words = counted(summary[key], noun).replace("finding to reviews", "findings to review")
        words = f"{words} grounded" if key == "grounded" else words
        yield tag("span", words, class_=f"count {key if summary[key] else 'zero'}")
    history = preview.report.history
    if history is not None:
        yield tag(
            "span", f"compared with {counted(_number(history.get('posts_considered')), 'earlier post')}", class_="count"
        )


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0


def _navigation(preview: Preview) -> Html:
    links = [
        tag(
            "a",
            icon(variant.confidence),
            tag("span", platform_name(variant), class_="platform"),
            tag("span", name_of(variant), class_="name", dir="auto"),
            tag("span", f", {_VERDICTS[variant.confidence]}", class_="unseen"),
            href=f"#{card_id(variant)}",
            class_=variant.confidence,
        )
        for variant in preview.variants
    ]
    return tag("nav", tag("ol", [tag("li", link) for link in links]), aria_label="Channels")


def _legend() -> Html:
    return tag(
        "p",
        tag("span", tag("span", "claim"), class_="mark grounded", data_note="1"),
        " stands in the evidence with that number. ",
        tag("span", tag("span", "claim"), class_="mark error", data_note="A"),
        " has the finding with that letter. Both lead there.",
        class_="legend",
    )


def _file_findings(preview: Preview) -> Html | None:
    report = preview.report
    if not report.findings and not report.failures:
        return None
    failures = [
        tag("p", f"The check {failure.code} could not finish: {failure.message}") for failure in report.failures
    ]
    found = plain_findings(report.findings) if report.findings else None
    return tag("section", tag("h2", "The campaign file"), found, failures, class_="file findings")


def _sign_off(preview: Preview) -> Html | None:
    if not preview.variants:
        return None
    heads = tag("tr", [tag("th", text, scope="col") for text in ("Text", "Confidence", "Approve", "Change")])
    rows = [
        tag(
            "tr",
            tag("th", tag("a", name_of(variant), href=f"#{card_id(variant)}", dir="auto"), scope="row"),
            tag("td", CONFIDENCES[variant.confidence][0].partition(": ")[2]),
            [
                tag("td", tag("input", type="checkbox", aria_label=f"{choice} {name_of(variant)}"))
                for choice in ("Approve", "Change")
            ],
        )
        for variant in preview.variants
    ]
    return tag(
        "section",
        tag("h2", "Sign-off"),
        tag("p", "Tick before you print; a browser doesn't keep it.", class_="hint"),
        tag("table", tag("thead", heads), tag("tbody", rows)),
        tag("p", [tag("span", label) for label in ("Name", "Date", "Signature")], class_="lines", aria_hidden="true"),
        class_="sign-off",
    )


def _footer() -> Html:
    limits = tag("ul", [tag("li", limitation) for limitation in LIMITATIONS])
    return join(
        tag("details", tag("summary", "What this check can and can't tell"), limits),
        tag("p", f"Made by ReachWeaver {__version__}. The page holds no script and loads nothing."),
    )
