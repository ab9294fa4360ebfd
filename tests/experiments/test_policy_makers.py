"""Makers of policies: their names, options, models and prices."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest

from crab_gym.agents.chat import Tokens
from crab_gym.agents.models import Budget, Prices
from crab_gym.experiments.policy_makers import AgentMaker, ModelMaker, named_prices, policy_id, policy_makers, prices_of
from crab_gym.rollout import run_episode

SCRIPT = "script:tests.scripted:"
HERE = "http://127.0.0.1:9/v1"


@pytest.mark.parametrize(
    ("asked", "priced", "options"),
    [
        ("openai:m", "openai:m", {}),
        ("openai:m", f"openai:m@{HERE}", {}),
        (f"openai:m@{HERE}/", f"openai:m@{HERE}", {}),
        (f"openai:m@{HERE}", f"openai:m@{HERE}/", {}),
        ("openai:m@https://api.openai.com/v1/", "openai:m@https://api.openai.com/v1", {}),
        ("anthropic:m@https://api.anthropic.com", "anthropic:m", {}),
        ("google:m", "google:m", {"base_url": f"{HERE}/"}),
    ],
)
def test_a_price_is_that_of_its_model_however_both_are_written(
    asked: str, priced: str, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", f"{HERE}/")
    prices = named_prices({priced: Prices(1.0, 2.0), "openai:m@http://127.0.0.1:8/v1": Prices(9.0, 9.0)}, **options)
    model = ModelMaker(asked, **options)
    assert list(prices_of(policy_makers(["single"], [model], prices=prices)).values()) == [(1.0, 2.0)]
    budget = Budget(money=5.0, prices=prices)
    budget.begin(model().name)
    budget.charge(model().name, Tokens(10**6, 0))
    assert budget.spent.money == 1.0
    if not options:
        assert list(prices_of(policy_makers(["single"], [model], prices={priced: Prices(1.0, 2.0)})).values())
        Budget(money=5.0, prices={priced: Prices(1.0, 2.0)}).begin(model().name)


def test_policies_models_and_options_make_policy_makers() -> None:
    models = [ModelMaker(SCRIPT + name) for name in ("gives_up", "dawdles")]
    found = policy_makers(
        ["oracle", "single", "by_device"], models, {"": {"history": 3}, "single": {"pictures": False}}
    )
    assert list(found) == [
        "oracle",
        "single-script-tests.scripted-gives_up-history-3-pictures-false",
        "single-script-tests.scripted-dawdles-history-3-pictures-false",
        "by_device-script-tests.scripted-gives_up-history-3",
        "by_device-script-tests.scripted-dawdles-history-3",
    ]
    made = list(found.values())[1]
    assert isinstance(made, AgentMaker)
    assert made.name == "single(script:tests.scripted:gives_up, history=3, pictures=false)"
    assert (
        list(policy_makers(["single"], models, {"": {"pictures": False}, "single": {"history": 3}})) == list(found)[1:3]
    )
    assert policy_id("a b", ["a-b"]) == "a-b-2"
    assert policy_id("../..") == "policy"


def test_a_structure_gets_only_the_options_that_it_has() -> None:
    found = policy_makers(["single", "script"], [ModelMaker(SCRIPT + "gives_up")], {"": {"history": 3, "actions": []}})
    assert list(found) == ["single-script-tests.scripted-gives_up-history-3", "script-actions"]


def test_makers_can_be_sent_to_processes_with_a_budget_that_these_share(tmp_path: Path) -> None:
    budget = Budget(tokens=10**6, path=tmp_path / "spent.jsonl")
    model = ModelMaker("openai:gpt-4o@http://127.0.0.1:9/v1", budget=budget)
    sent = pickle.loads(pickle.dumps(AgentMaker("single", model, {"history": 3}, allow_restore=True)))
    assert sent.name == "single(openai:gpt-4o@http://127.0.0.1:9/v1, history=3, allow_restore=true)"
    assert sent.allow_restore and sent.model() is sent.model()
    budget.charge("openai:gpt-4o", Tokens(100, 10))
    assert sent.model().budget.spent.tokens == 110


OWN = """
from crab_gym.policies import NoopPolicy

class Waiter(NoopPolicy):
    def __init__(self, env, patience=3):
        super().__init__()
        self.name, self.env, self.patience = "waiter", env, patience

    @staticmethod
    def wrap(env):
        env.unwrapped.prepared_by_waiter = True
        return env

class Half:
    def act(self, obs, info): ...

class Patient(NoopPolicy):
    def __init__(self, patience=3):
        super().__init__()
        self.patience = patience

def nothing(env): ...

NUMBER = 3
"""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "policies_of_a_test.py").write_text(OWN, encoding="utf-8")
    (tmp_path / "broken_in_a_test.py").write_text("1 / 0", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    return "policies_of_a_test"


def test_a_class_of_ones_own_plays(module: str) -> None:
    import gymnasium as gym

    makers = policy_makers([f"{module}:Waiter", "noop"])
    assert list(makers) == [f"{module}-Waiter", "noop"]
    maker: Any = pickle.loads(pickle.dumps(makers[f"{module}-Waiter"]))
    env = maker.wrap(gym.make("Crab-v0/learn.open_app", screens=False))
    policy = maker(env)
    assert policy.env is env and env.unwrapped.prepared_by_waiter and len(maker.settings["sha256"]) == 64
    record = run_episode(env, policy, seed=0)
    assert record.end_reason == "step_limit" and record.policy == "waiter"
    patient: Any = policy_makers([f"{module}:Patient"])[f"{module}-Patient"]
    assert patient(env).patience == 3
    nothing: Any = policy_makers([f"{module}:nothing"])[f"{module}-nothing"]
    with pytest.raises(ValueError, match="makes a policy without name, reset, act, usage; expected a class"):
        nothing(env)


@pytest.mark.parametrize(
    ("spec", "reason"),
    [
        ("policies_of_a_test:Waite", "did you mean policies_of_a_test:Waiter"),
        ("policies_of_a_test:Half", "lacks reset, usage; expected a class"),
        ("policies_of_a_test:NUMBER", "is of the type int; expected a class"),
        ("no_such_module_at_all:X", "there is no module 'no_such_module_at_all'"),
        ("broken_in_a_test:X", "can't import broken_in_a_test for the policy 'broken_in_a_test:X': ZeroDivisionError"),
        ("../secret:X", "expected MODULE:CLASS"),
        ("waiter", "unknown policy 'waiter'"),
        ("chekpoint:runs/bc", "unknown policy 'chekpoint:runs/bc'"),
    ],
)
def test_a_class_that_is_none_is_refused_in_a_sentence(module: str, spec: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        policy_makers([spec])
