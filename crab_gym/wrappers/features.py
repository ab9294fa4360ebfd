"""Observations as arrays of fixed shapes: the screens' elements as a table, the goal as a vector.

* `Features` - the wrapper.
* `FlatObservation` - Gymnasium's `FlattenObservation`, which can be pickled.
* `NumericInfo` - infos of arrays alone.
* `COLUMNS` - the first columns of the element table; `TEXT_COLUMNS` - those of the table of texts.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import partial
from operator import attrgetter
from typing import Any, SupportsFloat

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

from crab_gym.backends.base import ROLES, Element
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.envs.spaces import ScreenSpace
from crab_gym.wrappers.candidates import screen_texts
from crab_gym.wrappers.composed import ComposedElements
from crab_gym.wrappers.discrete import DiscreteElements
from crab_gym.wrappers.hashing import embed, words
from crab_gym.wrappers.numbering import Mark, number_elements
from crab_gym.wrappers.preparing import HELD
from crab_gym.wrappers.small_screens import SmallScreens
from crab_gym.wrappers.spans import WORDS

__all__ = ["CHECKPOINTS", "COLUMNS", "TEXT_COLUMNS", "Features", "FlatObservation", "NumericInfo"]

Array = NDArray[np.float32]

_DEVICES = ("ubuntu", "android")
_FLAGS = (
    "clickable", "long_clickable", "editable", "checkable", "checked", "selected", "focused", "scrollable", "password",
)  # fmt: skip
COLUMNS: tuple[str, ...] = (
    "present", "in_goal", "mentioned", *_DEVICES, *_FLAGS, "left", "top", "right", "bottom", *ROLES,
)  # fmt: skip
"""The columns of the element table before those of the text's vector.

``in_goal``: all words of its text are in the goal, in the same order. ``mentioned``: they are in a text that has been
    read on another device in this episode. Bounds are fractions of the screen; the other columns are 0 or 1.
"""
TEXT_COLUMNS = ("present", *_DEVICES, "digits", "at_sign", "slash", "colon", "length", "lines")
"""The columns of the table of texts before those of the text's vector.

A device's column is 1 while the text can be read on its screen; ``digits`` is the share of digits;
``length`` and ``lines`` grow towards 1.
"""
CHECKPOINTS = 32
"""Maximum number of checkpoints in ``progress``, the first ones in the graph's order."""
_ROW_VECTOR, _TEXT_VECTOR = 16, 32
_LONGEST_MEMORY, _MAX_ROWS = 40_000, 20_000
_PRESENT, _IN_GOAL, _MENTIONED = range(3)
_COLUMN = {name: place for place, name in enumerate(COLUMNS)}
_FLAGS_AT = slice(_COLUMN["clickable"], _COLUMN["password"] + 1)
_BOUNDS_AT = slice(_COLUMN["left"], _COLUMN["bottom"] + 1)
_flags_of = attrgetter(*_FLAGS)


class FlatObservation(gym.wrappers.FlattenObservation[Any, Any, Any]):
    """Makes each observation one vector, as Gymnasium's wrapper does, whose own function is a lambda.

    Environments are pickled for other processes.

    Args:
        env: An environment whose observations Gymnasium can flatten.
    """

    def __init__(self, env: gym.Env[Any, Any]) -> None:
        super().__init__(env)
        self.func = partial(gym.spaces.flatten, env.observation_space)


class NumericInfo(gym.Wrapper[Any, Any, Any, Any], gym.utils.RecordConstructorArgs):
    """Keeps of each info what is a number, as arrays of fixed types: for libraries that put infos into tensors.

    TorchRL's ``auto_register_info_dict`` reads the type and the shape of every value. Texts and mappings are left out;
    the others are the same at each reset and step.

    Args:
        env: An environment of crab-gym, wrapped or not.

    Example:
        >>> import gymnasium as gym, crab_gym
        >>> from crab_gym.wrappers import NumericInfo
        >>> env = NumericInfo(gym.make("Crab-elements-v0/learn_open_app"))
        >>> obs, info = env.reset(seed=0)
        >>> {name: str(value.dtype) for name, value in info.items() if not value.shape}
        {'step': 'int64', 'completion': 'float32', 'coverage': 'float32', 'is_success': 'bool', 'hijacked': 'bool'}
    """

    def __init__(self, env: gym.Env[Any, Any]) -> None:
        gym.utils.RecordConstructorArgs.__init__(self)
        gym.Wrapper.__init__(self, env)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Starts an episode; see `CrabEnv.reset`."""
        obs, info = self.env.reset(seed=seed, options=options)
        return obs, _numbers(info)

    def step(self, action: Any) -> tuple[Any, SupportsFloat, bool, bool, dict[str, Any]]:
        """Carries out an action; see `CrabEnv.step`."""
        obs, reward, terminated, truncated, info = self.env.step(action)
        return obs, reward, terminated, truncated, _numbers(info)


def _numbers(info: Mapping[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in info.items():
        match value:
            case bool() | np.ndarray():
                found[name] = np.asarray(value)
            case int():
                found[name] = np.asarray(value, np.int64)
            case float():
                found[name] = np.asarray(value, np.float32)
    return found


class Features(gym.Wrapper[Any, Any, Any, Any], gym.utils.RecordConstructorArgs):
    """Makes observations a `Dict` of arrays whose shapes depend only on the devices and the arguments.

    * ``elements``, ``(devices * marks, F) float32``: one row per mark, the devices one after the other, in the order of
      `DiscreteElements`' marks; rows without a mark are zeros. `COLUMNS`, then the hashed text.
    * ``last_device``, ``(3,) float32``: one-hot, the device acted on last of ubuntu, android, root; zeros at first.
    * ``goal``, ``(goal,) float32``: the goal's words, hashed (`hashing.embed`).
    * ``texts``, ``(texts, G) float32``: only around `DiscreteElements`, the texts that can be written, by place.
      `TEXT_COLUMNS`, then the hashed text.
    * ``prepared``, ``(devices * 3 + 19,) float32``: only around `ComposedElements`. For each
      device whether a drag's start was grabbed, and its point; then the words that are chosen of the next text, the
      share of keys held, and these, hashed.
    * ``time_left``, ``(1,) float32``, as in the environment.
    * ``screen_<device>``, ``(h, w, 3) uint8``: with `screens`, the screen, scaled down.
    * ``progress``, ``(2 + CHECKPOINTS,) float32``: with `progress`, completion, coverage, and which checkpoints have
      passed. It is privileged: agents that see it can't be compared with those that don't.

    Args:
        env: An environment of crab-gym, wrapped or not.
        marks: Number of rows per device; the same as `DiscreteElements` has, if it is wrapped.
        goal: Length of the goal's vector.
        screens: Height and width of the screens in pixels; None to leave them out. The environment has to draw them.
        progress: Whether to include the progress in the task graph.
        flat: Whether tables are flattened, row by row. Stable-baselines3 flattens them anyway, unless a policy has its
            own features extractor, and its checker warns of tables.

    Raises:
        TypeError: The environment isn't one of crab-gym.
        ValueError: An argument is out of range, or screens are wanted and the environment draws none.

    Example:
        >>> import gymnasium as gym, crab_gym
        >>> from crab_gym.wrappers import DiscreteElements, Features
        >>> env = DiscreteElements(gym.make("Crab-v0/cross.dark_mode_from_todo", screens=False), marks=40, texts=16)
        >>> env = Features(env, marks=40, goal=64)
        >>> obs, info = env.reset(seed=0)
        >>> {name: array.shape for name, array in obs.items()}
        {'elements': (80, 56), 'last_device': (3,), 'goal': (64,), 'texts': (16, 41), 'time_left': (1,)}
    """

    def __init__(
        self,
        env: gym.Env[Any, Any],
        marks: int = 64,
        goal: int = 64,
        screens: tuple[int, int] | None = None,
        progress: bool = False,
        flat: bool = False,
    ) -> None:
        shape = list(screens) if isinstance(screens, (list, tuple)) else screens
        gym.utils.RecordConstructorArgs.__init__(
            self, marks=marks, goal=goal, screens=shape, progress=progress, flat=flat
        )
        gym.Wrapper.__init__(self, env)
        base = env.unwrapped
        if not isinstance(base, CrabEnv):
            raise TypeError(f"Features got {type(base).__name__}; expected an environment of crab-gym")
        for name, value in (("marks", marks), ("goal", goal)):
            if type(value) is not int or value < 1:
                raise ValueError(f"{name} is {value!r}; expected a whole number above 0")
        self._base, self._limit, self._progress, self._flat = base, marks, progress, flat
        self._shape = _screen_shape(screens, base)
        self._discrete = _discrete(env)
        self._goal_size = goal
        self._small = SmallScreens(base.backends)
        self.observation_space = self._space()
        self._rows: dict[tuple[str, str, Element], Array] = {}
        self._texts: dict[str, Array] = {}
        self._start()

    def _space(self) -> gym.spaces.Dict:
        def box(*shape: int) -> gym.spaces.Box:
            return gym.spaces.Box(-1.0, 1.0, (math.prod(shape),) if self._flat else shape, np.float32)

        devices = self._base.screen_sizes
        spaces: dict[str, gym.Space[Any]] = {
            "elements": box(len(devices) * self._limit, len(COLUMNS) + _ROW_VECTOR),
            "last_device": gym.spaces.Box(0.0, 1.0, (3,), np.float32),
            "goal": box(self._goal_size),
        }
        if self._discrete is not None:
            spaces["texts"] = box(self._discrete.text_places, len(TEXT_COLUMNS) + _TEXT_VECTOR)
            if isinstance(self._discrete, ComposedElements):
                spaces["prepared"] = gym.spaces.Box(-1.0, 1.0, (3 * len(devices) + 3 + _ROW_VECTOR,), np.float32)
        spaces["time_left"] = gym.spaces.Box(0.0, 1.0, (1,), np.float32)
        if self._shape is not None:
            spaces.update({f"screen_{device}": ScreenSpace(*self._shape) for device in devices})
        if self._progress:
            spaces["progress"] = gym.spaces.Box(0.0, 1.0, (2 + CHECKPOINTS,), np.float32)
        return gym.spaces.Dict(spaces)

    @property
    def action_masks(self) -> Any:
        """The method of that name of an inner wrapper; raises an AttributeError if none has it."""
        return self.env.get_wrapper_attr("action_masks")

    def _start(self) -> None:
        """Clears the state of the last episode."""
        devices = self._base.screen_sizes
        self._elements: dict[str, tuple[Element, ...]] = {}
        self._table = np.zeros((len(devices), self._limit, len(COLUMNS) + _ROW_VECTOR), np.float32)
        self._memory = dict.fromkeys(devices, "")  # the texts read so far, reduced to words
        self._said: dict[str, dict[str, None]] = {}  # the texts readable now
        self._readings = 0  # counts readings of changed screens
        self._text_key: tuple[tuple[str, ...], int] | None = None
        self._acted = 0

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Starts an episode; see `CrabEnv.reset`."""
        obs, info = self.env.reset(seed=seed, options=options)
        self._start()
        self._goal_words = words(self._base.goal)
        self._device = np.zeros(3, np.float32)
        self._goal = embed(self._base.goal, self._goal_size)
        return self._observe(obs), info

    def step(self, action: Any) -> tuple[Any, SupportsFloat, bool, bool, dict[str, Any]]:
        """Takes a step; see `CrabEnv.step`."""
        obs, reward, terminated, truncated, info = self.env.step(action)
        done = self._base.actions
        if len(done) != self._acted:
            self._acted = len(done)
            self._device = np.array([done[-1]["device"] == name for name in (*_DEVICES, "root")], np.float32)
        return self._observe(obs, info["device_error"]), reward, terminated, truncated, info

    def _observe(self, obs: Mapping[str, Any], device_error: str = "") -> dict[str, Any]:
        if not device_error:
            self._look()
        seen: dict[str, Any] = {
            "elements": self._shaped(self._table.copy()),
            "last_device": self._device.copy(),
            "goal": self._goal.copy(),
        }
        if self._discrete is not None:
            seen["texts"] = self._shaped(self._text_table(self._discrete))
            if isinstance(self._discrete, ComposedElements):
                seen["prepared"] = self._add_prepared(self._discrete, seen)
        seen["time_left"] = obs["time_left"]
        if self._shape is not None:
            for device in self._base.screen_sizes:
                seen[f"screen_{device}"] = self._small.of(device, obs[device], *self._shape)
        if self._progress:
            seen["progress"] = self._graph_progress()
        return seen

    def _shaped(self, table: Array) -> Array:
        return table.reshape(-1) if self._flat else table.reshape(-1, table.shape[-1])

    def _look(self) -> None:
        """Updates the element table."""
        base = self._base
        changed = [name for name in base.screen_sizes if base.elements(name) is not self._elements.get(name)]
        news = False
        for device in changed:
            self._elements[device] = elements = base.elements(device)
            news = self._read(device, elements) or news
        for place, device in enumerate(base.screen_sizes):
            if device in changed or news:
                self._fill(self._table[place], device)

    def _read(self, device: str, elements: tuple[Element, ...]) -> bool:
        """Remembers a screen's texts; returns whether any of them is new to another device."""
        self._readings += 1
        texts = self._said[device] = screen_texts(elements)
        memory = before = self._memory[device]
        for text in map(words, texts):
            if text not in memory:
                memory += "|" + text
        self._memory[device] = memory[-_LONGEST_MEMORY:]
        return memory is not before and len(self._memory) > 1

    def _fill(self, table: Array, device: str) -> None:
        """Writes a device's rows into the table."""
        marks = self._marks(device)
        others = [memory for name, memory in self._memory.items() if name != device]
        goal = self._goal_words
        table[len(marks) :] = 0.0
        for place, mark in enumerate(marks):
            row = self._rows.get((device, mark.text, mark.element))
            if row is None:
                if len(self._rows) >= _MAX_ROWS:
                    self._rows.clear()
                row = self._rows[device, mark.text, mark.element] = _row(mark, self._base.screen_sizes[device])
            table[place] = row
            named = words(mark.text)
            if named:
                if named in goal:
                    table[place, _IN_GOAL] = 1.0
                for memory in others:
                    if named in memory:
                        table[place, _MENTIONED] = 1.0

    def _marks(self, device: str) -> tuple[Mark, ...]:
        if self._discrete is not None:
            return self._discrete.marks(device)[: self._limit]
        return number_elements(self._elements[device], self._base.screen_sizes[device], self._limit, device=device)

    def _text_table(self, discrete: DiscreteElements) -> Array:
        key = texts, _ = discrete.texts, self._readings
        if key != self._text_key:
            self._text_key = key
            said = [self._said.get(device, ()) for device in _DEVICES]
            self._text_rows = table = np.zeros((discrete.text_places, len(TEXT_COLUMNS) + _TEXT_VECTOR), np.float32)
            for place, text in enumerate(texts):
                row = self._texts.get(text)
                if row is None:
                    if len(self._texts) >= _MAX_ROWS:
                        self._texts.clear()
                    row = self._texts[text] = _text_row(text)
                table[place] = row
                for column, seen in enumerate(said, 1):
                    if text in seen:
                        table[place, column] = 1.0
        return self._text_rows.copy()

    def _add_prepared(self, discrete: ComposedElements, seen: Mapping[str, Array]) -> Array:
        """Fills in the last row of each table, the point that is aimed at and the draft; returns what else there is."""
        prepared = discrete.prepared
        devices, row = self._base.screen_sizes, len(COLUMNS) + _ROW_VECTOR
        elements = seen["elements"].reshape(len(devices), self._limit, row)
        for place, (device, size) in enumerate(devices.items()):
            mark = discrete.aimed(device)
            if mark is not None:
                elements[place, -1] = _row(mark, size)
        if prepared.draft:
            seen["texts"].reshape(discrete.text_places, -1)[-1] = _text_row(prepared.draft)
        told = np.zeros(3 * len(devices) + 3 + _ROW_VECTOR, np.float32)
        for place, (device, (width, height)) in enumerate(devices.items()):
            start = prepared.start(device)
            if start is not None:
                told[3 * place : 3 * place + 3] = 1.0, start[0] / width, start[1] / height
        chosen = [0.0 if word is None else (word + 1) / WORDS for word in (prepared.first, prepared.last)]
        told[3 * len(devices) : -_ROW_VECTOR] = *chosen, len(prepared.held) / HELD
        if prepared.held:
            told[-_ROW_VECTOR:] = embed(" ".join(prepared.held), _ROW_VECTOR)
        return told

    def _graph_progress(self) -> Array:
        evaluator = self._base.evaluator
        progress = np.zeros(2 + CHECKPOINTS, np.float32)
        progress[:2] = evaluator.completion, evaluator.coverage
        for place, node in enumerate(evaluator.graph.checkpoints[:CHECKPOINTS], 2):
            progress[place] = node.id in evaluator.passed
        return progress


def _row(mark: Mark, size: tuple[int, int]) -> Array:
    """Returns a mark's row, without the columns that depend on the goal and on other screens."""
    element, (width, height) = mark.element, size
    left, top, right, bottom = mark.bounds
    row = np.zeros(len(COLUMNS) + _ROW_VECTOR, np.float32)
    row[[_PRESENT, _COLUMN[mark.device], _COLUMN[mark.role]]] = 1.0
    row[_FLAGS_AT] = _flags_of(element)
    row[_BOUNDS_AT] = left / width, top / height, right / width, bottom / height
    row[len(COLUMNS) :] = embed(mark.text, _ROW_VECTOR)
    return row


def _text_row(text: str) -> Array:
    """Returns a text's row, without the columns that depend on the screens."""
    digits = sum(map(str.isdigit, text)) / max(1, len(text))
    signs = [float(sign in text) for sign in "@/:"]
    length, lines = 1 - 2 ** (-len(text) / 20), 1 - 2.0 ** -text.count("\n")
    known = [1.0, 0.0, 0.0, digits, *signs, length, lines]
    return np.concatenate([np.array(known, np.float32), embed(text, _TEXT_VECTOR)])


def _discrete(env: gym.Env[Any, Any]) -> DiscreteElements | None:
    """Returns the `DiscreteElements` in a stack of wrappers, None if there is none."""
    while isinstance(env, gym.Wrapper):
        if isinstance(env, DiscreteElements):
            return env
        env = env.env
    return None


def _screen_shape(screens: object, base: CrabEnv) -> tuple[int, int] | None:
    if screens is None:
        return None
    pair = isinstance(screens, (list, tuple)) and len(screens) == 2 and all(type(n) is int and n > 0 for n in screens)
    if not isinstance(screens, (list, tuple)) or not pair:
        raise ValueError(f"screens is {screens!r}; expected height and width in pixels, such as (84, 84), or None")
    space = base.observation_space
    if not isinstance(space, gym.spaces.Dict) or any(device not in space.spaces for device in base.screen_sizes):
        raise ValueError("screens are wanted, but the environment draws none; make it with screens=True")
    return int(screens[0]), int(screens[1])
