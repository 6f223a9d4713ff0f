"""SARIF 2.1.0, the format of code scanning: one run with every rule, every file and every finding.

Regions count code points, lines and columns from 1.
"""

from __future__ import annotations

import hashlib
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final
from urllib.parse import quote

from reachweaver import __version__
from reachweaver.codes import BY_CODE, CODES, FindingCode
from reachweaver.config import DEFAULT_LEVELS, Level
from reachweaver.output.checked import CheckedFile, LocatedFinding, Region, located_findings
from reachweaver.output.json_text import array, items, to_item, to_json
from reachweaver.output.visible import visible
from reachweaver.report import Failure, Finding, JsonValue

Json = dict[str, JsonValue]

SCHEMA: Final = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
HOME: Final = "https://github.com/MSKazemi/reachweaver"
ROOT: Final = "%SRCROOT%"

_LONGEST_SNIPPET: Final = 200
"""Code points of source text that a region repeats at most."""

_DEPTH: Final = 3
"""How deep the arrays of files and results stand."""
_UNKNOWN: Final = -1
"""What SARIF itself gives an index that is not known."""

_LEVELS: Final[dict[Level, str]] = {"error": "error", "warning": "warning", "information": "note", "hint": "note"}
_PROBLEM_SEVERITIES: Final = {"error": "error", "warning": "warning", "note": "recommendation"}
_RULE_INDEX: Final = {entry.code: index for index, entry in enumerate(CODES)}


def log(files: Iterable[str], found: Iterable[str], failures: Sequence[Failure]) -> Iterator[str]:
    """The text of a log, in blocks: from the `artifact` of each file and their `numbered` results, in blocks as well."""
    frame = to_json({"$schema": SCHEMA, "version": "2.1.0", "runs": [_run(failures)]})
    before, artifacts, rest = frame.partition('"artifacts": []')
    between, results_, after = rest.partition('"results": []')
    yield before + artifacts.removesuffix("[]")
    yield from array(files, _DEPTH)
    yield between + results_.removesuffix("[]")
    yield from array(found, _DEPTH)
    yield after


def artifact(checked: CheckedFile) -> str:
    """The entry of one campaign's file, an item of the log's first array."""
    return to_item(_artifact(checked))


def results(checked: CheckedFile) -> str:
    """The results of one campaign, items of the log's second array that `numbered` has still to complete."""
    return items(map(to_item, _results(checked)))


def numbered(found: str, index: int) -> str:
    """The same results once it is known which of the log's files is theirs."""
    # Nothing that a campaign says can look like this: quotation marks in it are escaped.
    return found.replace(f'"index": {_UNKNOWN}', f'"index": {index}')


def _run(failures: Sequence[Failure]) -> Json:
    return {
        "tool": {"driver": _driver()},
        "invocations": [_invocation(failures)],
        "originalUriBaseIds": {ROOT: {"description": {"text": "The folder in which the command ran."}}},
        "artifacts": [],  # put in by `log`
        "results": [],
        "columnKind": "unicodeCodePoints",
    }


def _invocation(failures: Sequence[Failure]) -> Json:
    if not failures:
        return {"executionSuccessful": True}
    return {
        "executionSuccessful": False,
        "toolExecutionNotifications": [
            {
                "level": "error",
                "message": {"text": _plain(failure.message)},
                "associatedRule": {"id": failure.code},
            }
            for failure in failures
        ],
    }


def _driver() -> Json:
    return {
        "name": "ReachWeaver",
        "version": __version__,
        "semanticVersion": __version__,
        "informationUri": HOME,
        "rules": [_rule(entry) for entry in CODES],
    }


def _rule(entry: FindingCode) -> Json:
    level = _LEVELS[DEFAULT_LEVELS[entry.severity]]
    return {
        "id": entry.code,
        "name": "".join(word.capitalize() for word in entry.code.split("_")),
        "shortDescription": {"text": f"{entry.title}."},
        "fullDescription": {"text": entry.description},
        "help": {"text": entry.remedy},
        "helpUri": entry.help_uri,
        "defaultConfiguration": {"level": level},
        "properties": {"tags": [entry.severity], "precision": "high", "problem.severity": _PROBLEM_SEVERITIES[level]},
    }


def _artifact(checked: CheckedFile) -> Json:
    return {
        "location": _artifact_location(checked),
        "roles": ["analysisTarget"],
        "mimeType": "application/json",
        "encoding": "UTF-8",
        "properties": {"campaign_id": checked.report.campaign_id, "summary": dict(checked.report.summary())},
    }


def _artifact_location(checked: CheckedFile) -> Json:
    if checked.path is None:
        return {"uri": "stdin", "uriBaseId": ROOT}
    relative = checked.relative
    if relative is None:
        return {"uri": checked.path.as_uri()}
    # Percent-encoded from the bytes of the name, which need not be UTF-8.
    return {"uri": quote(os.fsencode(relative)), "uriBaseId": ROOT}


def _results(checked: CheckedFile) -> Iterator[Json]:
    seen: Counter[str] = Counter()
    for located in located_findings(checked):
        identity = _identity(located)
        seen[identity] += 1
        yield _result(checked, located, f"{identity}\0{seen[identity]}")


def _result(checked: CheckedFile, located: LocatedFinding, identity: str) -> Json:
    finding = located.finding
    fingerprint = hashlib.sha256(identity.encode("utf-8", "surrogatepass")).hexdigest()
    shape: Json = {
        "ruleId": finding.code,
        "level": _LEVELS[checked.levels[finding.severity]],
        "message": {"text": _plain(finding.message)},
        "locations": [_location(checked, located.regions[0])],
        "partialFingerprints": {"reachweaverFinding/v1": fingerprint},
        "properties": _properties(located),
    }
    if finding.code in BY_CODE:
        shape["ruleIndex"] = _RULE_INDEX[finding.code]
    if len(located.regions) > 1:
        shape["relatedLocations"] = [
            {"id": number, "message": {"text": "The span goes on here."}, **_location(checked, region)}
            for number, region in enumerate(located.regions[1:], 1)
        ]
    if finding.reviewed:
        shape["suppressions"] = [{"kind": "inSource", "status": "accepted"}]
    return shape


def _plain(message: str) -> str:
    """A message in which nothing is a link: `[words](address)` is one to whoever shows a log (SARIF, 3.11.6)."""
    return visible(message).replace("](", "] (")


def _location(checked: CheckedFile, region: Region) -> Json:
    shape: Json = {
        "startLine": region.line,
        "startColumn": region.column,
        "endLine": region.end_line,
        "endColumn": region.end_column,
        "charOffset": region.start,
        "charLength": region.end - region.start,
    }
    if 0 < region.end - region.start <= _LONGEST_SNIPPET:
        shape["snippet"] = {"text": checked.text[region.start : region.end]}
    return {
        "physicalLocation": {
            "artifactLocation": {**_artifact_location(checked), "index": _UNKNOWN},
            "region": shape,
        }
    }


def _properties(located: LocatedFinding) -> Json:
    """What the report says of the finding beyond code, severity and message."""
    said = ("code", "severity", "message")
    own: Json = {} if located.variant is None else {"variant_id": located.variant.variant_id}
    shape = located.finding.to_json()
    return {**own, **{key: value for key, value in shape.items() if key not in said and value is not None}}


def _identity(located: LocatedFinding) -> str:
    """What stays the same while the file is edited elsewhere: no line, no offset, no wording of the message."""
    finding: Finding = located.finding
    variant = None if located.variant is None else located.variant.variant_id
    parts = (finding.code, variant, finding.category, finding.scope, finding.span, finding.path)
    return "\0".join("" if part is None else part for part in parts)
