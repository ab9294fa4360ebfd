"""Time of `import crab_gym`, as a ratio to that of `import gymnasium` in the same run.

    python benchmarks/import_time.py

Each import runs in a fresh interpreter, in turns; the ratio compares the medians. Exits with 1 if it exceeds 1.5.
"""

from __future__ import annotations

import statistics
import subprocess
import sys

LIMIT = 1.5
REPEATS = 11


def import_seconds(module: str) -> float:
    """Returns the processor seconds of an import in a fresh interpreter."""
    code = f"import time; start = time.process_time(); import {module}; print(time.process_time() - start)"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return float(result.stdout)


def main() -> int:
    """Prints the two medians and their ratio; returns the exit code."""
    times: dict[str, list[float]] = {"gymnasium": [], "crab_gym, gymnasium": []}
    for _ in range(REPEATS):
        for modules, row in times.items():
            row.append(import_seconds(modules))
    medians = {modules: statistics.median(row) for modules, row in times.items()}
    for modules, median in medians.items():
        print(f"import {modules:19} {median * 1e3:7.1f} ms")
    ratio = medians["crab_gym, gymnasium"] / medians["gymnasium"]
    print(f"ratio {ratio:.2f}, limit {LIMIT}: {'ok' if ratio <= LIMIT else 'MISSED'}")
    return 0 if ratio <= LIMIT else 1


if __name__ == "__main__":
    sys.exit(main())
