"""Reads the project's Markdown as its tests need it: sections, fenced blocks, links and console sessions."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

_FENCE = re.compile(r"^( *)```(\w*)\n(.*?)^\1```$", re.DOTALL | re.MULTILINE)
_FILE_MARK = re.compile(r"<!-- file: (\S+) -->\n+\Z")
_HEADING = re.compile(r"^(#{1,6}) (.+)$", re.MULTILINE)
_LINK = re.compile(r"\]\(([^)\s]+)\)|<img[^>]* src=\"([^\"]+)\"")


@dataclass(frozen=True, slots=True)
class Block:
    """One fenced block."""

    language: str
    text: str
    file: str | None
    """The name in a comment `<!-- file: NAME -->` just before the block."""


@dataclass(frozen=True, slots=True)
class Step:
    """One command of a console session and what it prints."""

    command: str
    output: str
    """A line `…` stands for any number of lines."""


def blocks(markdown: str, language: str = "") -> list[Block]:
    """The fenced blocks, of one language or all, in order; in a list they lose its indentation."""
    found = []
    for match in _FENCE.finditer(markdown):
        mark = _FILE_MARK.search(markdown[: match.start()])
        text = re.sub(rf"^{match[1]}", "", match[3], flags=re.MULTILINE)
        found.append(Block(match[2], text, mark[1] if mark else None))
    return [block for block in found if language in ("", block.language)]


def section(markdown: str, title: str) -> str:
    """What stands under the first heading with this title, deeper headings included; empty when there is none."""
    headings = list(_HEADING.finditer(_without_blocks(markdown)))
    for number, heading in enumerate(headings):
        if heading[2] == title:
            deeper = (one.start() for one in headings[number + 1 :] if len(one[1]) <= len(heading[1]))
            return markdown[heading.end() : next(deeper, len(markdown))]
    return ""


def headings(markdown: str, level: int) -> list[str]:
    """The titles of all headings of a level."""
    return [heading[2] for heading in _HEADING.finditer(_without_blocks(markdown)) if len(heading[1]) == level]


def links(markdown: str) -> list[str]:
    """The targets of all links and pictures outside fenced blocks."""
    return [match[1] or match[2] for match in _LINK.finditer(_without_blocks(markdown))]


def anchors(markdown: str) -> set[str]:
    """The fragments under which the headings can be reached."""
    titles = (heading[2] for heading in _HEADING.finditer(_without_blocks(markdown)))
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def steps(console: str) -> list[Step]:
    """The commands of a console block, each with the lines that follow it."""
    parts = re.split(r"^\$ (.+)\n", console, flags=re.MULTILINE)
    assert not parts[0].strip(), "a console block begins with a command"
    return [Step(command, output) for command, output in zip(parts[1::2], parts[2::2], strict=True)]


def shows(step: Step, printed: str) -> bool:
    """Whether what was printed is what the session shows."""
    lines = step.output.rstrip("\n").split("\n") if step.output.strip() else []
    pattern = "".join(r"(?:.*\n)*" if line == "…" else re.escape(line) + r"\n" for line in lines)
    return re.fullmatch(pattern, printed.rstrip("\n") + "\n" if printed.strip() else "") is not None


def documents(root: Path) -> list[Path]:
    """Every Markdown file that people read, in the checkout's top folder, docs and editors."""
    found = [*root.glob("*.md"), *root.glob("docs/**/*.md"), *root.glob("editors/**/*.md")]
    return sorted(path for path in found if not {"node_modules", "bundled"} & set(path.parts))


def _without_blocks(markdown: str) -> str:
    """The same text, same length, with fenced blocks blanked."""
    return _FENCE.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), markdown)
