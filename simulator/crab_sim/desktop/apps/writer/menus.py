"""The menus and tool bars of Writer."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from crab_sim.desktop.apps.writer.messages import MenuChoice, Message
from crab_sim.desktop.apps.writer.state import Writer
from crab_sim.desktop.chrome.bars import ChoiceBox, ToolButton, absent_button, fitting_groups, tool_bar
from crab_sim.desktop.chrome.menus import SEPARATOR, BarMenu, Entry, absent
from crab_sim.desktop.office_formats import MARKS, SPACING, text_entries
from crab_sim.desktop.office_menus import HELP, WINDOW, file_menu, tools_end
from crab_sim.engines.writing.commands import COLORS, FONTS, SIZES, Align
from crab_sim.engines.writing.model import NO_LOOK, STYLES, SWITCHES, Look, Switch, style_of
from crab_sim.engines.writing.session import current_look, selected, switched
from crab_sim.ui import Item, Menu, Row, Widget
from crab_sim.ui.page import AnyOverlay

__all__ = ["CONTEXT", "ZOOMS", "format_bar", "list_of", "menus", "standard_bar"]

ZOOMS: Final = (50, 75, 100, 150, 200)
_STYLE_KEYS: Final = {"Text Body": "Ctrl+0", "Heading 1": "Ctrl+1", "Heading 2": "Ctrl+2", "Heading 3": "Ctrl+3"}
_ALIGNS: Final[tuple[tuple[str, Align, str], ...]] = (
    ("Left", "left", "Ctrl+L"), ("Centered", "center", "Ctrl+E"), ("Right", "right", "Ctrl+R"),
    ("Justified", "justify", "Ctrl+J"),
)  # fmt: skip


def menus(writer: Writer) -> tuple[BarMenu[MenuChoice], ...]:
    """Returns the menus, with check marks as the text at the caret has it."""
    look, paragraph = current_look(writer.session), writer.text[writer.caret.paragraph]
    marks = NO_LOOK._replace(script=look.script, caps=look.caps)
    return _menus(
        switched(marks, {switch: bool(getattr(look, switch)) for switch in SWITCHES}),
        paragraph.align or style_of(paragraph).align, paragraph.style, paragraph.marker, paragraph.cell is not None,
        bool(writer.session.undo), bool(writer.session.redo), selected(writer.session), bool(writer.kind),
        _View(writer.marks, writer.zoom, writer.hidden_bars, writer.held is not None),
    )  # fmt: skip


class _View(NamedTuple):
    """What the menus show of the view."""

    marks: bool
    zoom: int
    hidden_bars: frozenset[str]
    cloning: bool


@lru_cache(maxsize=64)
def _menus(
    look: Look,
    align: str,
    style: str,
    marker: str,
    in_table: bool,
    can_undo: bool,
    can_redo: bool,
    chosen: bool,
    saved: bool,
    shown: _View,
) -> tuple[BarMenu[MenuChoice], ...]:
    file: BarMenu[MenuChoice] = file_menu([
        Entry("Export…", ("export",)),
        Entry("Export As", entries=(
            Entry("Export as PDF…", ("pdf_options",)), Entry("Export Directly as PDF", ("export",)),
            *absent("Export as EPUB…", "Export Directly as EPUB"),
        )),
    ], ("exit",), saved)  # fmt: skip
    zooms = tuple([Entry(f"{each}%", ("zoom", each), checked=each == shown.zoom) for each in ZOOMS])
    bars = [
        Entry[MenuChoice](name, ("bar", bar), checked=bar not in shown.hidden_bars)
        for name, bar in (("Formatting", "format"), ("Standard", "standard"), ("Status Bar", "status"))
    ]
    view: BarMenu[MenuChoice] = BarMenu("View", (
        *absent("Normal", "Web", "-", "User Interface…"), Entry("Toolbars", entries=tuple(bars[:2])), bars[2],
        *absent("-", "Rulers >", "Scrollbars >", "Grid and Helplines >", "-"),
        Entry("Formatting Marks", ("marks",), "Ctrl+F10", shown.marks),
        *absent("Text Boundaries", "Table Boundaries", "Images and Charts", "Show Whitespace", "-"),
        *absent("Show Tracked Changes", "Comments", "Resolved Comments", "-"),
        *absent("Field Shadings", "Field Names", "Field Hidden Paragraphs", "-"),
        *absent("Sidebar", "Styles", "Gallery", "Navigator", "Data Sources", "-", "Full Screen"),
        Entry("Zoom", entries=zooms),
    ))  # fmt: skip
    insert: BarMenu[MenuChoice] = BarMenu("Insert", (
        Entry("Page Break", ("page_break",), "Ctrl+Enter", enabled=not in_table), *_INSERT,
    ))  # fmt: skip
    lists: tuple[Entry[MenuChoice], ...] = (
        Entry("Unordered List", ("list", "bullet"), "Shift+F12", marker == "bullet"),
        Entry("Ordered List", ("list", "number"), "F12", marker == "number"),
        Entry("No List", ("list", ""), "Ctrl+Shift+F12"),
        SEPARATOR,
        Entry("Demote One Level", ("level", 1), enabled=bool(marker)),
        Entry("Promote One Level", ("level", -1), enabled=bool(marker)),
    )
    aligns = tuple([Entry(name, ("align", value), keys, align == value) for name, value, keys in _ALIGNS])
    form: BarMenu[MenuChoice] = BarMenu("Format", (
        Entry("Text", entries=text_entries(look)), Entry("Spacing", entries=SPACING),
        Entry("Align Text", entries=aligns), SEPARATOR, Entry("Clone Formatting", ("clone",), checked=shown.cloning),
        Entry("Clear Direct Formatting", ("clear",), "Ctrl+M"), SEPARATOR,
        Entry("Character…", ("dialog", "character")), Entry("Paragraph…", ("dialog", "paragraph")),
        Entry("Lists", entries=lists),
        *absent("Bullets and Numbering…", "-", "Page Style…", "Title Page…", "Comments…", "Columns…", "Watermark…"),
        *absent("Sections…", "-", "Image >", "Text Box and Shape >", "Frame and Object >", "Name…", "Description…"),
        *absent("-", "Anchor >", "Wrap >", "Arrange >", "Rotate or Flip >", "Group >"),
    ))  # fmt: skip
    named: list[Entry[MenuChoice]] = [
        Entry(name, ("style", name), _STYLE_KEYS.get(name, ""), style == name) for name in STYLES
    ]
    styles = BarMenu("Styles", (*named, *_STYLES_END))
    table: BarMenu[MenuChoice] = BarMenu("Table", (
        Entry("Insert Table…", ("table_dialog",), "Ctrl+F12", enabled=not in_table),
        Entry("Insert", enabled=in_table, entries=(
            Entry("Rows Above", ("row", "above")), Entry("Rows Below", ("row", "below")),
            Entry("Columns Before", ("column", "before")), Entry("Columns After", ("column", "after")),
        )),
        Entry("Delete", enabled=in_table, entries=(
            Entry("Rows", ("row", "delete")), Entry("Columns", ("column", "delete")),
            Entry("Table", ("delete_table",)),
        )),
        *_table_end(in_table, chosen),
    ))  # fmt: skip
    edit = _edit_menu(can_undo, can_redo, chosen)
    return file, edit, view, insert, form, styles, table, _FORM, _tools(chosen), WINDOW, HELP


def _edit_menu(can_undo: bool, can_redo: bool, chosen: bool) -> BarMenu[MenuChoice]:
    return BarMenu("Edit", (
        Entry("Undo", ("undo",), "Ctrl+Z", enabled=can_undo),
        Entry("Redo", ("redo",), "Ctrl+Y", enabled=can_redo),
        *absent("Repeat", "-"),
        Entry("Cut", ("cut",), "Ctrl+X", enabled=chosen),
        Entry("Copy", ("copy",), "Ctrl+C", enabled=chosen),
        Entry("Paste", ("paste",), "Ctrl+V"),
        Entry("Paste Special", entries=(Entry("Paste Unformatted Text", ("paste",), "Ctrl+Alt+Shift+V"),)),
        SEPARATOR,
        Entry("Select All", ("all",), "Ctrl+A"),
        *absent("Selection Mode >", "Select Text", "-"),
        Entry("Find…", ("find_bar",), "Ctrl+F"),
        Entry("Find and Replace…", ("replace_dialog",), "Ctrl+H"),
        Entry("Go to Page…", ("dialog", "go_to_page"), "Ctrl+G"),
        *absent("-", "Track Changes >", "Comment >", "-"),
        Entry("Hyperlink…", ("dialog", "hyperlink")),
        *absent("Reference >", "Fields…"),
        *absent("External Links…", "OLE Object >", "Exchange Database…", "-", "Direct Cursor Mode", "Edit Mode"),
    ))  # fmt: skip


_INSERT: Final[tuple[Entry[MenuChoice], ...]] = (
    Entry("More Breaks", entries=(Entry("Manual Row Break", ("insert_text", "\n"), "Shift+Enter"),)),
    *absent("-", "Image…", "Chart…", "Media >", "OLE Object >", "Shape >", "-", "Section…"),
    Entry("Text from File…", ("text_file",)),
    *absent("-", "Text Box", "Comment", "Frame >", "Fontwork…", "Caption…", "-"),
    Entry("Hyperlink…", ("dialog", "hyperlink"), "Ctrl+K"),
    *absent("Bookmark…", "Cross-reference…", "-"),
    Entry("Special Character…", ("dialog", "special")),
    Entry("Formatting Mark", entries=MARKS),
    *absent("Horizontal Line", "-"),
    *absent("Footnote and Endnote >", "Table of Contents and Index >", "-", "Page Number", "Field >"),
    *absent("Header and Footer >", "-", "Envelope…", "Signature Line…"),
)
_STYLES_END: Final[tuple[Entry[MenuChoice], ...]] = (
    *absent("-", "No Character Style", "Emphasis", "Strong Emphasis", "Quotation", "Source Text", "-"),
    Entry("No List", ("list", "")),
    Entry("Bullet • List Style", ("list", "bullet")),
    Entry("Numbering 123 List Style", ("list", "number")),
    *absent("Numbering ABC List Style"),
    *absent("Numbering abc List Style", "Numbering IVX List Style", "Numbering ivx List Style", "-", "Edit Style…"),
    *absent("Update Selected Style", "New Style from Selection", "Load Styles from Template", "-", "Manage Styles"),
)


def _table_end(in_table: bool, chosen: bool) -> tuple[Entry[MenuChoice], ...]:
    parts: tuple[Entry[MenuChoice], ...] = (
        Entry("Cell", ("select", "cell")), Entry("Row", ("select", "row")), Entry("Table", ("select", "table")),
    )  # fmt: skip
    ways: tuple[Entry[MenuChoice], ...] = (
        Entry("Text to Table…", ("dialog", "text_to_table"), enabled=chosen and not in_table),
        Entry("Table to Text…", ("dialog", "table_to_text"), enabled=in_table),
    )
    return (
        Entry("Select", entries=parts, enabled=in_table),
        *absent("Size >", "-", "Merge Cells", "Split Cells…", "Merge Table", "Split Table…", "-", "Protect Cells"),
        *absent("Unprotect Cells", "-", "AutoFormat Styles…", "Number Format…", "Number Recognition", "-"),
        *absent("Header Rows Repeat Across Pages", "Row to Break Across Pages", "-"),
        Entry("Convert", entries=ways),
        *absent("Edit Formula", "Sort…", "-", "Properties…"),
    )


_FORM: Final = BarMenu("Form", (
    *absent("Design Mode", "Control Wizards", "-", "Label", "Text Box", "Check Box", "Option Button", "List Box"),
    *absent("Combo Box", "-", "Push Button", "Image Button", "-", "Formatted Field", "More Fields >", "-", "Group Box"),
    *absent("-", "Image Control", "File Selection", "-", "Table Control", "Navigation Bar", "-"),
    *absent("Control Properties…", "Form Properties…", "-", "Form Navigator…", "Activation Order…", "-"),
    *absent("Open in Design Mode", "Automatic Control Focus", "-", "Content Controls >"),
))  # fmt: skip


@lru_cache(maxsize=2)
def _tools(chosen: bool) -> BarMenu[MenuChoice]:
    return BarMenu("Tools", (
        *absent("Spelling…", "Automatic Spell Checking", "Thesaurus…", "Language >"),
        Entry("Word Count…", ("count",)),
        *absent("Accessibility Check…", "-", "AutoCorrect >", "AutoText…", "ImageMap", "-", "Redact", "Auto-Redact"),
        *absent("-", "Chapter Numbering…", "Line Numbering…", "Footnotes and Endnotes…", "-", "Mail Merge Wizard…"),
        *absent("Bibliography Database", "Address Book Source…", "-", "Update >", "Protect Document >", "Calculate"),
        Entry("Sort…", ("dialog", "sort_text"), enabled=chosen),
        *tools_end(),
    ))  # fmt: skip


CONTEXT: Final[tuple[Entry[MenuChoice], ...]] = (
    Entry("Cut", ("cut",), "Ctrl+X"), Entry("Copy", ("copy",), "Ctrl+C"), Entry("Paste", ("paste",), "Ctrl+V"),
    SEPARATOR, Entry("Clear Direct Formatting", ("clear",), "Ctrl+M"),
)  # fmt: skip


def _button(
    icon: str, name: str, message: Message, on: bool | None = None, enabled: bool = True
) -> ToolButton[Message]:
    return ToolButton(icon, "", message, on, enabled, text=name)


def standard_bar(writer: Writer, width: int) -> Row[Message]:
    """Returns the tool bar for files and insertions.

    Args:
        writer: The state.
        width: The window's width: what doesn't fit is left out, as all of it is in the menus.
    """
    chosen = selected(writer.session)
    in_table = writer.text[writer.caret.paragraph].cell is not None
    groups: list[Sequence[Widget[Message]]] = [
        [_button("file", "New", ("new",)), _button("open", "Open", ("open",)), _button("save", "Save", ("save",))],
        [_button("pdf", "Export Directly as PDF", ("export",)), _PRINT, _PREVIEW],
        [
            _button("cut", "Cut", ("cut",), enabled=chosen), _button("copy", "Copy", ("copy",), enabled=chosen),
            _button("paste", "Paste", ("paste",)), _button("brush", "Clone", ("clone",), on=writer.held is not None),
        ],
        [
            _button("undo", "Undo", ("undo",), enabled=bool(writer.session.undo)),
            _button("redo", "Redo", ("redo",), enabled=bool(writer.session.redo)),
        ],
        [
            _button("search", "Find and Replace", ("replace_dialog",)), _SPELLING,
            _button("formatting_marks", "Formatting Marks", ("marks",), on=writer.marks),
        ],
        [
            _button("table", "Table", ("table_dialog",), enabled=not in_table), *_PICTURES,
            _button("page_break", "Page Break", ("page_break",), enabled=not in_table), *_MORE,
        ],
        [_LINK, *_NOTES], _SHAPES,
    ]  # fmt: skip
    return tool_bar(fitting_groups(width, groups, gap=0), gap=0)


_PRINT, _PREVIEW = absent_button("print", "Print"), absent_button("preview", "Print Preview")
_SPELLING: Final = absent_button("spelling", "Spelling")
_PICTURES: Final = [
    absent_button(icon, name) for icon, name in (("image", "Image"), ("chart", "Chart"), ("text_tool", "Text Box"))
]
_MORE: Final[list[Widget[Message]]] = [
    absent_button("label", "Field"), ToolButton("omega", "", ("dialog", "special"), text="Symbol"),
]  # fmt: skip
_LINK: Final[ToolButton[Message]] = ToolButton("link_chain", "", ("dialog", "hyperlink"), text="Hyperlink")
_NOTES: Final = [
    absent_button(icon, name)
    for icon, name in (
        ("footnote", "Footnote"), ("endnote", "Endnote"), ("flag", "Bookmark"),
        ("forward", "Cross-reference"), ("messages", "Comment"), ("edit", "Track Changes Functions"),
    )
]  # fmt: skip
_SHAPES: Final = [
    absent_button(icon, name)
    for icon, name in (("line", "Line"), ("shapes", "Basic Shapes"), ("rectangle_select", "Draw Functions"))
]


def format_bar(writer: Writer, width: int) -> Row[Message]:
    """Returns the tool bar for looks; see `standard_bar`."""
    look, paragraph = current_look(writer.session), writer.text[writer.caret.paragraph]
    align = paragraph.align or style_of(paragraph).align
    boxes = (170, 150) if width > 960 else (126, 104)
    fields: tuple[tuple[str, str, Switch, bool], ...] = (
        ("bold", "Bold", "bold", bool(look.bold)),
        ("italic", "Italic", "italic", bool(look.italic)),
        ("underline", "Underline", "underline", bool(look.underline)),
        ("strikethrough", "Strikethrough", "strike", bool(look.strike)),
    )
    switches = [_button(icon, name, ("toggle", field), on=on) for icon, name, field, on in fields]
    aligns = [
        _button(f"align_{value}", "Center" if value == "center" else name, ("align", value), on=align == value)
        for name, value, _ in _ALIGNS
    ]
    groups: list[Sequence[Widget[Message]]] = [
        [
            ChoiceBox(paragraph.style, "Paragraph Style", ("styles", 0, 0), boxes[0]),
            *_STYLE_TOOLS,
            ChoiceBox(look.font, "Font Name", ("fonts", 0, 0), boxes[1]),
            ChoiceBox(f"{look.size:g} pt" if look.size else "", "Font Size", ("sizes", 0, 0), 82),
        ],
        [
            *switches,
            _button("superscript", "Superscript", ("script", "super"), on=look.script == "super"),
            _button("subscript", "Subscript", ("script", "sub"), on=look.script == "sub"),
            _button("eraser", "Clear", ("clear",)),
        ],
        [
            _Opener("text_color", "Font Color", ("colors",)),
            _Opener("label", "Character Highlighting Color", ("grounds",)),
        ],
        aligns,
        [
            _button("list_bullet", "Unordered List", ("list", "bullet"), on=paragraph.marker == "bullet"),
            _button("list_number", "Ordered List", ("list", "number"), on=paragraph.marker == "number"),
            _button("list", "No List", ("list", "")),
        ],
        _INDENTS,
    ]
    return tool_bar(fitting_groups(width, groups, gap=0), gap=0)


_STYLE_TOOLS: Final = [absent_button("refresh", "Update"), absent_button("add", "New")]
_INDENTS: Final = [
    _button("indent_more", "Increase", ("indent", 1)),
    _button("indent_less", "Decrease", ("indent", -1)),
]


class _Opener(ToolButton[Message]):
    """A button that opens a list of colours below itself."""

    __slots__ = ()

    def __init__(self, icon: str, name: str, message: tuple[Literal["colors", "grounds"]]) -> None:
        super().__init__(icon, "", message, text=name)


def list_of(overlay: AnyOverlay) -> Menu[Message] | None:
    """Returns the open list of a tool bar: of styles, fonts, sizes or colours; None if none is open."""
    if len(overlay) != 3:
        return None
    kind, x, y = overlay
    rows: list[tuple[str, Message]]
    match kind:
        case "styles":
            rows = [(name, ("style", name)) for name in STYLES]
        case "fonts":
            rows = [(name, ("font", name)) for name in FONTS]
        case "sizes":
            rows = [(f"{size:g} pt", ("size", size)) for size in SIZES]
        case "colors":
            rows = [(name, ("color", value)) for name, value in COLORS]
        case "grounds":
            rows = [("No Fill" if not value else name, ("highlight", value)) for name, value in COLORS]
        case _:
            return None
    return Menu([Item(name, message) for name, message in rows], (int(x), int(y)), 120)
