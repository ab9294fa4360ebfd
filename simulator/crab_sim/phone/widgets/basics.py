"""Widgets that most of the phone's apps use: app bar, floating and round buttons, empty page, plain dialogs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from crab_sim import ui
from crab_sim.draw.illustrations import illustration
from crab_sim.phone import metrics
from crab_sim.ui.messages import ToolkitMessage
from crab_sim.ui.node import DISABLED, SELECTED
from crab_sim.ui.theme import Color

__all__ = [
    "NIGHT", "BackMessage", "Disc", "Dropdown", "Fab", "RoundButton", "app_bar", "confirm", "dialog_buttons", "empty",
    "message_dialog", "search_bar",
]  # fmt: skip

NIGHT: Color = (12, 12, 14)
"""The ground of pages that are dark in every theme, and of the bars around them."""
BackMessage: TypeAlias = tuple[Literal["back"]]
"""Sent by the arrow or cross of an app bar, as by the phone's Back: it is one of `PhoneMessage`."""


class Fab(ui.Widget[ui.Message_co]):
    """A floating button in the page's corner: an icon, with its label beside it if `wide`.

    Args:
        icon: Name of the icon.
        label: The effect in words.
        message: Message that a tap sends.
        rid: Its resource id.
        wide: Whether the label is shown.
    """

    __slots__ = ("icon", "label", "message", "rid", "wide")

    def __init__(self, icon: str, label: str, message: ui.Message_co, rid: str = "", wide: bool = False) -> None:
        self.flex = 0
        self.icon, self.label, self.message, self.rid, self.wide = icon, label, message, rid, wide

    def width(self, theme: ui.Theme) -> int:
        """Returns the button's width."""
        return 56 + (metrics.width(theme.say(self.label), "bold", theme.font) + 16 if self.wide else 0)

    def height(self, theme: ui.Theme, w: int) -> int:
        """Returns the button's height."""
        return 56

    def place(self, scene: ui.Scene[ui.Message_co], x: int, y: int, w: int, h: int) -> None:
        """Draws the button."""
        theme = scene.theme
        scene.ops.append(("shadow", x, y + 2, x + w, y + h + 2, scene.clip, 6))
        scene.round(x, y, w, h, theme.tonal, 16)
        scene.icon(x + 16, y + 16, 24, self.icon, theme.on_tonal)
        if self.wide:
            scene.text(x + 50, y, w - 50, h, theme.say(self.label), theme.on_tonal, theme.font, "bold")
        text, description = (self.label, "") if self.wide else ("", self.label)
        scene.node(x, y, w, h, "button", text, description, self.rid, self.message)


class Disc(ui.Widget):
    """A white icon on a coloured disc."""

    __slots__ = ("color", "icon", "size")

    def __init__(self, icon: str, color: Color, size: int = 40) -> None:
        self.flex, self.icon, self.color, self.size = 0, icon, color, size

    def width(self, theme: ui.Theme) -> int:
        """Returns the disc's diameter."""
        return self.size

    def height(self, theme: ui.Theme, w: int) -> int:
        """Returns the disc's diameter."""
        return self.size

    def place(self, scene: ui.Scene, x: int, y: int, w: int, h: int) -> None:
        """Draws the disc."""
        size = self.size
        top, glyph = y + (h - size) // 2, size // 2
        scene.round(x, top, size, size, self.color, size // 2)
        scene.icon(x + (size - glyph) // 2, top + (size - glyph) // 2, glyph, self.icon, (255, 255, 255))


class Dropdown(ui.Widget[ui.Message_co]):
    """The chosen one of several things, in a frame with an arrow; a tap shows the others.

    Args:
        text: The chosen one's name.
        description: Its meaning.
        message: Sent by a tap, which shows a menu.
        rid: Its resource id.
        flex: Share of the space left over.
    """

    __slots__ = ("description", "message", "rid", "text")

    def __init__(self, text: str, description: str, message: ui.Message_co, rid: str = "", flex: int = 0) -> None:
        self.text, self.description, self.message, self.rid, self.flex = text, description, message, rid, flex

    def width(self, theme: ui.Theme) -> int:
        """Returns the width of a short name with its arrow."""
        return 96

    def height(self, theme: ui.Theme, w: int) -> int:
        """Returns the theme's field height."""
        return theme.field

    def place(self, scene: ui.Scene[ui.Message_co], x: int, y: int, w: int, h: int) -> None:
        """Draws the name, its arrow and their frame."""
        theme = scene.theme
        scene.frame(x, y, w, h, theme.outline, theme.radius)
        ui.Label(self.text, role="").place(scene, x + 10, y, w - 34, h)
        scene.icon(x + w - 24, y + (h - 18) // 2, 18, "chevron_down", theme.muted)
        scene.node(x, y, w, h, "button", self.text, self.description, self.rid, self.message)


class RoundButton(ui.Widget[ui.Message_co]):
    """An icon on a disc with its label below, such as a page's main action or a switch during a call.

    Args:
        icon: The icon's name.
        label: The label; the node's text.
        message: Sent by a tap; None for a disabled button, which is drawn faint.
        rid: Resource id.
        on: Whether it is a switch that is on.
        fill: The disc's colour, with a white icon on it; by default the theme's.
        size: The disc's diameter.
    """

    __slots__ = ("fill", "icon", "label", "message", "on", "rid", "size")

    def __init__(
        self,
        icon: str,
        label: str,
        message: ui.Message_co | None,
        rid: str = "",
        on: bool = False,
        fill: Color | None = None,
        size: int = 52,
    ) -> None:
        self.flex = 1
        self.icon, self.label, self.message, self.rid = icon, label, message, rid
        self.on, self.fill, self.size = on, fill, size

    def width(self, theme: ui.Theme) -> int:
        """Returns the width of disc and label."""
        return max(self.size, metrics.width(theme.say(self.label), "regular", theme.small)) + 8

    def height(self, theme: ui.Theme, w: int) -> int:
        """Returns the height of disc and label."""
        return self.size + 6 + metrics.line_height("regular", theme.small)

    def place(self, scene: ui.Scene[ui.Message_co], x: int, y: int, w: int, h: int) -> None:
        """Draws disc, icon and label in the middle of the button's share of the row."""
        theme, size = scene.theme, self.size
        ground, ink = (theme.accent, theme.on_accent) if self.on else (theme.tonal, theme.on_tonal)
        if self.message is None:
            ground, ink = theme.surface, theme.faint
        elif self.fill is not None:
            ground, ink = self.fill, (255, 255, 255)
        left, glyph = x + (w - size) // 2, size * 6 // 13
        scene.round(left, y, size, size, ground, size // 2)
        scene.icon(left + (size - glyph) // 2, y + (size - glyph) // 2, glyph, self.icon, ink)
        line = metrics.line_height("regular", theme.small)
        label = metrics.ellipsize(theme.say(self.label), "regular", theme.small, w)
        tone = theme.muted if self.message is not None else theme.faint
        scene.text(x, y + size + 6, w, line, label, tone, theme.small, align="center")
        flags = (SELECTED if self.on else 0) | (DISABLED if self.message is None else 0)
        scene.node(x, y, w, size + 6 + line, "button", self.label, "", self.rid, self.message, flags=flags)


_BACK: ui.IconButton[BackMessage] = ui.IconButton("back", "Navigate up", ("back",), tone="text")
_CLOSE: ui.IconButton[BackMessage] = ui.IconButton("close", "Close", ("back",), tone="text")


def app_bar(
    title: str,
    actions: Sequence[ui.Widget[ui.MessageT]] = (),
    close: bool = False,
    rid: str = "",
    verbatim: bool = False,
) -> ui.Row[ui.MessageT | BackMessage]:
    """Returns the bar of a page above another one; its arrow or cross sends ``("back",)``.

    Args:
        title: The page's title.
        actions: Buttons at the bar's end.
        close: Whether a cross replaces the arrow.
        rid: Resource id of the title.
        verbatim: Whether the title is content, such as a person's name.
    """
    label = ui.Label(title, "title", rid=rid, flex=1, verbatim=verbatim)
    return ui.Row([_CLOSE if close else _BACK, label, *actions], gap=8, pad=(8, 8), height=60)


def search_bar(
    field: ui.Field,
    clear: ui.MessageT | None = None,
    pad: tuple[int, int] = (8, 6),
    height: int = 60,
    gap: int = 4,
) -> ui.Row[ui.MessageT | BackMessage]:
    """Returns the bar of a page for searching; its arrow sends ``("back",)``.

    Args:
        field: The field with the words to search for.
        clear: Sent by a cross after the field; None for no cross.
        pad: Pixels around the bar (horizontal, vertical).
        height: Its least height in pixels.
        gap: Pixels between its parts.
    """
    cross = [] if clear is None else [ui.IconButton("close", "Clear", clear)]
    return ui.Row([_BACK, field, *cross], gap, pad, height=height)


def dialog_buttons(
    action: str,
    message: ui.MessageT,
    rid: str = "android:id/button1",
    cancel: ui.MessageT | ToolkitMessage = ("dismiss",),
    enabled: bool = True,
) -> list[ui.Widget[ui.MessageT]]:
    """Returns a dialog's buttons: Cancel, and its action.

    Args:
        action: The action's name.
        message: Sent by the action's button.
        rid: Resource id of that button.
        cancel: Sent by Cancel.
        enabled: Whether the action can be chosen.
    """
    return [
        ui.Button("Cancel", cancel, "text", rid="android:id/button2"),
        ui.Button(action, message, "text", rid=rid, enabled=enabled),
    ]


def confirm(
    title: str, text: str, action: str, message: ui.MessageT, rid: str = "android:id/button1"
) -> ui.Dialog[ui.MessageT]:
    """Returns a dialog that asks before something is lost.

    Args:
        title: The dialog's title.
        text: The question, or the consequences.
        action: The action's name.
        message: Sent by the action's button.
        rid: Resource id of that button.
    """
    return ui.Dialog(title, ui.Label(text, tone="muted", wrap=True), dialog_buttons(action, message, rid))


def message_dialog(title: str, text: str) -> ui.Dialog:
    """Returns a dialog with a message and no choice."""
    button = ui.Button("OK", ("dismiss",), "text", rid="android:id/button1")
    return ui.Dialog(title, ui.Label(text, tone="muted", wrap=True), [button])


class _Illustration(ui.Widget):
    """The illustration of an empty page; it reaches into the space above it."""

    __slots__ = ("name",)

    def __init__(self, icon: str) -> None:
        self.flex, self.name = 0, illustration(icon)

    def height(self, theme: ui.Theme, w: int) -> int:
        """Returns the height of its lower part."""
        return 72

    def place(self, scene: ui.Scene, x: int, y: int, w: int, h: int) -> None:
        """Draws the illustration in the middle, in tints of the accent."""
        scene.icon(x + (w - 124) // 2, y + h + 6 - 124, 124, self.name, scene.theme.accent)


def empty(icon: str, title: str, hint: str = "") -> ui.Widget:
    """Returns the illustration and words of a page that has nothing to list; the icon stands for its things."""
    return ui.Column(
        [
            _Illustration(icon),
            ui.Space(16),
            ui.Label(title, 17, align="center", wrap=True),
            ui.Space(6),
            ui.Label(hint, "small", "muted", align="center", wrap=True),
        ],
        pad=(32, 72),
        flex=1,
    )
