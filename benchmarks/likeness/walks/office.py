"""Walks in the office's programs, the Document Viewer and Thunderbird."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from crab_gym.task import Action, Look, action
from walks.steps import (
    HOME,
    Walk,
    arrive,
    click,
    context_menu,
    menu,
    open_with,
    press,
    started,
    type_text,
    wait_for,
)

__all__ = ["WALKS"]


def writer_letter(look: Look) -> Iterator[Action]:
    """Writes a letter, makes its words bold and centred, and saves it."""
    yield from started(look, "LibreOffice Writer", "writer", "Format", "menu")
    yield type_text("Dear Ada\nwe meet on Monday.")
    yield from press("ctrl+a", "ctrl+b", "ctrl+e", "ctrl+s")
    yield from arrive(look, "writer")
    yield type_text(f"{HOME}/letter.odt\n")
    yield from arrive(look, "writer", "letter.odt")


def writer_menus(look: Look) -> Iterator[Action]:
    """Looks into the menus, the context menu of a text, and its properties."""
    yield from started(look, "LibreOffice Writer", "writer", "Format", "menu")
    yield type_text("one two three")
    yield from menu(look, "File", "Edit", "Insert", "Format", "Table", "Tools")


def writer_find(look: Look) -> Iterator[Action]:
    """Finds a word, replaces it, and inserts a table."""
    yield from started(look, "LibreOffice Writer", "writer", "Format", "menu")
    yield type_text("tea and tea")
    yield from press("ctrl+f")
    yield type_text("tea\n")
    yield from press("escape", "ctrl+h")
    yield from arrive(look, "writer", "Find")
    yield from press("escape", "ctrl+f12")
    yield from arrive(look, "writer", "Table")
    yield from press("escape")
    yield from menu(look, "View", "Styles")
    yield from press("ctrl+w")


def calc_sums(look: Look) -> Iterator[Action]:
    """Fills cells, one with a formula, and saves the sheet."""
    yield from started(look, "LibreOffice Calc", "calc", "Data", "menu")
    yield type_text("12\n30\n=A1+A2\n")
    yield from press("ctrl+home", "ctrl+b", "ctrl+s")
    yield from arrive(look, "calc")
    yield type_text(f"{HOME}/sums.ods\n")
    yield from arrive(look, "calc", "sums.ods")


def calc_menus(look: Look) -> Iterator[Action]:
    """Looks into the menus, the context menu of a cell, and the question before closing."""
    yield from started(look, "LibreOffice Calc", "calc", "Data", "menu")
    yield type_text("12\n")
    yield from press("up")
    yield from menu(look, "File", "Insert", "Sheet", "Data")
    yield context_menu(look, "12", "cell")
    yield from press("escape", "ctrl+w")
    yield from arrive(look, "calc", "Save")
    yield from press("escape")


def calc_finding(look: Look) -> Iterator[Action]:
    """Replaces a word, chooses a function, and looks at the menu of a sheet."""
    yield from started(look, "LibreOffice Calc", "calc", "Data", "menu")
    yield type_text("tea\ncoffee\n")
    yield from press("ctrl+h")
    yield from arrive(look, "calc", "Find")
    yield from press("escape", "ctrl+f2")
    yield from arrive(look, "calc", "Function")
    yield from press("escape")
    yield context_menu(look, "Sheet1")
    yield from press("escape")
    yield from menu(look, "Edit", "View", "Format")


def impress_slides(look: Look) -> Iterator[Action]:
    """Writes a title, adds a slide, and saves the presentation."""
    yield from started(look, "LibreOffice Impress", "impress", "Slide", "menu")
    yield from press("tab", "f2")
    yield type_text("Autumn")
    yield from press("escape", "escape", "ctrl+m", "ctrl+s")
    yield from arrive(look, "impress")
    yield type_text(f"{HOME}/talk.odp\n")
    yield from arrive(look, "impress", "talk.odp")


def impress_menus(look: Look) -> Iterator[Action]:
    """Looks into the menus, and shows the slides."""
    yield from started(look, "LibreOffice Impress", "impress", "Slide", "menu")
    yield from menu(look, "File", "Edit", "Insert", "Slide", "Slide Show")
    yield from press("f5", "escape")


def impress_texts(look: Look) -> Iterator[Action]:
    """Writes a title in bold, looks into menus, and closes without saving."""
    yield from started(look, "LibreOffice Impress", "impress", "Slide", "menu")
    yield from press("tab", "f2")
    yield type_text("Winter")
    yield from press("ctrl+a", "ctrl+b", "escape")
    yield from menu(look, "View", "Format")
    yield from press("ctrl+w")
    yield from arrive(look, "impress", "Save")
    yield from press("escape")


def viewer_pages(look: Look) -> Iterator[Action]:
    """Turns pages, finds a word, and looks at the menu."""
    yield from open_with(look, "evince report.pdf", "document_viewer", "report", "Find")
    yield from press("ctrl+pagedown", "ctrl+pageup", "ctrl+f")
    yield type_text("second\n")
    yield from press("escape", "f9", "f9")


def viewer_dialogs(look: Look) -> Iterator[Action]:
    """Looks at the menu, the properties, printing, and saves a copy."""
    yield from open_with(look, "evince report.pdf", "document_viewer", "report", "Find")
    yield from press("f10", "escape", "alt+enter")
    yield from arrive(look, "document_viewer", "Properties")
    yield from press("escape", "ctrl+p")
    yield from arrive(look, "document_viewer", "Print")
    yield from press("escape", "ctrl+s")
    yield from arrive(look, "document_viewer", "Save")
    yield type_text(f"{HOME}/copy.pdf\n")


def viewer_opening(look: Look) -> Iterator[Action]:
    """Opens another document, zooms it, and looks at the context menu of a page."""
    yield from started(look, "Document Viewer", "document_viewer")
    yield from press("ctrl+o")
    yield from arrive(look, "document_viewer", "Open")
    yield type_text(f"{HOME}/report.pdf\n")
    yield from arrive(look, "document_viewer", "report")
    yield from press("ctrl+=", "ctrl+0")
    yield action("ubuntu", "right_click", x=640, y=400)
    yield from press("escape", "ctrl+w")


def mail_reading(look: Look) -> Iterator[Action]:
    """Reads a mail, looks at its menu, and stars it."""
    yield from started(look, "Thunderbird", "thunderbird", "Inbox")
    yield click(look, "Inbox")
    yield from wait_for(look, "Boat on Friday")
    yield click(look, "Boat on Friday")
    yield from wait_for(look, "Reply")
    yield context_menu(look, "Boat on Friday")
    yield from press("escape", "ctrl+shift+k", "escape")


def mail_writing(look: Look) -> Iterator[Action]:
    """Writes a mail, and closes it without sending."""
    yield from started(look, "Thunderbird", "thunderbird", "Inbox")
    yield from press("ctrl+n")
    yield from arrive(look, "thunderbird", "Write")
    yield type_text("ada@example.org\t")
    yield from press("escape", "ctrl+w")


def mail_menus(look: Look) -> Iterator[Action]:
    """Answers a mail, and looks at the address book."""
    yield from started(look, "Thunderbird", "thunderbird", "Inbox")
    yield click(look, "Inbox")
    yield from wait_for(look, "Boat on Friday")
    yield click(look, "Boat on Friday")
    yield from wait_for(look, "Reply")
    yield from press("ctrl+r")
    yield from arrive(look, "thunderbird", "Write")
    yield type_text("Yes")
    yield from press("ctrl+w", "escape", "ctrl+shift+b")


WALKS: Final = (
    Walk("writer", "letter", writer_letter),
    Walk("writer", "menus", writer_menus),
    Walk("writer", "find", writer_find, held_out=True),
    Walk("calc", "sums", calc_sums),
    Walk("calc", "menus", calc_menus),
    Walk("calc", "finding", calc_finding, held_out=True),
    Walk("impress", "slides", impress_slides),
    Walk("impress", "menus", impress_menus),
    Walk("impress", "texts", impress_texts, held_out=True),
    Walk("document_viewer", "pages", viewer_pages),
    Walk("document_viewer", "dialogs", viewer_dialogs),
    Walk("document_viewer", "opening", viewer_opening, held_out=True),
    Walk("thunderbird", "reading", mail_reading),
    Walk("thunderbird", "writing", mail_writing),
    Walk("thunderbird", "menus", mail_menus, held_out=True),
)
