"""Likeness of the simulated desktop to a real one: the same actions on both, and their screens and state compared.

    python benchmarks/likeness [--apps files,terminal] [--profile light] [--held-out] [--details] [--json]
    python benchmarks/likeness --random 5 --seed 1 [--apps files,terminal] [--profile gnome] [--details] [--json]

Each app has walks: actions that lead from screen to screen. After each action three things are compared:

* elements: the labels of the app's elements by role. Recall is the share of the real screen's labels that the simulated
  one has, too; precision is the reverse.
* next screen: whether both show the same, told by the title of the dialog or window in front, up to its app's name,
  and by whether a dialog or menu is open.
* state: the files that a walk has changed, by what is in them.

A walk that comes to an end early on one desktop has screens that the other one lacks, and counts as another state.

Walks marked as held out aren't shown with `--details`, so that nobody tunes an app to them; `--held-out` measures only
them. Limits: recall 80 %, next screens 85 %, state 100 %.

With `--random N` each app has N walks of clicks that nobody chose (`random_walks.py`). It prints the shares of clicks
drawn from one screen that the other one has, of labels that are on both screens, and of walks that end on the same
screen.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict

from comparing import LIMITS, compare
from random_walks import APP_NAMES, measure
from walks import WALKS

from crab_gym.backends.specs import BackendSpec, make_backend


def main() -> int:
    """Measures and prints; returns 1 if a limit is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--apps", default="", help="ids of apps, separated by commas")
    parser.add_argument("--profile", default="light")
    parser.add_argument(
        "--random", type=int, default=0, metavar="N", help="random walks of each app, in place of the written"
    )
    parser.add_argument("--seed", type=int, default=0, help="of the random walks")
    parser.add_argument("--held-out", action="store_true")
    parser.add_argument("--details", action="store_true")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    every = APP_NAMES if options.random else {walk.app for walk in WALKS}
    apps = options.apps.split(",") if options.apps else sorted(every)
    walks = [walk for walk in WALKS if walk.app in apps and (walk.held_out or not options.held_out)]
    size = (1280, 720)
    backends = {
        "sim": make_backend(BackendSpec("sim"), "ubuntu", size),
        "desktop": make_backend(BackendSpec("desktop", {"profile": options.profile}), "ubuntu", size),
    }
    try:
        if options.random:
            shares = measure(apps, backends, options.random, options.seed, options.details)
            if options.json:
                print(json.dumps([{"app": row.app, "walks": row.walks, **row.rates()} for row in shares], indent=1))
            return 0
        rows = compare(walks, backends, options.details)
    finally:
        for backend in backends.values():
            backend.close()
    if options.json:
        print(json.dumps([{**asdict(row), **row.rates()} for row in rows], indent=1))
    missed = False
    for row in rows:
        rates = row.rates()
        missed = missed or any(rates[name] < limit for name, limit in LIMITS.items())
        shares = "  ".join(f"{name} {rate:.0%}" for name, rate in rates.items())
        print(f"{row.app:16} {row.screens:3} screens  {shares}  {'; '.join(row.errors)}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
