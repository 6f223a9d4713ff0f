r"""How a JSON file is written, so that what is added to it looks as if its author had written it.

Escapes (`é` or `\u00e9`), indentation, line ends, the white space about colons and commas, one line or several for
arrays and objects: all of it is read off the file, and values are written in it.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TypeAlias, TypeVar
from weakref import WeakKeyDictionary

from reachweaver.data import dataclass

from .document import Document
from .escapes import ESCAPE
from .habits import escape_habits, layout_of, newline_of

PlainValue: TypeAlias = str | int | float | bool | Sequence["PlainValue"] | Mapping[str, "PlainValue"] | None
"""A value to be written, as plain objects of Python."""
Vote = TypeVar("Vote")

_NEVER_RAW = re.compile("[\u2028\u2029\ud800-\udfff]")
"""What many a tool stumbles over (two line separators) or no file can hold (surrogates)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """The habits of one file; the defaults are those of a file that shows none."""

    escapes_non_ascii: bool = False
    r"""Whether characters beyond ASCII are written as `\u` escapes: the file has such escapes and no such character."""
    upper_case_escapes: bool = False
    escapes_slashes: bool = False
    newline: str = "\n"
    indent: str = "  "
    """What one level of nesting adds at the start of a line."""
    colon: str = ": "
    """A key's colon with the white space about it."""
    gap: str = " "
    """What stands behind a comma within a line."""
    array_padding: str = ""
    """What stands inside the brackets of an array on one line."""
    object_padding: str = ""
    multi_line_arrays: bool = False
    """Whether arrays of plain values stand on several lines (any arrays, when the file has none of plain values)."""
    multi_line_objects: bool = True
    """Whether objects stand on several lines."""

    @staticmethod
    def of(document: Document) -> Style:
        """The style of a file; remembered as long as the document is."""
        style = _STYLES.get(document)
        if style is None:
            style = _STYLES[document] = _read_off(document)
        return style

    def string(self, text: str) -> str:
        """What spells `text` between two quotes, whatever characters it has."""
        source = json.dumps(text, ensure_ascii=self.escapes_non_ascii)[1:-1]
        if not self.escapes_non_ascii:
            source = _NEVER_RAW.sub(lambda match: f"\\u{ord(match[0]):04x}", source)
        if self.upper_case_escapes or self.escapes_slashes:
            source = ESCAPE.sub(self._dressed, source)
            if self.escapes_slashes:
                source = source.replace("/", "\\/")
        return source

    def value(self, value: PlainValue, indentation: str | None) -> str:
        """A value as the file would have it; raises ValueError on NaN and infinities.

        `indentation` is that of the line on which the value starts; None keeps everything on that line.
        """
        if isinstance(value, str):
            return f'"{self.string(value)}"'
        if not isinstance(value, Mapping | Sequence):
            return json.dumps(value, allow_nan=False)
        inner = indentation if self._is_wide(value) else None
        deeper = None if inner is None else inner + self.indent
        if isinstance(value, Mapping):
            members = [f'"{self.string(key)}"{self.colon}{self.value(item, deeper)}' for key, item in value.items()]
            return self._bracketed("{}", members, inner, self.object_padding)
        return self._bracketed("[]", [self.value(item, deeper) for item in value], inner, self.array_padding)

    def around(self, content: str, indentation: str) -> str:
        """Something on lines of its own between two brackets, the closing one on a line with this indentation."""
        return f"{self.newline}{indentation}{self.indent}{content}{self.newline}{indentation}"

    def _is_wide(self, value: Mapping[str, PlainValue] | Sequence[PlainValue]) -> bool:
        """Whether an object or array stands on several lines; an array of objects is written like an object."""
        if isinstance(value, Mapping) or any(isinstance(item, Mapping) for item in value):
            return self.multi_line_objects
        return self.multi_line_arrays

    def _bracketed(self, brackets: str, parts: list[str], indentation: str | None, padding: str) -> str:
        if not parts:
            return brackets
        if indentation is None:
            separator = "," + self.gap
            return f"{brackets[0]}{padding}{separator.join(parts)}{padding}{brackets[1]}"
        content = f",{self.newline}{indentation}{self.indent}".join(parts)
        return f"{brackets[0]}{self.around(content, indentation)}{brackets[1]}"

    def _dressed(self, match: re.Match[str]) -> str:
        escape = match[0]
        upper = self.upper_case_escapes and escape[1] == "u"
        return re.sub("[a-f]", lambda digit: digit[0].upper(), escape) if upper else escape


_STYLES: WeakKeyDictionary[Document, Style] = WeakKeyDictionary()
"""Styles of documents still in use."""


def _read_off(document: Document) -> Style:
    escapes = escape_habits(document.text)
    layout = layout_of(document)
    return Style(
        escapes_non_ascii=escapes.escapes_non_ascii,
        upper_case_escapes=escapes.upper_case,
        escapes_slashes=escapes.escapes_slashes,
        newline=newline_of(document.text),
        indent=_most(layout.indents, "  "),
        colon=_most(layout.colons, ": "),
        gap=_most(layout.gaps, _most(layout.colons, ": ").partition(":")[2]),
        array_padding=_most(layout.array_paddings, ""),
        object_padding=_most(layout.object_paddings, ""),
        multi_line_arrays=_most(layout.plain_arrays or layout.other_arrays, default=False),
        multi_line_objects=_most(layout.objects or layout.root, default=True),
    )


def _most(votes: Counter[Vote], default: Vote) -> Vote:
    return votes.most_common(1)[0][0] if votes else default
