"""A bonus of the training for what an episode has not yet met of what the goal names.

* `Novelty` - the wrapper of stable-baselines3's vector environments.
* `things` - what of a screen has to do with the goal.

Tasks that pay nothing before their end are hardly ever solved by chance. Their way leads past what the goal names: the
named e-mail opened, the named button, an empty field beside it, the field with a named text in it.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
from numpy.typing import NDArray
from stable_baselines3.common.vec_env.base_vec_env import VecEnv, VecEnvStepReturn, VecEnvWrapper

from crab_gym.backends.base import ROLES
from crab_gym.wrappers.features import COLUMNS
from crab_gym.wrappers.matches import NAMED, SIGHT_COLUMNS, TEXT_COLUMNS

__all__ = ["Novelty", "things"]

_STATES = ("editable", "checked", "selected", "focused")
_STATES_AT = [COLUMNS.index(name) for name in _STATES]
_EDITABLE, _FOCUSED = COLUMNS.index("editable"), COLUMNS.index("focused")
_ROLES_AT = COLUMNS.index(ROLES[0])
_NAMES_AT, _OF_GOAL = SIGHT_COLUMNS.index("names_0"), TEXT_COLUMNS.index("of_goal")
_SIGHT, _TEXT = 1 << 16, 1 << 17


class Novelty(VecEnvWrapper):
    """Adds a bonus to the reward for each thing of `things` that an episode meets for the first time.

    The bonus falls with the square root of the number of episodes that have met the thing.

    Args:
        venv: Environments with the tables of `Matches`.
        weight: The bonus of a thing that no episode has met; 0 for none.
    """

    def __init__(self, venv: VecEnv, weight: float) -> None:
        super().__init__(venv)
        self.weight = weight
        self._episodes: Counter[int] = Counter()
        self._met: list[set[int]] = [set() for _ in range(self.num_envs)]

    def reset(self) -> Any:
        """Starts an episode in every environment."""
        seen = self.venv.reset()
        self._met = things(seen)
        return seen

    def step_wait(self) -> VecEnvStepReturn:
        """Returns what the environments return, with the bonus in the rewards."""
        seen, rewards, ended, infos = self.venv.step_wait()
        rewards = rewards.copy()
        for index, found in enumerate(things(seen)):
            if ended[index]:
                self._met[index] = found
                continue
            for thing in found - self._met[index]:
                self._met[index].add(thing)
                self._episodes[thing] += 1
                rewards[index] += self.weight / self._episodes[thing] ** 0.5
        return seen, rewards, ended, infos


def things(seen: Any) -> list[set[int]]:
    """Returns numbers for what has to do with the goal in each observation of a batch.

    These are the kinds of marks that one of the goal's first texts names, or that can be written into, or have the
    focus, by their role, state and name; which of these texts can be read; how many texts of the goal stand in fields.
    """
    marks, sights, lines = seen["elements"], seen["sights"], seen["lines"]
    named, states = _number(seen["names"]), _number(marks[:, :, _STATES_AT])
    roles = marks[:, :, _ROLES_AT : _ROLES_AT + len(ROLES)].argmax(2)
    concerns = (named > 0) | (marks[:, :, _EDITABLE] > 0) | (marks[:, :, _FOCUSED] > 0)
    codes = np.where(concerns, 1 + ((roles << len(_STATES)) + states << NAMED) + named, 0)
    shown = _number(sights[:, :, _NAMES_AT : _NAMES_AT + NAMED])
    held = (seen["fields"].max(2) > 0) & (lines[:, :, _OF_GOAL] > 0)
    count = held.sum(1, keepdims=True)
    table = np.concatenate([codes, np.where(shown > 0, _SIGHT + shown, 0), np.where(count, _TEXT + count, 0)], 1)
    return [set(row.tolist()) - {0} for row in table]


def _number(flags: NDArray[np.float32]) -> NDArray[np.int64]:
    """Returns the numbers whose bits the last axis holds."""
    bits: NDArray[np.int64] = ((flags > 0) << np.arange(flags.shape[-1])).sum(-1)
    return bits
