"""The dialogs of Impress, by the name of their pages, and the texts of its status bar."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from crab_sim.desktop import office
from crab_sim.desktop.apps.impress.files import document_name, impress_of
from crab_sim.desktop.apps.impress.messages import Message
from crab_sim.desktop.apps.impress.slide_view import NAMES
from crab_sim.desktop.apps.impress.state import Impress, laid_text, shape_of
from crab_sim.desktop.documents import document_dialog
from crab_sim.desktop.office_formats import special_dialog
from crab_sim.desktop.property_dialog import Choices, properties_dialog
from crab_sim.desktop.widgets import notice
from crab_sim.engines.slides.formats import FORMATS, ending
from crab_sim.engines.writing.places import line_number
from crab_sim.machine.app import Context
from crab_sim.ui import Button, Column, Dialog, Field, Label, Page, Widget

__all__ = ["FIELDS", "dialog", "status"]

FIELDS: dict[str, tuple[str, ...]] = {
    "rename": ("name",), "pdf_options": ("pages",), "replace": ("find", "replace"),
}  # fmt: skip
"""The fields of the dialogs that have some of their own, in the order of Tab."""
_CHOOSERS: Final = {
    "save_as": ("Save", ""), "save_copy": ("Save a Copy", "Save"), "export": ("Export", "Export"),
    "open_image": ("Insert Image", "Open"),
}  # fmt: skip


def dialog(context: Context) -> Dialog[Message]:
    """Returns the dialog that the topmost page is."""
    page, impress = context.page, impress_of(context)
    if isinstance(page.arg, Choices):
        from crab_sim.desktop.apps.impress.formatting import PROPERTIES  # which knows the texts, and these the dialogs

        return properties_dialog(page, PROPERTIES[page.name])
    match page.name:
        case "special":
            return special_dialog(page)
        case "replace":
            return _replace(page)
        case "about":
            return notice(*page.arg)
        case "reload":
            return office.ask_to_reload()
        case "ask_save":
            return office.ask_save(document_name(context))
        case "keep_format":
            return office.keep_format(page.arg, FORMATS[ending(page.arg) or "odp"], impress.ask)
        case "pdf_options":
            return office.pdf_options(page.arg == "all", f"All ({len(impress.deck.slides)} slides)", "Slides")
        case "rename":
            actions: list[Button[Message]] = [Button("Cancel", ("cancel",), "outlined"), Button("OK", ("rename_now",))]
            return Dialog("Rename Slide", Field("name", "Name"), actions, 400, ("cancel",))
    return document_dialog(context, _CHOOSERS)


def _replace(page: Page) -> Dialog[Message]:
    rows: list[Widget[Message]] = [Field("find", "Find"), Field("replace", "Replace")]
    rows.append(Label(page.arg or " ", "small", "muted", role="text" if page.arg else ""))
    actions: list[Button[Message]] = [
        Button("Close", ("cancel",), "outlined"), Button("Find Next", ("find_next",), "outlined"),
        Button("Replace All", ("replace_all",)),
    ]  # fmt: skip
    return Dialog("Find and Replace", Column(rows, gap=8), actions, 480, ("cancel",))


def status(impress: Impress) -> Sequence[str]:
    """Returns the texts of the status bar: the slide's number, and the object that is chosen or edited."""
    slide = f"Slide {impress.current + 1} of {len(impress.deck.slides)}"
    session, said = impress.session, ""
    if session is not None:
        caret, flow = session.caret, laid_text(impress, impress.chosen).flow
        number = line_number(flow, caret)
        row, column = number - flow.firsts[caret.paragraph], caret.offset - flow.lines[number].line.start
        said = f"TextEdit: Paragraph {caret.paragraph + 1}, Row {row + 1}, Column {column + 1}"
    elif impress.drawing:
        said = "Click or drag to insert a text box"
    elif impress.chosen != -1:
        said = f"{NAMES[shape_of(impress, impress.chosen).kind]} selected"
    return [slide, said] if said else [slide]
