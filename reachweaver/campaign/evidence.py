"""Reads one evidence item (contract, section 1)."""

from __future__ import annotations

from reachweaver.campaign.model import KINDS, MAX_EXCERPT, Evidence
from reachweaver.fields import Breach, ObjectReader, kind_of
from reachweaver.json_spans import MissingNode, Node, ObjectNode, StringNode
from reachweaver.values import absolute_url, at_most, one_of, quoted

_kind = one_of(KINDS, "kind of evidence")
_excerpt = at_most(MAX_EXCERPT)


def read_evidence(node: Node) -> Evidence:
    """The evidence item that a node holds, with everything that is wrong with it by itself."""
    if isinstance(node, MissingNode):
        return Evidence(node=node)
    if not isinstance(node, ObjectNode):
        return Evidence(node=node, breaches=(Breach((), f"An evidence item must be an object, not {kind_of(node)}."),))
    reader = ObjectReader(node, _subject(node))
    url_key = reader.key("source_url", "url")
    id_ = reader.required_string("id", "Give the evidence an id that variants can cite.")
    claim = reader.required_string("claim", "Say what the source states.")
    source_url = reader.required_string(url_key, "Give the address of the source.", absolute_url)
    kind, excerpt = reader.string("kind", _kind), reader.string("excerpt", _excerpt)
    receipt = reader.string("receipt")
    return Evidence(
        node=node,
        id=id_ or None,
        claim=claim,
        source_url=source_url,
        kind=kind,
        excerpt=excerpt,
        receipt=receipt,
        breaches=tuple(reader.breaches),
    )


def _subject(node: ObjectNode) -> str:
    written = node.get("id")
    return f"Evidence {quoted(written.value)}" if isinstance(written, StringNode) and written.value else "Evidence"
