"""The questions to the Planner, the Executor and the Tracker, and the parsing of their answers.

Any answer can be read. An unclear one counts as a plan of one sub-task, as the verdict to continue, or as a comparison
that is left to the looks of the screens.

* `PLAN`, `JUDGE`, `COMPARE`, `ARRIVED`, `STUCK` - the functions that they call beside the actions.
* `read_plan`, `read_verdict`, `read_recovered` - parse an answer.
* `describe_plan`, `describe_path`, `describe_failures`, `describe_all_failures` - words for the questions.
* `looks_alike`, `changed` - whether two observations show the same, and the devices on which they differ.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple, get_args

import numpy as np

from crab_gym.agents.answers.thoughts import after_thoughts
from crab_gym.agents.beap.search import Failure, Path
from crab_gym.agents.chat import Reply, Tool
from crab_gym.agents.history import cut
from crab_gym.agents.observation import DeviceView, Observation
from crab_gym.agents.parsing import Unreadable, read_call, read_object

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
    "describe_all_failures",
    "describe_failures",
    "describe_path",
    "describe_plan",
    "judge_tool",
    "looks_alike",
    "read_plan",
    "read_recovered",
    "read_verdict",
]

Status = Literal["continue", "backtrack", "done", "fail"]
"""The Tracker's E: CONTINUE, BACKTRACK, DONE, FAIL (§2.2)."""

MAX_SUBTASKS = 20
"""Maximum number of open sub-tasks of a plan that are kept, and of done ones."""
_LONGEST = 500
"""Maximum number of characters of a sub-task or a reason that are kept."""
_BEGIN, _END = 8, 4
"""Numbers of actions shown from the beginning and the end of a long path."""


class Subtask(NamedTuple):
    """A part of a plan: its text, and whether it is done."""

    text: str
    done: bool = False


Plan = tuple[Subtask, ...]


class Verdict(NamedTuple):
    """The Tracker's judgement of the last action.

    Attributes:
        status: How to go on.
        plan: The updated plan.
        since: The number of the first wrong action, None if the Tracker names none.
        reason: The Tracker's reason.
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
    """Returns the function by which the Tracker gives its verdict, one of the given statuses."""
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
    r"""Returns the plan in an answer; if there is none, a plan with the goal as its only sub-task.

    >>> [part.text for part in read_plan(Reply("First:\n1. Open the mail\n2. Copy the name"), "")]
    ['Open the mail', 'Copy the name']
    """
    arguments = _arguments(reply, PLAN)
    texts = _texts(arguments.get("subtasks", arguments.get("plan")))
    if not texts:
        listed = re.findall(r"^\s*(?:[-*•]|\d{1,3}[.):])\s+(\S.*)$", after_thoughts(reply.text)[:20_000], re.MULTILINE)
        texts = _texts(listed)
    return tuple(Subtask(text) for text in texts) or (Subtask(goal),)


def read_verdict(reply: Reply, plan: Plan) -> Verdict:
    """Returns the verdict in an answer; if there is none, to continue as planned.

    >>> read_verdict(Reply('{"status": "BACKTRACK", "since": 3}'), (Subtask("Open the mail"),))
    Verdict(status='backtrack', plan=(Subtask(text='Open the mail', done=False),), since=3, reason='')
    """
    arguments = _arguments(reply, JUDGE)
    status = _status(arguments.get("status")) or _status(_last_word(reply.text)) or "continue"
    completed = arguments.get("completed")
    numbers = {number for number in completed if type(number) is int} if isinstance(completed, list) else set()
    plan = tuple(Subtask(part.text, part.done or place in numbers) for place, part in enumerate(plan, 1))
    left = _texts(arguments.get("left"))
    if left:
        finished = tuple(part for part in plan if part.done)[-MAX_SUBTASKS:]
        plan = (*finished, *(Subtask(text) for text in left))
    since = arguments.get("since")
    reason = arguments.get("reason")
    return Verdict(
        status,
        plan,
        since if type(since) is int and since >= 1 else None,
        cut(reason, _LONGEST) if isinstance(reason, str) else "",
    )


def read_recovered(reply: Reply, alike: bool) -> bool:
    """Returns whether an answer says that the devices are back; if it doesn't say, whether they look alike."""
    recovered = _arguments(reply, COMPARE).get("recovered")
    if isinstance(recovered, str):
        recovered = {"true": True, "yes": True, "false": False, "no": False}.get(recovered.strip().lower())
    return recovered if isinstance(recovered, bool) else alike


def _arguments(reply: Reply, tool: Tool) -> Mapping[str, Any]:
    """Returns the arguments that an answer gives to a function, in a call or as a JSON object."""
    call = read_call(reply, [tool])
    if not isinstance(call, Unreadable):
        return call.arguments
    value = read_object(reply.text)
    return {} if isinstance(value, Unreadable) else value


def _texts(value: Any) -> list[str]:
    """Returns the texts in a value, which may be a list, lines of text, or objects with texts."""
    if isinstance(value, str):
        value = value.splitlines()
    if not isinstance(value, list):
        return []
    texts = [next((v for v in item.values() if isinstance(v, str)), "") if isinstance(item, dict) else item
             for item in value]  # fmt: skip
    stripped = [re.sub(r"^\d{1,3}[.):]\s+", "", text.strip()) for text in texts if isinstance(text, str)]
    return [cut(text, _LONGEST) for text in stripped if text][:MAX_SUBTASKS]


def _status(value: Any) -> Status | None:
    word = value.strip().lower() if isinstance(value, str) else ""
    return next((status for status in get_args(Status) if status == word), None)


def _last_word(text: str) -> str:
    """Returns the last status that a text has in capital letters."""
    statuses = re.findall(r"\b(CONTINUE|BACKTRACK|DONE|FAIL)\b", after_thoughts(text)[-2000:])
    return statuses[-1] if statuses else ""


def describe_plan(plan: Plan, statuses: bool = True) -> str:
    """Returns a plan as a list.

    >>> print(describe_plan((Subtask("Open the mail", True), Subtask("Copy the name"))))
    The plan:
    1. [done] Open the mail
    2. [open] Copy the name
    """
    marks = {True: "[done] ", False: "[open] "} if statuses else {True: "", False: ""}
    lines = [f"{number}. {marks[part.done]}{part.text}" for number, part in enumerate(plan, 1)]
    return "\n".join(["The plan:", *lines])


def describe_path(path: Path, heading: str, limit: int | None = None) -> str:
    """Returns the last actions of a path as a numbered list, at most `limit`; ``""`` if there are none."""
    lines = [f"{number}. {step.text}" for number, step in enumerate(path, 1)]
    tail = lines if limit is None else lines[max(0, len(lines) - limit) :]
    return "\n".join([heading, *tail]) if tail else ""


def describe_failures(failures: Sequence[Path]) -> str:
    """Returns the paths that failed from the present state, one per line; ``""`` if there are none."""
    lines = [f"- {' → '.join(_ends([step.text for step in failed]))}" for failed in failures]
    return "\n".join(["From this state, these actions led nowhere:", *lines]) if lines else ""


def describe_all_failures(failures: Sequence[Failure]) -> str:
    """Returns the paths that failed from states so far, one per line; ``""`` if there are none."""
    lines = [
        f"- {f'after action {failed.depth}' if failed.depth else 'from the start'}: "
        f"{' → '.join(_ends([step.text for step in failed.path]))}"
        for failed in failures
    ]
    return "\n".join(["Paths that were tried before and led nowhere:", *lines]) if lines else ""


def _ends(texts: list[str]) -> list[str]:
    """Returns the first and the last texts of a long list."""
    return texts if len(texts) <= _BEGIN + _END else [*texts[:_BEGIN], "…", *texts[-_END:]]


def looks_alike(one: Observation, other: Observation) -> bool:
    """Returns whether two observations have the same marks; devices without marks must show exactly the same."""
    return not any(
        view.marks != beside.marks if view.marks or beside.marks else _differ(view, beside)
        for view, beside in _pairs(one, other)
    )


def changed(one: Observation, other: Observation) -> tuple[str, ...]:
    """Returns the devices that differ in any pixel or letter between two observations."""
    return tuple(view.device for view, beside in _pairs(one, other) if _differ(view, beside))


def _pairs(one: Observation, other: Observation) -> list[tuple[DeviceView, DeviceView]]:
    return [(view, other.views[device]) for device, view in one.views.items()]


def _differ(view: DeviceView, beside: DeviceView) -> bool:
    if (view.marks, view.text) != (beside.marks, beside.text):
        return True
    if view.picture is None or beside.picture is None:
        return view.picture is not beside.picture
    return not np.array_equal(view.picture.pixels, beside.picture.pixels)
