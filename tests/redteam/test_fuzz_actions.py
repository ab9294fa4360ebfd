"""Twenty thousand hostile actions on simulated devices: no exception, no growth, no step that takes long."""

from __future__ import annotations

import json
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

import crab_gym  # noqa: F401 - registers the tasks
from crab_gym.envs.verbs import VERBS
from crab_gym.records import jsonable
from tests.redteam._actions import Actions
from tests.redteam._measure import Slowest, resident

ATTACKS = 20_000
"""Actions of the slow tier."""
QUICK = 300
"""Actions of every run of the tests."""
TASKS = (
    "ubuntu.write_note",
    "android.add_contact",
    "cross.dark_mode_from_todo",
    "cross.notes_backup",
    "cross.expense_csv",
    "cross.files_from_list",
    "cross.missed_calls_report",
    "learn.contact_from_note",
)
_STEPS = 100
_CHECKED = 50  # every so many actions, what is costly is checked, too
_SECONDS = 2.0
_GROWTH_MB = 48.0


class Attack:
    """Plays hostile actions on several environments in turn, an episode on each."""

    def __init__(self) -> None:
        self.envs: list[Any] = [
            gym.make(f"Crab-v0/{name}", devices="all", max_steps=_STEPS).unwrapped for name in TASKS
        ]
        self.actions = Actions(0, self.envs[0].screen_sizes)
        self.slowest = Slowest()
        self.count = self.refused = 0
        self.tried: set[tuple[str, str]] = set()
        self._episode, self._over = -1, True

    def play(self, count: int) -> None:
        """Plays some actions."""
        for _ in range(count):
            if self._over:
                self._episode += 1
                self.env.reset(seed=self._episode)
                self._over = False
            self._step()

    @property
    def env(self) -> Any:
        """The environment that is being played."""
        return self.envs[self._episode % len(self.envs)]

    def _step(self) -> None:
        env = self.env
        action = self.actions.draw({device: env.elements(device) for device in env.screen_sizes})
        with self.slowest.measure(action):
            obs, reward, terminated, truncated, info = env.step(action)
        self.count += 1
        self._over = terminated or truncated
        assert 0.0 <= reward <= 1.0
        if info["invalid_action"]:
            self.refused += 1
            assert len(info["invalid_action"]) < 3_000
            info["invalid_action"].encode()
        else:
            self.tried.add((action["device"], action["name"]))
        if self.count % _CHECKED == 0:
            assert env.observation_space.contains(obs)
            json.dumps(jsonable([action, info]), allow_nan=False).encode()
            self._check_snapshot()

    def _check_snapshot(self) -> None:
        """Checks that whatever state the actions have led to can be kept and brought back."""
        env = self.env
        if self._over:
            return
        handle, state = env.snapshot(), env.fingerprint()
        screens = {device: backend.screenshot().copy() for device, backend in env.backends.items()}
        env.step({"device": "android", "name": "press", "args": {"key": "home"}})
        env.restore(handle)
        assert env.fingerprint() == state
        for device, screen in screens.items():
            assert np.array_equal(env.backends[device].screenshot(), screen)
        self._over = env._progress.ended  # the step counts, and may have been the last


def test_hostile_actions_never_raise() -> None:
    attack = Attack()
    attack.play(QUICK)
    assert 0 < attack.refused < QUICK


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_twenty_thousand_hostile_actions(capsys: pytest.CaptureFixture[str]) -> None:
    attack = Attack()
    attack.play(ATTACKS // 2)
    before = resident()
    attack.play(ATTACKS - ATTACKS // 2)
    grown = resident() - before
    with capsys.disabled():
        print(f"\n{attack.count} hostile actions, {attack.refused} refused; {grown:.1f} MB grown; {attack.slowest}")
    assert attack.count == ATTACKS
    assert attack.tried >= {(verb.device, verb.name) for verb in VERBS if verb.device != "root"}
    assert grown < _GROWTH_MB
    assert attack.slowest.seconds < _SECONDS, attack.slowest
