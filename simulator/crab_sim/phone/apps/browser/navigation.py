"""The way through the web: going to addresses, back and forward, and the tabs of the Browser.

A tab's history is the app window's pages: ``start`` (a new tab) and ``web`` (arg: the address; data: `Extra`; fields:
those of its forms).
"""

from __future__ import annotations

from typing import assert_never
from urllib.parse import unquote

from crab_sim import web
from crab_sim.engines.pages.forms import defaults
from crab_sim.machine.app import Context
from crab_sim.machine.rows import get, next_id, remove, update_row
from crab_sim.phone.apps.browser import views
from crab_sim.phone.apps.browser.data import HISTORY, MAX_PAGES, START, TABS, Tab, Tabs, visited
from crab_sim.phone.apps.browser.downloads import download, is_download
from crab_sim.phone.apps.browser.load import Extra, anchor_block, document, extra, is_on_the_phone
from crab_sim.phone.apps.browser.local import want
from crab_sim.phone.apps.browser.messages import TabMessage
from crab_sim.phone.apps.browser.page import block_top
from crab_sim.phone.apps.browser.scripts import begin
from crab_sim.phone.system.network import is_online
from crab_sim.phone.system.toasts import toast
from crab_sim.ui import Page

__all__ = ["arrive", "forget_forward", "go", "go_back", "go_forward", "show_block", "update_tabs"]

_MAX_TABS = 50


# Addresses ------------------------------------------------------------------------------------------------------------


def go(context: Context, url: str, typed: bool = False, posted: tuple[tuple[str, str], ...] = ()) -> None:
    """Shows an address on a new page above this one; a file is downloaded instead.

    Args:
        context: The app's.
        url: The address, or words to search for.
        typed: Whether it was typed.
        posted: Names and values of a form that are sent to it.
    """
    url = web.address(url)
    page = context.page
    base, _, anchor = url.partition("#")
    if page.name == "web" and anchor and base == _without_anchor(page.arg) and not posted:
        _jump(context, unquote(anchor, errors="replace"))
        return
    if is_download(url):
        context.set(focus="")
        download(context, url)
        return
    context.set(focus="", overlay=())
    window = context.window
    new = Page("web", url, data=Extra(posted))
    if page.name == "web" and page.arg == url and not posted:
        context.replace(new)
    else:
        pages = (*window.pages, new)
        context.machine.put_window(window._replace(pages=pages[-MAX_PAGES:]))
    forget_forward(context)
    arrive(context, typed)


def arrive(context: Context, typed: bool = False) -> None:
    """Fills the forms of a page that was just opened, scrolls to its anchor, and records the visit."""
    page = context.page
    want(context, page.arg)
    offline = not is_on_the_phone(page.arg) and not is_online(context)
    context.set(data=extra(page)._replace(script=begin(context, page.arg), offline=offline))
    page = context.page
    shown = document(context, page)
    context.set(fields=defaults(shown.controls))
    _, _, anchor = page.arg.partition("#")
    if anchor:
        _jump(context, unquote(anchor, errors="replace"))
    known = page.arg.startswith("file:///") or (web.fetch(page.arg) is not None and not offline)
    if known:
        now = context.now
        rows = visited(context.get(HISTORY), page.arg, shown.title or page.arg, now, typed)
        context.put(HISTORY, rows)


def _jump(context: Context, anchor: str) -> None:
    """Scrolls to an anchor of the page."""
    block = anchor_block(document(context, context.page), anchor)
    if block is not None:
        show_block(context, block)


def show_block(context: Context, block: int) -> None:
    """Scrolls to a block of the page."""
    top = block_top(views.page_widgets(context), block, context.theme, context.machine.width)
    context.set(scroll={**context.page.scroll, "page": top})


def _without_anchor(url: str) -> str:
    return url.partition("#")[0]


# Back and forward -----------------------------------------------------------------------------------------------------


def _forward_pages(context: Context) -> tuple[Page, ...]:
    tabs: Tabs = context.get(TABS)
    tab = get(tabs.rows, tabs.current)
    return tab.forward if tab is not None else ()


def _put_forward(context: Context, forward: tuple[Page, ...]) -> None:
    tabs: Tabs = context.get(TABS)
    context.put(TABS, tabs._replace(rows=update_row(tabs.rows, tabs.current, forward=forward)))


def forget_forward(context: Context) -> None:
    """Removes the pages to which Forward leads."""
    _put_forward(context, ())


def go_back(context: Context) -> None:
    """Goes back a page, which Forward then leads to."""
    page, pages = context.page, context.window.pages
    context.pop()
    if page.name in ("start", "web") and len(pages) > 1:
        _put_forward(context, (page._replace(overlay=()), *_forward_pages(context))[:MAX_PAGES])


def go_forward(context: Context) -> None:
    """Goes forward a page, if there is one."""
    context.set(overlay=())
    forward = _forward_pages(context)
    if forward:
        context.push(forward[0])
        _put_forward(context, forward[1:])


# Tabs -----------------------------------------------------------------------------------------------------------------


def _tab_pages(context: Context) -> tuple[Page, ...]:
    """Returns the current tab's pages, without the lists above them."""
    pages = tuple([page for page in context.window.pages if page.name in ("start", "web")])
    return pages or (START,)


def _current_tabs(context: Context) -> Tabs:
    """Returns the tabs, with the window's pages in the current one."""
    tabs: Tabs = context.get(TABS)
    return tabs._replace(rows=update_row(tabs.rows, tabs.current, pages=_tab_pages(context)))


def _put_tabs(context: Context, tabs: Tabs) -> None:
    """Replaces the tabs and shows the current one."""
    context.put(TABS, tabs)
    tab = get(tabs.rows, tabs.current)
    if tab is not None:
        context.machine.put_window(context.window._replace(pages=tab.pages))


def _new_tab(context: Context) -> None:
    tabs = _current_tabs(context)
    if len(tabs.rows) >= _MAX_TABS:
        toast(context, "Close a tab first")
        return
    new = next_id(tabs.rows)
    _put_tabs(context, Tabs(new, (*tabs.rows, Tab(new))))


def _close_tab(context: Context, tab_id: int) -> None:
    """Closes a tab and shows the list of tabs; the last tab is replaced by a new one."""
    tabs = _current_tabs(context)
    rows = remove(tabs.rows, tab_id) or (Tab(tab_id + 1),)
    current = tabs.current if any(row.id == tabs.current for row in rows) else rows[-1].id
    _put_tabs(context, Tabs(current, rows))
    context.push(Page("tabs"))


def _close_all(context: Context) -> None:
    _put_tabs(context, Tabs())
    context.push(Page("tabs"))


def update_tabs(context: Context, message: TabMessage) -> None:
    """Handles the messages about tabs."""
    match message:
        case ("tabs",):
            context.push(Page("tabs"))
        case ("new_tab",):
            _new_tab(context)
        case ("open_tab", url):
            context.set(overlay=())
            _new_tab(context)
            go(context, url)
        case ("switch", tab_id):
            _put_tabs(context, _current_tabs(context)._replace(current=tab_id))
        case ("close_tab", tab_id):
            _close_tab(context, tab_id)
        case ("more_tabs",):
            context.set(overlay=("more_tabs", context.point))
        case ("close_all",):
            _close_all(context)
        case _:
            assert_never(message)
