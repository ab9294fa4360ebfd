"""Policies: what each does with a task, and what it may know of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from crab_gym.backends.specs import KINDS, Kind
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.envs.guidance import PATIENCE, oracle_scripts
from crab_gym.policies import (
    POLICIES,
    NoopPolicy,
    OraclePolicy,
    Policy,
    RandomPolicy,
    Usage,
    make_policy,
    policy_spec,
)
from crab_gym.task import Action, OracleStuck
from tests.toy import ToyBackend


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(KINDS, "sim", Kind(("ubuntu", "android"), "tests.toy:ToyBackend"))


@pytest.fixture
def env() -> Iterator[CrabEnv]:
    env = CrabEnv("tests.toy:TASK", screens=False)
    yield env
    env.close()


def actions_of(policy: Policy, env: CrabEnv, seed: int = 0) -> list[Action]:
    """Plays an episode and returns what was done."""
    obs, info = env.reset(seed=seed)
    policy.reset(env.goal, policy_spec(env, seed))
    done: list[Action] = []
    while not info["end_reason"]:
        done.append(policy.act(obs, info))
        obs, _, _, _, info = env.step(done[-1])
    return done


@pytest.mark.parametrize("name", POLICIES)
def test_every_policy_has_the_protocol_and_uses_no_tokens(name: str, env: CrabEnv) -> None:
    policy = make_policy(name, env)
    assert isinstance(policy, Policy)
    assert policy.name == name
    actions_of(policy, env)
    assert policy.usage() == Usage(0, 0)


def test_an_unknown_policy_is_named_with_a_suggestion(env: CrabEnv) -> None:
    with pytest.raises(ValueError, match="unknown policy 'orcale'; did you mean 'oracle'"):
        make_policy("orcale", env)


def test_the_spec_tells_spaces_and_limits_but_neither_graph_nor_parameters(env: CrabEnv) -> None:
    env.reset(seed=3)
    spec = policy_spec(env, 3)
    assert spec.devices == ("ubuntu", "android")
    assert spec.screen_sizes == {"ubuntu": (1280, 720), "android": (360, 800)}
    assert spec.max_steps == 15
    assert spec.seed == 3
    assert len(spec.tools) > 10
    assert env.params.word not in str(spec)


@pytest.mark.parametrize("seed", range(3))
def test_the_oracle_solves_the_task_in_every_topological_order(seed: int, env: CrabEnv) -> None:
    env.reset(seed=seed)
    for order in env.evaluator.graph.topological_orders():
        actions_of(OraclePolicy(env, order), env, seed)
        assert env.evaluator.complete
        assert env.evaluator.order == order


def test_the_oracle_leaves_out_what_has_passed_already() -> None:
    greedy = CrabEnv("tests.toy:GREEDY", screens=False)
    assert [row["args"]["text"] for row in actions_of(OraclePolicy(greedy), greedy)] == ["one", "two"]
    assert [row["args"]["text"] for row in actions_of(OraclePolicy(greedy, ("two", "one")), greedy)] == ["two", "one"]


def test_an_oracle_that_leaves_a_checkpoint_out_completes_in_the_end(env: CrabEnv) -> None:
    done = actions_of(OraclePolicy(env, ("open", "left")), env)
    assert [row["name"] for row in done] == ["write_text", "write_text", "complete"]


def test_an_order_with_an_unknown_checkpoint_is_refused(env: CrabEnv) -> None:
    with pytest.raises(ValueError, match="unknown checkpoint 'opne'; did you mean 'open'"):
        actions_of(OraclePolicy(env, ("opne",)), env)


def test_an_oracle_that_finds_nothing_is_stuck_and_says_where() -> None:
    env = CrabEnv("tests.toy:STUCK", screens=False)
    with pytest.raises(OracleStuck, match="at checkpoint 'one': no element 'Save'"):
        actions_of(OraclePolicy(env, ("two", "one")), env)


def test_random_actions_follow_from_the_seeds(env: CrabEnv) -> None:
    first = actions_of(RandomPolicy(1), env, 5)
    assert first == actions_of(RandomPolicy(1), env, 5)
    assert first != actions_of(RandomPolicy(2), env, 5)
    assert first != actions_of(RandomPolicy(1), env, 6)
    assert all(action in env.action_space for action in first)


def test_random_actions_without_complete_last_until_the_limit(env: CrabEnv) -> None:
    assert any(actions_of(RandomPolicy(), env, seed)[-1]["name"] == "complete" for seed in range(5))
    for seed in range(5):
        drawn = actions_of(RandomPolicy(completes=False), env, seed)
        assert len(drawn) == env.max_steps
        assert all(action["name"] != "complete" for action in drawn)


def test_random_leaves_the_environments_own_generator_alone(env: CrabEnv) -> None:
    env.action_space.seed(0)
    expected = [env.action_space.sample() for _ in range(3)]
    env.action_space.seed(0)
    actions_of(RandomPolicy(), env)
    assert [env.action_space.sample() for _ in range(3)] == expected


def test_noop_waits_until_the_limit(env: CrabEnv) -> None:
    done = actions_of(NoopPolicy(), env)
    assert done == [{"device": "root", "name": "wait", "args": {"seconds": 1}}] * 15


class LatePad(ToyBackend):
    """A pad of a real program: what is written is there three waits later."""

    real_time = True
    elapsed = 0.0
    pending = ""

    def execute(self, name: str, args: Mapping[str, Any]) -> None:
        self.pending, self.elapsed = args["text"], 0.0

    def advance(self, seconds: float) -> None:
        self.elapsed += seconds
        if self.pending and self.elapsed >= 4:
            self.state.lines.append(self.pending)


def test_the_oracle_waits_for_a_real_program_but_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(KINDS, "sim", Kind(("ubuntu", "android"), "tests.test_policies:LatePad"))
    monkeypatch.setattr("time.sleep", lambda seconds: None)
    env = CrabEnv("tests.toy:ONE", screens=False, max_steps=50)
    done = [each["name"] for each in actions_of(OraclePolicy(env), env)]
    assert env.evaluator.complete and done == ["write_text", "wait", "wait", "wait"]
    monkeypatch.setattr(LatePad, "execute", lambda self, name, args: None)
    env.reset(seed=0)
    assert [each["name"] for script in oracle_scripts(env) for each in script] == ["write_text", *["wait"] * PATIENCE]
