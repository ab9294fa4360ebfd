"""The parts that all action formats share: screens, units of coordinates, reading and writing.

* `Format` - a format: reads what a model says into actions, and writes actions as the model would say them.
* `Reading` - the actions that were read, or the reason why there are none.
* `Screen`, `Points` - a device's screen, and the unit in which a format counts its pixels.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from crab_gym.task import Action

__all__ = ["MAX_SAID", "Format", "FormatError", "Points", "Reading", "Said", "Screen", "smart_resize"]

Said: TypeAlias = "str | Mapping[str, Any]"
"""What a model says: text, or the arguments of a tool's call as JSON."""

MAX_SAID = 40_000
"""Maximum number of characters of a text that are read."""


class FormatError(ValueError):
    """What a model said stands for no action; the message is the reason, as a sentence it may be shown."""


class Screen(NamedTuple):
    """A device's screen as the model sees it.

    Attributes:
        device: The device, ``"ubuntu"`` or ``"android"``.
        width: Its width in pixels.
        height: Its height in pixels.
    """

    device: str
    width: int
    height: int


class Reading(NamedTuple):
    """The meaning of what a model said.

    Attributes:
        actions: Actions of the environment, to be carried out one after the other. There are none if the model only
            wants to look at the screen.
        problem: The reason why there are none, ``""`` if nothing is wrong.
        thought: What the model said before, ``""`` if nothing.
    """

    actions: tuple[Action, ...]
    problem: str = ""
    thought: str = ""


@dataclass(frozen=True)
class Points:
    """The unit in which a format counts pixels, from the top left corner.

    Attributes:
        extent: Returns the numbers that stand for the right and the lower edge of a screen of some width and height.
        digits: Number of decimal places that are written.
    """

    extent: Callable[[int, int], tuple[float, float]]
    digits: int = 0

    def read(self, screen: Screen, x: object, y: object) -> tuple[int, int]:
        """Returns the pixel at a point.

        Raises:
            FormatError: These are no numbers, or the point is outside the screen.
        """
        wide, high = self.extent(screen.width, screen.height)
        return _pixel("x", x, wide, screen.width), _pixel("y", y, high, screen.height)

    def write(self, screen: Screen, x: int, y: int) -> tuple[float, float]:
        """Returns the point of a pixel's middle, as numbers of this unit; `read` finds the pixel again where it can."""
        wide, high = self.extent(screen.width, screen.height)
        return _number(x, wide, screen.width, self.digits), _number(y, high, screen.height, self.digits)


@dataclass(frozen=True)
class Format:
    """A format in which models act.

    Attributes:
        name: The format's name.
        models: The models that speak it.
        points: The unit of its coordinates.
        parse: Reads what a model said with a `Pad`, on which it writes the actions; it raises `FormatError` only.
        say: Writes an action for a screen as the model would say it; several calls where one doesn't suffice. Raises
            `FormatError` where the format has no words for it.
        tool: Whether the model calls a vendor's tool, so that what it says is JSON; otherwise it is text.
    """

    name: str
    models: str
    points: Points
    parse: Callable[[Said, Any], str]
    say: Callable[[Action, Screen, Points], tuple[Said, ...]]
    tool: bool = False

    def read(self, said: Said, screen: Screen) -> Reading:
        """Returns the actions that a model asks for; it never raises, whatever the model says.

        Args:
            said: The model's text, or the arguments of its call.
            screen: The screen that the model sees and acts on.
        """
        from crab_gym.agents.formats.pad import Pad

        if self.tool != isinstance(said, Mapping):
            return Reading((), f"the answer is {type(said).__name__}; expected {'a call' if self.tool else 'text'}")
        if isinstance(said, str) and len(said) > MAX_SAID:
            return Reading((), f"the answer has {len(said)} characters; expected at most {MAX_SAID}")
        pad = Pad(screen, self.points)
        try:
            thought = self.parse(said, pad)
        except FormatError as error:
            return Reading((), str(error))
        return Reading(tuple(pad.actions), "", thought)

    def write(self, action: Action, screen: Screen) -> tuple[Said, ...]:
        """Returns an action as the model would say it, for its history.

        Where the format has no words for an action, it is told in a sentence. No format has a call that searches for
        an app: the key that opens the search and the typing are told instead.

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
            shown = ", ".join(f"{name} {value!r}" for name, value in action["args"].items())
            return (f"({action['device']}: {action['name']} {shown}".rstrip() + ")",)


def smart_resize(width: int, height: int, factor: int, least: int, most: int) -> tuple[float, float]:
    """Returns the size to which Qwen's vision models scale a picture, in whose pixels they count.

    Both sides become multiples of a factor, and the area lies between two limits (Qwen2-VL, 2024, §2.1).

    Args:
        width: The picture's width in pixels.
        height: Its height.
        factor: The side of a patch of pixels that becomes one token.
        least: The least area in pixels.
        most: The largest area.

    >>> smart_resize(1280, 720, 28, 3136, 12_845_056)
    (1288, 728)
    """
    wide, high = (max(factor, round(side / factor) * factor) for side in (width, height))
    if wide * high > most:
        shrink = math.sqrt(width * height / most)
        wide, high = (max(factor, math.floor(side / shrink / factor) * factor) for side in (width, height))
    elif wide * high < least:
        grow = math.sqrt(least / (width * height))
        wide, high = (math.ceil(side * grow / factor) * factor for side in (width, height))
    return wide, high


def _pixel(axis: str, value: object, extent: float, size: int) -> int:
    number = as_number(value)
    if number is None:
        raise FormatError(f"{axis} is {shown(value)}; expected a number")
    if not 0 <= number <= extent:
        raise FormatError(f"{axis} is {number:g}; expected 0 to {extent:g}")
    return min(size - 1, int(number * size / extent))


def _number(pixel: int, extent: float, size: int, digits: int) -> float:
    exact = (pixel + 0.5) * extent / size
    return round(exact, digits) if digits else int(exact)


def as_number(value: object) -> float | None:
    """Returns a finite number that a model wrote as a number or as text, None if it is none."""
    if isinstance(value, str):
        try:
            value = float(value[:40])
        except ValueError:
            return None
    if isinstance(value, bool) or not isinstance(value, (int, float)) or abs(value) > 1e9 or value != value:
        return None
    return float(value)


def shown(value: object) -> str:
    """Quotes a value in a sentence, however long or strange it is."""
    text = (repr(value[:80]) if isinstance(value, str) else type(value).__name__).encode("utf-8", "backslashreplace")
    return text.decode()
