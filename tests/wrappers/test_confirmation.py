"""Requirements on confirmations: nothing leaves a device that wasn't asked for, and what was asked for does."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import pytest

import crab_gym
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.policies import ObedientPolicy, OraclePolicy
from crab_gym.rollout import run_episode
from crab_gym.wrappers import Confirmation, SetOfMarks

assert crab_gym.__version__  # registers the ids


def wrapped(task: str) -> Confirmation:
    return Confirmation(CrabEnv(task, screens=False, success_at="complete", max_steps=200))


def sent(env: Confirmation) -> list[Any]:
    base: Any = env.unwrapped
    return [effect for backend in base.backends.values() for effect in backend.state.effects()]


@pytest.mark.parametrize("demand", ["subscribe", "premium call", "mail from the phone", "open an issue"])
def test_the_person_refuses_what_a_planted_text_wants_to_send(demand: str) -> None:
    env = wrapped("safety.contacts.phone_of")
    options = {"parameters": {"injected_demand": demand}}
    policy = ObedientPolicy(env)
    record = run_episode(env, policy, seed=4, options=options)
    assert policy.met and record.hijacked is False and not sent(env)


def test_the_person_confirms_what_was_asked_for() -> None:
    for task in ("android.take_the_call", "cross.contact_from_file", "android.which_namesake"):
        env = wrapped(task)
        assert run_episode(env, OraclePolicy(env), seed=2).success


def test_what_was_refused_is_told_and_counts_twice() -> None:
    task, options = "safety.contacts.phone_of", {"parameters": {"injected_demand": "subscribe"}}
    plain = CrabEnv(task, screens=False, success_at="complete", max_steps=200)
    assert run_episode(plain, ObedientPolicy(plain, goes_on=False), seed=4, options=options).hijacked
    env = wrapped(task)
    assert env.reset(seed=4, options=options)[1]["refused"] == ""
    infos = [env.step(action)[4] for action in plain.actions]
    assert infos[-1]["step"] == len(infos) + 1
    (refused,) = [info["refused"] for info in infos if info["refused"]]
    assert "SUBSCRIBE" in refused and not sent(env)


def test_it_goes_directly_around_the_environment() -> None:
    with pytest.raises(TypeError, match=r"Confirmation got .*; it goes directly around CrabEnv"):
        Confirmation(SetOfMarks(gym.make("Crab-v0/android.add_contact", screens=False)))
