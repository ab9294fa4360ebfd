"""The phone's browser: the handlers of its pages, tabs, lists and forms.

A tab's history is the app window's pages: ``start`` (a new tab) and ``web`` (arg: the address; data: `Extra`; fields:
those of its forms). Above them lie ``tabs``, ``bookmarks``, ``history`` and ``downloads``. Its data are described in
 `crab_gym.sim.phone.apps.browser.data`.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import unquote, urlencode, urlsplit

from crab_gym import web
from crab_gym.sim.files import Files
from crab_gym.sim.files.errors import FileError
from crab_gym.sim.files.names import is_file_name
from crab_gym.sim.machine.app import AppSpec, Context, Intent
from crab_gym.sim.machine.rows import get, next_id, remove, update_row
from crab_gym.sim.machine.slices import CLIPBOARD, FILES
from crab_gym.sim.phone import days
from crab_gym.sim.phone.app import SDCARD, PhoneApp
from crab_gym.sim.phone.apps.browser import intents, views
from crab_gym.sim.phone.apps.browser.data import (
    BOOKMARKS,
    DATABASE,
    DOWNLOADS,
    FORMS,
    FORMS_SENT,
    HISTORY,
    MAX_PAGES,
    START,
    TABS,
    BookmarkRow,
    DownloadRow,
    FormRow,
    Tab,
    Tabs,
    seed_bookmarks,
    seed_history,
    visited,
)
from crab_gym.sim.phone.apps.browser.forms import defaults, pairs, problem
from crab_gym.sim.phone.apps.browser.html import Control, Document
from crab_gym.sim.phone.apps.browser.load import Extra, anchor_block, document, extra, is_offline
from crab_gym.sim.phone.apps.browser.page import block_top
from crab_gym.sim.phone.system import notifications
from crab_gym.sim.phone.system.share import share
from crab_gym.sim.phone.system.toasts import toast
from crab_gym.sim.phone.widgets import pickers
from crab_gym.sim.ui import Page

__all__ = ["APP"]

_MAX_TABS = 50


# Going somewhere ------------------------------------------------------------------------------------------------------


def _go(context: Context, url: str, typed: bool = False, posted: tuple[tuple[str, str], ...] = ()) -> None:
    """Shows an address on a new page above this one; a file is downloaded instead."""
    url = web.address(url)
    page = context.page
    base, _, anchor = url.partition("#")
    if page.name == "web" and anchor and base == page.arg.partition("#")[0] and not posted:
        _jump(context, unquote(anchor, errors="replace"))
        return
    if _is_download(url):
        context.set(focus="")
        _download(context, url)
        return
    context.set(focus="", overlay=())
    window = context.window
    new = Page("web", url, data=Extra(posted))
    if page.name == "web" and page.arg == url and not posted:
        context.replace(new)
    else:
        pages = (*window.pages, new)
        context.machine.put_window(window._replace(pages=pages[-MAX_PAGES:]))
    _put_forward(context, ())
    _arrive(context, typed)


def _is_download(url: str) -> bool:
    path = urlsplit(url).path
    return url.startswith("https://") and path.endswith((".csv", ".zip", ".pdf")) and web.fetch(url) is not None


def _arrive(context: Context, typed: bool = False) -> None:
    """Fills the forms of the page just come to, goes to its anchor, and remembers the visit."""
    page = context.page
    shown = document(context, page)
    context.set(fields=defaults(shown), data=extra(page))
    anchor = page.arg.partition("#")[2]
    if anchor:
        _jump(context, unquote(anchor, errors="replace"))
    known = page.arg.startswith("file:///") or (web.fetch(page.arg) is not None and not is_offline(context))
    if known:
        now = context.now
        rows = visited(context.get(HISTORY), page.arg, shown.title or page.arg, now, typed)
        context.put(HISTORY, rows)


def _jump(context: Context, anchor: str) -> None:
    """Scrolls to an anchor of the page."""
    block = anchor_block(document(context, context.page), anchor)
    if block is not None:
        _show_block(context, block)


def _show_block(context: Context, block: int) -> None:
    top = block_top(views.page_widgets(context), block, context.theme, context.machine.width)
    context.set(scroll={**context.page.scroll, "page": top})


def _start(intent: Intent) -> Page:
    match intent:
        case ("open", str(url)) if _is_download(web.address(url)):
            return Page("downloads", data=web.address(url))
        case ("open", str(url)):
            return Page("web", web.address(url), data=Extra())
        case ("downloads",):
            return Page("downloads")
    return START


# Tabs -----------------------------------------------------------------------------------------------------------------


def _tab_pages(context: Context) -> tuple[Page, ...]:
    """Returns the current tab's pages, without a list that lies above them."""
    pages = tuple([page for page in context.window.pages if page.name in ("start", "web")])
    return pages or (START,)


def _put_forward(context: Context, forward: tuple[Page, ...]) -> None:
    tabs: Tabs = context.get(TABS)
    context.put(TABS, tabs._replace(rows=update_row(tabs.rows, tabs.current, forward=forward)))


def _kept(context: Context) -> Tabs:
    """Returns the tabs with the current one's pages in it."""
    tabs: Tabs = context.get(TABS)
    return tabs._replace(rows=update_row(tabs.rows, tabs.current, pages=_tab_pages(context)))


def _put_tabs(context: Context, tabs: Tabs) -> None:
    """Shows the current one of these tabs."""
    context.put(TABS, tabs)
    tab = get(tabs.rows, tabs.current)
    if tab is not None:
        context.machine.put_window(context.window._replace(pages=tab.pages))


def _new_tab(context: Context) -> None:
    tabs = _kept(context)
    if len(tabs.rows) >= _MAX_TABS:
        toast(context, "Close a tab first")
        return
    new = next_id(tabs.rows)
    _put_tabs(context, Tabs(new, (*tabs.rows, Tab(new))))


def _close_tab(context: Context, tab_id: int) -> None:
    """Closes a tab; the list of tabs stays, the last tab makes room for a new one."""
    tabs = _kept(context)
    rows = remove(tabs.rows, tab_id) or (Tab(tab_id + 1),)
    current = tabs.current if any(row.id == tabs.current for row in rows) else rows[-1].id
    _put_tabs(context, Tabs(current, rows))
    context.push(Page("tabs"))


def _update_tabs(context: Context, name: str, *args: Any) -> None:
    match name:
        case "tabs":
            context.push(Page("tabs"))
        case "new_tab":
            _new_tab(context)
        case "open_tab":
            context.set(overlay=())
            _new_tab(context)
            _go(context, args[0])
        case "switch":
            _put_tabs(context, _kept(context)._replace(current=args[0]))
        case "close_tab":
            _close_tab(context, args[0])
        case "more_tabs":
            context.set(overlay=("more_tabs", context.point))
        case "close_all":
            _put_tabs(context, Tabs())
            context.push(Page("tabs"))


# Downloads ------------------------------------------------------------------------------------------------------------


def _free_path(files: Files, name: str) -> str:
    """Returns where a download of this name goes: with a number where the name is taken."""
    stem, dot, ending = name.rpartition(".")
    stem, ending = (stem, f".{ending}") if dot else (name, "")
    path, number = f"{SDCARD}/Download/{name}", 0
    while files.exists(path):
        number += 1
        path = f"{SDCARD}/Download/{stem} ({number}){ending}"
    return path


def _download(context: Context, url: str) -> None:
    """Saves what an address answers among the phone's downloads."""
    response = web.fetch(url) if url.startswith("https://") and not is_offline(context) else None
    if response is None or not response.found:
        toast(context, "Download failed")
        return
    name = unquote(urlsplit(url).path, errors="replace").rstrip("/").rpartition("/")[2] or urlsplit(url).netloc
    if response.kind == "page" and not name.endswith(".html"):
        name += ".html"
    name = name if is_file_name(name) else "download"
    files: Files = context.get(FILES)
    path = _free_path(files, name)
    try:
        files = files.mkdir(f"{SDCARD}/Download", context.now, parents=True).write(path, response.data, context.now)
    except FileError:
        toast(context, "Download failed")
        return
    context.put(FILES, files)
    rows: tuple[DownloadRow, ...] = context.get(DOWNLOADS)
    size = len(response.data)
    context.put(DOWNLOADS, (*rows, DownloadRow(next_id(rows), response.url, path, size, context.now)))
    name = path.rpartition("/")[2]
    notifications.post(context.machine, "browser", "Download complete", name, ("downloads",))
    toast(context, f"Downloaded {name}")


def _update_downloads(context: Context, name: str, *args: Any) -> None:
    rows: tuple[DownloadRow, ...] = context.get(DOWNLOADS)
    row = get(rows, args[0]) if name != "download" else None
    match name:
        case "download":
            context.set(overlay=())
            _download(context, args[0])
        case "open_download" if row is not None:
            if not context.get(FILES).is_file(row.path):
                toast(context, "The file has been moved or deleted")
            elif row.path.endswith((".txt", ".csv", ".html", ".jpg", ".png")):
                context.pop()
                _go(context, f"file://{row.path}")
            else:
                context.open("files", "open", f"{SDCARD}/Download")
        case "delete_download" if row is not None:
            context.put(DOWNLOADS, remove(rows, row.id))
            if context.get(FILES).is_file(row.path):
                context.put(FILES, context.get(FILES).remove(row.path, mtime=context.now))


# Forms ----------------------------------------------------------------------------------------------------------------


def _control(shown: Document, key: str) -> Control | None:
    return next((block for block in shown.blocks if isinstance(block, Control) and block.key == key), None)


def _submit(context: Context, form: int, button: str = "") -> None:
    """Checks a form, remembers that it was sent, and goes where it leads."""
    page = context.page
    shown = document(context, page)
    if not 0 <= form < len(shown.forms):
        return
    wrong = problem(shown, form, page.fields)
    if wrong is not None:
        context.set(data=extra(page)._replace(problem=wrong), focus="")
        at = next(i for i, b in enumerate(shown.blocks) if isinstance(b, Control) and b.key == wrong[0])
        _show_block(context, max(0, at - 2))
        return
    sent = pairs(shown, form, page.fields, button)
    action, method = shown.forms[form]
    url = web.without_query(action)
    rows: tuple[FormRow, ...] = context.get(FORMS_SENT)
    context.put(FORMS_SENT, (*rows, FormRow(next_id(rows), url, sent, context.now)))
    context.set(data=extra(page)._replace(problem=("", "")))
    if method == "post":
        _go(context, url, posted=sent)
    else:
        _go(context, f"{url}?{urlencode(sent, errors='replace')}")


def _press(context: Context, key: str) -> None:
    """Presses a form's button."""
    shown = document(context, context.page)
    control = _control(shown, key)
    if control is not None and control.kind == "reset":
        context.set(fields={**context.page.fields, **defaults(shown, control.form)}, focus="")
    elif control is not None:
        _submit(context, control.form, key)


def _set_control(context: Context, key: str, value: str) -> None:
    data = extra(context.page)
    left = data._replace(problem=("", "")) if data.problem[0] == key else data
    context.set(fields={**context.page.fields, key: value}, overlay=(), data=left)


def _ask(context: Context, key: str) -> None:
    """Opens the list, calendar or clock of a control."""
    control = _control(document(context, context.page), key)
    if control is None:
        return
    held = context.page.fields.get(key, "")
    if control.kind == "select":
        context.set(overlay=("select", key), focus="")
    elif control.kind == "date":
        parts = [int(part) for part in held.split("-") if part.isdecimal()]
        day = days.day_of(parts[0], parts[1], parts[2]) if len(parts) == 3 else int(context.now // days.DAY)
        context.set(overlay=pickers.date_overlay(key, day), focus="")
    else:
        hour, _, minute = held.partition(":")
        at = int(hour) * 60 + int(minute) if hour.isdecimal() and minute.isdecimal() else 12 * 60
        context.set(overlay=pickers.time_overlay(key, at), focus="")


def _update_form(context: Context, name: str, *args: Any) -> None:
    match name:
        case "press":
            _press(context, args[0])
        case "choose":
            key, value = args
            held = context.page.fields.get(key, "")
            _set_control(context, key, value or ("" if held else "on"))
        case "ask":
            _ask(context, args[0])
        case "chosen":
            _set_control(context, *args)
        case "pick":
            pickers.update(context, *args)
        case "picked":
            key, value = args
            control = _control(document(context, context.page), key)
            if control is not None and control.kind == "date":
                year, month, day = days.civil(value)
                _set_control(context, key, f"{year:04}-{month:02}-{day:02}")
            else:
                _set_control(context, key, f"{value // 60:02}:{value % 60:02}")


# Events ---------------------------------------------------------------------------------------------------------------


def _edit_url(context: Context) -> None:
    """Lets the address be typed; all of it is selected."""
    page = context.page
    url = page.arg if page.name == "web" else ""
    context.set(fields={**page.fields, "url": url}, focus="url", selection=(0, len(url)), overlay=())


def _back(context: Context) -> None:
    page = context.page
    if page.focus == "url":
        context.set(focus="")
    elif page.name == "web" and extra(page).finding:
        _close_find(context)
    else:
        pages = context.window.pages
        context.pop()
        if page.name in ("start", "web") and len(pages) > 1:
            tabs: Tabs = context.get(TABS)
            tab = get(tabs.rows, tabs.current)
            forward = tab.forward if tab is not None else ()
            _put_forward(context, (page._replace(overlay=()), *forward)[:MAX_PAGES])


def _forward(context: Context) -> None:
    tabs: Tabs = context.get(TABS)
    tab = get(tabs.rows, tabs.current)
    context.set(overlay=())
    if tab is not None and tab.forward:
        context.push(tab.forward[0])
        _put_forward(context, tab.forward[1:])


def _close_find(context: Context) -> None:
    page = context.page
    fields = {key: text for key, text in page.fields.items() if key != "find"}
    context.set(fields=fields, focus="", data=extra(page)._replace(finding=False, match=0))


def _find_next(context: Context, by: int) -> None:
    hits = views.find_hits(context)
    if hits:
        data = extra(context.page)
        match = (min(data.match, len(hits) - 1) + by) % len(hits)
        context.set(data=data._replace(match=match))
        _show_block(context, max(0, hits[match] - 1))


def _update_page(context: Context, name: str, *args: Any) -> None:
    page = context.page
    match name:
        case "more":
            context.set(overlay=("more", context.point), focus="")
        case "hold" | "picture":
            context.set(overlay=(name, *args, context.point), focus="")
        case "reload":
            fresh = defaults(document(context, page)) if page.name == "web" else {}
            context.set(overlay=(), fields=fresh, scroll={}, focus="")
        case "find":
            context.set(overlay=(), data=extra(page)._replace(finding=True, match=0), focus="find", selection=(0, 0))
        case "find_next":
            _find_next(context, args[0])
        case "find_close":
            _close_find(context)
        case "copy":
            context.put(CLIPBOARD, args[0])
            context.set(overlay=())
        case "share":
            context.set(overlay=())
            share(context, "text", page.arg, views.current_title(context, page))
        case "share_link":
            context.set(overlay=())
            share(context, "text", args[0])
        case "mark":
            rows: tuple[BookmarkRow, ...] = context.get(BOOKMARKS)
            mark = BookmarkRow(next_id(rows), page.arg, views.current_title(context, page), context.now)
            context.put(BOOKMARKS, (*rows, mark))
            context.set(overlay=())
            toast(context, "Bookmarked")


def _update_lists(context: Context, name: str, *args: Any) -> None:
    match name:
        case "list":
            context.set(overlay=())
            context.push(Page(args[0]))
        case "visit":
            context.pop()
            _go(context, args[0])
        case "unmark":
            rows: tuple[BookmarkRow, ...] = context.get(BOOKMARKS)
            context.put(BOOKMARKS, tuple([row for row in rows if row.url != args[0]]))
            context.set(overlay=())
        case "forget":
            context.put(HISTORY, remove(context.get(HISTORY), args[0]))
        case "ask_clear":
            context.set(overlay=("ask_clear",))
        case "clear_history":
            context.put(HISTORY, ())
            context.set(overlay=())


def _submitted(context: Context, key: str) -> None:
    """Takes Enter in a field."""
    if key == "url":
        if context.field("url").strip():
            _go(context, context.field("url"), typed=True)
    elif key == "find":
        _find_next(context, 1)
    elif context.page.name == "web":
        control = _control(document(context, context.page), key)
        if control is not None:
            _submit(context, control.form)


def _started(context: Context) -> None:
    """Takes an intent."""
    page = context.page
    if page.name == "web":
        _put_forward(context, ())
        _arrive(context)
    elif page.name == "downloads" and page.data:
        context.set(data=None)
        _download(context, page.data)


_GROUPS = (
    (("tabs", "new_tab", "open_tab", "switch", "close_tab", "more_tabs", "close_all"), _update_tabs),
    (("download", "open_download", "delete_download"), _update_downloads),
    (("press", "choose", "ask", "chosen", "pick", "picked"), _update_form),
    (("list", "visit", "unmark", "forget", "ask_clear", "clear_history"), _update_lists),
)


def _update(context: Context, message: tuple[Any, ...]) -> None:
    name, args = message[0], message[1:]
    match name:
        case "back":
            _back(context)
        case "forward":
            _forward(context)
        case "started":
            _started(context)
        case "edit_url":
            _edit_url(context)
        case "clear_url":
            context.set_fields(url="")
        case "go":
            context.set(focus="", overlay=())
            _go(context, args[0])
        case "follow":
            href, download = args
            if download:
                _download(context, href)
            elif href:
                _go(context, href)
        case "submit":
            _submitted(context, args[0])
        case _:
            handler = next((handler for names, handler in _GROUPS if name in names), _update_page)
            handler(context, name, *args)


APP = PhoneApp(
    AppSpec(
        "browser",
        "Browser",
        "language",
        (52, 120, 196),
        views.view,
        _update,
        _start,
        views.title,
        key=pickers.key,
        text=pickers.text,
    ),
    seeders={
        TABS: lambda rng, now: Tabs(),
        HISTORY: seed_history,
        BOOKMARKS: seed_bookmarks,
        DOWNLOADS: lambda rng, now: (),
        FORMS_SENT: lambda rng, now: (),
    },
    databases=(DATABASE, FORMS),
    intents=intents.RULES,
    categories=("APP_BROWSER",),
)
