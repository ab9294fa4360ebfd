"""Toasts: short messages that the system shows above everything for a few seconds."""

from __future__ import annotations

from typing import Final, NamedTuple

from crab_sim.machine.app import Context
from crab_sim.machine.machine import Machine
from crab_sim.machine.slices import Slice
from crab_sim.phone import metrics
from crab_sim.phone.system.status_bar import NAV_HEIGHT
from crab_sim.ui.scene import AnyScene

__all__ = ["NO_TOAST", "TOAST", "TOAST_SECONDS", "Toast", "lay_out_toast", "toast"]

TOAST_SECONDS: Final = 4.0


class Toast(NamedTuple):
    """A toast: its text, and the time at which it goes away, in seconds since 1970."""

    text: str = ""
    until: float = 0.0


TOAST: Final = Slice[Toast]("toast", volatile="what is on the screen, nothing that is kept")
"""The toast that is shown."""
NO_TOAST: Final = Toast()


def toast(context: Context | Machine, text: str) -> None:
    """Shows a toast, such as "Link copied"."""
    context.put(TOAST, Toast(text, context.now + TOAST_SECONDS))


def lay_out_toast(machine: Machine, scene: AnyScene) -> None:
    """Lays out the toast that is shown."""
    theme = scene.theme
    text = theme.say(machine.get(TOAST).text)
    lines = metrics.wrap(text[:200], "regular", theme.small + 1, machine.width - 112)[:3]
    line = metrics.line_height("regular", theme.small + 1)
    width = max(metrics.width(part, "regular", theme.small + 1) for part in lines) + 40
    height = len(lines) * line + 22
    left, top = (machine.width - width) // 2, machine.height - NAV_HEIGHT - height - 72
    scene.round(left, top, width, height, theme.text, min(24, height // 2))
    for i, part in enumerate(lines):
        scene.text(left, top + 11 + i * line, width, line, part, theme.background, theme.small + 1, align="center")
    scene.node(left, top, width, height, "text", text, "", "android:id/message")
