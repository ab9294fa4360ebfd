"""The page of the phone's Markdown app on which a file is written or shown.

Page ``edit``: arg the file's path, field ``text``, data whether it is shown rather than written, `UNREAD` before the
page has looked at the file. The file is saved when the page is left, and by its icon.
"""

from __future__ import annotations

from typing import Final, assert_never

from crab_sim.files import FileError, Files
from crab_sim.machine.app import Context, View
from crab_sim.machine.slices import FILES
from crab_sim.phone.app import SDCARD
from crab_sim.phone.apps.markdown.data import HOME, QUICK, TODO
from crab_sim.phone.apps.markdown.messages import EditorMessage, Message
from crab_sim.phone.system.share import share
from crab_sim.phone.widgets import markdown_view
from crab_sim.phone.widgets.basics import app_bar, confirm, empty, message_dialog
from crab_sim.phone.widgets.navigation import BottomBar
from crab_sim.ui import Column, Divider, Field, IconButton, Item, Label, Menu, Page, Scroll, Space, Widget
from crab_sim.ui.editing import MAX_TEXT

__all__ = ["UNREAD", "edit_page", "is_text", "leave", "show_tab", "started", "update", "view"]

UNREAD: Final = "unread"

_ID = "net.gsantner.markor:id/"
_ENDINGS = (".md", ".markdown", ".txt", ".csv", ".json", ".org", ".log", ".html", ".xml", ".py", ".sh", ".ini")


def is_text(path: str) -> bool:
    """Returns whether a file's name says that it is text."""
    return path.lower().endswith(_ENDINGS)


def _read(files: Files, path: str) -> str | None:
    """Returns a file's text, None where it isn't one that can be edited here."""
    if not files.is_file(path):
        return ""
    data = files.read(path)
    if len(data) > MAX_TEXT:
        return None
    try:
        return data.decode()
    except UnicodeDecodeError:
        return None


def edit_page(files: Files, path: str) -> Page:
    """Returns the page on which a file is written; one that isn't there yet is made when it is saved."""
    text = _read(files, path) or ""
    return Page("edit", path, {"text": text}, focus="text", selection=(len(text), len(text)), data=False)


def started(context: Context) -> None:
    """Fills a page that an intent opened: with the file, or in a new file with the text that was given."""
    path, files, given = context.page.arg, context.get(FILES), context.field("text")
    if context.page.data != UNREAD:
        return
    old = _read(files, path) or ""
    if path == QUICK and given:
        text = f"{old.rstrip()}\n\n{given}\n".lstrip()
    elif given or path.startswith(HOME):
        stem, dot, ending = path.rpartition(".")
        if not dot or "/" in ending:
            stem, ending = path, "md"
        path, n, text = f"{stem}.{ending}", 1, given or old
        while given and files.exists(path):
            n += 1
            path = f"{stem}_{n}.{ending}"
    else:
        text = old
    context.set(arg=path, fields={"text": text}, focus="text", selection=(len(text), len(text)), data=False)


def _save(context: Context) -> None:
    path, files, text = context.page.arg, context.get(FILES), context.field("text")
    old = _read(files, path)
    data = text.encode("utf-8", "replace")
    if old is None or (old == text and files.is_file(path)) or (not text and not files.exists(path)):
        return
    try:
        folder = path.rpartition("/")[0]
        if not files.is_dir(folder):
            files = files.mkdir(folder, context.now, parents=True)
        context.put(FILES, files.write(path, data, context.now))
    except FileError:
        context.set(overlay=("failed",))


# The view -----------------------------------------------------------------------------------------------------------


def view(context: Context) -> View[Message]:
    """Returns the page of a file that is being written or shown."""
    page, files = context.page, context.get(FILES)
    shown = page.data is True
    if _read(files, page.arg) is None:
        body: Widget[Message] = empty("file", "This file can't be shown", "It is not a text, or too long for this app")
        return View(Column([app_bar(_name(page.arg)), Divider(), body]), _overlay(context))
    actions: list[Widget[Message]] = [
        IconButton("save", "Save", ("save",), _ID + "action_save", "text"),
        IconButton("edit", "Edit mode", ("preview", False), _ID + "action_edit", "text") if shown
        else IconButton("eye", "View mode", ("preview", True), _ID + "action_preview", "text"),
        IconButton("more", "More options", ("more",), _ID + "action_more", "text"),
    ]  # fmt: skip
    parts: list[Widget[Message]] = [app_bar(_name(page.arg), actions, rid=_ID + "toolbar_title"), Divider()]
    if shown:
        text = context.field("text")
        widgets = markdown_view.preview(text) or [Label("Nothing written yet", tone="muted")]
        parts.append(Scroll("preview", [*widgets, Space(24)], 2, (16, 14), rid=_ID + "document__fragment_view_webview"))
    else:
        rid = _ID + "document__fragment__edit__highlighting_editor"
        parts.append(Field("text", "Write here", rid, multiline=True, lines=8, font="mono", bare=True, flex=1))
        parts.append(markdown_view.toolbar(_ID + "text_action"))
    if page.arg in (QUICK, TODO):
        parts.append(
            BottomBar(
                [
                    ("folder", "Files", ("tab", ""), False),
                    ("tasks", "To-Do", ("tab", TODO), page.arg == TODO),
                    ("edit", "QuickNote", ("tab", QUICK), page.arg == QUICK),
                ],
                _ID + "nav",
            )
        )
    return View(Column(parts), _overlay(context))


def _overlay(context: Context) -> Widget[Message] | None:
    match context.page.overlay:
        case ("more", at):
            items: list[Item[Message]] = [
                Item("Share text", ("share",), "share"),
                Item("Delete", ("ask",), "delete"),
                Item("File info", ("info",), "info"),
            ]
            return Menu(items, at)
        case ("ask",):
            return confirm("Confirm delete", f"Delete for ever:\n{_name(context.page.arg)}", "OK", ("delete",))
        case ("failed",):
            return message_dialog("Can't save", "There is no such folder, or no room left.")
        case ("info",):
            text = context.field("text")
            folder = context.page.arg.rpartition("/")[0].removeprefix(SDCARD + "/")
            words = f"Folder: {folder}\nWords: {len(text.split())}\nCharacters: {len(text)}"
            return message_dialog(_name(context.page.arg), words)
    return None


def _name(path: str) -> str:
    return path.rpartition("/")[2]


# Events -------------------------------------------------------------------------------------------------------------


def _delete(context: Context) -> None:
    files: Files = context.get(FILES)
    if files.is_file(context.page.arg):
        context.put(FILES, files.remove(context.page.arg, mtime=context.now))
    context.pop()


def show_tab(context: Context, path: str) -> None:
    """Saves the file, and shows another one, or for ``""`` the list of files."""
    _save(context)
    if not path:
        context.pop()
    elif path != context.page.arg:
        context.replace(edit_page(context.get(FILES), path))


def leave(context: Context) -> None:
    """Saves the file and leaves the page, unless it can't be saved."""
    _save(context)
    if context.page.overlay != ("failed",):
        context.pop()


def update(context: Context, message: EditorMessage) -> None:
    """Handles a message of the page."""
    match message:
        case ("save",):
            _save(context)
        case ("preview", preview):
            _save(context)
            context.set(data=preview, focus="" if preview else "text")
        case ("tick", line):
            context.set_fields(text=markdown_view.ticked(context.field("text"), line))
            _save(context)
        case ("mark", mark):
            page = context.page
            text, selection = markdown_view.apply_mark(context.field("text"), page.selection, mark)
            context.set(fields={"text": text}, focus="text", selection=selection)
        case ("more",):
            context.set(overlay=("more", context.point))
        case ("ask" | "info" as name,):
            context.set(overlay=(name,))
        case ("share",):
            context.set(overlay=())
            share(context, "text", context.field("text"), _name(context.page.arg))
        case ("delete",):
            _delete(context)
        case _:
            assert_never(message)
