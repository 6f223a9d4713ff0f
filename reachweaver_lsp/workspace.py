"""What holds for a document beside its text: the settings, the project's file, the brand and the opt-out list.

Takes documents, gives `Rules`. Nothing here is remembered that could go stale: `rules_for` looks again each time, and
gives equal rules as long as nothing has changed.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from reachweaver.brand import Brand
from reachweaver.claims import DEFAULT_DUPLICATE_THRESHOLD
from reachweaver.config import (
    BRAND_NAME,
    CONFIG_NAME,
    DEFAULT_OPTOUT,
    Config,
    Level,
    find_brand,
    find_config,
)
from reachweaver.data import dataclass
from reachweaver.files import absolute
from reachweaver.history import HistoryOptions
from reachweaver.json_spans import Document, ObjectNode
from reachweaver.optout import OptOut
from reachweaver.report import Severity
from reachweaver_lsp.disk import Disk, DiskFile, Stamp, stamp_of
from reachweaver_lsp.documents import Documents, TextDocument
from reachweaver_lsp.histories import Histories, HistoryLink, files_of
from reachweaver_lsp.patterns import matches
from reachweaver_lsp.project_files import ProjectFiles
from reachweaver_lsp.receipts import ReceiptLink, Receipts
from reachweaver_lsp.rule_files import AnyRuleFile, RuleFile, RuleFiles
from reachweaver_lsp.settings import SECTION, Settings, read_settings
from reachweaver_lsp.uris import key_of, name_of, path_of, uri_of

Found = TypeVar("Found", Brand, OptOut)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """Everything beside its text that a document's findings, and how they look, depend on."""

    settings: Settings
    brand: RuleFile[Brand] | None
    optout: RuleFile[OptOut] | None
    duplicate_threshold: float
    levels: Mapping[Severity, Level]
    history: HistoryLink | None
    receipts: ReceiptLink | None
    """The receipts beside it; None for a document that is no file."""

    @property
    def files(self) -> tuple[AnyRuleFile, ...]:
        """The brand and the opt-out file, as far as there are any."""
        found: tuple[AnyRuleFile | None, ...] = self.brand, self.optout
        return tuple(file for file in found if file is not None)


class Workspace:
    """The folders and settings of a session, and the files that set rules in them."""

    def __init__(
        self, documents: Documents, complain: Callable[[str], None], histories: Histories, receipts: Receipts
    ) -> None:
        self._disk = Disk()
        self._histories = histories
        self._receipts = receipts
        self._documents = documents
        self._complain = complain
        self._complaints: set[str] = set()
        self._former_complaints: set[str] = set()
        self._has_looked = False
        """Whether anybody has read the settings since they were last taken in."""
        self.expects_settings = False
        """Whether the client's are on their way; what is wrong meanwhile may be mended by them."""
        self._initial: object = None
        self._pushed: object = None
        self._answered: dict[str | None, object] = {}
        self._folders: dict[str, Path] = {}
        self._project_files = ProjectFiles(self._disk)
        self._rule_files = RuleFiles(documents, self._disk)
        self._watched: dict[Path, Stamp | None] = {}

    @property
    def folders(self) -> tuple[str, ...]:
        """The URIs of the folders, as the client spells them."""
        return tuple(self._folders)

    def add_folder(self, uri: str) -> None:
        """Take a folder in; one that is no folder of this machine is ignored."""
        path = path_of(uri)
        if path is not None:
            self._folders[uri] = absolute(path)

    def remove_folder(self, uri: str) -> None:
        """Leave a folder out."""
        for known in [known for known in self._folders if key_of(known) == key_of(uri)]:
            del self._folders[known]

    def holds(self, path: Path) -> bool:
        """Whether a file is in one of the folders."""
        return self._folder_uri(path) is not None

    def configure(
        self, *, initial: object = None, pushed: object = None, answered: Mapping[str | None, object] | None = None
    ) -> None:
        """Take settings in; a source that is left out keeps what it said before.

        Args:
            initial: What came with `initialize`.
            pushed: What `didChangeConfiguration` brought.
            answered: Answers to `workspace/configuration`, by the folder's URI; None for no folder.
        """
        self._initial = self._initial if initial is None else initial
        self._pushed = self._pushed if pushed is None else pushed
        self._answered.update(answered or {})
        # What was wrong and still is, is not worth a second message; what is wrong again is.
        if self._has_looked:
            self._former_complaints, self._complaints, self._has_looked = self._complaints, set(), False

    def settings_for(self, path: Path | None) -> Settings:
        """The settings in force for a file, or for a document that is none."""
        uri = self._folder_uri(path)
        layers = [self._initial, self._pushed, self._answered.get(None), self._answered.get(uri) if uri else None]
        settings, bad = read_settings(layers)
        self._has_looked = True
        self._report(setting.message for setting in bad)
        return settings

    def is_ours(self, document: TextDocument) -> bool:
        """Whether a document is one of those to check: by its name, or, where it is no file, by what it holds."""
        if document.uri.startswith("untitled:"):
            return True
        if document.path is None and _names_variants(document.tree):
            return True
        return self._has_our_name(document.uri, document.path)

    def names_campaign(self, path: Path) -> bool:
        """Whether a file is one of those to check, by its name."""
        return path.name != BRAND_NAME and self._has_our_name(uri_of(path), path)

    def _has_our_name(self, uri: str, path: Path | None) -> bool:
        patterns = self.settings_for(path).files
        names = [name_of(uri)]
        folder = self._folder_of(path)
        if folder is not None and path is not None:
            names.append(path.relative_to(folder).as_posix())
        return any(matches(name, patterns) for name in names)

    def rules_for(self, document: TextDocument) -> Rules:
        """The rules in force for a document."""
        settings = self.settings_for(document.path)
        place = document.path.parent if document.path is not None else None
        base = self._folder_of(document.path) or place or next(iter(self._folders.values()), None)
        config = self._config(place)
        return Rules(
            settings=settings,
            brand=self._brand(settings, config, place, base),
            optout=self._optout(settings, config, base),
            duplicate_threshold=_first(
                settings.duplicate_threshold, config.duplicate_threshold, DEFAULT_DUPLICATE_THRESHOLD
            ),
            levels={**config.levels, **settings.levels},
            history=self._history(settings, config, base),
            receipts=self._receipts_of(document),
        )

    def read_again(self, file: AnyRuleFile) -> AnyRuleFile | None:
        """A brand or an opt-out file as it stands now; None when it is gone."""
        return self._rule_files.optout(file.path) if file.is_optout else self._rule_files.brand(file.path)

    def rules_by_folder(self) -> Callable[[TextDocument], Rules]:
        """`rules_for`, for one look at many documents: it looks once for all that stand in one folder."""
        known: dict[Path | None, Rules] = {}

        def rules_for(document: TextDocument) -> Rules:
            place = document.path.parent if document.path is not None else None
            if place not in known:
                known[place] = self.rules_for(document)
            return replace(known[place], receipts=self._receipts_of(document))

        return rules_for

    def _receipts_of(self, document: TextDocument) -> ReceiptLink | None:
        return self._receipts.link(document.path) if document.path is not None else None

    def file_at(self, path: Path) -> DiskFile | None:
        """A file as it is on disk, if it is there, to be watched from now on."""
        self._watch(path)
        return self._disk.read(path)

    def has_changed_on_disk(self) -> bool:
        """Whether a file that anything rests on was changed, created or deleted since the last time."""
        now = {path: stamp_of(path) for path in self._watched}
        changed = now != self._watched
        self._watched = now
        # All of them are asked, for each forgets what it says.
        readers = (self._project_files, self._histories, self._receipts)
        return any([reader.have_to_be_read_again() for reader in readers] + [changed])

    def _watch(self, path: Path) -> None:
        """Have `has_changed_on_disk` look at a file as well."""
        if path not in self._watched:
            self._watched[path] = stamp_of(path)

    def _config(self, place: Path | None) -> Config:
        if place is None:
            return Config()
        for folder in (place, *place.parents):
            self._watch(folder / CONFIG_NAME)
        path = find_config(place)
        if path is None:
            return Config()
        config, complaints = self._project_files.read(path)
        self._forget_complaints(f"{path}:", complaints)
        self._report(complaints)
        return config

    def _brand(
        self, settings: Settings, config: Config, place: Path | None, base: Path | None
    ) -> RuleFile[Brand] | None:
        read = self._rule_files.brand
        named = self._file_of_setting("brand", settings.brand, base, read)
        named = named or self._file_named("brand", config.brand, read)
        if named is not None or place is None:
            return named
        for folder in (place, *place.parents):
            self._watch(folder / BRAND_NAME)
        unsaved = frozenset(document.path for document in self._documents if document.is_open and document.path)
        path = find_brand(place, unsaved)
        return read(path) if path is not None else None

    def _optout(self, settings: Settings, config: Config, base: Path | None) -> RuleFile[OptOut] | None:
        read = self._rule_files.optout
        variable = os.environ.get("REACHWEAVER_OPTOUT")
        named = (
            self._file_of_setting("optout", settings.optout, base, read)
            or self._file_named("REACHWEAVER_OPTOUT", absolute(Path(variable)) if variable else None, read)
            or self._file_named("optout", config.optout, read)
        )
        usual = config.folder or base
        if named is not None or usual is None:
            return named
        self._watch(usual / DEFAULT_OPTOUT)
        return read(usual / DEFAULT_OPTOUT)

    def _history(self, settings: Settings, config: Config, base: Path | None) -> HistoryLink | None:
        db = absolute((base or Path()) / settings.history_db) if settings.history_db else config.history.db
        if db is None:
            return None
        for file in files_of(db):
            self._watch(file)
        default, configured = HistoryOptions(), config.history
        options = HistoryOptions(
            days=settings.history_days or configured.days or default.days,
            window_days=configured.window_days or default.window_days,
            max_posts=configured.max_posts or default.max_posts,
        )
        return self._histories.link(db, options)

    def _file_of_setting(
        self, name: str, value: str | None, base: Path | None, read: Callable[[Path], RuleFile[Found] | None]
    ) -> RuleFile[Found] | None:
        """The file that a setting of the editor names, relative to the folder."""
        if value is None:
            return None
        return self._file_named(f"{SECTION}.{name}", absolute((base or Path()) / value), read)

    def _file_named(
        self, name: str, path: Path | None, read: Callable[[Path], RuleFile[Found] | None]
    ) -> RuleFile[Found] | None:
        """The file at a path that somebody named; one that is not there is complained about and counts as not named."""
        if path is None:
            return None
        path = absolute(path)
        self._watch(path)
        file = read(path)
        complaints = [f"{name} names a file that is not there: {path}. The default is used."]
        if file is None:
            self._report(complaints)
        else:
            self._forget_complaints(complaints[0])
        return file

    def _folder_uri(self, path: Path | None) -> str | None:
        """The innermost folder that holds a file."""
        if path is None:
            return None
        holding = [uri for uri, folder in self._folders.items() if path.is_relative_to(folder)]
        return max(holding, key=lambda uri: len(self._folders[uri].parts), default=None)

    def _folder_of(self, path: Path | None) -> Path | None:
        uri = self._folder_uri(path)
        return self._folders[uri] if uri is not None else None

    def _report(self, messages: Iterable[str]) -> None:
        """Complain once about each thing that is wrong."""
        for message in () if self.expects_settings else messages:
            if message not in self._complaints:
                self._complaints.add(message)
                if message not in self._former_complaints:
                    self._complain(message)

    def _forget_complaints(self, start: str, still: Collection[str] = ()) -> None:
        """Of the complaints that start so, keep those that still hold: the others are made again if need be."""
        for known in (self._complaints, self._former_complaints):
            known -= {message for message in known if message.startswith(start) and message not in still}


def _names_variants(tree: Document) -> bool:
    return isinstance(tree.root, ObjectNode) and tree.root.member("variants") is not None


def _first(*values: float | None) -> float:
    return next(value for value in values if value is not None)
