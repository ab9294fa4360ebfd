"""Set-of-Marks: numbered boxes on each device's screen, and verbs that take a number.

* `SetOfMarks` - the wrapper.
* `numbered` - the marks of the elements that were detected on a screen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import gymnasium as gym
from gymnasium.utils import RecordConstructorArgs

from crab_gym.backends.base import DeviceError, Element, InvalidAction
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.envs.spaces import ActionSpace
from crab_gym.vision.detection import Detected, ElementDetector, View, make_detector
from crab_gym.wrappers.marks_space import MarkedActionSpace, with_points
from crab_gym.wrappers.numbering import Mark, number_elements

__all__ = ["SetOfMarks", "numbered"]

Bounds = tuple[int, int, int, int]

_COVERS = frozenset({"window", "dialog", "menu"})
"""Roles of elements that may hide a part of others."""


class SetOfMarks(gym.Wrapper[dict[str, Any], Any, dict[str, Any], dict[str, Any]], RecordConstructorArgs):
    """Numbers the touchable elements, draws the numbers on the screens, and lets verbs take them (Yang et al. 2023).

    ## Action Space
    `MarkedActionSpace`: the environment's actions, where ``element`` may stand for ``x`` and ``y``, and ``element1``
    and ``element2`` for the ends of a ``drag``. Numbers refer to the last observation. A number that no element has is
    an invalid action, as is a pixel outside the screen.

    ## Observation Space
    The environment's. Screens have a box around each element, and its number where it hides least. With ``draw=False``,
    or if the environment has no screens, observations stay unchanged.

    ## Info
    ``info["marks"]``: device -> its `Mark`s, with number, role, text, bounds, the point that is touched, and source.
    Numbers run from 1 row by row and stay the same while the screen does. The bounds of a partly hidden element are
    those of its visible part around the point.

    ## Arguments
    Args:
        env: An environment of this package; wrappers that change the screens go around this one.
        marks: Maximum number of marks per device.
        sources: The sources of elements: ``"tree"`` (the accessibility tree), ``"contours"`` (outlines and texts on
            the screenshot), ``"grounding"`` (EasyOCR and GroundingDINO); a mapping with options,
            ``{"kind": "contours", "ocr": "tesseract"}``; an `ElementDetector`; or a list of these, the most trusted
            first.
        draw: Whether to draw the numbers on the screens.

    Raises:
        ValueError: `marks` is below 1, there is no such source, or it needs screens and there are none.
        TypeError: The environment isn't one of this package, or a wrapper has changed its actions.
        VisionUnavailable: A package that a source needs is not installed.

    Example:
        >>> import gymnasium as gym, crab_gym
        >>> from crab_gym.wrappers import SetOfMarks
        >>> env = SetOfMarks(gym.make("Crab-v0/cross.dark_mode_from_todo"))
        >>> obs, info = env.reset(seed=0)
        >>> tasks = next(mark for mark in info["marks"]["android"] if mark.text == "Tasks")
        >>> action = {"device": "android", "name": "tap", "args": {"element": tasks.number}}
        >>> obs, reward, terminated, truncated, info = env.step(action)
        >>> reward > 0, info["invalid_action"]
        (True, '')
        >>> action["args"]["element"] = 99
        >>> env.step(action)[4]["invalid_action"]
        'android has no element 99; expected a number from 1 to 15, as in info["marks"]["android"]'
        >>> env.close()
    """

    def __init__(
        self, env: gym.Env[dict[str, Any], Any], marks: int = 200, sources: Any = "tree", draw: bool = True
    ) -> None:
        RecordConstructorArgs.__init__(self, marks=marks, sources=sources, draw=draw)
        super().__init__(env)
        if type(marks) is not int or marks < 1:
            raise ValueError(f"marks is {marks!r}; expected a whole number above 0")
        if not isinstance(env.unwrapped, CrabEnv):
            raise TypeError(f"got {env}; SetOfMarks wraps environments of crab_gym only")
        if not isinstance(env.action_space, ActionSpace):
            raise TypeError(
                f"got {env}, whose actions are {env.action_space}; SetOfMarks gives actions of crab-gym to what it "
                "wraps: put the wrapper that changes the actions around SetOfMarks"
            )
        self._crab = env.unwrapped
        self._sizes = self._crab.screen_sizes
        self._limit = marks
        self._detector: ElementDetector = make_detector(sources)
        screens = _screens_of(env, self._sizes)
        if self._detector.needs_screen and len(screens) < len(self._sizes):
            raise ValueError(
                f"sources is {sources!r}, which looks at the screens; make the environment with screens=True"
            )
        self._overlays: dict[str, Any] = {}
        if draw and screens:
            from crab_gym.wrappers.overlay import Overlay

            compare = {device: self._crab.backends[device].differences for device in screens}
            self._overlays = {device: Overlay(self._sizes[device], compare[device]) for device in screens}
        self._detections: dict[str, tuple[Detected, tuple[Mark, ...]]] = {}
        self.action_space = MarkedActionSpace(self._sizes, marks, table=env.action_space.table)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Starts an episode; see `CrabEnv.reset`."""
        obs, info = self.env.reset(seed=seed, options=options)
        self._look(obs)
        return self._with_marks(obs), {**info, "marks": self._table()}

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Carries out an action, whose elements are those of the last observation; see `CrabEnv.step`.

        Raises:
            ResetNeeded: The episode is over, or none was started.
            DeviceError: A device broke and the environment doesn't truncate then.
        """
        try:
            action = with_points(action, self._point)
        except InvalidAction as refusal:
            action = refusal.with_traceback(None)  # a traceback would keep this call's observation alive
        obs, reward, terminated, truncated, info = self.env.step(action)
        if not info["device_error"]:
            try:
                self._look(obs)
            except DeviceError as error:
                if self._crab.on_device_error == "raise":
                    raise
                truncated = not terminated
                info = {**info, "device_error": str(error), "end_reason": info["end_reason"] or "device_error"}
        return self._with_marks(obs), float(reward), terminated, truncated, {**info, "marks": self._table()}

    def observe(self) -> dict[str, Any]:
        """Returns the observation of the present state, such as after a restore; numbers refer to it from then on."""
        obs: dict[str, Any] = self.env.get_wrapper_attr("observe")()
        self._look(obs)
        return self._with_marks(obs)

    @property
    def drawn(self) -> bool:
        """Whether the screens of observations have the marks drawn on them."""
        return bool(self._overlays)

    def marks(self, device: str) -> tuple[Mark, ...]:
        """Returns a device's marks as in the last observation.

        Raises:
            ValueError: There is no such device, or no observation yet.
        """
        if device not in self._detections:
            raise ValueError(f"there are no marks of {device!r}; there are, after a reset: {', '.join(self._sizes)}")
        _, marks = self._detections[device]
        return marks

    def _table(self) -> dict[str, tuple[Mark, ...]]:
        return {device: marks for device, (_, marks) in self._detections.items()}

    def _look(self, obs: Mapping[str, Any]) -> None:
        """Numbers the elements of all devices; a device whose elements are the same as before is left out."""
        for device, size in self._sizes.items():
            detection = self._detector.detect(
                View(device, size, partial(obs.__getitem__, device), partial(self._crab.elements, device))
            )
            last = self._detections.get(device)
            if last is None or last[0] != detection:
                self._detections[device] = detection, numbered(detection, device, size, self._limit)

    def _point(self, device: str, number: int) -> tuple[int, int]:
        marks = self.marks(device)
        if 1 <= number <= len(marks):
            return marks[number - 1].point
        quote = str(number) if abs(number) < 10**9 else "with so many digits"
        if not marks:
            raise InvalidAction(f"{device} has no element {quote}; it shows none, so give coordinates")
        raise InvalidAction(
            f"{device} has no element {quote}; expected a number from 1 to {len(marks)}, "
            f'as in info["marks"]["{device}"]'
        )

    def _with_marks(self, obs: dict[str, Any]) -> dict[str, Any]:
        if not self._overlays:
            return obs
        screens = {
            device: overlay.draw(obs[device], [mark.bounds for mark in self.marks(device)])
            for device, overlay in self._overlays.items()
        }
        return {**obs, **screens}


def numbered(detection: Detected, device: str, size: tuple[int, int], limit: int) -> tuple[Mark, ...]:
    """Returns the marks of detected elements, each with its source, and cut to its visible part.

    Args:
        detection: Elements and sources.
        device: The device's name.
        size: Width and height of its screen in pixels.
        limit: Maximum number of marks.
    """
    kinds = set(detection.sources)
    marks = number_elements(detection.elements, size, limit, device=device, source=min(kinds, default="tree"))
    if len(kinds) > 1:
        sources = {id(element): source for element, source in zip(detection.elements, detection.sources, strict=True)}
        marks = tuple([mark._replace(source=sources[id(mark.element)]) for mark in marks])
    return _cut(marks, detection.elements)


def _cut(marks: tuple[Mark, ...], elements: Sequence[Element]) -> tuple[Mark, ...]:
    """Cuts marks that a window or dialog partly hides to their visible part around the point."""
    covers = [(place, element.bounds) for place, element in enumerate(elements) if element.role in _COVERS]
    if not covers:
        return marks
    places = {id(element): place for place, element in enumerate(elements)}
    return tuple([
        mark._replace(bounds=bounds) if (bounds := _visible_part(mark, places[id(mark.element)], covers)) != mark.bounds
        else mark
        for mark in marks
    ])  # fmt: skip


def _visible_part(mark: Mark, place: int, covers: Sequence[tuple[int, Bounds]]) -> Bounds:
    """Returns the largest uncovered part of a mark that contains its point."""
    x, y = mark.point
    left, top, right, bottom = mark.bounds
    for above, (x0, y0, x1, y1) in covers:
        if above <= place or x0 >= right or x1 <= left or y0 >= bottom or y1 <= top:
            continue
        sides = (
            ((left, top, min(right, x0), bottom), x < x0),
            ((max(left, x1), top, right, bottom), x >= x1),
            ((left, top, right, min(bottom, y0)), y < y0),
            ((left, max(top, y1), right, bottom), y >= y1),
        )
        parts = [part for part, holds in sides if holds]
        if parts:
            left, top, right, bottom = max(parts, key=lambda part: (part[2] - part[0]) * (part[3] - part[1]))
    return left, top, right, bottom


def _screens_of(env: gym.Env[Any, Any], sizes: Mapping[str, tuple[int, int]]) -> tuple[str, ...]:
    """Returns the devices whose screens are in the observations, in their own size."""
    spaces = getattr(env.observation_space, "spaces", {})
    return tuple(
        device for device, (width, height) in sizes.items()
        if device in spaces and spaces[device].shape == (height, width, 3)
    )  # fmt: skip
