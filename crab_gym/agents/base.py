"""The base of all structures of agents.

* `Agent` - a policy that asks a model: subclass it and write `decide`.
* `Options` - the options of every structure; a structure with more of them has a subclass.
"""

from __future__ import annotations

import json
import warnings
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, ClassVar

import gymnasium as gym

from crab_gym.agents import render
from crab_gym.agents.answers.fitting import misfit
from crab_gym.agents.casting import Meter, cast, cast_name
from crab_gym.agents.chat import Message, Model, Part, Reply, Tool
from crab_gym.agents.history import DONE, History, Log, action_line, cut
from crab_gym.agents.observation import Observation, Viewer
from crab_gym.agents.parsing import Unreadable, read_call
from crab_gym.policies import PolicySpec, Restore, Usage
from crab_gym.task import Action
from crab_gym.wrappers.marks_space import MarkedActionSpace
from crab_sim.suggestions import unknown

__all__ = ["Agent", "Options"]

_LEFT_OUT = "(The screens of this turn are left out.)"
_CALL_NOW = "That is no call of a function. Call one now."
_NOTED = 20_000
"""Maximum number of characters of a model's text that a record keeps per turn."""


@dataclass(frozen=True)
class Options:
    """The options of every structure.

    Attributes:
        history: Number of last turns that the model is shown word for word; 2, as in CRAB.
        log: Number of last actions that are listed, one per line.
        pictures: Whether the model sees the screens; otherwise it reads their elements.
        old_pictures: Whether the turns of the history have their screens too, instead of the last one only; elements
            are listed there without numbers, which belong to the present screens.
        table: Whether the marks are also listed as text, beside the pictures.
        scale: Width and height of a picture as a share of the screen's, above 0 and at most 1.
        max_side: The longest side of a picture in pixels; None for no limit.
        coordinates: Whether verbs take ``x`` and ``y``, in pixels of the picture, beside marks.
        data_rule: Whether the model is told that texts on screens are data, never orders.
        spotlight: Whether long texts of elements stand between marks, of which the model is told that they mean data.

    Raises:
        ValueError: A value has the wrong type or is out of range.
    """

    history: int = 2
    log: int = 20
    pictures: bool = True
    old_pictures: bool = False
    table: bool = True
    scale: float = 1.0
    max_side: int | None = None
    coordinates: bool = False
    data_rule: bool = False
    spotlight: bool = False

    def __post_init__(self) -> None:
        for field in fields(self):
            value, default = getattr(self, field.name), field.default
            if isinstance(default, bool) and not isinstance(value, bool):
                raise ValueError(f"the option {field.name} is {value!r}; expected True or False")
            if type(default) is int and (type(value) is not int or value < 0):
                raise ValueError(f"the option {field.name} is {value!r}; expected a whole number from 0")
        if isinstance(self.scale, bool) or not isinstance(self.scale, (int, float)) or not 0 < self.scale <= 1:
            raise ValueError(f"the option scale is {self.scale!r}; expected a number above 0 and at most 1")
        if self.max_side is not None and (type(self.max_side) is not int or self.max_side < 64):
            raise ValueError(f"the option max_side is {self.max_side!r}; expected at least 64 pixels, or None")

    @property
    def scales(self) -> bool:
        """Whether pictures may differ in size from the screens."""
        return self.scale != 1 or self.max_side is not None


def check_options(structure: str, options_type: type[Any], options: Mapping[str, Any]) -> None:
    """Checks the names of options.

    Args:
        structure: The structure's name, for the message.
        options_type: The dataclass of its options.
        options: The options by name.

    Raises:
        ValueError: There is no such option.
    """
    known = [field.name for field in fields(options_type)]
    for name in options:
        if name not in known:
            unknown(f"option of the agent {structure!r}:", name, known)


class Structure(ABC):
    """An agent's class, which also knows how the agent views an environment."""

    @classmethod
    @abstractmethod
    def wrap(cls, env: gym.Env[Any, Any], *, marks: int = 200, sources: Any = "tree", **options: Any) -> Any:
        """Returns an environment wrapped as this structure needs it: with marks, drawn on screens or listed as text.

        Args:
            env: The environment.
            marks: Maximum number of marks per device; of agents that turn pages, on a page.
            sources: The sources of elements, see `SetOfMarks`.
            options: The agent's options.
        """


class Agent(Structure):
    """A policy that asks a model for each action.

    A structure is a subclass with a `decide` method, which looks at an `Observation`, asks the model with `ask`, and
    returns the action that `read` finds in the answer. This class does the rest: it views the devices, counts tokens,
    remembers turns, and keeps notes for the record.

    Args:
        model: The model that it asks, or its models by role, see `crab_gym.agents.casting.cast`.
        options: Values of the structure's options by name, see `Options`.

    Attributes:
        structure: The structure's name.
        roles: The roles in which it asks; each may have a model of its own.
        options_type: The class of its options.
        raw_screens: Whether it needs the screens without marks, and draws the marks itself.
        pages: Number of pages of marks that it can turn; more marks than on all of them have no number.
        tells: Whether every request ends with all that the person has said since the episode's begin.
        models: The model of each role.
        options: Its options.
        goal: The episode's goal.
        spec: The facts about the environment that a policy may know.
        viewer: Views the devices.
        log: All actions of the episode.

    Raises:
        ValueError: There is no such option or role, an option's value is out of range, or a role has no model.
    """

    structure: ClassVar[str]
    roles: ClassVar[tuple[str, ...]] = ("agent",)
    options_type: ClassVar[type[Options]] = Options
    raw_screens: ClassVar[bool] = False
    pages: ClassVar[int] = 1
    tells: ClassVar[bool] = True

    def __init__(self, model: Model | Mapping[str, Model], **options: Any) -> None:
        check_options(self.structure, self.options_type, options)
        self.options = self.options_type(**options)
        self.models = cast(self.structure, self.roles, model)
        self.name = f"{self.structure}({cast_name({role: model.name for role, model in self.models.items()})})"
        self._spec: PolicySpec | None = None
        self._forget()

    def _forget(self) -> None:
        self._meter = Meter(list(dict.fromkeys(model.name for model in self.models.values())))
        self._histories: list[History] = []
        self.log = Log(self.options.log)
        self._heard: list[str] = []
        self._begin_notes()

    def _begin_notes(self) -> None:
        self._answers: list[dict[str, str]] = []
        self._meter.begin_turn()
        self._noted: dict[str, Any] = {}

    @classmethod
    def wrap(cls, env: gym.Env[Any, Any], *, marks: int = 200, sources: Any = "tree", **options: Any) -> Any:
        """Returns an environment with marks, drawn on screens or listed as text."""
        from crab_gym.wrappers import SetOfMarks, TextObservation

        settings = cls(_NOBODY, **options).options
        if not settings.pictures:
            marked = SetOfMarks(env, marks * cls.pages, sources, draw=False)
            return TextObservation(marked, history=0, spotlight=settings.spotlight)
        return SetOfMarks(env, marks * cls.pages, sources, draw=not (cls.raw_screens or settings.scales))

    @property
    def spec(self) -> PolicySpec:
        """The facts about the environment that a policy may know.

        Raises:
            RuntimeError: `reset` wasn't called.
        """
        if self._spec is None:
            raise RuntimeError("the agent doesn't know its environment yet: call reset() before act()")
        return self._spec

    def reset(self, goal: str, spec: PolicySpec) -> None:
        """Starts an episode.

        Raises:
            ValueError: The environment isn't wrapped as the agent needs it.
        """
        options = self.options
        if not isinstance(spec.action_space, MarkedActionSpace) and not options.coordinates:
            raise ValueError(
                f"the agent {self.structure!r} points at marks, and the environment's actions take none; "
                "wrap it with crab_gym.agents.wrap, or give the option coordinates=True"
            )
        page = spec.action_space.limit // self.pages if isinstance(spec.action_space, MarkedActionSpace) else None
        self.viewer = Viewer(
            spec, options.scale, options.max_side, options.pictures, options.table, self.raw_screens, page,
            options.spotlight,
        )  # fmt: skip
        self.goal, self._spec = goal, spec
        self._schemas: dict[str, Mapping[str, Any]] = {}
        self._forget()
        self.start()

    def start(self) -> None:
        """Prepares for an episode; `goal`, `spec` and `viewer` are there. Most structures need no preparation."""

    @abstractmethod
    def decide(self, observation: Observation) -> Action | Unreadable | Restore:
        """Returns the next action for an observation, or the reason why there is none."""

    def act(self, obs: Any, info: Mapping[str, Any]) -> Any:
        """Returns the next action.

        An answer that is no action becomes one that the environment refuses, with the reason.

        Raises:
            RuntimeError: `reset` wasn't called.
            ModelError: The model can't be asked.
        """
        self.spec  # noqa: B018 - raises where there is none
        self._begin_notes()
        observation = self.viewer.look(obs, info)
        if observation.said:
            self._heard.append(f"Before turn {observation.step + 1}: {observation.said}")
        self.log.close(observation.refused, observation.said, observation.result)
        heard = f"The person says: {observation.said}" if observation.said else DONE
        for history in self._histories:
            history.close(observation.refused, observation.result or heard)
        choice = self.decide(observation)
        if isinstance(choice, Restore):
            return choice
        if isinstance(choice, Unreadable):
            self.log.add(observation.step + 1, "an answer that is no action")
            return choice.action()
        self.log.add(observation.step + 1, action_line(choice, observation))
        return self._unfit(choice, observation) or self._on_screen(choice)

    def usage(self) -> Usage:
        """Returns the tokens and calls since the last reset, as the model's server counted them."""
        return self._meter.usage()

    def notes(self) -> Mapping[str, Any]:
        """Returns the record's notes of the last turn: the text and the cost of each agent's answer."""
        entries = self._answers
        notes: dict[str, Any] = {
            "text": "\n\n".join(f"{entry['name']}: {entry['text']}" for entry in entries)
            if len({entry["name"] for entry in entries}) > 1
            else "\n\n".join(entry["text"] for entry in entries),
            **self._meter.notes(),
        }
        if len(entries) > 1:
            notes["agents"] = [dict(entry) for entry in entries]
        return {**notes, **self._noted}

    def note(self, key: str, value: Any) -> None:
        """Adds an entry to the notes of this turn.

        Args:
            key: The entry's name, such as ``"plan"``.
            value: JSON-able data.
        """
        self._noted[key] = value

    def history(self) -> History:
        """Returns a new memory of a conversation; `act` fills in the results of actions."""
        history = History(self.options.history, self.options.old_pictures)
        self._histories.append(history)
        return history

    def ask(
        self,
        role: str,
        messages: Sequence[Message],
        tools: Sequence[Tool] = (),
        force: bool = False,
        name: str = "",
    ) -> Reply:
        """Asks the model of a role, counts the tokens and notes the answer.

        Args:
            role: The role, one of `roles`.
            messages: The conversation.
            tools: The functions that may be called. They are explained in text if the model has no native calls.
            force: Whether one of them has to be called.
            name: The role's name in the record, if it has another.

        Raises:
            ValueError: There is no such role.
            ModelError: The model can't be asked.
        """
        if role not in self.models:
            unknown(f"role of the agent {self.structure!r}:", role, self.roles)
        model = self.models[role]
        messages = self._guarded(messages)
        # Histories drop old turns, and some roles don't see every turn.
        if self._heard and self.tells and messages[-1].role == "user":
            heard = "\n".join(["The person for whom you work has said:", *self._heard])
            messages = [*messages[:-1], replace(messages[-1], parts=(*messages[-1].parts, heard))]
        if tools and not model.calls_tools:
            reply = model.ask(render.in_json(messages, tools))
        else:
            reply = model.ask(messages, tools, force and bool(tools))
        self._meter.count(model.name, reply)
        calls = [f"{call.name}({call.raw or json.dumps(call.arguments, default=repr)})" for call in reply.calls]
        which = {"model": model.name} if self._meter.several else {}
        self._answers.append(
            {"name": name or role, **which, "text": cut("\n".join(filter(None, [reply.text, *calls])), _NOTED)}
        )
        return reply

    def _guarded(self, messages: Sequence[Message]) -> Sequence[Message]:
        """Returns a conversation whose first message says how to take texts of others, if options ask for it."""
        rules = [render.prompt(f"rules/{name}") for name in ("data_rule", "spotlight") if getattr(self.options, name)]
        if not rules:
            return messages
        first = messages[0]
        return [replace(first, parts=(*first.parts, "\n".join(rules))), *messages[1:]]

    def ask_call(self, role: str, messages: Sequence[Message], tools: Sequence[Tool], name: str = "") -> Reply:
        """Asks the model of a role for a call without forcing one, so that it can think and speak before it.

        A model that calls functions natively and only speaks is asked once more, and then has to call one.

        Args:
            role: The role, one of `roles`.
            messages: The conversation.
            tools: The functions that may be called.
            name: The role's name in the record, if it has another.

        Raises:
            ModelError: The model can't be asked.
        """
        reply = self.ask(role, messages, tools, name=name)
        forced = self.models[role].calls_tools and getattr(self.models[role], "forces_calls", True)
        if not forced or reply.calls or reply.finish in ("length", "refusal"):
            return reply
        if not isinstance(read_call(reply, tools), Unreadable):  # it wrote the call as text
            return reply
        answer = Message("assistant", (cut(reply.text, _NOTED).strip() or "(nothing)",))
        called = self.ask(role, [*messages, answer, Message("user", (_CALL_NOW,))], tools, force=True, name=name)
        return replace(called, text="\n".join(filter(None, [reply.text, called.text])))

    def ask_pages(
        self,
        role: str,
        observation: Observation,
        conversation: Callable[[Observation], Sequence[Message]],
        tools: Sequence[Tool],
        name: str = "",
    ) -> Reply:
        """Asks as `ask_call` does, with a function that turns the page of a device's marks where there is a next one.

        Turning a page costs a call of the model, and no step of the environment.

        Args:
            role: The role, one of `roles`.
            observation: The observation.
            conversation: Returns the conversation for an observation.
            tools: The functions that may be called.
            name: The role's name in the record, if it has another.
        """
        devices = {tool.name.partition("__")[0] for tool in tools}
        while True:
            more = {render.more_marks(device).name: device for device, view in observation.views.items()
                    if view.later and device in devices}  # fmt: skip
            offered = (*tools, *map(render.more_marks, more.values()))
            reply = self.ask_call(role, conversation(observation), offered, name)
            call = read_call(reply, offered) if more else None
            if call is None or isinstance(call, Unreadable) or call.tool not in more:
                return reply
            observation = observation.turned(more[call.tool])

    def read(self, reply: Reply, tools: Sequence[Tool]) -> Action | Unreadable:
        """Returns the action that an answer calls for, or the reason why there is none."""
        call = read_call(reply, tools)
        return call if isinstance(call, Unreadable) else call.action()

    def system(self, template: str, **values: str) -> str:
        """Returns a template of ``prompts/``, filled with the given values and with those that most templates use."""
        usual = {
            "goal": self.goal,
            "devices": render.describe_devices(self.viewer.sizes),
            "screens": self.screens(),
            "rules": self.rules(),
        }
        return render.prompt(template, **{**usual, **values})

    def screens(self, whose: str = "every device's") -> str:
        """Returns an explanation of the screens.

        Args:
            whose: Whose screens the reader gets.
        """
        pictures, marked = self.options.pictures, self._takes_marks
        name = "screens_text" if not pictures else "screens" if marked else "rules/screens"
        return render.prompt(name, whose=whose)

    def rules(self, ends: bool = True, devices: Sequence[str] | None = None) -> str:
        """Returns the rules that most prompts have.

        Args:
            ends: Whether the reader can submit answers and end the work.
            devices: The devices on which the reader works; None for all.
        """
        points = "pixels" if not self._takes_marks else "both" if self.options.coordinates else "marks"
        known = [device for device in devices or self.spec.devices if device in render.DEVICES]
        text = render.prompt(
            "rules",
            points=render.prompt(f"rules/{points}"),
            editing="\n".join(render.prompt(f"rules/{device}") for device in known),
            ends=render.prompt("rules/ends") if ends else "",
        )
        return text.replace("\n\n", "\n")

    @property
    def _takes_marks(self) -> bool:
        return isinstance(self.spec.action_space, MarkedActionSpace)

    def tools(self, devices: Sequence[str] | None = None) -> tuple[Tool, ...]:
        """Returns the functions that act on the given devices, or on all of them."""
        return render.action_tools(self.spec, devices, self.options.coordinates, self.viewer.sizes)

    def message_parts(
        self, observation: Observation, devices: Sequence[str] | None = None, *before: str
    ) -> tuple[Part, ...]:
        """Returns the parts of a turn's message: the status, the log, the texts `before`, and the devices."""
        texts = [text for text in (observation.status, self.log.text, *before) if text]
        return (*texts, *observation.parts(devices, raw=self.raw_screens))

    def memory_parts(
        self, observation: Observation, devices: Sequence[str] | None = None, *before: str
    ) -> tuple[Part, ...]:
        """Returns the parts of a turn's message that are remembered: the turn, the texts `before`, and the devices."""
        screens = observation.parts(devices, listed=False) if self.options.old_pictures else (_LEFT_OUT,)
        return (f"Turn {observation.step + 1}.", *[text for text in before if text], *screens)

    def shown(self, observation: Observation, devices: Sequence[str] | None = None, *before: str) -> tuple[Part, ...]:
        """Returns what `message_parts` returns; deprecated, it goes with the next release."""
        warnings.warn("Agent.shown is now called message_parts", DeprecationWarning, stacklevel=2)
        return self.message_parts(observation, devices, *before)

    def _unfit(self, choice: Action, observation: Observation) -> Action | None:
        """Returns an action that doesn't fit its function, with the reason in words that the agent knows."""
        if not self._schemas:
            self._schemas.update({tool.name: _boundless(tool.parameters) for tool in self.tools()})
        name = f"{choice['device']}__{choice['name']}"
        reason = misfit(name, choice["args"], self._schemas[name]) if name in self._schemas else ""
        reason = reason or observation.missing(choice)
        return {**choice, "unreadable": reason} if reason else None

    def _on_screen(self, choice: Action) -> Action:
        """Returns an action with its coordinates in pixels of the screen instead of the picture."""
        device, args = choice["device"], choice["args"]
        if not self.options.scales or device not in self.viewer.sizes:
            return choice
        moved = dict(args)
        for x, y in (("x", "y"), ("x1", "y1"), ("x2", "y2")):
            if type(args.get(x)) is int and type(args.get(y)) is int:
                moved[x], moved[y] = self.viewer.to_screen(device, args[x], args[y])
        return {**choice, "args": moved}


def _boundless(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Returns a function's schema without the highest mark, since the environment knows which marks there are."""
    properties = {
        name: {key: value for key, value in schema.items() if key not in ("minimum", "maximum")}
        if name.startswith("element")
        else schema
        for name, schema in parameters["properties"].items()
    }
    return {**parameters, "properties": properties}


class _Nobody:
    """A stand-in for a model, used where only the options matter."""

    name, calls_tools = "nobody", True

    def ask(self, messages: Sequence[Message], tools: Sequence[Tool] = (), force: bool = False) -> Reply:
        raise NotImplementedError("there is no model to ask")


_NOBODY = _Nobody()
