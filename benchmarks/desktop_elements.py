"""Speed of a real desktop's elements, compared with the usual method, a recursive walk with libatspi.

    python benchmarks/desktop_elements.py [--apps Terminal,Files] [--profile gnome] [--repeats 5] [--json]

Each app is opened alone in a fresh box. The walk runs inside the box, in its own process after a first walk to warm up,
and queries the same data as `elements` for each accessible object: name, role, states, bounds, and children (at most
600, since a spreadsheet has 2^31). Figures are medians in milliseconds; the ratio is the walk's time divided by that of
`elements`. Exits with 1 if `elements` is slower than the walk.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time

from crab_gym.backends.desktop import DesktopBackend

WALK = """
import sys, time
import gi
gi.require_version("Atspi", "2.0")
from gi.repository import Atspi

def walk(node, depth):
    node.get_name(), node.get_role(), node.get_state_set()
    component = node.get_component_iface()
    if component is not None:
        component.get_extents(Atspi.CoordType.SCREEN)
    count = 1
    for index in range(min(node.get_child_count(), 600) if depth < 60 else 0):
        child = node.get_child_at_index(index)
        if child is not None:
            count += walk(child, depth + 1)
    return count

def look():
    start, count = time.monotonic(), 0
    desktop = Atspi.get_desktop(0)
    for index in range(desktop.get_child_count()):
        program = desktop.get_child_at_index(index)
        program.clear_cache()  # results cached by the previous walk may be outdated
        count += walk(program, 0)
    return (time.monotonic() - start) * 1000, count

look()
for _ in range(int(sys.argv[1])):
    print(*look(), flush=True)
"""


def measure(app: str, profile: str, repeats: int) -> dict[str, float]:
    """Returns an app's medians: the number of elements and their time, the walk's objects and its time."""
    backend = DesktopBackend("ubuntu", (1280, 720), profile=profile)
    try:
        backend.reset(0)
        backend.execute("search_app", {"name": app})
        backend.settle()
        backend.execute("press", {"key": "enter"})
        backend.settle()
        backend.state.run(["sleep", "3"])
        backend.settle()
        backend.elements()
        times = []
        for _ in range(repeats):
            start = time.perf_counter()
            count = len(backend.elements())
            times.append((time.perf_counter() - start) * 1000)
        argv = ["env", "-u", "LD_PRELOAD", "python3", "-c", WALK]
        done = backend.state.run([*argv, str(min(repeats, 2))])
        if done.returncode not in (0, 124):  # 124: the command reached its time limit
            raise RuntimeError(done.stderr)
        walks = [line.split() for line in done.stdout.splitlines()]
    finally:
        backend.close()
    result = {"elements": float(count), "ms": statistics.median(times)}
    if walks:
        walked = statistics.median(float(milliseconds) for milliseconds, _ in walks)
        _, objects = walks[-1]
        result |= {"objects": float(objects), "walk_ms": walked, "ratio": walked / result["ms"]}
    return result


def main() -> int:
    """Prints the figures; returns the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--apps", default="Terminal,Text Editor,Files")
    parser.add_argument("--profile", default="light")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    rows = {app: measure(app, options.profile, options.repeats) for app in options.apps.split(",")}
    if options.json:
        print(json.dumps(rows))
    else:
        print(f"{'app':<20}{'elements':>9}{'ms':>9}{'objects':>9}{'walk ms':>9}{'ratio':>7}")
        for app, row in rows.items():
            walk = (
                f"{row['objects']:9.0f}{row['walk_ms']:9.0f}{row['ratio']:7.1f}"
                if "ratio" in row
                else "   more than 10 s"
            )
            print(f"{app:<20}{row['elements']:9.0f}{row['ms']:9.1f}{walk}")
    return int(any(row.get("ratio", 2.0) < 1.0 for row in rows.values()))


if __name__ == "__main__":
    sys.exit(main())
