"""SeeAct, with textual choices, for devices: describes the next action in words, then grounds it in a list of elements.

This is SeeAct (arXiv 2401.01614) in its variant with choices, as AndroidWorld (§4.1.2) adapts it to a phone: the
choices are the touchable elements of the accessibility tree, without a ranker, and the actions are the devices' verbs.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from crab_gym.agents import render
from crab_gym.agents.answers.thoughts import after_thoughts
from crab_gym.agents.base import Agent, Options
from crab_gym.agents.chat import Message, Part, Reply, Tool
from crab_gym.agents.history import cut
from crab_gym.agents.observation import Observation
from crab_gym.agents.parsing import Call, Unreadable, read_call
from crab_gym.task import Action
from crab_gym.wrappers.text import element_lines

__all__ = ["Choice", "SeeAct", "SeeActOptions", "pick"]

NONE = Tool(
    "none_of_these",
    "Says that the described action needs an element that is not among the choices.",
    {"type": "object", "properties": {}, "required": [], "additionalProperties": False},
)
"""The function to call if the element isn't among the choices."""
_WORDS = 8000
"""Maximum number of characters of a description that are passed on."""
_POINTER = re.compile(r"element[12]?")
_PLACE = re.compile(
    r"[^\w-]{0,3}(\d{1,4})"
    r"(?=\Z|[:)\]]|[^\w\s](?!\w)|\s+(?:\Z|[-–—:.=)]))"  # otherwise it is a part of a text: "5 minutes", "3.5"
)
"""The number of a choice, on its own or before punctuation."""


@dataclass(frozen=True)
class SeeActOptions(Options):
    """The options of SeeAct: those of every structure (of which `history` and `old_pictures` have no effect), and
    these.

    Attributes:
        table: Whether the first question lists the elements as text too; SeeAct's doesn't.
        choices: Number of elements that are offered at a time.
        again: How often per turn to ask again for a valid call.

    Raises:
        ValueError: A value is out of range.
    """

    table: bool = False
    choices: int = 50
    again: int = 1

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.choices < 1:
            raise ValueError(f"the option choices is {self.choices!r}; expected a whole number above 0")


class Choice(NamedTuple):
    """An element that is offered.

    Attributes:
        place: Its place among the choices, from 1, by which it is chosen.
        device: Its device.
        number: Its mark's number.
        text: Its line: role, text and state.
    """

    place: int
    device: str
    number: int
    text: str

    def __str__(self) -> str:
        return f"{self.place}. {self.device}: {self.text}"


class SeeAct(Agent):
    """Describes the next action in words, then chooses the element from a list.

    Both questions have the screens without marks. In the second, the elements are numbered choices, a limited
    number at a time; if the model doesn't find its element among them, it is shown the next ones, and the earlier
    numbers stay valid. An invalid call is answered with the reason and asked for again. The only memory is the list of
    actions.

    The notes of each turn also contain the ``"plan"``, the action in words, and the ``"choice"``, the chosen
    elements.

    Args:
        model: The model that it asks, or the models of its roles ``"operator"`` and ``"grounding"``.
        options: See `SeeActOptions`.

    Example:
        >>> import gymnasium as gym, crab_gym
        >>> from crab_gym.agents import make_agent, wrap
        >>> from crab_gym.agents.models import ScriptedModel
        >>> from crab_gym.rollout import run_episode
        >>> says = [
        ...     "The calendar is on the home screen. Next: on android, tap the icon Calendar.",
        ...     '{"name": "android__tap", "arguments": {"element": 1}}',
        ...     "Nothing is left. Next: complete.",
        ...     '{"name": "root__complete"}',
        ... ]
        >>> env = wrap(gym.make("Crab-v0/learn.open_app"), "seeact")
        >>> record = run_episode(env, make_agent("seeact", ScriptedModel(says)), seed=0)
        >>> record.actions, record.calls, record.steps[0].notes["choice"]
        (2, 4, ['1. android: icon "Calendar"'])
        >>> env.close()
    """

    structure = "seeact"
    roles = ("operator", "grounding")
    options_type = SeeActOptions
    options: SeeActOptions
    raw_screens = True

    def start(self) -> None:
        """Renders the system message."""
        actions = self.tools()
        self._tools = (*map(_by_place, actions), NONE)
        screens = render.prompt("seeact/screens" if self.options.pictures else "seeact/screens_text")
        self._system = self.system("seeact/agent", screens=screens, actions=render.describe_tools(self._tools[:-1]))

    def decide(self, observation: Observation) -> Action | Unreadable:
        """Asks for the action in words, then for the call that carries it out."""
        parts: list[Part] = [observation.status, _unnumbered(self.log.text)]
        for view in observation.views.values():
            parts.append(f"{view.device}:")
            if view.raw is not None:
                parts.append(view.raw)
            parts.append(re.sub(r"^\[\d+\]", "-", view.text, flags=re.MULTILINE))
        parts = [part for part in parts if part]
        messages = [Message("system", (self._system,)), Message("user", tuple(parts))]
        described = cut(after_thoughts(self.ask("operator", messages).text).strip(), _WORDS)
        self.note("plan", described)
        if not described:
            return Unreadable("the first part of the turn says nothing; expected the next action in words")
        return self._ground([*messages, Message("assistant", (described,))], described, observation)

    def _ground(self, messages: list[Message], described: str, observation: Observation) -> Action | Unreadable:
        """Offers elements until the model chooses one, or makes a call that needs none."""
        choices = self._choices(observation, described)
        size, at, again = self.options.choices, 0, self.options.again
        messages = [*messages, self._offer(choices, at)]
        while True:
            reply = self.ask("grounding", messages, self._tools, force=True)
            call = read_call(reply, self._tools)
            if isinstance(call, Call) and call.tool == NONE.name:
                at += size
                if at >= len(choices):
                    return Unreadable("the action that was described fits none of the elements that can be touched")
                messages = [*messages, Message("assistant", ("None of these.",)), self._offer(choices, at)]
                continue
            choice = call if isinstance(call, Unreadable) else self._action_of(call, choices[: at + size])
            if not isinstance(choice, Unreadable) or not again:
                return choice
            again -= 1
            hint = f"That can't be used: {cut(choice.reason)}\nCall one of the functions, with numbers of the choices."
            messages = [*messages, Message("assistant", (_reply_text(reply),)), Message("user", (hint,))]

    def _choices(self, observation: Observation, described: str) -> tuple[Choice, ...]:
        """Returns all touchable elements, those of the devices that the description names first.

        Elements with the same text are listed with their place, in pixels of the picture.
        """
        views = sorted(observation.views.values(), key=lambda view: not _names_device(described, view.device))
        choices: list[Choice] = []
        for view in views:
            wide, high = self.viewer.sizes[view.device]
            width, height = self.spec.screen_sizes[view.device]
            lines = [line.partition("] ")[2] for line in element_lines((), view.marks, spotlight=observation.spotlight)]
            for mark, line in zip(view.marks, lines, strict=True):
                x, y = mark.point[0] * wide // width, mark.point[1] * high // height
                place = f" at ({x}, {y})" if lines.count(line) > 1 else ""
                choices.append(Choice(len(choices) + 1, view.device, mark.number, line + place))
        return tuple(choices)

    def _offer(self, choices: Sequence[Choice], at: int) -> Message:
        """Returns the question that offers a batch of the choices, from the place `at` on."""
        batch = choices[at : at + self.options.choices]
        left = len(choices) - at - len(batch)
        otherwise = f" If your element isn't among the choices, call {NONE.name}"
        return Message(
            "user",
            (
                render.prompt(
                    "seeact/choices",
                    which=", beside those that you were shown" if at else "",
                    choices="\n".join(map(str, batch)) or "(none)",
                    otherwise=f"{otherwise}; there are {left} more." if left else f"{otherwise}.",
                ),
            ),
        )

    def _action_of(self, call: Call, offered: Sequence[Choice]) -> Action | Unreadable:
        """Returns the action of a call, with marks in place of the choices' numbers."""
        choice = call.action()
        args, picks = dict(call.arguments), []
        for key in filter(_POINTER.fullmatch, call.arguments):
            picked = pick(args[key], offered, choice["device"])
            if isinstance(picked, Unreadable):
                return picked
            args[key] = picked.number
            picks.append(str(picked))
        if picks:
            self.note("choice", picks)
        return {**choice, "args": args}


def pick(answer: Any, offered: Sequence[Choice], device: str) -> Choice | Unreadable:
    """Returns the choice that a model means by its number, or by the element's text.

    Args:
        answer: The model's answer, such as ``2``, ``"(2)"``, ``"2. button"`` or a choice's line; not ``"2 buttons"``.
        offered: The choices.
        device: The device on which it wants to act.

    >>> offered = [Choice(1, "android", 4, 'button "Save"'), Choice(2, "ubuntu", 1, 'button "Save"')]
    >>> pick("1.", offered, "android").number, pick('Button "Save"', offered, "android").number
    (4, 4)
    >>> pick(2, offered, "android").reason
    'the choice 2 is on ubuntu, and the function acts on android'
    """
    if type(answer) is int or (type(answer) is float and answer.is_integer()):
        answer = str(int(answer))
    if isinstance(answer, str):
        text = answer[:1000].strip()
        match = _PLACE.match(text)
        if match and 1 <= int(match[1]) <= len(offered):
            choice = offered[int(match[1]) - 1]
            if choice.device == device:
                return choice
            return Unreadable(f"the choice {choice.place} is on {choice.device}, and the function acts on {device}")
        same = [choice for choice in offered if choice.device == device and text.lower() in _names(choice)]
        if len(same) == 1:
            return same[0]
    if not offered:
        return Unreadable("there is no element that can be touched; act without one")
    quote = cut(ascii(answer[:80]), 80) if isinstance(answer, str) else "no number"
    return Unreadable(
        f"the element is {quote}; expected the number of a choice on {device}, from {offered[0].place} "
        f"to {offered[-1].place}"
    )


def _by_place(tool: Tool) -> Tool:
    """Returns a tool that takes numbers of choices in place of marks."""
    properties = {
        key: {
            "type": "integer",
            "description": str(schema["description"]).replace("mark of", "number of the choice of"),
        }
        if _POINTER.fullmatch(key)
        else schema
        for key, schema in tool.parameters["properties"].items()
    }
    return tool._replace(parameters={**tool.parameters, "properties": properties})


def _names_device(text: str, device: str) -> bool:
    return re.search(rf"\b{re.escape(device)}\b", text, re.IGNORECASE) is not None


def _names(choice: Choice) -> set[str]:
    """Returns the names that a choice has instead of its number."""
    quoted = re.search(r'"(.+?)"', choice.text)
    names = {choice.text, f"{choice.device}: {choice.text}", *([quoted[1]] if quoted else [])}
    return {name.lower() for name in names}


def _reply_text(reply: Reply) -> str:
    """Returns an answer as text, its first call included."""
    calls = [f"{call.name}({call.raw or dict(call.arguments or {})})" for call in reply.calls[:1]]
    return cut("\n".join(filter(None, [reply.text.strip(), *calls])), 2000) or "(no answer)"


def _unnumbered(log: str) -> str:
    """Returns the log without the numbers of marks, which SeeAct's screens don't show."""
    return re.sub(r"\b(element[12]?)=\d+: ", r"\1=", log)
