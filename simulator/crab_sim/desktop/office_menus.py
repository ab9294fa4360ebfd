"""Menus that LibreOffice's programs have in common. Entries for what the programs here lack are shown, but disabled."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

from crab_sim.desktop.chrome.menus import BarMenu, Entry, absent
from crab_sim.ui import MessageT

__all__ = ["HELP", "WINDOW", "FileMessage", "file_menu", "tools_end"]

FileMessage: TypeAlias = tuple[Literal["new", "open", "close", "reload", "save", "save_as", "save_copy", "about"]]
"""The messages of the menus File and Help, but for exports and the last entry of File."""


def file_menu(
    exports: Sequence[Entry[MessageT]], leave: MessageT, named: bool, preview: bool = True
) -> BarMenu[MessageT | FileMessage]:
    """Returns the File menu.

    Args:
        exports: The entries for exports.
        leave: The message of the last entry.
        named: Whether the document has a file.
        preview: Whether the program has a print preview.
    """
    return BarMenu("File", (
        Entry("New", ("new",), "Ctrl+N"),
        Entry("Open…", ("open",), "Ctrl+O"),
        *absent("Open Remote…", "Recent Documents >"),
        Entry("Close", ("close",), "Ctrl+W"),
        *absent("-", "Wizards >", "Templates >", "-"),
        Entry("Reload", ("reload",), enabled=named),
        *absent("Versions…", "-"),
        Entry("Save", ("save",), "Ctrl+S"),
        Entry("Save As…", ("save_as",), "Ctrl+Shift+S"),
        *absent("Save Remote…"),
        Entry("Save a Copy…", ("save_copy",)),
        *absent("Save All", "-"),
        *exports,
        *absent("Send >", "Preview in Web Browser", "-", *(["Print Preview"] if preview else [])),
        *absent("Print…", "Printer Settings…", "-", "Properties…", "Digital Signatures >", "-"),
        Entry("Exit LibreOffice", leave, "Ctrl+Q"),
    ))  # fmt: skip


WINDOW: Final[BarMenu[FileMessage]] = BarMenu("Window", (*absent("New Window"), Entry("Close Window", ("close",))))


def tools_end() -> tuple[Entry, ...]:
    """Returns the last entries of the Tools menu."""
    return absent("-", "Macros >", "Development Tools", "-", "Extension Manager…", "Customize…", "Options…")


HELP: Final[BarMenu[FileMessage]] = BarMenu("Help", (
    *absent("LibreOffice Help", "What's This?", "User Guides", "Show Tip of the Day", "Search Commands", "-"),
    *absent("Get Help Online", "Send Feedback", "-", "Restart in Safe Mode…", "-"),
    *absent("Get Involved", "Donate to LibreOffice", "-", "License Information"),
    Entry("About LibreOffice", ("about",)),
))  # fmt: skip
