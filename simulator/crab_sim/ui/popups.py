"""Pop-ups above a page: `Dialog`, and `Menu` with its entries (`Item`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Generic

from crab_sim.draw import text as metrics
from crab_sim.ui.containers import Scroll
from crab_sim.ui.labels import Label
from crab_sim.ui.messages import Message_co, MessageT, ToolkitMessage
from crab_sim.ui.node import CHECKABLE, CHECKED, ShadeData
from crab_sim.ui.scene import Scene
from crab_sim.ui.theme import Theme
from crab_sim.ui.widgets import Widget

__all__ = ["DIALOG_DARKNESS", "Dialog", "Item", "Menu", "place_actions"]

DIALOG_DARKNESS: Final = 110
"""The opacity of the shade below a dialog, of 255."""


class Item(Generic[Message_co]):
    """One entry of a `Menu`.

    Args:
        text: Its text.
        message: Sent by a tap.
        icon: Icon before the text.
        checked: Whether it has a check mark; None if it can have none.
        enabled: Whether it can be tapped.
        role: The role of its node; a ``"text"`` is a heading.
    """

    __slots__ = ("checked", "enabled", "icon", "message", "role", "text")

    def __init__(
        self,
        text: str,
        message: Message_co | ToolkitMessage,
        icon: str = "",
        checked: bool | None = None,
        enabled: bool = True,
        role: str = "menu_item",
    ) -> None:
        self.text, self.message, self.icon, self.checked, self.enabled = text, message, icon, checked, enabled
        self.role = role


class Menu(Widget[Message_co]):
    """A pop-up menu, kept inside the page; a tap beside it closes it.

    Args:
        items: Its entries.
        at: The point at which its upper left corner lies if there is room, in pixels.
        min_width: Its least width.
    """

    __slots__ = ("at", "items", "min_width")

    def __init__(self, items: Sequence[Item[Message_co]], at: tuple[int, int], min_width: int = 160) -> None:
        self.flex = 0
        self.items, self.at, self.min_width = items, at, min_width

    def place(self, scene: Scene[Message_co], x: int, y: int, w: int, h: int) -> None:
        """Draws the menu; the rectangle is the page's."""
        theme = scene.theme
        scene.node(x, y, w, h, "other", description="Close menu", message=("dismiss",), data=ShadeData())
        row = theme.row * 4 // 5
        text_w = max(metrics.width(theme.say(item.text), theme.face("regular"), theme.font) for item in self.items)
        lead = theme.icon + 10 if any(item.icon or item.checked is not None for item in self.items) else 0
        width = min(w - 8, max(self.min_width, text_w + lead + 2 * theme.pad))
        height = min(row * len(self.items) + 12, h - 8)
        left = max(x + 4, min(self.at[0], x + w - width - 4))
        top = max(y + 4, min(self.at[1], y + h - height - 4))
        scene.ops.append(("shadow", left, top, left + width, top + height, scene.clip, 8))
        scene.round(left, top, width, height, theme.raised, 8)
        scene.frame(left, top, width, height, theme.outline, 8)
        scene.node(left, top, width, height, "menu", message=("nothing",))
        rows: list[Widget[Message_co]] = [_MenuRow(item, row, lead) for item in self.items]
        if row * len(rows) + 12 > height:
            Scroll("menu", rows).place(scene, left, top + 6, width, height - 12)
        else:
            for i, entry in enumerate(rows):
                entry.place(scene, left, top + 6 + i * row, width, row)


class _MenuRow(Widget[Message_co]):
    """One entry of a menu as a widget; `lead` pixels are kept for icons."""

    __slots__ = ("item", "lead", "row")

    def __init__(self, item: Item[Message_co], row: int, lead: int) -> None:
        self.flex, self.item, self.row, self.lead = 0, item, row, lead

    def height(self, theme: Theme, w: int) -> int:
        """Returns the entry's height."""
        return self.row

    def place(self, scene: Scene[Message_co], x: int, y: int, w: int, h: int) -> None:
        """Draws the entry."""
        theme, item = scene.theme, self.item
        ink = theme.text if item.enabled else theme.faint
        icon = item.icon or ("check" if item.checked else "")
        if icon:
            scene.icon(x + theme.pad, y + (h - theme.icon) // 2, theme.icon, icon, ink)
        scene.text(x + theme.pad + self.lead, y, w - self.lead - theme.pad, h, theme.say(item.text), ink, theme.font)
        flags = 0 if item.checked is None else CHECKABLE | (CHECKED if item.checked else 0)
        message = item.message if item.enabled else None
        scene.node(x, y, w, h, item.role, item.text, message=message, flags=flags)


class Dialog(Widget[Message_co]):
    """A dialog in the middle of the page.

    Args:
        title: Its title.
        body: The widget between title and buttons.
        actions: Its buttons.
        max_width: Its greatest width.
        dismiss: Sent by a tap beside it.
        modal: Whether it stays when something beside it is clicked with a mouse.
        above: What lies above it, such as the menu of one of its buttons.
        heading: What stands at its top in place of the title, such as a bar that has its buttons.
    """

    __slots__ = ("above", "actions", "body", "dismiss", "heading", "max_width", "modal", "title")

    def __init__(
        self,
        title: str,
        body: Widget[Message_co],
        actions: Sequence[Widget[Message_co]],
        max_width: int = 420,
        dismiss: Message_co | ToolkitMessage = ("dismiss",),
        modal: bool = True,
        above: Widget[Message_co] | None = None,
        heading: Widget[Message_co] | None = None,
    ) -> None:
        self.flex, self.modal, self.above, self.heading = 0, modal, above, heading
        self.title, self.body, self.actions, self.max_width, self.dismiss = title, body, actions, max_width, dismiss

    def place(self, scene: Scene[Message_co], x: int, y: int, w: int, h: int) -> None:
        """Draws the dialog; the rectangle is the page's, which is darkened."""
        theme = scene.theme
        scene.ops.append(("shade", x, y, x + w, y + h, scene.clip, (0, 0, 0), DIALOG_DARKNESS))
        scene.node(
            x, y, w, h, "other", description="Close dialog", message=self.dismiss, data=ShadeData(True, self.modal)
        )
        pad = theme.pad + 6
        width = min(w - 32, self.max_width)
        inner = width - 2 * pad
        title = self.heading or Label(self.title, "title", font="bold", wrap=True)
        title_h = title.height(theme, inner)
        chrome = title_h + 2 * pad + 12 + (theme.button + 16 if self.actions else 0)
        body_h = min(self.body.height(theme, inner), h - 32 - chrome)
        height = body_h + chrome
        left, top = x + (w - width) // 2, y + max(16, (h - height) // 2)
        scene.ops.append(("shadow", left, top, left + width, top + height, scene.clip, 12))
        scene.round(left, top, width, height, theme.raised, 16)
        scene.node(left, top, width, height, "dialog", self.title, message=("nothing",))
        title.place(scene, left + pad, top + pad, inner, title_h)
        self.body.place(scene, left + pad, top + pad + title_h + 12, inner, body_h)
        place_actions(scene, self.actions, left + width - pad, top + height - pad - theme.button)
        if self.above is not None:
            self.above.place(scene, x, y, w, h)


def place_actions(scene: Scene[MessageT], actions: Sequence[Widget[MessageT]], right: int, y: int) -> None:
    """Places a dialog's buttons beside one another, the last one at the right edge.

    Args:
        scene: The scene.
        actions: The buttons, from left to right.
        right: The right edge of the last button, in pixels.
        y: The buttons' top edge.
    """
    for button in reversed(actions):
        width = button.width(scene.theme)
        right -= width
        button.place(scene, right, y, width, scene.theme.button)
        right -= 8
