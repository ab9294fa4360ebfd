"""Names of tasks by which tests are parametrised."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from crab_gym.task import read_index

SIMULATED = [name for name, info in read_index().items() if info.simulated]
COMPOSED = [name for name in SIMULATED if read_index()[name].platform == "crab"]
ANDROID_WORLD = [name for name in SIMULATED if read_index()[name].platform == "android_world"]
MINIWOB = [name for name in SIMULATED if read_index()[name].platform == "miniwob"]
LONG = [name for name in SIMULATED if read_index()[name].platform == "long"]
SAFETY = [name for name in SIMULATED if read_index()[name].platform == "safety"]
HAND_WRITTEN = [name for name in SIMULATED if name not in {*COMPOSED, *ANDROID_WORLD, *MINIWOB, *LONG, *SAFETY}]
"""Tasks of no suite. Those of a suite share their parts, so fewer tests play all of them."""


def one_in(n: int, values: Sequence[str]) -> list[Any]:
    """Returns values of a parameter, of which the slow tier alone plays all but every n-th."""
    return [pytest.param(value, marks=pytest.mark.slow if i % n else ()) for i, value in enumerate(values)]
