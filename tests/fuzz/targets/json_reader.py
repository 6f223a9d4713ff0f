"""The JSON reader: it reads any text, agrees with the standard library on what JSON is, and every span spells its value.

Texts: the JSON, what an edit puts in, and where from and where to, in percent of the text.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from reachweaver.json_spans import (
    ArrayNode,
    Document,
    Edit,
    Encoding,
    LineIndex,
    LiteralNode,
    Located,
    MissingNode,
    Node,
    NumberNode,
    ObjectNode,
    StringNode,
    append_item,
    apply_edits,
    insert_member,
    read,
    replace_in_string,
    replace_value,
)
from tests.fuzz.reading import number_in, texts_of
from tests.json_spans.support import shape_of

DEEPEST = 256
"""Brackets inside each other that are still read."""
ENCODINGS: tuple[Encoding, ...] = ("utf-8", "utf-16", "utf-32")
MISSING = object()


def check(data: bytes) -> None:
    """Everything that holds for the text, and for the text after an edit."""
    text, inserted, first, last = texts_of(data, 4)
    document = read(text)
    check_agreement(document)
    check_spans(document)
    check_lines(text)
    if document.is_valid:
        check_edits(document, inserted)
    start, end = sorted(len(text) * number_in(place, 100) // 100 for place in (first, last))
    changed = text[:start] + inserted + text[end:]
    again, fresh = read(changed, document, Edit(start, end, len(inserted))), read(changed)
    assert shape_of(again.root) == shape_of(fresh.root), "re-reading gives another tree"
    assert again.problems == fresh.problems, "re-reading gives other problems"


def check_agreement(document: Document) -> None:
    """JSON is what the standard library takes, and has its values; an error stands inside the text."""
    expected = standard_value(document.text)
    assert document.is_valid == (expected is not MISSING)
    if document.is_valid:
        assert value_of(document.root) == expected
    for problem in document.problems:
        assert 0 <= problem.span.start <= problem.span.end <= len(document.text)


def standard_value(text: str) -> object:
    """What `json.loads` reads, numbers as they are written; `MISSING` for what is no JSON, or nested too deep."""
    if depth_of(text) > DEEPEST:
        return MISSING
    try:
        return json.loads(
            text.removeprefix("\ufeff"), parse_int=number, parse_float=number, parse_constant=refuse_constant
        )
    except ValueError:
        return MISSING


def depth_of(text: str) -> int:
    """Brackets inside each other, those in strings left out, as far as the text is JSON."""
    deepest = depth = 0
    in_string = escaped = False
    for character in text:
        if in_string:
            in_string = escaped or character != '"'
            escaped = character == "\\" and not escaped
        elif character == '"':
            in_string = True
        elif character in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif character in "]}":
            depth -= 1
    return deepest


def number(literal: str) -> tuple[str, str]:
    """A number as it is written, apart from strings."""
    return ("number", literal)


def refuse_constant(name: str) -> None:
    """NaN and the infinities are no JSON."""
    raise ValueError(name)


def value_of(node: Node | None) -> object:
    """The plain value of a tree; numbers as they are written."""
    if isinstance(node, ObjectNode):
        return {member.key.value: value_of(member.value) for member in node.members}
    if isinstance(node, ArrayNode):
        return [value_of(item) for item in node.items]
    if isinstance(node, NumberNode):
        return number(node.literal)
    return node.value if isinstance(node, StringNode | LiteralNode) else MISSING


def check_spans(document: Document) -> None:
    """Every node stands inside the one around it, and a string's characters are spelt where it says."""
    for located, outer in nodes_of(document):
        span = located.span
        around = (0, len(document.text)) if outer is None else (outer.span.start, outer.span.end)
        assert around[0] <= span.start <= span.end <= around[1], (located, outer)
        if isinstance(located.node, StringNode):
            check_string(document, located, located.node)
        elif isinstance(located.node, NumberNode):
            assert document.text[span.start : span.end] == located.node.literal
        elif isinstance(located.node, MissingNode):
            assert span.start == span.end


def nodes_of(document: Document) -> Iterator[tuple[Located, Located | None]]:
    """Every node with the one around it, keys included."""
    waiting: list[tuple[Located, Located | None]] = []
    if document.root is not None:
        waiting.append((Located(document.root, 0), None))
    while waiting:
        located, outer = waiting.pop()
        yield located, outer
        node, base = located.node, located.base
        if isinstance(node, ArrayNode):
            items = zip(node.items, node.bases, strict=True)
            waiting += [(Located(item, base + own), located) for item, own in items]
        elif isinstance(node, ObjectNode):
            for member in node.members:
                waiting.append((Located(member.key, base, is_key=True), located))
                waiting.append((Located(member.value, base), located))


def check_string(document: Document, located: Located, node: StringNode) -> None:
    """Its parts are spelt by parts of the source that follow one another."""
    decoded, span, text = node.decoded, located.span, document.text
    at = located.base + decoded.source_start
    for index in range(len(node.value)):
        own = decoded.source_span(index, index + 1)
        start, end = located.base + own.start, located.base + own.end
        assert at == start < end <= span.end, "characters follow one another"
        spelt = text[start:end]
        assert spelt == node.value[index] or spelt.startswith("\\")
        at = end
    assert at + node.closed == span.end
    if document.is_valid:
        assert json.loads(text[span.start : span.end]) == node.value


def check_lines(text: str) -> None:
    """Every position leads back to its offset, but inside a line break, and lines only end where they may."""
    index = LineIndex(text)
    last_line = text.replace("\r\n", "\n").replace("\r", "\n").count("\n")
    assert index.position(len(text), "utf-32")[0] == last_line
    for encoding in ENCODINGS:
        for offset in {0, len(text) // 3, len(text) // 2, len(text)}:
            found = index.offset(*index.position(offset, encoding), encoding)
            assert found == offset or text[offset - 1 : offset + 1] == "\r\n"


def check_edits(document: Document, words: str) -> None:
    """What is put into valid JSON stands there as it was meant, and nothing else changes."""
    value = value_of(document.root)
    for located, _ in list(nodes_of(document))[:6]:
        node = located.node
        if isinstance(node, StringNode) and not located.is_key:
            middle = len(node.value) // 2
            edited = read(apply_edits(document.text, [replace_in_string(document, located, middle, middle, words)]))
            assert edited.is_valid
            assert strings_of(edited).count(joined(node.value[:middle] + words + node.value[middle:])) >= 1
        elif isinstance(node, ArrayNode):
            edited = read(apply_edits(document.text, [append_item(document, located, words)]))
            assert edited.is_valid
            assert joined(words) in strings_of(edited)
        elif isinstance(node, ObjectNode):
            edited = read(apply_edits(document.text, [insert_member(document, located, words, [words])]))
            assert edited.is_valid
            assert joined(words) in strings_of(edited)
    if document.root is not None:
        edited = read(apply_edits(document.text, [replace_value(document, Located(document.root, 0), words)]))
        assert value_of(edited.root) == joined(words)
    assert value_of(read(document.text).root) == value


def strings_of(document: Document) -> list[str]:
    """The decoded value of every string and key."""
    return [located.node.value for located, _ in nodes_of(document) if isinstance(located.node, StringNode)]


def joined(text: str) -> str:
    """A text in which halves of a surrogate pair that come to stand side by side are one character, as in JSON."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")
