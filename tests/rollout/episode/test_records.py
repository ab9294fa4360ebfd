"""Records of episodes: their content, errors, and restores."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

from crab_gym.backends.specs import KINDS, Kind
from crab_gym.policies import NoopPolicy, OraclePolicy, Restore
from crab_gym.records import read_run
from crab_gym.rollout import rollout, run_episode
from crab_gym.task import Action, action
from tests import toy
from tests.rollout._toy_episodes import Listed, make, write

HUGE = 10**5000  # more digits than Python turns into text


@pytest.fixture(autouse=True)
def simulated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(KINDS, "sim", Kind(("ubuntu", "android"), "tests.toy:ToyBackend"))


def test_a_record_holds_the_whole_episode() -> None:
    env = make()
    record = run_episode(env, OraclePolicy(env), seed=4)
    word = record.parameters["word"]
    assert (record.task, record.version, record.seed, record.attempt) == ("cross.toy", 1, 4, 0)
    assert record.goal == f"Write {word} on both pads, then submit it."
    assert record.definition_hash == toy.TASK.definition_hash()
    assert record.backends == {"ubuntu": "sim", "android": "sim"}
    assert [step.action for step in record.steps] == [
        write("open"),
        write(word),
        write(word, "android"),
        action("root", "submit", answer=word),
    ]
    assert [step.passed for step in record.steps] == [("open",), ("left",), ("right",), ("tell",)]
    assert [step.completion for step in record.steps] == [0.25, 0.5, 0.75, 1.0]
    assert math.fsum(step.reward for step in record.steps) == 1.0
    assert record.steps[0].reward_terms["progress"] == 0.25
    assert (record.success, record.end_reason, record.completion, record.coverage) == (True, "success", 1.0, 1.0)
    assert record.steps[-1].end_reason == "success"
    assert record.logical_consistency == 1.0  # open, left are neighbours; no order has more
    assert record.graph == toy.TASK.graph(env.params).to_dict()
    assert (record.error, record.error_kind, record.restores) == ("", "", 0)
    assert set(record.timings) == {"reset", "act", "step"}
    assert all(seconds >= 0 for seconds in record.timings.values())
    assert set(record.versions) == {"crab_gym", "gymnasium", "python"}


def test_equal_seeds_give_equal_records_apart_from_timings() -> None:
    def play() -> dict[str, Any]:
        env = make()
        record = run_episode(env, OraclePolicy(env), seed=7)
        return {name: getattr(record, name) for name in record.__slots__ if name != "timings"}

    assert play() == play()


def test_an_unsolved_episode_counts_actions_and_tokens() -> None:
    record = run_episode(make(), Listed(write("open"), {"device": "tv"}, tokens=200), seed=0)
    assert (record.success, record.end_reason, record.completion) == (False, "false_completion", 0.25)
    assert record.coverage == 1 / 8  # depths 1, 2, 2, 3
    assert "expected the keys" in record.steps[1].invalid_action
    assert (record.actions, record.tokens, record.calls) == (3, 200, 3)
    score = record.score()
    assert (score.actions, score.tokens, score.is_error) == (3, 200, False)


def test_options_fix_parameters_and_bad_ones_raise() -> None:
    options = {"parameters": {"word": "delta"}}
    assert run_episode(make(), NoopPolicy(), seed=0, options=options).parameters == {"word": "delta"}
    with pytest.raises(ValueError, match="no parameter 'wrod'"):
        run_episode(make(), NoopPolicy(), seed=0, options={"parameters": {"wrod": "delta"}})


@pytest.mark.parametrize(
    ("choices", "kind", "text"),
    [
        ([write("open"), write(toy.BREAK)], "device", "ubuntu: the pad is torn"),
        ([write("open"), write("break the evaluator")], "evaluator", "the evaluator is confused"),
        ([write("open"), RuntimeError("no more tokens")], "policy", "RuntimeError: no more tokens"),
        ([write("open"), Restore(None)], "policy", "allow_restore=True"),
    ],
)
@pytest.mark.parametrize("on_device_error", ["raise", "truncate"])
def test_what_breaks_is_an_error_and_no_score(choices: Any, kind: str, text: str, on_device_error: str) -> None:
    env = make(on_device_error=on_device_error)
    record = run_episode(env, Listed(*choices, tokens=50), seed=0)
    assert record.error_kind == kind
    assert text in record.error
    assert record.score().is_error
    assert not record.success
    assert record.steps[0].passed == ("open",)
    assert record.tokens == 50
    healed = run_episode(env, OraclePolicy(env), seed=0)
    assert healed.success and not healed.error


def test_the_step_in_which_it_broke_is_named() -> None:
    record = run_episode(make(), Listed(write("open"), write("break the evaluator")), seed=0)
    assert "step 2" in record.error and "break the evaluator" in record.error


def test_an_oracle_that_is_stuck_is_an_error_of_the_oracle() -> None:
    env = make("STUCK")
    record = run_episode(env, OraclePolicy(env), seed=0)
    assert (record.error_kind, record.end_reason) == ("oracle", "")
    assert record.error == "at checkpoint 'one': no element 'Save' on 'ubuntu'"


def test_a_setup_that_raises_is_an_error_of_the_task() -> None:
    env = make("BROKEN_SETUP")
    record = run_episode(env, OraclePolicy(env), seed=0)
    assert (record.error_kind, record.steps) == ("task", ())
    assert record.error == "OSError: the setup has a bug"
    assert record.score().is_error


@pytest.mark.parametrize("choice", [float("nan"), {1, 2}, b"\xff", {"device": "\ud800"}, None, [[]] * 3])
def test_what_is_no_json_is_recorded_all_the_same(choice: Any, tmp_path: Path) -> None:
    made = rollout(["tests.toy:ONE"], lambda env: Listed(choice), out=tmp_path / "run", screens=False)
    assert made[0].steps[0].invalid_action
    assert read_run(tmp_path / "run") == made


@pytest.mark.parametrize(
    "choice",
    [HUGE, {"device": HUGE}, action("ubuntu", "write_text", text=HUGE), action("root", "wait", seconds=HUGE)],
    ids=["alone", "device", "text", "seconds"],
)
def test_a_huge_integer_is_an_invalid_action_and_the_run_goes_on(choice: Any, tmp_path: Path) -> None:
    made = rollout(["tests.toy:ONE"], lambda env: Listed(choice), seeds=(0, 1), out=tmp_path, screens=False)
    assert [(record.seed, record.error) for record in made] == [(0, ""), (1, "")]
    assert made[0].steps[0].invalid_action
    assert read_run(tmp_path) == made


@pytest.mark.parametrize("tokens", [HUGE, -1, "many", None], ids=["huge", "negative", "text", "none"])
def test_a_usage_that_is_no_count_is_an_error_of_the_policy(tokens: Any, tmp_path: Path) -> None:
    (record,) = rollout(["tests.toy:ONE"], lambda env: Listed(tokens=tokens), out=tmp_path, screens=False)
    assert (record.error_kind, record.tokens) == ("policy", 0)
    assert "its usage" in record.error
    assert read_run(tmp_path) == [record]


def test_an_error_that_cannot_be_told_is_one_all_the_same() -> None:
    record = run_episode(make(), Listed(RuntimeError(HUGE)), seed=0)
    assert (record.error_kind, record.error) == ("policy", "RuntimeError")


def test_actions_with_numbers_of_numpy_and_tuples_can_be_replayed() -> None:
    wait = action("root", "wait", seconds=np.float32(0.5))
    click = action("ubuntu", "click", x=np.int64(3), y=np.uint8(4))
    keys = action("ubuntu", "hotkey", keys=("ctrl", "c"))
    first = run_episode(make("ONE"), Listed(wait, click, keys, tokens=np.int64(8)), seed=0)  # type: ignore[arg-type]
    kept = [step.action for step in first.steps]
    assert [step.invalid_action for step in first.steps] == [""] * 4
    assert kept[0] == action("root", "wait", seconds=0.5)
    assert kept[1] == action("ubuntu", "click", x=3, y=4)
    assert kept[2] == action("ubuntu", "hotkey", keys=["ctrl", "c"])
    again = run_episode(make("ONE"), Listed(*kept[:-1], tokens=8), seed=0)
    assert again.steps == first.steps
    assert first.tokens == 8


def test_a_restore_brings_the_devices_and_the_graph_back_and_is_counted() -> None:
    env = make()
    saved: list[Any] = []

    def save() -> Action:
        saved.append(env.snapshot())
        return write("open")

    policy = Listed(save, lambda: Restore(saved[0]), write("nothing"))
    record = run_episode(env, policy, seed=0, allow_restore=True)
    assert record.restores == 1
    assert [step.restored for step in record.steps] == [False, True, False]
    assert [step.completion for step in record.steps] == [0.25, 0.0, 0.0]
    assert record.completion == 0.0  # what holds at the end, not the best there was
    assert record.error == ""


def test_a_policy_sees_the_restored_state() -> None:
    env = make()
    seen: list[float] = []

    class Back(Listed):
        def act(self, obs: Any, info: Mapping[str, Any]) -> Any:
            seen.append(info["completion"])
            return super().act(obs, info)

    saved: list[Any] = []

    def save() -> Action:
        saved.append(env.snapshot())
        return write("open")

    run_episode(env, Back(save, lambda: Restore(saved[0])), seed=0, allow_restore=True)
    assert seen == [0.0, 0.25, 0.0]


def test_a_policy_that_only_restores_is_stopped() -> None:
    env = make()

    class Loop(Listed):
        def act(self, obs: Any, info: Mapping[str, Any]) -> Any:
            return Restore(env.snapshot())

    record = run_episode(env, Loop(), seed=0, allow_restore=True)
    assert record.error_kind == "policy"
    assert "restores without an action" in record.error


def test_a_wrapped_environment_can_be_run() -> None:
    env = gym.wrappers.TimeLimit(make(), 3)
    record = run_episode(env, NoopPolicy(), seed=0)
    assert (record.actions, record.end_reason) == (3, "step_limit")
