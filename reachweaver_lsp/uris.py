"""Document URIs and the files that they name.

Only a `file:` URI names a file; every other one (`untitled:`, `vscode-vfs:`, `inmemory:`) is a name and nothing more.
"""

from __future__ import annotations

import os
import re
from functools import lru_cache
from pathlib import Path
from urllib.parse import quote, unquote_to_bytes

_FILE_URI = re.compile(r"file:(?://([^/]*))?(/.*)?", re.IGNORECASE | re.DOTALL)
_DRIVE = re.compile(r"/([A-Za-z]):(?=/|$)")


def path_of(uri: str) -> Path | None:
    """The file that a URI names, as it is spelt (no link is resolved); None when it names no file of this machine."""
    match = _FILE_URI.fullmatch(uri)
    if match is None or not match[2]:
        return None
    host = (match[1] or "").lower()
    path = _decoded(match[2])
    if not can_name_a_file(path):
        return None
    if host not in ("", "localhost"):
        return Path(f"//{host}{path}") if os.name == "nt" else None
    return Path(_without_slash_before_drive(path)) if os.name == "nt" else Path(path)


def uri_of(path: Path) -> str:
    """The URI of an absolute path, as VS Code spells it: a drive's letter small, its colon escaped."""
    text = path.as_posix()
    if text.startswith("//"):
        host, _, rest = text[2:].partition("/")
        return f"file://{host}/{_quoted(rest)}"
    absolute = text if text.startswith("/") else f"/{text}"
    return f"file://{_quoted(_with_small_drive(absolute))}"


def can_name_a_file(name: str) -> bool:
    """Whether the system takes a name at all: no NUL in it, and no half of a surrogate pair."""
    try:
        return b"\0" not in os.fsencode(name)
    except UnicodeEncodeError:
        return False


@lru_cache(maxsize=1024)
def key_of(uri: str) -> str:
    """What the spellings of one document's URI have in common (`%20`, `C:` and `c%3A`); links are not resolved."""
    match = _FILE_URI.fullmatch(uri)
    if match is None or not match[2]:
        return uri
    path = _decoded(match[2])
    return f"file://{(match[1] or '').lower()}{_with_small_drive(path)}"


def name_of(uri: str) -> str:
    """The path part of any URI, decoded, for comparing with file patterns; slashes forward, none in front."""
    path = re.sub(r"^[A-Za-z][A-Za-z0-9+.-]*:(?://[^/]*)?", "", uri)
    return _decoded(path).replace("\\", "/").lstrip("/")


def _decoded(path: str) -> str:
    return os.fsdecode(unquote_to_bytes(path.encode(errors="replace")))


def _quoted(path: str) -> str:
    return quote(os.fsencode(path), safe="/")


def _with_small_drive(path: str) -> str:
    return _DRIVE.sub(lambda match: f"/{match[1].lower()}:", path, count=1) if _DRIVE.match(path) else path


def _without_slash_before_drive(path: str) -> str:
    return path[1:] if _DRIVE.match(path) else path
