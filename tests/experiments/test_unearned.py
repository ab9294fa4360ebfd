"""Attempts without work: idle players, blind replays, and every outcome tried."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest

from crab_gym.backends.specs import KINDS, Kind
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.evaluation import Checkpoint, check, check_answer
from crab_gym.experiments import quality
from crab_gym.experiments.unearned import CONSTANT, IDLE_PLAYERS, TRIED_BY_DESIGN, idle_completion, replay, try_outcomes
from crab_gym.experiments.verify import verify_task
from crab_gym.task import Action, Look, Params, Task, action, read_index
from crab_gym.task.catalogue import catalogue
from tests import toy


@pytest.fixture
def env(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[CrabEnv]:
    """An environment of a task of the toy backend, the parameter."""
    monkeypatch.setitem(KINDS, "sim", Kind(("ubuntu", "android"), "tests.toy:ToyBackend"))
    monkeypatch.setattr(toy, "CANDIDATE", request.param, raising=False)
    with closing(CrabEnv("tests.toy:CANDIDATE", screens=False, success_at="complete", max_steps=1000)) as made:
        yield made


def words(env: CrabEnv, seeds: Sequence[int]) -> list[str]:
    found = []
    for seed in seeds:
        env.reset(seed=seed)
        found.append(env.params.word)
    return found


@pytest.mark.parametrize("env", [toy.TASK], indirect=True)
def test_actions_solve_the_episodes_that_ask_for_the_same(env: CrabEnv) -> None:
    seeds = range(6)
    drawn = words(env, seeds)
    same = [(one, other) for one, other in permutations(seeds, 2) if drawn[one] == drawn[other]]
    found = replay(env, seeds)
    assert same and list(found.solved) == same
    assert (found.pairs, found.share) == (30, len(same) / 30)


@pytest.mark.parametrize("env", [toy.STUCK], indirect=True)
def test_an_oracle_that_fails_is_told(env: CrabEnv) -> None:
    with pytest.raises(RuntimeError, match="the oracle doesn't solve seed 0"):
        replay(env, [0, 1])


def _written(params: Params) -> list[Checkpoint]:
    right = check(toy.has, device="ubuntu", line=params.word)
    return [Checkpoint(id="left", device="ubuntu", app="text_editor", evaluator=right)]


def _told(params: Params) -> list[Checkpoint]:
    right = check_answer(toy.answered, text=params.word)
    return [Checkpoint(id="tell", device="root", app="answer", evaluator=right)]


def secret(checkpoints: Any, name: str) -> Task:
    """Returns the toy task with a word that the goal doesn't say, and with one checkpoint."""
    return replace(
        toy.TASK, description="Find the word out.", checkpoints=checkpoints, oracle={name: toy.TASK.oracle[name]},
        near_misses={},
    )  # fmt: skip


@pytest.mark.parametrize("env", [secret(_written, "left")], indirect=True)
def test_who_may_write_every_word_is_accepted(env: CrabEnv) -> None:
    found = try_outcomes(env, [0])
    assert found.attacks == len(toy.WORDS)  # each of the others, and all of them
    assert found.accepted == ("seed 0: every outcome tried, wrong ones first and last",)


def _hidden(devices: Any, params: Params, rng: random.Random) -> None:
    devices.ubuntu.write_file("pad", f"It is {params.word}")


def _looks(params: Params, look: Look) -> Iterator[Action]:
    if not any(element.text == f"It is {params.word}" for element in look("ubuntu")):
        raise LookupError("another word is there")
    yield action("ubuntu", "write_text", text="seen")


def _copies(params: Params, look: Look) -> Iterator[Action]:
    (line,) = (element.text for element in look("ubuntu") if element.text.startswith("It is "))
    yield action("ubuntu", "write_text", text=line.removeprefix("It is "))


def _seen_and_written(params: Params) -> list[Checkpoint]:
    (left,) = _written(params)
    seen = check(toy.has, device="ubuntu", line="seen")
    return [Checkpoint(id="seen", device="ubuntu", app="text_editor", evaluator=seen), left]


LOOKS_FIRST = replace(
    secret(_seen_and_written, "left"), setup=_hidden, oracle={"seen": _looks, "left": toy.TASK.oracle["left"]}
)


@pytest.mark.parametrize("env", [LOOKS_FIRST], indirect=True)
def test_a_wrong_outcome_is_tried_though_its_look_up_finds_nothing(env: CrabEnv) -> None:
    assert try_outcomes(env, [0]).accepted == ("seed 0: every outcome tried, wrong ones first and last",)


@pytest.mark.parametrize(
    "env", [replace(secret(_written, "left"), setup=_hidden, oracle={"left": _copies})], indirect=True
)
def test_an_oracle_that_does_the_same_whatever_is_there_tries_nothing_wrong(env: CrabEnv) -> None:
    assert try_outcomes(env, [0, 1]).attacks == 0


@pytest.mark.parametrize("env", [secret(_told, "tell")], indirect=True)
def test_who_may_submit_once_is_not(env: CrabEnv) -> None:
    found = try_outcomes(env, [0, 1])
    assert (found.attacks, found.accepted) == (2 * len(toy.WORDS), ())


@pytest.mark.parametrize("env", [toy.TASK], indirect=True)
def test_a_goal_that_says_all_has_no_other_outcomes(env: CrabEnv) -> None:
    assert try_outcomes(env, [0]).attacks == 0


def test_idle_players_reach_little() -> None:
    with closing(CrabEnv("cross.dark_mode_from_todo", "sim", screens=False, max_steps=1000)) as env:
        reached = idle_completion(env, [0])
    assert reached.keys() == IDLE_PLAYERS.keys()
    assert reached["opens"] == pytest.approx(0.1)  # that the list is open
    assert max(reached.values()) <= 0.25


def test_idle_players_press_what_is_open_and_has_no_icon() -> None:
    with closing(CrabEnv("miniwob.click_test", "sim", screens=False, max_steps=1000)) as env:
        assert idle_completion(env, [0]) == {"opens": 0.0, "types": 0.0, "submits": 0.0, "presses": 1.0}


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("miniwob.click_test", "steps of the oracle: 1"),
        ("learn.open_app", "learnt from scratch"),
        ("cross.dark_mode_from_todo", ""),
    ],
)
def test_tasks_of_two_actions_and_those_that_are_learnt_are_excepted(name: str, reason: str) -> None:
    (finding,) = verify_task(name, "sim", (), 1, ["idle"])
    assert finding.ok and finding.reason.startswith(reason)
    assert (finding.shares == {}) == (reason != "")  # those that are excepted don't count in means


def test_a_longer_task_that_idle_players_complete_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quality, "MOST_IDLE", 0.05)
    (finding,) = verify_task("cross.dark_mode_from_todo", "sim", (), 1, ["idle"])
    assert not finding.ok and "opens 0.10" in finding.reason


def test_exceptions_are_tasks_that_exist() -> None:
    assert CONSTANT.keys() | TRIED_BY_DESIGN.keys() <= read_index().keys() | catalogue().keys()
