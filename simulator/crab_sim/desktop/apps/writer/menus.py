"""The menus and tool bars of Writer."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Literal

from crab_sim.desktop.apps.writer.messages import MenuChoice, Message
from crab_sim.desktop.apps.writer.state import Writer
from crab_sim.desktop.chrome.bars import ChoiceBox, ToolButton, absent_button, fitting_groups, tool_bar
from crab_sim.desktop.chrome.menus import SEPARATOR, BarMenu, Entry, absent
from crab_sim.desktop.office_menus import WINDOW, file_menu, help_menu, tools_end
from crab_sim.engines.writing.commands import COLORS, FONTS, SIZES, Align, Switch
from crab_sim.engines.writing.model import STYLES, style_of
from crab_sim.engines.writing.session import current_look, selected
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
    return _menus(
        bool(look.bold), bool(look.italic), bool(look.underline), bool(look.strike),
        paragraph.align or style_of(paragraph).align, paragraph.style, paragraph.marker, paragraph.cell is not None,
        bool(writer.session.undo), bool(writer.session.redo), selected(writer.session), writer.marks, writer.zoom,
    )  # fmt: skip


@lru_cache(maxsize=64)
def _menus(
    bold: bool,
    italic: bool,
    underline: bool,
    strike: bool,
    align: str,
    style: str,
    marker: str,
    in_table: bool,
    can_undo: bool,
    can_redo: bool,
    chosen: bool,
    marks: bool,
    zoom: int,
) -> tuple[BarMenu[MenuChoice], ...]:
    file: BarMenu[MenuChoice] = file_menu([
        Entry("Export As", entries=(
            Entry("Export as PDF…", ("pdf_options",)), Entry("Export Directly as PDF", ("export",)),
            *absent("Export as EPUB…", "Export Directly as EPUB"),
        )),
    ], ("exit",))  # fmt: skip
    zooms = tuple([Entry(f"{each}%", ("zoom", each), checked=each == zoom) for each in ZOOMS])
    view: BarMenu[MenuChoice] = BarMenu("View", (
        *absent("Normal", "Web", "-", "User Interface…", "Toolbars >", "Status Bar", "-"),
        *absent("Rulers >", "Scrollbars >", "Grid and Helplines >", "-"),
        Entry("Formatting Marks", ("marks",), "Ctrl+F10", marks),
        *absent("Text Boundaries", "Table Boundaries", "Images and Charts", "Show Whitespace", "-"),
        *absent("Show Tracked Changes", "Comments", "Resolved Comments", "-"),
        *absent("Field Shadings", "Field Names", "Field Hidden Paragraphs", "-"),
        *absent("Sidebar", "Styles", "Gallery", "Navigator", "Data Sources", "-", "Full Screen"),
        Entry("Zoom", entries=zooms),
    ))  # fmt: skip
    insert: BarMenu[MenuChoice] = BarMenu("Insert", (
        Entry("Page Break", ("page_break",), "Ctrl+Enter", enabled=not in_table), *_INSERT,
    ))  # fmt: skip
    text: tuple[Entry[MenuChoice], ...] = (
        Entry("Bold", ("toggle", "bold"), "Ctrl+B", bold),
        Entry("Italic", ("toggle", "italic"), "Ctrl+I", italic),
        Entry("Single Underline", ("toggle", "underline"), "Ctrl+U", underline),
        Entry("Strikethrough", ("toggle", "strike"), checked=strike),
        SEPARATOR,
        Entry("Increase Size", ("grow", 1), "Ctrl+]"),
        Entry("Decrease Size", ("grow", -1), "Ctrl+["),
    )
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
        Entry("Text", entries=text), *absent("Spacing >"), Entry("Align Text", entries=aligns), SEPARATOR,
        *absent("Clone Formatting"), Entry("Clear Direct Formatting", ("clear",), "Ctrl+M"), SEPARATOR,
        *absent("Character…", "Paragraph…"), Entry("Lists", entries=lists),
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
        *_TABLE_END,
    ))  # fmt: skip
    edit = _edit_menu(can_undo, can_redo, chosen)
    return file, edit, view, insert, form, styles, table, _FORM, _TOOLS, WINDOW, help_menu()


def _edit_menu(can_undo: bool, can_redo: bool, chosen: bool) -> BarMenu[MenuChoice]:
    return BarMenu("Edit", (
        Entry("Undo", ("undo",), "Ctrl+Z", enabled=can_undo),
        Entry("Redo", ("redo",), "Ctrl+Y", enabled=can_redo),
        *absent("Repeat", "-"),
        Entry("Cut", ("cut",), "Ctrl+X", enabled=chosen),
        Entry("Copy", ("copy",), "Ctrl+C", enabled=chosen),
        Entry("Paste", ("paste",), "Ctrl+V"),
        *absent("Paste Special >", "-"),
        Entry("Select All", ("all",), "Ctrl+A"),
        *absent("Selection Mode >", "Select Text", "-"),
        Entry("Find…", ("find_bar",), "Ctrl+F"),
        Entry("Find and Replace…", ("replace_dialog",), "Ctrl+H"),
        *absent("Go to Page…", "-", "Track Changes >", "Comment >", "-", "Hyperlink", "Reference >", "Fields…"),
        *absent("External Links…", "OLE Object >", "Exchange Database…", "-", "Direct Cursor Mode", "Edit Mode"),
    ))  # fmt: skip


_INSERT: Final = (
    *absent("More Breaks >", "-", "Image…", "Chart…", "Media >", "OLE Object >", "Shape >", "-", "Section…"),
    *absent("Text from File…", "-", "Text Box", "Comment", "Frame >", "Fontwork…", "Caption…", "-", "Hyperlink…"),
    *absent("Bookmark…", "Cross-reference…", "-", "Special Character…", "Formatting Mark >", "Horizontal Line", "-"),
    *absent("Footnote and Endnote >", "Table of Contents and Index >", "-", "Page Number", "Field >"),
    *absent("Header and Footer >", "-", "Envelope…", "Signature Line…"),
)
_STYLES_END: Final = (
    *absent("-", "No Character Style", "Emphasis", "Strong Emphasis", "Quotation", "Source Text", "-", "No List"),
    *absent("Bullet • List Style", "Numbering 123 List Style", "Numbering ABC List Style"),
    *absent("Numbering abc List Style", "Numbering IVX List Style", "Numbering ivx List Style", "-", "Edit Style…"),
    *absent("Update Selected Style", "New Style from Selection", "Load Styles from Template", "-", "Manage Styles"),
)
_TABLE_END: Final = (
    *absent("Select >", "Size >", "-", "Merge Cells", "Split Cells…", "Merge Table", "Split Table…", "-"),
    *absent("Protect Cells", "Unprotect Cells", "-", "AutoFormat Styles…", "Number Format…", "Number Recognition", "-"),
    *absent("Header Rows Repeat Across Pages", "Row to Break Across Pages", "-", "Convert >", "Edit Formula"),
    *absent("Sort…", "-", "Properties…"),
)
_FORM: Final = BarMenu("Form", (
    *absent("Design Mode", "Control Wizards", "-", "Label", "Text Box", "Check Box", "Option Button", "List Box"),
    *absent("Combo Box", "-", "Push Button", "Image Button", "-", "Formatted Field", "More Fields >", "-", "Group Box"),
    *absent("-", "Image Control", "File Selection", "-", "Table Control", "Navigation Bar", "-"),
    *absent("Control Properties…", "Form Properties…", "-", "Form Navigator…", "Activation Order…", "-"),
    *absent("Open in Design Mode", "Automatic Control Focus", "-", "Content Controls >"),
))  # fmt: skip
_TOOLS: Final[BarMenu[MenuChoice]] = BarMenu("Tools", (
    *absent("Spelling…", "Automatic Spell Checking", "Thesaurus…", "Language >"),
    Entry("Word Count…", ("count",)),
    *absent("Accessibility Check…", "-", "AutoCorrect >", "AutoText…", "ImageMap", "-", "Redact", "Auto-Redact", "-"),
    *absent("Chapter Numbering…", "Line Numbering…", "Footnotes and Endnotes…", "-", "Mail Merge Wizard…"),
    *absent("Bibliography Database", "Address Book Source…", "-", "Update >", "Protect Document >", "Calculate"),
    *absent("Sort…"),
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
            _button("paste", "Paste", ("paste",)), _CLONE,
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
        _NOTES, _SHAPES,
    ]  # fmt: skip
    return tool_bar(fitting_groups(width, groups, gap=0), gap=0)


_PRINT, _PREVIEW = absent_button("print", "Print"), absent_button("preview", "Print Preview")
_CLONE, _SPELLING = absent_button("brush", "Clone"), absent_button("spelling", "Spelling")
_PICTURES: Final = [
    absent_button(icon, name) for icon, name in (("image", "Image"), ("chart", "Chart"), ("text_tool", "Text Box"))
]
_MORE: Final = [absent_button("label", "Field"), absent_button("omega", "Symbol")]
_NOTES: Final = [
    absent_button(icon, name)
    for icon, name in (
        ("link_chain", "Hyperlink"), ("footnote", "Footnote"), ("endnote", "Endnote"), ("flag", "Bookmark"),
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
        [*switches, *_SCRIPTS],
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
_SCRIPTS: Final[list[Widget[Message]]] = [
    absent_button("superscript", "Superscript"), absent_button("subscript", "Subscript"),
    ToolButton("eraser", "", ("clear",), text="Clear"),
]  # fmt: skip
_INDENTS: Final = [absent_button("indent_more", "Increase"), absent_button("indent_less", "Decrease")]


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
