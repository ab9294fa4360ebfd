"""Menus as data, and their use by mouse and keyboard; their widgets are in `menu_bar`.

* `Entry`, `SEPARATOR`, `BarMenu` - the menus of an application. `absent` - entries for what it lacks.
* `OpenMenu` - the open menu, as its page's overlay.
* `open_popup`, `MENUS`, `handle_menu`, `menu_key` - opening and choosing. `shortcuts` - the keys of the entries.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Final, Generic, Literal, NamedTuple, TypeAlias, assert_never

from crab_sim.desktop.shell.state import content_corner
from crab_sim.draw import text as metrics
from crab_sim.machine.app import Context
from crab_sim.ui import AnyMessage, Message_co, MessageGroup, MessageT, Theme
from crab_sim.ui.messages import TOOLKIT, ToolkitMessage

__all__ = [
    "BAR_PAD",
    "MENUS",
    "SEPARATOR",
    "BarMenu",
    "Entry",
    "MenuMessage",
    "OpenMenu",
    "absent",
    "bar_height",
    "handle_menu",
    "menu_key",
    "open_popup",
    "shortcuts",
]  # fmt: skip

BAR_PAD = 9
"""Pixels beside a title in a menu bar."""
_NOTHING: Final[ToolkitMessage] = ("nothing",)
_KEY_NAMES: Final = {
    "del": "delete", "return": "enter", "esc": "escape", "pgup": "pageup", "pgdown": "pagedown", "page up": "pageup",
    "page down": "pagedown",
}  # fmt: skip


class Entry(NamedTuple, Generic[Message_co]):
    """One entry of a menu.

    Attributes:
        text: Its text; ``""`` for a line between groups.
        message: Sent by a click.
        shortcut: The keys that do the same, shown at its end, such as ``"Ctrl+S"``.
        checked: Whether it has a check mark; None if it can have none.
        enabled: Whether it can be chosen.
        entries: The entries of its submenu; empty for none.
        absent: Whether it stands for something that the program lacks; it is left out where room is scarce.
    """

    text: str
    message: Message_co | ToolkitMessage = _NOTHING
    shortcut: str = ""
    checked: bool | None = None
    enabled: bool = True
    entries: tuple[Entry[Message_co], ...] = ()
    absent: bool = False


SEPARATOR: Final[Entry] = Entry("")


def absent(*texts: str) -> tuple[Entry, ...]:
    """Returns entries that the real program has for what this one lacks: they are shown, and can't be chosen.

    Args:
        texts: Their texts; one that ends in ``" >"`` has a submenu, ``"-"`` is a line between groups.
    """
    return tuple([SEPARATOR if text == "-" else _absent(text) for text in texts])


def _absent(text: str) -> Entry:
    below = (SEPARATOR,) if text.endswith(" >") else ()
    return Entry(text.removesuffix(" >"), enabled=False, entries=below, absent=True)


class BarMenu(NamedTuple, Generic[Message_co]):
    """A menu of a menu bar: its title, and its entries."""

    title: str
    entries: tuple[Entry[Message_co], ...]


class OpenMenu(NamedTuple):
    """The open menu, as its page's overlay.

    Attributes:
        number: The menu's number in the bar, -1 for a context menu.
        x: Left edge of its list, in pixels.
        y: The list's top edge.
        opened: Number of the entry whose submenu is open, -1 for none.
        chosen: Number of the highlighted entry, -1 for none.
        lower: Number of the highlighted entry of the submenu, -1 for none.
    """

    number: int
    x: int
    y: int
    opened: int = -1
    chosen: int = -1
    lower: int = -1


MenuMessage: TypeAlias = (
    tuple[Literal["menu_open"], int, int, int]
    | tuple[Literal["menu_submenu"], int]
    | tuple[Literal["menu_choose"], MessageT]
)
"""The messages of menus whose entries send `MessageT`; `handle_menu` takes them."""


MENUS: Final = MessageGroup(MenuMessage[AnyMessage])


def bar_height(theme: Theme) -> int:
    """Returns the height of a menu bar in pixels."""
    return theme.font + 14


def open_popup(context: Context, at: tuple[int, int] | None = None) -> None:
    """Opens the page's context menu at a point, by default that of the touch."""
    x, y = context.point if at is None else at
    context.set(overlay=OpenMenu(-1, x, y))


def handle_menu(context: Context, message: MenuMessage[MessageT], update: Callable[[Context, MessageT], None]) -> None:
    """Handles a message of a menu, and closes the menu before an entry's own message is handled.

    Args:
        context: The window's context.
        message: The message, one of `MENUS`.
        update: The application's handler, which gets the message of the chosen entry.
    """
    overlay = context.page.overlay
    match message:
        case ("menu_open", number, x, y):
            already = isinstance(overlay, OpenMenu) and overlay.number == number
            context.set(overlay=() if already else OpenMenu(number, x, y))
        case ("menu_submenu", entry):
            if isinstance(overlay, OpenMenu):
                opened = -1 if overlay.opened == entry else entry
                context.set(overlay=overlay._replace(opened=opened, chosen=entry, lower=-1))
        case ("menu_choose", chosen):
            context.set(overlay=())
            update(context, chosen)
        case _:
            assert_never(message)


def menu_key(
    context: Context, menus: Sequence[BarMenu[MessageT]], key: str, update: Callable[[Context, MessageT], None]
) -> bool:
    """Handles a key for a menu bar: F10 and Alt with a title's first letter open, arrows move, Enter chooses.

    Args:
        context: The window's context.
        menus: The bar's menus.
        key: The key.
        update: The application's handler.

    Returns:
        Whether the key was for the menus.
    """
    overlay = context.page.overlay
    if isinstance(overlay, OpenMenu) and 0 <= overlay.number < len(menus):
        return _key_in_menu(context, menus, key, update, overlay)
    if key == "f10":
        _show(context, menus, 0)
        return True
    if len(key) == 5 and key.startswith("alt+"):
        for i, menu in enumerate(menus):
            if menu.title[:1].casefold() == key[4]:
                _show(context, menus, i)
                return True
    return False


def _show(context: Context, menus: Sequence[BarMenu[AnyMessage]], number: int) -> None:
    """Opens a menu by the keyboard, below its title: the bar is at the top of the window's content."""
    theme = context.theme
    left, top = content_corner(context.window)
    for menu in menus[:number]:
        left += metrics.width(theme.say(menu.title), "regular", theme.font) + 2 * BAR_PAD
    context.set(overlay=OpenMenu(number, left + 4, top + bar_height(theme), chosen=0))


def _choices(entries: Sequence[Entry[AnyMessage]]) -> list[int]:
    return [i for i, entry in enumerate(entries) if entry.text and entry.enabled]


def _step(entries: Sequence[Entry[AnyMessage]], at: int, by: int) -> int:
    """Returns the next entry that can be chosen, going round."""
    choices = _choices(entries)
    if not choices:
        return -1
    if at not in choices:
        return choices[0] if by > 0 else choices[-1]
    return choices[(choices.index(at) + by) % len(choices)]


def _key_in_menu(
    context: Context,
    menus: Sequence[BarMenu[MessageT]],
    key: str,
    update: Callable[[Context, MessageT], None],
    menu: OpenMenu,
) -> bool:
    entries = menus[menu.number].entries
    nested = entries[menu.opened].entries if 0 <= menu.opened < len(entries) else ()
    match key:
        case "up" | "down":
            by = 1 if key == "down" else -1
            if nested:
                context.set(overlay=menu._replace(chosen=menu.opened, lower=_step(nested, menu.lower, by)))
            else:
                context.set(overlay=menu._replace(chosen=_step(entries, menu.chosen, by)))
        case "right" if not nested and 0 <= menu.chosen < len(entries) and entries[menu.chosen].entries:
            first = _step(entries[menu.chosen].entries, -1, 1)
            context.set(overlay=menu._replace(opened=menu.chosen, lower=first))
        case "left" if nested:
            context.set(overlay=menu._replace(opened=-1, chosen=menu.opened, lower=-1))
        case "left" | "right":
            _show(context, menus, (menu.number + (1 if key == "right" else -1)) % len(menus))
        case "enter" | "space":
            _press(context, update, nested or entries, menu.lower if nested else menu.chosen)
        case "escape" | "f10":
            context.set(overlay=())
        case _:
            return len(key) == 1  # a letter isn't typed into the document below
    return True


def _press(
    context: Context, update: Callable[[Context, MessageT], None], entries: Sequence[Entry[MessageT]], number: int
) -> None:
    if 0 <= number < len(entries) and entries[number].enabled:
        entry = entries[number]
        if entry.entries:
            handle_menu(context, ("menu_submenu", number), update)
        elif TOOLKIT.has(entry.message):
            context.set(overlay=())
        else:
            handle_menu(context, ("menu_choose", entry.message), update)


def shortcuts(menus: Sequence[BarMenu[MessageT]]) -> Iterator[tuple[str, MessageT]]:
    """Yields the shortcuts of the menus' entries by the names that `AppSpec.key` gets, each with its message.

    >>> list(shortcuts([BarMenu("File", (Entry("Save As…", ("save_as",), "Ctrl+Shift+S"),))]))
    [('ctrl+shift+s', ('save_as',))]
    """
    for menu in menus:
        nested = [lower for entry in menu.entries for lower in entry.entries]
        for entry in (*menu.entries, *nested):
            if entry.shortcut and entry.enabled and not TOOLKIT.has(entry.message):
                yield _key(entry.shortcut), entry.message


@lru_cache(maxsize=512)
def _key(shortcut: str) -> str:
    """Returns a shown shortcut by the name that `AppSpec.key` gets."""
    keys = shortcut.casefold().replace("shift+alt+", "alt+shift+").split("+")
    return "+".join([_KEY_NAMES.get(name, name) for name in keys])
