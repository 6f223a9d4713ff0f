"""From what was named on the command line to campaign files: files, folders, standard input.

First all of it is listed, by name alone; then each file is read when its turn comes, so that a folder of thousands
needs no more memory than its largest campaign.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import field
from pathlib import Path
from typing import Final, TextIO

from reachweaver.brand import BRAND_KEYS
from reachweaver.commands.documents import load_document, parse_document
from reachweaver.config import BRAND_NAME
from reachweaver.data import dataclass
from reachweaver.errors import CommandError
from reachweaver.files import absolute, read_stream, read_text, reason
from reachweaver.json_spans import Document, ObjectNode
from reachweaver.optout import OPTOUT_KEYS

SUFFIX: Final = ".reachweaver.json"
STDIN_NAME: Final = "<stdin>"

_CAMPAIGN_KEYS: Final = ("variants", "campaign_id", "evidence")
_OTHER_KEYS: Final = (*BRAND_KEYS, *OPTOUT_KEYS)


@dataclass(frozen=True, slots=True)
class Source:
    """A place where a campaign is looked for, not read yet."""

    name: str
    """What outputs and errors call it: the file's path, or `<stdin>`."""
    folder: str | None = None
    """The folder argument under which the file was found; None when it was named itself."""
    text: str | None = None
    """What standard input held; None for a file."""


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
class Listing:
    """What was found, in the order in which it was named, each file once, and what could not be looked at."""

    sources: list[Source] = field(default_factory=list)
    errors: list[CommandError] = field(default_factory=list)
    open_folders: dict[str, None] = field(default_factory=dict)
    """Folder arguments of which no campaign is known yet, in order."""
    _seen: set[str] = field(default_factory=set)

    def add(self, argument: str) -> None:
        """Add what one argument names."""
        try:
            if argument == "-":
                self._add_stdin()
            elif _is_folder(argument):
                self._add_folder(argument)
            elif self._is_new(argument):
                self.sources.append(Source(argument))
        except CommandError as error:
            self.errors.append(error)

    def settle(self, source: Source) -> None:
        """Note that a source is a campaign, or would be one if it could be used."""
        if source.folder is not None:
            self.open_folders.pop(source.folder, None)

    def empty_folders(self) -> Iterator[CommandError]:
        """An error for each folder argument that held no campaign, once every source has been read."""
        for name in self.open_folders:
            yield CommandError(f"no campaign in this folder: no file's name ends in {SUFFIX}", path=name)

    def _add_stdin(self) -> None:
        if "-" not in self._seen:
            self._seen.add("-")
            self.sources.append(Source(STDIN_NAME, text=read_stdin()))

    def _add_folder(self, name: str) -> None:
        found = _candidates(name)
        new = [Source(path, folder=name) for path in found if self._is_new(path)]
        self.sources += new
        if len(new) == len(found):
            self.open_folders[name] = None

    def _is_new(self, path: str) -> bool:
        identity = _real(path)
        is_new = identity not in self._seen
        self._seen.add(identity)
        return is_new


def list_campaigns(arguments: Sequence[str]) -> Listing:
    """Every place that the arguments name, each once; no argument's trouble hides another's campaigns."""
    listing = Listing()
    for argument in arguments:
        listing.add(argument)
    return listing


def read_source(source: Source) -> CampaignFile | None:
    """Read a campaign; None for a file of a folder that is a brand or an opt-out list.

    Raises:
        CommandError: The file cannot be read, or is no JSON object.
    """
    name = Path(source.name).name
    try:
        file = _read(source)
    except CommandError:
        if source.folder is not None and name == BRAND_NAME:
            # Reported once, when the first campaign looks for its brand.
            return None
        raise
    return file if source.folder is None or _is_campaign(file.document, name) else None


def gather_one(argument: str) -> CampaignFile:
    """Read the one campaign that an argument names: a file, or - for standard input.

    Raises:
        CommandError: It is a folder, cannot be read, or is no campaign.
    """
    if _is_folder(argument):
        raise CommandError("one campaign file is needed, but this is a folder", path=argument)
    return _read(Source(STDIN_NAME, text=read_stdin()) if argument == "-" else Source(argument))


def read_argument(argument: str) -> tuple[str, str]:
    """The text that an argument names, a file or - for standard input, and what errors call it.

    Raises:
        CommandError: It cannot be read, holds too much, or is not UTF-8.
    """
    return (read_stdin(), STDIN_NAME) if argument == "-" else (read_text(Path(argument), argument), argument)


def read_stdin() -> str:
    """All of standard input.

    Raises:
        CommandError: It is closed, cannot be read, holds too much, or is not UTF-8.
    """
    # Python sets it to None when the shell closed it (`<&-`), whatever its type says.
    stream: TextIO | None = sys.stdin
    if stream is None:
        raise CommandError("standard input is closed", path=STDIN_NAME)
    binary = getattr(stream, "buffer", None)
    return stream.read() if binary is None else read_stream(binary, STDIN_NAME)


def _read(source: Source) -> CampaignFile:
    if source.text is not None:
        document = parse_document(source.text, source.name)
        return CampaignFile(name=source.name, path=None, folder=absolute(Path()), document=document)
    path = Path(source.name)
    document = load_document(path, source.name)
    where = absolute(path)
    return CampaignFile(name=source.name, path=where, folder=where.parent, document=document)


def _candidates(folder: str) -> list[str]:
    """Files below the folder that are named like campaigns, in the order of their paths."""
    found = []
    for place, folders, files in os.walk(folder, onerror=_refuse):
        folders[:] = [name for name in folders if not name.startswith(".") and name != "node_modules"]
        found += [str(Path(place, name)) for name in files if name.endswith(SUFFIX) and not name.startswith(".")]
    return sorted(found, key=lambda path: Path(path).parts)


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


def _real(path: str) -> str:
    try:
        return os.path.realpath(path)
    except (OSError, ValueError):
        return path
