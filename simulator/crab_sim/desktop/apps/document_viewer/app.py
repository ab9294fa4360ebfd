"""The Document Viewer: PDF files, their pages, outline and text; after GNOME's, which is also known as Evince.

State: page ``viewer`` (arg: the file's path, data: `Sight`, fields ``page`` and ``find``); dialogs ``open``,
``save_as``, ``ask_replace``, ``print``, ``properties`` and ``notice`` lie above it.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Final, assert_never

from crab_sim.desktop import file_chooser
from crab_sim.desktop.apps.document_viewer import APP as FACTS
from crab_sim.desktop.apps.document_viewer import actions, printing, widgets
from crab_sim.desktop.apps.document_viewer.messages import (
    DialogMessage,
    FileCommand,
    FileMessage,
    MenuChoice,
    Message,
    MoveCommand,
    MoveMessage,
    SightCommand,
    SightMessage,
    WindowMessage,
)
from crab_sim.desktop.apps.document_viewer.paper import Papers
from crab_sim.desktop.apps.document_viewer.state import (
    AUTOMATIC,
    FIT_PAGE,
    FIT_WIDTH,
    Document,
    Sight,
    current_page,
    document_of,
    found_in,
    ground_of,
    problem_of,
    put_sight,
    shown_number,
    sight_of,
)
from crab_sim.desktop.chrome.menu_bar import popup
from crab_sim.desktop.chrome.menus import MENUS, Entry, OpenMenu, handle_menu, open_popup
from crab_sim.desktop.widgets import CANCEL, HOME, ask, dialog_key, dialog_page, notice, sized, tilde
from crab_sim.files import Files
from crab_sim.machine.app import AppSpec, Context, Intent, View
from crab_sim.machine.slices import FILES
from crab_sim.ui import Button, Column, Dialog, Label, MessageGroup, Page, Row, Widget

__all__ = ["APP"]

_DIALOG: Final = MessageGroup(DialogMessage)
_FILE: Final = MessageGroup(FileMessage)
_MOVES: Final = MessageGroup(MoveMessage)
_SIGHT: Final = MessageGroup(SightMessage)
_SCREEN, _STEP = 420, 60


def _name(path: str) -> str:
    return path.rpartition("/")[2]


def title(context: Context) -> str:
    """Returns the document's title beside its name, or the program's."""
    path, document = context.base.arg, document_of(context)
    if document is None:
        return _name(path) or "Document Viewer"
    inner = dict(document.file.properties).get("Title", "").strip()
    return f"{_name(path)} — {inner}" if inner and inner != _name(path) else _name(path)


# Views ------------------------------------------------------------------------------------------------------------


def view(context: Context) -> View[Message]:
    """Shows the bars and the pages, and the dialog or menu that is open."""
    page, base, document = context.page, context.base, document_of(context)
    sight = sight_of(context)._replace(found=shown_number(context))
    if document is None:
        text = problem_of(context) or "Open a document with Ctrl+O."
        head = f"Unable to open document “{tilde(base.arg)}”." if base.arg else "No document"
        labels = [Label(head, "title", font="bold", align="center"), Label(text, tone="muted", align="center")]
        rows: list[Widget[Message]] = [widgets.bar(sight, None, 0, 1.0, False), Column(labels, 8, (20, 60), flex=1)]
    else:
        ground, current = ground_of(context, document), current_page(context, document)
        found = found_in(context, document)
        rows = [widgets.bar(sight, document, current, ground.scale, page.focus == "page")]
        if sight.finding:
            rows.append(widgets.find_bar(sight, base.fields.get("find", ""), found))
        papers: Widget[Message] = Papers(document, sight, ground, found)
        if sight.side:
            papers = Row([widgets.side_pane(sight, document, current), papers], gap=1, background="outline", flex=1)
        rows.append(papers)
    overlay = _dialog(context, page, document) if page is not base else _menu(page.overlay, sight, document)
    return View(Column(rows), overlay)


def _menu(overlay: object, sight: Sight, document: Document | None) -> Widget[Message] | None:
    """Returns the open menu; they differ by their numbers."""
    if not isinstance(overlay, OpenMenu):
        return None
    entries: tuple[Entry[MenuChoice], ...]
    match overlay.number:
        case -2:
            entries = widgets.zoom_menu(sight)
        case -4:
            entries = widgets.CONTEXT_MENU
        case _:
            entries = widgets.menu_of(sight, document is not None)
    return popup(entries, overlay._replace(number=-1), popover=overlay.number == -1)


def _dialog(context: Context, page: Page, document: Document | None) -> Dialog[Message]:
    match page.name:
        case "notice":
            return notice(*page.arg)
        case "ask_replace":
            text = f"The file already exists in “{_name(page.arg.rpartition('/')[0])}”. Replacing it will overwrite it."
            title = f"A file named “{_name(page.arg)}” already exists. Do you want to replace it?"
            return ask(title, text, Button("Replace", ("replace",), "danger"))
        case "print" if document is not None:
            return printing.dialog(context, document)
        case "properties" if document is not None:
            return _properties(context, document)
        case "open" | "save_as":
            return file_chooser.dialog(context, "Save As…" if page.name == "save_as" else "Open Document")
    return notice("Document Viewer", "The document can no longer be read.")


def _properties(context: Context, document: Document) -> Dialog[Message]:
    files: Files = context.get(FILES)
    path, width, height = context.base.arg, *document.file.sizes[0]
    changed = time.strftime("%a %d %b %Y %H:%M:%S", time.gmtime(files.stat(path).mtime))
    facts = [
        ("Title", ""), ("Location", tilde(path)), ("Subject", ""), ("Author", ""), ("Keywords", ""), ("Producer", ""),
        ("Creator", ""), ("Modified", changed), ("Format", f"PDF-{document.file.version}"),
        ("Number of Pages", str(len(document.file.sizes))), ("Paper Size", paper_name(width, height)),
        ("Size", sized(len(document.data))),
    ]  # fmt: skip
    known = dict(document.file.properties)
    rows = [
        Row([Label(f"{name}:", tone="muted", flex=2), Label(value or known.get(name, "None"), flex=4)], pad=(0, 2))
        for name, value in facts
    ]
    return Dialog("Properties", Column(rows), [Button("Close", ("cancel",), "outlined")], 520, ("cancel",))


def paper_name(width: float, height: float) -> str:
    """Returns the name and size of a paper, from its width and height in points.

    >>> paper_name(595.3, 841.9), paper_name(792, 612), paper_name(100, 50)
    ('A4, Portrait (210 × 297 mm)', 'US Letter, Landscape (279 × 216 mm)', '35 × 18 mm')
    """
    size = f"{width * 25.4 / 72:.0f} × {height * 25.4 / 72:.0f} mm"
    for name, short, long in (("A4", 595, 842), ("US Letter", 612, 792), ("A5", 420, 595), ("A3", 842, 1191)):
        if abs(min(width, height) - short) < 3 and abs(max(width, height) - long) < 3:
            return f"{name}, {'Portrait' if height >= width else 'Landscape'} ({size})"
    return size


# Changes ----------------------------------------------------------------------------------------------------------


def _choose(context: Context) -> None:
    name, path = context.page.name, file_chooser.chosen(context)
    if path is None:
        return
    files: Files = context.get(FILES)
    if name == "save_as" and files.exists(path):
        context.push(dialog_page(context, "ask_replace", path))
        return
    context.pop()
    if name == "save_as":
        actions.save_copy(context, path)
    else:
        context.replace(start((path,)))


def _file_command(context: Context, command: FileCommand) -> None:
    """Carries out the commands about files."""
    path = context.base.arg
    folder, _, name = path.rpartition("/")
    match command:
        case "open":
            context.push(file_chooser.page(context, "open", folder or f"{HOME}/Documents", ""))
        case "open_copy":
            if path:
                context.open("document_viewer", "new", path)
        case "save_as":
            if document_of(context) is not None:
                context.push(file_chooser.page(context, "save_as", folder or HOME, name))
        case "show":
            if path:
                context.open("files", folder or "/")
        case "print":
            if document_of(context) is not None:
                printing.open_dialog(context)
        case "properties":
            if document_of(context) is not None:
                context.push(dialog_page(context, "properties"))
        case "print_file":
            document = document_of(context)
            problem = printing.print_file(context, document) if document is not None else "The document is gone."
            if problem:
                actions.notice(context, "Printing failed", problem)
        case "replace":
            path = context.page.arg
            context.pop()
            context.pop()
            actions.save_copy(context, path)
        case _:
            assert_never(command)


def _show_find_bar(context: Context, shown: bool) -> None:
    """Shows or hides the find bar; pages as high as the window get another size by that, others stay where they are."""
    sight = sight_of(context)
    if sight.zoom == FIT_PAGE and sight.finding != shown:
        actions.change(context, finding=shown)
    else:
        put_sight(context, sight._replace(finding=shown))


def _sight_command(context: Context, command: SightCommand) -> None:
    """Carries out the commands about how the document is shown."""
    sight = sight_of(context)
    match command:
        case "left" | "right":
            actions.change(context, turns=(sight.turns + (1 if command == "right" else 3)) % 4)
        case "continuous":
            actions.change(context, continuous=not sight.continuous)
        case "inverted":
            put_sight(context, sight._replace(inverted=not sight.inverted))
        case "side":
            actions.change(context, side="" if sight.side else "thumbnails")
        case "zoom_in" | "zoom_out":
            actions.zoom_step(context, 1 if command == "zoom_in" else -1)
        case "find":
            if document_of(context) is not None:
                _show_find_bar(context, True)
                context.set(focus="find", selection=(0, len(context.field("find"))))
        case "close_find":
            _show_find_bar(context, False)
            context.set(focus="")
        case "fullscreen":
            context.machine.put_window(context.window._replace(maximized=not context.window.maximized))
        case "copy":
            actions.copy(context)
        case "select_all":
            actions.select_all(context)
        case _:
            assert_never(command)


def _move(context: Context, command: MoveCommand) -> None:
    """Carries out the commands that go to other places."""
    document = document_of(context)
    if document is None:
        return
    current = current_page(context, document)
    match command:
        case "next" | "previous":
            actions.go_to(context, current + (1 if command == "next" else -1))
        case "first" | "last":
            actions.go_to(context, 0 if command == "first" else len(document.file.sizes) - 1)
        case "down" | "up":
            actions.scroll_by(context, _STEP if command == "down" else -_STEP)
        case "screen_down" | "screen_up":
            actions.scroll_by(context, _SCREEN if command == "screen_down" else -_SCREEN)
        case "type_page":
            text = str(current + 1)
            context.set(fields={**context.page.fields, "page": text}, focus="page", selection=(0, len(text)))
        case _:
            assert_never(command)


def _typed_page(context: Context) -> None:
    """Goes to the page whose number was typed."""
    typed = context.field("page").strip()
    context.set(focus="")
    if typed.isascii() and typed.isdecimal() and len(typed) < 7:
        actions.go_to(context, int(typed) - 1)


def _submit(context: Context, field: str) -> None:
    """Handles Enter in a field."""
    if field == "page":
        _typed_page(context)
    elif field == "find":
        actions.find_next(context, 1)
    elif context.page.name == "print":
        _file_command(context, "print_file")
    else:
        _choose(context)


def _dialog_message(context: Context, message: DialogMessage) -> None:
    """Handles the messages of dialogs."""
    match message:
        case ("choose",):
            _choose(context)
        case ("pick" | "enter_folder" | "pick_open" | "arrange", _):
            if file_chooser.update(context, message):
                _choose(context)
        case ("range", which):
            context.set(arg=which)
        case ("cancel",):
            context.pop()
        case _:
            assert_never(message)


def _sight_message(context: Context, message: SightMessage) -> None:
    """Handles the messages of the bars and the pages."""
    match message:
        case ("option", name):
            sight = sight_of(context)
            changed = sight._replace(case=not sight.case) if name == "case" else sight._replace(whole=not sight.whole)
            put_sight(context, changed._replace(found=-1))
        case ("list", side):
            put_sight(context, sight_of(context)._replace(side=side), side=0)
        case ("go", number):
            context.set(focus="")
            actions.go_to(context, number)
        case ("zoom", zoom):
            actions.zoom_to(context, zoom)
        case ("find_next", by):
            actions.find_next(context, by)
        case ("point", _):
            context.set(focus="")
            put_sight(context, sight_of(context)._replace(selection=None))
        case ("word", placed):
            actions.select_word(context, placed)
        case ("select", placed, x1, y1, x2, y2):
            actions.select(context, placed, x1, y1, x2, y2)
        case _:
            assert_never(message)


def update(context: Context, message: Message) -> None:
    """Handles the viewer's events."""
    if MENUS.has(message):
        handle_menu(context, message, update)
    elif _DIALOG.has(message):
        _dialog_message(context, message)
    elif _SIGHT.has(message):
        _sight_message(context, message)
    elif _FILE.has(message):
        _file_command(context, message[0])
    elif _MOVES.has(message):
        _move(context, message[0])
    else:
        _of_window(context, message)


def _of_window(context: Context, message: WindowMessage) -> None:
    """Handles the messages of the window itself, and the commands about how the document is shown."""
    match message:
        case ("menu" | "popup",):
            open_popup(context)
            if message[0] == "popup" and isinstance(context.page.overlay, OpenMenu):
                context.set(overlay=context.page.overlay._replace(number=-4))
        case ("zoom_menu", x, y):
            context.set(overlay=OpenMenu(-2, x, y))
        case ("close",):
            context.close()
        case ("submit", field):
            _submit(context, field)
        case ("opened", *_):
            pass
        case (command,):
            _sight_command(context, command)
        case _:
            assert_never(message)


# Keys -------------------------------------------------------------------------------------------------------------

_KEYS: Final[Mapping[str, Message]] = {
    "ctrl+o": ("open",), "ctrl+n": ("open_copy",), "ctrl+s": ("save_as",), "ctrl+shift+s": ("save_as",),
    "ctrl+p": ("print",), "alt+enter": ("properties",), "ctrl+w": ("close",), "ctrl+q": ("close",),
    "ctrl+left": ("left",), "ctrl+right": ("right",), "ctrl+f": ("find",), "/": ("find",), "ctrl+c": ("copy",),
    "ctrl+a": ("select_all",), "ctrl+i": ("inverted",), "f9": ("side",), "f10": ("menu",), "f11": ("fullscreen",),
    "ctrl++": ("zoom_in",), "ctrl+=": ("zoom_in",), "+": ("zoom_in",), "=": ("zoom_in",), "ctrl+-": ("zoom_out",),
    "-": ("zoom_out",), "n": ("next",), "p": ("previous",), "ctrl+pagedown": ("next",), "ctrl+pageup": ("previous",),
    "pagedown": ("screen_down",), "pageup": ("screen_up",), "space": ("screen_down",), "shift+space": ("screen_up",),
    "backspace": ("screen_up",), "home": ("first",), "end": ("last",), "ctrl+home": ("first",), "ctrl+end": ("last",),
    "down": ("down",), "up": ("up",), "j": ("down",), "k": ("up",), "c": ("continuous",), "ctrl+l": ("type_page",),
}  # fmt: skip
_ZOOM_KEYS: Final[Mapping[str, int]] = {
    "f": FIT_PAGE, "w": FIT_WIDTH, "a": AUTOMATIC, "0": 100, "ctrl+0": 100, "1": 100,
}  # fmt: skip
_ENTER: Final[Mapping[str, Message]] = {
    "notice": ("cancel",), "properties": ("cancel",), "ask_replace": ("replace",),
}  # fmt: skip
_FIELDS: Final = {"print": ("file", "folder", "range")}
_FIELD_KEYS: Final = frozenset(["ctrl+c", "ctrl+a", "ctrl+x", "ctrl+v", "home", "end", "backspace", "up", "down"])


def key(context: Context, name: str) -> bool:
    """Handles the viewer's keys; in a dialog, Enter and Escape."""
    page = context.page
    if page.overlay:
        return False
    if page.name != "viewer":
        return dialog_key(context, name, update, CANCEL, _ENTER, _FIELDS)
    if name == "escape":
        if sight_of(context).finding:
            update(context, ("close_find",))
        context.set(focus="")
        return True
    if page.focus == "find" and name == "shift+enter":
        actions.find_next(context, -1)
        return True
    if name in ("ctrl+g", "ctrl+shift+g", "f3", "shift+f3"):
        actions.find_next(context, -1 if "shift" in name else 1)
        return True
    if page.focus and (name in _FIELD_KEYS or name not in _KEYS or len(name) == 1):
        return False
    if name in _ZOOM_KEYS:
        actions.zoom_to(context, _ZOOM_KEYS[name])
    elif name in _KEYS:
        update(context, _KEYS[name])
    else:
        return False
    return True


def text(context: Context, typed: str) -> bool:
    """Takes typed characters as keys."""
    for char in typed[:20]:
        if context.page.name == "viewer" and not context.page.overlay and not context.page.focus:
            key(context, "space" if char == " " else char)
    return True


def start(intent: Intent) -> Page:
    """Returns the page of a document."""
    rest = intent[1:] if intent[:1] == ("new",) else intent
    return Page("viewer", rest[0] if rest else "", {"page": "", "find": ""}, data=Sight())


APP = AppSpec(
    view=view,
    update=update,
    start=start,
    title=title,
    key=key,
    text=text,
    **FACTS.facts,
)
