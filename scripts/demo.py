"""The main job on the example campaigns: shows both reports, and fails unless both end as documented."""

from __future__ import annotations

import subprocess
import sys

RUNS = (
    ("A campaign with findings: the command ends with 2.", "examples/campaign.reachweaver.json", 2),
    ("The same campaign, put right: the command ends with 0.", "examples/clean.reachweaver.json", 0),
)


def main() -> int:
    """Run the checks on each example; 0 when each ends with the exit status that it should."""
    surprises = 0
    for title, campaign, expected in RUNS:
        arguments = ["claims-check", campaign, "--brand", "examples/brand.reachweaver.json"]
        print(f"{title}\n\n$ reachweaver {' '.join(arguments)}", flush=True)
        status = subprocess.run([sys.executable, "-m", "reachweaver", *arguments], check=False).returncode
        surprises += status != expected
        print(f"\nexit status {status}{'' if status == expected else f', but {expected} was expected'}\n")
    if not surprises:
        print("Both ended as they should. See it in an editor: make nvim")
    return 1 if surprises else 0


if __name__ == "__main__":
    sys.exit(main())
