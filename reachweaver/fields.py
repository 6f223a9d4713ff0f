"""Reading typed fields out of a JSON object, collecting every rule of the contract that it breaks.

Takes nodes of `json_spans`, gives plain values and `Breach`es. Nothing here raises on what a file holds. A value
that is still being typed (no value yet, a string without its closing quote) is no breach: the reader of the JSON
text has already said what is wrong with it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Literal

from reachweaver.data import dataclass
from reachweaver.json_spans import (
    ArrayNode,
    Document,
    LiteralNode,
    MissingNode,
    Node,
    NumberNode,
    ObjectNode,
    Path,
    Span,
    StringNode,
)
from reachweaver.values import Rule, nearest, quoted


@dataclass(frozen=True, slots=True)
class Breach:
    """A rule that a file breaks."""

    path: Path
    """From the object that was read to the offending value; a missing field is named as if it were there."""
    message: str
    is_missing: bool = False
    """Whether something required is absent, which a text that is still being typed cannot be blamed for."""
    is_advice: bool = False
    """Whether it breaks no rule but is most likely a slip; in an object it then stands on the key."""


class ObjectReader:
    """Reads the fields of one object; `breaches` grows in reading order."""

    def __init__(self, node: ObjectNode, subject: str) -> None:
        self.node = node
        self.subject = subject
        """Who the messages are about: `Variant "post-1"`, `The campaign`."""
        self.breaches: list[Breach] = []

    def add(self, path: Path, complaint: str, *, is_missing: bool = False) -> None:
        """Note a breach; `complaint` continues the subject and a colon."""
        self.breaches.append(Breach(path, f"{self.subject}: {complaint}", is_missing))

    def advise(self, path: Path, advice: str) -> None:
        """Note what breaks no rule but is most likely a slip; `advice` continues the subject and a colon."""
        self.breaches.append(Breach(path, f"{self.subject}: {advice}", is_advice=True))

    def take_over(self, inner: ObjectReader, path: Path) -> None:
        """Note what `inner` noted; `path` leads from this object to the one that `inner` reads."""
        self.breaches += [replace(breach, path=(*path, *breach.path)) for breach in inner.breaches]

    def note_misspelt_keys(self, known: tuple[str, ...]) -> None:
        """Give advice on each key that is not known but looks like one that is."""
        for key in {member.key.value: None for member in self.node.members}:
            meant = nearest(key, known, cutoff=0.75) if key not in known else None
            if meant is not None:
                self.advise((key,), f"the key {quoted(key)} has no effect. Did you mean {quoted(meant)}?")

    def key(self, name: str, alias: str | None = None) -> str:
        """The key that is written: `name`, or `alias` when only that one is there."""
        if alias is not None and self.node.member(name) is None and self.node.member(alias) is not None:
            return alias
        return name

    def value(self, key: str) -> Node | None:
        """The value of `key` when there is one; the last one wins, as in `json.loads`."""
        node = self.node.get(key)
        return None if isinstance(node, MissingNode) else node

    def require(self, key: str, hint: str) -> None:
        """Note a breach when `key` is not written at all; `hint` says what to add."""
        if self.node.member(key) is None:
            self.add((key,), f'"{key}" is missing. {hint}', is_missing=True)

    def string(self, key: str, rule: Rule | None = None, *, blank: str | None = None) -> str | None:
        """The string at `key`, None when it is absent or of another type.

        Args:
            key: The key to read.
            rule: What a finished string must keep; its complaint becomes a breach, the string is returned all the same.
            blank: When the string must not be blank: the hint that says what to write.
        """
        node = self.value(key)
        if node is None:
            return None
        if not isinstance(node, StringNode):
            self.add((key,), f'"{key}" must be a string, not {kind_of(node)}.')
            return None
        if node.closed:
            self._check_string(key, node.value, rule, blank)
        return node.value

    def required_string(self, key: str, hint: str, rule: Rule | None = None) -> str | None:
        """The string at `key`, which must be there and must not be blank."""
        self.require(key, hint)
        return self.string(key, rule, blank=hint)

    def array(self, key: str, of: str) -> ArrayNode | None:
        """The array at `key`, None when it is absent or of another type; `of` names its items in the plural."""
        node = self.value(key)
        if node is None or isinstance(node, ArrayNode):
            return node
        self.add((key,), f'"{key}" must be an array of {of}, not {kind_of(node)}.')
        return None

    def strings(self, key: str, of: str = "strings") -> tuple[tuple[int, StringNode], ...]:
        """The strings of the array at `key`, each with its index; items of another type are breaches."""
        array = self.array(key, of)
        found: list[tuple[int, StringNode]] = []
        for index, item in enumerate(array.items if array is not None else ()):
            if isinstance(item, StringNode):
                found.append((index, item))
            elif not isinstance(item, MissingNode):
                self.add((key, index), f'item {index + 1} of "{key}" must be a string, not {kind_of(item)}.')
        return tuple(found)

    def _check_string(self, key: str, value: str, rule: Rule | None, blank: str | None) -> None:
        if blank is not None and not value.strip():
            self.add((key,), f'"{key}" is empty. {blank}')
        elif rule is not None:
            complaint = rule(value)
            if complaint is not None:
                self.add((key,), f'"{key}" {complaint}')


def kind_of(node: Node) -> str:
    """What a value is, in words for a message."""
    match node:
        case StringNode():
            return "a string"
        case NumberNode():
            return "a number"
        case ArrayNode():
            return "an array"
        case ObjectNode():
            return "an object"
        case LiteralNode(value=None):
            return "null"
        case LiteralNode(value=value):
            return "true" if value else "false"
    return "nothing"


@dataclass(frozen=True, slots=True)
class FileProblem:
    """Something wrong with a brand or opt-out file, and where."""

    path: Path
    message: str
    span: Span
    """Code points of the file, absolute: the value at the path, the key when it is advice, else what is nearest."""
    severity: Literal["error", "warning"] = "error"


def file_problems(document: Document, breaches: Iterable[Breach]) -> tuple[FileProblem, ...]:
    """Everything that is wrong with a file, in the order of the text: its JSON, duplicate keys, and `breaches`."""
    found = [
        FileProblem(breach.path, breach.message, _span(document, breach), _severity(breach)) for breach in breaches
    ]
    first_error = document.first_error
    found += [
        FileProblem(problem.path, f"{problem.message}.", problem.span)
        for problem in document.problems
        if problem is first_error or problem.kind == "duplicate_key"
    ]
    return tuple(sorted(found, key=lambda problem: problem.span.start))


def _severity(breach: Breach) -> Literal["error", "warning"]:
    return "warning" if breach.is_advice else "error"


def _span(document: Document, breach: Breach) -> Span:
    if breach.is_advice:
        located = document.locate(breach.path[:-1])
        member = located.node.member(str(breach.path[-1])) if located and isinstance(located.node, ObjectNode) else None
        if located is not None and member is not None:
            return Span(located.base + member.key.start, located.base + member.key.end)
    located = document.locate(breach.path)
    return located.span if located is not None else Span(0, 0)
