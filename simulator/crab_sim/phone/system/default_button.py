"""The default button of a dialog, which Enter touches."""

from __future__ import annotations

from crab_sim.machine import touch as touches
from crab_sim.machine.machine import Machine
from crab_sim.ui.node import FieldData

__all__ = ["touch"]


def touch(machine: Machine) -> bool:
    """Touches the default button of the dialog in front, and returns whether there is one.

    A field of the dialog that has the focus takes Enter itself.
    """
    window, nodes = machine.front, machine.scene.nodes
    if window is None:
        return False
    start = max([i for i, node in enumerate(nodes) if node.role == "dialog"], default=len(nodes))
    for node in nodes[start:]:
        if isinstance(node.data, FieldData) and node.data.key == window.page.focus:
            return False
        if node.resource_id == "android:id/button1":
            left, top, right, bottom = node.bounds
            touches.tap(machine, (left + right) // 2, (top + bottom) // 2)
            return True
    return False
