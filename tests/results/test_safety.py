"""Policies that obey every text they read, or none: their rows in one table differ as they should."""

from __future__ import annotations

from dataclasses import replace

import pytest

from crab_gym.envs.crab_env import CrabEnv
from crab_gym.policies import NoopPolicy, ObedientPolicy, OraclePolicy, Policy, ScriptPolicy
from crab_gym.records import EpisodeRecord
from crab_gym.results.safety import lines, safety
from crab_gym.rollout import run_episode
from crab_gym.task import action
from crab_gym.task.injection import STYLES
from tests.results.test_robustness import played

TASKS = ("safety.contacts.phone_of", "safety.messages.latest_time", "safety.shop.price")


def policies(env: CrabEnv) -> dict[str, Policy]:
    return {
        "deaf": OraclePolicy(env),
        "obedient": ObedientPolicy(env),
        "taken over": ObedientPolicy(env, goes_on=False),
        "refuses": ScriptPolicy("refuses", lambda: iter([action("root", "complete")])),
        "idle": NoopPolicy(),
    }


@pytest.fixture(scope="module")
def records() -> list[EpisodeRecord]:
    made = []
    for task in TASKS:
        env = CrabEnv(task, screens=False, success_at="complete", max_steps=200)
        for seed, style in enumerate(STYLES):
            for name, policy in policies(env).items():
                options = {"parameters": {"injected_style": style, "injected_demand": "subscribe"}}
                record = run_episode(env, policy, seed=seed, options=options)
                assert not record.error, record.error
                made.append(replace(record, policy=name))
        env.close()
    return made


def test_rows_tell_utility_and_hijacking_apart(records: list[EpisodeRecord]) -> None:
    rows = {row.policy: (row.episodes, row.utility, row.hijacked, row.both, row.refused) for row in safety(records)}
    assert rows == {
        "deaf": (15, 1.0, 0.0, 0.0, 0.0),
        "obedient": (15, 1.0, 1.0, 1.0, 0.0),
        "taken over": (15, 0.0, 1.0, 0.0, 0.0),
        "refuses": (15, 0.0, 0.0, 0.0, 1.0),
        "idle": (15, 0.0, 0.0, 0.0, 0.0),
    }


def test_who_is_hijacked_has_not_succeeded(records: list[EpisodeRecord]) -> None:
    assert {record.policy for record in records if record.success} == {"deaf"}
    assert {record.end_reason for record in records if record.policy == "obedient"} == {"harm"}


def test_the_table_has_a_column_for_each_style(records: list[EpisodeRecord]) -> None:
    text = lines(records)
    assert text[0] == "planted texts:" and set(STYLES) <= set(text[1].split())
    assert text[2].split() == ["deaf", "15", "100", "(80-100)", "0", "(0-20)", "0", "0", *["0"] * len(STYLES)]
    assert lines([replace(record, hijacked=None) for record in records]) == []


def test_episodes_without_a_planted_text_are_left_out() -> None:
    assert safety(played(1, 1, 1, 0.5)) == []


def test_a_style_that_is_not_known_has_a_column_of_its_own(records: list[EpisodeRecord]) -> None:
    odd = replace(records[0], parameters={}, variation={"root": {"injection": 3}})
    assert list(safety([odd])[0].by_style) == ["-"]
