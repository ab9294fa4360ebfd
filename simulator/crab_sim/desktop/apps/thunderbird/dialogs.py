"""Dialogs of the main window: folders, attachments and messages to save, questions, the source of a mail."""

from __future__ import annotations

from typing import assert_never

from crab_sim.desktop import file_chooser
from crab_sim.desktop.apps.thunderbird.book import card_dialog, delete_question
from crab_sim.desktop.apps.thunderbird.commands import show_folder
from crab_sim.desktop.apps.thunderbird.compose import ABOUT
from crab_sim.desktop.apps.thunderbird.messages import DialogMessage, MainMessage
from crab_sim.desktop.apps.thunderbird.state import change_files, desk_of, files_of, put_desk, target_of
from crab_sim.desktop.apps.thunderbird.store import (
    create_folder,
    folder_list,
    listed,
    long_name,
    remove_folder,
    rename_folder,
    short_name,
)
from crab_sim.desktop.file_types import opener
from crab_sim.desktop.widgets import HOME, Sized, ask, decoded, dialog_page, notice
from crab_sim.devices.mail_profile import ACCOUNT_NAME, LOCAL_FOLDERS
from crab_sim.devices.mailboxes import content_of
from crab_sim.files import FileError, Files
from crab_sim.machine.app import Context
from crab_sim.machine.slices import FILES
from crab_sim.ui import Button, Column, Dialog, Field, Label, Page, Scroll, Widget

__all__ = ["handle_dialogs", "main_dialog", "problem", "submit_dialog", "write_new_file"]

_USER = "user"
_TEMPORARY = "/tmp/mozilla_user0"


def problem(context: Context, title: str, text: str) -> None:
    """Opens a dialog with a message."""
    context.push(dialog_page(context, "notice", (title, text)))


def main_dialog(context: Context, page: Page) -> Widget[MainMessage] | None:
    """Returns the dialog of a page above the main window."""
    match page.name:
        case "notice":
            return notice(*page.arg)
        case "new_folder" | "rename_folder":
            return _name_dialog(context, page)
        case "delete_folder":
            return ask(
                "Delete Folder",
                f"Are you sure you want to delete the folder “{short_name(page.arg)}” and the messages in it?",
                Button("Delete Folder", ("delete_folder", page.arg), "danger"),
            )
        case "empty":
            name = short_name(page.arg)
            return ask(
                f"Empty “{name}”", f"Permanently delete all messages in the “{name}” folder?",
                Button("Empty", ("empty", page.arg), "danger"),
            )  # fmt: skip
        case "save_attachment" | "save_message":
            return file_chooser.dialog(context, "Save As")
        case "ask_replace":
            name, _, folder = page.arg[::-1].partition("/")
            return ask(
                f"A file named “{name[::-1]}” already exists. Do you want to replace it?",
                f"The file already exists in “{folder[::-1] or '/'}”. Replacing it will overwrite its contents.",
                Button("Replace", ("replace_file",)),
            )
        case "card":
            return card_dialog(page)
        case "delete_card":
            return delete_question(context, page.arg)
        case "source":
            return _source(context, page)
    return None


def _name_dialog(context: Context, page: Page) -> Dialog[MainMessage]:
    new = page.name == "new_folder"
    parent = page.arg or ACCOUNT_NAME
    fault = _fault(context, page)
    text = f"Create as a subfolder of: {long_name(parent)}" if new else f"Rename “{short_name(page.arg)}”"
    body = Column(
        [
            Field("entry", "Name" if new else "Enter the new name for your folder"),
            Label(fault or text, "small", "danger" if fault else "muted"),
        ],
        gap=8,
    )
    action: Widget[MainMessage] = Button(
        "Create Folder" if new else "Rename",
        ("folder_named",),
        enabled=bool(page.fields["entry"].strip()) and not fault,
    )
    title = "New Folder" if new else "Rename Folder"
    return Dialog(title, body, [Button("Cancel", ("cancel",), "outlined"), action], 420, ("cancel",))


def _target(page: Page) -> str:
    """Returns the full name of the folder in the dialog's field."""
    name = page.fields["entry"].strip()
    above = page.arg if page.name == "new_folder" else page.arg.rpartition("/")[0]
    return f"{above}/{name}" if above else name


def _fault(context: Context, page: Page) -> str:
    name = page.fields["entry"].strip()
    if page.name == "rename_folder" and _target(page) == page.arg:
        return ""
    known = {one.casefold() for one in folder_list(files_of(context))}
    if _target(page).casefold() in known:
        return "A folder with that name already exists. Please enter a different name."
    bad = "/" in name or name.startswith(".") or len(name) > 100 or any([not char.isprintable() for char in name])
    if bad or name.rpartition(".")[2] in ("msf", "dat", "sbd", "html"):
        return "A folder can't have this name."
    return "" if not name or len(folder_list(files_of(context))) < 100 else "There are too many folders."


def _source(context: Context, page: Page) -> Dialog[MainMessage]:
    folder, key = page.arg
    rows = [row for row in listed(files_of(context), folder) if row.key == key]
    text = rows[0].mail.source[:20_000].decode("utf-8", "replace") if rows else ""
    lines: list[Widget[MainMessage]] = [Label(text, "small", font="mono", wrap=True, selectable=True)]
    return Dialog(
        "Message Source", Sized(Scroll("source", lines), h=400), [Button("Close", ("cancel",), "outlined")], 760,
        ("cancel",),
    )  # fmt: skip


# Files --------------------------------------------------------------------------------------------------------------


def write_new_file(context: Context, path: str, data: bytes) -> bool:
    """Writes a file; a dialog tells why it couldn't be. Returns whether it could."""
    files = files_of(context)
    folder = path.rpartition("/")[0] or "/"
    reason = ""
    try:
        if not files.is_dir(folder):
            reason = f"The folder “{folder}” does not exist."
        elif not files.allows(path if files.exists(path) else folder, _USER, "w"):
            reason = "You do not have the permissions necessary to save the file."
        else:
            context.put(FILES, files.write(path, data, context.machine.now, owner=_USER))
    except FileError as error:
        reason = error.reason
    if reason:
        problem(context, f"Could not save the file “{path}”", reason)
    return not reason


def _choose(context: Context) -> None:
    """Saves the attachment or the message under the name in the dialog."""
    path = file_chooser.chosen(context)
    if path is None:
        return
    if files_of(context).exists(path):
        context.push(dialog_page(context, "ask_replace", path))
    else:
        _write(context, path)


def _write(context: Context, path: str) -> None:
    data: bytes | None = context.page.data if isinstance(context.page.data, bytes) else None
    context.pop()
    if data is not None:
        write_new_file(context, path, data)


def _save(context: Context, name: str, file: str, data: bytes) -> None:
    page = file_chooser.page(context, name, f"{HOME}/Downloads", file)
    context.push(page._replace(data=data))


def _open_attachment(context: Context, number: int) -> None:
    found = target_of(context)
    files = content_of(found[1].mail.source).attachments if found is not None else ()
    if not 0 <= number < len(files):
        return
    path = f"{_TEMPORARY}/{files[number].name}"
    tree: Files = files_of(context)
    now = context.machine.now
    tree = tree if tree.is_dir(_TEMPORARY) else tree.mkdir(_TEMPORARY, now, parents=True, owner=_USER)
    tree = tree.write(path, files[number].data, now, owner=_USER)
    app = opener(files[number].name, decoded(tree, path) is not None)
    if not app:
        problem(context, f"Could not open “{files[number].name}”", "There is no application installed for this file.")
        return
    context.put(FILES, tree)
    context.open(app, path)


# Events -------------------------------------------------------------------------------------------------------------


def handle_dialogs(context: Context, message: DialogMessage) -> None:  # noqa: C901 - one case for each event
    """Handles the messages that open dialogs of the main window, and those of the dialogs."""
    page = context.page
    match message:
        case ("new_folder", parent):
            above = "" if parent == LOCAL_FOLDERS else parent
            context.push(dialog_page(context, "new_folder", parent if parent == LOCAL_FOLDERS else above, "entry"))
        case ("rename_folder", name):
            context.push(dialog_page(context, "rename_folder", name, "entry", name.rpartition("/")[2]))
        case ("folder_named",):
            _folder_named(context)
        case ("ask_delete_folder", name):
            context.push(dialog_page(context, "delete_folder", name))
        case ("delete_folder", name):
            context.pop()
            now = context.machine.now
            change_files(context, lambda files: remove_folder(files, name, now))
            if desk_of(context).folder.partition("/")[0] == name or desk_of(context).folder == name:
                show_folder(context, "Inbox")
        case ("ask_empty", name):
            context.push(dialog_page(context, "empty", name))
        case ("empty", name):
            context.pop()
            now = context.machine.now
            change_files(context, lambda files: create_folder(files, name, now))
        case ("open_attachment", number):
            _open_attachment(context, number)
        case ("save_attachment", number):
            found = target_of(context)
            files = content_of(found[1].mail.source).attachments if found is not None else ()
            if 0 <= number < len(files):
                _save(context, "save_attachment", files[number].name, files[number].data)
        case ("save_message",):
            found = target_of(context)
            if found is not None:
                subject = found[1].heads.subject.replace("/", "_")[:100] or "message"
                _save(context, "save_message", f"{subject}.eml", found[1].mail.source)
        case ("source",):
            found = target_of(context)
            if found is not None:
                context.push(dialog_page(context, "source", (found[0], found[1].key)))
        case ("about",):
            problem(context, *ABOUT)
        case ("choose",):
            _choose(context)
        case ("pick" | "enter_folder" | "pick_open" | "arrange", _):
            if file_chooser.update(context, message):
                _choose(context)
        case ("replace_file",):
            context.pop()
            _write(context, page.arg)
        case _:
            assert_never(message)


def _folder_named(context: Context) -> None:
    page, now = context.page, context.machine.now
    if not page.fields["entry"].strip() or _fault(context, page):
        return
    name = _target(page)
    context.pop()
    if page.name == "new_folder":
        change_files(context, lambda files: create_folder(files, name, now))
        closed = tuple([one for one in desk_of(context).closed if one != page.arg])
        put_desk(context, desk_of(context)._replace(closed=closed))
    elif name != page.arg:
        change_files(context, lambda files: rename_folder(files, page.arg, name, now))
        if desk_of(context).folder == page.arg:
            show_folder(context, name)


def submit_dialog(context: Context) -> None:
    """Handles Enter in a dialog: it presses the main button."""
    page = context.page
    match page.name:
        case "notice" | "source":
            context.pop()
        case "new_folder" | "rename_folder":
            _folder_named(context)
        case "save_attachment" | "save_message":
            _choose(context)
        case "ask_replace":
            handle_dialogs(context, ("replace_file",))
