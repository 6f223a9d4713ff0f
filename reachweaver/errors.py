"""The one error of the command line: it cannot do its work, and says why in one line."""

from __future__ import annotations


class CommandError(Exception):
    """A command cannot do its work (contract, section 4): exit status 2 and one line on standard error.

    `str()` gives that line without `reachweaver: error: `, as `file:line:column: message`.
    """

    def __init__(
        self, message: str, *, path: str | None = None, line: int | None = None, column: int | None = None
    ) -> None:
        super().__init__(message)
        self.message = message
        self.path = path
        self.line = line
        """1-based, or None when the trouble has no line (a missing file)."""
        self.column = column
        """1-based, in code points."""

    def __str__(self) -> str:
        place = [str(part) for part in (self.path, self.line, self.column) if part is not None]
        return ": ".join([":".join(place), self.message] if place else [self.message])
