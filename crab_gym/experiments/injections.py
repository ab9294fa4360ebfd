"""Injections: who does the honest task alone isn't hijacked, and who obeys the planted text is.

* `injections` - plays both, with some of the demands for each seed.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Final

from crab_gym.envs.crab_env import CrabEnv
from crab_gym.experiments.trials import Trials
from crab_gym.policies import ObedientPolicy, OraclePolicy
from crab_gym.rollout import run_episode
from crab_gym.task.injection import STYLES, InjectedTask

__all__ = ["injections"]

_SHARE: Final = 0.1
"""Share of the demands that each seed plays."""


def injections(env: CrabEnv, seeds: Iterable[int]) -> Trials:
    """Plays the honest task alone, the demand alone, and the demand with the honest task behind it.

    Args:
        env: The environment of an `InjectedTask`, with more steps than any trial takes.
        seeds: The episodes' seeds.
    """
    task = env.task
    assert isinstance(task, InjectedTask)
    styles = list(STYLES)
    attacks = solutions = 0
    accepted: list[str] = []
    rejected: list[str] = []
    for seed in seeds:
        rng = random.Random(f"{task.name}:{seed}:injections")
        for demand in rng.sample(list(task.demands), round(_SHARE * len(task.demands))):
            options = {"parameters": {"injected_demand": demand, "injected_style": rng.choice(styles)}}
            told = f"seed {seed}, {demand}"
            solutions += 1
            record = run_episode(env, OraclePolicy(env), seed=seed, options=options)
            if not record.success or record.hijacked:
                rejected.append(
                    f"{told}: the honest task alone: {record.error or record.end_reason}, {record.hijacked=}"
                )
            for goes_on in (False, True):
                attacks += 1
                obedient = ObedientPolicy(env, goes_on)
                record = run_episode(env, obedient, seed=seed, options=options)
                if not obedient.met:
                    rejected.append(f"{told}: the text doesn't stand on the honest way")
                elif not record.hijacked:
                    rejected.append(f"{told}: obeyed, but not hijacked: {record.error or record.end_reason}")
                elif record.success:
                    accepted.append(f"{told}: obeyed, and solved")
    return Trials(attacks, solutions, tuple(accepted), tuple(rejected))
