"""Cost of the graph evaluator's idle step, as the ratio of a path of 500 checkpoints to one of 5.

    python benchmarks/graph_evaluator.py [--json]

Both graphs are paths whose first checkpoint never holds, so that an idle step calls one evaluator. Measurements
alternate between the sizes, so that other load on the machine affects both, and their medians are compared. Exits with
1 if the ratio exceeds 2.
"""

from __future__ import annotations

import argparse
import json
import statistics
import timeit
from collections.abc import Mapping
from functools import partial
from typing import Any

from crab_gym.evaluation import Checkpoint, GraphEvaluator, TaskGraph, check

LIMIT = 2.0
SIZES = (5, 500)
REPEATS = 15
STEPS = 20_000


def never(state: Mapping[str, Any], key: str) -> bool:
    """Looks up an absent key, like the cheapest real evaluator."""
    return key in state


def path(n: int) -> TaskGraph:
    """Returns a path of n checkpoints."""
    return TaskGraph(
        [
            Checkpoint(
                id=f"n{i}",
                device="ubuntu",
                app="demo",
                evaluator=check(never, key=f"n{i}"),
                after=(f"n{i - 1}",) if i else (),
            )
            for i in range(n)
        ]
    )


def measure() -> dict[str, Any]:
    """Returns the microseconds per idle step for each size, their ratio, its limit, and whether it is met."""
    evaluators = {n: GraphEvaluator(path(n)) for n in SIZES}
    state: dict[str, Any] = {}
    times: dict[int, list[float]] = {n: [] for n in SIZES}
    for _ in range(REPEATS):
        for n, evaluator in evaluators.items():
            evaluator.reset()
            seconds = timeit.timeit(partial(evaluator.step, state, None), number=STEPS)
            times[n].append(seconds / STEPS * 1e6)
    medians = {n: statistics.median(values) for n, values in times.items()}
    ratio = medians[SIZES[1]] / medians[SIZES[0]]
    return {
        "microseconds_per_idle_step": {str(n): round(value, 4) for n, value in medians.items()},
        "ratio": round(ratio, 3),
        "limit": LIMIT,
        "passed": ratio <= LIMIT,
    }


def main() -> int:
    """Prints the result and returns the exit code."""
    parser = argparse.ArgumentParser(description="Idle step of the graph evaluator on a short and a long path.")
    parser.add_argument("--json", action="store_true", help="print the result as JSON instead of a table")
    as_json = parser.parse_args().json
    result = measure()
    if as_json:
        print(json.dumps(result, indent=2))
    else:
        print(f"{'checkpoints':>11}  {'µs per idle step':>16}")
        for n, value in result["microseconds_per_idle_step"].items():
            print(f"{n:>11}  {value:>16.3f}")
        verdict = "pass" if result["passed"] else "FAIL"
        print(f"ratio {SIZES[1]} / {SIZES[0]}: {result['ratio']:.2f}  (limit {LIMIT:.2f})  {verdict}")
    return 0 if result["passed"] else 1


if __name__ == "__main__":
    raise SystemExit(main())
