"""Variation of the devices' looks, to test agents for robustness: the seed draws what a user would choose.

* `Variation` - the looks that vary. `parse_variation` - reads the argument ``variation`` of `CrabEnv`.
* `vary` - sets the devices' settings after their reset, before a task's setup.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from typing import Final, NamedTuple

from crab_gym.backends.base import Setup
from crab_gym.devices.footprints import Footprint, matches

__all__ = ["ACCENTS", "THEMES", "Variation", "parse_variation", "vary"]

THEMES: Final = ("light", "dark")
ACCENTS: Final = ("blue", "teal", "green", "yellow", "orange", "red", "pink", "purple", "slate")
"""GNOME's accent colours; a desktop without the setting keeps its own."""
SCALES: Final = (0.85, 1.3)
"""The smallest and the largest size of text, as a multiple of the usual one."""

_INTERFACE: Final = "org.gnome.desktop.interface"


class Variation(NamedTuple):
    """The variation from episode to episode; an attribute that is None stays as the device has it.

    Attributes:
        theme: The themes to draw from, of `THEMES`.
        font_scale: The least and the greatest size of text, within `SCALES`.
        accent: The accent colours to draw from, of `ACCENTS`.
    """

    theme: tuple[str, ...] | None = None
    font_scale: tuple[float, float] | None = None
    accent: tuple[str, ...] | None = None


class _Setting(NamedTuple):
    """A device's setting with the value that was drawn for it."""

    device: str
    namespace: str
    key: str
    value: str


def parse_variation(given: Mapping[str, object] | None) -> Variation:
    """Reads the argument ``variation`` of `CrabEnv`.

    Args:
        given: The looks that vary, by name: ``"theme"`` and ``"accent"`` are a name, a list of names, or ``"any"``;
            ``"font_scale"`` is a number, ``[least, greatest]``, or ``"any"``. None for no variation.

    Raises:
        ValueError: A name or a value is unknown.

    >>> parse_variation({"theme": "any", "font_scale": 1.2})
    Variation(theme=('light', 'dark'), font_scale=(1.2, 1.2), accent=None)
    """
    if given is None:
        return Variation()
    if not isinstance(given, Mapping):
        raise ValueError(f"variation is {given!r}; expected a mapping such as {{'theme': 'any'}}")
    for name in given:
        if name not in Variation._fields:
            near = get_close_matches(str(name), Variation._fields, 1)
            hint = f"did you mean {near[0]!r}?" if near else f"expected: {', '.join(Variation._fields)}"
            raise ValueError(f"variation names {name!r}; {hint}")
    return Variation(
        _names("theme", given.get("theme"), THEMES),
        _range(given.get("font_scale")),
        _names("accent", given.get("accent"), ACCENTS),
    )


def _names(what: str, given: object, known: tuple[str, ...]) -> tuple[str, ...] | None:
    if given is None:
        return None
    chosen = known if given == "any" else (given,) if isinstance(given, str) else given
    if not isinstance(chosen, Sequence) or not chosen or not all(name in known for name in chosen):
        raise ValueError(f"variation's {what} is {given!r}; expected 'any' or some of: {', '.join(known)}")
    return tuple(chosen)


def _range(given: object) -> tuple[float, float] | None:
    if given is None:
        return None
    low, high = SCALES
    ends = list(SCALES) if given == "any" else [given, given] if isinstance(given, (int, float)) else given
    if isinstance(ends, Sequence) and len(ends) == 2:
        first, last = ends
        if all(type(end) in (int, float) for end in ends) and low <= first <= last <= high:
            return float(first), float(last)
    raise ValueError(f"variation's font_scale is {given!r}; expected 'any', or one or two numbers from {low} to {high}")


_THEME_KEYS: Final[Mapping[str, Callable[[str], _Setting]]] = {
    "ubuntu": lambda theme: _Setting(
        "ubuntu", _INTERFACE, "color-scheme", "prefer-dark" if theme == "dark" else "default"
    ),
    "android": lambda theme: _Setting("android", "secure", "ui_night_mode", "2" if theme == "dark" else "1"),
}
_SCALE_KEYS: Final = {"ubuntu": (_INTERFACE, "text-scaling-factor"), "android": ("system", "font_scale")}


def _drawn(variation: Variation, devices: Sequence[str], rng: random.Random) -> list[_Setting]:
    """Draws a value for each setting that varies, in a fixed order, so that a seed always draws the same."""
    settings = []
    for device in sorted(devices):
        if variation.theme is not None:
            settings.append(_THEME_KEYS[device](rng.choice(variation.theme)))
        if variation.font_scale is not None:
            settings.append(_Setting(device, *_SCALE_KEYS[device], repr(round(rng.uniform(*variation.font_scale), 2))))
        if variation.accent is not None and device == "ubuntu":
            settings.append(_Setting(device, _INTERFACE, "accent-color", rng.choice(variation.accent)))
    return settings


def vary(variation: Variation, setups: Mapping[str, Setup], footprint: Footprint, rng: random.Random) -> None:
    """Sets the drawn values, but for the settings that the task is about, and for those that a device doesn't have.

    Args:
        variation: What varies.
        setups: Device to its writing view.
        footprint: The task's footprint: a setting that it may change stays as it is.
        rng: The source of the drawn values.
    """
    for setting in _drawn(variation, list(setups), rng):
        setup = setups[setting.device]
        fields = {"namespace": setting.namespace, "key": setting.key}
        concerned = any(
            [
                allowance.device == setting.device
                and allowance.kind == "setting"
                and matches(fields, {name: allowance.where[name] for name in allowance.where if name in fields})
                for allowance in footprint
            ]
        )
        if not concerned and setup.setting(setting.namespace, setting.key) is not None:
            setup.set_setting(setting.namespace, setting.key, setting.value)
