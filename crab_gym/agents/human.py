"""A person at the terminal as a policy, who reads the screens' elements and types actions.

* `Human` - the policy.
* `read_line` - turns a line that a person types into an action.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import gymnasium as gym

from crab_gym.agents.base import Structure, check_options
from crab_gym.agents.chat import Reply
from crab_gym.agents.history import action_line
from crab_gym.agents.observation import Observation, Viewer
from crab_gym.agents.parsing import Unreadable, read_call
from crab_gym.agents.render import action_tools
from crab_gym.backends.base import InvalidAction
from crab_gym.envs.verbs import Verb, check, verbs_of
from crab_gym.policies import PolicySpec, Usage
from crab_gym.task import Action
from crab_gym.wrappers.marks_space import pointers, with_points
from crab_sim.devices.tools import Argument

__all__ = ["Human", "HumanLeft", "read_line"]

_HELP = """\
Type a verb and its arguments, with the device before it where several have the verb. Elements are the numbers in
brackets, or pixels as x,y. In a text, \\n is Enter and \\\\ a backslash. Actions as JSON are read too.
  look: shows the screens again    help: shows this    quit: leaves, and the episode is not scored
"""
_PAIRS = {"x": "y", "x1": "y1", "x2": "y2"}


class HumanLeft(RuntimeError):
    """The person left before the episode was over; it isn't scored."""


@dataclass(frozen=True)
class HumanOptions:
    """A person's options.

    Attributes:
        rows: Maximum number of elements shown per device.
    """

    rows: int = 60


class Human(Structure):
    """Asks a person at the terminal for each action. A line that can't be read is explained and asked for again.

    Args:
        model: None; there is no model to ask.
        read: Returns the line that the person types after a prompt; raises `EOFError` at the end of the input.
        write: Shows a text.
        options: See `HumanOptions`.

    Raises:
        ValueError: There is no such option.

    Example:
        >>> import gymnasium as gym, crab_gym
        >>> from crab_gym.agents import wrap
        >>> from crab_gym.rollout import run_episode
        >>> lines = iter(["tap 99", "complete"])
        >>> env = wrap(gym.make("Crab-v0/learn.open_app", screens=False), "human")
        >>> person = Human(read=lambda prompt: next(lines), write=lambda text: None)
        >>> run_episode(env, person, seed=0).end_reason
        'false_completion'
        >>> env.close()
    """

    structure = "human"
    options_type = HumanOptions
    needs_model = False

    def __init__(
        self,
        model: None = None,
        *,
        read: Callable[[str], str] = input,
        write: Callable[[str], object] = print,
        **options: Any,
    ) -> None:
        check_options(self.structure, HumanOptions, options)
        self.options = HumanOptions(**options)
        self.name = "human"
        self._read, self._write = read, write
        self._spec: PolicySpec | None = None
        self._line = ""

    @classmethod
    def wrap(cls, env: gym.Env[Any, Any], *, marks: int = 200, sources: Any = "tree", **options: Any) -> Any:
        """Returns an environment that describes its devices as text, with marks."""
        from crab_gym.wrappers import SetOfMarks, TextObservation

        check_options(cls.structure, HumanOptions, options)
        settings = HumanOptions(**options)
        return TextObservation(SetOfMarks(env, marks, sources, draw=False), history=0, rows=settings.rows)

    def reset(self, goal: str, spec: PolicySpec) -> None:
        """Starts an episode: shows the goal and the verbs."""
        self._spec, self._viewer = spec, Viewer(spec, pictures=False)
        self._device = spec.devices[0]
        self._write(f"{_HELP}\n{_usage(spec)}\n\nThe task: {goal}")

    def act(self, obs: Any, info: Mapping[str, Any]) -> Action:
        """Returns the action that the person types.

        Raises:
            RuntimeError: `reset` wasn't called.
            HumanLeft: The person leaves, or the terminal is closed.
        """
        if self._spec is None:
            raise RuntimeError("the policy doesn't know its environment yet: call reset() before act()")
        observation = self._viewer.look(obs, info)
        self._write(_screens(observation))
        while True:
            try:
                self._line = self._read("> ").strip()
            except EOFError:
                raise HumanLeft("the input ended before the episode did") from None
            match self._line.lower():
                case "quit" | "exit":
                    raise HumanLeft("the person left before the episode was over")
                case "" | "look":
                    self._write(_screens(observation))
                case "help" | "?":
                    self._write(f"{_HELP}\n{_usage(self._spec)}")
                case _:
                    try:
                        action = read_line(self._line, self._spec, self._device)
                        check(with_points(action, _locate(observation)), self._spec.screen_sizes)
                    except InvalidAction as error:
                        self._write(f"{str(error).rstrip('.')}. Type help for the verbs.")
                        continue
                    if action["device"] != "root":
                        self._device = action["device"]
                    self._write(f"{action_line(action, observation)}\n")
                    return action

    def usage(self) -> Usage:
        """Returns zeros: no model is asked."""
        return Usage()

    def notes(self) -> Mapping[str, Any]:
        """Returns the line that the person typed."""
        return {"text": self._line}


def read_line(line: str, spec: PolicySpec, device: str) -> Action:
    r"""Returns the action that a line describes.

    Args:
        line: A typed line: ``tap 5``, ``android swipe 3 down long``, ``write_text hello\n``, ``click 10,20``,
            ``hotkey ctrl s``, or an action as JSON.
        spec: The facts about the environment that a policy may know.
        device: The device to act on where several have the verb.

    Raises:
        InvalidAction: The line can't be read; the message says why.
    """
    if line.lstrip().startswith("{"):
        call = read_call(Reply(line), action_tools(spec, coordinates=True))
        if isinstance(call, Unreadable):
            raise InvalidAction(call.reason)
        return call.action()
    first, _, rest = line.strip().partition(" ")
    devices: tuple[str, ...] = (*spec.devices, "root")
    if first in devices:
        devices = (first,)
        first, _, rest = rest.strip().partition(" ")
    verbs = {verb.device: verb for verb in verbs_of(spec.devices) if verb.name == first and verb.device in devices}
    if not verbs:
        raise InvalidAction(f"there is no verb {first[:80]!r} of {' or '.join(devices)}")
    verb = verbs.get(device) or next(iter(verbs.values()))
    return {"device": verb.device, "name": verb.name, "args": _arguments(verb, rest)}


def _arguments(verb: Verb, rest: str) -> dict[str, Any]:
    args: dict[str, Any] = {}
    elements = {pointer.x: pointer.element for pointer in pointers(verb.device, verb.name)}
    for argument in verb.arguments:
        if argument.kind == "y":
            continue
        if argument.kind in ("text", "app"):
            args[argument.name], rest = re.sub(r"\\([n\\])", lambda m: {"n": "\n"}.get(m[1], "\\"), rest), ""
            continue
        word, _, rest = rest.strip().partition(" ")
        if not word:
            if argument.default is None:
                raise InvalidAction(f"{verb.name} needs: {_form(verb)}")
        elif argument.kind == "x":
            place = re.fullmatch(r"(\d{1,9}),(\d{1,9})", word)
            if place:
                args[argument.name], args[_PAIRS[argument.name]] = int(place[1]), int(place[2])
            else:
                args[elements[argument.name]] = _number(word, "the number of an element, or x,y")
        elif argument.kind == "keys":
            args[argument.name] = [key for key in re.split(r"[ +]+", f"{word} {rest}".strip()) if key]
            rest = ""
        elif argument.kind in ("count", "seconds"):
            args[argument.name] = _number(word, argument.doc)
        else:
            args[argument.name] = word
    if rest.strip():
        raise InvalidAction(f"{rest.strip()[:80]!r} is left over; {verb.name} takes: {_form(verb) or 'nothing'}")
    return args


def _number(word: str, expected: str) -> int:
    if not re.fullmatch(r"\d{1,9}", word):
        raise InvalidAction(f"got {word[:80]!r}; expected {expected}")
    return int(word)


def _locate(observation: Observation) -> Callable[[str, int], tuple[int, int]]:
    def point(device: str, number: int) -> tuple[int, int]:
        view = observation.views.get(device)
        mark = view.mark(number) if view is not None else None
        if mark is None:
            raise InvalidAction(f"{device} has no element {number}")
        return mark.point

    return point


def _screens(observation: Observation) -> str:
    parts = [f"{device}:\n{view.text}" for device, view in observation.views.items()]
    return "\n\n".join(["", observation.status, *parts])


def _usage(spec: PolicySpec) -> str:
    return "\n".join(f"  {verb.device:8}{verb.name} {_form(verb)}" for verb in verbs_of(spec.devices))


def _form(verb: Verb) -> str:
    return " ".join(_shape(argument) for argument in verb.arguments if argument.kind != "y")


def _shape(argument: Argument) -> str:
    if argument.kind == "x":
        return f"ELEMENT{argument.name[1:]}"
    shape = "|".join(argument.choices) if 0 < len(argument.choices) < 5 else argument.name.upper()
    return shape if argument.default is None else f"[{shape}={json.dumps(argument.default)}]"
