"""M3A and its variants (AndroidWorld, §4.1), which give a reason, act, and sum up the action's result.

* `M3A` - sees each screen with and without marks; a second question after each action compares the screens before and
  after it.
* `T3A` - the same from text alone.
* `M3ASimple` - without guidelines and without the second question, by default from text alone.
"""

from __future__ import annotations

import re
from collections import deque
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from crab_gym.agents import render
from crab_gym.agents.answers.thoughts import after_thoughts
from crab_gym.agents.base import Agent, Options
from crab_gym.agents.chat import Message, Part, Reply, Tool
from crab_gym.agents.history import action_line, cut
from crab_gym.agents.observation import DeviceView, Observation
from crab_gym.agents.parsing import Call, Unreadable, read_call
from crab_gym.task import Action

__all__ = ["M3A", "T3A", "M3AOptions", "M3ASimple", "SimpleOptions", "T3AOptions"]

REASON = "reason"
"""Argument that every function has for the model's reason; no verb has one of that name."""
_SUMMARY = 500
"""Maximum number of characters of a summary that are kept."""
_REASON = 1500
"""Maximum number of characters of a reason that are passed on."""
_GUIDES = ("ubuntu", "android")
"""Devices that have guidelines of their own."""


@dataclass(frozen=True)
class M3AOptions(Options):
    """The options of M3A: those of every structure (of which `history` and `old_pictures` have no effect), and these.

    Attributes:
        log: Number of last actions that are listed, each with its summary; they are the only memory.
        guidelines: Whether the model gets guidelines on how to use the devices.
        reflect: Whether the model is asked, after each action, to sum up its result.
        bare: Whether it also sees the screens without marks, which doubles the pictures.
    """

    log: int = 50
    guidelines: bool = True
    reflect: bool = True
    bare: bool = True


@dataclass(frozen=True)
class T3AOptions(M3AOptions):
    """The options of T3A: those of M3A, but never with pictures.

    Raises:
        ValueError: `pictures` is True, or another value is out of range.
    """

    pictures: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.pictures:
            raise ValueError("the agent 't3a' reads and never gets pictures; expected pictures=False, or take 'm3a'")


@dataclass(frozen=True)
class SimpleOptions(M3AOptions):
    """The options of M3A-Simple: those of M3A. With `pictures` it sees the same as M3A."""

    pictures: bool = False
    guidelines: bool = False
    reflect: bool = False


class _Last(NamedTuple):
    """The last turn: the action on one line (None if there was none), its device and reason, and the view before it."""

    line: str | None
    device: str
    reason: str
    observation: Observation


class M3A(Agent):
    """Acts with a reason, then sums up the action's effect.

    In each turn, the model first sums up the last action's effect, given the screens before and after; this line joins
    the list of actions. Then the model is asked for the next action, given that list and the screens, with and without
    marks. Refused actions, and answers that were no action, are listed as such without asking.

    The notes of each turn also contain the ``"reason"`` of this turn's action and the ``"summary"`` of the last one.

    Args:
        model: The model that it asks, or the models of its roles ``"agent"`` and ``"reviewer"``.
        options: See `M3AOptions`.

    Example:
        >>> import gymnasium as gym, crab_gym
        >>> from crab_gym.agents import make_agent, wrap
        >>> from crab_gym.agents.models import ScriptedModel
        >>> from crab_gym.rollout import run_episode
        >>> says = [
        ...     'The clock is an app. {"name": "android__open_app", "arguments": {"name": "Clock"}}',
        ...     "Opening the clock worked; nothing seems to be left.",
        ...     'All is done. {"name": "root__complete"}',
        ... ]
        >>> env = wrap(gym.make("Crab-v0/learn.open_app"), "m3a")
        >>> record = run_episode(env, make_agent("m3a", ScriptedModel(says)), seed=0)
        >>> record.actions, record.calls
        (2, 3)
        >>> env.close()
    """

    structure = "m3a"
    roles = ("agent", "reviewer")
    options_type = M3AOptions
    options: M3AOptions
    raw_screens = True

    def start(self) -> None:
        """Renders the system messages."""
        actions = self.tools()
        self._tools = tuple(map(with_reason, actions)) if self.models["agent"].calls_tools else actions
        known = {"guidelines": self._guidelines(), "actions": render.describe_tools(actions)}
        if self.options.pictures and self.options.bare:
            known["screens"] = render.prompt("m3a/screens")
        self._system = self.system("m3a/agent" if self.options.guidelines else "m3a/simple", **known)
        self._review = self.system("m3a/summary", **known)
        self._summaries: deque[str] = deque(maxlen=self.options.log)
        self._last: _Last | None = None

    def _guidelines(self) -> str:
        if not self.options.guidelines:
            return self.rules()
        own = [render.prompt(f"m3a/{device}") for device in _GUIDES if device in self.spec.devices]
        return "\n\n".join([render.prompt("m3a/guidelines", rules=self.rules()), *own])

    def decide(self, observation: Observation) -> Action | Unreadable:
        """Sums up the last action, and asks for the next one."""
        if self._last is not None and self.options.reflect:
            summary = self._sum_up(self._last, observation)
            self._summaries.append(
                f"{observation.step}. {self._last.line or 'an answer that is no action'} -> {summary}"
            )
            self.note("summary", summary)
        self._last = None
        past = self._past if self.options.reflect else self.log.text
        parts: list[Part] = [observation.status, past] if past else [observation.status]
        for view in observation.views.values():
            parts += _screen(view, self.options.bare)
        reply = self.ask("agent", _question(self._system, parts), self._tools, force=True)
        call = read_call(reply, self._tools)
        if isinstance(call, Unreadable):
            self._last = _Last(None, "", "", observation)
            return call
        reason, call = split_reason(reply, call)
        self.note("reason", reason)
        choice = call.action()
        self._last = _Last(action_line(choice, observation), choice["device"], reason, observation)
        return choice

    @property
    def _past(self) -> str:
        return "\n".join(["Actions so far, and what became of them:", *self._summaries]) if self._summaries else ""

    def _sum_up(self, last: _Last, observation: Observation) -> str:
        """Returns the last action's effect on one line."""
        if observation.refused:
            return f"refused: {cut(_flat(observation.refused))}"
        if observation.said:
            return f"the person said: {cut(_flat(observation.said))}"
        if observation.result:
            return f"the call returned: {cut(_flat(observation.result))}"
        parts: list[Part] = [f"The action: {last.line}", f"The reason given for it: {last.reason or '(none)'}"]
        for device, after in observation.views.items():
            before = last.observation.views[device]
            if not _same(before, after):
                parts += [*_marked(before, "before the action"), *_marked(after, "after the action")]
            elif device == last.device:
                parts += _marked(after, "before and after the action, which are exactly the same")
            else:
                parts.append(f"{device}: no change")
        reply = self.ask("reviewer", _question(self._review, parts))
        return cut(_flat(after_thoughts(reply.text)), _SUMMARY) or "(no summary)"


class T3A(M3A):
    """M3A from text alone: it reads the elements of the screens, and never gets pictures.

    Args:
        model: The model that it asks.
        options: See `T3AOptions`.
    """

    structure = "t3a"
    options_type = T3AOptions


class M3ASimple(M3A):
    """M3A without guidelines and summaries: one question per turn, with a list of the actions so far.

    The paper measures it with the accessibility tree only, so pictures are off by default. It still gives a reason
    with each action, since the paper doesn't list reasons among the parts left out.

    Args:
        model: The model that it asks.
        options: See `SimpleOptions`.
    """

    structure = "m3a_simple"
    options_type = SimpleOptions


_CALL = re.compile(r"```|[{\[]|<[|｜\w]|\w{1,40}__\w+\(")
"""What a call in a text begins with."""


def with_reason(tool: Tool) -> Tool:
    """Returns a tool that takes the reason for its call before its own arguments; the prompt says what belongs in it.

    Models that call functions often write no text with the call, and would otherwise act without reasoning.
    """
    return tool._replace(
        parameters={
            **tool.parameters,
            "properties": {REASON: {"type": "string"}, **tool.parameters["properties"]},
            "required": [REASON, *tool.parameters["required"]],
        }
    )


def split_reason(reply: Reply, call: Call) -> tuple[str, Call]:
    r"""Splits a call into its reason and the call without it.

    The reason is the call's argument, or else the text before the call.

    >>> split_reason(Reply('Reason: it is late.\nAction: {"name": "root__complete"}'), Call("root__complete", {}))
    ('Reason: it is late.', Call(tool='root__complete', arguments={}, id=''))
    """
    reason = call.arguments.get(REASON)
    if not isinstance(reason, str) or not reason.strip():
        reason = _CALL.split(after_thoughts(reply.text)[: 4 * _REASON], maxsplit=1)[0]
        reason = re.sub(r"[\s*#_`]*\baction[\s*_`]*:[\s*_`]*\Z", "", reason.rstrip(), flags=re.IGNORECASE)
    rest = {key: value for key, value in call.arguments.items() if key != REASON}
    return cut(_flat(reason), _REASON), call._replace(arguments=rest)


def _question(system: str, parts: list[Part]) -> list[Message]:
    return [Message("system", (system,)), Message("user", tuple(parts))]


def _screen(view: DeviceView, bare: bool) -> list[Part]:
    """Returns a device for the next action: its screen without marks if wanted, its screen with marks, its text."""
    if view.raw is None or view.picture is None:
        return [f"{view.device}:", *filter(None, [view.text])]
    if not view.marks:
        return [f"{view.device}, on which nothing can be touched:", view.raw]
    if not bare:
        return [f"{view.device}:", view.picture, *_text(view)]
    return [f"{view.device}, as it is:", view.raw, f"{view.device}, with marks:", view.picture, *_text(view)]


def _marked(view: DeviceView, when: str) -> list[Part]:
    """Returns a device as shown for comparing: its screen with marks, and its text."""
    return [f"{view.device}, {when}:", *filter(None, [view.picture]), *_text(view)]


def _text(view: DeviceView) -> list[Part]:
    return [view.text] if view.text else []


def _same(one: DeviceView, other: DeviceView) -> bool:
    if one.text != other.text or one.marks != other.marks:
        return False
    if one.raw is None or other.raw is None:
        return one.raw is other.raw
    return np.array_equal(one.raw.pixels, other.raw.pixels)


def _flat(text: str) -> str:
    """Returns a text on one line."""
    return " ".join(text[: 20 * _SUMMARY].split())
