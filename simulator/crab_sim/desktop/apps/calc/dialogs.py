"""Calc's dialogs. Each is a page above the document's; its choices are the page's `arg`."""

from __future__ import annotations

from typing import Final, NamedTuple

from crab_sim.desktop import office
from crab_sim.desktop.apps.calc.messages import Message
from crab_sim.desktop.apps.calc.state import desk_of, document_name, sheet_of
from crab_sim.desktop.documents import document_dialog
from crab_sim.desktop.office_formats import special_dialog
from crab_sim.desktop.property_dialog import Choices, Option, properties_dialog
from crab_sim.desktop.widgets import Sized, ask, notice
from crab_sim.documents.formulas.functions import NAMES
from crab_sim.documents.formulas.references import letters
from crab_sim.draw import text as metrics
from crab_sim.engines.sheets.book import Box, cell_at
from crab_sim.engines.sheets.edits import SortKey, shown_text
from crab_sim.engines.sheets.files.text_file import ImportOptions, split_text
from crab_sim.engines.sheets.structure import filter_values
from crab_sim.machine.app import Context
from crab_sim.ui import (
    Button,
    Column,
    Dialog,
    Field,
    Label,
    LazyRow,
    Page,
    Row,
    Scene,
    Scroll,
    Space,
    Tile,
    Widget,
)

__all__ = ["ChartChoice", "ExportChoice", "FilterChoice", "FindChoice", "ImportChoice", "SortChoice", "dialog"]

CANCEL: Final[Message] = ("cancel",)
SEPARATORS: Final = (("Tab", "\t"), ("Comma", ","), ("Semicolon", ";"), ("Space", " "))
KINDS: Final = {"csv": "Text CSV", "xlsx": "Excel 2007-365"}
"""The formats other than OpenDocument, by extension."""


class ImportChoice(NamedTuple):
    """The state of the dialog Text Import: the file, its text, and the choices."""

    path: str
    text: str
    options: ImportOptions


class ExportChoice(NamedTuple):
    """The state of the dialog Export Text File."""

    path: str
    separator: str = ","
    as_shown: bool = True
    quote_all: bool = False


class FindChoice(NamedTuple):
    """The state of the dialog Find and Replace."""

    match_case: bool = False
    entire: bool = False
    message: str = ""


class SortChoice(NamedTuple):
    """The state of the dialog Sort: the range, whether its first row is a heading, and up to three keys."""

    box: Box
    heading: bool
    keys: tuple[SortKey, ...]


class FilterChoice(NamedTuple):
    """The state of an autofilter's list: the column, and the texts that are chosen."""

    column: int
    chosen: frozenset[str]


class ChartChoice(NamedTuple):
    """The state of the dialog for a chart."""

    box: Box
    kind: str = "column"


def dialog(context: Context, page: Page) -> Dialog[Message]:
    """Returns the dialog of a page."""
    if isinstance(page.arg, Choices):
        from crab_sim.desktop.apps.calc.formatting import dialog_of  # which knows the actions, and these the dialogs

        return properties_dialog(page, dialog_of(context, page.name))
    match page.name:
        case "special":
            return special_dialog(page)
        case "text_import":
            return _import(page)
        case "text_export":
            return _export(page)
        case "find":
            return _find(page)
        case "sort":
            return _sort(context, page)
        case "filter":
            return _filter(context, page)
        case "chart":
            return _chart(page)
        case "functions":
            return _functions(page)
        case "width" | "insert_sheet" | "rename_sheet":
            return _one_field(page)
        case "open" | "save_as" | "save_copy" | "error" | "ask_replace":
            return document_dialog(context, {"save_as": ("Save", ""), "save_copy": ("Save a Copy", "Save")})
        case "about":
            return notice(*page.arg)
    return _question(context, page)


def _question(context: Context, page: Page) -> Dialog[Message]:
    match page.name:
        case "reload":
            return office.ask_to_reload()
        case "ask_save":
            return office.ask_save(document_name(context))
        case "keep_format":
            kind = KINDS[page.arg.rpartition(".")[2].lower()]
            return office.keep_format(page.arg, kind, desk_of(context).ask)
    return ask(
        "Delete Sheet",
        f"Are you sure you want to delete the sheet “{sheet_of(desk_of(context)).name}”?",
        Button("Delete", ("delete_sheet_now",)),
    )


def _ok(title: str, body: Widget[Message], action: Message, width: int = 440) -> Dialog[Message]:
    return Dialog(title, body, [Button("Cancel", CANCEL, "outlined"), Button("OK", action)], width, CANCEL)


def _one_field(page: Page) -> Dialog[Message]:
    title, label = {
        "width": ("Column Width", "Width"),
        "insert_sheet": ("Insert Sheet", "Name"),
        "rename_sheet": ("Rename Sheet", "Name"),
    }[page.name]
    rows: list[Widget[Message]] = [Field("entry", label, "entry")]
    if page.arg:
        rows.append(Label(str(page.arg), "small", "danger", wrap=True))
    return _ok(title, Column(rows, gap=8), ("submit", "entry"), 380)


def _check(text: str, on: bool, message: Message) -> Widget[Message]:
    return Option(text, on, message)


def _import(page: Page) -> Dialog[Message]:
    choice: ImportChoice = page.arg
    options = choice.options
    separators: list[Widget[Message]] = [
        _check(name, char in options.separators, ("separator", char)) for name, char in SEPARATORS
    ]
    rows: list[Widget[Message]] = [
        Row([Label("Character set: Unicode (UTF-8)", "small", flex=1), Label("From row:", "small"),
             Sized(Field("from", "From row", "from_row"), w=70)], gap=8),
        Label("Separator Options", font="bold"),
        Row(separators, gap=10),
        Row([_check("Merge delimiters", options.merge, ("import", "merge"))]),
        Label("Other Options", font="bold"),
        Row([
            _check("Format quoted field as text", options.quoted_is_text, ("import", "quoted_is_text")),
            _check("Detect special numbers", options.special, ("import", "special")),
        ], gap=10),
        Label("Fields", font="bold"),
        Sized(_Preview(choice), h=118),
    ]  # fmt: skip
    name = choice.path.rpartition("/")[2]
    return _ok(f"Text Import - [{name}]", Column(rows, gap=6), ("import_now",), 640)


class _Preview(Widget[Message]):
    """The first rows of a text, split as the choices say."""

    __slots__ = ("choice",)

    def __init__(self, choice: ImportChoice) -> None:
        self.flex, self.choice = 0, choice

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws a small table."""
        theme, outer = scene.theme, scene.clip
        scene.clip = max(outer[0], x), max(outer[1], y), min(outer[2], x + w), min(outer[3], y + h)
        scene.fill(x, y, w, h, theme.background)
        scene.frame(x, y, w, h, theme.outline)
        rows = split_text(self.choice.text[:20_000], self.choice.options, 8)
        size = theme.small + 4
        widths: list[int] = []
        for row in rows:
            for j, field in enumerate(row[:12]):
                across = min(160, 14 + metrics.width(field.text[:40], "regular", theme.small))
                if j == len(widths):
                    widths.append(64)
                widths[j] = max(widths[j], across)
        for i in range(len(rows) + 1):
            left = x + 30
            top = y + i * size
            scene.text(x, top, 28, size, str(i) if i else "", theme.muted, theme.small, align="center")
            for j, across in enumerate(widths):
                if i == 0:
                    scene.text(left, top, across, size, "Standard", theme.muted, theme.small, align="center")
                elif j < len(rows[i - 1]):
                    scene.text(left + 5, top, across - 6, size, rows[i - 1][j].text[:40], theme.text, theme.small)
                scene.fill(left, top, 1, size, theme.outline)
                left += across
            scene.fill(x, top + size - 1, w, 1, theme.outline)
        shown = "\n".join([" | ".join([field.text for field in row]) for row in rows])
        scene.node(x, y, w, h, "table", shown, "Preview")
        scene.clip = outer


def _export(page: Page) -> Dialog[Message]:
    choice: ExportChoice = page.arg
    separators: list[Widget[Message]] = [
        Option(name, char == choice.separator, ("export", char), "radio") for name, char in SEPARATORS
    ]
    rows: list[Widget[Message]] = [
        Label("Character set: Unicode (UTF-8)", "small"),
        Label("Field delimiter", font="bold"),
        Row(separators, gap=10),
        _check("Save cell content as shown", choice.as_shown, ("export", "as_shown")),
        _check("Quote all text cells", choice.quote_all, ("export", "quote_all")),
    ]
    return _ok("Export Text File", Column(rows, gap=6), ("export_now",), 520)


def _find(page: Page) -> Dialog[Message]:
    choice: FindChoice = page.arg
    rows: list[Widget[Message]] = [
        Field("search", "Find", "find_entry"),
        Field("replace", "Replace", "replace_entry"),
        Row([
            _check("Match case", choice.match_case, ("find_option", "match_case")),
            _check("Entire cells", choice.entire, ("find_option", "entire")),
        ], gap=10),
        Row([
            Button("Find Previous", ("find_next", -1), "outlined"), Button("Find Next", ("find_next", 1), "outlined"),
            Space(flex=1),
            Button("Replace", ("replace_one",), "outlined"), Button("Replace All", ("replace_all",), "outlined"),
        ], gap=6),
        Label(choice.message or " ", "small", "muted"),
    ]  # fmt: skip
    return Dialog("Find and Replace", Column(rows, gap=8), [Button("Close", CANCEL, "outlined")], 560, CANCEL)


def _column_name(context: Context, choice: SortChoice, column: int) -> str:
    if choice.heading:
        text = shown_text(cell_at(sheet_of(desk_of(context)), choice.box.top, column))
        if text:
            return text
    return f"Column {letters(column)}"


def _sort(context: Context, page: Page) -> Dialog[Message]:
    choice: SortChoice = page.arg
    rows: list[Widget[Message]] = [_check("Range contains column labels", choice.heading, ("sort_option", "heading"))]
    for number, key in enumerate(choice.keys):
        rows.append(
            Row(
                [
                    Label(f"Sort Key {number + 1}", font="bold", flex=1),
                    Button(_column_name(context, choice, key.column), ("sort_column", number), "outlined"),
                    Option("Ascending", not key.descending, ("sort_way", number, False), "radio"),
                    Option("Descending", key.descending, ("sort_way", number, True), "radio"),
                ],
                gap=8,
            )
        )
    rows.append(
        Row(
            [
                Button("Add Key", ("sort_option", "add"), "text", enabled=len(choice.keys) < 3),
                Button("Remove Key", ("sort_option", "remove"), "text", enabled=len(choice.keys) > 1),
            ]
        )
    )
    return _ok("Sort", Column(rows, gap=8), ("sort_all",), 600)


def _filter_row(text: str, on: bool) -> Widget[Message]:
    return Option(text or "(empty)", on, ("filter_text", text))


def _filter(context: Context, page: Page) -> Dialog[Message]:
    choice: FilterChoice = page.arg
    texts = filter_values(sheet_of(desk_of(context)), choice.column)
    rows: list[Widget[Message]] = [LazyRow(34, _filter_row, text, text in choice.chosen) for text in texts[:1000]]
    body: Widget[Message] = Column(
        [
            Row([
                Button("Sort Ascending", ("filter_sort", False), "outlined"),
                Button("Sort Descending", ("filter_sort", True), "outlined"),
            ], gap=6),
            Option("All", len(choice.chosen) >= len(texts), ("filter_all",)),
            Sized(Scroll("filter", rows), h=min(200, 34 * max(1, len(rows)))),
        ],
        gap=6,
    )  # fmt: skip
    return _ok("AutoFilter", body, ("filter_now",), 380)


def _chart(page: Page) -> Dialog[Message]:
    choice: ChartChoice = page.arg
    kinds: list[Widget[Message]] = [
        Option(text, kind == choice.kind, ("chart_kind", kind), "radio")
        for text, kind in (("Column", "column"), ("Line", "line"), ("Pie", "pie"))
    ]
    rows: list[Widget[Message]] = [
        Label("Choose a Chart Type", font="bold"), Row(kinds, gap=12), Field("entry", "Title", "chart_title"),
    ]  # fmt: skip
    actions: list[Widget[Message]] = [Button("Cancel", CANCEL, "outlined"), Button("Finish", ("chart_now",))]
    return Dialog("Chart Wizard", Column(rows, gap=8), actions, 440, CANCEL)


def _function_row(name: str) -> Widget[Message]:
    return Tile(name, ("function", name))


def _functions(page: Page) -> Dialog[Message]:
    wanted = page.fields.get("entry", "").strip().upper()
    rows: list[Widget[Message]] = [LazyRow("row", _function_row, name) for name in NAMES if wanted in name]
    body = Column([Field("entry", "Search", "function_search"), Sized(Scroll("functions", rows), h=240)], gap=8)
    return Dialog("Function Wizard", body, [Button("Cancel", CANCEL, "outlined")], 420, CANCEL)
