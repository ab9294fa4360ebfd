"""Files of Writer: opening, saving, the questions before it, exporting as PDF, closing."""

from __future__ import annotations

from typing import Final

from crab_sim.desktop import office
from crab_sim.desktop.apps.writer.state import Writer, stepped
from crab_sim.desktop.documents import Steps, error, read_problem, written
from crab_sim.desktop.widgets import dialog_page
from crab_sim.engines.writing.edits import insert_text
from crab_sim.engines.writing.formats import Unreadable, ending, read_text, text_bytes
from crab_sim.engines.writing.printing import print_text
from crab_sim.engines.writing.session import Session, edited
from crab_sim.files import FileError, Files
from crab_sim.machine.app import Context
from crab_sim.machine.slices import FILES
from crab_sim.ui import Page

__all__ = [
    "STEPS", "close", "document_name", "export", "load", "modified", "put_base", "reload", "save", "save_as",
    "save_copy", "write", "writer_of",
]  # fmt: skip


def writer_of(context: Context) -> Writer:
    """Returns the window's state."""
    writer: Writer = context.base.data
    return writer


def put_base(context: Context, writer: Writer, follow: bool = True) -> None:
    """Replaces the window's state, also below a dialog; the view follows the caret again if `follow`."""
    page = context.base
    scroll = page.scroll
    if follow and "page" in scroll:
        scroll = {"base": scroll["page"]}
    context.set_base(data=writer, scroll=scroll)


def modified(context: Context) -> bool:
    """Returns whether the text differs from its file."""
    writer = writer_of(context)
    return writer.text is not writer.saved and writer.text != writer.saved


def document_name(context: Context) -> str:
    """Returns the name of the document's file, or its title without one."""
    return office.document_name(context, writer_of(context).number)


# Opening ----------------------------------------------------------------------------------------------------------


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
        data=writer._replace(session=Session(text), saved=text, kind=kind, finding=False, note="", closing=False),
    )  # fmt: skip
    return True


def _opened(context: Context, page: Page, path: str) -> None:
    """Opens a file in this window where it has an untouched text, else in another."""
    if page.name == "open_text":
        _insert_file(context, path)
        return
    if path == context.base.arg:
        return
    if not context.base.arg and not modified(context):
        load(context, path)
    else:
        context.open("writer", path)


def _insert_file(context: Context, path: str) -> None:
    """Inserts the text of a file at the caret."""
    files: Files = context.get(FILES)
    problem = read_problem(context, path)
    if not problem:
        try:
            new = read_text(files.read(path), path)
        except (Unreadable, FileError) as fault:
            problem = f"Read Error.\nGeneral input/output error: {fault}."
    if problem:
        error(context, office.PRODUCT, problem)
        return
    writer = writer_of(context)
    put_base(context, stepped(writer, edited(writer.session, lambda text, at: insert_text(text, at, new))))


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
    """Asks for the name under which the document is saved; `kind` is the ending to propose."""
    own = writer_of(context).kind
    office.ask_for_name(context, document_name(context), own, kind or own.removesuffix("odt"))


def save_copy(context: Context) -> None:
    """Asks for the name of a copy of the document."""
    own = writer_of(context).kind
    office.ask_for_name(context, document_name(context), own, own.removesuffix("odt"), "save_copy")


def _write_copy(context: Context, path: str) -> None:
    """Writes a copy of the document; its own file and its changes stay as they are."""
    reason = written(context, path, text_bytes(writer_of(context).text, ending(path) or "txt"))
    if reason:
        error(context, office.PRODUCT, f"Error saving the document:\n{path}\n{reason}")


def reload(context: Context, sure: bool = False) -> None:
    """Reads the document's file anew; asks first where changes would be lost, unless it is `sure`."""
    path = context.base.arg
    if path and modified(context) and not sure:
        context.push(dialog_page(context, "reload"))
    elif path:
        load(context, path)


def write(context: Context, path: str) -> None:
    """Saves the document under a path whose ending tells the format."""
    writer = writer_of(context)
    kind = ending(path) or "txt"
    reason = written(context, path, text_bytes(writer.text, kind))
    if reason:
        _closing(context, False)
        error(context, office.PRODUCT, f"Error saving the document {document_name(context)}:\n{path}\n{reason}")
        return
    closing, session = writer.closing, writer.session._replace(typing=False)
    context.set(arg=path, data=writer._replace(session=session, saved=writer.text, kind=kind, closing=False))
    if closing:
        context.close()


def export(context: Context, pages: str = "") -> None:
    """Asks for the name of a PDF file, which shall have some pages, such as ``"1-2, 4"``; all if empty."""
    office.ask_for_pdf(context, document_name(context), pages)


def _write_pdf(context: Context, path: str, pages: str) -> None:
    title = document_name(context).rpartition(".")[0]
    reason = written(context, path, print_text(writer_of(context).text, title, office.page_numbers(pages)))
    if reason:
        error(context, office.PRODUCT, f"Error exporting the document:\n{path}\n{reason}")


def close(context: Context) -> None:
    """Closes the window, or asks first where the document isn't saved."""
    office.close(context, modified(context))


def _named(name: str, path: str) -> str:
    return office.with_ending(name, path, bool(ending(path)), "odt")


def _chosen(context: Context, page: Page, path: str) -> None:
    """Writes the file that was chosen, after a question where the format is another program's."""
    if page.name == "export":
        _write_pdf(context, path, page.fields.get("pages", ""))
    elif page.name == "save_copy":
        _write_copy(context, path)
    elif ending(path) != "odt" and writer_of(context).ask:
        context.push(dialog_page(context, "keep_format", path))
    else:
        write(context, path)


def _closing(context: Context, closing: bool) -> None:
    put_base(context, writer_of(context)._replace(closing=closing), follow=False)


STEPS: Final = Steps(_opened, _chosen, save, _closing, _named, missing=office.PRODUCT)
