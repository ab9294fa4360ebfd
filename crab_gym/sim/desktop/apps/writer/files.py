"""Files of Writer: opening, saving, the questions before it, exporting as PDF, closing."""

from __future__ import annotations

from typing import Final

from crab_gym.sim.desktop import file_chooser
from crab_gym.sim.desktop.apps.writer.state import START, Writer
from crab_gym.sim.desktop.widgets import HOME, dialog_page
from crab_gym.sim.engines.pdf import PdfUnavailable
from crab_gym.sim.engines.writing.formats import FormatUnavailable, Unreadable, ending, read_text, text_bytes
from crab_gym.sim.engines.writing.printing import print_text
from crab_gym.sim.files import FileError, Files
from crab_gym.sim.machine.app import Context
from crab_gym.sim.machine.slices import FILES, WINDOWS
from crab_gym.sim.ui import Page

__all__ = [
    "base_page", "choose", "close", "document_name", "export", "load", "modified", "open_dialog", "put_base",
    "replace_file", "save", "save_as", "show_open", "start_number", "writer_of",
]  # fmt: skip

_USER: Final = "user"
_PRODUCT: Final = "LibreOffice 7.4"


def base_page(context: Context) -> Page:
    """Returns the document's page, which dialogs lie on."""
    return context.window.pages[0]


def writer_of(context: Context) -> Writer:
    """Returns the window's state."""
    writer: Writer = base_page(context).data
    return writer


def put_base(context: Context, writer: Writer, follow: bool = True) -> None:
    """Replaces the window's state, also below a dialog; the view follows the caret again if `follow`."""
    window = context.window
    page = window.pages[0]
    scroll = page.scroll
    if follow and "page" in scroll:
        scroll = {"base": scroll["page"]}
    context.machine.put_window(
        window._replace(pages=(page._replace(data=writer, scroll=scroll), *window.pages[1:]))
    )  # fmt: skip


def modified(context: Context) -> bool:
    """Returns whether the text differs from its file."""
    writer = writer_of(context)
    return writer.text is not writer.saved and writer.text != writer.saved


def document_name(context: Context) -> str:
    """Returns the name of the document's file, or its title without one."""
    path: str = base_page(context).arg
    return path.rpartition("/")[2] or f"Untitled {writer_of(context).number}"


def start_number(context: Context) -> int:
    """Returns the number of a new text without a file."""
    numbers = [0]
    for window in context.machine.get(WINDOWS):
        if window.app == "writer" and window.id != context.window_id and not window.pages[0].arg:
            numbers.append(window.pages[0].data.number)
    return max(numbers) + 1


def error(context: Context, text: str) -> None:
    """Shows an error."""
    context.push(dialog_page(context, "error", (_PRODUCT, text)))


# Opening ----------------------------------------------------------------------------------------------------------


def open_dialog(context: Context) -> None:
    """Asks for a file to open."""
    folder = base_page(context).arg.rpartition("/")[0] or f"{HOME}/Documents"
    context.push(file_chooser.page(context, "open", folder, ""))


def load(context: Context, path: str) -> bool:
    """Shows a file in this window; returns whether it could be read."""
    files: Files = context.get(FILES)
    problem = ""
    if not files.exists(path):
        problem = f"{path} does not exist."
    elif files.is_dir(path) or not files.allows(path, _USER, "r"):
        problem = f"{path} can not be opened: you may not read it, or it is a folder."
    else:
        try:
            text = read_text(files.read(path), path)
        except (Unreadable, FileError) as fault:
            problem = f"Read Error.\nGeneral input/output error: {fault}."
    if problem:
        context.set(arg="")
        error(context, problem)
        return False
    writer = writer_of(context)
    kind = ending(path) or "txt"
    context.set(
        arg=path, scroll={},
        data=Writer(text, START, START, text, writer.number, kind, zoom=writer.zoom, marks=writer.marks),
    )  # fmt: skip
    return True


def show_open(context: Context, path: str) -> bool:
    """Closes this new window where another one has its file, and brings that to the front; returns whether it did."""
    for window in context.machine.get(WINDOWS):
        if window.app == "writer" and window.id != context.window_id and window.pages[0].arg == path:
            context.close()
            context.machine.put_window(window._replace(minimized=False))
            context.machine.raise_window(window.id)
            return True
    return False


def _open(context: Context, path: str) -> None:
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


def choose(context: Context) -> None:
    """Acts on the path in a file dialog."""
    page = context.page
    path = file_chooser.chosen(context)
    if path is None:
        return
    files: Files = context.get(FILES)
    if page.name == "open":
        context.pop()
        if files.exists(path):
            _open(context, path)
        else:
            error(context, f"{path} does not exist.")
        return
    if page.name == "save_as" and not ending(path):
        path += ".odt"
    elif page.name == "export" and not path.lower().endswith(".pdf"):
        path += ".pdf"
    if files.exists(path):
        context.push(dialog_page(context, "ask_replace", path))
    else:
        replace_file(context, path)


def replace_file(context: Context, path: str) -> None:
    """Writes the file that was chosen in the dialog below the question, or without one."""
    if context.page.name == "ask_replace":
        context.pop()
    exported, pages = context.page.name == "export", context.field("pages")
    context.pop()
    if exported:
        _write_pdf(context, path, pages)
    elif ending(path) != "odt" and writer_of(context).ask:
        context.push(dialog_page(context, "keep_format", path))
    else:
        write(context, path)


def _written(context: Context, path: str, data: bytes) -> bool:
    """Writes a file, or shows why it can't be written; returns whether it is written."""
    files: Files = context.get(FILES)
    folder = path.rpartition("/")[0] or "/"
    reason = ""
    if not files.is_dir(folder):
        reason = f"The folder {folder} does not exist."
    elif not files.allows(path if files.exists(path) else folder, _USER, "w"):
        reason = "Access to the file was denied."
    else:
        try:
            context.put(FILES, files.write(path, data, context.machine.now))
        except FileError as fault:
            reason = f"{fault.reason}."
    if reason:
        error(context, f"Error saving the document {document_name(context)}:\n{path}\n{reason}")
    return not reason


def write(context: Context, path: str) -> None:
    """Saves the document under a path whose ending tells the format."""
    writer = writer_of(context)
    kind = ending(path) or "txt"
    try:
        data = text_bytes(writer.text, kind)
    except FormatUnavailable as fault:
        error(context, f"Error saving the document {document_name(context)}:\n{fault}")
        return
    if not _written(context, path, data):
        put_base(context, writer._replace(closing=False))
        return
    closing = writer.closing
    context.set(arg=path, data=writer._replace(saved=writer.text, kind=kind, closing=False, typing=False))
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
    writer = writer_of(context)
    try:
        data = print_text(writer.text, document_name(context).rpartition(".")[0], page_numbers(pages))
    except PdfUnavailable as fault:
        error(context, f"Error exporting the document:\n{fault}")
        return
    _written(context, path, data)


def page_numbers(text: str) -> list[int] | None:
    """Returns the numbers of pages, from 0, that a range of pages tells; None for all.

    >>> page_numbers("1-2, 4"), page_numbers("")
    ([0, 1, 3], None)
    """
    found: list[int] = []
    for part in text.replace(";", ",").split(","):
        first, dash, last = (piece.strip() for piece in part.partition("-"))
        if first.isdecimal() and (last.isdecimal() or not dash):
            stop = min(int(last) if dash else int(first), 5000)
            found += range(max(1, int(first)) - 1, stop)
    return sorted(set(found)) or None


def close(context: Context) -> None:
    """Closes the window, or asks first where the text isn't saved."""
    while len(context.window.pages) > 1:
        context.pop()
    context.set(overlay=())
    if modified(context):
        context.push(dialog_page(context, "ask_save"))
    else:
        context.close()
