"""A format: the way in which a model's output is read, and in which actions are written.

* `Format` - a format: reads what a model says into actions, and writes actions as the model would say them.
* `Reading` - the actions that were read, or the reason why there are none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from crab_gym.agents.answers.thoughts import split_thoughts
from crab_gym.agents.formats.base import FormatError, ModelOutput, Points, Screen
from crab_gym.agents.formats.pad import Pad
from crab_gym.task import Action

__all__ = ["MAX_SAID", "Format", "Reading"]

MAX_SAID = 40_000
"""Maximum number of characters of a text that are read."""


class Reading(NamedTuple):
    """The meaning of a model's output.

    Attributes:
        actions: Actions of the environment, to be carried out one after the other. There are none if the model only
            wants to look at the screen.
        problem: The reason why there are none, ``""`` if nothing is wrong.
        thought: The model's words before the action, ``""`` if there are none.
    """

    actions: tuple[Action, ...]
    problem: str = ""
    thought: str = ""


@dataclass(frozen=True)
class Format:
    """A format in which models act.

    Attributes:
        name: The format's name.
        models: The models that speak it.
        points: The unit of its coordinates.
        parse: Reads a model's output and writes its actions on a `Pad`; it raises `FormatError` only.
        say: Writes an action for a screen as the model would say it; several calls where one doesn't suffice. Raises
            `FormatError` where the format has no words for it.
        tool: Whether the model calls a vendor's tool, so that what it says is JSON; otherwise it is text.
    """

    name: str
    models: str
    points: Points
    parse: Callable[[ModelOutput, Pad], str]
    say: Callable[[Action, Screen, Points], tuple[ModelOutput, ...]]
    tool: bool = False

    def read(self, output: ModelOutput, screen: Screen) -> Reading:
        """Returns the actions that a model asks for; it never raises, whatever the model says.

        Actions that a text only mentions in thoughts (`crab_gym.agents.answers.thoughts`) don't count.

        Args:
            output: The model's text, or the arguments of its call.
            screen: The screen that the model sees and acts on.
        """
        if self.tool != isinstance(output, Mapping):
            return Reading((), f"the answer is {'text; expected a call' if self.tool else 'a call; expected text'}")
        if isinstance(output, str) and len(output) > MAX_SAID:
            return Reading((), f"the answer has {len(output)} characters; expected at most {MAX_SAID}")
        pad = Pad(screen, self.points)
        output, thoughts, endless = split_thoughts(output) if isinstance(output, str) else (output, "", False)
        try:
            thought = self.parse(output, pad)
        except FormatError as error:
            return Reading((), "the answer ends within its thoughts; expected an action" if endless else str(error))
        return Reading(tuple(pad.actions), "", "\n".join(filter(None, [thoughts, thought])))

    def write(self, action: Action, screen: Screen) -> tuple[ModelOutput, ...]:
        """Returns an action as the model would say it, for its history.

        An action for which the format has no words is described in a sentence. No format has a call that searches for
        an app, so the key that opens the search and the typing are written instead.

        Args:
            action: A valid action of the environment.
            screen: The screen at that time.
        """
        if action["name"] == "search_app":
            typed = {"name": "write_text", "args": {"text": action["args"]["name"]}}
            parts = ({"name": "press", "args": {"key": "win"}}, typed)
            return tuple(one for part in parts for one in self.write({"device": "ubuntu", **part}, screen))
        try:
            return self.say(action, screen, self.points)
        except FormatError:
            args = ", ".join(f"{name} {value!r}" for name, value in action["args"].items())
            return (f"({action['device']}: {action['name']} {args}".rstrip() + ")",)
