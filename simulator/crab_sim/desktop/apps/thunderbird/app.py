"""Thunderbird: mails in folders, their list and the reading pane; windows for writing; filters; the address book.

Its windows are described in `crab_sim.desktop.apps.thunderbird.state`, the mails in
`crab_sim.desktop.apps.thunderbird.store`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, assert_never

from crab_sim.desktop.apps.thunderbird import APP as FACTS
from crab_sim.desktop.apps.thunderbird.book import handle_book, save_card
from crab_sim.desktop.apps.thunderbird.commands import handle_list, handle_mails, handle_tabs
from crab_sim.desktop.apps.thunderbird.compose import Letter, compose_view
from crab_sim.desktop.apps.thunderbird.dialogs import handle_dialogs, main_dialog, problem, submit_dialog
from crab_sim.desktop.apps.thunderbird.filter_dialogs import (
    filter_dialog,
    handle_filters,
    handle_rule,
    handle_rule_list,
)
from crab_sim.desktop.apps.thunderbird.menus import bar_menus, popup_entries
from crab_sim.desktop.apps.thunderbird.messages import (
    BookMessage,
    DialogMessage,
    FilterMessage,
    ListMessage,
    MailMessage,
    MainChoice,
    MainMessage,
    Message,
    RuleListMessage,
    RuleMessage,
    TabMessage,
    WritingMessage,
)
from crab_sim.desktop.apps.thunderbird.panes import main_view, tab_title
from crab_sim.desktop.apps.thunderbird.state import Desk, desk_of
from crab_sim.desktop.apps.thunderbird.store import start_profile
from crab_sim.desktop.apps.thunderbird.writing import begin, close_compose, compose_key, handle_compose
from crab_sim.desktop.chrome.menu_bar import drop_down, popup
from crab_sim.desktop.chrome.menus import MENUS, OpenMenu, handle_menu, menu_key, shortcuts
from crab_sim.desktop.messages import DesktopMessage
from crab_sim.files import FileError
from crab_sim.machine.app import AppSpec, Context, Intent, View
from crab_sim.ui import MessageGroup, Page, Widget

__all__ = ["APP"]

_NAME: Final = "Mozilla Thunderbird"
_FIELDS: Final = {"search": "", "quick": "", "book": ""}

_LIST = MessageGroup(ListMessage)
_MAILS = MessageGroup(MailMessage)
_TABS = MessageGroup(TabMessage)
_BOOK = MessageGroup(BookMessage)
_FILTERS = MessageGroup(FilterMessage)
_RULES = MessageGroup(RuleListMessage)
_RULE = MessageGroup(RuleMessage)
_DIALOGS = MessageGroup(DialogMessage)
_MAIN = MessageGroup(MainMessage)
_WRITING = MessageGroup(WritingMessage)


def _writes(context: Context) -> bool:
    """Returns whether the window is one for writing."""
    return context.base.name == "compose"


def start(intent: Intent) -> Page:
    """Returns the main window, or one for writing."""
    if intent[:1] == ("new",) and len(intent) > 1:
        fields = {"to": "", "cc": "", "bcc": "", "subject": "", "body": ""}
        return Page("compose", intent, fields, focus="to", data=Letter())
    return Page("mail", None, _FIELDS, data=Desk())


def title(context: Context) -> str:
    """Returns the window's title."""
    if _writes(context):
        subject = context.base.fields.get("subject", "").strip()
        return f"Write: {subject or '(no subject)'} - Thunderbird"
    tab = desk_of(context).front
    return f"{tab_title(context, tab, True)} - {_NAME}"


def view(context: Context) -> View[Message]:
    """Shows the window, and the dialog or menu above it."""
    if _writes(context):
        return compose_view(context)
    page, base = context.page, context.base
    overlay: Widget[Message] | None = None
    if page is not base:
        overlay = main_dialog(context, page) or filter_dialog(context, page)
    elif isinstance(page.overlay, OpenMenu):
        in_bar = page.overlay.number >= 0
        panel = desk_of(context).popup == ("app_menu",)
        overlay = (
            drop_down(bar_menus(context), page.overlay)
            if in_bar
            else popup(popup_entries(context), page.overlay, panel)
        )
    return View(main_view(context), overlay)


def update(context: Context, message: Message) -> None:
    """Handles Thunderbird's events; a window takes those of its kind."""
    if message[0] == "opened":
        _opened(context, message[1:])
    elif _writes(context):
        if _WRITING.has(message):
            handle_compose(context, message)
    elif _MAIN.has(message):
        _update_main(context, message)


def _opened(context: Context, intent: Sequence[object]) -> None:
    start_profile(context.machine)
    if intent[:1] == ("new",) and _writes(context):
        begin(context, *[str(part) for part in intent[1:4]])
    elif _writes(context):
        context.open("thunderbird", "main")
    else:
        while len(context.window.pages) > 1:
            context.pop()
        if intent[:1] == ("main",) and len(intent) > 1:
            _update_main(context, ("address_book",) if intent[1] == "address_book" else ("tab", 0))


def _update_main(context: Context, message: MainMessage) -> None:
    if MENUS.has(message):
        handle_menu(context, message, _update_main)
        return
    try:
        _update(context, message)
    except FileError as error:
        problem(context, "Mail folder", f"The folder could not be written: {error.reason}")


def _update(context: Context, message: MainChoice | DesktopMessage) -> None:
    if _LIST.has(message):
        handle_list(context, message)
    elif _MAILS.has(message):
        handle_mails(context, message)
    elif _TABS.has(message):
        handle_tabs(context, message)
    elif _BOOK.has(message):
        handle_book(context, message)
    elif _FILTERS.has(message):
        handle_filters(context, message)
    elif _RULES.has(message):
        handle_rule_list(context, message)
    elif _RULE.has(message):
        handle_rule(context, message)
    elif _DIALOGS.has(message):
        handle_dialogs(context, message)
    else:
        match message:
            case ("cancel",):
                if len(context.window.pages) > 1:
                    context.pop()
            case ("quit",):
                context.close()
            case ("compose",):
                context.open("thunderbird", "new", "write")
            case ("submit", field):
                _submit(context, field)
            case ("opened", *_):
                pass
            case _:
                assert_never(message)


def _submit(context: Context, field: str) -> None:
    """Handles Enter in a field."""
    match context.page.name:
        case "mail":
            if field == "search":
                handle_tabs(context, ("search",))
        case "card":
            save_card(context)
        case "rule":
            handle_rule(context, ("save_rule",))
        case _:
            submit_dialog(context)


_KEYS: Final[dict[str, MainChoice]] = {
    "up": ("step", -1), "down": ("step", 1), "shift+up": ("extend", -1), "shift+down": ("extend", 1),
    "enter": ("open_this",), "shift+delete": ("delete",),
}  # fmt: skip


def key(context: Context, name: str) -> bool:
    """Handles Thunderbird's keys."""
    if _writes(context):
        return compose_key(context, name)
    page = context.page
    if page.name != "mail":
        return _dialog_key(context, page, name)
    bar = bar_menus(context)
    if menu_key(context, bar, name, _update_main):
        return True
    if page.overlay:
        return False
    editing = bool(page.focus) and name in ("ctrl+a", "ctrl+z", "delete", "up", "down", "enter")
    if editing:
        return False
    message = {**dict(shortcuts(bar)), **_KEYS}.get(name)
    if message is not None and (len(name) > 1 or not page.focus):
        if name == "enter" and desk_of(context).front.kind not in ("mail", "search"):
            return True
        _update_main(context, message)
        return True
    if name == "escape" and page.focus:
        _leave_field(context, page)
        return True
    return name == "ctrl+enter"


def _leave_field(context: Context, page: Page) -> None:
    """Empties the focused field; an empty one loses the focus."""
    if page.fields.get(page.focus, ""):
        context.set(fields={**page.fields, page.focus: ""}, selection=(0, 0))
    else:
        context.set(focus="")


def _dialog_key(context: Context, page: Page, name: str) -> bool:
    if page.overlay:
        return False
    if name == "escape":
        context.pop()
        return True
    if name == "enter" and not page.focus:
        submit_dialog(context)
        return True
    return not page.focus


def text(context: Context, typed: str) -> bool:
    """Handles letters that are commands, such as A for Archive."""
    if _writes(context) or context.page.name != "mail" or context.page.overlay:
        return False
    known = dict(shortcuts(bar_menus(context)))
    for char in typed.partition("\n")[0][:40]:
        message = known.get(f"shift+{char.casefold()}" if char.isupper() else char)
        if message is not None:
            _update_main(context, message)
            if _gone(context) or context.page.name != "mail":
                break
            known = dict(shortcuts(bar_menus(context)))
    return "\n" not in typed


def _gone(context: Context) -> bool:
    return all([window.id != context.window_id for window in context.machine.slices["windows"]])


def close(context: Context) -> None:
    """Closes the window; one for writing asks first."""
    if _writes(context):
        close_compose(context)
    else:
        context.close()


APP = AppSpec(
    view=view,
    update=update,
    start=start,
    title=title,
    key=key,
    text=text,
    close=close,
    **FACTS.facts,
)
