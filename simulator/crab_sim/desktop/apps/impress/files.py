"""Files of Impress: opening, saving, the questions before it, exporting as PDF, inserting pictures, closing."""

from __future__ import annotations

from typing import Final

from crab_sim.desktop import office
from crab_sim.desktop.apps.impress.state import Impress, changed, finished, modified
from crab_sim.desktop.documents import (
    Steps,
    error,
    read_problem,
    written,
)
from crab_sim.desktop.widgets import dialog_page
from crab_sim.draw.image_header import MAX_PIXELS, image_size
from crab_sim.engines.slides import edits
from crab_sim.engines.slides.formats import deck_bytes, ending, read_deck
from crab_sim.engines.slides.printing import print_deck
from crab_sim.engines.writing.formats.archive import Unreadable
from crab_sim.files import FileError, Files
from crab_sim.machine.app import Context
from crab_sim.machine.slices import FILES
from crab_sim.ui import Page

__all__ = [
    "STEPS", "close", "document_name", "export", "impress_of", "insert_image", "load", "put", "reload",
    "save", "save_as", "save_copy", "write",
]  # fmt: skip

_MAX_PICTURE = 8 << 20


def impress_of(context: Context) -> Impress:
    """Returns the window's state."""
    impress: Impress = context.base.data
    return impress


def put(context: Context, impress: Impress) -> None:
    """Replaces the window's state, also below a dialog; the pane of slides follows the slide that is shown."""
    page = context.base
    scroll = page.scroll
    if impress.current != page.data.current:
        scroll = {key: value for key, value in scroll.items() if key != "pane"}
    context.set_base(data=impress, scroll=scroll)


def document_name(context: Context) -> str:
    """Returns the name of the document's file, or its title without one."""
    return office.document_name(context, impress_of(context).number)


# Opening ----------------------------------------------------------------------------------------------------------


def load(context: Context, path: str) -> None:
    """Shows a file in this window."""
    files: Files = context.get(FILES)
    problem = read_problem(context, path)
    if not problem:
        try:
            deck = read_deck(files.read(path))
        except (Unreadable, FileError) as fault:
            problem = f"Read Error.\nGeneral input/output error: {fault}."
    if problem:
        context.set(arg="")
        error(context, office.PRODUCT, problem)
        return
    number = impress_of(context).number
    context.set(
        arg=path, scroll={}, data=Impress(deck, saved=deck, number=number, kind=ending(path) or "odp")
    )  # fmt: skip


def _opened(context: Context, path: str) -> None:
    """Opens a file in this window where it has an untouched presentation, else in another."""
    if path == context.base.arg:
        return
    if not context.base.arg and not modified(impress_of(context)):
        load(context, path)
    else:
        context.open("impress", path)


def insert_image(context: Context, path: str) -> None:
    """Inserts a picture's file into the slide."""
    files: Files = context.get(FILES)
    problem = read_problem(context, path)
    data = b"" if problem else files.read(path)
    size = image_size(data)
    if not problem and (size is None or size[0] * size[1] > MAX_PIXELS or len(data) > _MAX_PICTURE):
        problem = "Unknown image format, or the image is too large"
    if problem:
        error(context, office.PRODUCT, f"Image file cannot be opened:\n{problem}")
        return
    impress = finished(impress_of(context))
    deck, index = edits.with_picture(impress.deck, impress.current, data)
    put(context, changed(impress, deck, chosen=index))


# Saving -----------------------------------------------------------------------------------------------------------


def save(context: Context) -> None:
    """Saves the presentation, or asks for its name, or whether it is to keep its format."""
    path, impress = context.base.arg, impress_of(context)
    if not path:
        save_as(context)
    elif impress.kind != "odp" and impress.ask:
        context.push(dialog_page(context, "keep_format", path))
    else:
        write(context, path)


def save_as(context: Context, kind: str = "") -> None:
    """Asks for the name under which the presentation is saved; `kind` is the ending to propose."""
    own = impress_of(context).kind
    office.ask_for_name(context, document_name(context), own, kind or own.removesuffix("odp"))


def save_copy(context: Context) -> None:
    """Asks for the name of a copy of the presentation."""
    own = impress_of(context).kind
    office.ask_for_name(context, document_name(context), own, own.removesuffix("odp"), "save_copy")


def _write_copy(context: Context, path: str) -> None:
    """Writes a copy of the presentation; its own file and its changes stay as they are."""
    reason = written(context, path, deck_bytes(finished(impress_of(context)).deck, ending(path) or "odp"))
    if reason:
        error(context, office.PRODUCT, f"Error saving the document:\n{path}\n{reason}")


def reload(context: Context, sure: bool = False) -> None:
    """Reads the presentation's file anew; asks first where changes would be lost, unless it is `sure`."""
    path = context.base.arg
    if path and modified(impress_of(context)) and not sure:
        context.push(dialog_page(context, "reload"))
    elif path:
        load(context, path)


def write(context: Context, path: str) -> None:
    """Saves the presentation under a path whose ending tells the format."""
    impress = finished(impress_of(context))
    kind = ending(path) or "odp"
    reason = written(context, path, deck_bytes(impress.deck, kind))
    if reason:
        put(context, impress._replace(closing=False))
        error(context, office.PRODUCT, f"Error saving the document {document_name(context)}:\n{path}\n{reason}")
        return
    saved = impress._replace(saved=impress.deck, kind=kind, closing=False)
    context.set_base(arg=path, data=saved)
    if impress.closing:
        context.close()


def export(context: Context, slides: str = "") -> None:
    """Asks for the name of a PDF file, which shall have some slides, such as ``"1-2, 4"``; all if empty."""
    office.ask_for_pdf(context, document_name(context), slides)


def _write_pdf(context: Context, path: str, slides: str) -> None:
    deck = finished(impress_of(context)).deck
    title = document_name(context).rpartition(".")[0]
    reason = written(context, path, print_deck(deck, title, office.page_numbers(slides)))
    if reason:
        error(context, office.PRODUCT, f"Error exporting the document:\n{path}\n{reason}")


def close(context: Context) -> None:
    """Closes the window, or asks first where the presentation isn't saved."""
    office.close(context, modified(impress_of(context)))


def _named(name: str, path: str) -> str:
    return office.with_ending(name, path, bool(ending(path)), "odp")


def _chosen(context: Context, page: Page, path: str) -> None:
    """Writes the file that was chosen, after a question where the format is another program's."""
    if page.name == "export":
        _write_pdf(context, path, page.fields.get("pages", ""))
    elif page.name == "save_copy":
        _write_copy(context, path)
    elif ending(path) != "odp" and impress_of(context).ask:
        context.push(dialog_page(context, "keep_format", path))
    else:
        write(context, path)


def _picked(context: Context, page: Page, path: str) -> None:
    """Opens a file that was chosen, or inserts the picture in it."""
    if page.name == "open_image":
        insert_image(context, path)
    else:
        _opened(context, path)


def _closing(context: Context, closing: bool) -> None:
    put(context, impress_of(context)._replace(closing=closing))


STEPS: Final = Steps(_picked, _chosen, save, _closing, _named, missing=office.PRODUCT)
