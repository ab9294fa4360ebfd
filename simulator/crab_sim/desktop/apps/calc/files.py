"""Opening and saving Calc's documents: by the ending of the name, with the dialogs that LibreOffice shows."""

from __future__ import annotations

import time
from typing import Final

from crab_sim.desktop import file_chooser
from crab_sim.desktop.apps.calc.dialogs import KINDS, ExportChoice, ImportChoice
from crab_sim.desktop.apps.calc.state import Desk, around, desk_of, put_desk, sheet_of
from crab_sim.desktop.documents import Steps, close_dialogs, error, read_problem, written
from crab_sim.desktop.widgets import HOME, decoded, dialog_page
from crab_sim.engines.sheets.book import MAX_TEXT, Book, text_size
from crab_sim.engines.sheets.files.text_file import guessed, read_text, write_text
from crab_sim.engines.sheets.recalculation import computed
from crab_sim.files import Files
from crab_sim.machine.app import Context
from crab_sim.machine.slices import FILES
from crab_sim.ui import Page

__all__ = [
    "STEPS", "ask_to_close", "export_now", "import_now", "keep", "load", "new_page", "open_dialog", "reload",
    "save", "save_as", "write",
]  # fmt: skip


def new_page(path: str, desk: Desk) -> Page:
    """Returns the page of a document."""
    return Page("sheet", path, {"cell": "", "name_box": "A1"}, data=desk)


def load(context: Context, path: str) -> None:
    """Opens a file in this window; a text file first asks how to read it."""
    files: Files = context.get(FILES)
    name = path.rpartition("/")[2]
    context.replace(new_page("", Desk()))
    problem = read_problem(context, path)
    if problem:
        error(context, f"Could not open “{name}”", problem)
        return
    if name.lower().endswith((".ods", ".xlsx")):
        _load_book(context, path, files.read(path))
        return
    text = decoded(files, path)
    if text is None:
        error(context, f"Could not open “{name}”", "General input/output error: the file has an unknown format.")
        return
    options = guessed(text)
    page = dialog_page(context, "text_import", ImportChoice(path, text, options), "from", "1")
    context.push(page._replace(focus=""))


def _load_book(context: Context, path: str, data: bytes) -> None:
    name = path.rpartition("/")[2]
    try:
        book = _bounded(_read(name, data))
    except Exception as failure:  # a broken file makes the libraries raise anything
        reason = str(failure)[:120]
        error(context, f"The file “{name}” is corrupt and therefore cannot be opened.", f"Read error: {reason}")
        return
    _show(context, path, book)


def _bounded(book: Book) -> Book:
    """Returns a workbook.

    Raises:
        ValueError: Its texts are too long together, such as for rows that are repeated.
    """
    size = text_size(book)
    if size > MAX_TEXT:
        raise ValueError(f"{size} characters, at most {MAX_TEXT}")
    return book


def _read(name: str, data: bytes) -> Book:
    if name.lower().endswith(".ods"):
        from crab_sim.engines.sheets.files.ods_file import read_ods

        return read_ods(data)
    from crab_sim.engines.sheets.files.xlsx_file import read_xlsx

    return read_xlsx(data)


def _show(context: Context, path: str, book: Book) -> None:
    context.replace(new_page(path, Desk()))
    put_desk(context, Desk(book=computed(book, around(context)), named=True))


def import_now(context: Context) -> None:
    """Reads the text with the choices of the dialog."""
    choice: ImportChoice = context.page.arg
    first = context.field("from").strip()
    number = max(1, int(first)) if first.isdecimal() and len(first) < 8 else 1
    context.pop()
    stem = choice.path.rpartition("/")[2].rpartition(".")[0] or "Sheet1"
    safe = "".join(["_" if char in "[]*?:/\\'" else char for char in stem])
    try:
        book = _bounded(read_text(choice.text, choice.options._replace(first=number), safe))
    except ValueError as failure:
        error(context, "Could not open the file", str(failure))
        return
    _show(context, choice.path, book)


# Saving -------------------------------------------------------------------------------------------------------------


def open_dialog(context: Context) -> None:
    """Shows the dialog to open a file."""
    context.push(file_chooser.page(context, "open", context.base.arg.rpartition("/")[0] or HOME, ""))


def save(context: Context) -> None:
    """Saves the document, under a new name if it has none."""
    path: str = context.base.arg
    if path:
        _ask_format(context, path)
    else:
        save_as(context)


def save_as(context: Context, kind: str = "", chooser: str = "save_as") -> None:
    """Shows the dialog to save under a name, or a copy.

    Args:
        context: The window's context.
        kind: The ending to propose, if not the file's.
        chooser: The name of the dialog's page.
    """
    path: str = context.base.arg
    name = path.rpartition("/")[2].removesuffix(".ods") or "Untitled 1"
    if kind:
        name = f"{name.rpartition('.')[0] or name}.{kind}"
    context.push(file_chooser.page(context, chooser, path.rpartition("/")[0] or HOME, name))


def _ask_format(context: Context, path: str) -> None:
    """Saves to a path, after a question where its format can't hold everything."""
    if path.rpartition(".")[2].lower() in KINDS and desk_of(context).ask:
        context.push(dialog_page(context, "keep_format", path))
    else:
        keep(context, path)


def keep(context: Context, path: str) -> None:
    """Saves to a path in the format of its ending; text has choices of its own."""
    if path.lower().endswith(".csv"):
        context.push(dialog_page(context, "text_export", ExportChoice(path)))
    else:
        write(context, path)


def export_now(context: Context) -> None:
    """Writes the text file with the choices of the dialog."""
    choice: ExportChoice = context.page.arg
    context.pop()
    desk = desk_of(context)
    data = write_text(sheet_of(desk), choice.separator, choice.as_shown, choice.quote_all)
    _put(context, choice.path, data)


def reload(context: Context, sure: bool = False) -> None:
    """Reads the document's file anew; asks first where changes would be lost, unless it is `sure`."""
    path = context.base.arg
    if path and desk_of(context).modified and not sure:
        context.push(dialog_page(context, "reload"))
    elif path:
        load(context, path)


def write(context: Context, path: str) -> None:
    """Writes the document to a file, in the format of its ending."""
    _put(context, path, _data(context, path))


def _data(context: Context, path: str) -> bytes:
    """Returns the document as a file, in the format of its ending."""
    desk = desk_of(context)
    when = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(context.machine.now))
    if path.lower().endswith(".xlsx"):
        from crab_sim.engines.sheets.files.xlsx_writer import write_xlsx

        return write_xlsx(desk.book, when)
    from crab_sim.engines.sheets.files.ods_file import write_ods

    return write_ods(desk.book, when)


def _put(context: Context, path: str, data: bytes) -> None:
    reason = written(context, path, data)
    if reason:
        error(context, f"Error saving the document {path.rpartition('/')[2]}", reason)
        return
    desk = desk_of(context)
    context.set_base(arg=path, data=desk._replace(modified=False, closing=False, named=True))
    if desk.closing:
        context.close()


def ask_to_close(context: Context) -> None:
    """Closes the window, or asks first where the document isn't saved."""
    close_dialogs(context)
    if desk_of(context).modified:
        context.push(dialog_page(context, "ask_save"))
    else:
        context.close()


def _opened(context: Context, page: Page, path: str) -> None:
    """Opens a file in this window where it has an untouched document, else in another."""
    if context.base.arg or desk_of(context).modified:
        context.open("calc", path)
    else:
        load(context, path)


def _chosen(context: Context, page: Page, path: str) -> None:
    if page.name != "save_copy":
        _ask_format(context, path)
        return
    text = path.lower().endswith(".csv")
    data = write_text(sheet_of(desk_of(context)), ",", True, False) if text else _data(context, path)
    reason = written(context, path, data)
    if reason:
        error(context, f"Error saving the document {path.rpartition('/')[2]}", reason)


def _closing(context: Context, closing: bool) -> None:
    desk = desk_of(context)
    if desk.closing != closing:
        put_desk(context, desk._replace(closing=closing))


def _named(name: str, path: str) -> str:
    """Returns a path with an ending."""
    return path if "." in path.rpartition("/")[2] else f"{path}.ods"


STEPS: Final = Steps(_opened, _chosen, save, _closing, _named, own=True)
