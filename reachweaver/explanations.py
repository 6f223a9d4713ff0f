"""The page that explains each finding: the same text on the command line, in the documentation and behind a link.

Takes a finding's code, gives its page in Markdown.
"""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path


def page_of(code: str) -> str:
    """The page about a known finding code, to the byte as it stands under `docs/findings/`."""
    return _folder().joinpath(f"{code}.md").read_bytes().decode("utf-8")


def _folder() -> Traversable:
    # A wheel holds the pages beside the code (pyproject.toml puts them there), a checkout where people read them.
    packed = files(__package__) / "findings"
    return packed if packed.is_dir() else Path(__file__).parent.parent / "docs" / "findings"
