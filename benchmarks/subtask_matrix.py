"""The matrix of sub-tasks: the oracle of each against the checkpoints of each other one.

    python benchmarks/subtask_matrix.py [--share 1.0] [--size 12] [--names contacts.add notes.add]

Sub-tasks are set up together, twelve at a time, and the oracle of each plays alone. Prints the sub-tasks whose
checkpoints passed though they weren't done, other than those that only look into the app that was used, and the oracles
that didn't do their own. Exits with 1 if there are any.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter

from crab_gym.envs.omni_env import ComposedEnv
from crab_gym.experiments.omni.matrix import batches, play_alone, set_up_together
from crab_gym.task.catalogue import catalogue
from crab_gym.task.composition import compose


def main() -> int:
    """Prints what passed; returns the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--share", type=float, default=1.0, help="share of the pairs that are tried")
    parser.add_argument("--size", type=int, default=12, help="sub-tasks that are set up together")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--names", nargs="*", default=[], help="only these sub-tasks")
    args = parser.parse_args()
    subtasks = [each for name, each in sorted(catalogue().items()) if not args.names or name in args.names]
    rng = random.Random(args.seed)
    pairs, alone = Counter[str](), Counter[str]()
    wrong: dict[tuple[str, str], int] = {}
    env = ComposedEnv(compose([("contacts.add", {})]).to_json(), screens=False, success_at="complete")
    for number, batch in enumerate(batches(subtasks, min(args.size, len(subtasks)), args.share, rng)):
        task = set_up_together(batch)
        for played, found in zip(batch, play_alone(env, task, number), strict=True):
            alone[played.name] += 1
            pairs.update(tried=len(batch) - 1, passed=len(found.accepted), stuck=not found.played)
            if not found.done:
                wrong[played.name, "its own checkpoints"] = number
            wrong |= {(played.name, each.name): number for each in found.wrong()}
    for (played_name, accepted), number in sorted(wrong.items()):
        print(f"{played_name}: {accepted} (batch {number})")
    print(
        f"{len(subtasks)} sub-tasks, {sum(alone.values()):,} oracles played, {pairs['tried']:,} pairs tried, "
        f"{pairs['passed']:,} passed, {len(wrong):,} of them wrong, {pairs['stuck']:,} oracles stuck"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
