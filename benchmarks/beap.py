"""The benefit of backtracking: BEAP with and without its parts, played by a model that knows the way and errs.

    python benchmarks/beap.py [--json] [--seeds 4] [--rate 0.12]

`erring_team.Team` answers for Planner, Executor and Tracker. All variants meet the same errors until they act
differently:

* restore: BEAP with exact restores.
* undo: BEAP without restores, so that the Executor has to undo its actions.
* no backtrack: the Tracker notices faults and corrects the plan, and the Executor continues from there.
* no tracker: nobody notices faults.

SR and CR are means over the episodes with their standard errors; the last column is the ratio of a variant's SR to
that without backtracking. BTR is the share of episodes that went back, BSR the share of attempts that reached the
checkpoint, ABS the env steps per attempt, "back" the number of actions that it went back.

Exits with 1 if backtracking doesn't pay: restores and undoing must both solve more than no backtracking, and restores
at least as much as undoing.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

import gymnasium as gym

import crab_gym  # noqa: F401 - registers the tasks
from crab_gym.agents import make_agent, wrap
from crab_gym.evaluation.metrics import estimate
from crab_gym.records import EpisodeRecord
from crab_gym.results.backtracking import backtrack_metrics
from crab_gym.rollout import run_episode

sys.path.insert(0, str(Path(__file__).parent))
from erring_team import Team

TASKS = (
    "learn.contact_from_note",
    "learn.todo_from_note",
    "android.add_contact",
    "android.text_contact",
    "android.tidy_tasks",
    "android.reply_mail",
    "ubuntu.personalise",
    "ubuntu.tidy_downloads",
    "ubuntu.write_note",
    "cross.contact_from_file",
    "cross.dark_mode_from_todo",
    "cross.report_pictures",
)
VARIANTS: Mapping[str, Mapping[str, Any]] = {
    "restore": {},
    "undo": {"restore": False},
    "no backtrack": {"backtrack": False},
    "no tracker": {"tracker": False},
}
RATE = 0.12
SEEDS = 4
OPTIONS: Mapping[str, Any] = {"log": 1000, "max_undo": 8, "max_backtracks": 20, "pictures": False}


def play(task: str, seed: int, variant: str, rate: float) -> EpisodeRecord:
    """Returns the record of an episode.

    Args:
        task: The task's name.
        seed: The episode's seed.
        variant: One of `VARIANTS`.
        rate: Share of actions that err.

    Raises:
        RuntimeError: The episode ended in an error.
    """
    options = {**OPTIONS, **VARIANTS[variant]}
    env = wrap(gym.make(f"Crab-v0/{task}", screens=False), "beap", **options)
    team = Team(env, rate, seed)
    record = run_episode(env, make_agent("beap", team, **options), seed=seed, allow_restore=True)
    env.close()
    if record.error:
        raise RuntimeError(f"{task}, seed {seed}, {variant}: {record.error}")
    return record


def figures(records: Sequence[EpisodeRecord]) -> dict[str, Any]:
    """Returns the figures of a variant."""
    success, completion = estimate(float(r.success) for r in records), estimate(r.completion for r in records)
    metrics = backtrack_metrics(records)
    return {
        "SR": success.mean,
        "SR_stderr": success.stderr,
        "CR": completion.mean,
        "CR_stderr": completion.stderr,
        "steps": fmean(r.actions for r in records),
        "calls": fmean(r.calls for r in records),
        "restores": fmean(r.restores for r in records),
        "BTR": metrics.task_rate,
        "BSR": metrics.success_rate,
        "BSR_by_episode": metrics.episode_success_rate,
        "ABS": metrics.steps,
        "ABS_recovered": metrics.recovered_steps,
        "back": metrics.distance,
        "attempts": metrics.attempts,
    }


def measure(tasks: Sequence[str] = TASKS, seeds: int = SEEDS, rate: float = RATE) -> dict[str, Any]:
    """Returns the figures of every variant, and whether backtracking paid."""
    rows = {
        variant: figures([play(task, seed, variant, rate) for task in tasks for seed in range(seeds)])
        for variant in VARIANTS
    }
    restore, undo, plain = rows["restore"]["SR"], rows["undo"]["SR"], rows["no backtrack"]["SR"]
    for row in rows.values():
        row["SR_ratio"] = row["SR"] / plain if plain else None
    return {
        "episodes": len(tasks) * seeds,
        "rate": rate,
        "variants": rows,
        "passed": restore >= undo and min(restore, undo) > max(plain, rows["no tracker"]["SR"]),
    }


def table(result: Mapping[str, Any]) -> str:
    """Returns the figures as a table of at most 110 columns."""
    heading = ("variant", "SR %", "CR %", "steps", "calls", "BTR %", "BSR %", "ABS", "back", "attempts", "SR ratio")
    lines = [heading]
    for name, row in result["variants"].items():
        lines.append(
            (
                name,
                f"{100 * row['SR']:.1f} ± {100 * row['SR_stderr']:.1f}",
                f"{100 * row['CR']:.1f} ± {100 * row['CR_stderr']:.1f}",
                f"{row['steps']:.1f}",
                f"{row['calls']:.1f}",
                *(_shown(row[key], scale) for key, scale in (("BTR", 100), ("BSR", 100), ("ABS", 1), ("back", 1))),
                str(row["attempts"]),
                _shown(row["SR_ratio"], 1),
            )
        )
    widths = [max(len(line[at]) for line in lines) for at in range(len(heading))]
    return "\n".join(
        "  ".join(
            [line[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(line[1:], widths[1:], strict=True))]
        )
        for line in lines
    )


def _shown(value: float | None, scale: float) -> str:
    return "-" if value is None else f"{scale * value:.2f}" if scale == 1 else f"{scale * value:.1f}"


def main() -> int:
    """Prints the result and returns the exit code."""
    parser = argparse.ArgumentParser(description="BEAP with a model that errs, with and without its parts.")
    parser.add_argument("--json", action="store_true", help="print the result as JSON instead of a table")
    parser.add_argument("--seeds", type=int, default=SEEDS, help="episodes per task (default: %(default)s)")
    parser.add_argument("--rate", type=float, default=RATE, help="share of actions that err (default: %(default)s)")
    given = parser.parse_args()
    start = time.perf_counter()
    result = measure(seeds=given.seeds, rate=given.rate)
    if given.json:
        print(json.dumps(result, indent=2))
    else:
        print(table(result))
        print(
            f"{result['episodes']} episodes per variant, {given.rate:.0%} of the actions err, "
            f"{time.perf_counter() - start:.0f} s: {'pass' if result['passed'] else 'FAIL'}"
        )
    return 0 if result["passed"] else 1


if __name__ == "__main__":
    raise SystemExit(main())
