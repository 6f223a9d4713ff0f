"""Checking gathered campaigns, each with the settings, the brand and the opt-out list that hold where it stands."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Final, TypeVar

from reachweaver.brand import Brand, read_brand
from reachweaver.campaign import Campaign, read_campaign
from reachweaver.claims import DEFAULT_DUPLICATE_THRESHOLD, NOTHING_MORE, MoreFindings, check_campaign
from reachweaver.commands.console import write_error, write_warning
from reachweaver.commands.documents import error_at, parse_json
from reachweaver.commands.gathering import CampaignFile, gather_one
from reachweaver.commands.reporting import fault_lines
from reachweaver.config import DEFAULT_OPTOUT, Config, find_brand, find_config, read_config
from reachweaver.data import dataclass
from reachweaver.errors import CommandError
from reachweaver.excerpts import ExcerptCheck, check_excerpts, has_receipts
from reachweaver.fields import FileProblem
from reachweaver.files import absolute, exists, read_text
from reachweaver.json_spans import Document
from reachweaver.optout import OptOut, read_optout
from reachweaver.output.checked import CheckedFile
from reachweaver.receipt_store import folder_of, read_receipt_file
from reachweaver.report import JsonValue

Value = TypeVar("Value")

_MOST_KEPT: Final = 64
"""How many brands, opt-out lists and configurations are kept at a time."""


@dataclass(frozen=True, slots=True)
class Overrides:
    """What the flags say; None where they say nothing."""

    brand: Path | None = None
    optout: Path | None = None
    duplicate_threshold: float | None = None

    @classmethod
    def from_options(cls, options: argparse.Namespace) -> Overrides:
        """The flags of `add_rules`."""
        return cls(options.brand, options.optout, options.duplicate_threshold)


@dataclass(frozen=True, slots=True)
class Further:
    """What a command's own checks add to a report."""

    findings: MoreFindings = NOTHING_MORE
    history: Mapping[str, JsonValue] | None = None
    """The report's `history`, for a command that looked at one."""


FurtherChecks = Callable[[Campaign, Config], Further]
"""Checks that not every command runs, given a campaign and the settings that hold for it."""


def check_one(options: argparse.Namespace, further_checks: FurtherChecks) -> CheckedFile:
    """The campaign that `--file` names, checked; a check that could not finish is an error on standard error.

    Args:
        options: The flags of `add_campaign` and `add_rules`.
        further_checks: What the command checks beside what `claims-check` does.

    Raises:
        CommandError: A file cannot be used.
    """
    checker = Checker(Overrides.from_options(options), os.environ, further_checks)
    checked = checker.check(gather_one(options.file))
    for fault in fault_lines(checked.name, checked.report.failures):
        write_error(fault)
    return checked


def nothing_further(_campaign: Campaign, _config: Config) -> Further:
    """The checks of `claims-check` alone."""
    return Further()


class Checker:
    """Checks campaigns under a set of flags; every file beside them is read once."""

    def __init__(
        self,
        overrides: Overrides,
        environment: Mapping[str, str],
        further_checks: FurtherChecks = nothing_further,
        *,
        warn: Callable[[str], None] = write_warning,
    ) -> None:
        self._overrides = overrides
        self._environment = environment
        self._further_checks = further_checks
        self._warn = warn
        self._here = absolute(Path())
        self._configs: dict[Path, Config] = {}
        self._brands: dict[Path, Brand] = {}
        self._optouts: dict[Path, OptOut] = {}

    def check(self, file: CampaignFile) -> CheckedFile:
        """One campaign with its report.

        Raises:
            CommandError: Its settings, brand or opt-out list cannot be used.
        """
        config = self._config_for(file.folder)
        campaign = read_campaign(file.document)
        further = self._further_checks(campaign, config)
        excerpts = _excerpts(campaign, file)
        report = check_campaign(
            campaign,
            brand=self._brand_for(file.folder, config),
            optout=self._optout_for(config),
            duplicate_threshold=_first(
                self._overrides.duplicate_threshold, config.duplicate_threshold, DEFAULT_DUPLICATE_THRESHOLD
            ),
            more=further.findings.joined(excerpts.more),
        )
        return CheckedFile(
            name=file.name,
            path=file.path,
            base=self._here,
            campaign=campaign,
            report=replace(report, history=further.history, receipts=excerpts.receipts),
            levels=config.levels,
        )

    def _config_for(self, folder: Path) -> Config:
        path = find_config(folder)
        return Config() if path is None else _cached(self._configs, path, self._load_config)

    def _brand_for(self, folder: Path, config: Config) -> Brand | None:
        path = self._overrides.brand or config.brand or find_brand(folder)
        return None if path is None else _cached(self._brands, path, self._load_brand)

    def _optout_for(self, config: Config) -> OptOut:
        variable = self._environment.get("REACHWEAVER_OPTOUT")
        named = self._overrides.optout or (Path(variable) if variable else None) or config.optout
        if named is not None:
            return _cached(self._optouts, named, self._load_optout)
        # Nobody named this one, so it may be absent.
        usual = (config.folder or self._here) / DEFAULT_OPTOUT
        return _cached(self._optouts, usual, self._load_optout) if exists(usual) else OptOut()

    def _load_config(self, path: Path) -> Config:
        config, problems = read_config(read_text(path, shown(path)), path.parent)
        for problem in problems:
            error = CommandError(problem.message, path=shown(path), line=problem.line, column=problem.column)
            if problem.kind == "error":
                raise error
            self._warn(str(error))
        return config

    def _load_brand(self, path: Path) -> Brand:
        document = _load_json(path)
        file = read_brand(document)
        self._refuse_broken(document, file.problems, path)
        return file.brand

    def _load_optout(self, path: Path) -> OptOut:
        document = _load_json(path)
        file = read_optout(document)
        self._refuse_broken(document, file.problems, path)
        return file.optout

    def _refuse_broken(self, document: Document, problems: Sequence[FileProblem], path: Path) -> None:
        """Advice is passed on; the first thing that is wrong is raised."""
        for problem in problems:
            error = error_at(document, problem.span, problem.message, shown(path))
            if problem.severity == "error":
                raise error
            self._warn(str(error))


def _excerpts(campaign: Campaign, file: CampaignFile) -> ExcerptCheck:
    """What the receipts beside a campaign show; standard input has nothing beside it."""
    if file.path is None or not has_receipts(campaign):
        return ExcerptCheck()
    return check_excerpts(campaign, cache(partial(read_receipt_file, folder_of(file.path))))


def _load_json(path: Path) -> Document:
    return parse_json(read_text(path, shown(path)), shown(path))


def shown(path: Path) -> str:
    """A path as errors name it: from the current folder when it lies below it."""
    try:
        return str(path.relative_to(absolute(Path())))
    except ValueError:
        return str(path)


def _cached(cache: dict[Path, Value], path: Path, load: Callable[[Path], Value]) -> Value:
    if path not in cache:
        if len(cache) == _MOST_KEPT:
            cache.clear()  # files come folder by folder, so what was kept first is hardly needed again
        cache[path] = load(path)
    return cache[path]


def _first(*values: float | None) -> float:
    return next(value for value in values if value is not None)
