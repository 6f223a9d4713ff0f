"""Addresses in a campaign that a click opens (contract, section 11, *Also*): sources, calls to action, receipts.

Takes a checked campaign, gives links; nothing is opened here, and no file is looked at.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path, PurePosixPath, PureWindowsPath

from reachweaver.data import dataclass
from reachweaver.files import absolute
from reachweaver.json_spans import Node, ObjectNode, Span, StringNode
from reachweaver.values import absolute_url
from reachweaver_lsp.analysis import CheckedCampaign
from reachweaver_lsp.uris import uri_of


@dataclass(frozen=True, slots=True)
class Link:
    """A place that leads somewhere."""

    span: Span
    """What stands between the quotes: code points of the document."""
    target: str
    """An http or https URL as it is written, or the URI of a file."""
    tooltip: str


def links_of_file(checked: CheckedCampaign) -> Iterator[Link]:
    """The campaign's call to action."""
    yield from _url(checked.campaign.document.root, "cta_url", 0, "Open the call to action")


def links_of_evidence(folder: Path | None, checked: CheckedCampaign, index: int) -> Iterator[Link]:
    """An evidence item's source and receipt.

    Args:
        folder: The campaign's; None when it is no file, and then there are no receipts.
        checked: The campaign.
        index: Of the item.
    """
    item, base = checked.campaign.evidence[index], checked.campaign.evidence_bases[index]
    if isinstance(item.node, ObjectNode):
        key = "source_url" if item.node.member("source_url") is not None else "url"
        yield from _url(item.node, key, base, "Open the source")
        yield from _receipt(folder, item.node, base)


def links_of_variant(checked: CheckedCampaign, index: int) -> Iterator[Link]:
    """A variant's call to action."""
    node, base = checked.campaign.variants[index].node, checked.campaign.variant_bases[index]
    yield from _url(node, "cta_url", base, "Open the call to action")


def _url(node: Node | None, key: str, base: int, tooltip: str) -> Iterator[Link]:
    value = node.get(key) if isinstance(node, ObjectNode) else None
    if isinstance(value, StringNode) and value.closed and absolute_url(value.value) is None:
        yield Link(_content(value, base), value.value, tooltip)


def _receipt(folder: Path | None, node: ObjectNode, base: int) -> Iterator[Link]:
    value = node.get("receipt")
    if folder is None or not isinstance(value, StringNode) or not value.closed or not value.value.strip():
        return
    is_relative = not (PurePosixPath(value.value).is_absolute() or PureWindowsPath(value.value).anchor)
    if is_relative and "\0" not in value.value:
        yield Link(_content(value, base), uri_of(absolute(folder / value.value)), "Open the receipt")


def _content(node: StringNode, base: int) -> Span:
    return Span(base + node.start + 1, base + node.end - 1)
