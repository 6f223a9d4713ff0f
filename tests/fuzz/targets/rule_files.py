"""The files beside campaigns: whatever they hold, what is right is kept, and what is wrong stands in the text.

Texts: the project file (TOML), a brand, an opt-out list, a signal, a robots.txt.
"""

from __future__ import annotations

import json
from pathlib import Path

from reachweaver.brand import read_brand
from reachweaver.config import read_config
from reachweaver.fields import FileProblem
from reachweaver.json_spans import Document, read
from reachweaver.lookup.robots import read_robots
from reachweaver.optout import read_optout
from reachweaver.signals import read_signal, skeleton_of
from tests.fuzz.campaigns import campaign_of
from tests.fuzz.reading import texts_of

FOLDER = Path("/w")


def check(data: bytes) -> None:
    """Everything that holds for each of the files."""
    settings, brand, optout, signal, robots = texts_of(data, 5)
    check_config(settings)
    document = read(brand)
    check_problems(document, read_brand(document).problems)
    document = read(optout)
    check_problems(document, read_optout(document).problems)
    document = read(signal)
    check_signal(document)
    rules = read_robots(robots)
    assert isinstance(rules.allows("/" + "a/b" * 40 + "?c=d"), bool)


def check_config(text: str) -> None:
    """Settings lead to paths below the folder that they are relative to, or where they say; a problem names its place."""
    config, problems = read_config(text, FOLDER)
    for path in (config.brand, config.optout, config.history.db):
        assert path is None or path.is_absolute()
    assert config.duplicate_threshold is None or 0 <= config.duplicate_threshold <= 1
    for problem in problems:
        assert problem.message
        assert problem.line is None or 1 <= problem.line <= text.count("\n") + 1


def check_signal(document: Document) -> None:
    """A signal that is one makes a campaign without anything wrong."""
    file = read_signal(document)
    check_problems(document, file.problems)
    if file.signal is not None:
        campaign = campaign_of(json.dumps(skeleton_of(file.signal)))
        assert not campaign.breaches
        assert not campaign.variant_breaches


def check_problems(document: Document, problems: tuple[FileProblem, ...]) -> None:
    """Each has its words and stands in the text."""
    for problem in problems:
        assert problem.message
        assert 0 <= problem.span.start <= problem.span.end <= len(document.text)
