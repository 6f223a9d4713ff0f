"""An export as Markdown, to be read and copied from: every text in a block that shows it exactly, the rest escaped."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import regex

from reachweaver.campaign import Evidence
from reachweaver.export.model import Export, ExportedVariant
from reachweaver.output.visible import visible
from reachweaver.values import absolute_url

_PUNCTUATION: Final = regex.compile(r"[!#&*<>\[\\\]_`|~]")
_BACKTICKS: Final = regex.compile(r"`++")
_URL_SPOILERS: Final = regex.compile(r"[<>\s\\]")


def render(export: Export) -> str:
    """The whole file, ending in a line break."""
    title = export.title if export.title and export.title.strip() else export.campaign_id or "Campaign"
    count = len(export.variants)
    lines = [f"# {escaped(title)}", "", f"{count} text{'' if count == 1 else 's'}"]
    if export.campaign_id:
        lines[-1] += f" of the campaign {escaped(export.campaign_id)}"
    lines[-1] += "."
    for variant in export.variants:
        lines += ["", *_variant(variant)]
    return "\n".join(lines) + "\n"


def escaped(text: str) -> str:
    """A text on one line that Markdown shows as it is."""
    return _PUNCTUATION.sub(r"\\\g<0>", visible(" ".join(text.split())))


def _variant(exported: ExportedVariant) -> Iterator[str]:
    variant = exported.variant
    yield f"## {escaped(variant.variant_id or '')}"
    yield ""
    yield f"- Platform: {escaped(variant.platform or '')}"
    for name, value in (("Account", variant.account_id), ("Scheduled", variant.scheduled_at)):
        if value:
            yield f"- {name}: {escaped(value)}"
    if exported.cta_url:
        yield f"- Link: {_url(exported.cta_url)}"
    for label, text in exported.texts:
        if label != "text":
            yield ""
            yield f"{label.capitalize()}:"
        yield ""
        yield from _block(text)
    yield from _list("Evidence:", [_evidence(item) for item in exported.evidence])
    yield from _list(
        "To review:", [f"{finding.severity}: {escaped(finding.message)}" for finding in exported.to_review]
    )


def _block(text: str) -> Iterator[str]:
    """The text between fences that are longer than any run of backticks in it."""
    longest = max((len(run) for run in _BACKTICKS.findall(text)), default=0)
    fence = "`" * max(3, longest + 1)
    yield f"{fence}text"
    yield text
    yield fence


def _list(heading: str, items: list[str]) -> Iterator[str]:
    if items:
        yield from ("", heading, "")
        yield from (f"- {item}" for item in items)


def _evidence(item: Evidence) -> str:
    kind = f" ({escaped(item.kind)})" if item.kind else ""
    lines = [f"{escaped(item.id or '')}{kind}: {escaped(item.claim or '')} {_url(item.source_url or '')}".rstrip()]
    if item.excerpt and item.excerpt.strip():
        lines += ["", f"  > {escaped(item.excerpt)}", ""]
    return "\n".join(lines)


def _url(url: str) -> str:
    """A link to the address; as plain text when it is none."""
    return escaped(url) if absolute_url(url) or _URL_SPOILERS.search(url) else f"<{url}>"
