"""Agents whose roles ask different models."""

from __future__ import annotations

import pickle
from dataclasses import replace
from pathlib import Path
from typing import Any

import gymnasium as gym
import pytest
from typer.testing import CliRunner

from crab_gym.agents import AGENTS, agent_roles, make_agent, wrap
from crab_gym.agents.chat import Reply, Tokens
from crab_gym.agents.models import Prices
from crab_gym.cli import app
from crab_gym.experiments.policy_makers import AgentMaker, ModelMaker, policy_makers, prices_of
from crab_gym.experiments.progress import cost
from crab_gym.records import read_config, read_run
from crab_gym.rollout import run_episode
from crab_gym.rollout.counts import model_counts_in_notes
from tests.agents.models import Says, calls

SCRIPT = "script:tests.scripted:"


class Named(Says):
    """A model that says the same over and over, under a name of its own."""

    def __init__(self, name: str, *replies: Any, **options: Any) -> None:
        super().__init__(replies, **options)
        self.name = name


def play(structure: str, models: Any, **options: Any) -> Any:
    """Returns the record of an episode of an agent."""
    env = wrap(gym.make("Crab-v0/learn.open_app", backend="sim"), structure, **options)
    record = run_episode(env, make_agent(structure, models, **options), seed=0)
    env.close()
    return record


COMPLETE = calls("root__complete")
SAID = {
    "functionality": {"planner": "Complete the task.", "caller": COMPLETE},
    "by_device": {"main": "android: Go home.\nroot: Complete.", "android": calls("skip"), "root": COMPLETE},
    "computer_use": {"agent": COMPLETE},
    "conversation": {"agent": COMPLETE},
    "seeact": {"operator": "Complete.", "grounding": COMPLETE},
    "beap": {"planner": '{"subtasks": ["Open it"]}', "executor": calls("android__open_app_drawer"),
             "tracker": '{"status": "done"}'},
    "m3a": {"agent": calls("android__open_app_drawer"), "reviewer": "It worked."},
    "t3a": {"agent": calls("android__open_app_drawer"), "reviewer": "It worked."},
    "m3a_simple": {"agent": COMPLETE},
    "single": {"agent": COMPLETE},
    "native": {"agent": "Action: finished(content='')"},
}  # fmt: skip


@pytest.mark.parametrize("structure", sorted(SAID))
def test_each_role_asks_its_own_model(structure: str) -> None:
    others = {role: Named(role, "") for role in agent_roles(structure)}
    models = {**others, **{role: Named(role, said) for role, said in SAID[structure].items()}}
    record = play(structure, models)
    assert not record.error
    assert {role for role, model in models.items() if model.asked} == set(SAID[structure])
    asked = {name for name, counts in record.models.items() if counts["calls"]}
    assert asked == (set(SAID[structure]) if len(models) > 1 else set())
    assert record.calls == sum(len(model.asked) for model in models.values())


def test_the_test_above_knows_all_structures() -> None:
    assert set(SAID) == {name for name in AGENTS if agent_roles(name)}


def test_roles_have_names_and_mistakes_are_told() -> None:
    a, b = Named("a", ""), Named("b", "")
    assert make_agent("beap", {"planner": a, "": b}).name == "beap(b, planner=a)"
    assert make_agent("by_device", {"main": a, "root": a, "": b}).name == "by_device(a, ubuntu=b, android=b)"
    assert make_agent("beap", {"planner": a, "executor": a, "tracker": a}).name == "beap(a)"
    with pytest.raises(ValueError, match="unknown role of the agent 'beap': 'planer'; did you mean 'planner'"):
        make_agent("beap", {"planer": a, "": b})
    with pytest.raises(ValueError, match="has no model for its role tracker: give tracker=MODEL too"):
        make_agent("beap", {"planner": a, "executor": b})
    with pytest.raises(ValueError, match="leave out the one for others"):
        make_agent("single", {"agent": a, "": b})


def test_a_model_without_functions_may_plan_for_one_that_has_them() -> None:
    planner = Named("planner", "Complete the task.", calls_tools=False)
    caller = Named("caller", '{"name": "root__complete"}', calls_tools=False)
    assert play("functionality", {"planner": planner, "caller": caller}).end_reason == "false_completion"
    assert not caller.asked[0][1]  # its functions are explained in words
    native = Named("caller", COMPLETE)
    play("functionality", {"planner": planner, "caller": native})
    assert [tool.name for tool in native.asked[0][1] if tool.name.startswith("root__c")] == ["root__complete"]


def test_tokens_are_counted_by_model_and_noted_with_each_turn() -> None:
    large = Named("large", Reply("Complete the task.", tokens=Tokens(100, 10)))
    small = Named("small", replace(COMPLETE, tokens=Tokens(7, 3), cached=True))
    record = play("functionality", {"planner": large, "caller": small})
    assert (record.tokens, record.prompt_tokens, record.cached_prompt_tokens) == (120, 107, 7)
    assert record.models == {
        "large": {"prompt_tokens": 100, "completion_tokens": 10, "cached_prompt_tokens": 0,
                  "cached_completion_tokens": 0, "calls": 1, "retries": 0},
        "small": {"prompt_tokens": 7, "completion_tokens": 3, "cached_prompt_tokens": 7,
                  "cached_completion_tokens": 3, "calls": 1, "retries": 0},
    }  # fmt: skip
    assert [(each["name"], each["model"]) for each in record.steps[0].notes["agents"]] == [
        ("planner", "large"),
        ("tool caller", "small"),
    ]
    assert model_counts_in_notes(record.steps) == record.models  # of an episode whose slot is lost
    prices = {"large": Prices(1e6, 2e6), "small": Prices(5e6, 5e6)}
    assert cost(record, prices) == 120.0  # the other answer came from a cache
    same = play("functionality", Named("large", Reply("", (COMPLETE.calls[0],), Tokens(1, 1))))
    assert same.models == {} and "models" not in same.steps[0].notes


def test_makers_name_the_models_of_roles_and_know_their_prices() -> None:
    make = {name: ModelMaker(SCRIPT + name) for name in ("gives_up", "dawdles")}
    roles = {"planner": make["gives_up"], "": make["dawdles"]}
    prices = {SCRIPT + "gives_up": Prices(1.0, 2.0)}
    (found,) = policy_makers(["functionality"], [roles], prices=prices).values()
    assert isinstance(found, AgentMaker)
    assert found.name == f"functionality(planner={SCRIPT}gives_up, caller={SCRIPT}dawdles)"
    assert found.settings == {"planner": {"name": SCRIPT + "gives_up"}, "caller": {"name": SCRIPT + "dawdles"}}
    assert found.prices is None  # that of the other model isn't known
    sent = pickle.loads(pickle.dumps(found))
    assert sent.name == found.name
    assert list(prices_of(policy_makers(["functionality"], [roles], prices={**prices, "": Prices(3, 4)})).values()) == [
        {SCRIPT + "gives_up": (1.0, 2.0), SCRIPT + "dawdles": (3, 4)}
    ]
    with pytest.raises(ValueError, match="unknown role of the agent 'single': 'planner'; known: agent"):
        policy_makers(["functionality", "single"], [roles])


def test_the_command_takes_a_model_for_each_role_and_tells_each_models_cost(tmp_path: Path) -> None:
    args = ["evaluate", "learn.open_app", "--policy", "functionality", "--seeds", "0-1", "--no-screens"]
    args += ["--model", f"planner={SCRIPT}gives_up,caller={SCRIPT}refuses_nothing", "--out", str(tmp_path / "run")]
    args += ["--price", f"{SCRIPT}gives_up=10000/0", "--price", f"{SCRIPT}refuses_nothing=20000/0"]
    result = CliRunner().invoke(app, args)
    assert result.exit_code == 0, result.output
    each = f"cost 4.00: {SCRIPT}gives_up 2.00, {SCRIPT}refuses_nothing 2.00"
    assert each in result.output.replace("\n", " ")
    records = read_run(tmp_path / "run")
    name = f"functionality(planner={SCRIPT}gives_up, caller={SCRIPT}refuses_nothing)"
    assert {record.policy for record in records} == {name}
    assert records[0].models[SCRIPT + "refuses_nothing"]["calls"] == 1
    (settings,) = read_config(tmp_path / "run")["models"].values()
    assert list(settings) == ["planner", "caller"]
    assert each in CliRunner().invoke(app, ["table", str(tmp_path / "run")]).output.replace("\n", " ")
    wrong = CliRunner().invoke(app, [*args[:7], "--model", f"planer={SCRIPT}gives_up,{SCRIPT}dawdles"])
    assert (wrong.exit_code, wrong.output.count("\n")) == (2, 1)
    assert "unknown role of the agent 'functionality': 'planer'; did you mean 'planner'" in wrong.output
