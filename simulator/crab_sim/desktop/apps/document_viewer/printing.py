"""Printing to a file, as the only printer of the desktop does: the dialog, and the file that it makes.

* `open_dialog`, `dialog` - the dialog. `print_file` - carries it out. `page_numbers` - the pages that a range tells.
"""

from __future__ import annotations

from typing import Final

from crab_sim.desktop.apps.document_viewer.messages import Message
from crab_sim.desktop.apps.document_viewer.state import Document, current_page
from crab_sim.desktop.saving import save_file
from crab_sim.desktop.widgets import HOME, Sized, dialog_page, expand, tilde
from crab_sim.engines.pdf_reading.reader import PdfDamaged, extract
from crab_sim.machine.app import Context
from crab_sim.ui import Button, Column, Dialog, Field, Label, Row, Toggle, Widget

__all__ = ["dialog", "open_dialog", "page_numbers", "print_file"]

_RANGES = (("all", "All Pages"), ("current", "Current Page"), ("pages", "Pages:"))
_MOST_PAGES: Final = 1000
"""Pages that are printed at most, unless the document has more: a range may have a page any number of times."""


def open_dialog(context: Context) -> None:
    """Opens the dialog, which proposes the name ``output.pdf`` as the real one does."""
    page = dialog_page(context, "print", "all", "file", "output.pdf", len("output"))
    context.push(page._replace(fields={**page.fields, "folder": f"{HOME}/Documents", "range": ""}))


def _row(name: str, widget: Widget[Message]) -> Row[Message]:
    return Row([Sized(Label(name, role=""), w=140), widget], gap=8)


def dialog(context: Context, document: Document) -> Dialog[Message]:
    """Returns the dialog."""
    chosen, count = context.page.arg, len(document.file.sizes)
    rows: list[Widget[Message]] = [
        Label("Print to File", font="bold"),
        _row("File:", Field("file", "File name", flex=1)),
        _row("Folder:", Field("folder", "Folder", flex=1)),
        _row("Output format:", Row([Toggle("radio", True, description="PDF"), Label("PDF")], gap=4)),
        Label("Range", font="bold", pad=(0, 4)),
    ]
    for value, name in _RANGES:
        radio: Widget[Message] = Toggle("radio", value == chosen, ("range", value), name.rstrip(":"))
        text = f"{name} ({count})" if value == "all" else name
        parts: list[Widget[Message]] = [radio, Label(text, role="")]
        if value == "pages":
            parts.append(Field("range", "Pages, for example 1-3, 5", flex=1))
        rows.append(Row(parts, gap=6))
    actions: list[Widget[Message]] = [Button("Cancel", ("cancel",), "outlined"), Button("Print", ("print_file",))]
    return Dialog("Print", Column(rows, gap=6), actions, 480, ("cancel",))


def page_numbers(text: str, count: int) -> list[int]:
    """Returns the numbers of pages, from 0, that a range tells, in its order and as often; a range may lack an end.

    Args:
        text: Such as ``"1-3, 5"``.
        count: How many pages there are.

    >>> page_numbers("1-3, 5, 9", 6), page_numbers("4-", 6), page_numbers("2, 1, 1", 6), page_numbers("x", 6)
    ([0, 1, 2, 4], [3, 4, 5], [1, 0, 0], [])
    """
    found: list[int] = []
    for part in text.replace(";", ",").split(","):
        first, dash, last = (piece.strip() for piece in part.partition("-"))
        if not all([piece.isascii() and piece.isdecimal() and len(piece) < 7 for piece in (first, last) if piece]):
            continue
        if not (first or last):
            continue
        start = int(first) if first else 1
        stop = int(last) if last else count if dash else start
        found += range(max(1, start) - 1, min(stop, count))
        if len(found) > max(count, _MOST_PAGES):
            break
    return found[: max(count, _MOST_PAGES)]


def print_file(context: Context, document: Document) -> str:
    """Makes the file that the dialog describes; without an error, the dialog closes.

    Returns:
        Why it can't be made, ``""`` if it is made.
    """
    count = len(document.file.sizes)
    match context.page.arg:
        case "current":
            numbers = [current_page(context, document)]
        case "pages":
            numbers = page_numbers(context.field("range"), count)
        case _:
            numbers = list(range(count))
    if not numbers:
        return "No pages are selected."
    name = context.field("file").strip()
    if not name:
        return "The file has no name."
    folder = expand(context.field("folder") or "~", HOME)
    path = expand(name, folder)
    try:
        data = extract(document.data, numbers)
    except PdfDamaged as error:
        return f"The pages can't be printed: {error}."
    problem = save_file(context, path, data)
    if problem:
        return f"“{tilde(path)}”: {problem}"
    context.pop()
    return ""
