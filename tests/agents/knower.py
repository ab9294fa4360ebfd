"""A scripted model that knows the answer: it says what a task's oracle would do next, by marks alone.

It stands where a real model would, behind any structure. What it may call it reads from the tools it is offered; who
is asking, from the first line of the system message, ``You are the <role>.``. A structure whose models answer in a
form of their own gives `Knower` a handler for that role::

    knower = Knower(env, roles={"judge": lambda knower, messages: Reply("The goal isn't reached yet.")})

`Knower.step` is the next step of the solution. It stays the same, however often it is asked for, until the
environment has carried it out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from crab_gym.agents.chat import Message, Reply, Tokens, Tool, ToolCall
from crab_gym.policies import OraclePolicy, policy_spec
from crab_gym.wrappers.marks_space import pointers
from crab_gym.wrappers.numbering import Mark
from crab_sim.devices.gestures import DISTANCES

Handler = Callable[["Knower", Sequence[Message]], "Reply | str"]

SOLVED = (
    "android.add_contact",
    "android.quiet_night",
    "android.text_contact",
    "android.tidy_tasks",
    "cross.contact_from_file",
    "cross.dark_mode_from_todo",
    "cross.list_from_message",
    "cross.report_pictures",
    "cross.files_from_list",
    "cross.missed_calls_report",
    "learn.todo_from_note",
    "ubuntu.collect_by_extension",
    "ubuntu.count_log_levels",
    "ubuntu.personalise",
    "ubuntu.write_note",
)
"""Tasks that every structure has to solve with it; it can solve all of the simulator's."""


class NoMark(LookupError):
    """The solution touches a point at which there is no mark."""


@dataclass(frozen=True)
class Step:
    """A step of the solution, as a call."""

    name: str
    arguments: Mapping[str, Any]

    @property
    def device(self) -> str:
        return self.name.partition("__")[0]

    @property
    def verb(self) -> str:
        return self.name.partition("__")[2]

    @property
    def words(self) -> str:
        """The call in a sentence, from which `called` reads it again."""
        return f"Call {self.name} with {json.dumps(self.arguments, ensure_ascii=False)}."


def called(text: str) -> Step | None:
    """Returns the call that a text tells, as `Step.words` does."""
    found = list(re.finditer(r"Call (\w+) with ", text))
    if not found:
        return None
    arguments, _ = json.JSONDecoder().raw_decode(text[found[-1].end() :])
    return Step(found[-1][1], arguments)


def role_of(messages: Sequence[Message]) -> str:
    """Returns who asks: what the system message's first line says, such as ``"main agent"``."""
    found = re.match(r"You are the (.+?)\.", messages[0].text if messages else "")
    return found[1] if found else ""


class Knower:
    """The model.

    Args:
        env: The environment that the agent acts in, wrapped.
        calls_tools: Whether it calls functions natively, or writes JSON.
        roles: Role to what answers in its place.
        points: Whether to give coordinates where there is no mark, instead of giving up.
    """

    def __init__(
        self,
        env: Any,
        calls_tools: bool = True,
        roles: Mapping[str, Handler] | None = None,
        points: bool = False,
    ) -> None:
        self.name, self.calls_tools = "knower", calls_tools
        self.env = env
        self.heard: list[tuple[list[Message], tuple[Tool, ...]]] = []
        self.used_points = 0
        self._points = points
        self._roles: dict[str, Handler] = {**ROLES, **(roles or {})}
        self._episode: object = None

    def ask(self, messages: Sequence[Message], tools: Sequence[Tool] = (), force: bool = False) -> Reply:
        self.heard.append((list(messages), tuple(tools)))
        handler = self._roles.get(role_of(messages), act)
        reply = handler(self, messages)
        if isinstance(reply, str):
            reply = Reply(reply)
        return Reply(reply.text, reply.calls, Tokens(100, 10), model="knower")

    @property
    def tools(self) -> tuple[Tool, ...]:
        """The functions offered with the present question."""
        return self.heard[-1][1]

    def offers(self, name: str) -> bool:
        """Tells whether the present question offers a function, natively or in words."""
        messages, tools = self.heard[-1]
        explained = messages[0].text.partition("To call a function, end your answer")[2]
        return any(tool.name == name for tool in tools) or f"- {name}(" in explained

    def call(self, step: Step, text: str = "") -> Reply:
        """Returns an answer that calls a function, in the way that it is offered."""
        if self.tools:
            raw = json.dumps(step.arguments)
            return Reply(text, (ToolCall(step.name, step.arguments, raw, f"call_{len(self.heard)}"),))
        written = json.dumps({"name": step.name, "arguments": step.arguments}, ensure_ascii=False)
        return Reply(f"{text}\n```json\n{written}\n```")

    @property
    def step(self) -> Step:
        """The next step of the solution; ``root__complete`` after the last."""
        base = self.env.unwrapped
        if self._episode is not base.evaluator:
            self._episode, self._oracle = base.evaluator, OraclePolicy(self.env)
            self._oracle.reset(base.goal, policy_spec(self.env, 0))
            self._given, self._next = -1, None
        if self._next is None or len(base.actions) > self._given:
            self._given = len(base.actions)
            self._next = self._by_marks(self._oracle.act(None, {}))
        return self._next

    def _by_marks(self, action: Mapping[str, Any]) -> Step:
        device, verb, args = action["device"], action["name"], dict(action["args"])
        marks = self.env.get_wrapper_attr("marks")(device) if device != "root" else ()
        found = {pointer: mark_at(marks, (args[pointer.x], args[pointer.y])) for pointer in pointers(device, verb)}
        start, *ends = found.values() or [None]
        if verb == "drag" and start is not None and ends in ([None], [start]):
            swipe = as_swipe(args, self.env.unwrapped.screen_sizes[device])
            return Step(f"{device}__swipe", {"element": start.number, **swipe})
        for pointer, mark in found.items():
            if mark is not None:
                del args[pointer.x], args[pointer.y]
                args[pointer.element] = mark.number
            elif self._points:
                self.used_points += 1
            else:
                raise NoMark(f"{self.env.unwrapped.task.name}: {action} points at no mark")
        return Step(f"{device}__{verb}", args)


def as_swipe(args: Mapping[str, Any], screen: tuple[int, int]) -> dict[str, str]:
    """Returns direction and distance of the phone's swipe that goes at least as far as a drag along its longer axis.

    The longest swipe stands for longer drags.
    """
    across, down = (args["x2"] - args["x1"]) / screen[0], (args["y2"] - args["y1"]) / screen[1]
    length = min(max(abs(across), abs(down)), max(DISTANCES.values()))
    distance = next(name for name, longest in DISTANCES.items() if longest >= length)
    if abs(across) > abs(down):
        return {"direction": "right" if across < 0 else "left", "distance": distance}
    return {"direction": "down" if down < 0 else "up", "distance": distance}


def mark_at(marks: Sequence[Mark], point: tuple[int, int]) -> Mark | None:
    """Returns the mark that is touched at a point: the one with that very point, else the smallest around it."""
    x, y = point
    around = [mark for mark in marks if mark.bounds[0] <= x < mark.bounds[2] and mark.bounds[1] <= y < mark.bounds[3]]
    return min(around, key=lambda mark: (mark.point != point, _area(mark)), default=None)


def _area(mark: Mark) -> int:
    left, top, right, bottom = mark.bounds
    return (right - left) * (bottom - top)


def act(knower: Knower, messages: Sequence[Message]) -> Reply:
    """Answers who may act: the next step; a skip where that is another's; in words where nothing can be called."""
    step = knower.step
    if knower.offers(step.name):
        return knower.call(step, "That comes next.")
    if knower.offers("skip"):
        return knower.call(Step("skip", {}))
    return Reply(f"I see what comes next. {step.words}")


def obey(knower: Knower, messages: Sequence[Message]) -> Reply:
    """Answers who acts by what another said: the call that the last message tells; a skip where it tells none."""
    step = called(messages[-1].text)
    if step is not None and knower.offers(step.name):
        return knower.call(step)
    return knower.call(Step("skip", {}))


def direct(knower: Knower, messages: Sequence[Message]) -> Reply:
    """Answers who instructs the agents of the devices."""
    step = knower.step
    names = (*knower.env.unwrapped.screen_sizes, "root")
    lines = [f"{name}: {step.words if name == step.device else 'SKIP'}" for name in names]
    return Reply("\n".join(["One more step.", "", *lines]))


ROLES: dict[str, Handler] = {
    "agent": act,
    "planner": act,
    "tool caller": obey,
    "main agent": direct,
    "root agent": obey,
    "ubuntu agent": obey,
    "android agent": obey,
}
"""Role to what answers for it; any other is answered by `act`."""
