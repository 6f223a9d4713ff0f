"""JSON with spans: reads any text, valid or half-typed, and knows where everything stands; knows no campaign."""

from .decoded import DecodedText
from .document import Document, Located, parse_pointer, pointer
from .incremental import Edit, read
from .lines import LineIndex
from .nodes import ArrayNode, LiteralNode, Member, MissingNode, Node, NumberNode, ObjectNode, StringNode
from .problems import Problem
from .span import Path, Span

__all__ = [
    "ArrayNode",
    "DecodedText",
    "Document",
    "Edit",
    "LineIndex",
    "LiteralNode",
    "Located",
    "Member",
    "MissingNode",
    "Node",
    "NumberNode",
    "ObjectNode",
    "Path",
    "Problem",
    "Span",
    "StringNode",
    "parse_pointer",
    "pointer",
    "read",
]
