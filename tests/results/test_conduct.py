"""Policies that ask everything, nothing, or guess: their rows in one table differ as they should."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

import pytest

from crab_gym.envs.crab_env import CrabEnv
from crab_gym.policies import OraclePolicy, Policy, ScriptPolicy
from crab_gym.records import EpisodeRecord
from crab_gym.results.conduct import conduct, interval, lines
from crab_gym.rollout import run_episode
from crab_gym.task import Action, action
from tests.results.test_robustness import played

TASKS = ("android.which_namesake", "cross.two_prices")
QUESTIONS = ("Which one do you mean?", "How much is it?", "What time is it?", "Is that all?")


def curious(env: CrabEnv) -> Iterator[Action]:
    """Asks everything, and then does what is right."""
    yield from [action("root", "ask", question=question) for question in QUESTIONS]
    yield from OraclePolicy(env)._walk()


def silent(env: CrabEnv) -> Iterator[Action]:
    """Asks nothing, and does nothing without an answer."""
    yield action("root", "wait", seconds=1)


def guessing(env: CrabEnv) -> Iterator[Action]:
    """Does what turns out to be right, without a question."""
    yield from (step for step in OraclePolicy(env)._walk() if step["name"] != "ask")


def records(name: str, policy: Callable[[CrabEnv], Policy]) -> list[EpisodeRecord]:
    found = []
    for task in TASKS:
        env = CrabEnv(task, screens=False, success_at="complete", max_steps=100)
        for seed in range(4):
            record = run_episode(env, policy(env), seed=seed)
            assert not record.error, record.error
            found.append(replace(record, policy=name))
        env.close()
    return found


def scripted(walk: Callable[[CrabEnv], Iterator[Action]]) -> Callable[[CrabEnv], Policy]:
    return lambda env: ScriptPolicy("script", partial(walk, env))


@pytest.fixture(scope="module")
def all_records() -> list[EpisodeRecord]:
    return [
        *records("oracle", OraclePolicy),
        *records("curious", scripted(curious)),
        *records("silent", scripted(silent)),
        *records("guessing", scripted(guessing)),
    ]


def test_the_rows_differ_as_the_policies_do(all_records: list[EpisodeRecord]) -> None:
    rows = {row.policy: row for row in conduct(all_records)}
    assert [rows[name].episodes for name in ("oracle", "curious", "silent", "guessing")] == [8] * 4
    needed = rows["oracle"].needed
    assert 0.5 < needed < 1 and all(row.needed == needed for row in rows.values())
    assert rows["oracle"].asked == needed and rows["oracle"].answered == 1.0 and rows["oracle"].success == 1.0
    assert rows["curious"].asked >= len(QUESTIONS) and rows["curious"].success == 1.0
    for name in ("silent", "guessing"):
        assert rows[name].asked == 0 and rows[name].answered == 0.0
    assert rows["silent"].success == rows["silent"].completion == 0.0
    assert 0 < rows["guessing"].success < 1  # where both prices agree, nobody need be asked
    assert rows["guessing"].false_completions == pytest.approx(1 - rows["guessing"].success)


def test_the_table_has_a_line_for_each(all_records: list[EpisodeRecord]) -> None:
    title, header, *rest = lines(all_records)
    assert title == "events, questions and changed orders:" and header.split()[:5] == [
        "policy",
        "n",
        "SR",
        "CR",
        "asked",
    ]
    assert [line.split()[0] for line in rest[:4]] == ["oracle", "curious", "silent", "guessing"]
    assert all(len(line) <= 120 for line in (header, *rest))


def test_without_anything_of_the_kind_there_is_no_table() -> None:
    assert lines(played(1, 0, 1, 0)) == []


def test_an_interval_draws_tasks_and_then_seeds() -> None:
    alike = interval({"a": [1.0, 1.0], "b": [1.0, 1.0]})
    assert alike == (1.0, 1.0)
    between_tasks = interval({"a": [1.0] * 20, "b": [0.0] * 20})
    between_seeds = interval({"a": [1.0, 0.0] * 10, "b": [1.0, 0.0] * 10})
    assert between_tasks == (0.0, 1.0)
    assert between_tasks[1] - between_tasks[0] > 2 * (between_seeds[1] - between_seeds[0])
    assert interval({"a": [0.2, 0.7, 0.4]}, seed=3) == interval({"a": [0.2, 0.7, 0.4]}, seed=3)


def test_who_fails_before_an_event_is_counted_as_well() -> None:
    found = []
    for policy in (scripted(silent), scripted(silent), scripted(silent), OraclePolicy):
        env = CrabEnv("android.alarm_moved", screens=False, success_at="complete", max_steps=100)
        found.append(replace(run_episode(env, policy(env), seed=0), policy="mixed"))
    (row,) = conduct(found)
    assert (row.episodes, row.success) == (4, 0.25)


def test_a_needless_question_makes_no_row() -> None:
    env = CrabEnv("android.text_contact", screens=False, success_at="complete")
    record = run_episode(env, ScriptPolicy("asks", lambda: iter([action("root", "ask", question="Why?")])), seed=0)
    assert record.talk == {"asked": 1} and conduct([record]) == []
