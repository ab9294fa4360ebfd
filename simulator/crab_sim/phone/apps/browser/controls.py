"""Controls of the forms of web pages as widgets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from crab_sim.engines.pages.blocks import Control
from crab_sim.engines.pages.forms import Problem
from crab_sim.phone import metrics
from crab_sim.phone.apps.browser.messages import Message
from crab_sim.ui import Button, Column, Field, Icon, Label, Row, Scene, Space, Theme, Widget
from crab_sim.ui.node import CHECKABLE, CHECKED

__all__ = ["control_widget"]

_LABEL_CHARACTERS = 34  # a longer label stands above its field rather than in its edge


class _Choice(Widget[Message]):
    """A checkbox or radio button with its label; both can be tapped."""

    __slots__ = ("control", "on")

    def __init__(self, control: Control, on: bool) -> None:
        self.flex, self.control, self.on = 0, control, on

    def height(self, theme: Theme, w: int) -> int:
        """Returns the height of the label's lines, at least that of a touch target."""
        lines = len(metrics.wrap(self.control.label or " ", "regular", theme.font, max(40, w - 36)))
        return max(40, lines * metrics.line_height("regular", theme.font) + 16)

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws mark and label."""
        theme, control, on = scene.theme, self.control, self.on
        off, ticked = ("checkbox_off", "checkbox_on") if control.kind == "checkbox" else ("circle", "radio_on")
        scene.icon(x, y + (h - 22) // 2, 22, ticked if on else off, theme.accent if on else theme.muted)
        lines = metrics.wrap(control.label, "regular", theme.font, max(40, w - 36))
        line = metrics.line_height("regular", theme.font)
        top = y + (h - line * len(lines)) // 2
        for i, text in enumerate(lines):
            scene.text(x + 34, top + i * line, w - 34, line, text, theme.text, theme.font)
        flags = CHECKABLE | (CHECKED if on else 0)
        message: Message = ("choose", control.key, control.value if control.kind == "radio" else "")
        scene.node(x, y, w, h, control.kind, control.label, "", control.rid, message, flags=flags)


class _Chooser(Widget[Message]):
    """The chosen entry of a list, date or time in a field's frame; a tap opens the choice."""

    __slots__ = ("control", "icon", "text")

    def __init__(self, control: Control, text: str, icon: str) -> None:
        self.flex, self.control, self.text, self.icon = 0, control, text, icon

    def height(self, theme: Theme, w: int) -> int:
        """Returns a field's height."""
        return theme.field

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the frame with its label."""
        theme, label = scene.theme, self.control.label
        label = label if len(label) <= _LABEL_CHARACTERS else ""
        scene.frame(x, y, w, h, theme.outline, 10)
        shown = metrics.ellipsize(self.text or label, "regular", theme.font, w - 56)
        scene.text(x + 14, y, w - 50, h, shown, theme.text if self.text else theme.muted, theme.font)
        if label and self.text:
            width = metrics.width(label, "regular", 11)
            scene.fill(x + 10, y - 1, width + 8, 4, theme.background)
            line = metrics.line_height("regular", 11)
            scene.text(x + 14, y - line // 2, width + 2, line, label, theme.muted, 11)
        scene.icon(x + w - 34, y + (h - 20) // 2, 20, self.icon, theme.muted)
        message: Message = ("ask", self.control.key)
        scene.node(x, y, w, h, "button", self.text, self.control.label, self.control.rid, message)


def _option_text(control: Control, value: str) -> str:
    return next((option.text for option in control.options if option.value == value), "")


def control_widget(control: Control, fields: Mapping[str, str], problem: Problem) -> Widget[Message]:
    """Returns the widget of a control, with its problem below it.

    Args:
        control: The control.
        fields: The values of the page's controls by key.
        problem: The first invalid value on the page.
    """
    held, kind = fields.get(control.key, ""), control.kind
    if kind in ("submit", "reset"):
        style: Literal["filled", "outlined"] = "filled" if kind == "submit" else "outlined"
        return Row([Button(control.label, ("press", control.key), style, rid=control.rid), Space(flex=1)])
    parts: list[Widget[Message]] = []
    if kind in ("checkbox", "radio"):
        parts.append(_Choice(control, held == control.value if kind == "radio" else bool(held)))
    elif kind in ("select", "date", "time"):
        text = _option_text(control, held) if kind == "select" else held
        parts.append(_Chooser(control, text, {"date": "calendar", "time": "clock"}.get(kind, "chevron_down")))
    else:
        fits = len(control.label) <= _LABEL_CHARACTERS
        parts.append(
            Field(
                control.key,
                control.label,
                control.rid,
                multiline=kind == "textarea",
                lines=4,
                password=kind == "password",
                label=fits and bool(control.label),
            )
        )
    if len(control.label) > _LABEL_CHARACTERS and kind not in ("checkbox", "radio"):
        parts[:0] = [Label(control.label, "small", "muted", wrap=True), Space(4)]
    if problem.key == control.key:
        message = Label(problem.text, "small", "danger", wrap=True, flex=1)
        parts += [Space(4), Row([Icon("warning", "danger", 18), message], gap=8)]
    return Column(parts)
