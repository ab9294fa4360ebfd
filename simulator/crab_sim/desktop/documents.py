"""The flows of documents that apps share: choosing a file, replacing one, reading and writing, closing with changes.

An app has one document per window, whose page is the window's first. Its dialogs are pages above that one:
``open``, ``save_as`` and other file choosers, ``ask_replace`` with the path, ``ask_save``, ``error`` with a title and
a text. An app gives its own parts of these flows as `Steps`.

* `close_dialogs` - leads back to the document.
* `read_problem`, `written` - reading and writing as the user.
* `Steps`, `DOCUMENTS`, `handle_documents`, `document_dialog`, `document_enter` - the dialogs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, Literal, NamedTuple, TypeAlias, assert_never

from crab_sim.desktop import file_chooser
from crab_sim.desktop.file_chooser import ChooserMessage, Option
from crab_sim.desktop.widgets import CANCEL, CancelMessage, ask, dialog_page, notice
from crab_sim.files import FileError, Files
from crab_sim.machine.app import Context
from crab_sim.machine.slices import FILES
from crab_sim.ui import Button, Dialog, MessageGroup, Page

__all__ = [
    "DOCUMENTS", "ClosingMessage", "DocumentMessage", "Steps", "choose", "close_dialogs",
    "document_dialog", "document_enter", "error", "handle_documents", "read_problem",
    "replace_question", "written",
]  # fmt: skip

ReplaceMessage: TypeAlias = tuple[Literal["replace_file"], str]
ClosingMessage: TypeAlias = tuple[Literal["discard", "save_and_close"]]
"""The answers to the question whether changes are saved before the window closes."""
DocumentMessage: TypeAlias = ChooserMessage | ReplaceMessage | ClosingMessage
"""The messages of the dialogs; `handle_documents` takes them."""
DOCUMENTS: Final = MessageGroup(DocumentMessage)

_USER: Final = "user"


def close_dialogs(context: Context) -> None:
    """Closes all dialogs."""
    while len(context.window.pages) > 1:
        context.pop()


def error(context: Context, title: str, text: str) -> None:
    """Shows a message."""
    context.push(dialog_page(context, "error", (title, text)))


def read_problem(context: Context, path: str) -> str:
    """Returns why the user can't read a file, ``""`` if it can be read."""
    files: Files = context.get(FILES)
    if not files.exists(path):
        return f"{path} does not exist."
    if files.is_dir(path) or not files.allows(path, _USER, "r"):
        return f"{path} can not be opened: you may not read it, or it is a folder."
    return ""


def written(context: Context, path: str, data: bytes, denied: str = "Access to the file was denied.") -> str:
    """Writes a file as the user; returns why it can't be written, ``""`` if it is.

    Args:
        context: The window's context.
        path: The file's path.
        data: Its new content.
        denied: The app's words for a missing permission.
    """
    files: Files = context.get(FILES)
    folder = path.rpartition("/")[0] or "/"
    if not files.is_dir(folder):
        return f"The folder {folder} does not exist."
    if not files.allows(path if files.exists(path) else folder, _USER, "w"):
        return denied
    try:
        context.put(FILES, files.write(path, data, context.machine.now))
    except FileError as fault:
        return f"{fault.reason.removesuffix('.')}."
    return ""


class Steps(NamedTuple):
    """An app's own steps in the flows of its documents.

    Attributes:
        opened: Opens a file that exists: gets the page of the dialog in which it was chosen, which is closed.
        chosen: Goes on with a path to write to; gets the same.
        save: Saves the document, or asks for its name.
        closing: Notes whether the window closes once the document is saved.
        named: Returns a chosen path with the ending that it lacks, from the dialog's name and the path.
        own: Whether the document's own file is replaced without a question.
        missing: The title of the message that a file doesn't exist.
    """

    opened: Callable[[Context, Page, str], None]
    chosen: Callable[[Context, Page, str], None]
    save: Callable[[Context], None]
    closing: Callable[[Context, bool], None]
    named: Callable[[str, str], str] = lambda name, path: path
    own: bool = False
    missing: str = "Could not open the file"


def choose(context: Context, steps: Steps) -> None:
    """Acts on the path that a file chooser's field holds."""
    page = context.page
    path = file_chooser.chosen(context)
    if path is None:
        return
    files: Files = context.get(FILES)
    if page.name.startswith("open"):
        if files.exists(path):
            context.pop()
            steps.opened(context, page, path)
        else:
            error(context, steps.missing, f"{path} does not exist.")
        return
    path = steps.named(page.name, path)
    if files.exists(path) and not (steps.own and path == context.base.arg):
        context.push(dialog_page(context, "ask_replace", path))
    else:
        context.pop()
        steps.chosen(context, page, path)


def handle_documents(context: Context, message: DocumentMessage, steps: Steps) -> None:
    """Handles the messages of the dialogs."""
    match message:
        case ("choose",):
            choose(context, steps)
        case ("pick" | "enter_folder" | "pick_open" | "arrange", _):
            if file_chooser.update(context, message):
                choose(context, steps)
        case ("replace_file", path):
            context.pop()
            page = context.page
            context.pop()
            steps.chosen(context, page, path)
        case ("cancel",):
            context.pop()
            if len(context.window.pages) == 1:
                steps.closing(context, False)
        case ("discard",):
            context.close()
        case ("save_and_close",):
            context.pop()
            steps.closing(context, True)
            steps.save(context)
        case _:
            assert_never(message)


def replace_question(path: str) -> Dialog[ReplaceMessage | CancelMessage]:
    """Returns the question before another file is replaced."""
    folder, _, name = path.rpartition("/")
    return ask(
        f"A file named “{name}” already exists. Do you want to replace it?",
        f"The file already exists in “{folder or '/'}”. Replacing it will overwrite its contents.",
        Button("Replace", ("replace_file", path)),
    )


def document_dialog(
    context: Context, titles: Mapping[str, tuple[str, str]] = {}, options: Mapping[str, tuple[Option, ...]] = {}
) -> Dialog[DocumentMessage]:
    """Returns the dialog of the topmost page: a message, a question about a file, or a file chooser.

    Args:
        context: The window's context.
        titles: The titles of file choosers and their buttons' texts, ``""`` for the usual one, by their pages' names.
        options: The file choosers' buttons with menus, likewise.
    """
    page = context.page
    if page.name == "ask_replace":
        return replace_question(page.arg)
    if page.name == "error":
        return notice(*page.arg)
    usual = ("Save As" if page.name == "save_as" else "Open", "")
    return file_chooser.dialog(context, *titles.get(page.name, usual), options.get(page.name, ()))


def document_enter(page: Page) -> Mapping[str, DocumentMessage | CancelMessage]:
    """Returns the messages of main buttons, which Enter presses, by the names of the dialogs' pages."""
    return {"ask_save": ("save_and_close",), "ask_replace": ("replace_file", page.arg), "error": CANCEL}
