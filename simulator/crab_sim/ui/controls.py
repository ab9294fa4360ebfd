"""Controls: `Button`, `IconButton`, `Toggle`, `Slider`, and `Tile`, the row of a list."""

from __future__ import annotations

from typing import Literal

from crab_sim.draw import text as metrics
from crab_sim.ui.messages import Message_co, ToolkitMessage
from crab_sim.ui.node import CHECKABLE, CHECKED, DISABLED, SELECTED, SliderData
from crab_sim.ui.scene import Scene, Verbatim
from crab_sim.ui.theme import Color, Theme
from crab_sim.ui.widgets import Tone, Widget, color_of

__all__ = ["Button", "IconButton", "Slider", "Tile", "Toggle"]

ButtonStyle = Literal["filled", "tonal", "outlined", "danger", "text"]

ToggleKind = Literal["switch", "checkbox", "radio"]


class Button(Widget[Message_co]):
    """A button with a text and perhaps an icon.

    Args:
        text: Its text.
        message: Sent by a tap.
        style: ``"filled"``, ``"tonal"``, ``"outlined"``, ``"danger"`` or ``"text"``.
        icon: Icon before the text.
        rid: Resource id.
        enabled: A disabled button is drawn faint and ignores taps.
        flex: Share of the space left over.
        selected: Drawn filled in any style, such as the chosen one of a group.
    """

    __slots__ = ("enabled", "icon", "message", "rid", "selected", "style", "text")

    def __init__(
        self,
        text: str,
        message: Message_co | ToolkitMessage,
        style: ButtonStyle = "filled",
        icon: str = "",
        rid: str = "",
        enabled: bool = True,
        flex: int = 0,
        selected: bool = False,
    ) -> None:
        self.text, self.message, self.style, self.icon, self.rid = text, message, style, icon, rid
        self.enabled, self.flex, self.selected = enabled, flex, selected

    def width(self, theme: Theme) -> int:
        """Returns the width of icon, text and padding."""
        icon = theme.icon + 6 if self.icon else 0
        return metrics.width(theme.say(self.text), theme.face("bold"), theme.font - 1) + icon + 2 * theme.pad

    def height(self, theme: Theme, w: int) -> int:
        """Returns the theme's button height."""
        return theme.button

    def _colors(self, theme: Theme) -> tuple[Color | None, Color]:
        """Returns the ground (None for none) and the ink."""
        if not self.enabled:
            return (theme.surface if self.style in ("filled", "tonal") else None), theme.faint
        if self.selected or self.style == "filled":
            return theme.accent, theme.on_accent
        if self.style == "tonal":
            return theme.tonal, theme.on_tonal
        return None, theme.danger if self.style == "danger" else theme.accent

    def place(self, scene: Scene[Message_co], x: int, y: int, w: int, h: int) -> None:
        """Draws the button."""
        y += (h - scene.theme.button) // 2
        h = scene.theme.button
        if scene.drawn:
            self._place_face(scene, x, y, w, h)
        flags = (0 if self.enabled else DISABLED) | (SELECTED if self.selected else 0)
        message = self.message if self.enabled else None
        scene.node(x, y, w, h, "button", self.text, rid=self.rid, message=message, flags=flags)

    def _place_face(self, scene: Scene[Message_co], x: int, y: int, w: int, h: int) -> None:
        theme = scene.theme
        fill, ink = self._colors(theme)
        if fill:
            scene.round(x, y, w, h, fill, theme.radius)
        elif self.style != "text":
            scene.frame(x, y, w, h, theme.outline, theme.radius)
        size = theme.font - 1
        icon = theme.icon + 6 if self.icon else 0
        text = metrics.ellipsize(theme.say(self.text), theme.face("bold"), size, w - icon - 8)
        left = x + max(4, (w - icon - metrics.width(text, theme.face("bold"), size)) // 2)
        if self.icon:
            scene.icon(left, y + (h - theme.icon) // 2, theme.icon, self.icon, ink)
        scene.text(left + icon, y, x + w - left - icon, h, text, ink, size, "bold")


class IconButton(Widget[Message_co]):
    """A button that is only an icon; its `description` names its effect.

    Args:
        icon: Name of the icon.
        description: The effect, for people who see no icons.
        message: Message that a tap sends.
        rid: Its resource id.
        tone: Colour of the icon.
        background: Colour of the disc behind it; ``""`` for none.
        size: Side of the icon in pixels; 0 for the theme's.
    """

    __slots__ = ("background", "description", "icon", "message", "rid", "size", "tone")

    def __init__(
        self,
        icon: str,
        description: str,
        message: Message_co | ToolkitMessage,
        rid: str = "",
        tone: Tone = "muted",
        background: Tone = "",
        size: int = 0,
    ) -> None:
        self.flex = 0
        self.icon, self.description, self.message, self.rid = icon, description, message, rid
        self.tone, self.background, self.size = tone, background, size

    def width(self, theme: Theme) -> int:
        """Returns the touch area's side."""
        return self.size or theme.icon + 16

    def height(self, theme: Theme, w: int) -> int:
        """Returns the touch area's side."""
        return self.size or theme.icon + 16

    def place(self, scene: Scene[Message_co], x: int, y: int, w: int, h: int) -> None:
        """Draws the icon in the middle of its touch area."""
        theme = scene.theme
        side = self.size or theme.icon + 16
        x, y = x + (w - side) // 2, y + (h - side) // 2
        if scene.drawn:
            if self.background:
                scene.round(x, y, side, side, color_of(theme, self.background), side // 3)
            glyph = theme.icon if side < 2 * theme.icon + 16 else side // 2
            scene.icon(x + (side - glyph) // 2, y + (side - glyph) // 2, glyph, self.icon, color_of(theme, self.tone))
        scene.node(x, y, side, side, "button", "", self.description, self.rid, self.message)


class Toggle(Widget[Message_co]):
    """A switch, checkbox or radio button.

    Args:
        kind: Which of the three.
        on: Whether it is on.
        message: Sent by a tap; None where its row handles taps (then it makes no node either).
        description: The thing that it switches.
        rid: Resource id.
        verbatim: Whether the description is content, the same in every language.
    """

    __slots__ = ("description", "kind", "message", "on", "rid", "verbatim")

    def __init__(
        self,
        kind: ToggleKind,
        on: bool,
        message: Message_co | ToolkitMessage | None = None,
        description: str = "",
        rid: str = "",
        verbatim: bool = False,
    ) -> None:
        self.flex = 0
        self.kind, self.on, self.message, self.description, self.rid = kind, on, message, description, rid
        self.verbatim = verbatim

    def width(self, theme: Theme) -> int:
        """Returns the width of the touch area."""
        return (theme.icon * 2 if self.kind == "switch" else theme.icon) + 8

    def height(self, theme: Theme, w: int) -> int:
        """Returns the height of the touch area."""
        return theme.icon + 8

    def place(self, scene: Scene[Message_co], x: int, y: int, w: int, h: int) -> None:
        """Draws the control."""
        if self.message is None and not scene.drawn:
            return
        theme = scene.theme
        full_w, full_h = self.width(theme), theme.icon + 8
        x, y = x + (w - full_w) // 2, y + (h - full_h) // 2
        left, top, size = x + 4, y + 4, theme.icon
        if self.kind == "switch":
            track = 2 * size - 4
            scene.round(left, top, track, size, theme.accent if self.on else theme.faint, size // 2)
            knob = size - 6
            offset = track - knob - 3 if self.on else 3
            scene.round(left + offset, top + 3, knob, knob, theme.on_accent if self.on else theme.raised, knob // 2)
        else:
            off, on = ("checkbox_off", "checkbox_on") if self.kind == "checkbox" else ("circle", "radio_on")
            scene.icon(left, top, size, on if self.on else off, theme.accent if self.on else theme.muted)
        if self.message is not None:
            flags = CHECKABLE | (CHECKED if self.on else 0)
            scene.node(
                x, y, full_w, full_h, self.kind, "", self.description, self.rid, self.message, flags=flags,
                verbatim="description" if self.verbatim else "",
            )  # fmt: skip


class Slider(Widget[Message_co]):
    """A slider from 0 to 1; a tap or drag sends its `message` with the new value in place of the last part.

    Args:
        value: The place of the knob, from 0 to 1.
        message: The message with a value as its last part, such as the present one.
        description: The value's name.
        rid: Its resource id.
        flex: Share of the space that is left in a row.
    """

    __slots__ = ("description", "message", "rid", "value")

    def __init__(self, value: float, message: Message_co, description: str = "", rid: str = "", flex: int = 1) -> None:
        self.value, self.message, self.description, self.rid, self.flex = value, message, description, rid, flex

    def width(self, theme: Theme) -> int:
        """Returns a usable least width."""
        return 120

    def height(self, theme: Theme, w: int) -> int:
        """Returns the height of the touch area."""
        return theme.icon + 16

    def place(self, scene: Scene[Message_co], x: int, y: int, w: int, h: int) -> None:
        """Draws track, filled part and knob."""
        theme = scene.theme
        middle, knob = y + h // 2, theme.icon - 4
        span = w - knob
        at = x + round(span * self.value)
        scene.round(x, middle - 3, w, 6, theme.faint, 3)
        scene.round(x, middle - 3, max(6, at - x + knob // 2), 6, theme.accent, 3)
        scene.round(at, middle - knob // 2, knob, knob, theme.accent, knob // 2)
        shown = f"{round(self.value * 100)}%"
        data = SliderData(x + knob // 2, max(1, span))
        scene.node(x, y, w, h, "slider", shown, self.description, self.rid, self.message, data=data)


class Tile(Widget[Message_co]):
    """A row of a list: something leading, a title, perhaps a subtitle, something trailing.

    Args:
        title: First line.
        message: Sent by a tap.
        subtitle: Second line; it is the node's description.
        leading: Widget before the text.
        trailing: Widget after it; a `Toggle` without a message, here or before the text, shares the row's node.
        long_message: Sent by a long tap or right click.
        double_message: Sent by a double click.
        rid: Resource id.
        selected: Drawn on the selection's colour.
        strong: Title in bold, such as an unread message.
        struck: Title crossed out, such as a finished entry.
        enabled: Whether it can be tapped.
        role: Role of its node.
        verbatim: What of it is content, the same in every language: its title (``"text"``), its subtitle
            (``"description"``), or both (``"all"``).
    """

    __slots__ = (
        "double_message", "enabled", "leading", "long_message", "message", "rid", "role", "selected", "strong",
        "struck", "subtitle", "title", "trailing", "verbatim",
    )  # fmt: skip

    def __init__(
        self,
        title: str,
        message: Message_co | ToolkitMessage | None = None,
        subtitle: str = "",
        leading: Widget[Message_co] | None = None,
        trailing: Widget[Message_co] | None = None,
        long_message: Message_co | ToolkitMessage | None = None,
        double_message: Message_co | ToolkitMessage | None = None,
        rid: str = "",
        selected: bool = False,
        strong: bool = False,
        struck: bool = False,
        enabled: bool = True,
        role: str = "list_item",
        verbatim: Verbatim = "",
    ) -> None:
        self.flex = 0
        self.title, self.message, self.subtitle = title, message, subtitle
        self.leading, self.trailing = leading, trailing
        self.long_message, self.double_message, self.rid, self.role = long_message, double_message, rid, role
        self.selected, self.strong, self.struck, self.enabled = selected, strong, struck, enabled
        self.verbatim = verbatim

    def _title(self, theme: Theme) -> str:
        if theme.words is None or self.verbatim in ("text", "all"):
            return self.title
        return theme.words.say(self.title)

    def width(self, theme: Theme) -> int:
        """Returns a width that shows all of the title."""
        width = metrics.width(self._title(theme), theme.face("regular"), theme.font) + 2 * theme.pad
        for side in (self.leading, self.trailing):
            if side is not None:
                width += side.width(theme) + theme.pad
        return width

    def height(self, theme: Theme, w: int) -> int:
        """Returns the theme's height of a row with one or two lines."""
        return theme.row2 if self.subtitle else theme.row

    def place(self, scene: Scene[Message_co], x: int, y: int, w: int, h: int) -> None:
        """Draws the row; its node comes before those of its trailing widget."""
        theme = scene.theme
        flags = (SELECTED if self.selected else 0) | (0 if self.enabled else DISABLED)
        trailing = self.trailing
        for toggle in (self.leading, trailing):
            if isinstance(toggle, Toggle) and toggle.message is None:
                flags |= CHECKABLE | (CHECKED if toggle.on else 0)
        message = self.message if self.enabled else None
        scene.node(
            x, y, w, h, self.role, self.title, self.subtitle, self.rid,
            message, self.long_message, self.double_message, flags, verbatim=self.verbatim,
        )  # fmt: skip
        if self.selected:
            scene.round(x, y, w, h, theme.selection, min(theme.radius, 8))
        left, right = x + theme.pad, x + w - theme.pad
        if self.leading is not None:
            size = self.leading.width(theme)
            self.leading.place(scene, left, y, size, h)
            left += size + theme.pad
        if trailing is not None:
            size = trailing.width(theme)
            right -= size
            trailing.place(scene, right, y, size, h)
            right -= 8
        if scene.drawn:
            self._place_text(scene, left, y, right - left, h)

    def _place_text(self, scene: Scene[Message_co], x: int, y: int, w: int, h: int) -> None:
        theme = scene.theme
        font, plain = theme.face("bold" if self.strong else "regular"), theme.face("regular")
        ink = theme.text if self.enabled and not self.struck else theme.muted
        title = metrics.ellipsize(self._title(theme), font, theme.font, w)
        first = h
        if self.subtitle:
            first = metrics.line_height(font, theme.font)
            second = metrics.line_height(plain, theme.small)
            y += (h - first - second - 2) // 2
            said = self.subtitle if self.verbatim in ("description", "all") else theme.say(self.subtitle)
            subtitle = metrics.ellipsize(said, plain, theme.small, w)
            scene.text(x, y + first + 2, w, second, subtitle, theme.muted, theme.small)
        scene.text(x, y, w, first, title, ink, theme.font, font)
        if self.struck:
            scene.fill(x, y + first // 2 + 1, metrics.width(title, font, theme.font), 1, ink)
