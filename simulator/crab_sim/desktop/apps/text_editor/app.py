r"""The Text Editor: one document to a window, edited in a field of many lines; dialogs open and save by path.

As the real one does, it hides a file's last newline and writes it back, so that "milk" is saved as ``milk\n``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple, TypeAlias, assert_never

from crab_sim import ui
from crab_sim.desktop import file_chooser
from crab_sim.desktop.chrome.menu_bar import popup
from crab_sim.desktop.chrome.menus import MENUS, Entry, MenuMessage, absent, handle_menu, open_popup
from crab_sim.desktop.documents import (
    DOCUMENTS,
    DocumentMessage,
    Steps,
    choose,
    close_dialogs,
    document_dialog,
    document_enter,
    error,
    handle_documents,
    written,
)
from crab_sim.desktop.messages import DesktopMessage
from crab_sim.desktop.widgets import CANCEL, HOME, ask, decoded, dialog_key, dialog_page, strip, tilde
from crab_sim.files import Files
from crab_sim.machine.app import AppSpec, Context, Intent, View
from crab_sim.machine.slices import FILES, WINDOWS
from crab_sim.ui.editing import MAX_TEXT, insert

__all__ = ["APP"]

_UNTITLED = "Untitled Document 1"
_MAX_UNDO = 30
USER = "user"


Command: TypeAlias = Literal[
    "new", "open", "save", "save_as", "find_bar", "close_find", "replace_bar", "replace_all", "undo", "redo", "all",
    "menu", "close",
]  # fmt: skip
"""The messages without data."""
MenuChoice: TypeAlias = tuple[Command]
Message: TypeAlias = DesktopMessage | MenuMessage[MenuChoice] | MenuChoice | DocumentMessage
"""The messages of the editor."""


class Document(NamedTuple):
    """The state of an editor besides its text.

    Attributes:
        saved: The text as it is in the file.
        undo: Earlier texts, oldest first.
        redo: Texts that were undone.
        closing: The window closes once the text is saved.
        find: The text of the last search.
        caret: Where the caret stands in the text while the find bar has the focus.
    """

    saved: str = ""
    undo: tuple[str, ...] = ()
    redo: tuple[str, ...] = ()
    closing: bool = False
    find: str = ""
    caret: int = 0


def start(intent: Intent) -> ui.Page:
    """Returns the page of a file, or of an empty document."""
    path = intent[0] if intent and intent[0] != "new" else ""
    return ui.Page("editor", path, {"text": "", "find": ""}, focus="text", data=Document(undo=() if path else ("",)))


def _name(path: str) -> str:
    return path.rpartition("/")[2] or _UNTITLED


def _modified(page: ui.Page) -> bool:
    return bool(page.fields["text"] != page.data.saved)


def title(context: Context) -> str:
    """Returns the document's name and folder, after an asterisk where it is modified."""
    page = context.base
    mark, name = "*" if _modified(page) else "", _name(page.arg)
    if not page.arg:
        same = [window for window in context.get(WINDOWS) if window.app == "text_editor" and not window.base.arg]
        older = sum([int(window.id[1:]) < int(context.window.id[1:]) for window in same])
        name = f"Untitled Document {older + 1}"
    folder = f" ({tilde(page.arg.rpartition('/')[0] or '/')})" if page.arg else ""
    return f"{mark}{name}{folder} - Text Editor"


_TOOLBAR: Final[ui.Widget[Message]] = strip(
    [ui.Button("Open", ("open",), "tonal"), ui.IconButton("add", "New", ("new",), tone="text")],
    [
        ui.IconButton("search", "Find", ("find_bar",), tone="text"),
        ui.Button("Save", ("save",), "filled"),
        ui.IconButton("menu", "Menu", ("menu",), tone="text"),
    ],
)
_FIND: Final[ui.Widget[Message]] = ui.Row(
    [
        ui.Field("find", "Find", icon="search", flex=1),
        ui.IconButton("chevron_down", "Find Next", ("submit", "find"), tone="text"),
        ui.IconButton("close", "Close Find Bar", ("close_find",), tone="text"),
    ],
    gap=6,
    pad=(8, 4),
    background="bar",
)
_TEXT = ui.Field("text", "", "text_view", multiline=True, font="mono", bare=True, flex=1)
_MENU: Final[tuple[Entry[MenuChoice], ...]] = (
    Entry("New Window", ("new",)),
    *absent("Reload", "Print…", "-"),
    Entry("Save", ("save",)),
    Entry("Save As…", ("save_as",)),
    *absent("Save All", "-"),
    Entry("Find…", ("find_bar",)),
    Entry("Find and Replace…", ("replace_bar",)),
    *absent("Clear Highlight", "Go to Line…", "-"),
    Entry("Undo", ("undo",)),
    Entry("Redo", ("redo",)),
    Entry("Select All", ("all",)),
    *absent("-", "Preferences", "Keyboard Shortcuts", "Help", "About gedit"),
    Entry("Close", ("close",)),
)


def view(context: Context) -> View[Message]:
    """Shows the toolbar, the text, and the dialog where one is open."""
    page, base = context.page, context.base
    text = base.fields["text"]
    caret = base.selection[1] if base.focus == "text" else base.data.caret
    line, column = text.count("\n", 0, caret) + 1, caret - text.rfind("\n", 0, caret)
    rows: list[ui.Widget[Message]] = [_TOOLBAR, ui.Divider(), _TEXT, ui.Divider()]
    if base.focus == "find":
        rows.insert(1, _FIND)
    shown = tilde(base.arg) if base.arg else "Not saved yet"
    status = [
        ui.Label(shown, "small", "muted", flex=1, verbatim=bool(base.arg)),
        ui.Label(f"Ln {line}, Col {column}", "small", "muted"),
    ]
    rows.append(ui.Row(status, pad=(12, 3), background="bar"))
    return View(
        ui.Column(rows), _dialog(context, page) if page is not base else popup(_MENU, page.overlay, popover=True)
    )


def _dialog(context: Context, page: ui.Page) -> ui.Dialog[Message]:
    match page.name:
        case "ask_save":
            return ask(
                f"Save changes to “{_name(context.base.arg)}” before closing?",
                "If you don't save, changes will be permanently lost.",
                ui.Button("Discard", ("discard",), "danger"),
                ui.Button("Save", ("save_and_close",)),
            )
        case "replace":
            fields = ui.Column([ui.Field("find", "Find"), ui.Field("replace", "Replace with")], gap=8)
            actions: list[ui.Widget[Message]] = [
                ui.Button("Cancel", ("cancel",), "outlined"),
                ui.Button("Replace All", ("replace_all",)),
            ]
            return ui.Dialog("Find and Replace", fields, actions, 440, ("cancel",))
    return document_dialog(context, {"open": ("Open Files", "")})


# Changes ----------------------------------------------------------------------------------------------------------


def _record(context: Context) -> None:
    """Remembers the text for undo, where it changed since the last time."""
    page = context.page
    text, document = page.fields["text"], page.data
    if not document.undo or document.undo[-1] != text:
        context.set(data=document._replace(undo=(*document.undo, text)[-_MAX_UNDO:], redo=()))


def _show(context: Context, text: str, selection: tuple[int, int]) -> None:
    page = context.page
    context.set(fields={**page.fields, "text": text}, focus="text", selection=selection, scroll={}, overlay=())


def _undo(context: Context) -> None:
    _record(context)
    document = context.page.data
    if len(document.undo) > 1:
        now, before = document.undo[-1], document.undo[-2]
        context.set(data=document._replace(undo=document.undo[:-1], redo=(*document.redo, now)))
        _show(context, before, (_change_end(now, before),) * 2)


def _redo(context: Context) -> None:
    document = context.page.data
    if document.redo and document.undo[-1] == context.field("text"):
        text = document.redo[-1]
        end = _change_end(context.field("text"), text)
        context.set(data=document._replace(undo=(*document.undo, text), redo=document.redo[:-1]))
        _show(context, text, (end, end))


def _change_end(old: str, new: str) -> int:
    """Returns where in `new` the part ends that is not in `old`."""
    same = 0
    for a, b in zip(reversed(old), reversed(new), strict=False):
        if a != b:
            break
        same += 1
    return len(new) - min(same, len(new))


def _load(context: Context, path: str) -> None:
    """Shows a file in this window; one that doesn't exist is begun."""
    files: Files = context.get(FILES)
    text = decoded(files, path)
    if files.exists(path) and (text is None or not files.allows(path, USER, "r")):
        reason = "It is a folder." if files.is_dir(path) else "It is not a text file, or you may not read it."
        _cannot_open(context, path, reason)
        return
    text = text or ""
    if len(text) > MAX_TEXT + 1:
        _cannot_open(context, path, f"It is longer than {MAX_TEXT:,} characters.")
        return
    text = text[:-1] if text.endswith("\n") else text
    page = ui.Page("editor", path, {"text": text, "find": ""}, focus="text", data=Document(text, (text,)))
    context.replace(page)


def _cannot_open(context: Context, path: str, reason: str) -> None:
    context.set(arg="")
    error(context, f"Could not open “{_name(path)}”", reason)


def _write(context: Context, path: str) -> None:
    """Writes the text to a file, from the document's page."""
    text = context.field("text")
    denied = "You do not have the permissions necessary to save the file."
    reason = written(context, path, (text + "\n" if text else "").encode("utf-8", "replace"), denied)
    if reason:
        error(context, f"Could not save the file “{path}”", reason)
        return
    closing = context.page.data.closing
    context.set(arg=path, data=context.page.data._replace(saved=text, closing=False))
    if closing:
        context.close()


def _save(context: Context) -> None:
    if context.page.arg:
        _write(context, context.page.arg)
    else:
        _save_as(context)


def _save_as(context: Context) -> None:
    path = context.page.arg
    name = _name(path)
    context.push(file_chooser.page(context, "save_as", path.rpartition("/")[0] or HOME, name))


def _open(context: Context, dialog: ui.Page, path: str) -> None:
    """Opens a file in this window where it is untouched, else in another."""
    page = context.page
    if not page.arg and not page.fields["text"]:
        _load(context, path)
    else:
        context.open("text_editor", path)


def _closing(context: Context, closing: bool) -> None:
    context.set(data=context.page.data._replace(closing=closing))


_STEPS: Final = Steps(_open, lambda context, dialog, path: _write(context, path), _save, _closing, own=True)


def _find(context: Context) -> None:
    page = context.page
    wanted = page.fields.get("find") or page.data.find
    text = page.fields["text"]
    if not wanted:
        return
    start = page.selection[1] if page.focus == "text" else page.data.caret
    at = text.casefold().find(wanted.casefold(), start)
    if at < 0:
        at = text.casefold().find(wanted.casefold())
    context.set(data=page.data._replace(find=wanted))
    if at >= 0:
        context.set(focus="text", selection=(at, at + len(wanted)), scroll={})


def _replace_all(context: Context) -> None:
    page = context.page
    old, new = page.fields.get("find", ""), page.fields.get("replace", "")
    context.pop()
    if old:
        _record(context)
        text, growth = context.field("text"), len(new) - len(old)
        times = max(0, MAX_TEXT - len(text)) // growth if growth > 0 else -1
        _show(context, text.replace(old, new, times), (0, 0))


def close(context: Context) -> None:
    """Closes the window, or asks first where the text isn't saved."""
    close_dialogs(context)
    if _modified(context.page):
        context.push(dialog_page(context, "ask_save"))
    else:
        context.close()


def _find_bar(context: Context) -> None:
    page = context.page
    part = page.fields["text"][min(page.selection) : max(page.selection)] if page.focus == "text" else ""
    query = part if part and "\n" not in part else page.data.find
    if page.focus == "text":
        context.set(data=page.data._replace(caret=page.selection[0]))
    context.set(focus="find", overlay=(), fields={**page.fields, "find": query}, selection=(0, len(query)))


def _close_find(context: Context) -> None:
    caret = context.page.data.caret
    context.set(focus="text", selection=(caret, caret))


def update(context: Context, message: Message) -> None:  # noqa: C901 - one case for each event
    """Handles the editor's events."""
    if MENUS.has(message):
        handle_menu(context, message, update)
        return
    if DOCUMENTS.has(message):
        handle_documents(context, message, _STEPS)
        return
    match message:
        case ("opened", path):
            if path != "new" and not context.page.data.undo:
                _load(context, path)
        case ("new",):
            context.open("text_editor", "new")
        case ("open",):
            folder = context.page.arg.rpartition("/")[0] or HOME
            context.push(file_chooser.page(context, "open", folder, ""))
        case ("save",):
            _save(context)
        case ("save_as",):
            _save_as(context)
        case ("submit", _):
            _submit(context)
        case ("find_bar",):
            _find_bar(context)
        case ("close_find",):
            _close_find(context)
        case ("replace_bar",):
            page = dialog_page(context, "replace", None, "find", context.page.data.find)
            context.push(page._replace(fields={**page.fields, "replace": ""}))
        case ("replace_all",):
            _replace_all(context)
        case ("undo",):
            _undo(context)
        case ("redo",):
            _redo(context)
        case ("all",):
            context.set(focus="text", selection=(0, len(context.field("text"))))
        case ("menu",):
            x, y = context.point
            open_popup(context, (x - 150, y + 16))
        case ("close",):
            close(context)
        case ("opened", *_):
            pass
        case _:
            assert_never(message)


def _submit(context: Context) -> None:
    """Handles Enter in a field: it presses the dialog's main button, or finds the next match."""
    match context.page.name:
        case "editor":
            _find(context)
        case "replace":
            _replace_all(context)
        case _:
            choose(context, _STEPS)


_KEYS: Final[Mapping[str, Command]] = {
    "ctrl+s": "save", "ctrl+shift+s": "save_as", "ctrl+o": "open", "ctrl+n": "new", "ctrl+t": "new",
    "ctrl+f": "find_bar", "ctrl+h": "replace_bar", "ctrl+z": "undo", "ctrl+shift+z": "redo", "ctrl+y": "redo",
    "ctrl+w": "close", "ctrl+q": "close", "f10": "menu",
}  # fmt: skip


def key(context: Context, key: str) -> bool:
    """Handles the editor's shortcuts; in a dialog, Enter, Escape and Tab."""
    page = context.page
    if page.overlay:
        return False
    if page.name != "editor":
        enter: dict[str, Message] = {**document_enter(page)}
        return dialog_key(context, key, update, CANCEL, enter, {"replace": ("find", "replace")})
    if key in _KEYS:
        update(context, (_KEYS[key],))
    elif key in ("ctrl+g", "f3"):
        _find(context)
    elif page.focus == "find":
        if key == "escape":
            _close_find(context)
        return key == "escape"
    elif key == "tab":
        _record(context)
        _show(context, *insert(page.fields["text"], page.selection, "\t"))
    else:
        if not page.focus:
            context.set(focus="text")
        _record(context)
        return False
    return True


APP: AppSpec[Message] = AppSpec(
    id="text_editor",
    name="Text Editor",
    icon="text_editor",
    color=(222, 160, 30),
    view=view,
    update=update,
    start=start,
    title=title,
    key=key,
    close=close,
    size=(720, 500),
    keywords=("gedit", "notepad", "write", "edit", "text"),
    multiline=("text",),
)
