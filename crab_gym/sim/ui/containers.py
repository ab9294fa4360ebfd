"""Containers: `Column`, `Row`, `Grid`, `Scroll` and its `Later` rows, `Box`; above a page: `Dialog` and `Menu`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from crab_gym.sim.draw import text as metrics
from crab_gym.sim.ui.scene import CHECKABLE, CHECKED, SCROLLABLE, AnyMessage, Scene
from crab_gym.sim.ui.theme import Theme
from crab_gym.sim.ui.widgets import Button, Label, Tone, Widget, color_of

__all__ = ["Box", "Column", "Dialog", "Grid", "Item", "Later", "Menu", "Row", "Scroll"]


def _gaps(gap: int, between: Sequence[Any]) -> int:
    """Returns the pixels of all gaps between some things."""
    return gap * (len(between) - 1) if between else 0


class Column(Widget):
    """Children below one another, each as wide as the column.

    Args:
        children: The widgets.
        gap: Pixels between them.
        pad: Pixels around all of them (horizontal, vertical).
        background: Tone to fill with.
        flex: Share of the space left over.
    """

    __slots__ = ("background", "children", "gap", "measured", "pad")

    def __init__(
        self,
        children: Sequence[Widget],
        gap: int = 0,
        pad: tuple[int, int] = (0, 0),
        background: Tone = "",
        flex: int = 0,
    ) -> None:
        self.children, self.gap, self.pad, self.background, self.flex = children, gap, pad, background, flex
        self.measured: tuple[int, list[int]] | None = None  # the children's heights at a width, from height for place

    def width(self, theme: Theme) -> int:
        """Returns the widest child's width."""
        return max((child.width(theme) for child in self.children), default=0) + 2 * self.pad[0]

    def height(self, theme: Theme, w: int) -> int:
        """Returns the sum of the heights."""
        w -= 2 * self.pad[0]
        if self.measured is None or self.measured[0] != w:
            self.measured = (w, [child.height(theme, w) for child in self.children])
        return sum(self.measured[1]) + _gaps(self.gap, self.children) + 2 * self.pad[1]

    def place(self, scene: Scene, x: int, y: int, w: int, h: int) -> None:
        """Places the children; those with flex share the height left over."""
        if self.background:
            scene.fill(x, y, w, h, color_of(scene.theme, self.background))
        pad_x, pad_y = self.pad
        x, y, w, h = x + pad_x, y + pad_y, w - 2 * pad_x, h - 2 * pad_y
        theme, children = scene.theme, self.children
        flex = sum([child.flex for child in children])
        if self.measured is not None and self.measured[0] == w:
            heights = self.measured[1]
            if flex:
                heights = [0 if child.flex else height for child, height in zip(children, heights, strict=True)]
        else:
            heights = [0 if child.flex else child.height(theme, w) for child in children]
        left = max(0, h - sum(heights) - _gaps(self.gap, children)) if flex else 0
        low, high = scene.around()
        for child, height in zip(children, heights, strict=True):
            if child.flex:
                height = left * child.flex // flex
            if y < high and (y + height > low or child.flex):  # one with flex may be higher than its share
                child.place(scene, x, y, w, height)
            y += height + self.gap


class Row(Widget):
    """Children beside one another, vertically centred; arguments as for `Column`, with a least `height_`."""

    __slots__ = ("background", "children", "gap", "height_", "measured", "pad")

    def __init__(
        self,
        children: Sequence[Widget],
        gap: int = 0,
        pad: tuple[int, int] = (0, 0),
        background: Tone = "",
        height: int = 0,
        flex: int = 0,
    ) -> None:
        self.children, self.gap, self.pad, self.background = children, gap, pad, background
        self.height_, self.flex = height, flex
        self.measured: tuple[int, list[int]] | None = None  # the children's widths at a width, for height and place

    def width(self, theme: Theme) -> int:
        """Returns the sum of the widths."""
        return sum([child.width(theme) for child in self.children]) + _gaps(self.gap, self.children) + 2 * self.pad[0]

    def _widths(self, theme: Theme, w: int) -> list[int]:
        if self.measured is not None and self.measured[0] == w:
            return self.measured[1]
        widths = [0 if child.flex else child.width(theme) for child in self.children]
        flex = sum([child.flex for child in self.children])
        if flex:
            left = max(0, w - sum(widths) - _gaps(self.gap, widths))
            widths = [
                left * child.flex // flex if child.flex else width
                for child, width in zip(self.children, widths, strict=True)
            ]
        self.measured = (w, widths)
        return widths

    def height(self, theme: Theme, w: int) -> int:
        """Returns the tallest child's height."""
        widths = self._widths(theme, w - 2 * self.pad[0])
        tallest = max([c.height(theme, cw) for c, cw in zip(self.children, widths, strict=True)], default=0)
        return max(self.height_, tallest + 2 * self.pad[1])

    def place(self, scene: Scene, x: int, y: int, w: int, h: int) -> None:
        """Places the children; those with flex share the width left over."""
        if self.background:
            scene.fill(x, y, w, h, color_of(scene.theme, self.background))
        pad_x, pad_y = self.pad
        x, y, w, h = x + pad_x, y + pad_y, w - 2 * pad_x, h - 2 * pad_y
        for child, width in zip(self.children, self._widths(scene.theme, w), strict=True):
            child.place(scene, x, y, width, h)
            x += width + self.gap


class Grid(Widget):
    """Children in rows of `columns` equal cells, each `cell` pixels high."""

    __slots__ = ("cell", "children", "columns", "gap", "pad")

    def __init__(
        self,
        children: Sequence[Widget],
        columns: int,
        cell: int,
        gap: int = 0,
        pad: tuple[int, int] = (0, 0),
        flex: int = 0,
    ) -> None:
        self.children, self.columns, self.cell, self.gap, self.pad, self.flex = children, columns, cell, gap, pad, flex

    def width(self, theme: Theme) -> int:
        """Returns the width of its widest possible row."""
        return self.columns * max((child.width(theme) for child in self.children), default=0) + 2 * self.pad[0]

    def height(self, theme: Theme, w: int) -> int:
        """Returns the height of all rows."""
        rows = -(-len(self.children) // self.columns)
        return rows * self.cell + max(0, rows - 1) * self.gap + 2 * self.pad[1]

    def place(self, scene: Scene, x: int, y: int, w: int, h: int) -> None:
        """Places the cells row by row."""
        pad_x, pad_y = self.pad
        width = (w - 2 * pad_x - self.gap * (self.columns - 1)) // self.columns
        low, high = scene.around()
        for i, child in enumerate(self.children):
            row, column = divmod(i, self.columns)
            top = y + pad_y + row * (self.cell + self.gap)
            if top < high and top + self.cell > low:
                child.place(scene, x + pad_x + column * (width + self.gap), top, width, self.cell)


class Box(Widget):
    """One child on a rounded ground of its own, such as a card or a chat bubble.

    Args:
        child: What is on it.
        background: Tone of the ground.
        pad: Pixels between its edge and the child (horizontal, vertical).
        radius: Of its corners.
        margin: Pixels outside it (left, top, right, bottom).
        message: Sent by a tap.
        long_message: Sent by a long tap or right click.
        text: Text of its node, where it has one.
        description: Description of its node.
        rid: Resource id of its node.
        role: Role of its node.
        outline: Tone of a line around it.
        flex: Share of the space left over.
        swipe_message: Sent by a finger that moves sideways over it, with the step added: 1 for what is to the right
            (the finger moves left), -1 for what is to the left.
    """

    __slots__ = (
        "background", "child", "description", "long_message", "margin", "message", "outline", "pad", "radius", "rid",
        "role", "swipe_message", "text",
    )  # fmt: skip

    def __init__(
        self,
        child: Widget,
        background: Tone = "surface",
        pad: tuple[int, int] = (12, 8),
        radius: int = 12,
        margin: tuple[int, int, int, int] = (0, 0, 0, 0),
        message: AnyMessage | None = None,
        long_message: AnyMessage | None = None,
        text: str = "",
        description: str = "",
        rid: str = "",
        role: str = "other",
        outline: Tone = "",
        flex: int = 0,
        swipe_message: AnyMessage | None = None,
    ) -> None:
        self.child, self.background, self.pad, self.radius, self.margin = child, background, pad, radius, margin
        self.message, self.long_message, self.text, self.description = message, long_message, text, description
        self.rid, self.role, self.outline, self.flex = rid, role, outline, flex
        self.swipe_message = swipe_message

    def width(self, theme: Theme) -> int:
        """Returns the child's width and what is around it."""
        return self.child.width(theme) + 2 * self.pad[0] + self.margin[0] + self.margin[2]

    def height(self, theme: Theme, w: int) -> int:
        """Returns the child's height and what is around it."""
        inner = w - 2 * self.pad[0] - self.margin[0] - self.margin[2]
        return self.child.height(theme, inner) + 2 * self.pad[1] + self.margin[1] + self.margin[3]

    def place(self, scene: Scene, x: int, y: int, w: int, h: int) -> None:
        """Draws the ground, then the child on it."""
        left, top, right, bottom = self.margin
        x, y, w, h = x + left, y + top, w - left - right, h - top - bottom
        if self.background:
            scene.round(x, y, w, h, color_of(scene.theme, self.background), self.radius)
        if self.outline:
            scene.frame(x, y, w, h, color_of(scene.theme, self.outline), self.radius)
        if self.message or self.long_message or self.text or self.description or self.swipe_message:
            data = ("swipe", self.swipe_message) if self.swipe_message else None
            scene.node(
                x, y, w, h, self.role, self.text, self.description, self.rid, self.message, self.long_message,
                data=data,
            )  # fmt: skip
        self.child.place(scene, x + self.pad[0], y + self.pad[1], w - 2 * self.pad[0], h - 2 * self.pad[1])


class Scroll(Widget):
    """A list that scrolls: only children in view are placed, so its cost follows what is seen.

    Args:
        key: Names its offset in ``Page.scroll``.
        children: The rows.
        gap: Pixels between them.
        pad: Pixels around all of them (horizontal, vertical).
        end: Starts at its end and stays there, and at the bottom where it is short, as a conversation does.
        rid: Resource id.
        flex: Share of the space left over.
        swipe_message: Sent by a finger that moves sideways, with the step added; see `Box`.
    """

    __slots__ = ("children", "end", "gap", "key", "pad", "rid", "swipe_message")

    def __init__(
        self,
        key: str,
        children: Sequence[Widget],
        gap: int = 0,
        pad: tuple[int, int] = (0, 0),
        end: bool = False,
        rid: str = "",
        flex: int = 1,
        swipe_message: AnyMessage | None = None,
    ) -> None:
        self.key, self.children, self.gap, self.pad, self.end, self.rid = key, children, gap, pad, end, rid
        self.flex, self.swipe_message = flex, swipe_message

    def height(self, theme: Theme, w: int) -> int:
        """Returns the height of the whole content."""
        w -= 2 * self.pad[0]
        heights = [child.height(theme, w) for child in self.children]
        return sum(heights) + _gaps(self.gap, heights) + 2 * self.pad[1]

    def width(self, theme: Theme) -> int:
        """Returns the widest child's width."""
        return max((child.width(theme) for child in self.children), default=0) + 2 * self.pad[0]

    def place(self, scene: Scene, x: int, y: int, w: int, h: int) -> None:
        """Places the children that are in view, and a scroll bar where there is more."""
        theme, outer = scene.theme, scene.clip
        clip = (max(outer[0], x), max(outer[1], y), min(outer[2], x + w), min(outer[3], y + h))
        if clip[0] >= clip[2] or clip[1] >= clip[3]:
            return
        inner_w, gap = w - 2 * self.pad[0], self.gap
        heights = [child.height(theme, inner_w) for child in self.children]
        total = sum(heights) + _gaps(gap, heights) + 2 * self.pad[1]
        most = max(0, total - h)
        offset = scene.page.scroll.get(self.key)
        if offset is None:
            offset = most if self.end else 0
        offset = min(offset, most)
        flags = SCROLLABLE if most else 0
        scene.clip = clip
        data = ("scroll", self.key, offset, most, self.swipe_message)
        scene.node(x, y, w, h, "list", rid=self.rid, flags=flags, data=data)
        left, top, bottom = x + self.pad[0], y - offset + self.pad[1], y + h
        if self.end:
            top += max(0, h - total)
        low, high = scene.around()
        bottom = min(bottom, high)
        for child, height in zip(self.children, heights, strict=True):
            if top + height > y:
                if top >= bottom:
                    break
                if top + height > low:
                    child.place(scene, left, top, inner_w, height)
            top += height + gap
        if most:
            bar = max(24, h * h // total)
            scene.round(x + w - 5, y + (h - bar) * offset // most, 4, bar, theme.faint, 2)
        scene.clip = outer


class Later(Widget):
    """A row of a long list that is made when it is placed: only where it is in view.

    Args:
        height: Of the row: ``"row"`` or ``"row2"`` of the theme, as a `Tile` without or with a subtitle, or pixels.
        make: Makes the row, of that height.
        args: What it is called with.
    """

    __slots__ = ("args", "high", "make")

    def __init__(self, height: int | str, make: Callable[..., Widget], *args: Any) -> None:
        self.flex, self.high, self.make, self.args = 0, height, make, args

    def width(self, theme: Theme) -> int:
        """Returns the row's natural width."""
        return self.make(*self.args).width(theme)

    def height(self, theme: Theme, w: int) -> int:
        """Returns the row's height."""
        height: int = getattr(theme, self.high) if isinstance(self.high, str) else self.high
        return height

    def place(self, scene: Scene, x: int, y: int, w: int, h: int) -> None:
        """Makes the row and draws it."""
        self.make(*self.args).place(scene, x, y, w, h)


class Item(NamedTuple):
    """One entry of a `Menu`."""

    text: str
    message: AnyMessage
    icon: str = ""
    checked: bool | None = None
    enabled: bool = True


class Menu(Widget):
    """A pop-up menu whose corner is near a point (pixels), kept inside the page; a tap beside it closes it."""

    __slots__ = ("at", "items", "least")

    def __init__(self, items: Sequence[Item], at: tuple[int, int], least: int = 160) -> None:
        self.flex = 0
        self.items, self.at, self.least = items, at, least

    def place(self, scene: Scene, x: int, y: int, w: int, h: int) -> None:
        """Draws the menu; the rectangle is the page it must stay in."""
        theme = scene.theme
        scene.node(x, y, w, h, "other", description="Close menu", message=("dismiss",), data=("shade",))
        row = theme.row * 4 // 5
        text_w = max(metrics.width(item.text, "regular", theme.font) for item in self.items)
        lead = theme.icon + 10 if any(item.icon or item.checked is not None for item in self.items) else 0
        width = min(w - 8, max(self.least, text_w + lead + 2 * theme.pad))
        height = min(row * len(self.items) + 12, h - 8)
        left = max(x + 4, min(self.at[0], x + w - width - 4))
        top = max(y + 4, min(self.at[1], y + h - height - 4))
        scene.ops.append(("shadow", left, top, left + width, top + height, scene.clip, 8))
        scene.round(left, top, width, height, theme.raised, 8)
        scene.frame(left, top, width, height, theme.outline, 8)
        scene.node(left, top, width, height, "menu", message=("nothing",))
        rows: list[Widget] = [_MenuRow(item, row, lead) for item in self.items]
        if row * len(rows) + 12 > height:
            Scroll("menu", rows).place(scene, left, top + 6, width, height - 12)
        else:
            for i, entry in enumerate(rows):
                entry.place(scene, left, top + 6 + i * row, width, row)


class _MenuRow(Widget):
    """One entry of a menu as a widget; `lead` pixels are kept for icons."""

    __slots__ = ("item", "lead", "row")

    def __init__(self, item: Item, row: int, lead: int) -> None:
        self.flex, self.item, self.row, self.lead = 0, item, row, lead

    def height(self, theme: Theme, w: int) -> int:
        """Returns the entry's height."""
        return self.row

    def place(self, scene: Scene, x: int, y: int, w: int, h: int) -> None:
        """Draws the entry."""
        theme, item = scene.theme, self.item
        ink = theme.text if item.enabled else theme.faint
        icon = item.icon or ("check" if item.checked else "")
        if icon:
            scene.icon(x + theme.pad, y + (h - theme.icon) // 2, theme.icon, icon, ink)
        scene.text(x + theme.pad + self.lead, y, w - self.lead - theme.pad, h, item.text, ink, theme.font)
        flags = 0 if item.checked is None else CHECKABLE | (CHECKED if item.checked else 0)
        message = item.message if item.enabled else None
        scene.node(x, y, w, h, "menu_item", item.text, message=message, flags=flags)


class Dialog(Widget):
    """A dialog in the middle of the page: title, body, buttons; a tap beside it sends `dismiss`."""

    __slots__ = ("actions", "body", "dismiss", "most", "title")

    def __init__(
        self,
        title: str,
        body: Widget,
        actions: Sequence[Button],
        most: int = 420,
        dismiss: AnyMessage = ("dismiss",),
    ) -> None:
        self.flex = 0
        self.title, self.body, self.actions, self.most, self.dismiss = title, body, actions, most, dismiss

    def place(self, scene: Scene, x: int, y: int, w: int, h: int) -> None:
        """Draws the dialog; the rectangle is the page that it darkens."""
        theme = scene.theme
        scene.ops.append(("shade", x, y, x + w, y + h, scene.clip, (0, 0, 0), 110))
        scene.node(x, y, w, h, "other", description="Close dialog", message=self.dismiss, data=("shade",))
        pad = theme.pad + 6
        width = min(w - 32, self.most)
        inner = width - 2 * pad
        title = Label(self.title, "title", font="bold", wrap=True)
        title_h = title.height(theme, inner)
        chrome = title_h + theme.button + 2 * pad + 28
        body_h = min(self.body.height(theme, inner), h - 32 - chrome)
        height = body_h + chrome
        left, top = x + (w - width) // 2, y + max(16, (h - height) // 2)
        scene.ops.append(("shadow", left, top, left + width, top + height, scene.clip, 12))
        scene.round(left, top, width, height, theme.raised, 16)
        scene.node(left, top, width, height, "dialog", self.title, message=("nothing",))
        title.place(scene, left + pad, top + pad, inner, title_h)
        self.body.place(scene, left + pad, top + pad + title_h + 12, inner, body_h)
        right, row = left + width - pad, top + height - pad - theme.button
        for button in reversed(self.actions):
            button_w = button.width(theme)
            right -= button_w
            button.place(scene, right, row, button_w, theme.button)
            right -= 8
