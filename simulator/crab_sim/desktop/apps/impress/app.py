"""Impress: presentations after LibreOffice's, one document per window.

State: page ``impress`` whose argument is the file's path and whose data is an `Impress`; dialogs and the show are
pages above it.
"""

from __future__ import annotations

from typing import Final, assert_never

from crab_sim.desktop import office
from crab_sim.desktop.apps.impress import APP as FACTS
from crab_sim.desktop.apps.impress import commands, files, formatting, objects, show
from crab_sim.desktop.apps.impress.dialogs import FIELDS, dialog, status
from crab_sim.desktop.apps.impress.files import STEPS, document_name, impress_of, put
from crab_sim.desktop.apps.impress.lacking import drawing_bar
from crab_sim.desktop.apps.impress.menus import context_entries, format_bar, list_of, menus, standard_bar
from crab_sim.desktop.apps.impress.messages import Message, WindowMessage
from crab_sim.desktop.apps.impress.panes import Workspace
from crab_sim.desktop.apps.impress.state import Impress, editing, is_text, turned
from crab_sim.desktop.apps.impress.text_commands import text_key, type_text
from crab_sim.desktop.chrome.bars import ToolButton, status_bar
from crab_sim.desktop.chrome.menu_bar import MenuBar, drop_down, popup
from crab_sim.desktop.chrome.menus import MENUS, bar_height, handle_menu, menu_key, open_popup, shortcuts
from crab_sim.desktop.documents import DOCUMENTS, choose, document_enter, handle_documents
from crab_sim.desktop.measures import DOCK_WIDTH
from crab_sim.desktop.property_dialog import change_property, field_keys
from crab_sim.desktop.widgets import CANCEL, Sized, dialog_key
from crab_sim.engines.writing.line_view import Spot
from crab_sim.machine.app import AppSpec, Context, Intent, View
from crab_sim.ui import Column, Divider, Page, Row, Widget

__all__ = ["APP"]


def start(intent: Intent) -> Page:
    """Returns the page of a file, or of an empty presentation."""
    return Page("impress", intent[0] if intent and intent[0] != "new" else "", data=Impress())


def title(context: Context) -> str:
    """Returns the document's name, and the program's; a presentation's window has a title of its own."""
    name = document_name(context)
    return f"Presenting: {name}" if context.page.name == "slideshow" else f"{name} - LibreOffice Impress"


def _width(context: Context) -> int:
    """Returns the width of the window's content."""
    window = context.window
    left, _, right, _ = window.frame
    return context.machine.width - DOCK_WIDTH if window.maximized else right - left


def view(context: Context) -> View[Message]:
    """Shows the bars, the slide between the panes, and the dialog or list that is open; or the show."""
    page, base = context.page, context.base
    impress, width = impress_of(context), _width(context)
    if page.name == "slideshow":
        return View(show.Stage(impress, int(page.arg)), popup(show.MENU, page.overlay))
    bars = menus(impress)
    on_top = page is base
    hidden = impress.hidden_bars
    titles: Widget[Message] = MenuBar(bars, page.overlay)
    titles.flex = 1
    close: Widget[Message] = ToolButton("close", "", ("close",), text="Close Document")
    rows: list[Widget[Message]] = [Row([titles, Sized(close, w=30, h=bar_height(context.theme))], background="bar")]
    for bar, make in (("standard", standard_bar), ("format", format_bar)):
        if bar not in hidden:
            rows.append(make(impress, width))
    rows += [Divider(), Workspace(impress, on_top, width), Divider()]
    rows += [drawing_bar(width, impress.drawing)] if "drawing" not in hidden else []
    rows += [status_bar(status(impress), ["Default"])] if "status" not in hidden else []
    overlay: Widget[Message] | None = dialog(context) if not on_top else None
    if on_top:
        overlay = (
            drop_down(bars, page.overlay) or popup(context_entries(impress), page.overlay) or list_of(page.overlay)
        )
    return View(Column(rows), overlay)


def update(context: Context, message: Message) -> None:
    """Handles Impress's events."""
    page = context.page
    if MENUS.has(message):
        handle_menu(context, message, update)
    elif show.SHOW.has(message):
        if page.name == "slideshow":
            show.update(context, message)
    elif page.name != "slideshow":
        if len(context.window.pages) == 1 and page.overlay:
            context.set(overlay=())  # a choice from an open list
        if DOCUMENTS.has(message):
            handle_documents(context, message, STEPS)
        elif commands.COMMANDS.has(message):
            commands.command(context, message)
        else:
            _of_window(context, message)


def _of_window(context: Context, message: WindowMessage) -> None:  # noqa: C901 - one case for each event
    """Handles the messages about files, of Impress's own dialogs, and those that open a context menu."""
    match message:
        case ("opened",):
            _opened(context, "")
        case ("opened", path, *_):
            _opened(context, path)
        case ("submit", _):
            _submit(context)
        case ("new",):
            context.open("impress", "new")
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
        case ("reload_now",):
            context.pop()
            files.reload(context, True)
        case ("about",):
            office.about(context)
        case ("export",):
            files.export(context)
        case ("close" | "exit",):
            files.close(context)
        case ("keep", path):
            context.pop()
            files.write(context, path)
        case ("use_odf",):
            context.pop()
            files.save_as(context, "odp")
        case ("ask",):
            put(context, impress_of(context)._replace(ask=not impress_of(context).ask))
        case ("property" | "property_tab", *_):
            change_property(context, message)
        case ("properties",):
            formatting.accept(context)
        case ("range", which):
            context.set(arg=which)
        case ("export_range",):
            _export_range(context)
        case ("rename_now",):
            commands.rename(context)
        case ("context_menu", left, top, zoom):
            put(context, objects.chosen_at(impress_of(context), Spot(left, top, zoom), *context.point))
            open_popup(context)
        case ("pane_menu", number):
            put(context, turned(impress_of(context), number)._replace(pane=True))
            open_popup(context)
        case ("pane_focus",):
            put(context, turned(impress_of(context), impress_of(context).current)._replace(pane=True))
        case _:
            assert_never(message)


def _opened(context: Context, path: str) -> None:
    """Loads the file of a new window, or shows the window that has it already."""
    put(context, impress_of(context)._replace(number=office.start_number(context)))
    if path and path != "new":
        if not office.show_open(context, path):
            files.load(context, path)


def _submit(context: Context) -> None:
    """Handles Enter in a field."""
    match context.page.name:
        case "rename":
            commands.rename(context)
        case "pdf_options":
            _export_range(context)
        case "replace":
            formatting.find_next(context)
        case name if name in formatting.PROPERTIES:
            formatting.accept(context)
        case _:
            choose(context, STEPS)


def _export_range(context: Context) -> None:
    """Goes on from the options to the name of the PDF file."""
    slides = context.field("pages") if context.page.arg == "pages" else ""
    context.pop()
    files.export(context, slides)


# Keys -------------------------------------------------------------------------------------------------------------

_MORE_KEYS: Final[dict[str, Message]] = {
    "ctrl+shift+z": ("redo",), "ctrl+p": ("export",), "alt+backspace": ("undo",), "delete": ("delete",),
    "backspace": ("delete",), "pageup": ("go", "up"), "pagedown": ("go", "down"),
}  # fmt: skip
_PANE_KEYS: Final[dict[str, Message]] = {
    "up": ("go", "up"), "down": ("go", "down"), "left": ("go", "up"), "right": ("go", "down"), "home": ("go", "start"),
    "end": ("go", "end"),
}  # fmt: skip
_NUDGES: Final = {"left": (-100, 0), "right": (100, 0), "up": (0, -100), "down": (0, 100)}


def key(context: Context, name: str) -> bool:
    """Handles keys: in dialogs, in the show, in menus, in a text, on the slide, in the pane of slides."""
    page = context.page
    if page.name == "slideshow":
        if page.overlay:
            return False
        return show.key(context, name)
    if page.name != "impress":
        enter: dict[str, Message] = {**document_enter(page), "keep_format": ("keep", page.arg), "about": CANCEL}
        enter |= {"reload": ("reload_now",), **dict.fromkeys(formatting.PROPERTIES, ("properties",))}
        fields = FIELDS
        if page.name in formatting.PROPERTIES:
            fields = {page.name: field_keys(formatting.PROPERTIES[page.name], page.arg.tab)}
        return dialog_key(context, name, update, CANCEL, enter, fields)
    impress = impress_of(context)
    bars = menus(impress)
    if menu_key(context, bars, name, update):
        return True
    if page.overlay:
        return False
    if name == "ctrl+enter":
        put(context, commands.next_place(impress))
        return True
    after = text_key(impress, name)
    if after is not None:
        put(context, after)
        return True
    message = dict(shortcuts(bars)).get(name) or _MORE_KEYS.get(name)
    if message is None and impress.pane:
        message = _PANE_KEYS.get(name)
    if message is not None:
        update(context, message)
        return True
    return _slide_key(context, impress, name)


def _slide_key(context: Context, impress: Impress, name: str) -> bool:
    """Handles a key on the slide, no text of which is edited."""
    if name in _NUDGES and impress.chosen >= 0:
        put(context, commands.nudged(impress, *_NUDGES[name]))
    elif name in ("home", "end") and impress.chosen == -1:
        put(context, turned(impress, commands.stepped(impress, "start" if name == "home" else "end")))
    elif name in ("tab", "shift+tab"):
        put(context, commands.next_object(impress, 1 if name == "tab" else -1))
    elif name == "escape":
        put(context, impress._replace(chosen=-1, drawing=False, pane=False))
    elif name in ("f2", "enter") and is_text(impress):
        put(context, editing(impress, impress.chosen))
    elif name == "f2":
        update(context, ("text_box",))
    else:
        return False
    return True


def text(context: Context, typed: str) -> bool:
    """Takes typed text into a text; in the show, characters are keys."""
    page = context.page
    if page.overlay:
        return False
    if page.name == "slideshow":
        for char in typed[:50]:
            if context.page.name == "slideshow":
                names = {" ": "space", "\n": "enter", "\x1b": "escape"}
                show.key(context, names.get(char, char))
        return True
    if page.name != "impress":
        return False
    impress = impress_of(context)
    after = type_text(impress, typed, context.machine.work)
    put(context, after)
    return after is not impress


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
