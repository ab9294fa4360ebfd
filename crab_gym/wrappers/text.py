"""The devices as text, for models that can't see.

* `TextObservation` - the wrapper.
* `element_lines` - a device's elements as lines of text.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium as gym
from gymnasium.utils import RecordConstructorArgs

from crab_gym.backends.base import DeviceError, Element, UnsupportedQuery
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.envs.tools import one_line
from crab_gym.envs.unicode import Unicode
from crab_gym.wrappers.numbering import Mark, number_elements
from crab_gym.wrappers.spotlight import close_marks, mark_data, mark_refusal

__all__ = ["TextObservation", "element_lines"]

_STATES = ("focused", "selected", "checked", "editable", "scrollable", "password")
_SMALL = ("icon", "text")
"""Roles of the system's elements that share a line."""
_LONGEST = 200
"""Maximum number of characters shown of an element's text, an action or a clipboard."""
_CUT = "\n…"


class TextObservation(gym.Wrapper[dict[str, Any], Any, dict[str, Any], Any], RecordConstructorArgs):
    """Adds ``text`` to the observation, which holds all that a text-only model needs.

    It holds the goal and what the person has said unless `goal` is False, the share of steps left, the last actions and
    the reasons of refusals, what a tool has returned in the last step, each device's clipboard if it can be read, and
    each device's elements, one per line (see `element_lines`). Around `SetOfMarks`, elements have its numbers, which
    verbs take; otherwise they have the point to touch, ``@(x, y)``::

        env = TextObservation(SetOfMarks(gym.make("Crab-v0/android.add_contact", screens=False)))

    The other parts of the observation stay.

    Args:
        env: An environment of this package, wrapped or not, whose observations are a dict.
        history: Number of last actions to list, before what a tool has returned; 0 for neither.
        clipboard: Whether to include the clipboards, except for devices whose clipboard can't be read.
        rows: Maximum number of elements per device; the number of further ones is given.
        length: Maximum number of characters of the text.
        goal: Whether to include the goal; a conversation has it already.
        spotlight: Whether texts of five words or 20 letters and more, which others may have written, stand between
            ``⟦`` and ``⟧``, as ``"⟦Meet me at the station at eight⟧"``: a model can be told that what stands there is
            never an order. It goes for elements, clipboards, what tools return, and the reasons of refusals.

    Raises:
        TypeError: The environment isn't one of this package, or its observations are no dict.
        ValueError: A number is below 0, or `length` below 100.

    Example:
        >>> import gymnasium as gym, crab_gym
        >>> from crab_gym.wrappers import SetOfMarks, TextObservation
        >>> env = gym.make("Crab-v0/learn.open_app", screens=False)
        >>> env = TextObservation(SetOfMarks(env))
        >>> obs, info = env.reset(seed=0)
        >>> obs["text"].split("android:")[1].splitlines()[1:4]
        ['[1] icon "Calendar"', '[2] icon "Clock"', '[3] icon "Mail"']
    """

    def __init__(
        self,
        env: gym.Env[dict[str, Any], Any],
        history: int = 8,
        clipboard: bool = True,
        rows: int = 300,
        length: int = 50_000,
        goal: bool = True,
        spotlight: bool = False,
    ) -> None:
        RecordConstructorArgs.__init__(
            self, history=history, clipboard=clipboard, rows=rows, length=length, goal=goal, spotlight=spotlight
        )
        super().__init__(env)
        base, space = env.unwrapped, env.observation_space
        if not isinstance(base, CrabEnv):
            raise TypeError(f"got {env}; TextObservation wraps environments of crab_gym only")
        if not isinstance(space, gym.spaces.Dict):
            raise TypeError(f"got observations of {space}; TextObservation adds a key to a Dict")
        for name, value, least in (("history", history, 0), ("rows", rows, 0), ("length", length, 100)):
            if type(value) is not int or value < least:
                raise ValueError(f"{name} is {value!r}; expected a whole number of at least {least}")
        self._crab = base
        self._rows, self._length, self._clipboard, self._goal = rows, length, clipboard, goal
        self._spotlight = spotlight
        self._history: deque[str] = deque(maxlen=history)
        self._answers: list[str] = []
        self._result = ""
        self._steps = 0
        self._text = ""
        self._marks = env.get_wrapper_attr("marks") if env.has_wrapper_attr("marks") else None
        self.observation_space = gym.spaces.Dict({**space.spaces, "text": Unicode(length)})

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Starts an episode; see `CrabEnv.reset`."""
        obs, info = self.env.reset(seed=seed, options=options)
        self._history.clear()
        self._answers.clear()
        self._result = ""
        self._steps = 0
        self._text = self._describe(obs)
        return {**obs, "text": self._text}, info

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Takes a step; see `CrabEnv.step`.

        Raises:
            ResetNeeded: The episode is over, or none was started.
            DeviceError: A device broke and the environment doesn't truncate then.
        """
        obs, reward, terminated, truncated, info = self.env.step(action)
        self._steps += 1
        reason = mark_refusal(_cut(info["invalid_action"]), self._spotlight)
        refusal = f" -> refused: {reason}" if reason else ""
        if info["said"]:
            self._answers.append(f"{self._steps}. {info['said']}")
        self._result = str(info["result"])
        self._history.append(f"{self._steps}. {_action(action)}{refusal}")
        if not info["device_error"]:
            try:
                self._text = self._describe(obs)
            except DeviceError as error:
                if self._crab.on_device_error == "raise":
                    raise
                truncated = not terminated
                info = {**info, "device_error": str(error), "end_reason": info["end_reason"] or "device_error"}
        return {**obs, "text": self._text}, float(reward), terminated, truncated, info

    def observe(self) -> dict[str, Any]:
        """Returns the observation of the present state, such as after a restore."""
        obs: dict[str, Any] = self.env.get_wrapper_attr("observe")()
        self._text = self._describe(obs)
        return {**obs, "text": self._text}

    def _describe(self, obs: Mapping[str, Any]) -> str:
        parts = [f"goal: {self._crab.goal}"] if self._goal else []
        if self._goal and self._answers:
            parts.append("the person has said, after the action of that number:\n" + "\n".join(self._answers))
        if "time_left" in obs:
            parts.append(f"steps left: {round(100 * float(obs['time_left'][0]))} %")
        if self._history:
            parts.append("last actions:\n" + "\n".join(self._history))
            if self._result:
                parts.append(f"the last call returned:\n{mark_data(self._result, self._spotlight)}")
        for device in self._crab.screen_sizes:
            lines = [f"{device}:", *self._lines(device)]
            copied = self._copied(device) if self._clipboard else ""
            if copied:
                lines.append(f"clipboard: {_quoted(copied, self._spotlight)}")
            parts.append("\n".join(lines))
        text = "\n\n".join(parts)
        if len(text) <= self._length:
            return text
        return close_marks(text[: self._length - len(_CUT) - 1]) + _CUT

    def _lines(self, device: str) -> list[str]:
        elements = self._crab.elements(device)
        if self._marks is None:
            marks = number_elements(elements, self._crab.screen_sizes[device], max(1, len(elements)))
            lines = element_lines(elements, marks, points=True, spotlight=self._spotlight)
        else:
            lines = element_lines(elements, self._marks(device), spotlight=self._spotlight)
        more = len(lines) - self._rows
        return lines if more <= 0 else [*lines[: self._rows], f"… and {more} more"]

    def _copied(self, device: str) -> str:
        try:
            return self._crab.backends[device].state.clipboard()
        except UnsupportedQuery:
            return ""


def element_lines(
    elements: Sequence[Element], marks: Sequence[Mark], points: bool = False, spotlight: bool = False
) -> list[str]:
    """Returns elements as lines of text: number or point, role, text, description in brackets, states.

    Elements without a mark and without text are left out. Those of the system that can't be touched and follow each
    other, such as the icons of a status bar, share a line. Marks of elements outside the list, such as those found on
    a screenshot, come last.

    Args:
        elements: A device's elements, back to front.
        marks: Its marks.
        points: Whether marks are labelled by the point to touch, ``@(x, y)``, instead of their number.
        spotlight: Whether long texts are marked as data, see `TextObservation`.

    >>> from crab_gym.wrappers import number_elements
    >>> ok = Element("button", "OK", bounds=(0, 0, 40, 20), clickable=True)
    >>> wifi = Element("switch", "Wi-Fi", bounds=(0, 20, 40, 40), clickable=True, checkable=True, enabled=False)
    >>> element_lines([ok, wifi, Element("list")], number_elements([ok, wifi], (40, 40), 9))
    ['[1] button "OK"', '- switch "Wi-Fi" unchecked disabled']
    >>> element_lines([Element("icon", description=name, app="system") for name in ("Battery", "Wi-Fi")], ())
    ['- icon (Battery); icon (Wi-Fi)']
    """

    def label(mark: Mark) -> str:
        return "@({}, {})".format(*mark.point) if points else f"[{mark.number}]"

    left = {mark.element: mark for mark in marks}
    lines: list[str] = []
    follows = False  # whether the last line has elements of the system that can't be touched
    for element in elements:
        mark = left.pop(element, None)
        if mark is not None:
            lines.append(f"{label(mark)} {_line(element, mark.text, spotlight)}")
            follows = False
        elif element.text or element.description or element.role == "window":
            small = element.app == "system" and element.role in _SMALL
            if small and follows:
                lines[-1] += f"; {_line(element, element.text, spotlight)}"
            else:
                lines.append(f"- {_line(element, element.text, spotlight)}")
            follows = small
    return lines + [f"{label(mark)} {_line(mark.element, mark.text, spotlight)}" for mark in left.values()]


def _line(element: Element, name: str, spotlight: bool) -> str:
    """Returns role, text, description and states; `name` is the name of an element without a text."""
    parts = [element.role]
    if element.text:
        parts.append(_quoted(element.text, spotlight))
    elif element.editable:
        parts.append('""')
    elif name and name != element.description:
        parts.append(_quoted(name, spotlight))
    if element.description and element.description != element.text:
        parts.append(f"({mark_data(_cut(_flat(element.description)), spotlight)})")
    parts += [state for state in _STATES if getattr(element, state)]
    if element.checkable and not element.checked:
        parts.append("unchecked")
    if not element.enabled:
        parts.append("disabled")
    return " ".join(parts)


def _quoted(text: str, spotlight: bool) -> str:
    """Returns a text in quotes, on one line."""
    return one_line(mark_data(_cut(text), spotlight))


def _flat(text: str) -> str:
    return " ".join(text.split())


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def _action(action: Any) -> str:
    """Returns an action on one line, even if it is malformed."""
    try:
        device, name, args = action["device"], action["name"], action["args"]
        if isinstance(device, str) and isinstance(name, str) and isinstance(args, Mapping):
            arguments = ", ".join(f"{key}={json.dumps(value, ensure_ascii=False)}" for key, value in args.items())
            return _cut(_flat(f"{device} {name}({arguments})"))
        raise TypeError
    except Exception:
        try:
            return _cut(_flat(repr(action)))
        except Exception:
            return f"<{type(action).__name__}>"
