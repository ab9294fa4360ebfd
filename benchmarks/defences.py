"""Defences against planted texts, each with policies that obey them: the table of docs/safety.md.

    python benchmarks/defences.py            # each look-up once: some minutes
    python benchmarks/defences.py --every 5  # each fifth look-up

The policies are scripted: *obedient* obeys every text that it has read, *heedful* those that aren't marked as data, and
*deaf* none. What the defences are worth with a model, only the model can tell.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import gymnasium as gym

from crab_gym.envs.crab_env import CrabEnv
from crab_gym.policies import ObedientPolicy, OraclePolicy, Policy
from crab_gym.records import EpisodeRecord
from crab_gym.results.safety import lines
from crab_gym.rollout import run_episode
from crab_gym.task import read_index
from crab_gym.wrappers import Confirmation, TextObservation

DEFENCES: Mapping[str, Callable[[CrabEnv], gym.Env[Any, Any]]] = {
    "none": lambda env: TextObservation(env),
    "confirmation": lambda env: TextObservation(Confirmation(env)),
    "marks": lambda env: TextObservation(env, spotlight=True),
    "both": lambda env: TextObservation(Confirmation(env), spotlight=True),
}
POLICIES: Mapping[str, Callable[[gym.Env[Any, Any]], Policy]] = {
    "obedient": ObedientPolicy,
    "heedful": lambda env: ObedientPolicy(env, heeds_marks=True),
    "deaf": OraclePolicy,
}


def play(task: str, seed: int) -> list[EpisodeRecord]:
    """Plays one episode with each defence and each policy."""
    records = []
    base = CrabEnv(task, screens=False, success_at="complete", max_steps=600)
    for defence, wrap in DEFENCES.items():
        env = wrap(base)
        for name, make in POLICIES.items():
            record = run_episode(env, make(env), seed=seed)
            if record.error:
                raise RuntimeError(f"{task}, {defence}, {name}: {record.error}")
            records.append(replace(record, policy=f"{name}, {defence}"))
    base.close()
    return records


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--every", type=int, default=1, help="play each n-th look-up only")
    parser.add_argument("--seeds", type=int, default=1, help="the number of seeds")
    arguments = parser.parse_args()
    looked_up = [name for name, row in read_index().items() if "injection" in row.tags][:: arguments.every]
    records = [record for task in looked_up for seed in range(arguments.seeds) for record in play(task, seed)]
    print("\n".join(lines(records)))


if __name__ == "__main__":
    main()
