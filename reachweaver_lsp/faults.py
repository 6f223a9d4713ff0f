"""Faults of ReachWeaver itself: said once in the log, and shown on the first line of the file that met with them.

Takes a report's failures, gives one message for each check that could not finish. The other checks' findings stay.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from weakref import WeakKeyDictionary

from reachweaver.codes import INTERNAL_ERROR, ISSUES
from reachweaver.report import Failure
from reachweaver_lsp.analysis import Analysis
from reachweaver_lsp.documents import TextDocument
from reachweaver_lsp.wording import shortened

logger = logging.getLogger(__name__)

_MOST_CHARACTERS = 300


class FaultLog:
    """Logs each fault once, not at every keystroke: again only after a version without it."""

    def __init__(self) -> None:
        self._known: WeakKeyDictionary[TextDocument, frozenset[tuple[str, str]]] = WeakKeyDictionary()
        self._has_known = False
        """Whether there has been any."""

    def take(self, analysis: Analysis) -> None:
        """Log what is new among the faults that a version met with."""
        if not analysis.failures and not self._has_known:
            return
        document = analysis.document
        found = {(failure.code, failure.place): failure for failure in reversed(analysis.failures)}
        known = self._known.get(document, frozenset())
        for code, place in sorted(found.keys() - known):
            logger.error(
                "%s, version %s: %s failed: %s (%s)",
                document.uri,
                document.version,
                _subject(code),
                found[code, place].message,
                place,
                exc_info=analysis.error,
            )
        if found or known:
            self._has_known = True
            self._known[document] = frozenset(found)


def fault_messages(failures: Iterable[Failure]) -> Iterator[str]:
    """One message for each check that could not finish, however many variants it was about."""
    first: dict[str, Failure] = {}
    for failure in failures:
        first.setdefault(failure.code, failure)
    for code, failure in first.items():
        where = f"{shortened(failure.message, _MOST_CHARACTERS)} ({failure.place})"
        yield (
            f"{_subject(code).capitalize()} could not finish, so findings may be missing. This is a fault of"
            f" ReachWeaver, not of your text. Please report it at {ISSUES} with these words: {where}"
        )


def _subject(code: str) -> str:
    return "the check of this file" if code == INTERNAL_ERROR else f"the check {code}"
