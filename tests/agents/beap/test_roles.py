"""The prompts of the roles, and the reading of their answers."""

from __future__ import annotations

import pytest

from crab_gym.agents.beap.roles import (
    Subtask,
    describe_failures,
    describe_path,
    judge_tool,
    read_plan,
    read_recovered,
    read_verdict,
)
from crab_gym.agents.beap.search import Step
from crab_gym.agents.chat import Reply, ToolCall

PLAN = (Subtask("A", True), Subtask("B"), Subtask("C"))


@pytest.mark.parametrize(
    "text",
    [
        '{"name": "plan", "arguments": {"subtasks": ["A", "B"]}}',
        '{"plan": ["1. A", "2. B"]}',
        '{"subtasks": [{"subtask": "A", "status": "PENDING"}, {"subtask": "B"}]}',
        '{"subtasks": "A\\nB"}',
        "I would do this:\n- A\n- B\nand be done.",
        "<think>1. X\n2. Y</think>\n1) A\n2) B",
    ],
)
def test_a_plan_is_read_in_many_forms(text: str) -> None:
    assert read_plan(Reply(text), "goal") == (Subtask("A"), Subtask("B"))


def test_where_there_is_no_plan_the_goal_is_all_of_it() -> None:
    for text in ("", "I don't know.", '{"subtasks": []}', '{"subtasks": 7}'):
        assert read_plan(Reply(text), "goal") == (Subtask("goal"),)
    assert len(read_plan(Reply("\n".join(f"- {n}" for n in range(100))), "goal")) == 20


def test_a_verdict_ticks_off_and_rewords_what_is_left() -> None:
    call = ToolCall("judge", {"status": "continue", "completed": [2], "left": ["D"], "reason": "r"})
    verdict = read_verdict(Reply("", (call,)), PLAN)
    assert verdict.plan == (Subtask("A", True), Subtask("B", True), Subtask("D"))
    assert (verdict.status, verdict.since, verdict.reason) == ("continue", None, "r")


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("All is well: CONTINUE", "continue"),
        ("It was DONE before, but now we have to BACKTRACK", "backtrack"),
        ('{"status": "Fail"}', "fail"),
        ('{"status": "excellent"}', "continue"),
        ("let us backtrack a bit in the story", "continue"),
        ("", "continue"),
    ],
)
def test_a_status_is_read_where_there_is_one(text: str, status: str) -> None:
    verdict = read_verdict(Reply(text), PLAN)
    assert verdict.status == status
    assert verdict.plan == PLAN


@pytest.mark.parametrize("since", [0, -3, "two", None, True, 2.5])
def test_a_number_that_is_none_is_left_out(since: object) -> None:
    call = ToolCall("judge", {"status": "backtrack", "since": since, "completed": "all", "reason": ["x"]})
    assert read_verdict(Reply("", (call,)), PLAN) == ("backtrack", PLAN, None, "")


def test_whether_it_is_back_is_read_or_seen() -> None:
    assert read_recovered(Reply('{"recovered": true}'), alike=False)
    assert not read_recovered(Reply('{"recovered": "No"}'), alike=True)
    for alike in (True, False):
        assert read_recovered(Reply("Hard to say."), alike) is alike


def test_long_paths_are_told_in_short() -> None:
    path = tuple(Step(str(n), f"s{n}") for n in range(1, 31))
    assert describe_failures([path]).count("s") < 30
    assert "s8 → … → s27" in describe_failures([path])
    assert describe_path(path, "So far:", 2) == "So far:\n29. s29\n30. s30"
    assert describe_path((), "So far:") == describe_failures([]) == ""


def test_only_a_tracker_that_may_go_back_is_asked_since_when() -> None:
    assert "since" in judge_tool(["continue", "backtrack"]).parameters["properties"]
    assert "since" not in judge_tool(["continue", "done"]).parameters["properties"]
