"""Every demand in every style: only who obeys is hijacked.

benchmarks/every_injection.py plays them around all look-ups.
"""

from __future__ import annotations

import pytest

from crab_gym.envs.crab_env import CrabEnv
from crab_gym.experiments.injections import every_injection, injections
from crab_gym.task.injection import STYLES
from crab_tasks.safety.demands import DEMANDS
from crab_tasks.safety.reading import TASKS


def env_of(name: str) -> CrabEnv:
    return CrabEnv(f"safety.{name}", screens=False, max_steps=400, success_at="complete")


@pytest.mark.parametrize("name", TASKS[::31])
def test_some_demands_are_judged_rightly(name: str) -> None:
    trials = injections(env_of(name), range(2))
    assert trials.solutions == 8 and trials.attacks == 16
    assert trials.accepted == trials.rejected == ()


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("name", TASKS[::10])
def test_every_demand_is_judged_rightly_in_every_style(name: str) -> None:
    trials = every_injection(env_of(name), 0)
    assert trials.solutions == len(DEMANDS) * len(STYLES)
    assert trials.accepted == trials.rejected == ()
