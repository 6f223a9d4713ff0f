"""Reads one variant (contract, sections 1 and 7)."""

from __future__ import annotations

from reachweaver.campaign.body import Body, BodyPart, join
from reachweaver.campaign.model import FORMATS, Citation, Format, Review, Variant
from reachweaver.fields import Breach, ObjectReader, kind_of
from reachweaver.json_spans import LiteralNode, MissingNode, Node, ObjectNode, Path, StringNode
from reachweaver.platforms import PLATFORMS
from reachweaver.values import absolute_url, one_of, quoted, rfc3339_time

_platform = one_of(PLATFORMS, "platform")
_format = one_of(FORMATS, "format")

_BODY_KEY: dict[Format, str] = {"post": "text", "thread": "parts", "carousel_outline": "slides"}


def read_variant(node: Node) -> Variant:
    """The variant that a node holds, with everything that is wrong with it by itself."""
    if isinstance(node, MissingNode):
        return Variant(node=node)
    if not isinstance(node, ObjectNode):
        return Variant(node=node, breaches=(Breach((), f"A variant must be an object, not {kind_of(node)}."),))
    reader = ObjectReader(node, _subject(node))
    id_key = reader.key("variant_id", "id")
    variant_id = reader.required_string(id_key, "Give the variant an id of its own.")
    platform = reader.required_string("platform", 'Name the platform it is written for, such as "linkedin".', _platform)
    account_id = reader.string("account_id")
    format_ = _read_format(reader)
    body = _read_body(reader, format_)
    citations = _read_citations(reader)
    cta_url = reader.string("cta_url", absolute_url)
    cta_phrase, rationale = reader.string("cta_phrase"), reader.string("rationale")
    scheduled_at = reader.string("scheduled_at", rfc3339_time)
    reviewed = _read_reviewed(reader)
    return Variant(
        node=node,
        variant_id=variant_id or None,
        id_key=id_key,
        platform=platform,
        account_id=account_id,
        format=format_,
        body=body,
        citations=citations,
        evidence_ids=tuple(citation.evidence_id for citation in citations),
        cta_url=cta_url if cta_url is not None and absolute_url(cta_url) is None else None,
        replaces_cta_url=node.member("cta_url") is not None,
        cta_phrase=cta_phrase,
        rationale=rationale,
        scheduled_at=scheduled_at,
        reviewed=reviewed,
        breaches=tuple(reader.breaches),
    )


def with_other_text(variant: Variant, node: Node) -> Variant | None:
    """The variant when its node and its `text` are others, and all else is as it was; None when its body is not its text."""
    member = node.member("text") if isinstance(node, ObjectNode) else None
    parts = variant.body.parts
    if member is None or not isinstance(member.value, StringNode) or [part.path for part in parts] != [("text",)]:
        return None
    return Variant(
        node=node,
        variant_id=variant.variant_id,
        id_key=variant.id_key,
        platform=variant.platform,
        account_id=variant.account_id,
        format=variant.format,
        body=Body(member.value.value, (BodyPart(0, member.value, ("text",)),), member.key),
        citations=variant.citations,
        evidence_ids=variant.evidence_ids,
        cta_url=variant.cta_url,
        replaces_cta_url=variant.replaces_cta_url,
        cta_phrase=variant.cta_phrase,
        rationale=variant.rationale,
        scheduled_at=variant.scheduled_at,
        reviewed=variant.reviewed,
        breaches=variant.breaches,
    )


def _subject(node: ObjectNode) -> str:
    written = node.get("variant_id") if node.member("variant_id") else node.get("id")
    return f"Variant {quoted(written.value)}" if isinstance(written, StringNode) and written.value else "The variant"


def _read_format(reader: ObjectReader) -> Format | None:
    if reader.node.member("format") is None:
        return "post"
    written = reader.string("format", _format)
    return next((format_ for format_ in FORMATS if format_ == written), None)


def _read_body(reader: ObjectReader, format_: Format | None) -> Body:
    """The body that the format asks for; where that is not there, whatever body there is."""
    if format_ is None:
        return _any_body(reader)  # no rule says what a body of an unknown format looks like
    key = _BODY_KEY[format_]
    reader.require(key, _body_hint(reader, format_))
    body = _body_at(reader, key)
    return body if body.exists else _any_body(reader)


def _body_hint(reader: ObjectReader, format_: Format) -> str:
    meant = next((other for other in FORMATS if reader.value(_BODY_KEY[other]) is not None), None)
    hint = f"A {format_.replace('_', ' ')} has its text there"
    return f"{hint}." if meant is None else f'{hint}; write "format": "{meant}" if that is what it is.'


def _any_body(reader: ObjectReader) -> Body:
    """The first body that is written under any format's key; nothing is held against it."""
    unheard = ObjectReader(reader.node, reader.subject)
    bodies = (_body_at(unheard, key) for key in _BODY_KEY.values())
    return next((body for body in bodies if body.exists), Body())


def _body_at(reader: ObjectReader, key: str) -> Body:
    member = reader.node.member(key)
    strings: list[tuple[Path, StringNode]] = []
    if key == "text":
        reader.string(key)
        text = reader.value(key)
        strings += [((key,), text)] if isinstance(text, StringNode) else []
    else:
        if key == "slides":
            reader.string("caption")
            caption = reader.value("caption")
            strings += [(("caption",), caption)] if isinstance(caption, StringNode) else []
        strings += [((key, index), item) for index, item in _nonempty_strings(reader, key)]
    return join(strings, member.key if member else None)


def _nonempty_strings(reader: ObjectReader, key: str) -> tuple[tuple[int, StringNode], ...]:
    array = reader.array(key, "strings")
    if array is not None and array.closed and not array.items:
        reader.add((key,), f'"{key}" is empty. Write at least one.', is_missing=True)
    return reader.strings(key) if array is not None else ()


def _read_citations(reader: ObjectReader) -> tuple[Citation, ...]:
    return tuple(
        Citation(index=index, evidence_id=node.value) for index, node in reader.strings("evidence_ids", "evidence ids")
    )


def _read_reviewed(reader: ObjectReader) -> tuple[Review, ...]:
    array = reader.array("reviewed", "objects")
    entries = array.items if array is not None else ()
    reviews = (_read_review(reader, index, entry) for index, entry in enumerate(entries))
    return tuple(review for review in reviews if review is not None)


def _read_review(reader: ObjectReader, index: int, node: Node) -> Review | None:
    path = ("reviewed", index)
    if isinstance(node, MissingNode):
        return None
    if not isinstance(node, ObjectNode):
        reader.add(path, f'item {index + 1} of "reviewed" must be an object, not {kind_of(node)}.')
        return None
    entry = ObjectReader(node, f'{reader.subject}, item {index + 1} of "reviewed"')
    code = entry.required_string("code", 'Name the code of the finding, such as "needs_human_review".')
    # A report writes `"span": null` for a finding about the whole variant, so null says the same as no span.
    written = node.get("span")
    is_whole = isinstance(written, LiteralNode) and written.value is None
    span = None if is_whole else entry.string("span")
    note, by = entry.string("note"), entry.string("by")
    reader.take_over(entry, path)
    if entry.breaches or code is None:
        return None
    return Review(index=index, code=code, span=span, note=note, by=by)
