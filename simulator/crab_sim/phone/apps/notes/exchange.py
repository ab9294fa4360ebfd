"""Notes and files: a note saved as a text file, and a text file opened as a note."""

from __future__ import annotations

from crab_sim.files import FileError, Files
from crab_sim.files.names import name_fault
from crab_sim.machine.app import Context
from crab_sim.machine.rows import get, next_id
from crab_sim.machine.slices import FILES
from crab_sim.phone.app import SDCARD
from crab_sim.phone.apps.files.data import free_name
from crab_sim.phone.apps.notes.data import NOTES, NoteRow, as_text
from crab_sim.phone.widgets import file_chooser, folder_chooser

__all__ = ["ask_file", "ask_folder", "open_file", "save_file"]

_ENDINGS = (".txt", ".md")
_MAX = 200_000  # characters of a file that are read


def ask_folder(context: Context, note_id: int) -> None:
    """Asks for the folder in which a note is saved as a file."""
    folder_chooser.ask(context, "Export as file", "Save here", ("export", note_id), f"{SDCARD}/Download")


def save_file(context: Context, note_id: int, folder: str) -> None:
    """Saves a note as a text file that has its title as its name."""
    row = get(context.get(NOTES), note_id)
    if row is None:
        return
    title = row.title.replace("/", "_").replace("\0", "")[:80].strip()
    name = f"{title or 'Note'}.txt"
    files: Files = context.get(FILES)
    try:
        path = free_name(files, f"{folder}/{name if not name_fault(name) else 'Note.txt'}")
        context.put(FILES, files.write(path, as_text(row).encode("utf-8", "replace"), context.now))
    except FileError as error:
        context.set(overlay=("problem", f"Can't be saved: {error.reason}."))
    else:
        context.set(overlay=("problem", f"Saved as {path.replace(SDCARD, 'Internal storage', 1)}"))


def ask_file(context: Context) -> None:
    """Asks for the file that is opened as a note."""
    file_chooser.ask(context, "Open file", _ENDINGS, ("open_file",))


def open_file(context: Context, path: str) -> None:
    """Adds a note with a file's name as its title and its content as its text."""
    files: Files = context.get(FILES)
    if files.is_file(path):
        rows = context.get(NOTES)
        title = path.rpartition("/")[2].rpartition(".")[0]
        text = files.read(path)[: 4 * _MAX].decode("utf-8", "replace")[:_MAX].replace("\r\n", "\n").rstrip("\n")
        new = NoteRow(next_id(rows), title, text, created=context.now, edited=context.now)
        context.put(NOTES, (*rows, new))
