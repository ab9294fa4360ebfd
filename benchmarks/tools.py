"""The length of oracles by tools, by the screen, and by both: the figures of docs/tools.md.

Usage: python -m benchmarks.tools [number of tasks]

The tasks are the first of the published list (docs/omni.md), by their places in it, all of whose parts have an oracle
by tools. Each is played with seed 0 by three scripted agents: by the screen alone, by tools alone, and by both in
turns. An agent has to solve the task without side effects, as in an evaluation, or the benchmark fails; a task that the
screen's own oracle doesn't solve is left out, and named.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping

from crab_gym.envs.crab_env import CrabEnv
from crab_gym.experiments.tool_oracles import ToolOraclePolicy, playable
from crab_gym.policies import OraclePolicy
from crab_gym.rollout import run_episode
from crab_gym.task.composition.composed import ComposedTask
from crab_gym.task.omni.listing import read_list, row_task

WAYS: Mapping[str, bool | str] = {"screen": False, "tools": "only", "both": True}
"""The scripted agents, with the argument ``tools`` of their environments."""
ROOM = 300


def tasks(most: int, step: int = 7) -> Iterator[ComposedTask]:
    """Yields tasks of the list that tools alone can solve: of every so many rows, so that scenarios vary."""
    rows, found = read_list(), 0
    for place in range(0, len(rows), step):
        task = row_task(rows.row(place))
        if playable(task):
            yield task
            found += 1
            if found == most:
                return


def steps_of(task: ComposedTask, way: str, seed: int = 0) -> int:
    """Returns the steps that an agent takes for a task.

    Raises:
        AssertionError: It doesn't solve the task.
    """
    env = CrabEnv(task.to_json(), screens=False, success_at="complete", max_steps=ROOM, tools=WAYS[way])
    policy = OraclePolicy(env) if way == "screen" else ToolOraclePolicy(env, "tools" if way == "tools" else "both")
    record = run_episode(env, policy, seed=seed)
    env.close()
    assert record.end_reason == "success" and not record.error, (
        f"{task.name} by {way}: {record.end_reason}{record.error}"
    )
    return len(record.steps) - 1  # without `complete`


def played(most: int) -> Iterator[tuple[ComposedTask, list[int]]]:
    """Yields tasks with the steps of the agents; a task whose oracle on the screen fails is left out, and named."""
    for task in tasks(most):
        try:
            screen = steps_of(task, "screen")
        except AssertionError as error:
            print(f"left out: {str(error)[:150]}", file=sys.stderr)
            continue
        yield task, [screen, *[steps_of(task, way) for way in WAYS if way != "screen"]]


def main(most: int = 30) -> None:
    """Prints the table."""
    rows = list(played(most))
    print(f"| tasks of | number | {' | '.join(WAYS)} | screen / tools |")
    print("|---|---|---|---|---|---|")
    sizes = sorted({len(task.composition.parts) for task, _ in rows})
    for size in [*sizes, 0]:
        chosen = [steps for task, steps in rows if size in (0, len(task.composition.parts))]
        means = [sum(steps[i] for steps in chosen) / len(chosen) for i in range(len(WAYS))]
        name = f"{size} part{'s' * (size > 1)}" if size else "any size"
        cells = " | ".join([f"{mean:.1f}" for mean in means])
        print(f"| {name} | {len(chosen)} | {cells} | {means[0] / means[1]:.1f} |")


if __name__ == "__main__":
    main(*[int(argument) for argument in sys.argv[1:2]])
