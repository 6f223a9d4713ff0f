"""Runs a program on a disk that is full from some byte on, or as somebody who may not write everywhere.

    limits.py [--file-size BYTES] [--as-anybody] PROGRAM [ARGUMENT …]

No file grows past `--file-size`: what would, ends in an error like that of a full disk. `--as-anybody` takes root's right
to ignore permissions away, so that a folder which may not be written to cannot be.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import resource
import sys

_DROP_FROM_BOUNDING_SET = 24
_OVERRIDES = (1, 2)
"""CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH."""


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--file-size", type=int)
    parser.add_argument("--as-anybody", action="store_true")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    if options.as_anybody and os.geteuid() == 0:
        libc = ctypes.CDLL(None, use_errno=True)
        for capability in _OVERRIDES:
            if libc.prctl(_DROP_FROM_BOUNDING_SET, capability, 0, 0, 0):
                sys.exit(os.strerror(ctypes.get_errno()))
    if options.file_size is not None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (options.file_size, options.file_size))
    os.execvp(options.command[0], options.command)  # noqa: S606 (what this program is for)


if __name__ == "__main__":
    main()
