"""The widgets of menus: menu bars, drop-down menus with submenus, context menus.

An application declares its menus as data (`crab_sim.desktop.chrome.menus`) and shows a `MenuBar`. The open menu is
its page's overlay:

    MENUS = (BarMenu("File", (Entry("New", ("new",), "Ctrl+N"), SEPARATOR, Entry("Quit", ("close",), "Ctrl+Q"))),)

    def view(context):
        return View(Column([MenuBar(MENUS, context.page.overlay), ...]), drop_down(MENUS, context.page.overlay))

    def update(context, message):
        if MENUS.has(message):
            handle_menu(context, message, update)  # closes the menu, and calls `update` for the chosen entry
        else:
            ...

    def key(context, name):
        if menu_key(context, MENUS, name, update):
            return True
        ...
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Generic, NamedTuple

from crab_sim.desktop.chrome.menus import BAR_PAD, SEPARATOR, BarMenu, Entry, MenuMessage, OpenMenu, bar_height
from crab_sim.draw import text as metrics
from crab_sim.ui import AnyMessage, AnyOverlay, MessageT, Scene, Theme, Widget
from crab_sim.ui.messages import TOOLKIT, ToolkitMessage
from crab_sim.ui.node import CHECKABLE, CHECKED, DISABLED, SELECTED, ShadeData

__all__ = ["MenuBar", "drop_down", "popup"]

_ROW, _RULE, _EDGE = 28, 9, 6
_LEAST_ROW = 18
_NOTHING: Final[ToolkitMessage] = ("nothing",)


class MenuBar(Widget[MenuMessage[MessageT]], Generic[MessageT]):
    """A row of menu titles.

    Args:
        menus: The menus.
        overlay: The page's overlay, by which the title of the open menu is highlighted.
    """

    __slots__ = ("menus", "overlay")

    def __init__(self, menus: Sequence[BarMenu[MessageT]], overlay: AnyOverlay) -> None:
        self.flex, self.menus, self.overlay = 0, menus, overlay

    def height(self, theme: Theme, w: int) -> int:
        """Returns the bar's height."""
        return bar_height(theme)

    def place(self, scene: Scene[MenuMessage[MessageT]], x: int, y: int, w: int, h: int) -> None:
        """Draws the titles."""
        theme, opened = scene.theme, self.overlay.number if isinstance(self.overlay, OpenMenu) else -1
        scene.fill(x, y, w, h, theme.bar)
        scene.node(x, y, w, h, "toolbar", "", "Menu bar")
        left = x + 4
        for i, menu in enumerate(self.menus):
            width = metrics.width(theme.say(menu.title), "regular", theme.font) + 2 * BAR_PAD
            if i == opened:
                scene.round(left, y + 1, width, h - 2, theme.tonal, 5)
            ink = theme.on_tonal if i == opened else theme.text
            scene.text(left, y, width, h, theme.say(menu.title), ink, theme.font, align="center")
            flags = SELECTED if i == opened else 0
            scene.node(left, y, width, h, "menu", menu.title, message=("menu_open", i, left, y + h), flags=flags)
            left += width


class _DropDown(Widget[MenuMessage[MessageT]], Generic[MessageT]):
    """An open menu, with the submenu of one entry; a click beside them closes them."""

    __slots__ = ("entries", "menu", "popover")

    def __init__(self, entries: Sequence[Entry[MessageT]], menu: OpenMenu, popover: bool = False) -> None:
        self.flex, self.entries, self.menu, self.popover = 0, entries, menu, popover

    def place(self, scene: Scene[MenuMessage[MessageT]], x: int, y: int, w: int, h: int) -> None:
        """Draws the menus; the rectangle is the page's."""
        menu, entries = self.menu, self.entries
        scene.node(x, y, w, h, "other", description="Close menu", message=("dismiss",), data=ShadeData())
        below = entries[menu.opened].entries if 0 <= menu.opened < len(entries) else ()
        if self.popover and below:  # in place of the menu; its first row leads back
            back = entries[menu.opened]
            _list(scene, (back, SEPARATOR, *below), (menu.x, menu.y), (x, y, w, h), menu.lower, -1, True, menu.opened)
            return
        drawn = _list(scene, entries, (menu.x, menu.y), (x, y, w, h), menu.chosen, menu.opened, self.popover)
        if 0 <= menu.opened < len(entries) and entries[menu.opened].entries:
            lower, left = entries[menu.opened].entries, drawn.right - 2
            if left + _width(scene.theme, lower) > x + w:
                left = drawn.left - _width(scene.theme, lower) + 2
            _list(scene, lower, (left, drawn.tops[menu.opened] - _EDGE), (x, y, w, h), menu.lower, -1, self.popover)


def _width(theme: Theme, entries: Sequence[Entry[AnyMessage]]) -> int:
    texts = max([metrics.width(theme.say(entry.text), "regular", theme.font) for entry in entries], default=0)
    keys = max([metrics.width(entry.shortcut, "regular", theme.small) for entry in entries], default=0)
    return 34 + texts + (keys + 28 if keys else 0) + (26 if any([entry.entries for entry in entries]) else 14)


class _Drawn(NamedTuple):
    """The place of a list of entries in pixels: its left and right edge, and the top edge of each entry."""

    left: int
    right: int
    tops: tuple[int, ...]


def _tall(entries: Sequence[Entry[AnyMessage]], shown: Sequence[bool], row: int) -> int:
    heights = [row if entry.text else _RULE for entry, there in zip(entries, shown, strict=True) if there]
    return sum(heights) + 2 * _EDGE


def _fitting(entries: Sequence[Entry[AnyMessage]], row: int, room: int) -> tuple[list[bool], int]:
    """Returns which entries are shown in a list, and the height of each: a long one has lower rows.

    Where even these don't fit, the entries for what the program lacks are left out.

    Args:
        entries: The entries.
        row: The usual height of an entry in pixels.
        room: The greatest height of the list.
    """
    shown = [True] * len(entries)
    if _tall(entries, shown, row) <= room:
        return shown, row
    if _tall(entries, shown, _LEAST_ROW) > room:
        above = ""  # the text of the entry above that is shown last
        for i, entry in enumerate(entries):
            shown[i] = not entry.absent and (bool(entry.text) or bool(above))
            if shown[i]:
                above = entry.text
    count = sum([there and bool(entry.text) for entry, there in zip(entries, shown, strict=True)])
    rules = sum(shown) - count
    return shown, min(row, max(_LEAST_ROW, (room - 2 * _EDGE - rules * _RULE) // max(1, count)))


def _list(
    scene: Scene[MenuMessage[MessageT]],
    entries: Sequence[Entry[MessageT]],
    at: tuple[int, int],
    page: tuple[int, int, int, int],
    chosen: int,
    opened: int,
    popover: bool,
    first: int = 0,
) -> _Drawn:
    """Draws one list of entries, whose numbers begin with `first`, and returns its place."""
    theme, (x, y, w, h) = scene.theme, page
    shown, row = _fitting(entries, _ROW * theme.font // 14, h - 8)
    tall = _tall(entries, shown, row)
    width = min(w - 8, max(150, _width(theme, entries)))
    left = max(x + 4, min(at[0], x + w - width - 4))
    top = max(y + 2, min(at[1], y + h - tall - 4))
    scene.ops.append(("shadow", left, top, left + width, top + tall, scene.clip, 8))
    scene.round(left, top, width, tall, theme.raised, 8)
    scene.frame(left, top, width, tall, theme.outline, 8)
    scene.node(left, top, width, tall, "other" if popover else "menu", message=_NOTHING)
    tops, above = [], top + _EDGE
    for i, entry in enumerate(entries):
        tops.append(above)
        if not shown[i]:
            continue
        if entry.text:
            _entry(scene, entry, (left, above, width, row), i in (chosen, opened), i + first, popover)
            above += row
        else:
            scene.fill(left + 8, above + _RULE // 2, width - 16, 1, theme.outline)
            above += _RULE
    return _Drawn(left, left + width, tuple(tops))


def _entry(
    scene: Scene[MenuMessage[MessageT]],
    entry: Entry[MessageT],
    box: tuple[int, int, int, int],
    lit: bool,
    number: int,
    popover: bool,
) -> None:
    theme, (x, y, w, h) = scene.theme, box
    ink = theme.text if entry.enabled else theme.faint
    if lit and entry.enabled:
        scene.round(x + 4, y, w - 8, h, theme.tonal, 5)
    if entry.checked:
        scene.icon(x + 12, y + (h - 14) // 2, 14, "check", ink)
    scene.text(x + 34, y, w - 48, h, theme.say(entry.text), ink, theme.font)
    if entry.entries:
        scene.icon(x + w - 22, y + (h - 12) // 2, 12, "chevron_right", ink)
    elif entry.shortcut:
        tone = theme.muted if entry.enabled else theme.faint
        scene.text(x + 34, y, w - 48, h, entry.shortcut, tone, theme.small, align="right")
    flags = 0 if entry.checked is None else CHECKABLE | (CHECKED if entry.checked else 0)
    message: MenuMessage[MessageT] | ToolkitMessage
    if not entry.enabled:
        message, flags = _NOTHING, flags | DISABLED
    elif entry.entries:
        message = ("menu_submenu", number)
    elif TOOLKIT.has(entry.message):
        message = ("dismiss",)
    else:
        message = ("menu_choose", entry.message)
    role = "menu_item" if not popover else "button" if entry.checked is None else "checkbox"
    scene.node(x, y, w, h, role, entry.text, entry.shortcut, message=message, flags=flags)


def drop_down(menus: Sequence[BarMenu[MessageT]], overlay: AnyOverlay) -> Widget[MenuMessage[MessageT]] | None:
    """Returns the open menu of a menu bar, None if none is open.

    Args:
        menus: The bar's menus.
        overlay: The page's overlay.
    """
    if isinstance(overlay, OpenMenu) and 0 <= overlay.number < len(menus):
        return _DropDown(menus[overlay.number].entries, overlay)
    return None


def popup(
    entries: Sequence[Entry[MessageT]], overlay: AnyOverlay, popover: bool = False
) -> Widget[MenuMessage[MessageT]] | None:
    """Returns the context menu that `open_popup` of `crab_sim.desktop.chrome.menus` has opened, else None.

    Args:
        entries: Its entries.
        overlay: The page's overlay.
        popover: Whether its entries are buttons and check boxes, as in GTK's popovers.
    """
    return _DropDown(entries, overlay, popover) if isinstance(overlay, OpenMenu) and overlay.number == -1 else None
