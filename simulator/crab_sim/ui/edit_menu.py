"""The menu and the toolbar for cutting, copying and pasting text."""

from __future__ import annotations

from crab_sim.draw import text as metrics
from crab_sim.ui.messages import ToolkitMessage
from crab_sim.ui.page import AnyOverlay
from crab_sim.ui.popups import Item, Menu
from crab_sim.ui.scene import Scene
from crab_sim.ui.widgets import Widget

__all__ = ["Toolbar", "edit_menu"]


def edit_menu(overlay: AnyOverlay) -> Menu:
    """Returns the menu that a right click on text opens on a desktop; the machine handles its messages.

    Text that isn't in a field can only be copied: the word at the click is selected.
    """
    _, key, x, y, *_ = overlay
    if not key:
        return Menu([Item("Copy", ("field_copy",), "copy")], (x, y))
    items = [
        Item("Cut", ("field_cut",), "cut"),
        Item("Copy", ("field_copy",), "copy"),
        Item("Paste", ("field_paste",), "paste"),
        Item("Select all", ("field_select",)),
    ]
    return Menu(items, (x, y))


class Toolbar(Widget):
    """The toolbar above a text that a long tap has selected on a phone; the machine handles its messages."""

    __slots__ = ("overlay",)

    def __init__(self, overlay: AnyOverlay) -> None:
        self.flex, self.overlay = 0, overlay

    def place(self, scene: Scene, x: int, y: int, w: int, h: int) -> None:
        """Draws the toolbar near the touch, inside the page's rectangle."""
        theme = scene.theme
        _, key, touch_x, touch_y, *_ = self.overlay
        entries = _ENTRIES if key else _ENTRIES[1::2]
        size, row = theme.font - 1, 44
        widths = [metrics.width(theme.say(text), theme.face("bold"), size) for text, _ in entries]
        pad = max(4, min(14, (w - 24 - sum(widths)) // 8))
        widths = [width + 2 * pad for width in widths]
        width = sum(widths) + 8
        left = max(x + 4, min(touch_x - width // 2, x + w - width - 4))
        top = touch_y - row - 26
        if top < y + 4:
            top = min(touch_y + 26, y + h - row - 4)
        scene.ops.append(("shadow", left, top, left + width, top + row, scene.clip, 8))
        scene.round(left, top, width, row, theme.raised, 12)
        scene.frame(left, top, width, row, theme.outline, 12)
        scene.node(left, top, width, row, "toolbar", message=("nothing",), rid="android:id/floating_toolbar_menu_item")
        left += 4
        for (text, message), across in zip(entries, widths, strict=True):
            scene.text(left, top, across, row, theme.say(text), theme.text, size, "bold", "center")
            scene.node(left, top, across, row, "button", text, message=message)
            left += across


_ENTRIES: tuple[tuple[str, ToolkitMessage], ...] = (
    ("Cut", ("field_cut",)), ("Copy", ("field_copy",)), ("Paste", ("field_paste",)), ("Select all", ("field_select",)),
)  # fmt: skip
