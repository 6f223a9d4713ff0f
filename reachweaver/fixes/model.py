"""A quick fix as data: what it is called and which edits it makes."""

from __future__ import annotations

from reachweaver.data import dataclass
from reachweaver.json_spans import TextEdit


@dataclass(frozen=True, slots=True)
class Fix:
    """One way to answer a finding."""

    title: str
    """What it does, for a menu: `Cite evidence "release-020"`."""
    edits: tuple[TextEdit, ...]
    """Edits of the campaign file, in the order of the text, none touching another; the file stays valid JSON."""
    preferred: bool = False
    """Whether it is the one that people mean when they ask for the fix; at most one for a finding."""
