"""Document Viewer: moves."""

from __future__ import annotations

from collections.abc import Iterator

from crab_gym.backends.base import Element
from crab_gym.task import Action, Look, action
from crab_tasks.kits.moves import click
from crab_tasks.kits.ubuntu.pointing import any_soon, named, point, shown
from crab_tasks.kits.ubuntu.windows import choose_file, soon, start

__all__ = ["document_shown", "go_to_page", "open_pdf", "page_with", "print_pages"]


def open_pdf(look: Look, path: str) -> Iterator[Action]:
    """Opens a file in the Document Viewer."""
    yield from start("Document Viewer")
    yield from any_soon(look, _is_viewer, "window of the Document Viewer")
    yield action("ubuntu", "hotkey", keys=["ctrl", "o"])
    yield from choose_file(look, path)
    yield from document_shown(look)


def _is_viewer(e: Element) -> bool:
    return e.role == "window" and e.focused and e.app == "document_viewer"


def document_shown(look: Look) -> Iterator[Action]:
    """Waits until a document is on the screen."""
    yield from any_soon(look, named("Page 1", "Document View"), "page of a document")


def page_with(look: Look, text: str) -> Iterator[Action]:
    """Goes to the page on which a text occurs first, by finding it."""
    yield action("ubuntu", "hotkey", keys=["ctrl", "home"])
    yield action("ubuntu", "hotkey", keys=["ctrl", "f"])
    yield action("ubuntu", "hotkey", keys=["ctrl", "a"])
    yield action("ubuntu", "write_text", text=f"{text}\n")
    yield action("ubuntu", "press", key="escape")


def go_to_page(look: Look, number: int) -> Iterator[Action]:
    """Goes to a page by its number."""
    yield action("ubuntu", "hotkey", keys=["ctrl", "l"])
    yield action("ubuntu", "hotkey", keys=["ctrl", "a"])
    yield action("ubuntu", "write_text", text=f"{number}\n")


def print_pages(look: Look, pages: str, folder: str, name: str) -> Iterator[Action]:
    """Prints pages of the open document to a file.

    The real dialog has a button that opens another one for the file, once the only printer is chosen.

    Args:
        look: Shows the screens.
        pages: The pages, such as ``"2-4"``; ``""`` for all, ``"current"`` for the one that is shown.
        folder: The folder of the file.
        name: Its name.
    """
    if not shown(look, named("File options")):
        yield from start("Document Viewer")
    yield action("ubuntu", "hotkey", keys=["ctrl", "p"])
    yield from any_soon(look, named("Print", role="dialog"), "dialog Print")
    if shown(look, named("Print to File", role="cell")):
        yield from _choose_output(look, name if name.startswith("/") else f"{folder}/{name}")
    else:
        for field, value in (("File name", name), ("Folder", folder)):
            yield click(look, description=field, role="text_field")
            yield action("ubuntu", "hotkey", keys=["ctrl", "a"])
            yield action("ubuntu", "write_text", text=value)
    if pages == "current":
        yield from point(look, named("Current Page", role="radio"), "Current Page")
    elif pages:
        yield from point(look, named("Pages", "Pages:", role="radio"), "Pages")
        yield from point(look, named("Pages, for example 1-3, 5", "Pages", role="text_field"), "field of the pages")
        yield action("ubuntu", "write_text", text=pages)
    yield from point(look, named("Print", role="button"), "button Print")
    yield from soon(lambda: not shown(look, named("Print", role="dialog")))


def _choose_output(look: Look, path: str) -> Iterator[Action]:
    """Chooses the printer for files, and the file."""
    yield from point(look, named("Print to File", role="cell"), "printer")
    yield from point(look, lambda e: e.role == "button" and e.text.startswith(("~/", "/")), "button of the file")
    yield from any_soon(look, named("Select a filename", role="dialog"), "dialog for the file")
    yield from choose_file(look, path)
    yield from any_soon(look, named("Print", role="dialog"), "dialog Print")
