"""An agent's view of the devices: turns an observation and its info into the parts of a message.

* `Viewer` - views the devices turn by turn: scales their screens, draws the marks, lists them as text.
* `Observation`, `DeviceView` - the view of one turn, and of one device in it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from crab_gym.agents.chat import Part, Picture
from crab_gym.policies import PolicySpec
from crab_gym.wrappers.numbering import Mark
from crab_gym.wrappers.spotlight import mark_data, mark_refusal
from crab_gym.wrappers.text import element_lines

__all__ = ["DeviceView", "Observation", "Viewer"]

Pixels = NDArray[np.uint8]
_NUMBER = re.compile(r"^\[(\d+)\]", re.MULTILINE)
"""The number of a mark at the beginning of an element's line."""


@dataclass(frozen=True, slots=True, eq=False)
class DeviceView:
    """A device's screen in one turn.

    Attributes:
        device: The device's name.
        marks: Its marks, in pixels of the screen itself.
        picture: The screen with the marks, as the model gets it; None if it gets none.
        raw: The same without marks; None if they aren't needed or were drawn before.
        text: The elements as lines of text, the first page of them.
        later: The later pages.
    """

    device: str
    marks: tuple[Mark, ...] = ()
    picture: Picture | None = None
    raw: Picture | None = None
    text: str = ""
    later: tuple[str, ...] = ()

    def mark(self, number: object) -> Mark | None:
        """Returns the mark with a number, None if there is none."""
        if isinstance(number, int) and not isinstance(number, bool) and 1 <= number <= len(self.marks):
            return self.marks[number - 1]
        return None


@dataclass(frozen=True, slots=True, eq=False)
class Observation:
    """An agent's view of all devices in one turn.

    Attributes:
        step: Number of steps taken before.
        left: Number of steps left.
        refused: The reason why the last action was refused, on one line; ``""`` if it wasn't.
        views: Device to its screen.
        said: What the person has said since the last turn: the answer to a question, or new words; ``""`` for nothing.
        result: What the tool returned that was called last, as JSON on one line; ``""`` if none was.
        spotlight: Whether what others may have written is marked as data, in `refused` and `result`, too.
    """

    step: int
    left: int
    refused: str
    views: Mapping[str, DeviceView]
    said: str = ""
    result: str = ""
    spotlight: bool = False

    def turned(self, device: str) -> Observation:
        """Returns the observation with a device's next page of elements, where there is one."""
        view = self.views[device]
        if not view.later:
            return self
        return replace(self, views={**self.views, device: replace(view, text=view.later[0], later=view.later[1:])})

    @property
    def status(self) -> str:
        """The turn, the last action's refusal, what the person has said, and what a tool returned, in words."""
        lines = [f"Turn {self.step + 1}; {self.left} left, this one included."]
        if self.refused:
            lines.append(f"The last action was refused: {self.refused}")
        if self.said:
            lines.append(f"The person says: {self.said}")
        if self.result:
            lines.append(f"The call returned: {self.result}")
        return "\n".join(lines)

    def missing(self, action: Mapping[str, Any]) -> str:
        """Returns an error message for an action that points at a mark that doesn't exist, ``""`` for any other."""
        view = self.views.get(action["device"])
        if view is None:
            return ""
        for name, number in action["args"].items():
            if name.startswith("element") and view.mark(number) is None:
                there = f"a number from 1 to {len(view.marks)}" if view.marks else "no element: nothing can be touched"
                return f"{view.device} has no element {number}; expected {there}"
        return ""

    def parts(
        self, devices: Sequence[str] | None = None, pictures: bool = True, raw: bool = False, listed: bool = True
    ) -> tuple[Part, ...]:
        """Returns the devices as parts of a message, each with a heading, its picture and its text.

        Args:
            devices: Names of the devices; None for all.
            pictures: Whether to include pictures, if there are any.
            raw: Whether to include the pictures without marks too, if there are any.
            listed: Whether to include the lists of elements; otherwise they stand in for pictures only, unnumbered.
        """
        parts: list[Part] = []
        for device, view in self.views.items():
            if devices is not None and device not in devices:
                continue
            pictures_shown = [picture for picture in (view.raw if raw else None, view.picture) if picture and pictures]
            text = view.text if listed else "" if pictures_shown else _NUMBER.sub("-", view.text)
            if pictures_shown or text:
                parts += [f"{device}:", *pictures_shown]
            if text:
                parts.append(text)
        return tuple(parts)


class Viewer:
    """Views the devices for an agent.

    Marks are drawn on screens after scaling, so that the numbers keep their size.

    Args:
        spec: The facts about the environment that a policy may know.
        scale: Width and height of a picture, as a share of the screen's.
        max_side: The longest side of a picture in pixels; larger ones are scaled down.
        pictures: Whether to use the screens; otherwise the elements are taken from the observation's ``text``.
        table: Whether to list the marks as text, beside pictures.
        raw: Whether to keep the pictures without marks.
        page: Number of marks that are listed at a time; None for all.
        spotlight: Whether long texts of the marks, refusals and what tools return are marked as data.

    Raises:
        ValueError: The screens already have marks, and have to be scaled or kept without marks.
    """

    def __init__(
        self,
        spec: PolicySpec,
        scale: float = 1.0,
        max_side: int | None = None,
        pictures: bool = True,
        table: bool = True,
        raw: bool = False,
        page: int | None = None,
        spotlight: bool = False,
    ) -> None:
        self._spec = spec
        self._pictures, self._table, self._raw, self._page = pictures, table, raw, page
        self._spotlight = spotlight
        self.sizes: dict[str, tuple[int, int]] = {
            device: scaled(size, scale, max_side) if pictures else size for device, size in spec.screen_sizes.items()
        }
        """Device to (width, height) of its pictures."""
        if pictures and spec.marked and (raw or self.sizes != dict(spec.screen_sizes)):
            raise ValueError(
                "the screens have marks drawn on them, which can't be scaled or taken off; wrap the environment with "
                "crab_gym.agents.wrap and the agent's options, or with SetOfMarks(env, draw=False)"
            )
        self._overlays: dict[str, Any] = {}

    def look(self, obs: Any, info: Mapping[str, Any]) -> Observation:
        """Returns the view of an observation.

        Args:
            obs: The environment's observation.
            info: Its info, with the marks.
        """
        step = int(info["step"])
        views = {device: self._view(device, obs, info) for device in self._spec.screen_sizes}
        refused = mark_refusal(str(info["invalid_action"]), self._spotlight)
        news = str(info["said"]), mark_data(str(info["result"]), self._spotlight)
        return Observation(step, self._spec.max_steps - step, refused, views, *news, self._spotlight)

    def to_screen(self, device: str, x: int, y: int) -> tuple[int, int]:
        """Returns the pixel of a device's screen that a pixel of its picture shows.

        A pixel outside the picture maps to one outside the screen.
        """
        (wide, high), (width, height) = self.sizes[device], self._spec.screen_sizes[device]
        return math.floor((x + 0.5) * width / wide), math.floor((y + 0.5) * height / high)

    def _view(self, device: str, obs: Any, info: Mapping[str, Any]) -> DeviceView:
        marks = tuple(info.get("marks", {}).get(device, ()))
        if not self._pictures or device not in obs:
            text = device_text(obs["text"], device) if "text" in obs else _table(marks, self._spotlight)
            first, *later = pages(text, self._page)
            return DeviceView(device, marks, text=first, later=tuple(later))
        pixels: Pixels = obs[device]
        size = self.sizes[device]
        if size != self._spec.screen_sizes[device]:
            pixels = _resized(pixels, size)
        raw = Picture(pixels, device) if self._raw else None
        if marks and not self._spec.marked:
            pixels = self._with_marks(device, pixels, marks)
        first, *later = pages(_table(marks, self._spotlight), self._page) if self._table else [""]
        return DeviceView(device, marks, Picture(pixels, device), raw, first, tuple(later))

    def _with_marks(self, device: str, pixels: Pixels, marks: Sequence[Mark]) -> Pixels:
        """Returns a picture with the marks drawn on it, scaled to its pixels."""
        size, screen = self.sizes[device], self._spec.screen_sizes[device]
        if device not in self._overlays:
            from crab_gym.wrappers.overlay import Overlay

            self._overlays[device] = Overlay(size)
        picture: Pixels = self._overlays[device].draw(pixels, [_fitted(mark.bounds, screen, size) for mark in marks])
        return picture


def scaled(size: tuple[int, int], scale: float, max_side: int | None) -> tuple[int, int]:
    """Returns a picture's (width, height).

    >>> scaled((1280, 720), 1.0, 640), scaled((360, 800), 0.5, 640), scaled((360, 800), 1.0, None)
    ((640, 360), (180, 400), (360, 800))
    """
    factor = min(scale, max_side / max(size)) if max_side is not None else scale
    return max(1, round(size[0] * factor)), max(1, round(size[1] * factor))


def device_text(text: str, device: str) -> str:
    r"""Returns the lines of one device from the text of a `TextObservation`.

    >>> device_text("\n".join(["goal: x", "", "ubuntu:", "- window", "", "android:", "[1] icon"]), "ubuntu")
    '- window'
    """
    for part in reversed(text.split("\n\n")):  # the last, since a goal may hold anything
        heading, _, lines = part.partition("\n")
        if heading == f"{device}:":
            return lines
    return ""


def pages(text: str, size: int | None) -> list[str]:
    r"""Returns the pages of a list of elements, each of which but the last says that there are more.

    Args:
        text: The list, whose marks have their numbers in brackets.
        size: Number of marks on a page; None for one page.

    >>> pages("- window\n[1] icon\n[2] icon\n[3] icon", 2)
    ['- window\n[1] icon\n[2] icon\n(Marks from 3 on are on the next page.)', '[3] icon']
    """
    lists: list[list[str]] = [[]]
    for line in text.split("\n"):
        number = _NUMBER.match(line)
        if size is not None and number is not None:
            mark = int(number[1])
            if mark > 1 and (mark - 1) % size == 0:
                lists[-1].append(f"(Marks from {mark} on are on the next page.)")
                lists.append([])
        lists[-1].append(line)
    return ["\n".join(lines) for lines in lists]


def _table(marks: Sequence[Mark], spotlight: bool) -> str:
    return "\n".join(element_lines((), marks, spotlight=spotlight)) if marks else "(nothing that can be touched)"


def _resized(pixels: Pixels, size: tuple[int, int]) -> Pixels:
    from PIL import Image

    return np.asarray(Image.fromarray(pixels).resize(size, Image.Resampling.LANCZOS, reducing_gap=3.0))


def _fitted(
    bounds: tuple[int, int, int, int], screen: tuple[int, int], size: tuple[int, int]
) -> tuple[int, int, int, int]:
    """Returns a mark's bounds in pixels of a picture, at least one pixel large."""
    across, down = size[0] / screen[0], size[1] / screen[1]
    left, top = min(int(bounds[0] * across), size[0] - 1), min(int(bounds[1] * down), size[1] - 1)
    right, bottom = min(math.ceil(bounds[2] * across), size[0]), min(math.ceil(bounds[3] * down), size[1])
    return left, top, max(right, left + 1), max(bottom, top + 1)
