"""The choices that the indices of `DiscreteElements` stand for, and how they are laid out.

* `Choice` - the meaning of one index.
* `layout` - the choices of all indices, in blocks of one verb each.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from crab_gym.envs import verbs as table
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.envs.verbs import APP_NAMES, DIRECTIONS, DISTANCES, UBUNTU_KEYS
from crab_gym.wrappers.preparing import ADD, AIM, BYTES, CELLS, FROM, GRAB, HOLD, SPELL, TO
from crab_gym.wrappers.spans import WORDS
from crab_sim.suggestions import did_you_mean

__all__ = [
    "AREAS", "DRAFTED", "HOTKEYS", "KEYS", "MOVES", "Block", "Choice", "choice_key", "layout", "moves", "text_argument",
    "verbs_with_indices", "warn_without_choice",
]  # fmt: skip

AREAS = 3
"""Maximum number of areas per screen that can be scrolled, the first ones by number. If nothing scrolls, the first
place stands for the middle of the screen."""
KEYS: Mapping[str, tuple[str, ...]] = {
    "ubuntu": (
        "enter", "escape", "tab", "backspace", "delete", "space", "up", "down", "left", "right", "home", "end",
        "pageup", "pagedown", "f2",
    ),
    "android": (
        "home", "back", "recents", "enter", "delete", "tab", "space", "up", "down", "left", "right",
    ),
}  # fmt: skip
"""Keys that can be pressed."""
HOTKEYS: tuple[tuple[str, ...], ...] = (
    ("ctrl", "a"), ("ctrl", "c"), ("ctrl", "x"), ("ctrl", "v"), ("ctrl", "z"), ("ctrl", "s"), ("ctrl", "shift", "s"),
    ("ctrl", "n"), ("ctrl", "o"), ("ctrl", "l"), ("ctrl", "f"), ("ctrl", "w"), ("ctrl", "t"), ("alt", "tab"),
    ("alt", "left"), ("alt", "f4"),
    ("ctrl", "shift", "n"), ("ctrl", "shift", "e"), ("ctrl", "d"), ("ctrl", "h"), ("ctrl", "b"), ("ctrl", "home"),
    ("ctrl", "end"), ("ctrl", "q"),
)  # fmt: skip
"""Keys that can be pressed together on the desktop."""

Kind = Literal["mark", "area", "text", "fixed", "preparing", "prepared"]
MOVES: Mapping[str, tuple[dict[str, Any], ...]] = {
    "scroll": tuple({"direction": d, "amount": n} for d in ("up", "down") for n in (3, 10)),
    "swipe": (
        *({"direction": d, "distance": s} for d in ("up", "down") for s in ("short", "long")),
        *({"direction": d, "distance": "medium"} for d in ("left", "right")),
    ),
}
"""The arguments with which an area can be scrolled, by verb."""
DRAFTED = "drafted"
"""An amount that the draft says."""
ALL_MOVES: Mapping[str, tuple[dict[str, Any], ...]] = {
    "scroll": tuple({"direction": d, "amount": n} for d in DIRECTIONS for n in (3, 10, DRAFTED)),
    "swipe": tuple({"direction": d, "distance": s} for d in DIRECTIONS for s in DISTANCES),
}
"""The same where actions can be composed."""
_TOUCHES = frozenset({"click", "double_click", "right_click", "tap", "long_tap"})
_PREPARED = frozenset({"search_app", "wait", "press", "hotkey"})
"""Verbs whose arguments can be prepared besides those of the usual choices."""


class Choice(NamedTuple):
    """The meaning of an index.

    Attributes:
        device: The device, ``"root"`` for verbs that belong to none.
        verb: The verb.
        kind: The verb's object: a ``"mark"``, an ``"area"`` that scrolls, a ``"text"``, something ``"fixed"``, or
            something ``"prepared"``; or it is one that is ``"preparing"`` itself (`preparing.PREPARING`).
        slot: The mark's number less 1, the area's place, the text's, or the place among what a verb prepares.
        args: The arguments that don't depend on the screen.
    """

    device: str
    verb: str
    kind: Kind
    slot: int
    args: Mapping[str, Any]


class Block(NamedTuple):
    """The indices of one verb.

    Attributes:
        device: The verb's device.
        verb: The verb.
        kind: The kind of its objects, see `Choice`.
        start: The first index.
        each: Number of successive indices per object.
        size: Number of indices.
    """

    device: str
    verb: str
    kind: Kind
    start: int
    each: int
    size: int


@lru_cache(maxsize=64)  # environments side by side mostly share one
def layout(
    devices: tuple[str, ...], marks: int, texts: int, names: frozenset[str], compose: bool = False
) -> tuple[tuple[Choice, ...], tuple[Block, ...]]:
    """Returns the choice of each index, and the blocks of the verbs' indices.

    Args:
        devices: Devices with a screen.
        marks: Number of marks per device.
        texts: Number of places for texts.
        names: Names of the verbs.
        compose: Whether there are indices that prepare, and indices that use what is prepared.
    """
    choices: list[Choice] = []
    blocks: list[Block] = []
    counts = {"mark": marks, "area": AREAS + compose, "text": texts, "fixed": 1, "preparing": 1, "prepared": 1}

    def add(device: str, verb: str, kind: Kind, each: Sequence[Mapping[str, Any]]) -> None:
        slots = range(counts[kind])
        blocks.append(Block(device, verb, kind, len(choices), len(each), len(slots) * len(each)))
        own = kind == "preparing"
        choices.extend(Choice(device, verb, kind, n if own else k, args) for k in slots for n, args in enumerate(each))

    for device in (*devices, "root"):
        for verb in table.VERBS:
            if verb.device == device and verb.name in names:
                if verb.name != "drag":
                    add(device, verb.name, *_options(device, verb.name, compose))
                if compose and (verb.name == "drag" or (verb.name in _PREPARED and device != "android")):
                    add(device, verb.name, "prepared", ({},))
        if compose:
            for name, options in _preparations(device, names).items():
                add(device, name, "text" if name == ADD else "preparing", options)
    return tuple(choices), tuple(blocks)


def _preparations(device: str, names: frozenset[str]) -> dict[str, Sequence[Mapping[str, Any]]]:
    """Returns the verbs that prepare what a device's verbs can use, with their arguments."""
    own = {verb.name for verb in table.VERBS if verb.name in names and verb.device == device}
    found: dict[str, Sequence[Mapping[str, Any]]] = {}
    if device == "root":
        if names & {"write_text", "submit", "ask", "search_app", "wait", "scroll"}:
            found[SPELL] = [{"byte": byte} for byte in BYTES]
            found[FROM] = found[TO] = [{"word": number} for number in range(WORDS)]
            found[ADD] = ({},)
        return found
    if own & {*_TOUCHES, *MOVES, "drag"}:
        found[AIM] = [{"cell": cell} for cell in range(CELLS)]
    if "drag" in own:
        found[GRAB] = ({},)
    if device == "ubuntu" and own & {"press", "hotkey"}:
        found[HOLD] = [{"key": key} for key in UBUNTU_KEYS]
    return found


def _options(device: str, verb: str, compose: bool) -> tuple[Kind, Sequence[Mapping[str, Any]]]:
    """Returns the kind of a verb's objects, and the fixed arguments that it can have."""
    match verb:
        case "click" | "double_click" | "right_click" | "tap" | "long_tap":
            return "mark", ({},)
        case "scroll" | "swipe":
            return "area", moves(verb, compose)
        case "write_text" | "submit" | "ask":
            return "text", ({},)
        case "press":
            keys = table.ANDROID_KEYS if compose and device == "android" else KEYS[device]
            return "fixed", [{"key": key} for key in keys]
        case "hotkey":
            return "fixed", [{"keys": list(keys)} for keys in HOTKEYS]
        case "search_app" | "open_app":
            return "fixed", [{"name": name} for name in APP_NAMES[device]]
        case "wait":
            return "fixed", [{"seconds": 1.0}]
        case _:
            return "fixed", ({},)


def text_argument(verb: str) -> str:
    """Returns the name of a verb's text among its arguments."""
    return {"submit": "answer", "ask": "question"}.get(verb, "text")


def moves(verb: str, compose: bool) -> tuple[dict[str, Any], ...]:
    """Returns the arguments with which an area can be scrolled."""
    return (ALL_MOVES if compose else MOVES)[verb]


def verbs_with_indices(given: Sequence[str] | None, base: CrabEnv, compose: bool = False) -> frozenset[str]:
    """Returns the names of the verbs that have indices; dragging has one only if actions can be composed.

    So has a question, unless it is named: the texts of goal and screens are hardly ever one.

    Raises:
        ValueError: A name is unknown, or no verb is left.
    """
    never = frozenset() if compose else frozenset({"drag"})
    there = frozenset(verb.name for verb in table.verbs_of(tuple(base.screen_sizes))) - never
    if given is None:
        return there if compose else there - {"ask"}
    known = sorted({verb.name for verb in table.VERBS} - never)
    unknown = [name for name in given if name not in known]
    if isinstance(given, str) or unknown:
        name = given if isinstance(given, str) else unknown[0]
        hint = did_you_mean(name, known)
        raise ValueError(f"verbs has {name!r}.{hint} Expected a list of: {', '.join(known)}")
    if not there.intersection(given):
        raise ValueError(f"verbs is {list(given)!r}, of which {', '.join(base.screen_sizes)} and root have none")
    return there.intersection(given)


def warn_without_choice(mask: bytearray, blocks: Sequence[Block]) -> None:
    """Warns of a mask in which no index is valid: a policy that samples by it has nothing to draw from."""
    if 1 not in mask:
        names = ", ".join(dict.fromkeys(block.verb for block in blocks))
        warnings.warn(
            f"no index stands for a valid action now: {names} need something on the screens that isn't there. Until it "
            "is, any index is an invalid action; include a verb that is always valid in verbs=, such as 'wait' or "
            "'press'",
            stacklevel=3,
        )


def choice_key(choice: Choice) -> tuple[str, str, str]:
    """Returns the key by which a fixed choice is looked up; names of apps are compared without case."""
    values = [value.casefold() if name == "name" else value for name, value in choice.args.items()]
    return choice.device, choice.verb, repr(values)
