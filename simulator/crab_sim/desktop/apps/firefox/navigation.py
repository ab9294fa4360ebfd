"""The way through the web: going to addresses, back, forward, reloading, and the tabs."""

from __future__ import annotations

from urllib.parse import unquote

from crab_sim.desktop.apps.firefox import downloads
from crab_sim.desktop.apps.firefox.loading import address, load, page_layout, page_tree
from crab_sim.desktop.apps.firefox.measures import view_size
from crab_sim.desktop.apps.firefox.state import (
    BLANK,
    CHROME_FIELDS,
    HISTORY,
    MAX_ENTRIES,
    MAX_TABS,
    Browser,
    Entry,
    Tab,
    browser,
    current_entry,
    current_tab,
    put,
    put_tab,
)
from crab_sim.engines.pages.forms import NO_PROBLEM, defaults
from crab_sim.engines.pages.history import visited
from crab_sim.engines.pages.layout import anchor_top
from crab_sim.engines.pages.sites import Answer, Pairs
from crab_sim.machine.app import Context
from crab_sim.web.sites.markup import Upload

__all__ = ["close_tab", "go", "move_tab", "new_tab", "reload", "reopen_tab", "step", "switch_tab", "turn_tabs"]


# Pages ----------------------------------------------------------------------------------------------------------------


def _left(context: Context, state: Browser, keep_data: bool) -> Browser:
    """Returns the state with the front page's fields and scroll position noted in its entry."""
    page, tab = context.base, current_tab(state)
    fields = tuple([(key, text) for key, text in page.fields.items() if key not in CHROME_FIELDS])
    entry = tab.entries[tab.place]._replace(fields=fields, scroll=page.scroll.get("page", 0))
    if not keep_data:
        entry = entry._replace(data=b"", kind="")
    entries = (*tab.entries[: tab.place], entry, *tab.entries[tab.place + 1 :])
    return put_tab(state, tab._replace(entries=entries))


def _show(context: Context, state: Browser, focus_url: bool = False) -> None:
    """Shows the page in front as its entry says; a blank one gets the keyboard in its address."""
    entry = current_entry(state)
    url = "" if entry.url == BLANK else entry.url
    page = context.base
    chrome = {key: page.fields.get(key, "") for key in CHROME_FIELDS}
    fields = {**defaults(page_tree(entry).controls), **dict(entry.fields), **chrome, "url": url}
    focus = "url" if focus_url or entry.url == BLANK else ""
    state = state._replace(menu=(), active="", problem=NO_PROBLEM, selected=None, match=0)
    window = context.window
    shown = page._replace(
        data=state, fields=fields, scroll={**page.scroll, "page": entry.scroll}, focus=focus, overlay=(),
        selection=(0, len(url)),
    )  # fmt: skip
    context.machine.put_window(window._replace(pages=(shown,)))


def go(
    context: Context, url: str, typed: bool = False, form: Pairs | None = None, upload: Upload | None = None
) -> None:
    """Loads an address in the tab in front, on a new page of its history; a download is saved instead.

    Args:
        context: The window's context.
        url: The address, or words to search for.
        typed: Whether it was typed.
        form: Names and values of a form that is posted to it; None to get it.
        upload: The file in the form.
    """
    url = address(url) if typed else url
    state = browser(context)
    here = current_entry(state)
    bare, _, anchor = url.partition("#")
    if anchor and bare == here.url.partition("#")[0] and form is None:
        _jump(context, anchor, url)
        return
    answer = load(context, url, form, upload)
    if answer.filename or not downloads.can_show(answer.kind):
        context.set(focus="", overlay=())
        downloads.keep(context, answer)
        return
    entry = _entry(answer)
    tab = current_tab(state)
    same = entry.url == here.url or here.url == BLANK
    state = _left(context, browser(context), keep_data=False)
    before = current_tab(state).entries[: tab.place if same else tab.place + 1]
    entries = (*before, entry)[-MAX_ENTRIES:]
    _show(context, put_tab(state, tab._replace(entries=entries, place=len(entries) - 1)))
    _arrived(context, answer, entry, typed)


def _entry(answer: Answer) -> Entry:
    entry = Entry(answer.url, "", answer.kind, answer.data)
    return entry._replace(title=page_tree(entry).title)


def _arrived(context: Context, answer: Answer, entry: Entry, typed: bool) -> None:
    """Notes the visit, and scrolls to the anchor."""
    if answer.status and entry.url != BLANK:
        rows = visited(context.machine.get(HISTORY), entry.url, entry.title or entry.url, context.machine.now, typed)
        context.put(HISTORY, rows)
    anchor = entry.url.partition("#")[2]
    if anchor:
        _scroll_to(context, anchor)


def _jump(context: Context, anchor: str, url: str) -> None:
    state = _left(context, browser(context), keep_data=True)
    tab = current_tab(state)
    here = tab.entries[tab.place]
    entries = (*tab.entries[: tab.place], here, here._replace(url=url))[-MAX_ENTRIES:]
    _show(context, put_tab(state, tab._replace(entries=entries, place=len(entries) - 1)))
    _scroll_to(context, anchor)


def _scroll_to(context: Context, anchor: str) -> None:
    state = browser(context)
    tree, layout = page_layout(context, state, *view_size(context, state))
    top = anchor_top(layout, tree, unquote(anchor, errors="replace"))
    if top is not None:
        context.set(scroll={**context.page.scroll, "page": top})


def _reloaded(context: Context, state: Browser) -> Browser:
    """Returns the state with the page in front loaded, where it isn't."""
    entry = current_entry(state)
    if entry.kind or entry.url == BLANK:
        return state
    answer = load(context, entry.url)
    if answer.filename or not downloads.can_show(answer.kind):
        return state
    tab = current_tab(state)
    fresh = _entry(answer)._replace(url=entry.url, fields=entry.fields, scroll=entry.scroll)
    return put_tab(state, tab._replace(entries=(*tab.entries[: tab.place], fresh, *tab.entries[tab.place + 1 :])))


def reload(context: Context) -> None:
    """Loads the page in front again; texts typed into its forms are lost."""
    state = browser(context)
    tab, entry = current_tab(state), current_entry(state)
    scroll = context.base.scroll.get("page", 0)
    empty = Entry(entry.url, entry.title, scroll=scroll)
    state = put_tab(state, tab._replace(entries=(*tab.entries[: tab.place], empty, *tab.entries[tab.place + 1 :])))
    _show(context, _reloaded(context, state))


def step(context: Context, by: int) -> None:
    """Goes back or forward in the tab's history, if there is a page."""
    state = browser(context)
    tab = current_tab(state)
    if not 0 <= tab.place + by < len(tab.entries):
        return
    here, there = tab.entries[tab.place], tab.entries[tab.place + by]
    same = here.url.partition("#")[0] == there.url.partition("#")[0]
    state = _left(context, state, keep_data=same)
    tab = current_tab(state)._replace(place=tab.place + by)
    _show(context, _reloaded(context, put_tab(state, tab)))


# Tabs -----------------------------------------------------------------------------------------------------------------


def new_tab(context: Context, url: str = "", behind: bool = False) -> None:
    """Opens a tab: a blank one, or one with an address, perhaps behind the one in front."""
    state = _left(context, browser(context), keep_data=True)
    if len(state.tabs) >= MAX_TABS:
        return
    new = Tab(state.opened + 1)
    at = next(i for i, tab in enumerate(state.tabs) if tab.id == state.current) + 1 if url else len(state.tabs)
    state = state._replace(tabs=(*state.tabs[:at], new, *state.tabs[at:]), opened=new.id)
    if not behind:
        _show(context, state._replace(current=new.id))
        if url:
            go(context, url)
        return
    put(context, state._replace(menu=()))
    answer = load(context, url)
    if answer.filename or not downloads.can_show(answer.kind):
        put(context, state._replace(tabs=tuple([tab for tab in state.tabs if tab.id != new.id])))
        downloads.keep(context, answer)
        return
    entry = _entry(answer)
    put(context, put_tab(browser(context), new._replace(entries=(entry,))))
    if answer.status:
        rows = visited(context.machine.get(HISTORY), entry.url, entry.title or entry.url, context.machine.now, False)
        context.put(HISTORY, rows)


def close_tab(context: Context, tab_id: int) -> None:
    """Closes a tab; with the last one, the window is closed."""
    state = _left(context, browser(context), keep_data=True)
    if len(state.tabs) == 1:
        context.close()
        return
    at = next((i for i, tab in enumerate(state.tabs) if tab.id == tab_id), -1)
    if at < 0:
        return
    closed = state.tabs[at]
    rest = (*state.tabs[:at], *state.tabs[at + 1 :])
    current = rest[min(at, len(rest) - 1)].id if state.current == tab_id else state.current
    unchanged = current == state.current
    state = state._replace(tabs=rest, current=current, closed=(*state.closed, closed)[-10:])
    if unchanged:
        put(context, state._replace(menu=()))
    else:
        _show(context, state)


def reopen_tab(context: Context) -> None:
    """Opens the tab again that was closed last."""
    state = _left(context, browser(context), keep_data=True)
    if state.closed and len(state.tabs) < MAX_TABS:
        tab = state.closed[-1]._replace(id=state.opened + 1)
        state = state._replace(tabs=(*state.tabs, tab), current=tab.id, opened=tab.id, closed=state.closed[:-1])
        _show(context, _reloaded(context, state))


def switch_tab(context: Context, tab_id: int) -> None:
    """Puts a tab in front."""
    state = browser(context)
    if tab_id != state.current and any(tab.id == tab_id for tab in state.tabs):
        state = _left(context, state, keep_data=True)
        _show(context, _reloaded(context, state._replace(current=tab_id)))


def turn_tabs(context: Context, by: int) -> None:
    """Puts the next tab in front, or with -1 the one before, going round."""
    state = browser(context)
    ids = [tab.id for tab in state.tabs]
    switch_tab(context, ids[(ids.index(state.current) + by) % len(ids)])


def move_tab(context: Context, tab_id: int, by: int) -> None:
    """Moves a tab past its neighbour."""
    state = browser(context)
    tabs = list(state.tabs)
    at = next((i for i, tab in enumerate(tabs) if tab.id == tab_id), -1)
    if at >= 0 and 0 <= at + by < len(tabs):
        tabs[at], tabs[at + by] = tabs[at + by], tabs[at]
        put(context, state._replace(tabs=tuple(tabs), menu=()))
