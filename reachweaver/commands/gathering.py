"""From what was named on the command line to campaign files that were read: files, folders, standard input."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TextIO

from reachweaver.commands.documents import load_document, parse_document
from reachweaver.config import BRAND_NAME
from reachweaver.errors import CommandError
from reachweaver.files import absolute, read_stream, reason
from reachweaver.json_spans import Document, ObjectNode

SUFFIX: Final = ".reachweaver.json"
STDIN_NAME: Final = "<stdin>"

_CAMPAIGN_KEYS: Final = ("variants", "campaign_id", "evidence")
_OTHER_KEYS: Final = (
    "brand_id",
    "name",
    "banned_phrases",
    "required_disclosure",
    "max_hashtags",
    "accounts",
    "handles",
    "domains",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class CampaignFile:
    """A file to check as a campaign, valid JSON already."""

    name: str
    """What outputs and errors call it."""
    path: Path | None
    """Absolute; None for standard input."""
    folder: Path
    """Absolute; where the search for settings and brand begins."""
    document: Document


@dataclass(slots=True)
class Gathering:
    """What was found, in the order in which it was named, and what could not be read."""

    files: list[CampaignFile] = field(default_factory=list)
    errors: list[CommandError] = field(default_factory=list)
    _seen: set[str] = field(default_factory=set)

    def add(self, argument: str) -> None:
        """Add what one argument names."""
        try:
            if argument == "-":
                self._add_stdin()
            elif _is_folder(argument):
                self._add_folder(argument)
            else:
                self._add_file(Path(argument), argument)
        except CommandError as error:
            self.errors.append(error)

    def _add_stdin(self) -> None:
        if self._is_new("-"):
            document = parse_document(_read_stdin(), STDIN_NAME)
            self.files.append(CampaignFile(name=STDIN_NAME, path=None, folder=absolute(Path()), document=document))

    def _add_file(self, path: Path, name: str) -> None:
        if self._is_new(path):
            self._append(path, name, load_document(path, name))

    def _add_folder(self, name: str) -> None:
        found = 0
        for path in _candidates(Path(name)):
            try:
                found += self._add_candidate(path)
            except CommandError as error:
                self.errors.append(error)
                found += 1
        if not found:
            raise CommandError(f"no campaign in this folder: no file's name ends in {SUFFIX}", path=name)

    def _add_candidate(self, path: Path) -> bool:
        """Add a file of a folder if it is a campaign, and say whether it is one."""
        if not self._is_new(path):
            return True
        try:
            document = load_document(path, str(path))
        except CommandError:
            if path.name == BRAND_NAME:
                # Reported once, when the first campaign looks for its brand.
                return False
            raise
        if not _is_campaign(document, path.name):
            return False
        self._append(path, str(path), document)
        return True

    def _append(self, path: Path, name: str, document: Document) -> None:
        where = absolute(path)
        self.files.append(CampaignFile(name=name, path=where, folder=where.parent, document=document))

    def _is_new(self, path: Path | str) -> bool:
        identity = _real(path) if isinstance(path, Path) else path
        is_new = identity not in self._seen
        self._seen.add(identity)
        return is_new


def gather(arguments: Sequence[str]) -> Gathering:
    """Read every campaign that the arguments name, each once; no argument's trouble hides another's campaigns."""
    gathering = Gathering()
    for argument in arguments:
        gathering.add(argument)
    return gathering


def gather_one(argument: str) -> CampaignFile:
    """Read the one campaign that an argument names: a file, or - for standard input.

    Raises:
        CommandError: It is a folder, cannot be read, or is no campaign.
    """
    if _is_folder(argument):
        raise CommandError("one campaign file is needed, but this is a folder", path=argument)
    gathering = gather([argument])
    for error in gathering.errors:
        raise error
    return gathering.files[0]


def _read_stdin() -> str:
    # Python sets it to None when the shell closed it (`<&-`), whatever its type says.
    stream: TextIO | None = sys.stdin
    if stream is None:
        raise CommandError("standard input is closed", path=STDIN_NAME)
    binary = getattr(stream, "buffer", None)
    return stream.read() if binary is None else read_stream(binary, STDIN_NAME)


def _candidates(folder: Path) -> Iterator[Path]:
    """Files below the folder that are named like campaigns, in the order of their paths."""
    found = []
    for place, folders, files in os.walk(folder, onerror=_refuse):
        folders[:] = [name for name in folders if not name.startswith(".") and name != "node_modules"]
        found += [Path(place, name) for name in files if name.endswith(SUFFIX) and not name.startswith(".")]
    yield from sorted(found, key=lambda path: path.parts)


def _refuse(error: OSError) -> None:
    raise CommandError(f"cannot read the folder: {reason(error)}", path=str(error.filename)) from error


def _is_campaign(document: Document, name: str) -> bool:
    """Whether a file of a folder is to be checked: anything but a brand or an opt-out list."""
    root = document.root
    if not isinstance(root, ObjectNode) or any(root.member(key) for key in _CAMPAIGN_KEYS):
        return True
    return name != BRAND_NAME and not any(root.member(key) for key in _OTHER_KEYS)


def _is_folder(argument: str) -> bool:
    try:
        # An empty name would be the current folder, which nobody means by it.
        return bool(argument) and Path(argument).is_dir()
    except (OSError, ValueError):
        # Reading it as a file says what is wrong with it.
        return False


def _real(path: Path) -> str:
    try:
        return os.path.realpath(path)
    except (OSError, ValueError):
        return str(path)
