"""Run a command and print what the system counted for it and all its processes: `python usage.py LIMIT COMMAND …`.

Prints a list: exit status, seconds on the clock, seconds of processors, the memory of the largest process in the system's
own unit. It is a small process of its own, since a process begins with the memory of the one that starts it.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time


def main() -> None:
    """Run the command for at most LIMIT seconds; its output is thrown away."""
    limit, *command = sys.argv[1:]
    started = time.perf_counter()
    done = subprocess.run(command, stdout=subprocess.DEVNULL, timeout=float(limit), check=False)
    seconds = time.perf_counter() - started
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(json.dumps([done.returncode, seconds, used.ru_utime + used.ru_stime, used.ru_maxrss]))


if __name__ == "__main__":
    main()
