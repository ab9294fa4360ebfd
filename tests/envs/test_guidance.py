"""Guidance: what comes up by itself is cleared away, and a device that says so needs no look at its screen."""

from __future__ import annotations

from typing import Any

import pytest

from crab_gym.backends.sim.backend import SimBackend
from crab_gym.envs import guidance
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.policies import OraclePolicy
from crab_gym.rollout import run_episode
from crab_gym.task import action
from crab_sim.phone.power import LOCK, turn
from crab_sim.phone.system import lock_screen

CASES: dict[str, tuple[str, dict[str, object]]] = {
    "popups": ("cross.notes_backup", {"popups": 4}),
    "latency": ("cross.expense_csv", {"latency": [1, 3]}),
    "keyboard": ("android.plan_meeting", {"keyboard": True}),
    "late windows": ("ubuntu.tidy_downloads", {"world": ["late"]}),
    "events": ("cross.code_by_text", {}),
    "none": ("cross.code_by_text", {"theme": "any"}),
}


@pytest.mark.parametrize("case", CASES)
def test_where_a_device_is_uncovered_nothing_is_to_be_cleared(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    task, variation = CASES[case]
    env = CrabEnv(task, screens=False, devices="all", variation=variation, max_steps=10_000)
    cleared = {True: 0, False: 0}
    clearing = guidance._clearing

    def looking(env: Any, device: str) -> Any:
        """Looks at the screen, whatever the device says."""
        kind = type(env.backends[device])
        says = env.backends[device].uncovered
        with monkeypatch.context() as patched:
            patched.setattr(kind, "uncovered", False)
            found = clearing(env, device)
        cleared[says] += found is not None
        return found

    monkeypatch.setattr(guidance, "_clearing", looking)
    for seed in range(3):
        assert run_episode(env, OraclePolicy(env), seed=seed).success
    assert not cleared[True]
    assert (cleared[False] > 0) == (case != "none") or case == "events"


def test_a_locked_desktop_is_woken() -> None:
    env = CrabEnv("cross.code_by_text", screens=False, max_steps=10_000)
    env.reset(seed=0)
    assert env.backends["ubuntu"].uncovered
    env.step(action("ubuntu", "hotkey", keys=["win", "l"]))
    assert not env.backends["ubuntu"].uncovered
    woken = next(guidance.attentive(env, iter([action("root", "wait", seconds=1)])))
    assert woken == action("ubuntu", "press", key="shift")


def test_a_phone_whose_screen_is_off_or_locked_is_covered() -> None:
    env = CrabEnv("cross.code_by_text", screens=False, max_steps=10_000)
    env.reset(seed=0)
    backend = env.backends["android"]
    assert backend.uncovered
    assert isinstance(backend, SimBackend)
    backend.machine.put(LOCK, "swipe")
    turn(backend.machine, False)
    assert not backend.uncovered
    turn(backend.machine, True)
    assert any(element.description == "Lock screen" for element in env.elements("android")) and not backend.uncovered
    lock_screen.dismiss(backend.machine)
    assert backend.uncovered
