"""Variation of the devices, to test agents for robustness: looks, language, layout, and what disturbs them.

* `Variation` - what varies; the seed draws from it, see `crab_gym.envs.variation_sampling`.
* `parse_variation` - reads the argument ``variation`` of `CrabEnv`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from crab_gym.backends.conditions import LANGUAGES, WORLD
from crab_gym.task.injection import STYLES
from crab_gym.task.task import WORDINGS
from crab_sim.suggestions import unknown

__all__ = ["ACCENTS", "LANGUAGES", "LAYOUTS", "THEMES", "WORLD", "Variation", "parse_variation"]

THEMES: Final = ("light", "dark")
ACCENTS: Final = ("blue", "teal", "green", "yellow", "orange", "red", "pink", "purple", "slate")
"""GNOME's accent colours; a desktop without the setting keeps its own."""
LAYOUTS: Final = ("size", "landscape", "icons")
"""Other sizes of the screens, a phone that lies on its side, another order of the apps' icons."""
SCALES: Final = (0.85, 1.3)
"""The smallest and the largest size of text, as a multiple of the usual one."""
POPUPS: Final = (1, 4)
"""The numbers of interruptions per device, and of unrelated events, that ``"any"`` draws from."""
MAX_POPUPS: Final = 50
LATENCIES: Final = (1.0, 4.0)
"""The seconds of loading that ``"any"`` draws from."""
MAX_LATENCY: Final = 60.0


class Variation(NamedTuple):
    """The variation from episode to episode; an attribute that is None stays as the device has it.

    Attributes:
        theme: The themes to draw from, of `THEMES`.
        font_scale: The least and the greatest size of text, within `SCALES`.
        accent: The accent colours to draw from, of `ACCENTS`.
        language: The languages to draw from, of `LANGUAGES`.
        layout: What varies in the layout, of `LAYOUTS`.
        popups: The least and the greatest number of unrelated notifications and dialogs per device.
        latency: The least and the greatest number of seconds for which an app loads.
        keyboard: Whether the phone shows a keyboard on its screen, to draw from.
        world: What differs from the usual desktop, of `WORLD`.
        wording: The numbers of the goal's wordings to draw from; 1 is the usual one.
        order: The numbers of the orders to draw from in which the usual wording tells a composed task; 1 is the usual.
        intent: Whether the goal begins with what the person is about, to draw from.
        events: The least and the greatest number of events that have nothing to do with the task.
        injection: The styles to draw from in which a planted text tells the agent to do something else.
    """

    theme: tuple[str, ...] | None = None
    font_scale: tuple[float, float] | None = None
    accent: tuple[str, ...] | None = None
    language: tuple[str, ...] | None = None
    layout: tuple[str, ...] | None = None
    popups: tuple[float, float] | None = None
    latency: tuple[float, float] | None = None
    keyboard: tuple[bool, ...] | None = None
    world: tuple[str, ...] | None = None
    wording: tuple[int, ...] | None = None
    order: tuple[int, ...] | None = None
    intent: tuple[bool, ...] | None = None
    events: tuple[float, float] | None = None
    injection: tuple[str, ...] | None = None


def parse_variation(values: Mapping[str, object] | None) -> Variation:
    """Reads the argument ``variation`` of `CrabEnv`.

    Args:
        values: What varies, by name: ``"theme"``, ``"accent"``, ``"language"``, ``"layout"``, ``"world"`` and
            ``"injection"`` are a name, a list of names, or ``"any"``; ``"font_scale"``, ``"popups"``, ``"latency"`` and
            ``"events"`` are a number, ``[least, greatest]``, or ``"any"``; ``"keyboard"`` and ``"intent"`` are True,
            False, or ``"any"``; ``"wording"`` and ``"order"`` are a number from 1 to `WORDINGS`, a list of them, or
            ``"any"``. None for no variation.

    Raises:
        ValueError: A name or a value is unknown.

    >>> parse_variation({"theme": "any", "font_scale": 1.2})[:3]
    (('light', 'dark'), (1.2, 1.2), None)
    >>> parse_variation({"popups": 2, "keyboard": True, "wording": [1, 3]})[5:10]
    ((2, 2), None, (True,), None, (1, 3))
    """
    if values is None:
        return Variation()
    if not isinstance(values, Mapping):
        raise ValueError(f"variation is {values!r}; expected a mapping such as {{'theme': 'any'}}")
    for name in values:
        if name not in Variation._fields:
            unknown("kind of variation", name, Variation._fields)
    return Variation(
        _names("theme", values.get("theme"), THEMES),
        _range("font_scale", values.get("font_scale"), SCALES, SCALES),
        _names("accent", values.get("accent"), ACCENTS),
        _names("language", values.get("language"), LANGUAGES),
        _names("layout", values.get("layout"), LAYOUTS),
        _range("popups", values.get("popups"), POPUPS, (0, MAX_POPUPS), whole=True),
        _range("latency", values.get("latency"), LATENCIES, (0.0, MAX_LATENCY)),
        _switch("keyboard", values.get("keyboard")),
        _names("world", values.get("world"), WORLD),
        _wordings("wording", values.get("wording")),
        _wordings("order", values.get("order")),
        _switch("intent", values.get("intent")),
        _range("events", values.get("events"), POPUPS, (0, MAX_POPUPS), whole=True),
        _names("injection", values.get("injection"), tuple(STYLES)),
    )


def _names(what: str, value: object, known: tuple[str, ...]) -> tuple[str, ...] | None:
    if value is None:
        return None
    names = known if value == "any" else (value,) if isinstance(value, str) else value
    if not isinstance(names, Sequence) or not names or not all(name in known for name in names):
        raise ValueError(f"variation's {what} is {value!r}; expected 'any' or some of: {', '.join(known)}")
    return tuple(names)


def _range(
    what: str, value: object, usual: tuple[float, float], limits: tuple[float, float], whole: bool = False
) -> tuple[float, float] | None:
    if value is None:
        return None
    low, high = limits
    types: tuple[type, ...] = (int,) if whole else (int, float)
    ends = usual if value == "any" else (value, value) if isinstance(value, (int, float)) else value
    if isinstance(ends, Sequence) and len(ends) == 2:
        first, last = ends
        if all(type(end) in types for end in ends) and low <= first <= last <= high:
            return (first, last) if whole else (float(first), float(last))
    kind = "whole numbers" if whole else "numbers"
    raise ValueError(f"variation's {what} is {value!r}; expected 'any', or one or two {kind} from {low} to {high}")


def _switch(what: str, value: object) -> tuple[bool, ...] | None:
    if value is None:
        return None
    if value == "any":
        return (False, True)
    if isinstance(value, bool):
        return (value,)
    raise ValueError(f"variation's {what} is {value!r}; expected True, False, or 'any'")


def _wordings(what: str, value: object) -> tuple[int, ...] | None:
    if value is None:
        return None
    numbers = tuple(range(1, WORDINGS + 1)) if value == "any" else (value,) if isinstance(value, int) else value
    if isinstance(numbers, Sequence) and numbers and all(type(n) is int and 1 <= n <= WORDINGS for n in numbers):
        return tuple(numbers)
    raise ValueError(f"variation's {what} is {value!r}; expected 'any', or one or more numbers from 1 to {WORDINGS}")
