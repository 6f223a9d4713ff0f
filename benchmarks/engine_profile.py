"""Where the engine's time goes on a large campaign: by step, by module and by function.

The steps are timed without a profiler. The profiler slows small functions down more than large ones, so its shares are a
map, no measurement.
"""

from __future__ import annotations

import cProfile
import json
import pstats
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from documents import BRAND, campaign_text
from figures import aligned, shown

from reachweaver.brand import Brand, read_brand
from reachweaver.campaign import Campaign, read_campaign
from reachweaver.checks.near_duplicate import DuplicateIndex
from reachweaver.claims import NOBODY, check_campaign
from reachweaver.grounding import Grounder
from reachweaver.json_spans import read

Result = TypeVar("Result")

ROOT = Path(__file__).resolve().parent.parent
FUNCTIONS = 20
REPEATS = 3


def report(*, size: int) -> str:
    """Three Markdown tables about a campaign of so many characters."""
    text, brand = campaign_text(size), read_brand(read(json.dumps(BRAND))).brand
    campaign = read_campaign(read(text))
    steps = _steps(text, campaign, brand)
    modules, functions = _profiled(campaign, brand)
    return "\n\n".join(
        (
            f"A campaign of {len(text) / 1e6:.2g} MB, {len(campaign.variants):,} variants; processor time, the least of {REPEATS}.",
            aligned([["step", "ms", "share"], *steps]),
            "Checking, by the module whose own code runs (with the profiler's overhead):",
            aligned([["module", "share"], *modules]),
            "And by function:",
            aligned([["function", "calls", "share"], *functions]),
        )
    )


def _steps(text: str, campaign: Campaign, brand: Brand) -> list[list[str]]:
    bodies = Grounder().check(campaign, brand, NOBODY).bodies
    document = read(text)
    steps: dict[str, float] = {
        "read the JSON": _least(lambda: read(text)),
        "read the campaign": _least(lambda: read_campaign(document)),
        "check each variant": _least(lambda: Grounder().check(campaign, brand, NOBODY)),
        "find near-duplicates": _least(lambda: DuplicateIndex().update(bodies, 0.6)),
    }
    whole = sum(steps.values())
    return [[name, shown(seconds * 1000), f"{seconds / whole:.0%}"] for name, seconds in steps.items()]


def _least(work: Callable[[], Result]) -> float:
    times = []
    for _ in range(REPEATS):
        started = time.process_time()
        work()
        times.append(time.process_time() - started)
    return min(times)


def _profiled(campaign: Campaign, brand: Brand) -> tuple[list[list[str]], list[list[str]]]:
    """Own time by module, and by function; what is built in counts for the module that calls it."""
    profiler = cProfile.Profile(time.process_time)
    profiler.runcall(check_campaign, campaign, brand=brand)
    stats = pstats.Stats(profiler)
    modules: Counter[str] = Counter()
    functions: Counter[tuple[str, str]] = Counter()
    calls: Counter[tuple[str, str]] = Counter()
    for (path, _, name), (_, count, own, _, callers) in stats.stats.items():  # type: ignore[attr-defined]
        module = _module(path)
        functions[module, name] += own
        calls[module, name] += count
        if module != _BUILT_IN:
            modules[module] += own
        for (caller, _, _), (_, _, share, _) in callers.items() if module == _BUILT_IN else ():
            modules[_module(caller)] += share
    whole = sum(functions.values())
    return (
        [[name, f"{own / whole:.1%}"] for name, own in modules.most_common(FUNCTIONS)],
        [
            [f"{module}: `{name.strip('<>')}`", f"{calls[module, name]:,}", f"{own / whole:.1%}"]
            for (module, name), own in functions.most_common(FUNCTIONS)
        ],
    )


_BUILT_IN = "built in"


def _module(path: str) -> str:
    """A file of ours by its place in the project, any other by its name."""
    if path.startswith("~"):
        return _BUILT_IN
    try:
        return str(Path(path).resolve().relative_to(ROOT))
    except ValueError:
        return Path(path).name
