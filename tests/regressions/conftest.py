"""Sessions with the server, and the command line, as for their own tests."""

from __future__ import annotations

from tests.cli.conftest import run
from tests.lsp.conftest import _no_collections, _one_converter, _own_log, bare, connect, wire

__all__ = ["_no_collections", "_one_converter", "_own_log", "bare", "connect", "run", "wire"]
