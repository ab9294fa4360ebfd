"""The dialogs of Writer, by the name of their pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from crab_sim.desktop import office
from crab_sim.desktop.apps.writer.files import document_name, writer_of
from crab_sim.desktop.apps.writer.messages import Message
from crab_sim.desktop.apps.writer.state import Writer
from crab_sim.desktop.documents import document_dialog
from crab_sim.desktop.office_formats import CHARACTER, HYPERLINK, PARAGRAPH, special_dialog
from crab_sim.desktop.property_dialog import Amount, Pick, Properties, properties_dialog
from crab_sim.desktop.widgets import Sized, notice
from crab_sim.engines.writing import edits
from crab_sim.engines.writing.formats import FORMATS, ending
from crab_sim.engines.writing.layout import flow
from crab_sim.engines.writing.model import MAX_CELLS, text_of
from crab_sim.engines.writing.session import selected, selection
from crab_sim.machine.app import Context
from crab_sim.ui import Button, Column, Dialog, Field, Label, Page, Row, Space, Toggle, Widget

__all__ = ["FIELDS", "PROPERTIES", "counts", "dialog", "status", "table_problem"]

FIELDS = {"table": ("name", "columns", "rows"), "replace": ("find", "replace"), "pdf_options": ("pages",)}
"""The fields of the dialogs that have some of their own, in the order of Tab."""
_SEPARATORS: Final = (("Tabs", "\t"), ("Semicolons", ";"), ("Commas", ","), ("Paragraph", "\n"))
_SEPARATE: Final = (("", ((Pick("separator", "Separate Text At", _SEPARATORS),),)),)
PROPERTIES: Final[Mapping[str, Properties]] = {
    "character": CHARACTER,
    "paragraph": PARAGRAPH,
    "hyperlink": HYPERLINK,
    "go_to_page": Properties("Go to Page", (("", ((Amount("page", "Page:", 1, 9999),),)),), 340),
    "sort_text": Properties("Sort", (("", (
        (Pick("numeric", "Key type", (("Alphanumeric", False), ("Numeric", True))),),
        (Pick("descending", "Order", (("Ascending", False), ("Descending", True))),),
    )),)),
    "text_to_table": Properties("Convert Text to Table", _SEPARATE, 520),
    "table_to_text": Properties("Convert Table to Text", _SEPARATE, 520),
}  # fmt: skip
"""The dialogs that set properties, by the names of their pages."""


def dialog(context: Context) -> Dialog[Message]:
    """Returns the dialog that the topmost page is."""
    page = context.page
    if page.name in PROPERTIES:
        return properties_dialog(page, PROPERTIES[page.name])
    match page.name:
        case "special":
            return special_dialog(page)
        case "about":
            return notice(*page.arg)
        case "reload":
            return office.ask_to_reload()
        case "ask_save":
            return office.ask_save(document_name(context))
        case "keep_format":
            return office.keep_format(page.arg, FORMATS[ending(page.arg) or "txt"], writer_of(context).ask)
        case "table":
            return _table(page)
        case "replace":
            return _replace(page)
        case "count":
            return _count(writer_of(context))
        case "pdf_options":
            pages = flow(writer_of(context).text).pages
            return office.pdf_options(page.arg == "all", f"All ({pages} pages)", "Pages")
    choosers = {
        "export": ("Export", ""), "save_as": ("Save", ""), "save_copy": ("Save a Copy", "Save"),
        "open_text": ("Insert", "Insert"),
    }  # fmt: skip
    return document_dialog(context, choosers)


def table_problem(columns: str, rows: str) -> str:
    """Returns why a table can't have such numbers of columns and rows, ``""`` if it can."""
    if not columns.isdecimal() or not rows.isdecimal() or not int(columns) or not int(rows):
        return "A table has at least one row and one column."
    return f"A table has at most {MAX_CELLS} cells." if int(columns[:5]) * int(rows[:5]) > MAX_CELLS else ""


def _labelled(name: str, key: str) -> Row[Message]:
    return Row([Sized(Label(name, role=""), w=90), Field(key, name, flex=1)], gap=8)


def _table(page: Page) -> Dialog[Message]:
    problem = table_problem(page.fields["columns"], page.fields["rows"])
    body = Column(
        [
            _labelled("Name:", "name"), _labelled("Columns:", "columns"), _labelled("Rows:", "rows"),
            Label(problem or " ", "small", "danger", role="text" if problem else ""),
        ],
        gap=8,
    )  # fmt: skip
    actions: list[Widget[Message]] = [
        Button("Cancel", ("cancel",), "outlined"),
        Button("Insert", ("insert_table",), enabled=not problem),
    ]
    return Dialog("Insert Table", body, actions, 400, ("cancel",))


def _check(name: str, on: bool) -> Row[Message]:
    return Row([Toggle("checkbox", on, ("option", name), name), Label(name, role="")], gap=6)


def _replace(page: Page) -> Dialog[Message]:
    case, whole, note = page.arg
    body: Widget[Message] = Column(
        [
            _labelled("Find:", "find"), _labelled("Replace:", "replace"),
            Row([_check("Match case", case), _check("Whole words only", whole)], gap=24),
            Label(note or " ", "small", "muted", role="text" if note else ""),
            Row(
                [
                    Button("Find Previous", ("find_again", True), "outlined"),
                    Button("Find Next", ("find_again", False), "outlined"),
                    Space(flex=1),
                    Button("Replace", ("replace",), "outlined"),
                    Button("Replace All", ("replace_all",)),
                ],
                gap=8,
            ),
        ],
        gap=8,
    )  # fmt: skip
    return Dialog("Find and Replace", body, [Button("Close", ("cancel",), "outlined")], 540, ("cancel",))


def counts(text: str) -> tuple[int, int, int]:
    """Returns the numbers of words, of characters, and of characters without blanks.

    >>> counts("We meet.")
    (2, 8, 7)
    """
    return len(text.split()), len(text), len("".join(text.split()))


def counted(writer: Writer) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
    """Returns the counts of the selection and of the whole text; paragraphs' ends are no characters."""
    words, _, bare = counts(text_of(writer.text))
    whole = words, edits.count(writer.text), bare
    if not selected(writer.session):
        return (0, 0, 0), whole
    part = edits.selected_text(writer.text, *selection(writer.session))
    chosen = counts(part)
    return (chosen[0], len(part.replace("\n", "").replace("\t", "")), chosen[2]), whole


def _count(writer: Writer) -> Dialog[Message]:
    chosen, whole = counted(writer)
    names = ("Words", "Characters including spaces", "Characters excluding spaces")

    def line(name: str, first: str, second: str, tone: str) -> Widget[Message]:
        return Row(
            [
                Label(name, tone=tone, flex=1), Sized(Label(first, tone=tone, align="right"), w=90),
                Sized(Label(second, tone=tone, align="right"), w=90),
            ],
            gap=8,
        )  # fmt: skip

    rows = [line(" ", "Selection", "Document", "muted")]
    for name, first, second in zip(names, chosen, whole, strict=True):
        rows.append(line(name, f"{first:,}", f"{second:,}", "text"))
    return Dialog("Word Count", Column(rows, gap=8), [Button("Close", ("cancel",), "outlined")], 460, ("cancel",))


def status(context: Context) -> tuple[str, str]:
    """Returns the texts of the status bar: the page, and the numbers of words and characters."""
    writer = writer_of(context)
    pages = flow(writer.text)
    at = pages.lines[pages.firsts[writer.caret.paragraph]]
    number = at.page
    for placed in pages.lines[pages.firsts[writer.caret.paragraph] :]:
        if placed.paragraph != writer.caret.paragraph or placed.line.start > writer.caret.offset:
            break
        number = placed.page
    chosen, whole = counted(writer)
    if selected(writer.session):
        words = f"Selected: {chosen[0]:,} words, {chosen[1]:,} characters"
    else:
        words = f"{whole[0]:,} words, {whole[1]:,} characters"
    return f"Page {number + 1} of {pages.pages}", words
