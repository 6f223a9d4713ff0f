"""Writing to standard output and standard error, whatever they are: a terminal, a file, a closed pipe, nothing."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from collections.abc import Mapping
from typing import TextIO

from reachweaver.errors import CommandError
from reachweaver.files import reason
from reachweaver.output.json_text import ascii_json
from reachweaver.output.visible import visible

_PIPE_IS_CLOSED = (errno.EPIPE, errno.EINVAL) if os.name == "nt" else (errno.EPIPE,)


def write(text: str) -> None:
    """Write text for people; characters that the stream's encoding lacks become escapes.

    A reader that went away (`| head`) is no error: what is left is dropped.

    Raises:
        CommandError: Standard output is closed, or does not take the text (a full disk).
    """
    stream = _stdout()
    encoding = encoding_of(stream)
    _write(stream, text.encode(encoding, "backslashreplace").decode(encoding))


def write_json(text: str) -> None:
    """Write a JSON document: as it is where the stream is UTF-8, in ASCII where it is not; always valid UTF-8.

    Raises:
        CommandError: As for `write`.
    """
    stream = _stdout()
    is_utf8 = encoding_of(stream).replace("-", "").replace("_", "").lower() in ("utf8", "utf8sig")
    _write(stream, text if is_utf8 else ascii_json(text))


def write_error(message: str) -> None:
    """Write `reachweaver: error: …` to standard error, as one line."""
    _write_notice(f"reachweaver: error: {visible(message)}\n")


def write_warning(message: str) -> None:
    """Write `reachweaver: warning: …` to standard error, as one line."""
    _write_notice(f"reachweaver: warning: {visible(message)}\n")


def write_progress(text: str) -> None:
    """Write to standard error as it is, for a line that will be written over."""
    _write_notice(text)


def is_terminal_for_notices(environment: Mapping[str, str]) -> bool:
    """Whether a line on standard error can be written over: on a terminal that is not dumb."""
    stream: TextIO | None = sys.stderr
    return environment.get("TERM") != "dumb" and stream is not None and stream.isatty()


def encoding_of(stream: TextIO) -> str:
    """The encoding that a stream writes in; UTF-8 for one that takes any text."""
    return getattr(stream, "encoding", None) or "utf-8"


def wants_colour(stream: TextIO | None, environment: Mapping[str, str]) -> bool:
    """Whether to colour: NO_COLOR forbids it, FORCE_COLOR asks for it, else on a terminal that is not dumb."""
    if environment.get("NO_COLOR"):
        return False
    forced = environment.get("FORCE_COLOR")
    if forced:
        return forced != "0"
    return environment.get("TERM") != "dumb" and stream is not None and stream.isatty()


def _stdout() -> TextIO:
    # Python sets it to None when the shell closed it (`>&-`), whatever its type says.
    stream: TextIO | None = sys.stdout
    if stream is None:
        raise CommandError("cannot write the result: standard output is closed")
    return stream


def _write(stream: TextIO, text: str) -> None:
    try:
        stream.write(text)
        stream.flush()
    except OSError as error:
        _abandon(stream)
        if error.errno not in _PIPE_IS_CLOSED:
            raise CommandError(f"cannot write the result: {reason(error)}") from error


def _write_notice(text: str) -> None:
    stream: TextIO | None = sys.stderr
    if stream is None:
        return
    encoding = encoding_of(stream)
    # Nobody is left to tell when standard error fails; the exit status still speaks.
    with contextlib.suppress(OSError):
        stream.write(text.encode(encoding, "backslashreplace").decode(encoding))
        stream.flush()


def _abandon(stream: TextIO) -> None:
    """Send what is still in the buffer nowhere, or the interpreter complains about it when it ends."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
