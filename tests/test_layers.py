"""Imports go one way only: each part of the engine may import what the table gives it, and nothing else."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "reachweaver"

ENGINE = frozenset(
    {"json_spans", "text", "numbers", "report", "codes", "values", "platforms", "fields", "campaign", "brand", "optout"}
    | {"checks", "counting", "grounding", "reviewed", "claims", "lengths", "locate", "fixes", "passages"}
    | {"preview", "landing", "pages", "signals", "sequences"}
)
"""Parts that read no file, clock, locale or environment: text in, data out."""

MAY_IMPORT: dict[str, frozenset[str]] = {
    "json_spans": frozenset({"sequences"}),
    "text": frozenset(),
    "numbers": frozenset({"text"}),
    "report": frozenset(),
    "sequences": frozenset(),
    "codes": frozenset({"report"}),
    "values": frozenset({"text"}),
    "platforms": frozenset(),
    "counting": frozenset({"platforms", "text"}),
    "fields": frozenset({"json_spans", "values"}),
    "campaign": frozenset({"json_spans", "fields", "platforms", "sequences", "values"}),
    "brand": frozenset({"json_spans", "fields", "platforms", "text", "values"}),
    "optout": frozenset({"json_spans", "fields", "text", "values"}),
    "checks": frozenset(
        {"brand", "counting", "numbers", "optout", "platforms", "report", "sequences", "text", "values"}
    ),
    "grounding": ENGINE - {"preview", "claims", "landing", "lengths", "locate", "fixes", "reviewed", "grounding"},
    "reviewed": ENGINE - {"preview", "claims", "landing", "lengths", "locate", "fixes", "grounding", "checks"},
    "claims": ENGINE - {"preview", "claims", "landing", "lengths", "locate", "fixes"},
    "pages": frozenset(),
    "signals": frozenset({"campaign", "fields", "json_spans", "numbers", "report", "text", "values"}),
    "landing": frozenset({"brand", "campaign", "checks", "claims", "report", "reviewed", "text", "values"}),
    "lengths": frozenset({"campaign", "checks", "claims", "report", "sequences"}),
    "preview": frozenset({"campaign", "counting", "passages", "platforms", "report", "text"}),
    "locate": frozenset({"campaign", "json_spans", "report"}),
    "fixes": ENGINE - {"preview", "landing", "pages", "passages"},
    "passages": frozenset({"campaign", "checks", "numbers", "report", "text"}),
    "schemas": frozenset(),
    "data": frozenset(),
    "errors": frozenset(),
    "excerpts": frozenset({"campaign", "claims", "grounding", "json_spans", "lookup", "report", "values"}),
    "receipt_store": frozenset({"errors", "excerpts", "file_names", "files", "lookup", "output", "writing"}),
    "files": frozenset({"errors"}),
    "writing": frozenset({"errors", "files"}),
    "file_names": frozenset(),
    "config": frozenset({"files", "report"}),
    "storage": frozenset({"errors", "files"}),
    "history": frozenset({"campaign", "claims", "report", "storage", "text", "values"}),
    "explanations": frozenset(),
    "output": frozenset(
        {"", "campaign", "codes", "config", "counting", "json_spans", "locate", "passages", "platforms"}
    )
    | {"preview", "report", "text", "values"},
    "staging": frozenset({"errors", "files", "storage", "values", "writing"}),
    "clearance": frozenset({"campaign", "report"}),
    "export": frozenset({"campaign", "output", "report", "values"}),
    "lookup": frozenset({"", "errors", "files", "numbers", "pages", "text", "values", "writing"}),
    "commands": ENGINE
    | {
        "",
        "config",
        "errors",
        "excerpts",
        "explanations",
        "clearance",
        "export",
        "file_names",
        "files",
        "history",
        "lookup",
        "output",
        "receipt_store",
        "storage",
        "staging",
        "writing",
    },
    "compiled": frozenset({"writing"}),
    "compiled_patterns": frozenset({"compiled", "text"}),
    "cli": frozenset({"", "commands", "compiled_patterns", "errors"}),
    "__main__": frozenset({"cli"}),
    "": frozenset(),
}
"""What each part may import beside itself and `data`, with which classes are made; the empty name is the package's own `__init__`."""

OUTSIDE_PACKAGES = {"regex"}
"""The one dependency."""
OPTIONAL_PACKAGES = {
    "commands.completion": {"shtab"},
    "commands.mcp_tools": {"anyio", "mcp", "pydantic"},
    "lookup.signatures": {"cryptography"},
    "lookup.connections": {"httpcore"},
    "lookup.fetch": {"certifi", "httpcore", "httpx"},
    "lookup.html_tree": {"selectolax"},
    "lookup.browser": {"playwright"},
    "lookup.browser_look": {"playwright"},
    "lookup.browser_visit": {"playwright"},
}
"""What a module uses if it is there, and says how to install if not."""
ONLINE = {"lookup.fetch", "lookup.connections", "lookup.browser", "lookup.browser_visit"}
"""The modules that open URLs and connections, or drive a browser that opens none, and only when a person asks for it."""

LANGUAGE_SERVER = {"reachweaver_lsp", "pygls", "lsprotocol"}
NETWORK = {
    *(
        "socket",
        "ssl",
        "socketserver",
        "select",
        "selectors",
        "asyncio",
        "http",
        "urllib.request",
        "urllib.robotparser",
    ),
    *("ftplib", "smtplib", "poplib", "imaplib", "telnetlib", "xmlrpc", "requests", "httpx", "httpcore", "aiohttp"),
    "urllib3",
}
WORLD = {
    *("os", "sys", "io", "pathlib", "shutil", "tempfile", "glob", "fileinput", "subprocess", "sqlite3", "logging"),
    *("time", "random", "secrets", "uuid", "locale", "gettext", "getpass", "platform", "threading", "multiprocessing"),
}
"""Modules through which files, clocks, locales, environments and chance come in."""
WORLDLY_FUNCTIONS = {"open", "print", "input"}
WORLDLY_METHODS = {"now", "today", "utcnow"}

MODULES = sorted(PACKAGE.rglob("*.py"))


def part_of(module: str) -> str:
    """The part of the package that a dotted name below `reachweaver` belongs to."""
    return module.partition(".")[0]


def name_of(path: Path) -> str:
    """The dotted name of a module below `reachweaver`, empty for the package itself."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports_of(path: Path) -> Iterator[str]:
    """The absolute dotted names that a module imports, wherever in it."""
    package = ["reachweaver", *path.relative_to(PACKAGE).parent.parts]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            # `from reachweaver import brand` imports a module, `from reachweaver import __version__` a name.
            yield from (f"{module}.{alias.name}" if module == "reachweaver" else module for alias in node.names)


def reachweaver_part(imported: str) -> str | None:
    """The part of `reachweaver` that an import reaches; None for an import from elsewhere."""
    if imported != "reachweaver" and not imported.startswith("reachweaver."):
        return None
    below = imported.removeprefix("reachweaver").removeprefix(".")
    return "" if below.startswith("__") else part_of(below)


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_a_module_imports_only_what_stands_below_it(path: Path) -> None:
    """Every import inside the package is one that the table allows."""
    own = part_of(name_of(path))
    reached = {part for part in map(reachweaver_part, imports_of(path)) if part is not None}
    assert reached - {own, "data"} <= MAY_IMPORT[own]


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_a_module_needs_one_package_at_most(path: Path) -> None:
    """Outside the standard library there is one dependency; nothing imports a language server or a network library."""
    imported = set(imports_of(path))
    elsewhere = {part_of(name) for name in imported if reachweaver_part(name) is None}
    assert elsewhere - sys.stdlib_module_names <= OUTSIDE_PACKAGES | OPTIONAL_PACKAGES.get(name_of(path), set())
    assert not elsewhere & LANGUAGE_SERVER
    assert name_of(path) in ONLINE or not (imported | elsewhere) & NETWORK


@pytest.mark.parametrize("path", [path for path in MODULES if part_of(name_of(path)) in ENGINE], ids=name_of)
def test_the_engine_reads_text_and_nothing_else(path: Path) -> None:
    """No module of the engine imports or calls what reads a file, a clock, a locale or the environment, or prints."""
    assert not {part_of(name) for name in imports_of(path)} & WORLD
    calls = [node.func for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]
    names = {function.id for function in calls if isinstance(function, ast.Name)}
    methods = {function.attr for function in calls if isinstance(function, ast.Attribute)}
    assert not names & WORLDLY_FUNCTIONS
    assert not methods & WORLDLY_METHODS


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_only_one_module_writes_to_the_standard_streams(path: Path) -> None:
    """Everything that is printed goes through the one module that knows about encodings and closed pipes."""
    if name_of(path) == "commands.console":
        return
    tree = ast.parse(path.read_text(encoding="utf-8"))
    calls = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
    assert "print" not in {function.id for function in calls if isinstance(function, ast.Name)}
    streams = {node.value for node in ast.walk(tree) if isinstance(node, ast.Attribute) and node.attr == "write"}
    assert not [
        stream for stream in streams if isinstance(stream, ast.Attribute) and stream.attr in ("stdout", "stderr")
    ]


def test_the_table_names_every_part() -> None:
    """Every module and package below `reachweaver` is in the table, and every name in the table is one of them."""
    parts = {part_of(name_of(path)) for path in MODULES}
    assert parts == set(MAY_IMPORT)


def test_the_command_line_starts_without_the_language_server() -> None:
    """Importing the command line loads neither the server nor what it needs."""
    code = f"import sys, reachweaver.cli; print(sorted(set({sorted(LANGUAGE_SERVER)}) & set(sys.modules)))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"


def test_a_receipt_is_checked_without_a_network() -> None:
    """Importing the command line loads no package of the look-up; checking a signature loads none but cryptography."""
    code = (
        "import sys, reachweaver.cli, reachweaver.lookup.verification;"
        " print({'cryptography', 'httpx', 'socket'} & set(sys.modules));"
        " import reachweaver.lookup.signatures; print({'httpx', 'http.client', 'ssl'} & set(sys.modules))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "set()\nset()\n"


def test_the_documents_table_is_in_order() -> None:
    """ARCHITECTURE.md names every part, and nothing imports what stands below it there."""
    rows = re.findall(
        r"^\| (`reachweaver/[^|]*)\|", (PACKAGE.parent / "ARCHITECTURE.md").read_text("utf-8"), re.MULTILINE
    )
    ranks = {
        name.removeprefix("reachweaver/").removesuffix("/").removesuffix(".py"): rank
        for rank, row in enumerate(rows)
        for name in re.findall(r"`([^`]+)`", row)
    }
    assert ranks.keys() == MAY_IMPORT.keys() - {"", "__main__"}
    wrong = [
        (name_of(path), part)
        for path in MODULES
        for part in map(reachweaver_part, imports_of(path))
        if part and ranks[part] > ranks.get(part_of(name_of(path)), len(rows))
    ]
    assert wrong == []
