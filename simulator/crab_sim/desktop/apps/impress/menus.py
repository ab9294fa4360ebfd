"""The menus and tool bars of Impress."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from crab_sim.desktop.apps.impress import lacking
from crab_sim.desktop.apps.impress.messages import MenuChoice, Message
from crab_sim.desktop.apps.impress.state import Impress, is_text, slide_of
from crab_sim.desktop.apps.impress.text_commands import SIZES, align_of, look_of, paragraph_of
from crab_sim.desktop.chrome.bars import ChoiceBox, ToolButton, fitting_groups, tool_bar
from crab_sim.desktop.chrome.menus import SEPARATOR, BarMenu, Entry, absent
from crab_sim.desktop.office_formats import PLAIN_MARKS, text_entries
from crab_sim.desktop.office_menus import HELP, WINDOW, file_menu
from crab_sim.engines.slides.model import LAYOUTS
from crab_sim.engines.writing import session as steps
from crab_sim.engines.writing.commands import COLORS, FONTS, Align
from crab_sim.engines.writing.model import NO_LOOK, SWITCHES, Look, Switch
from crab_sim.ui import Item, Menu, Row, Widget
from crab_sim.ui.page import AnyOverlay

__all__ = ["context_entries", "format_bar", "list_of", "menus", "standard_bar"]

_ALIGNS: Final[tuple[tuple[str, Align, str], ...]] = (
    ("Left", "left", "Ctrl+L"), ("Centered", "center", "Ctrl+E"), ("Right", "right", "Ctrl+R"),
    ("Justified", "justify", "Ctrl+J"),
)  # fmt: skip


def menus(impress: Impress) -> tuple[BarMenu[MenuChoice], ...]:
    """Returns the menus, with check marks as the slide and the text at the caret have them."""
    look, paragraph = look_of(impress) or NO_LOOK, paragraph_of(impress)
    marks, session = NO_LOOK._replace(script=look.script, caps=look.caps), impress.session
    slide = slide_of(impress)
    chosen = steps.selected(session) if session is not None else impress.pane or impress.chosen >= 0
    return (
        _file_menu(bool(impress.kind)),
        _edit_menu(_can(impress, True), _can(impress, False), chosen, session is not None, impress.chosen >= 0),
        _view_menu(impress.mode == "notes", impress.slides, impress.layouts, impress.hidden_bars),
        _insert_menu(impress.mode == "normal", is_text(impress)),
        _format_menu(
            is_text(impress), steps.switched(marks, {switch: bool(getattr(look, switch)) for switch in SWITCHES}),
            align_of(impress), "" if paragraph is None else paragraph.marker, impress.chosen >= 0,
        ),
        _slide_menu(impress.current, len(impress.deck.slides), slide.layout, slide.hidden),
        _SHOW, lacking.TOOLS, WINDOW, HELP,
    )  # fmt: skip


def _can(impress: Impress, back: bool) -> bool:
    """Returns whether there is anything to undo, or to redo."""
    session = impress.session
    if session is not None and (session.undo if back else session.redo):
        return True
    return bool(impress.undo if back else impress.redo)


@lru_cache(maxsize=2)
def _file_menu(saved: bool) -> BarMenu[MenuChoice]:
    return file_menu(_EXPORTS, ("exit",), saved, preview=False)


_EXPORTS: Final[tuple[Entry[MenuChoice], ...]] = (
    Entry("Export…", ("export",)),
    Entry("Export As", entries=(
        Entry("Export as PDF…", ("pdf_options",)), Entry("Export Directly as PDF", ("export",)),
    )),
)  # fmt: skip
_SHOW: Final[BarMenu[MenuChoice]] = BarMenu("Slide Show", (
    Entry("Start from First Slide", ("show", True), "F5"),
    Entry("Start from Current Slide", ("show", False), "Shift+F5"),
    *absent("-", "Rehearse Timings", "Custom Slide Show…", "-", "Slide Show Settings…"),
))  # fmt: skip


@lru_cache(maxsize=16)
def _edit_menu(can_undo: bool, can_redo: bool, chosen: bool, editing: bool, placed: bool) -> BarMenu[MenuChoice]:
    return BarMenu("Edit", (
        Entry("Undo", ("undo",), "Ctrl+Z", enabled=can_undo),
        Entry("Redo", ("redo",), "Ctrl+Y", enabled=can_redo),
        SEPARATOR,
        Entry("Cut", ("cut",), "Ctrl+X", enabled=chosen),
        Entry("Copy", ("copy",), "Ctrl+C", enabled=chosen),
        Entry("Paste", ("paste",), "Ctrl+V"),
        *absent("Paste Special >", "-"),
        Entry("Duplicate…", ("dialog", "duplicate"), "Shift+F3", enabled=placed),
        Entry("Select All", ("all",), "Ctrl+A", enabled=editing),
        Entry("Delete", ("delete",), enabled=chosen),
        *lacking.EDIT_FIND,
        Entry("Find and Replace…", ("dialog", "replace"), "Ctrl+H"),
        *lacking.EDIT_END,
    ))  # fmt: skip


@lru_cache(maxsize=8)
def _view_menu(notes: bool, slides: bool, layouts: bool, hidden: frozenset[str]) -> BarMenu[MenuChoice]:
    bars = [
        Entry[MenuChoice](name, ("bar", bar), checked=bar not in hidden)
        for name, bar in (
            ("Drawing", "drawing"), ("Line and Filling", "format"), ("Standard", "standard"), ("Status Bar", "status"),
        )
    ]  # fmt: skip
    return BarMenu("View", (
        Entry("Normal", ("mode", "normal"), checked=not notes), Entry("Notes", ("mode", "notes"), checked=notes),
        SEPARATOR, *lacking.VIEW_MODES, Entry("Toolbars", entries=tuple(bars[:3])), SEPARATOR, bars[3],
        Entry("Slide Pane", ("pane",), checked=slides), Entry("Sidebar", ("layouts",), "Ctrl+F5", checked=layouts),
        *lacking.VIEW,
    ))  # fmt: skip


@lru_cache(maxsize=4)
def _insert_menu(normal: bool, text: bool) -> BarMenu[MenuChoice]:
    return BarMenu("Insert", (
        Entry("Image…", ("image",), enabled=normal), Entry("Text Box", ("text_box",), enabled=normal),
        *lacking.INSERT,
        Entry("Special Character…", ("dialog", "special"), enabled=text),
        Entry("Formatting Mark", entries=PLAIN_MARKS, enabled=text),
        *lacking.INSERT_END,
    ))  # fmt: skip


@lru_cache(maxsize=64)
def _format_menu(on: bool, look: Look, align: str, marker: str, placed: bool) -> BarMenu[MenuChoice]:
    sides: tuple[Entry[MenuChoice], ...] = (
        Entry("Left", ("align_object", "left")), Entry("Centered", ("align_object", "center")),
        Entry("Right", ("align_object", "right")), SEPARATOR, Entry("Top", ("align_object", "top")),
        Entry("Center", ("align_object", "middle")), Entry("Bottom", ("align_object", "bottom")),
    )  # fmt: skip
    order: tuple[Entry[MenuChoice], ...] = (
        Entry("Bring to Front", ("raise", True), "Ctrl+Shift++"), Entry("Bring Forward", ("restack", 1), "Ctrl++"),
        Entry("Send Backward", ("restack", -1), "Ctrl+-"), Entry("Send to Back", ("raise", False), "Ctrl+Shift+-"),
    )  # fmt: skip
    aligns = tuple([Entry(name, ("align", value), keys, align == value, on) for name, value, keys in _ALIGNS])
    lists: tuple[Entry[MenuChoice], ...] = (
        Entry("Unordered List", ("list", "bullet"), checked=marker == "bullet", enabled=on),
        Entry("Ordered List", ("list", "number"), checked=marker == "number", enabled=on),
        Entry("No List", ("list", ""), enabled=on),
        SEPARATOR,
        Entry("Demote One Level", ("level", 1), "Alt+Shift+Right", enabled=on and bool(marker)),
        Entry("Promote One Level", ("level", -1), "Alt+Shift+Left", enabled=on and bool(marker)),
    )
    return BarMenu("Format", (
        Entry("Text", entries=text_entries(look, on)), Entry("Align Text", entries=aligns),
        Entry("Lists", entries=lists), SEPARATOR,
        Entry("Clear Direct Formatting", ("clear",), "Ctrl+Shift+M", enabled=on), *lacking.STYLES,
        Entry("Character…", ("dialog", "character"), enabled=on), *lacking.FORMAT_END,
        Entry("Align Objects", entries=sides, enabled=placed), Entry("Arrange", entries=order, enabled=placed),
        *lacking.GROUP,
    ))  # fmt: skip


def _layouts(current: str) -> tuple[Entry[MenuChoice], ...]:
    return tuple([Entry(layout.name, ("layout", name), checked=name == current) for name, layout in LAYOUTS.items()])


@lru_cache(maxsize=64)
def _slide_entries(current: int, count: int, layout: str, hidden: bool) -> tuple[Entry[MenuChoice], ...]:
    first, last = current == 0, current == count - 1
    move: tuple[Entry[MenuChoice], ...] = (
        Entry("Slide to Start", ("move", "start"), "Shift+Alt+Home", enabled=not first),
        Entry("Slide Up", ("move", "up"), "Shift+Alt+Page Up", enabled=not first),
        Entry("Slide Down", ("move", "down"), "Shift+Alt+Page Down", enabled=not last),
        Entry("Slide to End", ("move", "end"), "Shift+Alt+End", enabled=not last),
    )
    return (
        Entry("New Slide", ("new_slide",), "Ctrl+M"),
        Entry("Duplicate Slide", ("duplicate",)),
        Entry("Rename Slide…", ("rename",)),
        Entry("Delete Slide", ("delete_slide",), enabled=count > 1),
        Entry("Hide Slide", ("hide",), checked=hidden),
        SEPARATOR,
        Entry("Layout", entries=_layouts(layout)),
        Entry("Move", entries=move),
    )


@lru_cache(maxsize=64)
def _slide_menu(current: int, count: int, layout: str, hidden: bool) -> BarMenu[MenuChoice]:
    go: tuple[Entry[MenuChoice], ...] = (
        Entry("To First Slide", ("go", "start"), "Ctrl+Home"), Entry("To Previous Slide", ("go", "up")),
        Entry("To Next Slide", ("go", "down")), Entry("To Last Slide", ("go", "end"), "Ctrl+End"),
    )  # fmt: skip
    entries = _slide_entries(current, count, layout, hidden)
    return BarMenu("Slide", (
        *entries, Entry("Navigate", entries=go), *lacking.SLIDE_END,
        Entry("Slide Properties…", ("dialog", "slide")), *lacking.SLIDE_MASTERS,
        Entry("Show Slide", ("hide",), enabled=hidden), Entry("Summary Slide", ("summary",)),
        Entry("Expand Slide", ("expand",)), *lacking.SLIDE_LAST,
    ))  # fmt: skip


_CLIPBOARD: Final[tuple[Entry[MenuChoice], ...]] = (
    Entry("Cut", ("cut",), "Ctrl+X"), Entry("Copy", ("copy",), "Ctrl+C"), Entry("Paste", ("paste",), "Ctrl+V"),
)  # fmt: skip
_OBJECT: Final[tuple[Entry[MenuChoice], ...]] = (
    *_CLIPBOARD, SEPARATOR, Entry("Delete", ("delete",)), SEPARATOR,
    Entry("Bring to Front", ("raise", True)), Entry("Send to Back", ("raise", False)),
)  # fmt: skip


def context_entries(impress: Impress) -> tuple[Entry[MenuChoice], ...]:
    """Returns the context menu: of the pane, of a text, of an object, or of the slide."""
    slide = slide_of(impress)
    entries = _slide_entries(impress.current, len(impress.deck.slides), slide.layout, slide.hidden)
    if impress.pane:
        return (*_CLIPBOARD, SEPARATOR, *entries)
    if impress.session is not None:
        return (*_CLIPBOARD, SEPARATOR, Entry("Clear Direct Formatting", ("clear",), "Ctrl+Shift+M"))
    if impress.chosen >= 0:
        return (*_OBJECT, SEPARATOR, Entry("Edit Text", ("edit",), "F2")) if is_text(impress) else _OBJECT
    return (Entry("Paste", ("paste",), "Ctrl+V"), SEPARATOR, *entries)


# Tool bars --------------------------------------------------------------------------------------------------------


def _button(
    icon: str, name: str, message: Message, on: bool | None = None, enabled: bool = True
) -> ToolButton[Message]:
    return ToolButton(icon, "", message, on, enabled, text=name)


def standard_bar(impress: Impress, width: int) -> Row[Message]:
    """Returns the tool bar for files, insertions and slides.

    Args:
        impress: The state.
        width: The window's width: groups that don't fit are left out, as all of them are in the menus.
    """
    session = impress.session
    chosen = steps.selected(session) if session is not None else impress.pane or impress.chosen >= 0
    normal = impress.mode == "normal"
    groups: list[Sequence[Widget[Message]]] = [
        [_button("file", "New", ("new",)), _button("open", "Open", ("open",)), _button("save", "Save", ("save",))],
        [_button("pdf", "Export Directly as PDF", ("export",)), *_PRINT],
        [
            _button("cut", "Cut", ("cut",), enabled=chosen),
            _button("copy", "Copy", ("copy",), enabled=chosen),
            _button("paste", "Paste", ("paste",)),
            *_CLONE,
        ],
        [
            _button("undo", "Undo", ("undo",), enabled=_can(impress, True)),
            _button("redo", "Redo", ("redo",), enabled=_can(impress, False)),
            *_FIND,
        ],
        [
            *_GRID,
            _button("display", "Display Views", ("view_list",)),
            *_MASTER,
            _button("play", "Start from First Slide", ("show", True)),
            _button("slides", "Start from Current Slide", ("show", False)),
        ],
        [
            *_TABLE,
            _button("image", "Image", ("image",), enabled=normal),
            *_MEDIA,
            _button("text_tool", "Text Box", ("text_box",), on=impress.drawing, enabled=normal),
            _button("omega", "Symbol", ("dialog", "special"), enabled=is_text(impress)),
            *_MORE,
            _button("shapes", "Draw Functions", ("bar", "drawing"), on="drawing" not in impress.hidden_bars),
        ],
        [
            _button("add", "New Slide", ("new_slide",)),
            _button("layer_duplicate", "Duplicate Slide", ("duplicate",)),
            _button("delete", "Delete Slide", ("delete_slide",), enabled=len(impress.deck.slides) > 1),
            _button("grid", "Slide Layout", ("layout_list",)),
        ],
    ]
    return tool_bar(fitting_groups(width, groups, gap=0), gap=0)


_PRINT, _CLONE = lacking.buttons(("print", "Print")), lacking.buttons(("brush", "Clone"))
_FIND: Final[list[Widget[Message]]] = [
    _button("search", "Find and Replace", ("dialog", "replace")), *lacking.buttons(("spelling", "Spelling")),
]  # fmt: skip
_GRID: Final = lacking.buttons(("grid", "Grid"), ("apps", "Snap to Grid"))
_MASTER: Final = lacking.buttons(("slides", "Master Slide"))
_TABLE, _MEDIA = lacking.buttons(("table", "Table")), lacking.buttons(("music", "Media"), ("chart", "Chart"))
_MORE: Final = lacking.buttons(("text_color", "Insert Fontwork"), ("link_chain", "Hyperlink"))


def format_bar(impress: Impress, width: int) -> Row[Message]:
    """Returns the tool bar for looks; see `standard_bar`."""
    look, paragraph, on = look_of(impress) or NO_LOOK, paragraph_of(impress), is_text(impress)
    align, marker = align_of(impress), "" if paragraph is None else paragraph.marker
    fields: tuple[tuple[str, str, Switch, bool], ...] = (
        ("bold", "Bold", "bold", bool(look.bold)),
        ("italic", "Italic", "italic", bool(look.italic)),
        ("underline", "Underline", "underline", bool(look.underline)),
        ("strikethrough", "Strikethrough", "strike", bool(look.strike)),
    )
    switches = [_button(icon, name, ("toggle", field), on=value, enabled=on) for icon, name, field, value in fields]
    aligns = [
        _button(
            f"align_{value}", "Center" if value == "center" else name, ("align", value), on=align == value, enabled=on
        )
        for name, value, _ in _ALIGNS
    ]
    groups: list[Sequence[Widget[Message]]] = [
        [
            ChoiceBox(look.font, "Font Name", ("fonts", 0, 0), 150 if width > 900 else 104),
            ChoiceBox(f"{look.size:g} pt" if look.size else "", "Font Size", ("sizes", 0, 0), 92),
        ],
        [
            *switches,
            _button("superscript", "Superscript", ("script", "super"), look.script == "super", on),
            _button("subscript", "Subscript", ("script", "sub"), look.script == "sub", on),
            _button("eraser", "Clear", ("clear",), enabled=on),
        ],
        [_button("text_color", "Font Color", ("colors",), enabled=on), *_GROUND],
        [*aligns, *_VERTICAL],
        [
            _button("list_bullet", "Unordered List", ("list", "bullet"), on=marker == "bullet", enabled=on),
            _button("list_number", "Ordered List", ("list", "number"), on=marker == "number", enabled=on),
        ],
        [
            _button("chevron_right", "Demote", ("level", 1), enabled=bool(marker)),
            _button("chevron_left", "Promote", ("level", -1), enabled=bool(marker)),
        ],
    ]  # fmt: skip
    return tool_bar(fitting_groups(width, groups, gap=0), gap=0)


_GROUND: Final = lacking.buttons(("label", "Character Highlighting Color"))
_VERTICAL: Final = lacking.buttons(
    ("arrow_up", "Top"), ("arrow_down", "Bottom"), ("line_spacing", "Line Spacing"), ("indent_more", "Increase"),
    ("indent_less", "Decrease"), ("text_tool", "Character"), ("notes", "Paragraph"),
)  # fmt: skip


def list_of(overlay: AnyOverlay) -> Menu[Message] | None:
    """Returns the open list of a tool bar: of fonts, sizes, colours or layouts; None if none is open."""
    if len(overlay) != 3:
        return None
    kind, x, y = overlay
    rows: Sequence[tuple[str, Message]]
    match kind:
        case "fonts":
            rows = [(name, ("font", name)) for name in FONTS]
        case "sizes":
            rows = [(f"{size:g} pt", ("size", size)) for size in SIZES]
        case "colors":
            rows = [(name, ("color", value)) for name, value in COLORS]
        case "view_list":
            rows = [("Normal", ("mode", "normal")), ("Notes", ("mode", "notes"))]
        case "layout_list":
            rows = [(layout.name, ("layout", name)) for name, layout in LAYOUTS.items()]
        case _:
            return None
    return Menu([Item(name, message) for name, message in rows], (int(x), int(y)), 120)
