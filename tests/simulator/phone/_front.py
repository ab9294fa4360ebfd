"""The elements of the window in front, as a dump of it has to tell them."""

from __future__ import annotations

from crab_gym.backends.base import Element
from crab_sim.phone import Phone
from crab_sim.phone.android import Device
from crab_sim.ui.node import ShadeData

KEPT = ("list", "menu", "dialog", "table", "web")


def in_front(device: Device) -> list[Element]:
    """Returns the elements of the window in front that have a label or a use, without those of the system's windows."""
    phone: Phone = device.phone
    elements = [Element(*row) for row in device.elements()]
    nodes = phone.scene.nodes
    shades = [i for i, node in enumerate(nodes) if isinstance(node.data, ShadeData)]
    if shades:
        elements = elements[len(elements) - len(nodes) + shades[-1] + 1 :]
    _, low, _, high = device.display.to_screen((0, 28, phone.width, phone.height - 44))
    elements = [e for e in elements if not e.resource_id.startswith("com.android.inputmethod")]
    within = [e for e in elements if e.app != "system" or (e.bounds[3] > low and e.bounds[1] < high)]
    if phone.front is not None and any(e.app != "system" for e in within):
        within = [e for e in within if e.app != "system"]
    return [
        e for e in within
        if e.text or e.description or e.clickable or e.long_clickable or e.scrollable or e.role in KEPT
    ]  # fmt: skip
