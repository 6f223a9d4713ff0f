"""`python -m reachweaver`: the same as the `reachweaver` command."""

from __future__ import annotations

import sys

from reachweaver.cli import main

if __name__ == "__main__":
    sys.exit(main())
