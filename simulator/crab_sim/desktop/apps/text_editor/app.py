"""The Text Editor: documents in tabs, each edited in a field of many lines; dialogs open and save by path."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, assert_never

from crab_sim import ui
from crab_sim.desktop import file_chooser
from crab_sim.desktop.apps.text_editor.coding import ENCODINGS, LINE_ENDS, NAMES, decode, encode
from crab_sim.desktop.apps.text_editor.editing import (
    close_bar,
    find,
    find_bar,
    go_to_line,
    record,
    redo,
    replace_all,
    replace_one,
    show,
    sort_lines,
    undo,
)
from crab_sim.desktop.apps.text_editor.messages import TABS, Command, Document, Message, Preferences
from crab_sim.desktop.apps.text_editor.naming import modified, name_of, untitled_number, window_of
from crab_sim.desktop.apps.text_editor.view import title, view
from crab_sim.desktop.chrome.menus import MENUS, OpenMenu, handle_menu, open_popup
from crab_sim.desktop.documents import (
    DOCUMENTS,
    Steps,
    choose,
    close_dialogs,
    document_enter,
    error,
    handle_documents,
    written,
)
from crab_sim.desktop.tabs import add_tab, close_tab, current, pages_of, show_tab
from crab_sim.desktop.widgets import CANCEL, HOME, dialog_key, dialog_page
from crab_sim.files import FileError, Files
from crab_sim.machine.app import AppSpec, Context, Intent
from crab_sim.machine.slices import FILES
from crab_sim.ui.editing import MAX_TEXT, insert

__all__ = ["APP"]

USER = "user"


def _page(path: str, text: str, number: int = 0) -> ui.Page:
    return ui.Page(
        "editor", path, {"text": text, "find": ""}, focus="text", data=Document(text, (text,), number=number)
    )


def start(intent: Intent) -> ui.Page:
    """Returns the page of a file, or of an empty document."""
    path = intent[0] if intent and intent[0] != "new" else ""
    page = _page(path, "")
    return page._replace(data=page.data._replace(undo=())) if path else page


def _content(context: Context, path: str, encoding: str = "") -> tuple[str, tuple[str, str]] | None:
    """Returns the text of a file with its encoding and ends of lines; None if there is none."""
    files: Files = context.get(FILES)
    try:
        return decode(files.read(path), encoding)
    except FileError:
        return None


def _load(context: Context, path: str, encoding: str = "") -> None:
    """Shows a file, in place of an untouched document or in a new tab; one that doesn't exist is begun."""
    files: Files = context.get(FILES)
    content = _content(context, path, encoding)
    if files.exists(path) and (content is None or not files.allows(path, USER, "r")):
        reason = "It is a folder." if files.is_dir(path) else "It is not a text file, or you may not read it."
        _cannot_open(context, path, reason)
        return
    text, form = content or ("", Document().encoding)
    if len(text) > MAX_TEXT:
        _cannot_open(context, path, f"It is longer than {MAX_TEXT:,} characters.")
        return
    new, page = _page(path, text), context.page
    new = new._replace(data=new.data._replace(encoding=form))
    if page.arg not in ("", path) or page.fields["text"]:
        add_tab(context, new._replace(data=new.data._replace(preferences=page.data.preferences)))
        return
    old: Document = page.data
    context.replace(new._replace(data=new.data._replace(left=old.left, right=old.right, preferences=old.preferences)))


def _cannot_open(context: Context, path: str, reason: str) -> None:
    if context.page.arg == path:
        context.set(arg="", data=context.page.data._replace(number=untitled_number(context)))
    error(context, f"Could not open “{path.rpartition('/')[2]}”", reason)


def _show_file(context: Context, path: str) -> None:
    """Shows the file of a new window in another one, where there is one; files share windows."""
    window_id, tab = window_of(context, path)
    if not window_id:
        _load(context, path)
        return
    machine = context.machine
    context.close()
    machine.put_window(machine.window(window_id)._replace(minimized=False))
    machine.raise_window(window_id)
    other = Context(machine, window_id)
    close_dialogs(other)
    if tab >= 0:
        show_tab(other, tab)
    else:
        _load(other, path)


def _write(context: Context, path: str, form: tuple[str, str] | None = None) -> None:
    """Writes the text to a file, from the document's page; in a given form rather than in that of its own file."""
    text, document = context.field("text"), context.page.data
    files: Files = context.get(FILES)
    encoding, end = form or document.encoding
    data = encode(text, encoding, end)
    if data is None:
        reason = "The document contains one or more characters that cannot be encoded using the specified encoding."
        error(context, f"Could not save the file “{path}” using the “{NAMES[encoding]}” character encoding.", reason)
        return
    if document.preferences.backup and files.exists(path) and not files.is_dir(path):
        written(context, f"{path}~", files.read(path))
    denied = "You do not have the permissions necessary to save the file."
    reason = written(context, path, data, denied)
    if reason:
        error(context, f"Could not save the file “{path}”", reason)
        return
    context.set(arg=path, data=document._replace(saved=text, closing=False, encoding=(encoding, end)))
    if document.closing:
        _leave(context)


def _save(context: Context) -> None:
    if context.page.arg:
        _write(context, context.page.arg)
    else:
        _save_as(context)


_CHOICES: Final = ("chooser_Character Encoding:", "chooser_Line Ending:")
"""The fields of file choosers that hold the names of an encoding and of the ends of lines."""


def _save_as(context: Context) -> None:
    page = context.page
    dialog = file_chooser.page(context, "save_as", page.arg.rpartition("/")[0] or HOME, name_of(page))
    values = {label: NAMES[value] for label, value in zip(_CHOICES, page.data.encoding, strict=True)}
    context.push(dialog._replace(fields={**dialog.fields, **values}))


def _save_all(context: Context) -> None:
    """Saves the changed documents that have files, up to one that can't be; asks for the first of the others' names."""
    front, pages = current(context.page), pages_of(context.page)
    for number, page in enumerate(pages):
        if page.arg and modified(page):
            show_tab(context, number)
            _write(context, page.arg)
            if len(context.window.pages) > 1:  # a message says why not, over the document that it is about
                return
    unnamed = [number for number, page in enumerate(pages) if not page.arg and modified(page)]
    show_tab(context, unnamed[0] if unnamed else front)
    if unnamed:
        _save_as(context)


def _reload(context: Context) -> None:
    """Shows the file again as it is on the disk."""
    page = context.page
    content = _content(context, page.arg, page.data.encoding[0]) or _content(context, page.arg)
    if content:
        text, form = content
        show(context, text[:MAX_TEXT], (0, 0))
        context.set(data=page.data._replace(saved=text, undo=(text,), redo=(), encoding=form))


def _chosen(context: Context, dialog: ui.Page, path: str) -> None:
    """Saves under a chosen name, with the chosen encoding and ends of lines."""
    encoding, end = [dialog.fields[label] for label in _CHOICES]
    _write(context, path, (ENCODINGS[encoding], LINE_ENDS[end]))


def _closing(context: Context, closing: bool) -> None:
    context.set(data=context.page.data._replace(closing=closing))


def _open(context: Context, dialog: ui.Page, path: str) -> None:
    """Opens a file with the chosen encoding: in its tab, if it is open already."""
    for number, page in enumerate(pages_of(context.page)):
        if page.arg == path:
            show_tab(context, number)
            return
    _load(context, path, ENCODINGS.get(dialog.fields.get(_CHOICES[0], ""), ""))


_STEPS: Final = Steps(_open, _chosen, _save, _closing, own=True)


def _print(context: Context) -> None:
    """Prints the text to a file, the only printer."""
    from crab_sim.engines.writing.formats import read_text  # when it is first needed
    from crab_sim.engines.writing.printing import print_text

    context.pop()
    page = context.page
    path = f"{HOME}/{name_of(page)}.pdf"
    text = read_text(page.fields["text"].encode("utf-8", "replace"), "text.txt")
    reason = written(context, path, print_text(text, name_of(page)))
    if reason:
        error(context, f"Could not save the file “{path}”", reason)


def _leave(context: Context) -> None:
    """Closes a document that needn't be saved any more, and the window where all of it is to be closed."""
    whole = context.page.data.whole
    last = len(pages_of(context.page)) == 1
    close_tab(context)
    if whole and not last:
        close(context)


def _ask(context: Context, whole: bool) -> None:
    context.set(data=context.page.data._replace(whole=whole))
    context.push(dialog_page(context, "ask_save"))


def close(context: Context) -> None:
    """Closes the window, or asks first about the first document that isn't saved."""
    close_dialogs(context)
    unsaved = [number for number, page in enumerate(pages_of(context.page)) if modified(page)]
    if not unsaved:
        context.close()
        return
    show_tab(context, unsaved[0])
    _ask(context, True)


def _close_tab(context: Context, number: int) -> None:
    show_tab(context, number)
    if modified(context.page):
        _ask(context, False)
    else:
        close_tab(context)


def update(context: Context, message: Message) -> None:
    """Handles the editor's events."""
    if MENUS.has(message):
        handle_menu(context, message, update)
    elif TABS.has(message):
        name, number = message
        if name == "tab":
            show_tab(context, number)
        else:
            _close_tab(context, number)
    elif message == ("discard",):
        context.pop()
        _leave(context)
    elif DOCUMENTS.has(message):
        handle_documents(context, message, _STEPS)
    elif len(message) == 1:
        _command(context, message[0])
    else:
        _other(context, message)


def _other(context: Context, message: Message) -> None:
    """Handles a start, Enter in a field, and the parts of dialogs."""
    match message:
        case ("opened", path):
            if path != "new" and not context.page.data.undo:
                _show_file(context, path)
            else:
                _name(context)
        case ("submit", _):
            _submit(context)
        case ("show", name):
            focus = {"language": "search", "sort": "column"}.get(name, "")
            page = dialog_page(context, name, None, focus, "1" if name == "sort" else "")
            context.push(page._replace(fields={**page.fields, "page": "View" if name == "preferences" else "General"}))
        case ("turn", name):
            on: Preferences = context.base.data.preferences
            _prefer(context, on._replace(**{name: not getattr(on, name)}))
        case ("page", name):
            context.set(fields={**context.page.fields, "page": name})
        case ("flag", name):
            fields = context.page.fields
            on_now = fields.get(name, "1" if name == "wrap" else "")
            context.set(fields={**fields, name: "" if on_now else "1"})
        case ("language", name):
            if name:
                context.set(fields={**context.page.fields, "language": name})
            else:
                chosen = context.page.fields.get("language", "Plain Text")
                context.pop()
                context.set(data=context.page.data._replace(language=chosen))
        case _:
            pass


def _prefer(context: Context, preferences: Preferences) -> None:
    """Changes the preferences of all of the window's documents."""
    data: Document = context.base.data
    left, right = (
        tuple([page._replace(data=page.data._replace(preferences=preferences)) for page in pages])
        for pages in (data.left, data.right)
    )
    context.set_base(data=data._replace(left=left, right=right, preferences=preferences))


def _name(context: Context) -> None:
    """Gives a new untitled document its number."""
    data: Document = context.base.data
    if not data.number and not context.base.arg:
        context.set_base(data=data._replace(number=untitled_number(context)))


def _command(context: Context, name: Command | Literal["opened"]) -> None:  # noqa: C901 - one case for each
    x, y = context.point
    match name:
        case "opened":
            _name(context)
        case "new":
            context.open("text_editor", "new")
        case "new_tab":
            page, number = context.page, untitled_number(context)
            new = _page("", "", number)
            add_tab(context, new._replace(data=new.data._replace(preferences=page.data.preferences)))
        case "open":
            context.push(file_chooser.page(context, "open", context.page.arg.rpartition("/")[0] or HOME, ""))
        case "recent":
            context.set(overlay=OpenMenu(-2, x - 18, y + 16))
        case "reload":
            _reload(context)
        case "save":
            _save(context)
        case "save_as":
            _save_as(context)
        case "save_all":
            _save_all(context)
        case "find_bar":
            find_bar(context)
        case "find_back":
            find(context, back=True)
        case "line_bar":
            page = context.page
            text = page.fields["text"]
            caret = page.selection[1] if page.focus == "text" else page.data.caret
            line = str(text.count("\n", 0, caret) + 1)
            context.set(data=page.data._replace(caret=caret), focus="line", fields={**page.fields, "line": line})
            context.set(selection=(0, len(line)))
        case "replace_bar":
            page = dialog_page(context, "replace", None, "find", context.page.data.find)
            context.push(page._replace(fields={**page.fields, "replace": ""}))
        case "replace_one":
            replace_one(context)
        case "replace_all":
            replace_all(context)
        case "undo":
            undo(context)
        case "redo":
            redo(context)
        case "menu":
            open_popup(context, (x - 150, y + 16))
        case "close":
            _close_tab(context, current(context.page))
        case "full":
            page = context.page
            context.replace(page._replace(name="editor" if page.name == "full" else "full"))
        case "sort_now":
            sort_lines(context)
        case "print_now":
            _print(context)
        case _:
            assert_never(name)


def _submit(context: Context) -> None:
    """Handles Enter in a field: it presses the dialog's main button, or finds the next match."""
    match context.page.name:
        case "editor" | "full":
            if context.page.focus == "line":
                go_to_line(context)
            else:
                find(context)
        case "replace":
            if context.field("find"):
                find(context)
        case "sort":
            sort_lines(context)
        case "language":
            pass
        case _:
            choose(context, _STEPS)


_KEYS: Final[Mapping[str, Command]] = {
    "ctrl+s": "save", "ctrl+shift+s": "save_as", "ctrl+shift+l": "save_all", "ctrl+o": "open", "ctrl+n": "new",
    "ctrl+t": "new_tab", "ctrl+f": "find_bar", "ctrl+h": "replace_bar", "ctrl+i": "line_bar", "ctrl+z": "undo",
    "ctrl+shift+z": "redo", "ctrl+y": "redo", "ctrl+w": "close", "f10": "menu", "f11": "full",
}  # fmt: skip
_TURNS: Final = {"f9": "side", "ctrl+f9": "bottom"}
_STEPS_OF_TABS: Final = {"ctrl+alt+pageup": -1, "ctrl+alt+pagedown": 1}


def key(context: Context, key: str) -> bool:
    """Handles the editor's shortcuts; in a dialog, Enter, Escape and Tab."""
    page = context.page
    if page.overlay:
        return False
    if page.name not in ("editor", "full"):
        enter: dict[str, Message] = {**document_enter(page)}
        return dialog_key(context, key, update, CANCEL, enter, {"replace": ("find", "replace")})
    if key in _KEYS:
        update(context, (_KEYS[key],))
    elif key in _TURNS:
        update(context, ("turn", _TURNS[key]))
    elif key in _STEPS_OF_TABS:
        show_tab(context, current(page) + _STEPS_OF_TABS[key])
    elif key == "ctrl+q":
        close(context)
    elif key in ("ctrl+g", "f3", "ctrl+shift+g"):
        find(context, back=key == "ctrl+shift+g")
    elif page.focus in ("find", "line"):
        if key == "escape":
            close_bar(context)
        return key == "escape"
    else:
        return _typed(context, key)
    return True


def _typed(context: Context, key: str) -> bool:
    """Handles the keys that the preferences change."""
    page = context.page
    on, text = page.data.preferences, page.fields["text"]
    if not page.focus:
        context.set(focus="text")
    record(context)
    if key == "tab":
        show(context, *insert(text, page.selection, " " * 8 if on.spaces else "\t"))
    elif key == "enter" and on.indent and page.focus == "text":
        low = min(page.selection)
        line = text[text.rfind("\n", 0, low) + 1 : low]
        show(context, *insert(text, page.selection, "\n" + line[: len(line) - len(line.lstrip(" \t"))]))
    else:
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
    size=(830, 616),
    full=("full",),
    keywords=("gedit", "notepad", "write", "edit", "text"),
    multiline=("text",),
)
