"""Policies that save and restore snapshots."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium as gym
import pytest

import crab_gym  # noqa: F401
from crab_gym.policies import PolicySpec, Restore, Usage
from crab_gym.rollout import run_episode
from crab_gym.task import action
from crab_gym.wrappers import SetOfMarks


class GoesBack:
    """Saves the start, opens an app, goes back, and does that again by its mark."""

    name = "goes_back"

    def __init__(self) -> None:
        self.saved: Any = None
        self.spec: PolicySpec | None = None
        self.seen: list[tuple[str, ...]] = []

    def reset(self, goal: str, spec: PolicySpec) -> None:
        self.spec = spec

    def act(self, obs: Any, info: Mapping[str, Any]) -> Any:
        marks = info["marks"]["android"]
        self.seen.append(tuple(mark.text for mark in marks))
        assert self.spec is not None
        match len(self.seen):
            case 1:
                assert self.spec.snapshot is not None
                self.saved = self.spec.snapshot()
                return action("android", "open_app", name="Clock")
            case 2:
                return Restore(self.saved)
            case 3:
                number = next(mark.number for mark in marks if mark.text == "Contacts")
                return action("android", "tap", element=number)
        return action("root", "complete")

    def usage(self) -> Usage:
        return Usage()


def make() -> gym.Env[Any, Any]:
    return SetOfMarks(gym.make("Crab-v0/android.add_contact", screens=False))


def test_a_policy_saves_a_state_by_its_spec_and_sees_its_marks_again() -> None:
    env, policy = make(), GoesBack()
    record = run_episode(env, policy, seed=0, allow_restore=True)
    assert (record.error, record.restores) == ("", 1)
    home, clock, again, contacts = policy.seen
    assert home == again
    assert len({home, clock, contacts}) == 3
    assert [step.restored for step in record.steps] == [False, True, False]
    env.close()


def test_without_leave_there_is_no_way_to_save_a_state() -> None:
    env, policy = make(), GoesBack()
    record = run_episode(env, policy, seed=0)
    assert policy.spec is not None
    assert policy.spec.snapshot is None
    assert record.error_kind == "policy"  # its own assertion
    env.close()


def test_after_a_restore_nothing_of_the_step_before_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    env, policy = make(), GoesBack()
    base: Any = env.unwrapped
    told: list[str] = []
    act = policy.act

    def noting(obs: Any, info: Mapping[str, Any]) -> Any:
        told.append(info["cut_short"])
        return act(obs, info)

    monkeypatch.setattr(policy, "act", noting)
    monkeypatch.setattr(base.backends["android"], "act", lambda *action: "the rest is too much work")
    run_episode(env, policy, seed=0, allow_restore=True)
    assert told[:3] == ["", "the rest is too much work", ""], "before the action, after it, and restored"
