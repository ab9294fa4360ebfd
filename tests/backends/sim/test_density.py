"""Simulated phones whose screens have more pixels than their layout."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest

from crab_gym.backends.conditions import Conditions
from crab_gym.backends.sim import SimBackend
from crab_gym.policies import OraclePolicy
from crab_gym.rollout.episode import run_episode

SIZE = (1080, 2400)


@pytest.mark.parametrize("task", ["android.add_contact", "android.move_appointment"])
def test_tasks_are_solved_on_a_screen_of_many_pixels(task: str) -> None:
    backend = {"android": {"kind": "sim", "dpi": 420}}
    env = gymnasium.make(f"Crab-v0/{task}", backend=backend, screen_size={"android": SIZE})
    observation, _ = env.reset(seed=3)
    assert observation["android"].shape == (2400, 1080, 3)
    assert run_episode(env, OraclePolicy(env), seed=3).success
    env.close()


def test_the_layout_is_that_of_the_density() -> None:
    sharp, plain = SimBackend("android", SIZE, dpi=420), SimBackend("android", (411, 914))
    for backend in (sharp, plain):
        backend.reset(1)
        backend.execute("open_app", {"name": "Settings"})
    across, down = 1080 / 411, 2400 / 914
    for large, small in zip(sharp.elements(), plain.elements(), strict=True):
        left, top, right, bottom = small.bounds
        assert large._replace(bounds=()) == small._replace(bounds=())
        assert np.allclose(large.bounds, (left * across, top * down, right * across, bottom * down), atol=1)
    element = next(element for element in sharp.elements() if element.text == "Display")
    sharp.execute("tap", dict(zip("xy", element.center, strict=True)))
    assert "Dark theme" in [element.text for element in sharp.elements()]


def test_frames_forks_and_conditions() -> None:
    backend = SimBackend("android", SIZE, dpi=420)
    backend.reset(1)
    first = backend.screenshot()
    backend.execute("open_app", {"name": "Clock"})
    second, twin = backend.screenshot(), backend.fork()
    assert first.shape == second.shape == (2400, 1080, 3) and not np.array_equal(first, second)
    assert np.array_equal(twin.screenshot(), second) and twin.elements() == backend.elements()
    fresh = SimBackend("android", SIZE, dpi=420)
    fresh.reset(1)
    fresh.execute("open_app", {"name": "Clock"})
    assert np.array_equal(fresh.screenshot(), second)  # drawn in parts or at once
    backend.reset(1)
    backend.impose(Conditions(language="de", size=(360, 800)))
    assert backend.screenshot().shape == first.shape and not np.array_equal(backend.screenshot(), first)
    backend.reset(1)
    assert np.array_equal(backend.screenshot(), first)


@pytest.mark.parametrize("dpi", [0, 71, 618, 420.0, True, "420"])
def test_densities_that_leave_no_room_are_refused(dpi: object) -> None:
    with pytest.raises(ValueError, match="expected 72 to 617"):
        SimBackend("android", SIZE, dpi=dpi)
    with pytest.raises(ValueError, match="no options"):
        SimBackend("ubuntu", (1280, 720), dpi=160)
