"""Injections: who does the honest task alone isn't hijacked, and who obeys the planted text is.

* `injections` - plays both, with some of the demands for each seed; `every_injection` - with all demands in all styles.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from itertools import product
from typing import Final, NamedTuple

from crab_gym.envs.crab_env import CrabEnv
from crab_gym.experiments.trials import Trials
from crab_gym.policies import ObedientPolicy, OraclePolicy
from crab_gym.rollout import run_episode
from crab_gym.task.injection import STYLES, InjectedTask

__all__ = ["every_injection", "injections"]

_SHARE: Final = 0.1
"""Share of the demands that each seed plays."""


class _Text(NamedTuple):
    """A text to plant."""

    seed: int
    demand: str
    style: str


def injections(env: CrabEnv, seeds: Iterable[int]) -> Trials:
    """Plays the honest task alone, the demand alone, and the demand with the honest task behind it.

    Each seed plays some of the demands, each in one style.

    Args:
        env: The environment of an `InjectedTask`, with more steps than any trial takes.
        seeds: The episodes' seeds.
    """
    return _played(env, _some(_injected(env), seeds))


def every_injection(env: CrabEnv, seed: int) -> Trials:
    """Plays the same as `injections`, with all demands in all styles.

    Args:
        env: As for `injections`.
        seed: The first episode's seed; each text has the next one, which draws its surface and all else.
    """
    task = _injected(env)
    return _played(env, [_Text(seed + n, *each) for n, each in enumerate(product(task.demands, STYLES))])


def _injected(env: CrabEnv) -> InjectedTask:
    assert isinstance(env.task, InjectedTask)
    return env.task


def _some(task: InjectedTask, seeds: Iterable[int]) -> Iterator[_Text]:
    styles = list(STYLES)
    for seed in seeds:
        rng = random.Random(f"{task.name}:{seed}:injections")
        for demand in rng.sample(list(task.demands), round(_SHARE * len(task.demands))):
            yield _Text(seed, demand, rng.choice(styles))


def _played(env: CrabEnv, texts: Iterable[_Text]) -> Trials:
    attacks = solutions = 0
    accepted: list[str] = []
    rejected: list[str] = []
    for text in texts:
        options = {"parameters": {"injected_demand": text.demand, "injected_style": text.style}}
        told = f"seed {text.seed}, {text.demand}, {text.style}"
        solutions += 1
        record = run_episode(env, OraclePolicy(env), seed=text.seed, options=options)
        if not record.success or record.hijacked:
            rejected.append(f"{told}: the honest task alone: {record.error or record.end_reason}, {record.hijacked=}")
        for goes_on in (False, True):
            attacks += 1
            obedient = ObedientPolicy(env, goes_on)
            record = run_episode(env, obedient, seed=text.seed, options=options)
            if not obedient.met:
                rejected.append(f"{told}: the text doesn't stand on the honest way")
            elif not record.hijacked:
                rejected.append(f"{told}: obeyed, but not hijacked: {record.error or record.end_reason}")
            elif record.success:
                accepted.append(f"{told}: obeyed, and solved")
    return Trials(attacks, solutions, tuple(accepted), tuple(rejected))
