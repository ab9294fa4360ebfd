"""The code editor, after VS Code: a folder's files in tabs, search, source control, and a terminal below.

State: page ``code``, whose data is a `Code`; dialogs are pages above it.
"""

from __future__ import annotations

from typing import Final, assert_never

from crab_sim.desktop import file_chooser
from crab_sim.desktop.apps.code import APP as FACTS
from crab_sim.desktop.apps.code import documents, panel, picker, searching
from crab_sim.desktop.apps.code.actions import end_naming, scm_message, settings_message, tree_message
from crab_sim.desktop.apps.code.commands import KEYS, menus
from crab_sim.desktop.apps.code.dialogs import ENTER
from crab_sim.desktop.apps.code.messages import (
    DialogMessage,
    HandledMessage,
    ListMessage,
    Message,
    ScmMessage,
    SearchMessage,
    SettingsMessage,
    TerminalMessage,
    TextMessage,
    TreeMessage,
    WindowMessage,
)
from crab_sim.desktop.apps.code.settings import read_settings
from crab_sim.desktop.apps.code.state import FIELDS, Code, Match, Side, code_of, document_of, is_dirty, put, sync
from crab_sim.desktop.apps.code.text_keys import text_key, text_message, type_text
from crab_sim.desktop.apps.code.view import title, view
from crab_sim.desktop.apps.terminal.app import fresh_session
from crab_sim.desktop.chrome.menus import MENUS, handle_menu, menu_key, open_popup
from crab_sim.desktop.widgets import CANCEL, dialog_key
from crab_sim.machine.app import AppSpec, Context, Intent
from crab_sim.machine.slices import FILES, WINDOWS
from crab_sim.ui import MessageGroup, Page
from crab_sim.ui.messages import TOOLKIT

__all__ = ["APP"]

_DIALOGS: Final = MessageGroup(DialogMessage)
_LIST: Final = MessageGroup(ListMessage)
_SCM: Final = MessageGroup(ScmMessage)
_SEARCH: Final = MessageGroup(SearchMessage)
_SETTINGS: Final = MessageGroup(SettingsMessage)
_TERMINAL: Final = MessageGroup(TerminalMessage)
_TEXT: Final = MessageGroup(TextMessage)
_TREE: Final = MessageGroup(TreeMessage)
_WINDOW: Final = MessageGroup(WindowMessage)


def start(intent: Intent) -> Page:
    """Returns the page of a window without a folder."""
    return Page("code", None, dict.fromkeys(FIELDS, ""), data=Code())


def update(context: Context, message: Message) -> None:
    """Handles the editor's messages."""
    if context.page.name == panel.PAGE and message[0] != "opened":
        if panel.MESSAGES.has(message):
            panel.message(context, message)
        return
    sync(context)
    if MENUS.has(message):
        handle_menu(context, message, update)
        return
    if len(context.window.pages) == 1 and context.page.overlay:
        context.set(overlay=())
    _handle(context, message)
    _auto_save(context)


def _handle(context: Context, message: HandledMessage) -> None:
    """Handles a message of the window, after its documents are as their files are now."""
    if _WINDOW.has(message):
        _window_message(context, message)
    elif _TERMINAL.has(message):
        _terminal_message(context, message)
    elif _LIST.has(message):
        _list_message(context, message)
    elif _SEARCH.has(message):
        _search_message(context, message)
    elif _TREE.has(message):
        tree_message(context, message)
    elif _SCM.has(message):
        scm_message(context, message)
    elif _SETTINGS.has(message):
        settings_message(context, message)
    elif _TEXT.has(message):
        text_message(context, message)
    elif _DIALOGS.has(message):
        _dialog_message(context, message)
    else:
        match message:
            case ("opened", *_):
                for path in message[1:]:
                    if path.startswith("/"):
                        documents.open_path(context, path)
            case ("submit", field):
                _submit(context, field)
            case _:
                assert_never(message)


def _auto_save(context: Context) -> None:
    """Saves what was changed, where the settings say so."""
    window = next((w for w in context.machine.get(WINDOWS) if w.id == context.window_id), None)
    if window is not None and len(window.pages) == 1 and read_settings(context.get(FILES)).auto_save:
        if any([is_dirty(doc) and doc.path for doc in code_of(context).docs]):
            documents.save_all(context)


def _window_message(context: Context, message: WindowMessage) -> None:  # noqa: C901 - one case for each
    """Handles the messages about files, tabs, and the side bar."""
    code = code_of(context)
    match message:
        case ("new",):
            documents.new_document(context)
        case ("new_window",):
            context.open("code", "new")
        case ("open_file",):
            documents.open_dialog(context, "open")
        case ("open_folder",):
            documents.open_dialog(context, "open_folder")
        case ("close_folder",):
            put(context, code._replace(folder="", expanded=(), chosen="", results=None))
        case ("save",):
            documents.save(context)
        case ("save_as",):
            documents.save_as(context)
        case ("save_all",):
            documents.save_all(context)
        case ("tab", number):
            put(context, code._replace(current=number, place="editor"), True, "")
        case ("keep_tab", number):
            documents.keep_open(context, number)
        case ("tab_menu", number):
            put(context, code._replace(current=number, target=f"tab:{number}"))
            open_popup(context)
        case ("close_tab", number):
            documents.close_document(context, number)
        case ("close_doc",):
            documents.close_document(context, code.current)
        case ("close_others", number):
            _close_but(context, number)
        case ("close_all",):
            _close_but(context, -1)
        case ("next_doc", by):
            if code.docs:
                put(context, code._replace(current=(code.current + by) % len(code.docs), place="editor"), True, "")
        case ("side_click", side):
            shown: Side = "" if code.side == side else side
            put(context, code._replace(side=shown), focus=_FIRST.get(shown, ""))
        case ("side", side):
            put(context, code._replace(side=side), focus=_FIRST.get(side, ""))
        case ("toggle_side",):
            put(context, code._replace(side="" if code.side else "explorer"))
        case ("manage" | "indent_menu" as name,):
            put(context, code._replace(target="manage:" if name == "manage" else "indent:"))
            open_popup(context)
        case ("focus_editor",):
            put(context, code._replace(place="editor"), focus="")
        case ("dismiss_notice",):
            put(context, code._replace(notice=""))
        case ("close",):
            documents.close_window(context)
        case ("chord",):
            pass
        case _:
            assert_never(message)


_FIRST = {"search": "query", "scm": "message"}


def _close_but(context: Context, kept: int) -> None:
    """Closes all tabs but one; the first that isn't saved is asked about."""
    for number in range(len(code_of(context).docs) - 1, -1, -1):
        if number != kept:
            documents.close_document(context, number)
            if len(context.window.pages) > 1:
                return


def _terminal_message(context: Context, message: TerminalMessage) -> None:
    """Handles the messages of the terminal, and those that show or hide it."""
    code = code_of(context)
    match message:
        case ("toggle_terminal",):
            panel.toggle(context)
        case ("new_terminal",):
            panel.show(context, fresh=True)
        case ("kill_terminal",):
            panel.kill(context)
        case ("hide_terminal",):
            put(context, code._replace(panel=False, place="editor"), focus="")
        case ("tree_terminal",):
            files = context.get(FILES)
            folder = code.chosen if files.is_dir(code.chosen) else code.chosen.rpartition("/")[0]
            put(context, code._replace(terminal=fresh_session(folder)))
            panel.show(context)
        case ("menu",):
            put(context, code._replace(target="terminal:", place="terminal"), focus="")
            open_popup(context)
        case ("word" | "unselect",) | ("select", *_):
            panel.message(context, message)
        case ("term", "clear"):
            panel.message(context, None)
        case ("term", name):
            panel.message(context, (name,))
        case _:
            assert_never(message)


def _list_message(context: Context, message: ListMessage) -> None:
    """Handles the list above the editor."""
    match message:
        case ("show_picker", kind):
            picker.show(context, kind)
        case ("hide_picker",):
            picker.hide(context)
        case ("take", number):
            put(context, code_of(context)._replace(picked=number))
            _take(context)
        case ("open_picked", path):
            documents.open_file(context, path)
        case ("open_picked", path, line):
            if documents.open_file(context, path):
                update(context, ("goto", line, 1))
        case _:
            assert_never(message)


def _take(context: Context) -> None:
    message = picker.take(context)
    if message is not None and not TOOLKIT.has(message):
        update(context, message)


def _search_message(context: Context, message: SearchMessage) -> None:  # noqa: C901 - one case for each
    """Handles the find widget and the side bar's search."""
    code = code_of(context)
    match message:
        case ("find", level):
            searching.open_find(context, level)
        case ("find_next", back):
            searching.find_next(context, back)
        case ("close_find",):
            searching.close_find(context)
        case ("toggle_replace",):
            put(context, code._replace(finding=1 if code.finding == 2 else 2))
        case ("replace_one",):
            searching.replace_one(context)
        case ("replace_all",):
            searching.replace_all(context)
        case ("option", letter):
            put(context, searching.toggle_option(code, letter))
            if code.side == "search" and code.results is not None:
                searching.search_files(context)
        case ("search_files",):
            searching.search_files(context)
        case ("clear_search",):
            put(context, code._replace(results=None, searched=""), query="", replacement="")
        case ("toggle_replacing",):
            put(context, code._replace(replacing=not code.replacing))
        case ("replace_in_files",):
            put(context, code._replace(side="search", replacing=True), focus="query")
        case ("replace_files",):
            searching.replace_files(context)
        case ("replace_in", path):
            searching.replace_files(context, [match for match in code.results or () if match.path == path])
        case ("replace_match", path, low, high):
            searching.replace_files(context, [Match(path, low, high)])
        case ("goto_match", path, low, high):
            if documents.open_file(context, path, preview=True):
                documents.reveal_text(context, low, high)
        case _:
            assert_never(message)


def _dialog_message(context: Context, message: DialogMessage) -> None:
    """Handles the buttons of dialogs."""
    page = context.page
    match message:
        case ("cancel",):
            context.pop()
            put(context, code_of(context)._replace(closing=False))
        case ("choose",):
            documents.choose(context)
        case ("pick_open" | "enter_folder" | "arrange", _):
            if file_chooser.update(context, message):
                documents.choose(context)
        case ("pick", _):
            pass
        case ("replace_file",):
            path = str(page.arg)
            context.pop()
            context.pop()
            documents.write(context, path)
        case ("discard",):
            number = int(page.arg)
            context.pop()
            documents.close_document(context, number, ask=False)
        case ("save_and_close",):
            number = int(page.arg)
            context.pop()
            documents.save(context)
            if len(context.window.pages) == 1 and not is_dirty(code_of(context).docs[number]):
                documents.close_document(context, number)
        case _:
            assert_never(message)


def _submit(context: Context, field: str) -> None:
    """Handles Enter in a field."""
    match field:
        case "pick":
            _take(context)
        case "find":
            searching.find_next(context)
        case "replace":
            searching.replace_one(context)
        case "query" | "replacement":
            searching.search_files(context)
        case "message":
            update(context, ("scm_commit",))
        case "name" if len(context.window.pages) == 1:
            end_naming(context)
        case "name":
            documents.choose(context)


# Keys -----------------------------------------------------------------------------------------------------------------


def key(context: Context, name: str) -> bool:
    """Handles keys: in dialogs, menus, lists and fields, in the terminal, and in the text."""
    page = context.page
    if page.name == panel.PAGE:
        panel.key(context, name)
        return True
    if page.name != "code":
        return dialog_key(context, name, update, CANCEL, ENTER, {}) or not page.focus
    code = sync(context)
    if page.overlay:
        return menu_key(context, menus(code, read_settings(context.get(FILES))), name, update)
    done = _any_key(context, code, page, name)
    _auto_save(context)
    return done


def _any_key(context: Context, code: Code, page: Page, name: str) -> bool:
    if page.focus == "pick":
        return _picker_key(context, name)
    if code.place == "terminal" and not page.focus:
        if name in _PANEL_KEYS:
            update(context, KEYS[name])
        else:
            panel.key(context, name)
        return True
    if page.focus:
        done = _field_key(context, page.focus, name)
        if done is not None:
            return done
    elif name == "escape" and (code.finding or code.notice):
        put(context, code._replace(finding=0, notice=""))
        return True
    elif text_key(context, name):
        return True
    message = KEYS.get(name)
    if message is not None and not (page.focus and message[0] in _TEXT_ONLY):
        update(context, message)
        return True
    if menu_key(context, menus(code, read_settings(context.get(FILES))), name, update):
        return True
    if name in ("delete", "f2") and code.chosen and not page.focus and document_of(code) is None:
        update(context, ("tree_delete",) if name == "delete" else ("tree_rename",))
        return True
    return not page.focus


_TEXT_ONLY = frozenset(["cut", "copy", "paste", "select_all", "undo", "redo", "tool"])
_PANEL_KEYS = frozenset(
    "ctrl+` ctrl+shift+` ctrl+p ctrl+shift+p f1 ctrl+shift+e ctrl+shift+f ctrl+shift+g ctrl+j ctrl+1 ctrl+b".split()
)


def _picker_key(context: Context, name: str) -> bool:
    match name:
        case "escape":
            picker.hide(context)
        case "up" | "down":
            picker.step(context, -1 if name == "up" else 1)
        case "tab" | "shift+tab":
            pass
        case "ctrl+p" | "ctrl+shift+p" | "f1":
            picker.show(context, "files" if name == "ctrl+p" else "commands")
        case _:
            if name in ("backspace", "delete") or len(name) == 1:
                put(context, code_of(context)._replace(picked=0))
            return False
    return True


def _field_key(context: Context, focus: str, name: str) -> bool | None:
    """Handles a key in a field; None where it may be a command's."""
    code = code_of(context)
    if name == "escape":
        if focus in ("find", "replace"):
            searching.close_find(context)
        elif focus == "name":
            put(context, code._replace(naming="", target=""), focus="")
        else:
            put(context, code, focus="")
        return True
    if name in ("enter", "ctrl+enter", "shift+enter", "ctrl+alt+enter"):
        if focus == "find" and name == "shift+enter":
            searching.find_next(context, back=True)
        elif name == "ctrl+alt+enter" and focus in ("find", "replace"):
            searching.replace_all(context)
        elif name == "ctrl+alt+enter" and focus in ("query", "replacement"):
            searching.replace_files(context)
        else:
            update(context, ("submit", focus))
        return True
    if name in ("ctrl+c", "ctrl+x", "ctrl+v", "ctrl+a", "tab", "shift+tab", "delete", "backspace"):
        return False
    if len(name) == 1 or name not in KEYS:
        return False
    return False if KEYS[name][0] in _TEXT_ONLY else None


def text(context: Context, typed: str) -> bool:
    """Takes typed text: into the document or the terminal."""
    page = context.page
    if page.name == panel.PAGE:
        return panel.text(context, typed)
    if page.name != "code" or page.overlay:
        return False
    code = sync(context)
    if code.place == "terminal" and code.panel:
        return panel.text(context, typed)
    if document_of(code) is not None:
        type_text(context, typed)
        _auto_save(context)
    return True


APP = AppSpec(
    view=view,
    update=update,
    start=start,
    title=title,
    key=key,
    text=text,
    close=documents.close_window,
    **FACTS.facts,
)
