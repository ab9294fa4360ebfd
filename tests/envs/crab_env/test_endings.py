"""Ends of episodes, their rewards and infos."""

from __future__ import annotations

import json
from typing import Any

import pytest
from gymnasium.error import ResetNeeded

from crab_gym.backends.base import DeviceError
from crab_gym.backends.specs import KINDS, Kind
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.evaluation import END_REASONS, EvaluatorError
from tests.envs._tasks import (
    BAD,
    COMPLETE,
    CONTACTS,
    HERE,
    HOME,
    TASKS,
    chain_env,
    held_env,
    submit,
    wait,
)

INFO = {
    "task": str, "goal": str, "step": int, "completion": float, "coverage": float, "reward_terms": dict,
    "invalid_action": str, "cut_short": str,
    "said": str, "result": str, "device_error": str, "app_crash": str, "end_reason": str,
    "side_effects": dict, "is_success": bool, "hijacked": bool, "backends": dict,
    "variation": dict,
}  # fmt: skip
Step = tuple[float, bool, bool, dict[str, Any]]


def play(env: CrabEnv, *actions: object) -> Step:
    """Takes steps and returns the last one; checks the invariants of each."""
    step: Step | None = None
    for action in actions:
        _, reward, terminated, truncated, info = env.step(action)
        assert {key: type(value) for key, value in info.items()} == INFO
        assert type(reward) is float and type(terminated) is bool and type(truncated) is bool
        assert reward == pytest.approx(sum(info["reward_terms"].values()))
        assert not (terminated and truncated)
        assert (info["end_reason"] != "") == (terminated or truncated)
        assert info["is_success"] == (info["end_reason"] == "success")
        assert info["end_reason"] in ("", *END_REASONS)
        json.dumps(info)
        step = reward, terminated, truncated, info
    assert step is not None
    return step


@pytest.fixture
def fragile(monkeypatch: pytest.MonkeyPatch) -> str:
    kind = Kind(("ubuntu", "android"), f"{HERE}Fragile")
    monkeypatch.setattr("crab_gym.backends.specs.KINDS", {**KINDS, "fragile": kind})
    return "fragile"


def breaking(text: str) -> dict[str, Any]:
    return {"device": "android", "name": "write_text", "args": {"text": text}}


# Success ---------------------------------------------------------------------------------------------------------


def test_success_terminates_and_the_return_is_the_completion() -> None:
    env = chain_env()
    rewards = [env.step(a)[1] for a in (wait(1), CONTACTS, wait(1), TASKS)]
    assert rewards == pytest.approx([0, 1 / 3, 0, 1 / 3])
    reward, terminated, truncated, info = play(env, submit("xyzzy"))
    assert (terminated, truncated, info["end_reason"]) == (True, False, "success")
    assert sum(rewards) + reward == pytest.approx(1.0)
    assert (info["completion"], info["coverage"], info["step"]) == (1.0, 1.0, 5)


def test_success_on_the_last_step_is_success() -> None:
    env = chain_env(max_steps=3)
    _, terminated, truncated, info = play(env, CONTACTS, TASKS, submit("xyzzy"))
    assert (terminated, truncated, info["end_reason"], info["is_success"]) == (True, False, "success", True)


def test_complete_looks_first() -> None:
    env = held_env()
    play(env, CONTACTS)
    env._progress = env._progress._replace(answers=("go",))  # nobody has looked yet
    _, terminated, truncated, info = play(env, COMPLETE)
    assert (terminated, truncated, info["end_reason"], info["completion"]) == (True, False, "success", 1.0)


def test_complete_too_early_is_a_false_completion() -> None:
    env = chain_env()
    reward, terminated, truncated, info = play(env, CONTACTS, COMPLETE)
    assert (reward, terminated, truncated, info["end_reason"]) == (0.0, True, False, "false_completion")
    assert info["completion"] == pytest.approx(1 / 3)


def test_an_answer_counts_only_once_its_turn_has_come() -> None:
    env = chain_env()
    _, terminated, _, info = play(env, submit("xyzzy"), TASKS)
    assert not terminated and info["completion"] == 0.0
    _, terminated, _, info = play(env, CONTACTS, TASKS)
    assert terminated and info["is_success"], "the answer given before is still the answer"


def test_with_complete_a_wrong_answer_ends_the_episode_where_it_is_all_that_is_left() -> None:
    env = chain_env(success_at="complete")
    assert not play(env, CONTACTS, TASKS)[1]
    _, terminated, _, info = play(env, submit("plugh"))
    assert (terminated, info["end_reason"]) == (True, "false_completion")
    env = chain_env(success_at="complete")
    assert play(env, CONTACTS, TASKS, submit("xyzzy"))[3]["end_reason"] == "success"


def test_with_complete_an_answer_that_comes_first_is_judged_at_the_end() -> None:
    env = chain_env(success_at="complete")
    _, terminated, _, info = play(env, submit("xyzzy"), CONTACTS, TASKS)
    assert not terminated and info["completion"] == 1.0
    assert play(env, COMPLETE)[3]["is_success"]


def test_with_complete_there_is_a_step_more_for_it() -> None:
    assert chain_env(success_at="complete").max_steps == chain_env().max_steps + 1
    assert chain_env(success_at="complete", max_steps=7).max_steps == 7


def test_what_must_hold_is_looked_at_again() -> None:
    env = held_env()
    reward, terminated, _, info = play(env, CONTACTS, HOME, submit("go"))
    assert (reward, terminated, info["completion"], info["is_success"]) == (0.5, False, 1.0, False)
    reward, terminated, _, info = play(env, wait(1))
    assert (reward, terminated, info["completion"]) == (0.0, False, 1.0)
    reward, terminated, _, info = play(env, CONTACTS)
    assert (reward, terminated, info["is_success"]) == (0.0, True, True)


def test_undone_at_the_end_is_a_false_completion() -> None:
    env = held_env()
    _, terminated, _, info = play(env, CONTACTS, HOME, submit("go"), COMPLETE)
    assert (terminated, info["end_reason"], info["completion"]) == (True, "false_completion", 1.0)


# Limits ----------------------------------------------------------------------------------------------------------


def test_the_step_limit_truncates() -> None:
    env = chain_env(max_steps=3)
    _, terminated, truncated, info = play(env, CONTACTS, wait(1))
    assert not terminated and not truncated
    _, terminated, truncated, info = play(env, BAD)
    assert (terminated, truncated, info["end_reason"]) == (False, True, "step_limit")
    with pytest.raises(ResetNeeded, match=r"the episode is over, or none was started: call reset\(\) before step"):
        env.step(wait(1))


def test_complete_on_the_last_step_is_a_false_completion() -> None:
    _, terminated, truncated, info = play(chain_env(max_steps=1), COMPLETE)
    assert (terminated, truncated, info["end_reason"]) == (True, False, "false_completion")


def test_the_stall_limit_counts_from_the_last_progress() -> None:
    env = chain_env(stall_limit=3)
    _, _, truncated, info = play(env, wait(1), wait(1), CONTACTS, BAD, wait(1))
    assert not truncated
    _, terminated, truncated, info = play(env, wait(1))
    assert (terminated, truncated, info["end_reason"], info["step"]) == (False, True, "stall", 6)


def test_an_invalid_action_may_end_the_episode() -> None:
    env = chain_env(on_invalid="terminate")
    reward, terminated, truncated, info = play(env, CONTACTS, BAD)
    assert (reward, terminated, truncated, info["end_reason"]) == (0.0, True, False, "invalid_action")
    assert "Nonesuch" in info["invalid_action"]
    with pytest.raises(ResetNeeded):
        env.step(wait(1))
    env.reset()
    assert play(env, wait(1))[3]["step"] == 1


# Rewards ---------------------------------------------------------------------------------------------------------


def test_costs_and_other_terms() -> None:
    env = chain_env(reward_weights={"progress": 0, "success": 10, "coverage": 1, "step": 0.5, "invalid_action": 2})
    assert play(env, BAD)[0] == -2.5
    assert play(env, CONTACTS)[0] == pytest.approx(1 / 6 - 0.5)
    assert play(env, TASKS)[0] == pytest.approx(2 / 6 - 0.5)
    reward, *_, info = play(env, submit("xyzzy"))
    assert reward == pytest.approx(10 + 3 / 6 - 0.5)
    assert info["reward_terms"] == pytest.approx(
        {"progress": 0, "passed": 0, "success": 10, "coverage": 0.5, "step": -0.5, "invalid_action": 0, "question": 0}
    )


def test_the_sparse_reward_is_paid_once_at_the_end() -> None:
    env = chain_env(reward_weights={"progress": 0, "success": 1})
    assert [env.step(a)[1] for a in (CONTACTS, TASKS, submit("xyzzy"))] == [0.0, 0.0, 1.0]


def test_nothing_is_paid_twice_after_going_back() -> None:
    env = chain_env(reward_weights={"coverage": 1})
    start = env.snapshot()
    first = [play(env, a)[0] for a in (CONTACTS, TASKS)]
    assert first == pytest.approx([1 / 3 + 1 / 6, 1 / 3 + 2 / 6])
    env.restore(start)
    assert [play(env, a)[0] for a in (CONTACTS, TASKS)] == [0.0, 0.0]
    reward, terminated, _, _ = play(env, submit("xyzzy"))
    assert terminated and reward == pytest.approx(1 / 3 + 3 / 6)


# Broken devices and broken tasks ---------------------------------------------------------------------------------


@pytest.mark.parametrize("where", ["break", "break state", "break screen"])
def test_a_broken_device_raises_and_the_next_reset_heals(fragile: str, where: str) -> None:
    env = chain_env(backend=fragile, screens=True)
    play(env, CONTACTS)
    with pytest.raises(DeviceError, match="android: the cable is cut"):
        env.step(breaking(where))
    with pytest.raises(ResetNeeded):
        env.step(wait(1))
    env.reset()
    assert play(env, CONTACTS)[3]["completion"] == pytest.approx(1 / 3)


@pytest.mark.parametrize("where", ["break", "break state", "break screen"])
def test_a_broken_device_may_truncate(fragile: str, where: str) -> None:
    env = chain_env(backend=fragile, screens=True, on_device_error="truncate")
    play(env, CONTACTS)
    obs, reward, terminated, truncated, info = env.step(breaking(where))
    assert (reward, terminated, truncated, info["end_reason"]) == (0.0, False, True, "device_error")
    assert info["device_error"] == "android: the cable is cut"
    assert {key: type(value) for key, value in info.items()} == INFO
    assert obs in env.observation_space
    assert info["completion"] == pytest.approx(1 / 3)
    with pytest.raises(ResetNeeded):
        env.step(wait(1))
    obs, info = env.reset()
    assert info["device_error"] == "" and info["completion"] == 0.0
    assert play(env, CONTACTS)[3]["completion"] == pytest.approx(1 / 3)


def test_a_broken_device_shows_no_old_elements(fragile: str) -> None:
    env = chain_env(backend=fragile, on_device_error="truncate")
    assert env.elements("android")
    play(env, breaking("break"))
    with pytest.raises(DeviceError):
        env.elements("android")


def test_a_device_that_is_not_up_makes_no_episode(fragile: str, monkeypatch: pytest.MonkeyPatch) -> None:
    env = CrabEnv(f"{HERE}CHAIN", backend=fragile, on_device_error="truncate", screens=False)
    phone: Any = env.backends["android"]
    assert phone.resets == 0

    def dead(seed: int) -> None:
        raise DeviceError("android", "no such phone")

    with monkeypatch.context() as patch:
        patch.setattr(phone, "reset", dead)
        with pytest.raises(DeviceError, match="no such phone"):
            env.reset(seed=0)
        with pytest.raises(ResetNeeded):
            env.step(wait(1))
    env.reset(seed=0)
    assert phone.resets == 1
    assert play(env, wait(1))[3]["step"] == 1


def test_a_bug_in_a_task_is_no_failed_checkpoint() -> None:
    env = CrabEnv(f"{HERE}BUGGY", screens=False, on_device_error="truncate")
    env.reset(seed=0)
    with pytest.raises(EvaluatorError, match=r"checkpoint 'has_a_bug': .*clipboard_breaks raised ZeroDivisionError"):
        env.step(TASKS)


# Time and info ---------------------------------------------------------------------------------------------------


def test_time_is_virtual() -> None:
    env = chain_env()
    machine: Any = env.backends["android"]
    start = machine.machine.now
    env.step(HOME)
    env.step(wait(2.5))
    env.step(BAD)
    env.step(submit("a"))
    assert machine.machine.now == start + 1 + 2.5 + 1


def test_info_of_a_reset() -> None:
    env = chain_env()
    play(env, CONTACTS, submit("a"))
    obs, info = env.reset(options={"parameters": "default"})
    assert {key: type(value) for key, value in info.items()} == INFO
    assert info["goal"] == "Visit two apps, then submit a word of 6 letters."
    assert (info["step"], info["completion"], info["coverage"], info["is_success"]) == (0, 0.0, 0.0, False)
    assert obs["time_left"] == [1.0]
    assert (env.actions, env.answer) == ([], None)
    assert info["task"] == "learn.chain" and info["backends"] == {"android": "sim"}
    assert set(info["reward_terms"].values()) == {0.0}


def test_infos_share_nothing() -> None:
    env = chain_env()
    first, second = env.step(wait(1))[4], env.step(wait(1))[4]
    first["reward_terms"].clear()
    first["backends"].clear()
    assert second["reward_terms"] and second["backends"]
    assert env.step(wait(1))[4]["backends"] == {"android": "sim"}


def test_the_action_log_holds_what_was_done() -> None:
    env = chain_env()
    action = {"device": "root", "name": "wait", "args": {}}
    play(env, action, BAD, HOME, "nonsense")
    assert env.actions == [wait(1.0), HOME]
    assert action == {"device": "root", "name": "wait", "args": {}}


def test_time_left_runs_down() -> None:
    env = chain_env(max_steps=4)
    assert [float(env.step(wait(1))[0]["time_left"][0]) for _ in range(4)] == [0.75, 0.5, 0.25, 0.0]


@pytest.mark.parametrize("success_at", ["once", "end", "complete"])
def test_one_answer_is_taken(success_at: str) -> None:
    env = chain_env(success_at=success_at)
    handle = env.snapshot()
    play(env, CONTACTS, submit("one"))
    _, _, _, info = play(env, submit("xyzzy"))
    assert info["invalid_action"] == "the episode has 1 of 1 possible answers; expected no other"
    assert env.answer == "one" and env.answers == ("one",)
    assert not play(env, TASKS, COMPLETE)[3]["is_success"]
    env.restore(handle)
    assert env.answer is None
    assert play(env, submit("xyzzy"))[3]["invalid_action"] == ""


@pytest.mark.parametrize(("success_at", "most"), [("once", 1), ("end", 3), ("complete", 3)])
def test_where_a_task_lets_answers_be_replaced_the_last_of_a_few_counts_at_the_end(success_at: str, most: int) -> None:
    env = CrabEnv(f"{HERE}ASKED", screens=False, success_at=success_at)
    env.reset(seed=1)
    assert env.most_answers == most
    play(env, *[submit(str(i)) for i in range(most)])
    assert env.answer == str(most - 1)
    assert play(env, submit("xyzzy"))[3]["invalid_action"].startswith(f"the episode has {most} of {most}")
    assert env.answer == str(most - 1)


def test_success_is_paid_once_however_often_it_is_gone_back_on() -> None:
    env = chain_env(reward_weights={"progress": 0, "success": 1})
    play(env, CONTACTS, TASKS)
    handle = env.snapshot()
    assert play(env, submit("xyzzy"))[0] == 1.0
    env.restore(handle)
    reward, terminated, _, info = play(env, submit("xyzzy"))
    assert (reward, terminated, info["is_success"]) == (0.0, True, True)
