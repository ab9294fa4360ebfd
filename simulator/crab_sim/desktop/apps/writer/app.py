"""Writer: a word processor after LibreOffice's, one document per window.

State: page ``writer`` whose argument is the file's path and whose data is a `Writer`; dialogs are pages above it.
"""

from __future__ import annotations

from typing import Final, assert_never

from crab_sim.desktop import office
from crab_sim.desktop.apps.writer import APP as FACTS
from crab_sim.desktop.apps.writer import commands, files, formatting, searching
from crab_sim.desktop.apps.writer.dialogs import FIELDS, PROPERTIES, dialog, status
from crab_sim.desktop.apps.writer.files import STEPS, document_name, writer_of
from crab_sim.desktop.apps.writer.menus import CONTEXT, format_bar, list_of, menus, standard_bar
from crab_sim.desktop.apps.writer.messages import DialogMessage, Message, WindowMessage
from crab_sim.desktop.apps.writer.page_view import Ground, PageView
from crab_sim.desktop.apps.writer.state import Writer
from crab_sim.desktop.chrome.bars import ToolButton, status_bar
from crab_sim.desktop.chrome.menu_bar import MenuBar, drop_down, popup
from crab_sim.desktop.chrome.menus import MENUS, handle_menu, menu_key, open_popup, shortcuts
from crab_sim.desktop.documents import DOCUMENTS, choose, document_enter, handle_documents
from crab_sim.desktop.measures import DOCK_WIDTH
from crab_sim.desktop.property_dialog import change_property, field_keys
from crab_sim.desktop.widgets import CANCEL, dialog_key
from crab_sim.machine.app import AppSpec, Context, Intent, View
from crab_sim.ui import Column, Divider, Field, Label, MessageGroup, Page, Row, Widget

__all__ = ["APP"]

_DIALOGS: Final = MessageGroup(DialogMessage)


def start(intent: Intent) -> Page:
    """Returns the page of a file, or of an empty text."""
    path = intent[0] if intent and intent[0] != "new" else ""
    return Page("writer", path, {"find": "", "replace": ""}, data=Writer())


def title(context: Context) -> str:
    """Returns the document's name, and the program's."""
    return f"{document_name(context)} - LibreOffice Writer"


def _width(context: Context) -> int:
    """Returns the width of the window's content."""
    window = context.window
    left, _, right, _ = window.frame
    return context.machine.width - DOCK_WIDTH if window.maximized else right - left


def _find_bar(writer: Writer) -> Row[Message]:
    def button(icon: str, name: str, message: Message) -> ToolButton[Message]:
        return ToolButton(icon, "", message, text=name)

    row: list[Widget[Message]] = [
        button("close", "Close Find Bar", ("close_find",)),
        Field("find", "Find Text", icon="search", flex=1),
        button("chevron_up", "Find Previous", ("search", True)),
        button("chevron_down", "Find Next", ("search", False)),
        Label(writer.note or " ", "small", "muted", flex=1, role="text" if writer.note else ""),
    ]
    return Row(row, gap=6, pad=(8, 4), background="bar")


def view(context: Context) -> View[Message]:
    """Shows the bars, the pages, and the dialog or list that is open."""
    page, base = context.page, context.base
    writer, width = writer_of(context), _width(context)
    bars = menus(writer)
    on_top = page is base
    name = f"{document_name(context)} - LibreOffice Document"
    rows: list[Widget[Message]] = [MenuBar(bars, page.overlay)]
    for bar, make in (("standard", standard_bar), ("format", format_bar)):
        if bar not in writer.hidden_bars:
            rows.append(make(writer, width))
    rows += [Divider(), PageView(writer, name, on_top and base.focus != "find")]
    if writer.finding:
        rows += [Divider(), _find_bar(writer)]
    if "status" not in writer.hidden_bars:
        where, words = status(context)
        more = ["Default Page Style", "English (USA)"] if width > 700 else []
        rows += [Divider(), status_bar([where, words, *more], [f"{writer.zoom}%"])]
    overlay: Widget[Message] | None = dialog(context) if not on_top else None
    if on_top:
        overlay = drop_down(bars, page.overlay) or popup(CONTEXT, page.overlay) or list_of(page.overlay)
    return View(Column(rows), overlay)


def update(context: Context, message: Message) -> None:
    """Handles Writer's events."""
    if MENUS.has(message):
        handle_menu(context, message, update)
        return
    if len(context.window.pages) == 1 and context.page.overlay:
        context.set(overlay=())  # a choice from an open list
    if DOCUMENTS.has(message):
        handle_documents(context, message, STEPS)
    elif _DIALOGS.has(message):
        _dialog_message(context, message)
    elif commands.COMMANDS.has(message):
        commands.command(context, message)
    else:
        _of_window(context, message)


def _of_window(context: Context, message: WindowMessage) -> None:
    """Handles the messages about files, and a right click."""
    match message:
        case ("opened",):
            _opened(context, "")
        case ("opened", path, *_):
            _opened(context, path)
        case ("submit", _):
            _submit(context)
        case ("new",):
            context.open("writer", "new")
        case ("open",):
            office.ask_to_open(context)
        case ("save",):
            files.save(context)
        case ("save_as",):
            files.save_as(context)
        case ("save_copy",):
            files.save_copy(context)
        case ("reload",):
            files.reload(context)
        case ("about",):
            office.about(context)
        case ("export",):
            files.export(context)
        case ("close" | "exit",):
            files.close(context)
        case ("context_menu", left, top, zoom, offset):
            commands.place_caret_unless_selected(context, Ground(left, top, zoom, offset))
            open_popup(context)
        case _:
            assert_never(message)


def _opened(context: Context, path: str) -> None:
    """Loads the file of a new window, or shows the window that has it already."""
    context.set(data=writer_of(context)._replace(number=office.start_number(context)))
    if path and path != "new":
        if not office.show_open(context, path):
            files.load(context, path)


def _submit(context: Context) -> None:
    """Handles Enter in a field."""
    match context.page.name:
        case "writer":
            searching.search_bar(context)
        case "replace":
            searching.find_again(context, False)
        case "table":
            commands.insert_table(context)
        case "pdf_options":
            commands.export_range(context)
        case name if name in PROPERTIES:
            formatting.accept(context)
        case _:
            choose(context, STEPS)


def _dialog_message(context: Context, message: DialogMessage) -> None:
    """Handles the messages of dialogs."""
    match message:
        case ("keep", path):
            context.pop()
            files.write(context, path)
        case ("use_odf",):
            context.pop()
            files.save_as(context, "odt")
        case ("reload_now",):
            context.pop()
            files.reload(context, True)
        case ("property" | "property_tab", *_):
            change_property(context, message)
        case ("properties",):
            formatting.accept(context)
        case ("ask",):
            writer = writer_of(context)
            files.put_base(context, writer._replace(ask=not writer.ask))
        case ("option", name):
            searching.option(context, name)
        case ("find_again", back):
            searching.find_again(context, back)
        case ("replace",):
            searching.replace(context)
        case ("replace_all",):
            searching.replace_all(context)
        case ("insert_table",):
            commands.insert_table(context)
        case ("range", which):
            context.set(arg=which)
        case ("export_range",):
            commands.export_range(context)
        case _:
            assert_never(message)


_MORE_KEYS: Final[dict[str, Message]] = {
    "ctrl+shift+z": ("redo",), "ctrl+p": ("export",), "alt+backspace": ("undo",), "f3": ("search", False),
}  # fmt: skip


def key(context: Context, name: str) -> bool:
    """Handles keys: in dialogs, in menus, in the find bar, and in the text."""
    page = context.page
    if page.name != "writer":
        enter: dict[str, Message] = {
            **document_enter(page), "keep_format": ("keep", page.arg), "count": CANCEL, "about": CANCEL,
            "reload": ("reload_now",), **dict.fromkeys(PROPERTIES, ("properties",)),
        }  # fmt: skip
        fields = FIELDS
        if page.name in PROPERTIES:
            fields = {page.name: field_keys(PROPERTIES[page.name], page.arg.tab)}
        return dialog_key(context, name, update, CANCEL, enter, fields)
    bars = menus(writer_of(context))
    if menu_key(context, bars, name, update):
        return True
    if page.overlay:
        return False
    if page.focus == "find" and name in ("escape", "shift+enter", "ctrl+f"):
        if name == "escape":
            searching.close_bar(context)
        elif name == "shift+enter":
            searching.search_bar(context, back=True)
        return True
    if page.focus == "find" and (name in _FIELD_KEYS or ("+" not in name and name not in ("f12", "f3"))):
        return False
    message = dict(shortcuts(bars)).get(name) or _MORE_KEYS.get(name)
    if message is not None:
        update(context, message)
        return True
    return commands.text_key(context, name) if page.focus != "find" else False


_FIELD_KEYS: Final = frozenset(["ctrl+c", "ctrl+x", "ctrl+v", "ctrl+a", "ctrl+z"])


def text(context: Context, typed: str) -> bool:
    """Takes typed text into the document; a dialog without a field ignores it, as does an open menu."""
    page = context.page
    if page.name != "writer" or page.overlay:
        return False
    commands.type_text(context, typed)
    return True


APP = AppSpec(
    view=view,
    update=update,
    start=start,
    title=title,
    key=key,
    text=text,
    close=files.close,
    **FACTS.facts,
)
