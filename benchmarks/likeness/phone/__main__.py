"""Likeness of the simulated phone's trees of views to those of real phones' apps.

    python benchmarks/likeness/phone RECORDINGS [--half 0|1] [--steps N] [--json]

RECORDINGS is a folder with what DroidBot has recorded of real apps: it is searched for ``states/state_*.json``, in any
depth. Beside their figures stand those of the simulated phone, from ``uiautomator dump`` on random walks through all of
its apps, on a screen of the same shape. A figure is the median over apps of each app's mean over its screens, so that
an app of which there are many recordings counts no more than the others; the mean over apps stands beside it. Apps with
fewer than five screens are left out. `figures.py` says what each figure means. Without a folder, only the simulated
phone's are printed.

``--half`` takes only every second package of the recordings, so that those that nobody has looked at can be measured in
the end. Exits with 1 if a figure isn't within a third of the real one, or if the simulated phone has a class that no
recording has.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from figures import Screen, all_views, of_apps, shares
from sources import half, recorded, walked

THIRD = 1 / 3
FEW = 0.05
"""Differences up to this are no miss: a third of a share that is nearly nothing says nothing."""
CLASSES = 8
"""How many of the real phones' most frequent clickable classes are listed."""


def _near(ours: float, real: float) -> bool:
    return abs(ours - real) <= max(real * THIRD, FEW)


def _classes(screens: Sequence[Screen]) -> set[str]:
    return {view.kind for screen in screens for view in all_views(screen.root)}


def _system_ids(screens: Sequence[Screen]) -> set[str]:
    """Returns the ids of Android itself and of its Settings, which have the same ones on every phone."""
    ids = {view.id for screen in screens for view in all_views(screen.root)}
    return {name for name in ids if name.startswith(("android:id/", "com.android.settings:id/"))}


def _height(screens: Sequence[Screen]) -> int:
    """Returns the height of a screen of the recordings' usual shape that is 360 dp wide; 800 dp without recordings."""
    shapes = Counter(screen.root.bounds for screen in screens)
    if not shapes:
        return 800
    (left, top, right, bottom), _ = shapes.most_common(1)[0]
    return round(360 * (bottom - top) / (right - left))


def report(ours: Sequence[Screen], real: Sequence[Screen]) -> dict[str, dict[str, float]]:
    """Returns each figure's median on both sides, and its mean; only the simulated phone's where nothing was recorded.

    The classes of what can be tapped have only a mean, which adds up to 1, and which stands for both.
    """
    sides = {"simulated": ours, **({"real": real} if real else {})}
    rows: dict[str, dict[str, float]] = {}
    for side, screens in sides.items():
        for name, (middle, mean) in of_apps(screens).items():
            rows.setdefault(name, {}).update({side: middle, f"{side}, mean": mean})
    kinds = {side: shares(screens) for side, screens in sides.items()}
    for kind in list(kinds["real" if real else "simulated"])[:CLASSES]:
        rows[f"clickable: {kind}"] = {side: kinds[side].get(kind, 0.0) for side in sides}
    return rows


def main() -> int:
    """Measures and prints; returns 1 if a figure is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("recordings", nargs="?", type=Path)
    parser.add_argument("--half", type=int, choices=(0, 1))
    parser.add_argument("--steps", type=int, default=15, help="actions of a walk")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    everything = recorded(options.recordings) if options.recordings else []
    real = everything if options.half is None else half(everything, options.half)
    if options.recordings and not real:
        parser.error(f"no states/state_*.json below {options.recordings}")
    ours = walked(options.steps, _height(real))
    rows = report(ours, real)
    foreign = sorted(_classes(ours) - _classes(real)) if real else []
    known = _system_ids(real)
    if options.json:
        shared = len(known & _system_ids(ours))
        print(json.dumps({"figures": rows, "foreign": foreign, "ids": [shared, len(known)]}, indent=1))
        return 0
    for side, screens in (("simulated", ours), ("real", real)):
        print(f"{side}: {len(screens)} screens of {len({screen.package for screen in screens})} packages")
    missed = bool(foreign)
    for name, values in rows.items():
        far = "real" in values and not _near(values["simulated"], values["real"])
        missed = missed or far
        cells = "".join(f"  {side} {value:6.2f}" for side, value in values.items())
        print(f"{name:28}{cells}{'   far' if far else ''}")
    if real:
        print(f"ids of Android and Settings that are here, too: {len(known & _system_ids(ours))} of {len(known)}")
        print(f"classes that no recording has: {', '.join(foreign) or 'none'}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
