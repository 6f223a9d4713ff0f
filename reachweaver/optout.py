"""The opt-out list (contract, section 3): handles and domains that a text must not @-mention.

Takes a JSON document, gives an `OptOut` and everything that is wrong with the file.
"""

from __future__ import annotations

from reachweaver.data import dataclass
from reachweaver.fields import Breach, FileProblem, ObjectReader, file_problems, kind_of
from reachweaver.json_spans import ArrayNode, Document, MissingNode, Node, ObjectNode, StringNode
from reachweaver.text.prose import Prose, fold_phrase
from reachweaver.values import quoted

OPTOUT_KEYS = ("handles", "domains")
"""The keys of an opt-out file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OptOut:
    """A list of handles and domains, as written in the file (order kept)."""

    handles: tuple[str, ...] = ()
    domains: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class OptOutFile:
    """An opt-out file that was read."""

    optout: OptOut = OptOut()
    problems: tuple[FileProblem, ...] = ()
    """In the order of the text; one of severity error makes the file unfit for a command."""


def read_optout(document: Document) -> OptOutFile:
    """The opt-out list that a document holds: an object, or a plain array of strings. Never raises."""
    root = document.root
    if isinstance(root, ObjectNode):
        return _read_object(document, root)
    if isinstance(root, ArrayNode):
        return _read_array(document, root)
    breaches = [Breach((), f"An opt-out file must hold an object or an array, not {kind_of(root)}.")] if root else []
    return OptOutFile(problems=file_problems(document, breaches))


def _read_object(document: Document, root: ObjectNode) -> OptOutFile:
    reader = ObjectReader(root, "The opt-out list")
    optout = OptOut(handles=_read_list(reader, "handles"), domains=_read_list(reader, "domains"))
    reader.note_misspelt_keys(OPTOUT_KEYS)
    return OptOutFile(optout=optout, problems=file_problems(document, reader.breaches))


def _read_list(reader: ObjectReader, key: str) -> tuple[str, ...]:
    entries: list[str] = []
    for index, node in reader.strings(key):
        complaint = _complaint(node.value)
        if complaint is None:
            entries.append(node.value)
            if key == "handles" and node.closed and not _can_be_mentioned(node.value):
                advice = f'item {index + 1} of "handles" can never be found: {quoted(node.value)} is no handle.'
                reader.advise((key, index), advice)
        elif node.closed:
            reader.add((key, index), f'item {index + 1} of "{key}" {complaint}')
    return tuple(entries)


def _can_be_mentioned(handle: str) -> bool:
    """Whether an @-mention of the handle is read as one."""
    name = Prose(handle.lstrip("@")).plain.text.strip(" ")
    return [(found.start, found.end) for found in Prose(f"@{name}").addresses.mentions] == [(0, len(name) + 1)]


def _read_array(document: Document, root: ArrayNode) -> OptOutFile:
    breaches: list[Breach] = []
    handles: list[str] = []
    domains: list[str] = []
    for index, node in enumerate(root.items):
        complaint = _item_complaint(node)
        if complaint is not None:
            breaches.append(Breach((index,), f"The opt-out list: item {index + 1} {complaint}"))
        elif isinstance(node, StringNode) and _complaint(node.value) is None:
            (domains if "." in node.value and "@" not in node.value else handles).append(node.value)
    return OptOutFile(
        optout=OptOut(handles=tuple(handles), domains=tuple(domains)), problems=file_problems(document, breaches)
    )


def _item_complaint(node: Node) -> str | None:
    if isinstance(node, StringNode):
        return _complaint(node.value) if node.closed else None
    return None if isinstance(node, MissingNode) else f"must be a string, not {kind_of(node)}."


def _complaint(entry: str) -> str | None:
    name = fold_phrase(entry)
    if not name.strip("@. "):
        return "is empty. Write a handle or a domain, or remove it."
    if " " in name or "/" in name:
        return 'must be a handle such as "@name" or a domain such as "example.org", without spaces or slashes.'
    return None
