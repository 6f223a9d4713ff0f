"""Make docs/images/neovim.svg: Neovim as `make nvim` starts it, in a terminal, with the cursor on a finding.

Needs tmux and the extras `nvim` and `picture`. The picture is what the terminal shows, nothing is drawn by hand.
"""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import neovim
from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

ROOT = Path(__file__).resolve().parent.parent
PICTURE = ROOT / "docs" / "images" / "neovim.svg"
COLUMNS, LINES = 118, 32
PATIENCE = 60.0

# Underlines lose their colour in the picture, and those of grounded words would pass for findings.
GROUNDED_PLAIN = 'lua vim.api.nvim_set_hl(0, "@lsp.mod.grounded", {})'

# Neovim's own dark colours, for the cells to which it gives none.
THEME = TerminalTheme((20, 22, 27), (224, 226, 234), [(20, 22, 27)] * 8, [(224, 226, 234)] * 8)


class Terminal:
    """A tmux session of its own server: keys go in, the screen comes out."""

    def __init__(self, command: str) -> None:
        size = ("-x", str(COLUMNS), "-y", str(LINES))
        self._tmux("-f", "/dev/null", "new-session", "-d", *size, "-c", str(ROOT), command)
        self._tmux("set", "status", "off")

    def type(self, *keys: str) -> None:
        """Press keys, by tmux's names for them."""
        self._tmux("send-keys", *keys)

    def screen(self) -> str:
        """What stands on the screen, with escape sequences for colours."""
        return self._tmux("capture-pane", "-e", "-p")

    def wait(self, what: str, holds: Callable[[str], bool]) -> str:
        """The first screen for which the condition holds and that is still the same a little later."""
        deadline, before = time.monotonic() + PATIENCE, ""
        while time.monotonic() < deadline:
            now = self.screen()
            if now == before and holds(plain(now)):
                return now
            before = now
            time.sleep(0.3)
        raise TimeoutError(f"{what} did not appear in:\n{plain(before)}")

    def close(self) -> None:
        """End the session and its tmux server."""
        self._tmux("kill-server")

    @staticmethod
    def _tmux(*arguments: str) -> str:
        command = ["tmux", "-L", "reachweaver-screenshot", *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def plain(screen: str) -> str:
    """The screen's characters alone."""
    return re.sub(r"\x1b\[[0-9;:]*m", "", screen)


def simplified(screen: str) -> str:
    """The screen with its curly underlines made straight and their colours dropped, which the renderer does not know."""
    return re.sub(r"\x1b\[58[:;][0-9:;]*m|\x1b\[59m", "", re.sub(r"\x1b\[4:[1-5]m", "\x1b[4m", screen))


def picture(screen: str, title: str) -> str:
    """The screen as SVG, with the viewer's own monospaced font."""
    console = Console(record=True, width=COLUMNS, file=StringIO(), force_terminal=True, color_system="truecolor")
    console.print(Text.from_ansi(simplified(screen).rstrip("\n")), no_wrap=True, overflow="crop")
    svg = console.export_svg(title=title, theme=THEME, unique_id="neovim")
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
    return svg.replace("Fira Code", "ui-monospace, SFMono-Regular, Menlo, Consolas, DejaVu Sans Mono")


def main() -> None:
    """Start Neovim on the example, wait for the findings, show a hover, and write the picture."""
    path = neovim.find()
    if path is None:
        sys.exit("no Neovim 0.11 or newer found")
    programs = Path(sys.executable).parent
    terminal = Terminal(
        f"env PATH='{programs}':\"$PATH\" COLORTERM=truecolor '{path}' -n -i NONE -u editors/nvim/demo.lua"
        f" -c '{GROUNDED_PLAIN}' examples/campaign.reachweaver.json"
    )
    try:
        terminal.wait("a finding", lambda text: "unsupported_number:" in text)
        terminal.type("K")
        screen = terminal.wait("what is known about it", lambda text: "╭" in text)
    finally:
        terminal.close()
    PICTURE.write_text(picture(screen, "nvim examples/campaign.reachweaver.json"), encoding="utf-8")
    print(PICTURE.relative_to(ROOT))


if __name__ == "__main__":
    main()
