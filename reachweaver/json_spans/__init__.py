"""JSON with spans: reads any text, valid or half-typed, and knows where everything stands; knows no campaign."""

from .decoded import DecodedText
from .document import Document, Located, parse_pointer, pointer
from .edits import (
    TextEdit,
    append_item,
    apply_edits,
    insert_in_string,
    insert_member,
    replace_in_string,
    replace_value,
)
from .incremental import Edit, read
from .lines import Encoding, LineIndex
from .nodes import ArrayNode, LiteralNode, Member, MissingNode, Node, NumberNode, ObjectNode, StringNode
from .problems import Problem
from .source import Source
from .span import Path, Span
from .style import PlainValue, Style

__all__ = [
    "ArrayNode",
    "DecodedText",
    "Document",
    "Edit",
    "Encoding",
    "LineIndex",
    "LiteralNode",
    "Located",
    "Member",
    "MissingNode",
    "Node",
    "NumberNode",
    "ObjectNode",
    "Path",
    "PlainValue",
    "Problem",
    "Source",
    "Span",
    "StringNode",
    "Style",
    "TextEdit",
    "append_item",
    "apply_edits",
    "insert_in_string",
    "insert_member",
    "parse_pointer",
    "pointer",
    "read",
    "replace_in_string",
    "replace_value",
]
