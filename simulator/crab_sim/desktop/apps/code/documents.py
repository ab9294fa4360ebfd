"""Opening, saving and closing documents, and files of the tree: new ones, other names, deleting."""

from __future__ import annotations

from typing import Final

from crab_sim.desktop import file_chooser
from crab_sim.desktop.apps.code import settings as user_settings
from crab_sim.desktop.apps.code.settings import read_settings
from crab_sim.desktop.apps.code.state import (
    USER,
    Document,
    code_of,
    document_of,
    is_dirty,
    name_of,
    put,
    put_document,
    read_text,
)
from crab_sim.desktop.apps.code.text.line_tools import trimmed
from crab_sim.desktop.trash import move_to_trash
from crab_sim.desktop.widgets import HOME, dialog_page, name_problem
from crab_sim.files import FileError, Files
from crab_sim.machine.app import Context
from crab_sim.machine.slices import FILES

__all__ = [
    "choose",
    "close_document",
    "close_window",
    "create",
    "delete",
    "error",
    "fail",
    "keep_open",
    "new_document",
    "open_dialog",
    "open_file",
    "open_folder",
    "open_path",
    "open_settings",
    "rename",
    "reveal_text",
    "save",
    "save_all",
    "save_as",
    "show",
    "write",
]

_DEFAULT_SETTINGS: Final = "{\n}\n"


def error(context: Context, text: str) -> None:
    """Shows an error in a dialog."""
    context.push(dialog_page(context, "error", ("Visual Studio Code", text)))


def fail(context: Context, text: str) -> None:
    """Shows an error in the lower right corner."""
    put(context, code_of(context)._replace(notice=text))


# Opening --------------------------------------------------------------------------------------------------------------


def show(context: Context, doc: Document) -> None:
    """Shows a document in a tab: its own where it is open, that of a preview, or a new one."""
    code = code_of(context)
    for number, other in enumerate(code.docs):
        if (other.path, other.title) == (doc.path, doc.title) and (doc.path or other.number == doc.number):
            fresh = doc if doc.old is not None else other if doc.preview else other._replace(preview=False)
            docs = (*code.docs[:number], fresh, *code.docs[number + 1 :])
            put(context, code._replace(docs=docs, current=number, place="editor"), True, "")
            return
    spare = next((i for i, other in enumerate(code.docs) if other.preview and not is_dirty(other)), -1)
    if spare >= 0 and doc.preview:
        docs = (*code.docs[:spare], doc, *code.docs[spare + 1 :])
        put(context, code._replace(docs=docs, current=spare, place="editor"), True, "")
        return
    at = code.current + 1
    docs = (*code.docs[:at], doc, *code.docs[at:])
    put(context, code._replace(docs=docs, current=at, place="editor"), True, "")


def open_file(context: Context, path: str, preview: bool = False) -> bool:
    """Shows a file in a tab; returns whether it could be read."""
    files: Files = context.get(FILES)
    name = path.rpartition("/")[2]
    if not files.exists(path):
        fail(context, f"Unable to open '{name}': The file does not exist.")
        return False
    text = read_text(files, path)
    if text is None:
        allowed = files.allows(path, USER, "r")
        reason = "The file is not displayed because it is binary or too large." if allowed else "You may not read it."
        fail(context, f"Unable to open '{name}': {reason}")
        return False
    plain = text.replace("\r\n", "\n")
    show(context, Document(path, plain, plain, crlf="\r\n" in text, preview=preview))
    return True


def open_folder(context: Context, path: str) -> None:
    """Opens a folder in this window where it has none, else in another."""
    code = code_of(context)
    if code.folder == path:
        return
    if code.folder:
        context.open("code", "new", path)
    else:
        put(context, code._replace(folder=path, side="explorer", expanded=(), chosen="", results=None))


def open_path(context: Context, path: str) -> None:
    """Opens a file or a folder; a file that doesn't exist is begun."""
    files: Files = context.get(FILES)
    if files.is_dir(path):
        open_folder(context, path)
    elif files.exists(path):
        open_file(context, path)
    else:
        show(context, Document(path))


def new_document(context: Context) -> None:
    """Begins a document without a file."""
    numbers = [doc.number for doc in code_of(context).docs if not doc.path]
    show(context, Document(number=next(i for i in range(1, len(numbers) + 2) if i not in numbers)))


def open_settings(context: Context) -> None:
    """Shows the settings' file, which is made where it is missing."""
    files: Files = context.get(FILES)
    if not files.exists(user_settings.PATH):
        files = files.mkdir(user_settings.PATH.rpartition("/")[0], context.machine.now, parents=True, owner=USER)
        context.put(FILES, files.write(user_settings.PATH, _DEFAULT_SETTINGS.encode(), context.machine.now, owner=USER))
    open_file(context, user_settings.PATH)


def open_dialog(context: Context, name: str) -> None:
    """Asks for a file or a folder to open."""
    code = code_of(context)
    doc = document_of(code)
    start = doc.path.rpartition("/")[0] if doc is not None and doc.path else code.folder or HOME
    context.push(file_chooser.page(context, name, start, ""))


def choose(context: Context) -> None:
    """Acts on the path that the file dialog's field holds."""
    page = context.page
    if page.name == "open_folder":
        typed = page.fields["name"].strip()
        folder = page.arg if not typed else file_chooser.chosen(context) or context.page.arg
        files: Files = context.get(FILES)
        if files.is_dir(str(folder)) and not typed:
            context.pop()
            open_folder(context, str(folder))
        return
    path = file_chooser.chosen(context)
    if path is None:
        return
    files = context.get(FILES)
    if page.name == "open":
        context.pop()
        if files.exists(path):
            open_path(context, path)
        else:
            error(context, f"The path '{path}' does not exist on this computer.")
    elif files.exists(path) and path != page.data:
        context.push(dialog_page(context, "ask_replace", path))
    else:
        context.pop()
        write(context, path)


# Saving ---------------------------------------------------------------------------------------------------------------


def save(context: Context) -> None:
    """Saves the document in front, or asks for a name first."""
    doc = document_of(code_of(context))
    if doc is None or doc.old is not None:
        return
    if doc.path:
        write(context, doc.path)
    else:
        save_as(context)


def save_as(context: Context) -> None:
    """Asks for the name to save under."""
    code = code_of(context)
    doc = document_of(code)
    if doc is None or doc.old is not None:
        return
    folder = doc.path.rpartition("/")[0] or code.folder or HOME
    page = file_chooser.page(context, "save_as", folder, name_of(doc) if doc.path else f"{name_of(doc)}.txt")
    context.push(page._replace(data=doc.path))


def write(context: Context, path: str) -> bool:
    """Writes the document in front to a file; returns whether it could be written."""
    code = code_of(context)
    doc = document_of(code)
    if doc is None:
        return False
    files: Files = context.get(FILES)
    settings = read_settings(files)
    text = trimmed(doc.text) if settings.trim else doc.text
    if settings.final_newline and text and not text.endswith("\n"):
        text += "\n"
    data = (text.replace("\n", "\r\n") if doc.crlf else text).encode("utf-8", "replace")
    folder = path.rpartition("/")[0] or "/"
    name = path.rpartition("/")[2]
    try:
        if not files.is_dir(folder) and not files.exists(folder):
            files = files.mkdir(folder, context.machine.now, parents=True, owner=USER)
        if not files.allows(path if files.exists(path) else folder, USER, "w"):
            fail(context, f"Failed to save '{name}': Insufficient permissions.")
            return False
        new = not files.exists(path)
        context.put(FILES, files.write(path, data, context.machine.now, owner=USER if new else None))
    except FileError as fault:
        fail(context, f"Failed to save '{name}': {fault.reason}.")
        return False
    ends = (
        doc.selections
        if text == doc.text
        else tuple([(_kept(doc.text, text, a), _kept(doc.text, text, b)) for a, b in doc.selections])
    )
    doc = doc._replace(path=path, text=text, saved=text, selections=ends, number=0, preview=False, typing=False)
    docs = (*code.docs[: code.current], doc, *code.docs[code.current + 1 :])
    put(context, code._replace(docs=docs))
    return True


def _kept(old: str, new: str, at: int) -> int:
    """Returns where a place of a text is once blanks at the ends of its lines are gone."""
    line, column = old.count("\n", 0, at), at - old.rfind("\n", 0, at) - 1
    rows = new.split("\n")
    return sum([len(row) + 1 for row in rows[:line]]) + min(column, len(rows[line]))


def save_all(context: Context) -> bool:
    """Saves all documents that have a file; returns whether none is left unsaved."""
    front, done = code_of(context).current, True
    for number, doc in enumerate(code_of(context).docs):
        if is_dirty(doc):
            put(context, code_of(context)._replace(current=number))
            done = bool(doc.path) and write(context, doc.path) and done
    put(context, code_of(context)._replace(current=front))
    return done


# Closing --------------------------------------------------------------------------------------------------------------


def close_document(context: Context, number: int, ask: bool = True) -> None:
    """Closes a tab, or asks first where its document isn't saved."""
    code = code_of(context)
    if not 0 <= number < len(code.docs):
        return
    doc = code.docs[number]
    if ask and is_dirty(doc) and (doc.path or doc.text):
        put(context, code._replace(current=number), True)
        context.push(dialog_page(context, "ask_save", number))
        return
    docs = (*code.docs[:number], *code.docs[number + 1 :])
    current = code.current - (code.current > number or code.current == len(docs))
    put(context, code._replace(docs=docs, current=current if docs else -1), True, "")
    if code_of(context).closing:
        close_window(context)


def close_window(context: Context) -> None:
    """Closes the window; each document that isn't saved is asked about first."""
    while len(context.window.pages) > 1:
        context.pop()
    code = code_of(context)
    for number, doc in enumerate(code.docs):
        if is_dirty(doc) and (doc.path or doc.text):
            put(context, code._replace(closing=True))
            close_document(context, number)
            return
    context.close()


# Files of the tree ----------------------------------------------------------------------------------------------------


def create(context: Context, folder: str, name: str, kind: str) -> str:
    """Makes a file or folder, perhaps with folders above it; returns why it can't be, ``""`` if it can.

    Args:
        context: The window's context.
        folder: Path of the folder in which it is made.
        name: The typed name; slashes in it stand for folders.
        kind: ``file`` or ``folder``.
    """
    files: Files = context.get(FILES)
    name = name.strip().strip("/")
    problem = name_problem(name.rpartition("/")[2], False, kind)
    path = f"{folder.rstrip('/')}/{name}"
    if not name:
        return "A file or folder name must be provided."
    if files.exists(path):
        return f"A file or folder {name} already exists at this location. Please choose a different name."
    if problem or ".." in name.split("/"):
        return problem or "The name is not valid."
    if not files.allows(folder, USER, "w"):
        return "Insufficient permissions."
    try:
        parent = path if kind == "folder" else path.rpartition("/")[0]
        files = files.mkdir(parent, context.machine.now, parents=True, owner=USER)
        if kind == "file":
            files = files.write(path, b"", context.machine.now, owner=USER)
    except FileError as fault:
        return f"{fault.reason}."
    context.put(FILES, files)
    code = code_of(context)
    put(context, code._replace(chosen=path, expanded=tuple(sorted({*code.expanded, path.rpartition("/")[0]}))))
    if kind == "file":
        open_file(context, path)
    return ""


def rename(context: Context, path: str, name: str) -> str:
    """Gives a file or folder of the tree another name; returns why it can't be, ``""`` if it can."""
    files: Files = context.get(FILES)
    target = f"{path.rpartition('/')[0]}/{name.strip()}"
    if target == path:
        return ""
    problem = name_problem(name.strip(), files.exists(target))
    if problem or not name.strip():
        return problem or "A file or folder name must be provided."
    try:
        context.put(FILES, files.move(path, target, mtime=context.machine.now))
    except FileError as fault:
        return f"{fault.reason}."
    code = code_of(context)
    docs = tuple(
        [
            doc._replace(path=target + doc.path[len(path) :]) if (doc.path + "/").startswith(path + "/") else doc
            for doc in code.docs
        ]
    )
    opened = tuple(
        [target + other[len(path) :] if (other + "/").startswith(path + "/") else other for other in code.expanded]
    )
    put(context, code._replace(docs=docs, expanded=opened, chosen=target))
    return ""


def delete(context: Context, path: str) -> None:
    """Moves a file or folder of the tree to the trash; its tabs close."""
    try:
        context.put(FILES, move_to_trash(context.get(FILES), path, context.machine.now))
    except FileError as fault:
        fail(context, f"Failed to delete '{path.rpartition('/')[2]}': {fault.reason}.")
        return
    code = code_of(context)
    front = document_of(code)
    docs = tuple([doc for doc in code.docs if not (doc.path + "/").startswith(path + "/") or is_dirty(doc)])
    current = docs.index(front) if front in docs else len(docs) - 1
    put(context, code._replace(docs=docs, current=current, chosen=""), True)


def keep_open(context: Context, number: int) -> None:
    """Keeps a preview's tab."""
    code = code_of(context)
    doc = code.docs[number]._replace(preview=False)
    put(context, code._replace(docs=(*code.docs[:number], doc, *code.docs[number + 1 :]), current=number), focus="")


def reveal_text(context: Context, start: int, end: int) -> None:
    """Selects a part of the document in front."""
    doc = document_of(code_of(context))
    if doc is not None:
        size = len(doc.text)
        put_document(context, doc._replace(selections=((min(start, size), min(end, size)),), typing=False, closing=""))
