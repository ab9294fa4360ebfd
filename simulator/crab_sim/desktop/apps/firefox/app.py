"""Firefox: tabs, pages of the bundled web and of files, forms, bookmarks, history, downloads, and finding on a page.

Its state is described in `crab_sim.desktop.apps.firefox.state`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, assert_never
from urllib.parse import quote

from crab_sim.desktop import file_chooser
from crab_sim.desktop.apps.firefox import APP as FACTS
from crab_sim.desktop.apps.firefox import bookmarks, downloads, form_filling, keys, menus, navigation, view
from crab_sim.desktop.apps.firefox.loading import page_layout, search_address
from crab_sim.desktop.apps.firefox.measures import view_size
from crab_sim.desktop.apps.firefox.messages import (
    Command,
    CommandMessage,
    FormMessage,
    Message,
    SightMessage,
    TabMessage,
    WindowMessage,
)
from crab_sim.desktop.apps.firefox.state import (
    BLANK,
    HISTORY,
    HOME_PAGE,
    ZOOMS,
    Browser,
    browser,
    current_entry,
    current_tab,
    put,
    put_tab,
)
from crab_sim.desktop.chrome.menus import MENUS, handle_menu
from crab_sim.desktop.widgets import HOME, dialog_page
from crab_sim.engines.pages.layout import match_top
from crab_sim.engines.pages.selection import EVERYTHING, select, selected_text
from crab_sim.files import Files
from crab_sim.machine.app import AppSpec, Context, Intent
from crab_sim.machine.rows import remove
from crab_sim.machine.slices import CLIPBOARD, FILES
from crab_sim.ui import MessageGroup, Page

__all__ = ["APP"]

_TABS: Final = MessageGroup(TabMessage)
_FORMS: Final = MessageGroup(FormMessage)
_SIGHTS: Final = MessageGroup(SightMessage)
_COMMANDS: Final = MessageGroup(CommandMessage)


def start(intent: Intent) -> Page:
    """Returns the page of a window that loads its first page once it is open."""
    return Page("browser", None, {"url": "", "find": "", "side": ""}, data=None)


def _opened(context: Context, intent: Sequence[object]) -> None:
    """Shows the address of a start: in a new window's tab, or in a new tab of the window that is open."""
    fresh = context.base.data is None
    if fresh:
        context.set(data=Browser())
        context.machine.put_window(context.window._replace(maximized=True))
    subject = str(intent[-1]) if intent and intent[-1] != "new" else ""
    if subject.startswith("/"):
        subject = f"file://{quote(subject)}"
    if fresh:
        navigation.go(context, subject or HOME_PAGE, typed=True)
    elif subject:
        navigation.new_tab(context)
        navigation.go(context, subject, typed=True)


def close(context: Context) -> None:
    """Closes the window with all of its tabs."""
    context.close()


# Commands -------------------------------------------------------------------------------------------------------------


def _blur(context: Context) -> None:
    """Takes the keyboard from fields and controls, and closes the list of downloads."""
    put(context, browser(context)._replace(active="", selected=None, panel=False))
    context.set(focus="")


def _edit_url(context: Context) -> None:
    """Gives the keyboard to the address, all of which is selected."""
    entry = current_entry(browser(context))
    url = "" if entry.url == BLANK else entry.url
    put(context, browser(context)._replace(panel=False))
    page = context.page
    context.set(fields={**page.fields, "url": url}, focus="url", selection=(0, len(url)), overlay=())


def _zoom(context: Context, by: int) -> None:
    state = browser(context)
    tab = current_tab(state)
    at = ZOOMS.index(tab.zoom)
    zoom = ZOOMS[max(0, min(len(ZOOMS) - 1, at + by))] if by else 100
    put(context, put_tab(state, tab._replace(zoom=zoom)))


def _find(context: Context) -> None:
    put(context, browser(context)._replace(finding=True, panel=False))
    context.set(focus="find", selection=(0, len(context.field("find"))), overlay=())


def _find_next(context: Context, by: int) -> None:
    """Goes to the next place of the search, or with -1 to the one before."""
    state = browser(context)
    if current_entry(state).url == BLANK:
        return
    size = view_size(context, state)
    _, layout = page_layout(context, state, *size)
    matches, number = view.find_state(context, state, layout)
    if matches:
        number = (number + by) % len(matches)
        top = match_top(layout, matches[number])
        put(context, state._replace(match=number, found=context.field("find")))
        offset = context.page.scroll.get("page", 0)
        if not offset <= top <= offset + size.h - 40:
            offset = max(0, min(layout.height - size.h, top - size.h // 3))
        context.set(scroll={**context.page.scroll, "page": offset})


def _find_how(context: Context, name: str) -> None:
    """Changes an option of the search."""
    state = browser(context)
    how = state.how
    match name:
        case "all":
            how = how._replace(all=not how.all)
        case "cased":
            how = how._replace(cased=not how.cased)
        case "whole":
            how = how._replace(whole=not how.whole)
    put(context, state._replace(how=how, match=0, found=""))


def _source(context: Context) -> None:
    url = current_entry(browser(context)).url
    if url != BLANK and not url.startswith("view-source:"):
        navigation.new_tab(context, f"view-source:{url}")


def _copy_page(context: Context) -> None:
    state = browser(context)
    if state.selected is not None and current_entry(state).url != BLANK:
        _, layout = page_layout(context, state, *view_size(context, state))
        context.put(CLIPBOARD, selected_text(layout, state.selected))


def _select_text(context: Context, left: int, top: int, ends: tuple[int, int, int, int]) -> None:
    """Selects the text that the mouse was dragged over.

    Args:
        context: The window's context.
        left: The page's left edge on the screen, in pixels.
        top: Its upper edge.
        ends: Where the drag began and ended on the screen: x1, y1, x2, y2.
    """
    _blur(context)
    state = browser(context)
    _, layout = page_layout(context, state, *view_size(context, state))
    x1, y1, x2, y2 = ends
    put(context, state._replace(selected=select(layout, x1 - left, y1 - top, x2 - left, y2 - top)))


def _command(context: Context, command: Command) -> None:  # noqa: C901 - one case for each command
    """Carries out a command without data."""
    state = browser(context)
    match command:
        case "blur":
            _blur(context)
        case "back" | "forward":
            navigation.step(context, -1 if command == "back" else 1)
        case "reload":
            navigation.reload(context)
        case "home":
            navigation.go(context, HOME_PAGE)
        case "new_tab":
            navigation.new_tab(context)
        case "new_window":
            context.open("firefox", "new")
        case "close_current":
            navigation.close_tab(context, state.current)
        case "reopen":
            navigation.reopen_tab(context)
        case "edit_url":
            _edit_url(context)
        case "app_menu":
            x, y = context.point
            menus.open_menu(context, ("app",), (x - 220, y + 18))
        case "site_info":
            menus.open_menu(context, ("site",), context.point)
        case "page_menu":
            menus.open_menu(context, ("page",), context.point)
        case "downloads":
            put(context, state._replace(panel=not state.panel))
        case "bookmark":
            entry = current_entry(state)
            bookmarks.ask(context, entry.url, view.shown_title(entry))
        case "save_page":
            downloads.ask_for_page(context)
        case "open_file":
            context.push(file_chooser.page(context, "open", HOME, ""))
        case "find":
            _find(context)
        case "find_close":
            put(context, state._replace(finding=False))
            context.set(focus="" if context.page.focus == "find" else context.page.focus)
        case "source":
            _source(context)
        case "select_all":
            put(context, state._replace(selected=EVERYTHING, active=""))
        case "copy_page":
            _copy_page(context)
        case "quit":
            context.close()
        case "ask_clear":
            context.push(dialog_page(context, "ask_clear"))
        case _:
            assert_never(command)


# Dialogs --------------------------------------------------------------------------------------------------------------


def _choose_file(context: Context) -> None:
    """Acts on the path that a file dialog's field holds."""
    name = context.page.name
    if name not in ("save_as", "open", "upload"):
        return
    path = file_chooser.chosen(context)
    if path is None:
        return
    files: Files = context.get(FILES)
    if name == "save_as":
        if files.exists(path):
            context.push(dialog_page(context, "ask_replace", path))
        else:
            downloads.save_as(context, path)
    elif not files.is_file(path):
        context.push(dialog_page(context, "error", ("File not found", f"The file “{path}” does not exist.")))
    elif name == "open":
        context.pop()
        navigation.go(context, f"file://{quote(path)}")
    else:
        key = context.page.data[0]
        context.pop()
        form_filling.set_value(context, key, path)


def _submit(context: Context, key: str) -> None:
    """Handles Enter in a field."""
    match context.page.name:
        case "bookmark":
            bookmarks.save(context)
        case "browser" if key == "url":
            if context.field("url").strip():
                navigation.go(context, context.field("url"), typed=True)
        case "browser" if key == "find":
            _find_next(context, 1)
        case "browser" if key != "side":
            form_filling.submit(context, key)
        case "browser":
            pass
        case _:
            _choose_file(context)


def _forget(context: Context, kind: str, row_id: int) -> None:
    if kind == "history":
        context.put(HISTORY, remove(context.get(HISTORY), row_id))
    elif kind == "download":
        downloads.forget(context, row_id)
    else:
        bookmarks.remove_row(context, row_id)


def _close_tabs(context: Context, kind: Literal["close_right", "close_others"], tab_id: int) -> None:
    """Closes the tabs to the right of one, or all others."""
    ids = [tab.id for tab in browser(context).tabs]
    if tab_id not in ids:
        return
    doomed = ids[ids.index(tab_id) + 1 :] if kind == "close_right" else [one for one in ids if one != tab_id]
    for one in reversed(doomed):
        navigation.close_tab(context, one)


def _update_tabs(context: Context, message: TabMessage) -> None:
    match message:
        case ("switch", tab_id):
            navigation.switch_tab(context, tab_id)
        case ("close_tab", tab_id):
            navigation.close_tab(context, tab_id)
        case ("tab_menu", tab_id):
            menus.open_menu(context, ("tab", str(tab_id)), context.point)
        case ("reload_tab", tab_id):
            navigation.switch_tab(context, tab_id)
            navigation.reload(context)
        case ("duplicate", tab_id):
            url = next((tab.entries[tab.place].url for tab in browser(context).tabs if tab.id == tab_id), "")
            navigation.new_tab(context, "" if url == BLANK else url)
        case ("close_right" | "close_others" as kind, tab_id):
            _close_tabs(context, kind, tab_id)
        case ("move_tab", tab_id, by):
            navigation.move_tab(context, tab_id, by)
        case ("turn", by):
            navigation.turn_tabs(context, by)
        case ("open_tab", url):
            navigation.new_tab(context, url, behind=True)
        case ("open_window", url):
            context.open("firefox", "new", url)
        case _:
            assert_never(message)


def _update_form(context: Context, message: FormMessage) -> None:
    match message:
        case ("press", key):
            form_filling.press(context, key)
        case ("choose", key, value):
            form_filling.choose(context, key, value)
        case ("ask", key, x, y):
            form_filling.ask(context, key, x, y)
        case ("chosen", key, value):
            form_filling.set_value(context, key, value)
        case _:
            assert_never(message)


def _update_page(context: Context, message: SightMessage) -> None:  # noqa: C901 - one case for each message
    """Handles the messages of the page, its menus and the sidebar."""
    match message:
        case ("go" | "visit", url):
            context.set(focus="")
            navigation.go(context, url)
        case ("follow", href, download):
            put(context, browser(context)._replace(panel=False))
            if download:
                downloads.keep_link(context, href)
            else:
                navigation.go(context, href)
        case ("link_menu", href, words, src):
            menus.open_menu(context, ("link", href, words, src), context.point)
        case ("picture_menu", src):
            menus.open_menu(context, ("picture", src), context.point)
        case ("copy", text):
            context.put(CLIPBOARD, text)
        case ("select_text", left, top, x1, y1, x2, y2):
            _select_text(context, left, top, (x1, y1, x2, y2))
        case ("search", words):
            navigation.new_tab(context, search_address(words))
        case ("bookmark_link", href, words):
            bookmarks.ask(context, href, words)
        case ("save_link", href):
            downloads.ask_for_link(context, href)
        case ("save_picture", src):
            downloads.ask_for_picture(context, src)
        case ("side", name):
            state = browser(context)
            put(context, state._replace(side="" if state.side == name else name))
        case ("zoom", by):
            _zoom(context, by)
        case ("find_next", by):
            _find_next(context, by)
        case ("find_how", name):
            _find_how(context, name)
        case ("list_tabs", x, y):
            menus.open_menu(context, ("tabs",), (x, y))
        case ("open_download", download_id):
            downloads.open_download(context, download_id)
        case ("show_download", download_id):
            downloads.show_in_folder(context, download_id)
        case ("forget", kind, row_id):
            _forget(context, kind, row_id)
        case _:
            assert_never(message)


def update(context: Context, message: Message) -> None:
    """Handles Firefox's events."""
    if MENUS.has(message):
        handle_menu(context, message, update)
    elif _TABS.has(message):
        _update_tabs(context, message)
    elif _FORMS.has(message):
        _update_form(context, message)
    elif _SIGHTS.has(message):
        _update_page(context, message)
    elif _COMMANDS.has(message):
        _command(context, message[0])
    else:
        _update_window(context, message)


def _update_window(context: Context, message: WindowMessage) -> None:
    """Handles the messages of dialogs, and those of the desktop."""
    match message:
        case ("opened", *_):
            _opened(context, message[1:])
        case ("submit", key):
            _submit(context, key)
        case ("pick" | "enter_folder" | "pick_open" | "arrange", _):
            if file_chooser.update(context, message):
                _choose_file(context)
        case ("choose",):
            _choose_file(context)
        case ("cancel",):
            context.pop()
        case ("replace_file", path):
            downloads.save_as(context, path)
        case ("unmark", url):
            context.pop()
            bookmarks.remove_address(context, url)
        case ("save_bookmark",):
            if context.page.name == "bookmark":
                bookmarks.save(context)
        case ("clear_history",):
            context.pop()
            context.put(HISTORY, ())
        case _:
            assert_never(message)


def key(context: Context, name: str) -> bool:
    """Handles Firefox's keys."""
    return keys.key(context, name, update)


def text(context: Context, typed: str) -> bool:
    """Takes typed text while no field has the keyboard."""
    return keys.text(context, typed, update)


APP = AppSpec(
    view=view.view,
    update=update,
    start=start,
    title=view.title,
    key=key,
    text=text,
    close=close,
    **FACTS.facts,
)
