"""Renderings of an environment: its devices side by side, or their elements as text."""

from __future__ import annotations

import hashlib
import warnings
from collections.abc import Callable, Mapping, Sequence

from crab_gym.backends.base import Backend, Element, Image
from crab_gym.envs.standard import ResetNeeded

__all__ = ["digest", "element_line", "frame", "side_by_side", "text"]

_MARGIN = 16
"""Pixels around each screen."""
_GROUND = 46
"""Brightness of the ground."""


def frame(
    mode: str | None,
    goal: str,
    backends: Mapping[str, Backend],
    elements: Callable[[str], Sequence[Element]],
) -> Image | str | None:
    """Returns an environment's rendering in its mode; None without one, and where a window shows the devices.

    Args:
        mode: ``"rgb_array"``, ``"ansi"``, ``"human"`` or None.
        goal: The goal of the episode; ``""`` before the first.
        backends: The players of the devices.
        elements: Returns a device's elements.

    Raises:
        ResetNeeded: No episode was started.
    """
    if mode is None:
        warnings.warn('render() without a render_mode; make the environment with render_mode="rgb_array"', stacklevel=3)
        return None
    if not goal:
        raise ResetNeeded("there is nothing to render yet: call reset() first")
    if mode == "human":
        return None
    if mode == "ansi":
        return text(goal, {name: elements(name) for name in backends})
    return side_by_side({name: backend.screenshot() for name, backend in backends.items()})


def side_by_side(screens: Mapping[str, Image]) -> Image:
    """Returns screens side by side, centred vertically on a dark ground.

    Returns:
        An image ``(H, W, 3) uint8 RGB``.
    """
    import numpy as np  # not where nothing is drawn

    images = list(screens.values())
    height = max(image.shape[0] for image in images) + 2 * _MARGIN
    width = sum(image.shape[1] for image in images) + _MARGIN * (len(images) + 1)
    sheet = np.full((height, width, 3), _GROUND, np.uint8)
    left = _MARGIN
    for image in images:
        top = (height - image.shape[0]) // 2
        sheet[top : top + image.shape[0], left : left + image.shape[1]] = image
        left += image.shape[1] + _MARGIN
    return sheet


def element_line(element: Element) -> str:
    """Returns an element as one line: role, text, description, states, bounds."""
    parts = [element.role]
    if element.text:
        parts.append(repr(element.text))
    if element.description:
        parts.append(f"({element.description})")
    states = ("clickable", "editable", "checked", "selected", "focused", "scrollable")
    parts += [state for state in states if getattr(element, state)]
    if not element.enabled:
        parts.append("disabled")
    left, top, right, bottom = element.bounds
    return f"{' '.join(parts)} [{left},{top} {right},{bottom}]"


def text(goal: str, elements: Mapping[str, Sequence[Element]]) -> str:
    """Returns the goal and each device's elements, one per line."""
    lines = [f"goal: {goal}"]
    for device, rows in elements.items():
        lines.append(f"{device}:")
        lines += [f"  {element_line(element)}" for element in rows]
    return "\n".join(lines)


def digest(*parts: str) -> str:
    """Returns a hexadecimal digest of some texts."""
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()
