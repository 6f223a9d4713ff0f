"""`dataclass` for classes whose instances stay as they were made.

It takes what `dataclasses.dataclass` takes, and type checkers see that one. But a frozen class is built by one call of
`object.__setattr__` for each field, and between a keystroke and its diagnostics lie some 150 fields: a twelfth of the
time. So what is declared as frozen is frozen for the type checker, and when it runs only where `freezes` says so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__all__ = ["dataclass", "freezes"]

freezes = False
"""Whether classes made from now on are frozen when they run, too; the project's own tests switch it on."""

if TYPE_CHECKING:
    from dataclasses import dataclass
else:
    import dataclasses

    def dataclass(*, frozen=False, eq=True, **options):
        """The decorator of `dataclasses` with these options; instances of frozen classes are hashed in either case."""
        if frozen and not freezes:
            return dataclasses.dataclass(eq=eq, unsafe_hash=eq, **options)
        return dataclasses.dataclass(frozen=frozen, eq=eq, **options)
