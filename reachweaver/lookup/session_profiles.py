"""Session profiles: what lets a person read pages behind a login, one small file each (specification, *Parameters*).

Takes a name, gives headers for the hosts that the profile names. A profile is a JSON object `{"hosts": ["…"],
"headers": {…}, "cookies": {…}}` in a file that only its owner can read; its values are in no message and no repr.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Mapping
from dataclasses import field
from pathlib import Path
from typing import Final

import regex

from reachweaver.data import dataclass
from reachweaver.errors import CommandError
from reachweaver.files import read_text
from reachweaver.lookup.failures import LookUpError
from reachweaver.lookup.folders import settings_folder

VARIABLE: Final = "REACHWEAVER_PROFILES_ROOT"

_NAME: Final = regex.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}")
_HEADER: Final = regex.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}")
_COOKIE: Final = regex.compile(r"[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]{0,4096}+")
_VALUE: Final = regex.compile(r"[\x20-\x7e]{0,8192}+")
_OWN_HEADERS_NAMES: Final = (
    "host connection content-length transfer-encoding accept-encoding te upgrade trailer expect cookie"
)
_OWN_HEADERS: Final = frozenset(_OWN_HEADERS_NAMES.split())
"""Headers that a profile may not set: the fetch sets them itself, and cookies have a place of their own."""
_KEYS: Final = frozenset(("hosts", "headers", "cookies"))


@dataclass(frozen=True, slots=True)
class SessionProfile:
    """What is sent to which hosts."""

    name: str
    hosts: frozenset[str]
    """In lower case; exactly these, not their subdomains."""
    headers: tuple[tuple[str, str], ...] = field(repr=False)

    def headers_for(self, host: str) -> tuple[tuple[str, str], ...]:
        """The headers for a host; none for one that the profile does not name."""
        return self.headers if host.lower().rstrip(".") in self.hosts else ()


def profiles_folder(environment: Mapping[str, str]) -> Path:
    """Where profiles are looked for: `REACHWEAVER_PROFILES_ROOT`, else a folder among the person's settings.

    Raises:
        LookUpError: There is no home folder (`session_profile_not_found`).
    """
    named = environment.get(VARIABLE)
    try:
        return Path(named).expanduser() if named else settings_folder(environment) / "profiles"
    except RuntimeError:
        raise LookUpError(
            "session_profile_not_found", f"There is no home folder; name a folder in {VARIABLE}."
        ) from None


def load_profile(name: str, folder: Path) -> SessionProfile:
    """The profile of a name.

    Raises:
        LookUpError: There is none (`session_profile_not_found`), or it cannot be used (`invalid_session_profile`).
    """
    if _NAME.fullmatch(name) is None:
        raise _invalid(name, "a profile's name is made of letters, digits, dots, hyphens and underscores")
    path = folder / f"{name}.json"
    if not path.is_file():
        raise LookUpError("session_profile_not_found", f"There is no session profile {name} (looked for {path}).")
    if os.name != "nt" and stat.S_IMODE(path.stat().st_mode) & 0o077:
        raise _invalid(name, f"other users of this machine can read it; chmod 600 {path}")
    try:
        return _profile(name, json.loads(read_text(path)))
    except (ValueError, RecursionError):
        # Without the cause, which might quote the text.
        raise _invalid(name, "it is no valid JSON") from None
    except CommandError as error:
        raise _invalid(name, error.message) from None


def _profile(name: str, value: object) -> SessionProfile:
    if not isinstance(value, dict) or not set(value) <= _KEYS:
        raise _invalid(name, 'it must be an object with "hosts", "headers" and "cookies"')
    hosts = value.get("hosts")
    if not isinstance(hosts, list) or not hosts or not all(isinstance(host, str) and host for host in hosts):
        raise _invalid(name, '"hosts" must name the hosts that may get its headers and cookies')
    headers = _texts(name, value, "headers")
    cookies = _texts(name, value, "cookies")
    for header, text in headers:
        if _HEADER.fullmatch(header) is None or header.lower() in _OWN_HEADERS or _VALUE.fullmatch(text) is None:
            raise _invalid(name, "one of its headers cannot be sent")
    if not all(_HEADER.fullmatch(cookie) and _COOKIE.fullmatch(text) for cookie, text in cookies):
        raise _invalid(name, "one of its cookies cannot be sent")
    if cookies:
        headers = (*headers, ("Cookie", "; ".join(f"{cookie}={text}" for cookie, text in cookies)))
    return SessionProfile(name, frozenset(host.lower().rstrip(".") for host in hosts), headers)


def _texts(name: str, value: Mapping[str, object], key: str) -> tuple[tuple[str, str], ...]:
    found = value.get(key, {})
    if not isinstance(found, dict) or not all(isinstance(text, str) for text in found.values()):
        raise _invalid(name, f'"{key}" must be an object whose values are strings')
    return tuple(found.items())


def _invalid(name: str, why: str) -> LookUpError:
    return LookUpError("invalid_session_profile", f"The session profile {name[:64]!a} cannot be used: {why}.")
