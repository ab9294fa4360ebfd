"""The benchmark of backtracking, in small: a team that errs recovers by snapshots, and by undoing."""

from __future__ import annotations

import gymnasium as gym
import pytest

from benchmarks.beap import VARIANTS, measure, play, table
from benchmarks.erring_team import Team
from crab_gym.agents import make_agent, wrap
from crab_gym.agents.models import make_model
from crab_gym.rollout import run_episode
from tests.agents.server import FakeServer

FEW = ("learn.todo_from_note", "android.text_contact", "android.tidy_tasks", "ubuntu.write_note")


def test_a_team_that_errs_recovers_by_restores_and_by_undoing() -> None:
    result = measure(FEW, seeds=2, rate=0.15)
    rows = result["variants"]
    assert result["passed"]
    assert rows["restore"]["SR"] == 1.0
    assert rows["restore"]["restores"] > 0
    assert (rows["restore"]["BSR"], rows["restore"]["ABS"]) == (1.0, 0.0)
    assert rows["undo"]["SR"] > rows["no backtrack"]["SR"]
    assert rows["undo"]["restores"] == 0
    assert rows["undo"]["ABS"] > 0
    assert 0 < rows["undo"]["BSR"] <= 1
    for name in ("no backtrack", "no tracker"):
        assert (rows[name]["attempts"], rows[name]["BTR"], rows[name]["BSR"]) == (0, 0.0, None)
    lines = table(result).splitlines()
    assert [line.split("  ")[0] for line in lines] == ["variant", *VARIANTS]
    assert max(map(len, lines)) <= 100


@pytest.mark.parametrize("wire", ["openai", "anthropic", "google"])
def test_behind_a_server_it_recovers_as_well(wire: str, server: FakeServer) -> None:
    env = wrap(gym.make("Crab-v0/learn.panel_from_todo", screens=False), "beap", pictures=False)
    team = Team(env, rate=0.5, seed=5)
    server.brain = team.ask
    agent = make_agent("beap", make_model(server.spec(wire), key_env=server.key_env), pictures=False)
    record = run_episode(env, agent, seed=0, allow_restore=True)
    assert (record.end_reason, record.error, server.refused) == ("success", "", [])
    assert record.restores > 0
    assert record.tokens == server.tokens.total == 1050 * record.calls
    env.close()


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_team_that_does_not_err_needs_no_way_back(variant: str) -> None:
    record = play("android.text_contact", 0, variant, rate=0.0)
    assert (record.success, record.restores) == (True, 0)
    assert not any("backtrack" in step.notes for step in record.steps)


def test_the_same_seed_errs_in_the_same_way() -> None:
    one, other = (play("android.text_contact", 1, "undo", 0.3) for _ in range(2))
    assert [step.action for step in one.steps] == [step.action for step in other.steps]
    assert [step.notes for step in one.steps] == [step.notes for step in other.steps]
