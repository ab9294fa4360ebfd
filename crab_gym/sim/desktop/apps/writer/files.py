"""Files of Writer: opening, saving, the questions before it, exporting as PDF, closing."""

from __future__ import annotations

from typing import Final

from crab_gym.sim.desktop import file_chooser, office
from crab_gym.sim.desktop.apps.writer.state import Writer
from crab_gym.sim.desktop.documents import Steps, base_page, close_dialogs, error, put_base_page, read_problem, written
from crab_gym.sim.desktop.widgets import HOME, dialog_page
from crab_gym.sim.engines.pdf import PdfUnavailable
from crab_gym.sim.engines.writing.formats import FormatUnavailable, Unreadable, ending, read_text, text_bytes
from crab_gym.sim.engines.writing.printing import print_text
from crab_gym.sim.engines.writing.session import Session
from crab_gym.sim.files import FileError, Files
from crab_gym.sim.machine.app import Context
from crab_gym.sim.machine.slices import FILES
from crab_gym.sim.ui import Page

__all__ = [
    "STEPS", "close", "document_name", "export", "load", "modified", "open_dialog", "put_base", "save", "save_as",
    "write", "writer_of",
]  # fmt: skip


def writer_of(context: Context) -> Writer:
    """Returns the window's state."""
    writer: Writer = base_page(context).data
    return writer


def put_base(context: Context, writer: Writer, follow: bool = True) -> None:
    """Replaces the window's state, also below a dialog; the view follows the caret again if `follow`."""
    page = base_page(context)
    scroll = page.scroll
    if follow and "page" in scroll:
        scroll = {"base": scroll["page"]}
    put_base_page(context, page._replace(data=writer, scroll=scroll))


def modified(context: Context) -> bool:
    """Returns whether the text differs from its file."""
    writer = writer_of(context)
    return writer.text is not writer.saved and writer.text != writer.saved


def document_name(context: Context) -> str:
    """Returns the name of the document's file, or its title without one."""
    return office.document_name(context, writer_of(context).number)


# Opening ----------------------------------------------------------------------------------------------------------


def open_dialog(context: Context) -> None:
    """Asks for a file to open."""
    folder = base_page(context).arg.rpartition("/")[0] or f"{HOME}/Documents"
    context.push(file_chooser.page(context, "open", folder, ""))


def load(context: Context, path: str) -> bool:
    """Shows a file in this window; returns whether it could be read."""
    files: Files = context.get(FILES)
    problem = read_problem(context, path)
    if not problem:
        try:
            text = read_text(files.read(path), path)
        except (Unreadable, FileError) as fault:
            problem = f"Read Error.\nGeneral input/output error: {fault}."
    if problem:
        context.set(arg="")
        error(context, office.PRODUCT, problem)
        return False
    writer = writer_of(context)
    kind = ending(path) or "txt"
    context.set(
        arg=path, scroll={},
        data=Writer(Session(text), text, writer.number, kind, zoom=writer.zoom, marks=writer.marks),
    )  # fmt: skip
    return True


def _opened(context: Context, page: Page, path: str) -> None:
    """Opens a file in this window where it has an untouched text, else in another."""
    if path == base_page(context).arg:
        return
    if not base_page(context).arg and not modified(context):
        load(context, path)
    else:
        context.open("writer", path)


# Saving -----------------------------------------------------------------------------------------------------------


def save(context: Context) -> None:
    """Saves the document, or asks for its name, or whether it is to keep its format."""
    page, writer = context.page, writer_of(context)
    if not page.arg:
        save_as(context)
    elif writer.kind != "odt" and writer.ask:
        context.push(dialog_page(context, "keep_format", page.arg))
    else:
        write(context, page.arg)


def save_as(context: Context, kind: str = "") -> None:
    """Asks for the name under which the document is saved.

    Args:
        context: The window's context.
        kind: The ending of the proposed name; ``""`` for the document's.
    """
    page = base_page(context)
    folder, _, name = page.arg.rpartition("/")
    stem = name[: -len(writer_of(context).kind) - 1] if name else document_name(context)
    proposed = f"{stem}.{kind or writer_of(context).kind or 'odt'}"
    context.push(file_chooser.page(context, "save_as", folder or f"{HOME}/Documents", proposed))


def write(context: Context, path: str) -> None:
    """Saves the document under a path whose ending tells the format."""
    writer = writer_of(context)
    kind = ending(path) or "txt"
    try:
        reason = written(context, path, text_bytes(writer.text, kind))
    except FormatUnavailable as fault:
        reason = str(fault)
    if reason:
        _closing(context, False)
        error(context, office.PRODUCT, f"Error saving the document {document_name(context)}:\n{path}\n{reason}")
        return
    closing, session = writer.closing, writer.session._replace(typing=False)
    context.set(arg=path, data=writer._replace(session=session, saved=writer.text, kind=kind, closing=False))
    if closing:
        context.close()


def export(context: Context, pages: str = "") -> None:
    """Asks for the name of a PDF file.

    Args:
        context: The window's context.
        pages: The pages that it shall have, such as ``"1-2, 4"``; all if empty.
    """
    page = base_page(context)
    folder, _, name = page.arg.rpartition("/")
    stem = name.rpartition(".")[0] if "." in name else name or document_name(context)
    shown = file_chooser.page(context, "export", folder or f"{HOME}/Documents", f"{stem}.pdf")
    context.push(shown._replace(fields={**shown.fields, "pages": pages}))


def _write_pdf(context: Context, path: str, pages: str) -> None:
    title = document_name(context).rpartition(".")[0]
    try:
        reason = written(context, path, print_text(writer_of(context).text, title, office.page_numbers(pages)))
    except PdfUnavailable as fault:
        reason = str(fault)
    if reason:
        error(context, office.PRODUCT, f"Error exporting the document:\n{path}\n{reason}")


def close(context: Context) -> None:
    """Closes the window, or asks first where the text isn't saved."""
    close_dialogs(context)
    context.set(overlay=())
    if modified(context):
        context.push(dialog_page(context, "ask_save"))
    else:
        context.close()


def _named(name: str, path: str) -> str:
    """Returns a path with the ending that it lacks."""
    if name == "export":
        return path if path.lower().endswith(".pdf") else f"{path}.pdf"
    return path if ending(path) else f"{path}.odt"


def _chosen(context: Context, page: Page, path: str) -> None:
    """Writes the file that was chosen, after a question where the format is another program's."""
    if page.name == "export":
        _write_pdf(context, path, page.fields.get("pages", ""))
    elif ending(path) != "odt" and writer_of(context).ask:
        context.push(dialog_page(context, "keep_format", path))
    else:
        write(context, path)


def _closing(context: Context, closing: bool) -> None:
    put_base(context, writer_of(context)._replace(closing=closing), follow=False)


STEPS: Final = Steps(_opened, _chosen, save, _closing, _named, missing=office.PRODUCT)
