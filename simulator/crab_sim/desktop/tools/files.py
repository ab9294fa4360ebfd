"""Tools of the desktop's apps for files and texts: Files, Text Editor, Terminal, Calc, Writer."""

from __future__ import annotations

import shlex
from typing import Any, Final

from crab_sim.desktop.apps.calc.state import desk_of, sheet_of
from crab_sim.desktop.tools.box import BOX
from crab_sim.desktop.tools.paths import home_path
from crab_sim.documents.formulas.references import parse_ref
from crab_sim.engines.sheets.book import cell_at, used
from crab_sim.engines.sheets.edits import shown_text
from crab_sim.engines.writing.model import plain
from crab_sim.files.names import is_file_name
from crab_sim.machine import keyboard
from crab_sim.machine.app import Context
from crab_sim.machine.slices import FILES, WINDOWS
from crab_sim.machine.tool_values import moment_text
from crab_sim.machine.tools import Hand, need

__all__ = [
    "document_append",
    "document_read",
    "files_list",
    "files_make_folder",
    "files_move",
    "files_rename",
    "files_trash",
    "git_commit",
    "git_log",
    "sheet_read",
    "sheet_write",
    "terminal_run",
    "text_read",
    "text_write",
]

_FILES, _TEXTS, _TERMINAL = BOX.of("files"), BOX.of("text_editor"), BOX.of("terminal")
_CALC, _WRITER = BOX.of("calc"), BOX.of("writer")
_MOST: Final = 10_000
_ROWS: Final = 200


def _file(hand: Hand, path: str) -> str:
    whole = home_path(path)
    need(hand.get(FILES).is_file(whole), f"there is no file {path!r}")
    return whole


def _entry(hand: Hand, path: str) -> str:
    """Returns the whole path of a file or a folder."""
    whole = home_path(path)
    need(whole != "/" and hand.get(FILES).exists(whole), f"there is no file {path!r}")
    return whole


def _folder(hand: Hand, path: str) -> str:
    whole = home_path(path)
    need(hand.get(FILES).is_dir(whole), f"there is no folder {path!r}")
    return whole


# Files --------------------------------------------------------------------------------------------------------------


def _browse(hand: Hand, folder: str, *names: str) -> None:
    """Shows a folder in Files, and selects files there."""
    hand.begin("files", "escape")
    hand.send("visit", folder)
    for name in names:
        hand.send("select", name)


def _said(hand: Hand) -> str:
    """Returns what a dialog says that has come up instead of a change."""
    page = hand.page
    return "" if page.name == "folder" else str(page.arg[1]) if page.name == "notice" else f"Files asks: {page.name}"


@_FILES.reads
def files_list(hand: Hand, folder: str = "") -> list[dict[str, Any]]:
    """Returns the files and folders in a folder.

    Args:
        hand: The hold on the desktop.
        folder: Its path, such as Documents; empty for the home folder.
    """
    whole, files = _folder(hand, folder), hand.get(FILES)
    _browse(hand, whole)
    rows = []
    for name in files.list(whole):
        path = f"{whole.rstrip('/')}/{name}"
        if files.exists(path) and not name.startswith("."):
            kind = {"folder": True} if files.is_dir(path) else {"bytes": len(files.read(path))}
            rows.append({"name": name, **kind, "changed": moment_text(files.stat(path).mtime)})
    return rows


@_FILES.writes
def files_move(hand: Hand, path: str, folder: str, copy: bool = False) -> str:
    """Moves a file or folder into another folder, or copies it there.

    Args:
        hand: The hold on the desktop.
        path: Its path, such as Downloads/list.txt.
        folder: The folder's path.
        copy: Whether it is copied.
    """
    whole, target, files = _entry(hand, path), _folder(hand, folder), hand.get(FILES)
    name = whole.rpartition("/")[2]
    need(not files.exists(f"{target}/{name}"), f"{folder!r} already has a file {name!r}")
    _browse(hand, whole.rpartition("/")[0] or "/", name)
    hand.send("copy_files" if copy else "cut_files")
    hand.send("visit", target)
    hand.send("paste_files")
    need(not _said(hand), _said(hand))
    return f"{'copied' if copy else 'moved'} to {target}/{name}"


@_FILES.writes
def files_rename(hand: Hand, path: str, name: str) -> str:
    """Renames a file or folder.

    Args:
        hand: The hold on the desktop.
        path: Its path, such as Downloads/list.txt.
        name: Its new name.
    """
    whole = _entry(hand, path)
    need(is_file_name(name), f"a file can't be called {name[:60]!r}")
    folder = whole.rpartition("/")[0] or "/"
    need(not hand.get(FILES).exists(f"{folder}/{name}"), f"something called {name!r} is already there")
    _browse(hand, folder, whole.rpartition("/")[2])
    hand.send("rename")
    hand.type(name=name)
    hand.send("accept")
    need(not _said(hand), _said(hand))
    return f"renamed to {folder}/{name}"


@_FILES.writes
def files_trash(hand: Hand, path: str) -> str:
    """Moves a file or folder to the trash.

    Args:
        hand: The hold on the desktop.
        path: Its path, such as Downloads/list.txt.
    """
    whole = _entry(hand, path)
    _browse(hand, whole.rpartition("/")[0] or "/", whole.rpartition("/")[2])
    hand.send("trash")
    need(not _said(hand), _said(hand))
    return f"moved {whole} to the trash"


@_FILES.writes
def files_make_folder(hand: Hand, folder: str, name: str) -> str:
    """Makes a folder.

    Args:
        hand: The hold on the desktop.
        folder: Path of the folder in which it is made; empty for the home folder.
        name: Its name.
    """
    whole = _folder(hand, folder)
    need(is_file_name(name), f"a folder can't be called {name[:60]!r}")
    need(not hand.get(FILES).exists(f"{whole}/{name}"), f"something called {name!r} is already there")
    _browse(hand, whole)
    hand.send("new_folder")
    hand.type(name=name)
    hand.send("accept")
    need(not _said(hand), _said(hand))
    return f"made {whole}/{name}"


# Texts --------------------------------------------------------------------------------------------------------------


def _open(hand: Hand, app: str, path: str) -> None:
    """Opens a file with an app that has a window for each, and leaves the dialogs that were open there.

    Raises:
        ActionRefused: The app says that it can't open the file.
    """
    hand.open(app, path)
    while len(hand.context.window.pages) > 1 and hand.page.name != "text_import":
        page = hand.page
        need(page.name != "error", f"the file can't be opened: {page.arg[1] if page.name == 'error' else ''}")
        hand.press("escape")
        need(hand.page is not page, f"the window asks something first: {page.name}")


def _text(hand: Hand, path: str) -> None:
    need(b"\0" not in hand.get(FILES).read(path), f"{path!r} is no text")


@_TEXTS.reads
def text_read(hand: Hand, path: str) -> str:
    """Returns the beginning of a text file, at most 10000 characters.

    Args:
        hand: The hold on the desktop.
        path: Its path, such as Documents/list.txt.
    """
    whole = _file(hand, path)
    _text(hand, whole)
    _open(hand, "text_editor", whole)
    text = str(hand.context.base.fields["text"])
    return text[:_MOST]


@_TEXTS.writes
def text_write(hand: Hand, path: str, text: str, append: bool = False) -> str:
    """Writes a text file with the Text Editor; a new one if there is none.

    Args:
        hand: The hold on the desktop.
        path: Its path, such as Documents/list.txt.
        text: Its new text, or what is added.
        append: Whether the text is added as new lines at the end.
    """
    whole, files = home_path(path), hand.get(FILES)
    _folder(hand, whole.rpartition("/")[0] or "/")
    if files.is_file(whole):
        _text(hand, whole)
        _open(hand, "text_editor", whole)
        before = str(hand.page.fields["text"])
        if append and before:
            text = f"{before}{'' if before.endswith(chr(10)) else chr(10)}{text}"
        hand.type(text=text)
        hand.send("save")
    else:
        hand.open("text_editor", "new")
        hand.type(text=text)
        hand.send("save_as")
        hand.type(name=whole)
        hand.send("choose")
    page = hand.page
    need(page.name == "editor", str(page.arg[1]) if page.name == "error" else f"the editor asks: {page.name}")
    return f"saved {whole}"


# Terminal -----------------------------------------------------------------------------------------------------------


def _run(hand: Hand, command: str) -> str:
    """Types a line into a terminal; returns what it prints."""
    ready = [window for window in hand.get(WINDOWS) if window.app == "terminal" and window.page.data.running is None]
    if ready:
        hand.machine.raise_window(ready[-1].id)
        hand.machine.put_window(hand.machine.window(ready[-1].id)._replace(minimized=False))
    else:
        hand.open("terminal", "new")
    hand.press("escape")
    hand.press("ctrl+u")
    hand.press("ctrl+l")
    used = hand.context.window.id
    keyboard.type_text(hand.machine, f"{command}\n")
    if used not in [window.id for window in hand.get(WINDOWS)]:
        return "(the terminal has closed)"
    session = Context(hand.machine, used).page.data
    if session.running is not None:
        return "(a program goes on in this terminal; the next command gets another one)"
    if hand.context.window.id != used:
        return f"(a window of {hand.context.window.app} has opened)"
    printed = [text for prompt, text in session.lines if not prompt]
    return "\n".join([*printed, session.lead]).rstrip("\n")[-_MOST:]


@_TERMINAL.writes
def terminal_run(hand: Hand, command: str) -> str:
    """Runs one line in the terminal, and returns what it prints, at most the last 10000 characters.

    Args:
        hand: The hold on the desktop.
        command: The line; commands can be joined by && or ;.
    """
    need(command.strip() and "\n" not in command, "expected one line; join commands by && or ;")
    return _run(hand, command)


@_TERMINAL.reads
def git_log(hand: Hand, repository: str, count: int = 10) -> str:
    """Returns the latest commits of a repository, as git log prints them in the terminal.

    Args:
        hand: The hold on the desktop.
        repository: Path of its folder.
        count: Most commits that are returned.
    """
    whole = _folder(hand, repository)
    need(0 < count <= 100, "the count is out of range; expected 1 to 100")
    return _run(hand, f"git -C {shlex.quote(whole)} --no-pager log -n {count}")


@_TERMINAL.writes
def git_commit(hand: Hand, repository: str, message: str) -> str:
    """Commits all changes of the files that git knows in a repository, by git in the terminal.

    Args:
        hand: The hold on the desktop.
        repository: Path of its folder.
        message: The commit's message.
    """
    whole = _folder(hand, repository)
    need(message.strip() and "\n" not in message, "expected a message of one line")
    return _run(hand, f"git -C {shlex.quote(whole)} commit -a -m {shlex.quote(message)}")


# Calc ---------------------------------------------------------------------------------------------------------------


def _open_sheet(hand: Hand, path: str, sheet: str) -> None:
    """Opens a table with Calc, and shows one of its sheets."""
    whole = _file(hand, path)
    _open(hand, "calc", whole)
    if hand.page.name == "text_import":
        hand.send("import_now")
    need(hand.page.name == "sheet", f"Calc can't open {path!r}")
    if sheet:
        names = [each.name for each in desk_of(hand.context).book.sheets]
        need(sheet in names, f"there is no sheet {sheet!r}; there are: {', '.join(names)}")
        hand.send("tab_menu", names.index(sheet))
        hand.context.set(overlay=())


@_CALC.reads
def sheet_read(hand: Hand, path: str, sheet: str = "") -> list[list[str]]:
    """Returns the cells of a table as they are shown, from A1 on, at most 200 rows.

    Args:
        hand: The hold on the desktop.
        path: Path of the file, such as Documents/costs.ods.
        sheet: The sheet's name; empty for the one that is shown first.
    """
    _open_sheet(hand, path, sheet)
    shown = sheet_of(desk_of(hand.context))
    box = used(shown)
    return [
        [shown_text(cell_at(shown, row, column)) for column in range(box.right + 1)]
        for row in range(min(box.bottom + 1, _ROWS))
    ]


@_CALC.writes
def sheet_write(hand: Hand, path: str, cell: str, rows: list[list[str]], sheet: str = "") -> str:
    """Types values or formulas into cells of a table, and saves the file in its format.

    Args:
        hand: The hold on the desktop.
        path: Path of the file, such as Documents/costs.ods.
        cell: The first cell, such as B3.
        rows: The texts of the cells, row by row; a formula begins with an equals sign.
        sheet: The sheet's name; empty for the one that is shown first.
    """
    ref = parse_ref(cell.strip())
    need(ref is not None and ref.row == ref.last_row, f"the cell is {cell!r}; expected one such as B3")
    need(rows and all(rows), "there are no values")
    need(not any(char in text for row in rows for text in row for char in "\t\n"), "a value has several lines")
    _open_sheet(hand, path, sheet)
    hand.type(name_box=cell.strip())
    hand.send("submit", "name_box")
    hand.context.set(focus="")
    for row in rows:
        keyboard.type_text(hand.machine, "\t".join(row) + "\n")
    hand.press("ctrl+s")
    if hand.page.name == "keep_format":
        hand.send("keep", hand.page.arg)
    if hand.page.name == "text_export":
        hand.send("export_now")
    page = hand.page
    need(page.name == "sheet", str(page.arg[1]) if page.name == "error" else f"Calc asks: {page.name}")
    return f"saved {home_path(path)}"


# Writer -------------------------------------------------------------------------------------------------------------


def _open_document(hand: Hand, path: str) -> None:
    whole = _file(hand, path)
    _open(hand, "writer", whole)
    need(len(hand.context.window.pages) == 1, f"Writer can't open {path!r}")


@_WRITER.reads
def document_read(hand: Hand, path: str) -> str:
    """Returns the text of a document, a line for each paragraph, at most 10000 characters.

    Args:
        hand: The hold on the desktop.
        path: Path of the file, such as Documents/letter.odt.
    """
    _open_document(hand, path)
    return "\n".join([plain(paragraph) for paragraph in hand.context.base.data.text])[:_MOST]


@_WRITER.writes
def document_append(hand: Hand, path: str, text: str) -> str:
    """Adds a paragraph at the end of a document with Writer, and saves the file in its format.

    Args:
        hand: The hold on the desktop.
        path: Path of the file, such as Documents/letter.odt.
        text: The paragraph; further lines are further paragraphs.
    """
    need(text.strip(), "the text is empty")
    _open_document(hand, path)
    hand.press("ctrl+end")
    keyboard.type_text(hand.machine, f"\n{text}")
    hand.press("ctrl+s")
    if hand.page.name == "keep_format":
        hand.send("keep", hand.page.arg)
    page = hand.page
    need(len(hand.context.window.pages) == 1, f"Writer asks: {page.name}")
    return f"saved {home_path(path)}"
