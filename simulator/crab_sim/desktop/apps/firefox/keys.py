"""The keys of Firefox: shortcuts, going through a page, and keys for the controls on it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from crab_sim.desktop.apps.firefox import form_filling
from crab_sim.desktop.apps.firefox.loading import page_layout, page_tree
from crab_sim.desktop.apps.firefox.measures import view_size
from crab_sim.desktop.apps.firefox.menus import shown_menus
from crab_sim.desktop.apps.firefox.messages import Message, Update
from crab_sim.desktop.apps.firefox.state import BLANK, browser, current_entry, put
from crab_sim.desktop.chrome.menus import menu_key
from crab_sim.desktop.widgets import CANCEL, dialog_key
from crab_sim.engines.pages.forms import NO_PROBLEM
from crab_sim.machine.app import Context

__all__ = ["key", "text"]

_KEYS: Final[Mapping[str, Message]] = {
    "ctrl+t": ("new_tab",), "ctrl+n": ("new_window",), "ctrl+w": ("close_current",), "ctrl+f4": ("close_current",),
    "ctrl+shift+t": ("reopen",), "ctrl+tab": ("turn", 1), "ctrl+pagedown": ("turn", 1), "ctrl+shift+tab": ("turn", -1),
    "ctrl+pageup": ("turn", -1), "ctrl+l": ("edit_url",), "alt+d": ("edit_url",), "f6": ("edit_url",),
    "ctrl+k": ("edit_url",), "alt+left": ("back",), "alt+right": ("forward",), "ctrl+[": ("back",),
    "ctrl+]": ("forward",), "ctrl+r": ("reload",), "f5": ("reload",), "ctrl+shift+r": ("reload",),
    "ctrl+f5": ("reload",), "alt+home": ("home",), "ctrl+h": ("side", "history"), "ctrl+b": ("side", "bookmarks"),
    "ctrl+d": ("bookmark",), "ctrl+f": ("find",), "ctrl+g": ("find_next", 1), "f3": ("find_next", 1),
    "ctrl+shift+g": ("find_next", -1), "shift+f3": ("find_next", -1), "ctrl+s": ("save_page",),
    "ctrl+o": ("open_file",), "ctrl+u": ("source",), "ctrl+shift+y": ("downloads",), "ctrl+j": ("downloads",),
    "ctrl++": ("zoom", 1), "ctrl+=": ("zoom", 1), "ctrl+-": ("zoom", -1), "ctrl+0": ("zoom", 0),
    "ctrl+q": ("quit",), "ctrl+shift+w": ("quit",),
}  # fmt: skip
_LINE: Final = 48


def key(context: Context, name: str, update: Update) -> bool:
    """Handles a key; returns whether it did.

    Args:
        context: The window's context.
        name: The key.
        update: The handler of Firefox's messages.
    """
    page = context.page
    if page is not context.base:
        return _dialog_key(context, name, update)
    if page.overlay:
        if page.overlay[0] == "field_menu":
            return False
        controls = page_tree(current_entry(browser(context))).controls
        if menu_key(context, shown_menus(context, controls), name, update):
            return True
        context.set(overlay=())
    if name in _KEYS:
        update(context, _KEYS[name])
        return True
    if name.startswith("alt+") and name[4:].isdecimal():
        name = f"ctrl+{name[4:]}"
    if len(name) == 5 and name.startswith("alt+") and name[4] in "123456789":
        return _tab_number(context, int(name[4]), update)
    if name.startswith("ctrl+") and name[5:].isdecimal():
        return _tab_number(context, int(name[5:]), update)
    if name == "escape":
        return _escape(context, update)
    if name in ("tab", "shift+tab") and page.focus not in ("find", "side"):
        form_filling.move_focus(context, -1 if name == "shift+tab" else 1)
        return True
    if page.focus:
        if page.focus == "find" and name == "shift+enter":
            update(context, ("find_next", -1))
            return True
        return False
    return _page_key(context, name, update)


def _tab_number(context: Context, number: int, update: Update) -> bool:
    tabs = browser(context).tabs
    tab = tabs[-1] if number == 9 else tabs[number - 1] if 1 <= number <= len(tabs) else None
    if tab is not None:
        update(context, ("switch", tab.id))
    return True


def _escape(context: Context, update: Update) -> bool:
    state, page = browser(context), context.page
    if page.focus == "url":
        url = current_entry(state).url
        context.set(focus="", fields={**page.fields, "url": "" if url == BLANK else url})
    elif state.panel:
        put(context, state._replace(panel=False))
    elif state.finding:
        update(context, ("find_close",))
    elif page.focus == "side":
        update(context, ("side", state.side))
    else:
        put(context, state._replace(active="", problem=NO_PROBLEM, selected=None))
        context.set(focus="")
    return True


def _page_key(context: Context, name: str, update: Update) -> bool:
    """Handles a key while no field has the keyboard."""
    match name:
        case "enter":
            return form_filling.press_active(context, "enter")
        case "up" | "down" | "left" | "right":
            by = 1 if name in ("down", "right") else -1
            if not form_filling.step_value(context, by) and name in ("up", "down"):
                _scroll(context, by * _LINE)
        case "pageup" | "pagedown" | "home" | "end":
            height = view_size(context, browser(context)).h
            whole = 1 << 20
            _scroll(context, {"pageup": 40 - height, "pagedown": height - 40, "home": -whole, "end": whole}[name])
        case "ctrl+a":
            update(context, ("select_all",))
        case "ctrl+c":
            update(context, ("copy_page",))
        case "backspace":
            pass
        case _:
            return False
    return True


def _scroll(context: Context, by: int) -> None:
    """Scrolls the page by some pixels, as far as it goes."""
    state = browser(context)
    if current_entry(state).url == BLANK:
        return
    size = view_size(context, state)
    _, layout = page_layout(context, state, *size)
    limit = max(0, layout.height - size.h)
    offset = min(limit, context.page.scroll.get("page", 0))
    context.set(scroll={**context.page.scroll, "page": max(0, min(limit, offset + by))})


def _dialog_key(context: Context, name: str, update: Update) -> bool:
    page = context.page
    enter: dict[str, Message] = {
        "ask_replace": ("replace_file", page.arg), "ask_clear": ("clear_history",), "error": CANCEL,
    }  # fmt: skip
    return dialog_key(context, name, update, CANCEL, enter, {}) or not page.focus


def text(context: Context, typed: str, update: Update) -> bool:
    """Takes typed text while no field has the keyboard: the space bar presses, letters choose an entry of a list.

    Args:
        context: The window's context.
        typed: The text.
        update: The handler of Firefox's messages.
    """
    page = context.page
    if page is not context.base or page.overlay:
        return page.overlay[:1] != ("field_menu",)
    if typed == " ":
        if not form_filling.press_active(context, " "):
            _scroll(context, view_size(context, browser(context)).h - 40)
        return True
    if form_filling.type_on(context, typed.rstrip("\n")):
        return "\n" not in typed
    if typed[:1] == "/" and not browser(context).active:
        update(context, ("find",))
        context.set_fields(find=typed[1:].rstrip("\n"))
        return True
    return "\n" not in typed
