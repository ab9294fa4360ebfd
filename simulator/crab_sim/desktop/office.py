"""Common parts of LibreOffice's programs: choosing files, questions about formats and changes, names, PDF ranges."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

from crab_sim.desktop import file_chooser
from crab_sim.desktop.documents import ClosingMessage, close_dialogs
from crab_sim.desktop.widgets import CANCEL, HOME, CancelMessage, ask, dialog_page
from crab_sim.machine.app import Context
from crab_sim.machine.slices import WINDOWS
from crab_sim.ui import Button, Column, Dialog, Field, Label, Row, Toggle

__all__ = [
    "PRODUCT", "KeepMessage", "RangeMessage", "ReloadMessage",
    "about", "ask_for_name", "ask_for_pdf", "ask_save", "ask_to_open", "ask_to_reload", "close", "document_name",
    "keep_format", "page_numbers", "pdf_options", "show_open", "start_number", "with_ending",
]  # fmt: skip

PRODUCT: Final = "LibreOffice 7.4"
KeepMessage: TypeAlias = tuple[Literal["ask", "use_odf"]] | tuple[Literal["keep"], str]
"""The messages of the question about a format; ``keep`` has the path to save to."""
ReloadMessage: TypeAlias = tuple[Literal["reload_now"]]
RangeMessage: TypeAlias = tuple[Literal["range"], Literal["all", "pages"]] | tuple[Literal["export_range"]]
"""The messages of the choice of the pages that are exported."""
_MOST_PAGES: Final = 5000
"""Pages that are exported at most."""
_ASK: Final = "Ask when not saving in ODF or default format"


def document_name(context: Context, number: int) -> str:
    """Returns the name of the document's file, or without one, its title with a number."""
    path: str = context.base.arg
    return path.rpartition("/")[2] or f"Untitled {number}"


def start_number(context: Context) -> int:
    """Returns the number of a new document without a file, among the windows of its program."""
    numbers = [0]
    own = context.window
    for window in context.machine.get(WINDOWS):
        if window.app == own.app and window.id != own.id and not window.base.arg:
            numbers.append(window.base.data.number)
    return max(numbers) + 1


def show_open(context: Context, path: str) -> bool:
    """Closes this window and raises the one that has a file open already; returns whether there is one."""
    own = context.window
    for window in context.machine.get(WINDOWS):
        if window.app == own.app and window.id != own.id and window.base.arg == path:
            context.close()
            context.machine.put_window(window._replace(minimized=False))
            context.machine.raise_window(window.id)
            return True
    return False


def ask_to_open(context: Context) -> None:
    """Asks for a file to open."""
    context.push(file_chooser.page(context, "open", _folder(context), ""))


def about(context: Context) -> None:
    """Shows what the programs are."""
    text = (
        "Version: 7.4.7\nLibreOffice is a modern, easy-to-use, open source productivity suite for word processing, "
        "spreadsheets, presentations and more."
    )
    context.push(dialog_page(context, "about", ("LibreOffice", text)))


def ask_to_reload() -> Dialog[ReloadMessage | CancelMessage]:
    """Returns the question before a document with changes is read anew."""
    text = "Reloading the document will discard all changes made in it. Do you want to continue?"
    return ask("Reload", text, Button("Reload", ("reload_now",)))


def ask_for_name(context: Context, name: str, kind: str, ending: str, chooser: str = "save_as") -> None:
    """Asks for the name under which a document is saved.

    Args:
        context: The window's context.
        name: The document's name.
        kind: The ending of its file, where it has one.
        ending: The ending of the proposed name; ``""`` for that of the program's own format, which isn't shown.
        chooser: The name of the chooser's page: ``"save_as"``, or ``"save_copy"`` for a copy.
    """
    stem = name[: -len(kind) - 1] if context.base.arg else name
    context.push(file_chooser.page(context, chooser, _folder(context), f"{stem}.{ending}" if ending else stem))


def ask_for_pdf(context: Context, name: str, pages: str) -> None:
    """Asks for the name of a PDF file.

    Args:
        context: The window's context.
        name: The document's name.
        pages: The pages that it shall have, such as ``"1-2, 4"``; all if empty.
    """
    stem = name.rpartition(".")[0] if context.base.arg and "." in name else name
    shown = file_chooser.page(context, "export", _folder(context), stem)
    context.push(shown._replace(fields={**shown.fields, "pages": pages}))


def _folder(context: Context) -> str:
    """Returns the folder in which a file chooser begins."""
    return context.base.arg.rpartition("/")[0] or f"{HOME}/Documents"


def with_ending(chooser: str, path: str, known: bool, usual: str) -> str:
    """Returns a path with the ending that it lacks.

    Args:
        chooser: The file chooser's name.
        path: The path that was chosen.
        known: Whether its ending is that of a format of the program.
        usual: The ending of the program's own format.
    """
    if chooser == "export":
        return path if path.lower().endswith(".pdf") else f"{path}.pdf"
    return path if known else f"{path}.{usual}"


def close(context: Context, is_modified: bool) -> None:
    """Closes the window, or asks first where the document isn't saved."""
    close_dialogs(context)
    context.set(overlay=())
    if is_modified:
        context.push(dialog_page(context, "ask_save"))
    else:
        context.close()


def ask_save(name: str) -> Dialog[ClosingMessage | CancelMessage]:
    """Returns the question before a window with changes is closed."""
    text = Column(
        [
            Label(f"Save changes to document “{name}” before closing?", font="bold", wrap=True),
            Label("Your changes will be lost if you don’t save them.", tone="muted", wrap=True),
        ],
        gap=6,
    )
    actions: list[Button[ClosingMessage | CancelMessage]] = [
        Button("Don’t Save", ("discard",), "outlined"), Button("Cancel", CANCEL, "outlined"),
        Button("Save", ("save_and_close",)),
    ]  # fmt: skip
    return Dialog("Save Document?", text, actions, 460, CANCEL)


def keep_format(path: str, name: str, again: bool) -> Dialog[KeepMessage | CancelMessage]:
    """Returns the question before a document is saved in a format of another program.

    Args:
        path: The path to save to.
        name: The format's name.
        again: Whether the question is to be asked again.
    """
    text: Column[KeepMessage] = Column(
        [
            Label(
                "This document may contain formatting or content that cannot be saved in the currently selected file "
                f"format “{name}”.",
                font="bold", wrap=True,
            ),
            Label("Use the default ODF file format to be sure that the document is saved correctly.", wrap=True),
            Row(
                [
                    Toggle("checkbox", again, ("ask",), _ASK),
                    Label(_ASK, "small", "muted", flex=1, role=""),
                ],
                gap=8,
            ),
        ],
        gap=10,
    )  # fmt: skip
    actions: list[Button[KeepMessage]] = [
        Button(f"Use {name} Format!", ("keep", path)),
        Button("Use ODF Format!", ("use_odf",), "tonal"),
    ]
    return Dialog("Keep Current Format?", text, actions, 500, CANCEL)


def pdf_options(every: bool, whole: str, part: str) -> Dialog[RangeMessage | CancelMessage]:
    """Returns the choice of the pages that are exported.

    Args:
        every: Whether all of the document is.
        whole: The text for all of it, such as ``"All (3 pages)"``.
        part: The name of its parts, such as ``"Pages"``.
    """
    body: Column[RangeMessage] = Column(
        [
            Label("Range", font="bold"),
            Row([Toggle("radio", every, ("range", "all"), "All"), Label(whole, role="")], gap=6),
            Row(
                [
                    Toggle("radio", not every, ("range", "pages"), part), Label(f"{part}:", role=""),
                    Field("pages", part, flex=1),
                ],
                gap=6,
            ),
        ],
        gap=8,
    )  # fmt: skip
    actions: Sequence[Button[RangeMessage | CancelMessage]] = [
        Button("Cancel", CANCEL, "outlined"), Button("Export", ("export_range",)),
    ]  # fmt: skip
    return Dialog("PDF Options", body, actions, 400, CANCEL)


def page_numbers(text: str) -> list[int] | None:
    """Returns the numbers of pages, from 0, that a range of pages tells, in its order and as often; None for all.

    >>> page_numbers("1-2, 4"), page_numbers("2, 1, 1"), page_numbers("")
    ([0, 1, 3], [1, 0, 0], None)
    """
    found: list[int] = []
    for part in text.replace(";", ",").split(","):
        first, dash, last = (piece.strip() for piece in part.partition("-"))
        if first.isdecimal() and (last.isdecimal() or not dash):
            stop = min(int(last) if dash else int(first), _MOST_PAGES)
            found += range(max(1, int(first)) - 1, stop)
        if len(found) > _MOST_PAGES:
            break
    return found[:_MOST_PAGES] or None
