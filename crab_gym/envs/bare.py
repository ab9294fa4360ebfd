"""Stand-ins for what `CrabEnv` has from Gymnasium and numpy, for places where neither can be had.

* `Env`, `ResetNeeded` - the base class and the error of an environment.
* `ActionSpace`, `observation_space`, `time_left` - as in `crab_gym.envs.spaces`, without samples and arrays.
* `Generator` - numpy's generator of random numbers: the same seed draws the same episode.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any, Final, Generic, TypeVar

from crab_gym.envs.verbs import TABLE, Actions, Table

__all__ = ["ActionSpace", "Env", "Generator", "ResetNeeded", "observation_space", "time_left"]

_Obs = TypeVar("_Obs")
_Act = TypeVar("_Act")
_WORD: Final = 0xFFFF_FFFF
_WHOLE: Final = (1 << 128) - 1
_FACTOR: Final = 0x2360_ED05_1FC6_5DA4_4385_DF64_9FCC_F645  # of PCG64
_POOL: Final = 4  # words in the pool of a SeedSequence


class ResetNeeded(Exception):
    """A call that needs a reset before it."""


class _Hash:
    """The hash of a SeedSequence, whose constant changes with each value."""

    def __init__(self, constant: int, factor: int) -> None:
        self.constant, self.factor = constant, factor

    def __call__(self, value: int) -> int:
        value ^= self.constant
        self.constant = self.constant * self.factor & _WORD
        value = value * self.constant & _WORD
        return value ^ value >> 16


def _mixed(into: int, value: int) -> int:
    result = (0xCA01_F9DD * into - 0x4973_F715 * value) & _WORD
    return result ^ result >> 16


def _seed_words(seed: int, count: int) -> list[int]:
    """Returns words of 32 bits as numpy's SeedSequence makes them (O'Neill, "Developing a seed_seq alternative")."""
    entropy = [seed >> at & _WORD for at in range(0, max(seed.bit_length(), 1), 32)]
    hashed = _Hash(0x43B0_D7E5, 0x931E_8875)
    pool = [hashed(entropy[i] if i < len(entropy) else 0) for i in range(_POOL)]
    for source in range(_POOL):
        for target in range(_POOL):
            if source != target:
                pool[target] = _mixed(pool[target], hashed(pool[source]))
    for word in entropy[_POOL:]:
        for target in range(_POOL):
            pool[target] = _mixed(pool[target], hashed(word))
    hashed = _Hash(0x8B51_F9DD, 0x58F3_8DED)
    return [hashed(pool[i % _POOL]) for i in range(count)]


class Generator:
    """Numpy's ``default_rng(seed)``, as far as an environment draws from it: PCG64 (O'Neill, 2014).

    Args:
        seed: A whole number of at least 0.

    Attributes:
        bit_generator: The object with the generator's `state`, which is the generator itself.

    Example:
        >>> import numpy as np
        >>> Generator(7).integers(2**63) == int(np.random.default_rng(7).integers(2**63))
        True
    """

    def __init__(self, seed: int) -> None:
        words = _seed_words(seed, 8)
        first, second, third, fourth = (words[i] | words[i + 1] << 32 for i in range(0, 8, 2))
        self._step = ((third << 64 | fourth) << 1 | 1) & _WHOLE
        self.state = (self._step + (first << 64 | second)) * _FACTOR + self._step & _WHOLE

    @property
    def bit_generator(self) -> Generator:
        """The object whose `state` can be kept and set."""
        return self

    def integers(self, high: int) -> int:
        """Returns a whole number from 0 to below 2**63, the only limit that is known here.

        Raises:
            ValueError: The limit is another.
        """
        if high != 1 << 63:
            raise ValueError(f"the limit is {high}; without numpy only 2**63 is possible")
        self.state = self.state * _FACTOR + self._step & _WHOLE
        value, turn = (self.state >> 64 ^ self.state) & (1 << 64) - 1, self.state >> 122
        return (value >> turn | value << 64 - turn & (1 << 64) - 1) >> 1


class Env(Generic[_Obs, _Act]):
    """The base class of `CrabEnv` in place of Gymnasium's."""

    _np_random: Generator | None = None

    @property
    def unwrapped(self) -> Env[_Obs, _Act]:
        """The environment itself: nothing is wrapped around it."""
        return self

    @property
    def np_random(self) -> Generator:
        """The environment's random generator; one that was never seeded begins anywhere."""
        if self._np_random is None:
            self._np_random = Generator(secrets.randbits(63))
        return self._np_random

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        """Seeds the random generator, if there is a seed.

        Args:
            seed: The seed; None to go on with the generator.
            options: The environment's own, which aren't looked at here.

        Raises:
            ValueError: The seed is below 0.
        """
        if seed is not None:
            if seed < 0:
                raise ValueError(f"the seed is {seed}; expected a whole number of at least 0")
            self._np_random = Generator(seed)


class ActionSpace(Actions):
    """The actions of some devices, as `crab_gym.envs.spaces.ActionSpace` without samples.

    Args:
        screens: Device to its screen's (width, height) in pixels.
        seed: Not used: nothing is sampled.
        table: The verbs, and tools if there are any.
    """

    def __init__(self, screens: Mapping[str, tuple[int, int]], seed: Any = None, table: Table = TABLE) -> None:
        super().__init__(screens, table)
        self._np_random = seed


def observation_space(screens: Mapping[str, tuple[int, int]]) -> tuple[str, ...]:
    """Returns the names of the observations' parts."""
    return (*screens, "time_left")


def time_left(steps: int, limit: int) -> tuple[float]:
    """Returns the share of steps left, in [0, 1]."""
    return (max(0.0, 1.0 - steps / limit),)
