"""What the Planner, the Executor and the Tracker are asked and answer: their functions, and how answers are read.

Whatever a model answers can be read: a plan of one sub-task, a verdict to go on, a comparison that leaves it to what
is seen.

* `PLAN`, `JUDGE`, `COMPARE`, `ARRIVED`, `STUCK` - the functions that they call beside the actions.
* `read_plan`, `read_verdict`, `read_recovered` - from an answer to what it says.
* `tell_plan`, `tell_path`, `tell_failures` - what they are told, in words.
* `looks_alike`, `changed` - whether two observations show the same, and on which devices they don't.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple, get_args

import numpy as np

from crab_gym.agents.beap.search import Path
from crab_gym.agents.chat import Reply, Tool
from crab_gym.agents.history import cut
from crab_gym.agents.observe import DeviceView, Observation
from crab_gym.agents.parsing import Unreadable, after_thoughts, read_call, read_object

__all__ = [
    "ARRIVED",
    "COMPARE",
    "JUDGE",
    "PLAN",
    "STUCK",
    "Plan",
    "Status",
    "Subtask",
    "Verdict",
    "changed",
    "judge_tool",
    "looks_alike",
    "read_plan",
    "read_recovered",
    "read_verdict",
    "tell_failures",
    "tell_path",
    "tell_plan",
]

Status = Literal["continue", "backtrack", "done", "fail"]
"""The Tracker's E: CONTINUE, BACKTRACK, DONE, FAIL (§2.2)."""

MOST = 20
"""Sub-tasks of a plan that are kept, and as many of those that are done."""
_LONGEST = 500
"""Characters of a sub-task or a reason that are kept."""
_BEGIN, _END = 8, 4
"""Actions at the begin and at the end of a long path that are told."""


class Subtask(NamedTuple):
    """A part of a plan: what is to be done, and whether it is."""

    text: str
    done: bool = False


Plan = tuple[Subtask, ...]


class Verdict(NamedTuple):
    """What the Tracker thinks of the last action.

    Attributes:
        status: How to go on.
        plan: The plan, brought up to date.
        since: The number of the first action that was wrong, where it says so.
        reason: Why.
    """

    status: Status
    plan: Plan
    since: int | None = None
    reason: str = ""


def _object(required: Sequence[str], **properties: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": [*required], "additionalProperties": False}


_TEXTS = {"type": "array", "items": {"type": "string"}}
_REASON = {"type": "string", "description": "why, in a sentence"}

PLAN = Tool(
    "plan",
    "Sets the plan.",
    _object(["subtasks"], subtasks={**_TEXTS, "description": "the sub-tasks that are left, in order"}),
)
COMPARE = Tool(
    "compare",
    "Says whether the devices are back in the checkpoint's state.",
    _object(
        ["recovered"], recovered={"type": "boolean", "description": "whether they are, as far as matters"},
        reason=_REASON,
    ),
)  # fmt: skip
ARRIVED = Tool("arrived", "Says that the devices are back in the checkpoint's state, and does nothing.", _object([]))
STUCK = Tool("stuck", "Says that there is no way back to the checkpoint, and does nothing.", _object([]))


def judge_tool(statuses: Sequence[str]) -> Tool:
    """Returns the function with which the Tracker gives its verdict, one of these statuses."""
    since = {"type": "integer", "minimum": 1, "description": "to backtrack: the number of the first wrong action"}
    return Tool(
        "judge",
        "Says what the last action has led to.",
        _object(
            ["status", "reason"],
            status={"type": "string", "enum": [*statuses], "description": "how to go on"},
            completed={
                "type": "array", "items": {"type": "integer"},
                "description": "numbers of the sub-tasks that are done by now",
            },
            left={**_TEXTS, "description": "the sub-tasks that are left, in order, where these have to change"},
            **({"since": since} if "backtrack" in statuses else {}),
            reason=_REASON,
        ),
    )  # fmt: skip


JUDGE = judge_tool(get_args(Status))


def read_plan(reply: Reply, goal: str) -> Plan:
    r"""Returns the plan of an answer; the goal as its only sub-task where there is none to be read.

    >>> [part.text for part in read_plan(Reply("First:\n1. Open the mail\n2. Copy the name"), "")]
    ['Open the mail', 'Copy the name']
    """
    given = _given(reply, PLAN)
    texts = _texts(given.get("subtasks", given.get("plan")))
    if not texts:
        listed = re.findall(r"^\s*(?:[-*•]|\d{1,3}[.):])\s+(\S.*)$", after_thoughts(reply.text)[:20_000], re.MULTILINE)
        texts = _texts(listed)
    return tuple(Subtask(text) for text in texts) or (Subtask(goal),)


def read_verdict(reply: Reply, plan: Plan) -> Verdict:
    """Returns the verdict of an answer; to go on as planned where there is none to be read.

    >>> read_verdict(Reply('{"status": "BACKTRACK", "since": 3}'), (Subtask("Open the mail"),))
    Verdict(status='backtrack', plan=(Subtask(text='Open the mail', done=False),), since=3, reason='')
    """
    given = _given(reply, JUDGE)
    status = _status(given.get("status")) or _status(_last_word(reply.text)) or "continue"
    completed = given.get("completed")
    numbers = {number for number in completed if type(number) is int} if isinstance(completed, list) else set()
    plan = tuple(Subtask(part.text, part.done or place in numbers) for place, part in enumerate(plan, 1))
    left = _texts(given.get("left"))
    if left:
        finished = tuple(part for part in plan if part.done)[-MOST:]
        plan = (*finished, *(Subtask(text) for text in left))
    since = given.get("since")
    reason = given.get("reason")
    return Verdict(
        status,
        plan,
        since if type(since) is int and since >= 1 else None,
        cut(reason, _LONGEST) if isinstance(reason, str) else "",
    )


def read_recovered(reply: Reply, alike: bool) -> bool:
    """Returns whether an answer says that the devices are back; where it says nothing, whether they look alike."""
    said = _given(reply, COMPARE).get("recovered")
    if isinstance(said, str):
        said = {"true": True, "yes": True, "false": False, "no": False}.get(said.strip().lower())
    return said if isinstance(said, bool) else alike


def _given(reply: Reply, tool: Tool) -> Mapping[str, Any]:
    """Returns the arguments that an answer gives a function, called or not."""
    call = read_call(reply, [tool])
    if not isinstance(call, Unreadable):
        return call.arguments
    found = read_object(reply.text)
    return {} if isinstance(found, Unreadable) else found


def _texts(value: Any) -> list[str]:
    """Returns the texts that a value lists, one way or another."""
    if isinstance(value, str):
        value = value.splitlines()
    if not isinstance(value, list):
        return []
    texts = [next((v for v in item.values() if isinstance(v, str)), "") if isinstance(item, dict) else item
             for item in value]  # fmt: skip
    stripped = [re.sub(r"^\d{1,3}[.):]\s+", "", text.strip()) for text in texts if isinstance(text, str)]
    return [cut(text, _LONGEST) for text in stripped if text][:MOST]


def _status(value: Any) -> Status | None:
    word = value.strip().lower() if isinstance(value, str) else ""
    return next((status for status in get_args(Status) if status == word), None)


def _last_word(text: str) -> str:
    """Returns the last status that a text shouts."""
    found = re.findall(r"\b(CONTINUE|BACKTRACK|DONE|FAIL)\b", after_thoughts(text)[-2000:])
    return found[-1] if found else ""


def tell_plan(plan: Plan, statuses: bool = True) -> str:
    """Returns a plan as a list.

    >>> print(tell_plan((Subtask("Open the mail", True), Subtask("Copy the name"))))
    The plan:
    1. [done] Open the mail
    2. [open] Copy the name
    """
    marks = {True: "[done] ", False: "[open] "} if statuses else {True: "", False: ""}
    lines = [f"{number}. {marks[part.done]}{part.text}" for number, part in enumerate(plan, 1)]
    return "\n".join(["The plan:", *lines])


def tell_path(path: Path, heading: str, longest: int | None = None) -> str:
    """Returns the actions of a path as a numbered list, the last ones where it is longer; ``""`` without any."""
    lines = [f"{number}. {step.text}" for number, step in enumerate(path, 1)]
    shown = lines if longest is None else lines[max(0, len(lines) - longest) :]
    return "\n".join([heading, *shown]) if shown else ""


def tell_failures(failures: Sequence[Path]) -> str:
    """Returns the paths from the present state that failed, a line each; ``""`` without any."""
    lines = [f"- {' → '.join(_ends([step.text for step in failed]))}" for failed in failures]
    return "\n".join(["From this state, these actions led nowhere:", *lines]) if lines else ""


def _ends(texts: list[str]) -> list[str]:
    """Returns the first and the last texts of many."""
    return texts if len(texts) <= _BEGIN + _END else [*texts[:_BEGIN], "…", *texts[-_END:]]


def looks_alike(one: Observation, other: Observation) -> bool:
    """Returns whether two observations have the same marks; without marks, whether they show the same."""
    return not any(
        view.marks != beside.marks if view.marks or beside.marks else _differ(view, beside)
        for view, beside in _pairs(one, other)
    )


def changed(one: Observation, other: Observation) -> tuple[str, ...]:
    """Returns the devices that don't look the same, to the pixel or the letter, in two observations."""
    return tuple(view.device for view, beside in _pairs(one, other) if _differ(view, beside))


def _pairs(one: Observation, other: Observation) -> list[tuple[DeviceView, DeviceView]]:
    return [(view, other.views[device]) for device, view in one.views.items()]


def _differ(view: DeviceView, beside: DeviceView) -> bool:
    if (view.marks, view.text) != (beside.marks, beside.text):
        return True
    if view.picture is None or beside.picture is None:
        return view.picture is not beside.picture
    return not np.array_equal(view.picture.pixels, beside.picture.pixels)
