from __future__ import annotations

import pytest

from reachweaver.output.explanation import render
from reachweaver.output.terminal import TerminalStyle

PLAIN = TerminalStyle()

PAGE = """\
# a_code

**Error.** Something is in none
of the evidence.

## What it means

See [the
files](../campaign-file.md) and [the rules](https://example.org/rules).
<!-- file: hidden.json -->

- `one`: first
  and more.
- two

```json
{
  "a": "**not strong**"

}
```
| a | b |
|---|---|
"""


def test_a_page_is_laid_out_for_reading() -> None:
    """Headings stand at the margin, text is wrapped anew, links are their text, examples keep their lines."""
    assert render(PAGE, PLAIN) == (
        "a_code\n"
        "\n"
        "  Error. Something is in none of the evidence.\n"
        "\n"
        "What it means\n"
        "\n"
        "  See the files and the rules (https://example.org/rules).\n"
        "\n"
        "  - `one`: first and more.\n"
        "  - two\n"
        "\n"
        "    {\n"
        '      "a": "**not strong**"\n'
        "\n"
        "    }\n"
        "\n"
        "  | a | b |\n"
        "  |---|---|\n"
    )


def test_colours_take_the_place_of_marks() -> None:
    """On a terminal with colours headings and strong words are bold, and code is coloured instead of quoted."""
    shown = render("# a_code\n\n**Error.** A `word` here.\n", TerminalStyle(colour=True))
    assert shown == "\x1b[1ma_code\x1b[0m\n\n  \x1b[1mError.\x1b[0m A \x1b[36mword\x1b[0m here.\n"


@pytest.mark.parametrize(("width", "longest"), [(200, 88), (100, 88), (40, 40), (5, 20)])
def test_text_is_as_wide_as_the_terminal_allows(width: int, longest: int) -> None:
    """Text fills the terminal's width, within what is comfortable to read."""
    shown = render("word " * 100 + "\n", TerminalStyle(width=width))
    assert longest - len("word ") < max(map(len, shown.splitlines())) <= longest
