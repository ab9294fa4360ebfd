"""The vendors' own computer tools as policies: Anthropic's, OpenAI's and Gemini's.

* `ComputerUse` - the structure.
* `ComputerUseOptions` - its options, of which `vendor` names whose tool it is.
* `TOOLS` - the vendors' tools.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from crab_gym.agents.base import Options
from crab_gym.agents.chat import Display, Message, Model, Part, Reply, Tool, ToolCall
from crab_gym.agents.formats import Screen, format_named
from crab_gym.agents.formats.base import FormatError, Points
from crab_gym.agents.history import DONE, cut
from crab_gym.agents.observation import Observation
from crab_gym.agents.parsing import Call, Unreadable, read_call
from crab_gym.agents.pixels import PixelAgent, PixelOptions
from crab_gym.agents.render import action_tools, describe_device, prompt
from crab_gym.task import Action, action
from crab_sim.suggestions import unknown

__all__ = ["HAND_OVER", "TOOLS", "ComputerUse", "ComputerUseOptions", "VendorTool"]

HAND_OVER = Tool(
    "hand_over",
    "Goes on with the task on the other device.",
    {
        "type": "object",
        "properties": {"message": {"type": "string", "description": "what has to be known there, letter for letter"}},
        "required": ["message"],
        "additionalProperties": False,
    },
)
COMPUTER = "computer"
"""The name of the tool itself."""
_MAX_ASKS = 6
"""Requests without an action in one turn of the environment, after which the agent waits a second."""
_MAX_WORDS = 4000
"""Characters of a message that are passed on to the other device."""
_NOT_DONE = "Not carried out."
_CONFIRM = "a person would have to confirm this action first, and nobody is here; it was not carried out. Act otherwise"


class VendorTool(NamedTuple):
    """A vendor's computer tool.

    Attributes:
        kind: Its newest version that is known here.
        wordless: The devices' verbs that it has no word for; they are offered as functions.
        excluded: Its functions by device that the device can't do.
    """

    kind: str
    wordless: Sequence[str]
    excluded: Mapping[str, tuple[str, ...]]


_APPS = ("ubuntu__search_app", "android__open_app", "android__open_app_drawer")
_POINTING = ("hover_at", "search")
TOOLS: Mapping[str, VendorTool] = {
    "anthropic": VendorTool("computer_20251124", _APPS, {}),
    "openai": VendorTool("computer", _APPS, {}),
    "gemini": VendorTool(
        "ENVIRONMENT_BROWSER",
        (*_APPS, "ubuntu__right_click", "ubuntu__double_click", "ubuntu__write_text",
         "android__long_tap", "android__write_text"),
        {"ubuntu": _POINTING, "android": (*_POINTING, "open_web_browser", "navigate", "go_forward")},
    ),
}  # fmt: skip
"""The vendors' tools by the names of their action formats."""


@dataclass(frozen=True)
class ComputerUseOptions(PixelOptions):
    """The options of `ComputerUse`: those of every such agent, and these.

    Attributes:
        vendor: Whose tool it is, one of `TOOLS`.
        tool: The version of the tool that the model was trained for, such as ``"computer_20250124"`` or
            ``"computer_use_preview"``; ``""`` for the newest one.
        history: Number of last turns on a device that are kept word for word, with their screens.
        acknowledge: Whether actions are carried out that the vendor wants a person to confirm. Only for devices on
            which nothing can go wrong, such as simulated ones.

    Raises:
        ValueError: A value has the wrong type or is out of range.
    """

    vendor: str = "anthropic"
    tool: str = ""
    history: int = 4
    acknowledge: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.vendor not in TOOLS:
            unknown("vendor of a computer tool:", self.vendor, TOOLS)
        if not isinstance(self.tool, str):
            raise ValueError(f"the option tool is {self.tool!r}; expected the name of a version")


@dataclass
class _Turn:
    """A turn on a device.

    Attributes:
        shown: The words and, at their end, the screen that the model was shown.
        reply: Its answer.
        results: The results of its calls.
    """

    shown: tuple[Part, ...]
    reply: Reply
    results: list[str]


class _PendingAction(NamedTuple):
    """An action that waits to be carried out, and the place of its call in the answer."""

    action: Action
    call: int


class ComputerUse(PixelAgent):
    """A model that works with its vendor's computer tool, on one device at a time.

    Each device has a conversation of its own, in which the tool has that device's screen. The model goes on to the
    other device by a function, and has functions for what the tool has no word for. A screenshot that it asks for costs
    no step of the environment. An answer may have several actions; the rest of them is dropped when one is refused. An
    answer without a call is asked for once more, and then counts as having finished on that device.

    Args:
        model: The model that it asks.
        options: See `ComputerUseOptions`.

    Example:
        >>> import gymnasium as gym, crab_gym
        >>> from crab_gym.agents import make_agent, wrap
        >>> from crab_gym.agents.chat import Reply, ToolCall
        >>> from crab_gym.agents.models import ScriptedModel
        >>> from crab_gym.rollout import run_episode
        >>> click = ToolCall("computer", {"action": "left_click", "coordinate": [180, 400]}, id="1")
        >>> model = ScriptedModel([Reply("", (click,)), Reply("", (ToolCall("root__complete", {}, id="2"),))])
        >>> env = wrap(gym.make("Crab-v0/learn.open_app"), "computer_use")
        >>> record = run_episode(env, make_agent("computer_use", model), seed=0)
        >>> [step.action["name"] for step in record.steps]
        ['tap', 'complete']
        >>> env.close()
    """

    structure = "computer_use"
    options_type: ClassVar[type[Options]] = ComputerUseOptions
    options: ComputerUseOptions

    def __init__(self, model: Model | Mapping[str, Model], **options: Any) -> None:
        super().__init__(model, **options)
        if not self.models["agent"].calls_tools:
            raise ValueError("the agent 'computer_use' needs a model that calls tools; expected calls_tools=True")

    def start(self) -> None:
        """Renders the system messages and makes the tools, those of each device."""
        self._format = format_named(self.options.vendor)
        sizes = self.viewer.sizes
        self._screens = {device: Screen(device, *size) for device, size in sizes.items()}
        self._tools = {device: self._tools_of(device) for device in sizes}
        self._systems = {device: self._system_of(device) for device in sizes}
        self._turns: dict[str, deque[_Turn]] = {device: deque(maxlen=self.options.history) for device in sizes}
        self._turn = deque(sizes)  # the device whose turn it is stands first
        self._waiting: deque[_PendingAction] = deque()
        self._last: _Turn | None = None
        self._call = 0  # the place, in the last answer, of the call whose action is carried out
        self._finished = 0
        self._words = {device: "" for device in sizes}  # what the other device passed on at last

    def _tools_of(self, device: str) -> tuple[Tool, ...]:
        vendor, (width, height) = TOOLS[self.options.vendor], self.viewer.sizes[device]
        extent = self._format.points.extent(width, height)
        units = (round(extent[0]), round(extent[1]))
        display = Display(self.options.tool or vendor.kind, width, height, vendor.excluded.get(device, ()))
        wordless = (tool for tool in action_tools(self.spec, [device], True, {device: units})
                    if tool.name in vendor.wordless)  # fmt: skip
        root = (tool for tool in self.tools(["root"]) if tool.name != "root__wait")  # the tool can wait
        others = (HAND_OVER,) if len(self.viewer.sizes) > 1 else ()
        computer = Tool(COMPUTER, f"The screen of {device}.", {"type": "object"}, display)
        return (computer, *wordless, *others, *root)

    def _system_of(self, device: str) -> str:
        sizes = self.viewer.sizes
        others = ", ".join(describe_device(name, *size) for name, size in sizes.items() if name != device)
        return prompt(
            "computer_use/system",
            goal=self.goal,
            device=describe_device(device, *sizes[device]),
            hints=prompt(f"computer_use/{device}"),
            others=prompt("computer_use/others", other=others, hand_over=HAND_OVER.name) if others else "",
        )

    def decide(self, observation: Observation) -> Action | Unreadable:
        """Asks for the next action on the device whose turn it is, once all actions of the last answer are done."""
        self._close(observation)
        asks = 0
        while not self._waiting:
            device = self._turn[0]
            if asks >= _MAX_ASKS:
                self._last = None  # that wait answers none of its calls
                return action("root", "wait", seconds=1)
            reply = self._ask(device, observation)
            asks += 1
            if not reply.calls:
                reply = self._ask(device, observation, words=reply.text)
            self._last = self._remember(device, observation, reply)
            if not reply.calls:
                self._finish(device, reply.text)
            elif (problem := self._read(device, reply, self._last)) is not None:
                return problem
        pending = self._waiting.popleft()
        self._call = pending.call
        return pending.action

    # The answers -------------------------------------------------------------------------------------------------

    def _read(self, device: str, reply: Reply, turn: _Turn) -> Unreadable | None:
        """Queues the actions of an answer's calls; returns the reason if the first one can't be read."""
        if self._unconfirmed(reply):
            return Unreadable(_CONFIRM)
        for place, call in enumerate(reply.calls):
            actions = self._actions(device, call)
            if isinstance(actions, Unreadable):
                self._call = place
                if not self._waiting:
                    return actions
                turn.results[place] = f"Refused: {actions.reason}"
                break
            if call.name == HAND_OVER.name and len(self._turn) > 1:
                message = (call.arguments or {}).get("message")
                turn.results[place] = DONE
                self._hand_over(device, message if isinstance(message, str) else "")
                break
            if not actions:  # a look at the screen, which is shown anyway
                turn.results[place] = DONE
            self._waiting.extend(_PendingAction(step, place) for step in actions)
        self._finished = 0
        return None

    def _actions(self, device: str, call: ToolCall) -> Sequence[Action] | Unreadable:
        """Returns the actions that a call asks for; none for a look at the screen."""
        functions = [tool for tool in self._tools[device] if tool.display is None]
        if call.name in {tool.name for tool in functions}:
            read = read_call(Reply("", (call,)), functions)
            if isinstance(read, Unreadable):
                return read
            return () if read.tool == HAND_OVER.name else _in_pixels(read, self._format.points, self._screens[device])
        if call.arguments is None:
            return Unreadable("the arguments of the call can't be read; expected a JSON object")
        steps: list[Action] = []
        for arguments in _calls_of(self.options.vendor, call):
            reading = self._format.read(arguments, self._screens[device])
            if reading.problem:
                return Unreadable(reading.problem)
            steps += reading.actions
        return steps

    def _finish(self, device: str, words: str) -> None:
        """Hands the turn on; completes the episode where there is no device on which it could still act."""
        self._finished += 1
        self._hand_over(device, words)
        if self._finished >= len(self._turn):
            self._waiting.append(_PendingAction(action("root", "complete"), 0))

    def _hand_over(self, device: str, words: str) -> None:
        self._turn.rotate(-1)
        if self._turn[0] != device:
            self._words[self._turn[0]] = cut(words.strip(), _MAX_WORDS)

    # The conversation --------------------------------------------------------------------------------------------

    def _ask(self, device: str, observation: Observation, words: str | None = None) -> Reply:
        """Returns the answer to a device's screen.

        Args:
            device: The device.
            observation: What is shown.
            words: What the model said instead of a call, if it is asked once more.
        """
        messages = self._messages(device, observation)
        if words is not None:
            others = " hand over to the other device," if len(self._turn) > 1 else ""
            again = f"You called no tool. Act on the screen,{others} or complete the task."
            messages += [Message("assistant", (words.strip() or "(nothing)",)), Message("user", (again,))]
        return self.ask("agent", messages, self._tools[device], name=device)

    def _messages(self, device: str, observation: Observation) -> list[Message]:
        """Returns a device's conversation: each answer as it came, its results, and the screen at the end."""
        words = f"From the other device: {self._words[device]}" if self._words[device] else ""
        turns = self._turns[device]
        parts = [*(turn.shown for turn in turns), (observation.status, *_picture(device, observation))]
        first = tuple(filter(None, [self.log.text, words]))
        messages = [Message("system", (self._systems[device],)), Message("user", (*first, *parts[0]))]
        for turn, after in zip(turns, parts[1:], strict=True):
            reply = turn.reply
            text = reply.text if reply.text or reply.calls else "(nothing)"
            messages.append(Message("assistant", (text,) if text else (), reply.calls, own=reply.own))
            for call, result in zip(reply.calls, turn.results, strict=True):
                screen = after[-1:] if call is reply.calls[-1] or call.name == COMPUTER else ()
                messages.append(Message("tool", (result, *screen), call_id=call.id))
            messages.append(Message("user", after[:-1] if reply.calls else after))
        return messages

    def _remember(self, device: str, observation: Observation, reply: Reply) -> _Turn:
        """Keeps an answer with what was shown before it; the results of its calls come later."""
        if self._unconfirmed(reply):  # a result would be the confirmation
            reply = Reply(f"{reply.text}\n(A call that nobody confirmed; it was not carried out.)".strip())
        turn = _Turn(
            (f"Turn {observation.step + 1}.", *_picture(device, observation)), reply, [_NOT_DONE] * len(reply.calls)
        )
        self._turns[device].append(turn)
        return turn

    def _unconfirmed(self, reply: Reply) -> bool:
        """Returns whether the vendor wants a person to confirm an answer's calls, and nobody does."""
        return not self.options.acknowledge and any(map(_needs_person, reply.calls))

    def _close(self, observation: Observation) -> None:
        """Notes the result of the last action."""
        if observation.refused or observation.said:
            self._waiting.clear()
        if self._last is not None and self._call < len(self._last.results):
            self._last.results[self._call] = f"Refused: {cut(observation.refused)}" if observation.refused else DONE


def _picture(device: str, observation: Observation) -> tuple[Part, ...]:
    picture = observation.views[device].picture
    assert picture is not None  # the options want pictures
    return (picture,)


def _calls_of(vendor: str, call: ToolCall) -> list[dict[str, Any]]:
    """Returns a call of the computer tool as arguments that the vendor's format reads, one mapping per action."""
    arguments = dict(call.arguments or {})
    if vendor == "openai":
        actions = arguments.get("actions")
        return (
            [dict(one) if isinstance(one, dict) else {} for one in actions]
            if isinstance(actions, list)
            else [arguments]
        )
    return [{"name": call.name, "args": arguments}] if vendor == "gemini" else [arguments]


def _needs_person(call: ToolCall) -> bool:
    """Returns whether the vendor wants a person to confirm a call."""
    arguments = call.arguments or {}
    decision = arguments.get("safety_decision")
    asks = isinstance(decision, dict) and decision.get("decision") != "regular"
    return asks or bool(arguments.get("pending_safety_checks"))


def _in_pixels(call: Call, points: Points, screen: Screen) -> Sequence[Action] | Unreadable:
    """Returns the action of a function, whose points are in the format's unit as those of the tool."""
    choice = call.action()
    args = dict(call.arguments)
    if "x" in args and "y" in args:
        try:
            args["x"], args["y"] = points.read(screen, args["x"], args["y"])
        except FormatError as error:
            return Unreadable(str(error))
    return ({**choice, "args": args},)
