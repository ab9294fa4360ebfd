"""The phone's Browser: pages, tabs, bookmarks, history and downloads.

Pages: those of a tab (see `navigation` beside this module), and above them ``tabs``, ``bookmarks``, ``history`` and
``downloads``. Its data are described in `crab_sim.phone.apps.browser.data`.
"""

from __future__ import annotations

from typing import assert_never

from crab_sim import web
from crab_sim.engines.pages.forms import defaults
from crab_sim.machine.app import AppSpec, Context, Intent
from crab_sim.machine.rows import get, next_id, remove
from crab_sim.machine.slices import CLIPBOARD, FILES
from crab_sim.phone.apps.browser import APP as FACTS
from crab_sim.phone.apps.browser import downloads, views
from crab_sim.phone.apps.browser.data import (
    BOOKMARKS,
    DOWNLOADS,
    HISTORY,
    START,
    BookmarkRow,
)
from crab_sim.phone.apps.browser.form_filling import submit_field, update_form
from crab_sim.phone.apps.browser.load import Extra, document, extra, is_on_the_phone
from crab_sim.phone.apps.browser.local import want
from crab_sim.phone.apps.browser.messages import (
    FormMessage,
    ListMessage,
    Message,
    ScriptMessage,
    TabMessage,
    ViewMessage,
)
from crab_sim.phone.apps.browser.navigation import (
    arrive,
    forget_forward,
    go,
    go_back,
    go_forward,
    show_block,
    update_tabs,
)
from crab_sim.phone.apps.browser.script_events import (
    hear_enter,
    hear_input,
    press_key,
    reload_scripts,
    show_again,
    type_text,
    update_script,
)
from crab_sim.phone.apps.files.data import DOWNLOADS as DOWNLOADS_FOLDER
from crab_sim.phone.system.network import is_online
from crab_sim.phone.system.share import share
from crab_sim.phone.system.toasts import toast
from crab_sim.phone.widgets import pickers
from crab_sim.ui import MessageGroup, Page

__all__ = ["APP"]

_FORM = MessageGroup(FormMessage)
_LIST = MessageGroup(ListMessage)
_SCRIPT = MessageGroup(ScriptMessage)
_TAB = MessageGroup(TabMessage)
_VIEW = MessageGroup(ViewMessage)


def _start(intent: Intent) -> Page:
    match intent:
        case ("open", str(url)) if downloads.is_download(web.address(url)):
            return Page("downloads", data=web.address(url))
        case ("open", str(url)):
            return Page("web", web.address(url), data=Extra())
        case ("downloads",):
            return Page("downloads")
    return START


# Pages ----------------------------------------------------------------------------------------------------------------


def _edit_url(context: Context) -> None:
    """Begins to edit the address; all of it is selected."""
    page = context.page
    url = page.arg if page.name == "web" else ""
    context.set(fields={**page.fields, "url": url}, focus="url", selection=(0, len(url)), overlay=())


def _close_find(context: Context) -> None:
    """Ends the search on the page."""
    page = context.page
    fields = {key: text for key, text in page.fields.items() if key != "find"}
    context.set(fields=fields, focus="", data=extra(page)._replace(finding=False, match=0))


def _find_next(context: Context, by: int) -> None:
    """Scrolls to the next place of the search on the page, or with -1 to the one before."""
    blocks = views.find_matches(context)
    if blocks:
        data = extra(context.page)
        match = (min(data.match, len(blocks) - 1) + by) % len(blocks)
        context.set(data=data._replace(match=match))
        show_block(context, max(0, blocks[match] - 1))


def _back(context: Context) -> None:
    """Leaves the address, the search on the page, or the page."""
    page = context.page
    if page.focus == "url":
        context.set(focus="")
    elif page.name == "web" and extra(page).finding:
        _close_find(context)
    else:
        go_back(context)


def _submit(context: Context, key: str) -> None:
    """Handles Enter in a field."""
    if key == "url":
        if context.field("url").strip():
            go(context, context.field("url"), typed=True)
    elif key == "find":
        _find_next(context, 1)
    elif context.page.name == "web":
        submit_field(context, key)


def _started(context: Context) -> None:
    """Opens the page or downloads the file that an intent asks for."""
    page = context.page
    if page.name == "web":
        forget_forward(context)
        arrive(context)
    elif page.name == "downloads" and page.data:
        context.set(data=None)
        downloads.download(context, page.data)


def _follow(context: Context, href: str, download: bool) -> None:
    """Follows a link."""
    if download:
        downloads.download(context, href)
    elif href:
        go(context, href)


def _reload(context: Context) -> None:
    """Resets the page's forms, asks for a local page again, and loads one again that needed a connection."""
    page = context.page
    context.set(overlay=(), scroll={}, focus="")
    if page.name == "web" and (extra(page).offline or not (is_on_the_phone(page.arg) or is_online(context))):
        arrive(context)
        return
    want(context, page.arg)
    fields = defaults(document(context, page).controls) if page.name == "web" else {}
    context.set(fields=fields)


def _copy(context: Context, text: str) -> None:
    context.put(CLIPBOARD, text)
    context.set(overlay=())


def _share_page(context: Context) -> None:
    context.set(overlay=())
    share(context, "text", context.page.arg, views.current_title(context, context.page))


def _share_link(context: Context, url: str) -> None:
    context.set(overlay=())
    share(context, "text", url)


def _add_bookmark(context: Context) -> None:
    page, rows = context.page, context.get(BOOKMARKS)
    row = BookmarkRow(next_id(rows), page.arg, views.current_title(context, page), context.now)
    context.put(BOOKMARKS, (*rows, row))
    context.set(overlay=())
    toast(context, "Bookmarked")


def _update_view(context: Context, message: ViewMessage) -> None:
    """Handles the messages of a page's menus, and of the search on it."""
    match message:
        case ("more",):
            context.set(overlay=("more", context.point), focus="")
        case ("hold", href, words):
            context.set(overlay=("hold", href, words, context.point), focus="")
        case ("picture", src):
            context.set(overlay=("picture", src, context.point), focus="")
        case ("reload",):
            if _is_scripted(context):
                reload_scripts(context)
            else:
                _reload(context)
        case ("find",):
            data = extra(context.page)._replace(finding=True, match=0)
            context.set(overlay=(), data=data, focus="find", selection=(0, 0))
        case ("find_next", step):
            _find_next(context, step)
        case ("find_close",):
            _close_find(context)
        case ("copy", text):
            _copy(context, text)
        case ("share",):
            _share_page(context)
        case ("share_link", url):
            _share_link(context, url)
        case ("mark",):
            _add_bookmark(context)
        case _:
            assert_never(message)


# Lists ----------------------------------------------------------------------------------------------------------------


def _remove_bookmark(context: Context, url: str) -> None:
    context.put(BOOKMARKS, tuple([row for row in context.get(BOOKMARKS) if row.url != url]))
    context.set(overlay=())


def _clear_history(context: Context) -> None:
    context.put(HISTORY, ())
    context.set(overlay=())


def _open_download(context: Context, download_id: int) -> None:
    """Shows a downloaded file, or for other kinds its folder."""
    row = get(context.get(DOWNLOADS), download_id)
    if row is None:
        return
    if not context.get(FILES).is_file(row.path):
        toast(context, "The file has been moved or deleted")
    elif downloads.can_show(row.path):
        context.pop()
        go(context, f"file://{row.path}")
    else:
        context.open("files", "open", DOWNLOADS_FOLDER)


def _update_lists(context: Context, message: ListMessage) -> None:
    """Handles the messages of bookmarks, history and downloads."""
    match message:
        case ("list", name):
            context.set(overlay=())
            context.push(Page(name))
        case ("visit", url):
            context.pop()
            go(context, url)
        case ("unmark", url):
            _remove_bookmark(context, url)
        case ("forget", visit_id):
            context.put(HISTORY, remove(context.get(HISTORY), visit_id))
        case ("ask_clear",):
            context.set(overlay=("ask_clear",))
        case ("clear_history",):
            _clear_history(context)
        case ("download", url):
            context.set(overlay=())
            downloads.download(context, url)
        case ("open_download", download_id):
            _open_download(context, download_id)
        case ("delete_download", download_id):
            downloads.delete(context, download_id)
        case _:
            assert_never(message)


def _form(context: Context, message: FormMessage) -> None:
    """Handles a message of a control; scripts hear of a new value."""
    update_form(context, message)
    if message[0] in ("chosen", "picked") and _is_scripted(context):
        hear_input(context)


def _enter(context: Context, key: str) -> None:
    """Handles Enter in a field: of a page with scripts, these hear of it."""
    if not _is_scripted(context) or not hear_enter(context, key):
        _submit(context, key)


def _is_scripted(context: Context) -> bool:
    page = context.page
    return page.name == "web" and bool(extra(page).script.loaded)


def _update(context: Context, message: Message) -> None:  # noqa: C901 - one case per message
    if _TAB.has(message):
        update_tabs(context, message)
    elif _FORM.has(message):
        _form(context, message)
    elif _LIST.has(message):
        _update_lists(context, message)
    elif _SCRIPT.has(message):
        if _is_scripted(context):
            update_script(context, message)
    elif _VIEW.has(message):
        _update_view(context, message)
    else:
        match message:
            case ("back",):
                _back(context)
            case ("forward",):
                go_forward(context)
            case ("started",):
                _started(context)
            case ("loaded",):
                show_again(context)
            case ("edit_url",):
                _edit_url(context)
            case ("clear_url",):
                context.set_fields(url="")
            case ("go", url):
                context.set(focus="", overlay=())
                go(context, url)
            case ("follow", href, download):
                _follow(context, href, download)
            case ("submit", key):
                _enter(context, key)
            case _:
                assert_never(message)


APP = AppSpec(
    view=views.view,
    update=_update,
    start=_start,
    title=views.title,
    key=lambda context, pressed: pickers.key(context, pressed) or press_key(context, pressed),
    text=lambda context, written: pickers.text(context, written) or type_text(context, written),
    **FACTS.spec.facts,
)
