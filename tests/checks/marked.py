"""Bodies for the tests of checks: what a check should report stands between ⟦ and ⟧."""

from __future__ import annotations

from collections.abc import Sequence

from reachweaver.brand import AppliedRules
from reachweaver.checks.context import Check, CheckContext, EvidencePool, EvidenceText
from reachweaver.optout import OptOut
from reachweaver.report import Finding, Grounded
from reachweaver.text.prose import Prose


def unmarked(text: str) -> tuple[str, list[tuple[str, int, int]]]:
    """A body without its marks, and (text, start, end) of each marked part in order."""
    body, spans = "", []
    for part in text.split("⟦"):
        inside, closed, after = part.rpartition("⟧")
        if closed:
            spans.append((inside, len(body), len(body) + len(inside)))
        body += inside + after
    return body, spans


def context(
    body: str, *, cited: Sequence[str] = (), uncited: Sequence[str] = (), releases: Sequence[str] = ()
) -> CheckContext:
    """A variant whose cited evidence is c1, c2, … and whose uncited evidence is u1, u2, …; `releases` names releases."""
    items = _evidence("c", cited, releases)
    return CheckContext(
        body=Prose(body),
        cited=items,
        declared=EvidencePool((*items, *_evidence("u", uncited, releases))),
        rules=AppliedRules(),
        optout=OptOut(),
    )


def _evidence(letter: str, texts: Sequence[str], releases: Sequence[str]) -> tuple[EvidenceText, ...]:
    ids = [f"{letter}{number}" for number in range(1, len(texts) + 1)]
    return tuple(
        EvidenceText(name, (text,), is_release=name in releases) for name, text in zip(ids, texts, strict=True)
    )


def findings(check: Check, body: str, *, cited: Sequence[str] = (), uncited: Sequence[str] = ()) -> list[Finding]:
    """The findings of a check, in text order."""
    found = [one for one in check(context(body, cited=cited, uncited=uncited)) if isinstance(one, Finding)]
    return sorted(found, key=Finding.sort_key)


def grounded(check: Check, body: str, *, cited: Sequence[str] = (), uncited: Sequence[str] = ()) -> list[Grounded]:
    """The grounded entries of a check, in text order."""
    found = [one for one in check(context(body, cited=cited, uncited=uncited)) if isinstance(one, Grounded)]
    return sorted(found, key=Grounded.sort_key)


def assert_finds(check: Check, marked: str, *, cited: Sequence[str] = ()) -> None:
    """A check reports exactly the marked parts of a body, as findings."""
    body, spans = unmarked(marked)
    found = findings(check, body, cited=cited)
    assert [(one.span, one.start, one.end) for one in found] == spans
    assert grounded(check, body, cited=cited) == []


def assert_grounds(check: Check, marked: str, *, cited: Sequence[str]) -> None:
    """A check reports exactly the marked parts of a body, as grounded."""
    body, spans = unmarked(marked)
    assert [(one.span, one.start, one.end) for one in grounded(check, body, cited=cited)] == spans
    assert findings(check, body, cited=cited) == []
