"""AndroidWorld's three agents on any tasks, with a scripted model that knows the answers: how many do they solve?

    python -m tests.agents.androidworld.knowing "android_world.*" --seeds 0-1

A task that isn't solved has a step that the agents can't take by what they see, such as a touch where no element is, or
a budget that is smaller than the oracle's actions and the agent's own "complete".
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from typing import Annotated, Final

import gymnasium as gym
import typer

from crab_gym.agents import make_agent, wrap
from crab_gym.cli.arguments import read_seeds
from crab_gym.cli.base import select
from crab_gym.records import EpisodeRecord
from crab_gym.rollout import run_episode
from tests.agents.knower import Handler, Knower
from tests.agents.test_m3a import ROLES as REVIEWER
from tests.agents.test_seeact import ROLES as OPERATOR

AGENTS: Final[Mapping[str, Mapping[str, Handler]]] = {"m3a": REVIEWER, "t3a": REVIEWER, "seeact": OPERATOR}
"""What answers for the roles of each agent."""


def play(name: str, task: str, seeds: Iterable[int]) -> list[EpisodeRecord]:
    """Plays a task's episodes by the rules of AndroidWorld: a success needs the agent's own "complete"."""
    base = gym.make(f"Crab-v0/{task}", backend="sim", screens=False, success_at="complete")
    with wrap(base, name, pictures=False) as env:
        records = []
        for seed in seeds:
            agent = make_agent(name, Knower(env, roles=AGENTS[name]), pictures=False)
            records.append(run_episode(env, agent, seed=seed))
        return records


def main(
    patterns: Annotated[list[str], typer.Argument(help="Tasks: ids, or patterns such as 'android_world.*'.")],
    seeds: Annotated[str, typer.Option(help="Seeds of each task's episodes: 0-4, or 0,3,7.")] = "0",
) -> None:
    """Prints how many tasks each of AndroidWorld's agents solves with a model that knows the answers."""
    tasks, code = select(patterns), 0
    for name in AGENTS:
        records = [record for task in tasks for record in play(name, task, read_seeds(seeds))]
        failed = [record for record in records if not record.success]
        for record in failed:
            print(f"{name}: {record.task} seed {record.seed}: {record.error or record.end_reason}")
        print(
            f"{name}: {len(records) - len(failed)} of {len(records)} episodes of {len(tasks)} tasks solved", flush=True
        )
        code |= bool(failed)
    sys.exit(code)


if __name__ == "__main__":
    typer.run(main)
