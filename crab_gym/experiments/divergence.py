"""The first step at which a policy acts differently on other devices, such as real ones, and its cause.

* `Sight` - what a policy did in a step, and what was there; `sight_of` - makes it.
* `alike` - whether two steps are the same; `cause_of` - why a step can't be, or wasn't, the same elsewhere.
* `CAUSES` - the causes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from crab_gym.backends.base import Element
from crab_gym.vision.detection.detector import overlap
from crab_gym.wrappers.numbering import interactive

__all__ = ["CAUSES", "Sight", "alike", "cause_of", "sight_of"]

CAUSES = {
    "element missing": "no element has the name of the one that the action points at",
    "other role": "an element has its name, but not its role",
    "other name": "an element of its role is at its place, with another name",
    "no index": "the element is there, but beyond the elements that have indices; or the action or its text has none",
    "other place": "the same element is more than a tenth of the screen away",
    "timing": "the element was missing, or another one, and some seconds later no longer so",
    "other surroundings": "the action could have been the same, but the rest of what the policy sees is different",
    "other effect": "all actions were the same, and yet the task wasn't solved",
}
"""The causes, and what they mean."""
_POINTS = frozenset({"x", "y", "x1", "y1", "x2", "y2"})
_FAR, _SAME = 0.1, 0.5


class Sight(NamedTuple):
    """What a policy did in a step, and what was there.

    Attributes:
        action: The action; anything but a mapping is an invalid one.
        target: The element that the action points at, if any.
        elements: The elements of the action's device.
        size: Width and height of its screen.
    """

    action: Any
    target: Element | None
    elements: Sequence[Element]
    size: tuple[int, int]


def sight_of(action: Any, elements: Mapping[str, Sequence[Element]], sizes: Mapping[str, tuple[int, int]]) -> Sight:
    """Returns what an action does.

    Args:
        action: The action.
        elements: The elements of each device.
        sizes: Width and height of the devices' screens.
    """
    device = action["device"] if isinstance(action, Mapping) else ""
    if device not in elements:
        return Sight(action, None, (), (1, 1))
    args, there = action["args"], elements[device]
    x, y = args.get("x", args.get("x1")), args.get("y", args.get("y1"))
    return Sight(action, None if x is None else _hit(there, x, y), there, sizes[device])


def _hit(elements: Iterable[Element], x: int, y: int) -> Element | None:
    """Returns the topmost element at a point that a touch has an effect on, else the topmost one."""
    at = [e for e in elements if e.bounds[0] <= x < e.bounds[2] and e.bounds[1] <= y < e.bounds[3]]
    return next((element for element in reversed(at) if interactive(element)), at[-1] if at else None)


def alike(one: Sight, other: Sight) -> bool:
    """Returns whether two steps are the same: the same action, on an element of the same name and role."""
    if not (isinstance(one.action, Mapping) and isinstance(other.action, Mapping)):
        return False
    first, second = (
        {**said.action, "args": {name: value for name, value in said.action["args"].items() if name not in _POINTS}}
        for said in (one, other)
    )
    return first == second and _identity(one.target) == _identity(other.target)


def cause_of(wanted: Sight, there: Sequence[Element], indexed: Sequence[Element] | bool) -> str:
    """Returns why a step can't be, or wasn't, the same on another device.

    Args:
        wanted: The step.
        there: The elements of the other device.
        indexed: Those of them that have indices; for an action that points at nothing whether it has an index.
    """
    target = wanted.target
    if target is None or isinstance(indexed, bool):
        return "other surroundings" if indexed else "no index"
    role, name = _identity(target)
    named = [element for element in there if _name(element) == name]
    if name and not named:
        replaced = any(e.role == role and overlap(e.bounds, target.bounds) > _SAME for e in there)
        return "other name" if replaced else "element missing"
    same = [element for element in named if element.role == role]
    if not same:
        return "other role" if name else "element missing"
    reached = [element for element in same if element in indexed]
    if not reached:
        return "no index"
    return "other surroundings" if min(_distance(target, e, wanted.size) for e in reached) <= _FAR else "other place"


def _name(element: Element) -> str:
    """Returns an element's name; a field's content is none."""
    return element.description if element.editable else element.text or element.description


def _identity(element: Element | None) -> tuple[str, str]:
    return ("", "") if element is None else (element.role, _name(element))


def _distance(one: Element, other: Element, size: tuple[int, int]) -> float:
    """Returns how far two elements are apart, as a share of the screen."""
    return max(abs(a - b) / whole for a, b, whole in zip(one.center, other.center, size, strict=True))
