"""This machine's own signing key: one file, which nobody else may read, made when it is first needed.

Takes environment variables, gives keys. The file stands in the folder that `REACHWEAVER_KEYS_ROOT` names, else in one
of the person's own data folder, and the private key never leaves it.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from reachweaver.data import dataclass
from reachweaver.errors import CommandError
from reachweaver.files import read_bytes, reason
from reachweaver.lookup.folders import data_folder
from reachweaver.lookup.signatures import (
    InvalidKeyError,
    PublicKey,
    SigningKey,
    new_signing_key,
    private_pem,
    read_public_key,
    read_signing_key,
)
from reachweaver.writing import remove_leftovers, write_whole

VARIABLE: Final = "REACHWEAVER_KEYS_ROOT"
NAME: Final = "receipt-key.pem"


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnKey:
    """The key of this machine."""

    key: SigningKey
    path: Path
    is_new: bool
    """Whether it was made just now."""
    warning: str | None
    """Why the key may not be this person's alone; None when all is well."""


def own_key(environment: Mapping[str, str]) -> OwnKey | None:
    """The key of this machine; None when it has none yet.

    Raises:
        CommandError: The file cannot be read or is no such key.
    """
    path = key_path(environment)
    return _load(path, is_new=False) if os.path.lexists(path) else None


def own_key_or_new(environment: Mapping[str, str]) -> OwnKey:
    """The key of this machine, made now if there is none; of several processes at once, all get the same one.

    Raises:
        CommandError: The file cannot be read, is no such key, or cannot be made.
    """
    path = key_path(environment)
    is_new = False
    if not os.path.lexists(path):
        try:
            is_new = _create(path)
        except OSError as error:
            raise CommandError(f"cannot make the key: {reason(error)}", path=str(path)) from error
    own = _load(path, is_new=is_new)
    # A killed run may have left a private key.
    remove_leftovers(path.parent)
    return own


def load_public_key(path: Path) -> PublicKey:
    """The public key in a PEM file.

    Raises:
        CommandError: The file cannot be read or holds no such key.
    """
    try:
        return read_public_key(read_bytes(path, str(path)))
    except InvalidKeyError as error:
        raise CommandError(str(error), path=str(path)) from error


def key_path(environment: Mapping[str, str]) -> Path:
    """Where the private key is, or would be made.

    Raises:
        CommandError: No folder is named, and there is no home folder.
    """
    named = environment.get(VARIABLE)
    try:
        return (Path(named) if named else data_folder(environment) / "keys") / NAME
    except RuntimeError as error:
        raise CommandError(f"there is no home folder for the key; name a folder in {VARIABLE}") from error


def _load(path: Path, *, is_new: bool) -> OwnKey:
    try:
        key = read_signing_key(read_bytes(path, str(path)))
    except InvalidKeyError as error:
        raise CommandError(str(error), path=str(path)) from error
    return OwnKey(key=key, path=path, is_new=is_new, warning=_exposure(path))


def _exposure(path: Path) -> str | None:
    if os.name == "nt" or not stat.S_IMODE(path.stat().st_mode) & 0o077:
        return None
    return f"{path}: other users of this machine can read this private key; chmod 600 makes it yours alone"


def _create(path: Path) -> bool:
    """Make a key and its file; False when another process was quicker and its key is the one to use."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        write_whole(path, private_pem(new_signing_key()), is_private=True)
    except FileExistsError:
        return False
    return True
