"""The commands of the editor, which the palette, the menus and the keys share.

* `Command`, `COMMANDS` - all of them. `menus` - the menu bar. `KEYS` - the message of each key.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from crab_sim.desktop.apps.code.messages import MenuChoice
from crab_sim.desktop.apps.code.settings import UserSettings
from crab_sim.desktop.apps.code.state import Code, document_of, is_dirty
from crab_sim.desktop.chrome.menus import SEPARATOR, BarMenu, Entry

__all__ = ["COMMANDS", "KEYS", "Command", "menus"]


class Command(NamedTuple):
    """A command.

    Attributes:
        title: Its name in the palette.
        message: Its message.
        keys: The keys that do the same.
        needs: What it needs: ``doc`` a document to edit, ``repo`` a repository, ``folder`` an open folder.
    """

    title: str
    message: MenuChoice
    keys: str = ""
    needs: str = ""


COMMANDS: Final = (
    Command("File: New Untitled Text File", ("new",), "Ctrl+N"),
    Command("File: Open File...", ("open_file",), "Ctrl+O"),
    Command("File: Open Folder...", ("open_folder",)),
    Command("File: Save", ("save",), "Ctrl+S", "doc"),
    Command("File: Save As...", ("save_as",), "Ctrl+Shift+S", "doc"),
    Command("File: Save All", ("save_all",)),
    Command("File: Revert File", ("revert_file",), needs="doc"),
    Command("File: Close Folder", ("close_folder",), needs="folder"),
    Command("File: New File...", ("tree_new", "file"), needs="folder"),
    Command("File: New Folder...", ("tree_new", "folder"), needs="folder"),
    Command("View: Close Editor", ("close_doc",), "Ctrl+W"),
    Command("View: Close All Editors", ("close_all",)),
    Command("View: Open Next Editor", ("next_doc", 1), "Ctrl+PageDown"),
    Command("View: Open Previous Editor", ("next_doc", -1), "Ctrl+PageUp"),
    Command("View: Show Explorer", ("side", "explorer"), "Ctrl+Shift+E"),
    Command("View: Show Search", ("side", "search"), "Ctrl+Shift+F"),
    Command("View: Show Source Control", ("side", "scm"), "Ctrl+Shift+G"),
    Command("View: Toggle Primary Side Bar Visibility", ("toggle_side",), "Ctrl+B"),
    Command("View: Toggle Terminal", ("toggle_terminal",), "Ctrl+`"),
    Command("View: Toggle Word Wrap", ("toggle_wrap",), "Alt+Z"),
    Command("Terminal: Create New Terminal", ("new_terminal",), "Ctrl+Shift+`"),
    Command("Terminal: Kill the Active Terminal Instance", ("kill_terminal",)),
    Command("Search: Replace in Files", ("replace_in_files",), "Ctrl+Shift+H"),
    Command("Find", ("find", 1), "Ctrl+F", "doc"),
    Command("Replace", ("find", 2), "Ctrl+H", "doc"),
    Command("Go to File...", ("show_picker", "files"), "Ctrl+P"),
    Command("Go to Line/Column...", ("show_picker", "line"), "Ctrl+G", "doc"),
    Command("Preferences: Open User Settings (JSON)", ("settings",)),
    Command("Preferences: Color Theme", ("show_picker", "themes")),
    Command("Undo", ("undo",), "Ctrl+Z", "doc"),
    Command("Redo", ("redo",), "Ctrl+Shift+Z", "doc"),
    Command("Cut", ("cut",), "Ctrl+X", "doc"),
    Command("Copy", ("copy",), "Ctrl+C", "doc"),
    Command("Paste", ("paste",), "Ctrl+V", "doc"),
    Command("Select All", ("select_all",), "Ctrl+A", "doc"),
    Command("Toggle Line Comment", ("tool", "comment"), "Ctrl+/", "doc"),
    Command("Indent Line", ("tool", "indent"), "Ctrl+]", "doc"),
    Command("Outdent Line", ("tool", "outdent"), "Ctrl+[", "doc"),
    Command("Copy Line Up", ("tool", "copy_up"), "Ctrl+Alt+Shift+Up", "doc"),
    Command("Copy Line Down", ("tool", "copy_down"), "Ctrl+Alt+Shift+Down", "doc"),
    Command("Move Line Up", ("tool", "move_up"), "Alt+Up", "doc"),
    Command("Move Line Down", ("tool", "move_down"), "Alt+Down", "doc"),
    Command("Delete Line", ("tool", "delete_lines"), "Ctrl+Shift+K", "doc"),
    Command("Insert Line Below", ("tool", "line_below"), "Ctrl+Enter", "doc"),
    Command("Insert Line Above", ("tool", "line_above"), "Ctrl+Shift+Enter", "doc"),
    Command("Join Lines", ("tool", "join_lines"), needs="doc"),
    Command("Sort Lines Ascending", ("tool", "sort_lines"), needs="doc"),
    Command("Expand Line Selection", ("tool", "select_lines"), "Ctrl+L", "doc"),
    Command("Add Selection To Next Find Match", ("tool", "next_match"), "Ctrl+D", "doc"),
    Command("Select All Occurrences of Find Match", ("tool", "all_matches"), "Ctrl+Shift+L", "doc"),
    Command("Add Cursor Above", ("tool", "cursor_above"), "Ctrl+Alt+Up", "doc"),
    Command("Add Cursor Below", ("tool", "cursor_below"), "Ctrl+Alt+Down", "doc"),
    Command("Transform to Uppercase", ("tool", "upper"), needs="doc"),
    Command("Transform to Lowercase", ("tool", "lower"), needs="doc"),
    Command("Trim Trailing Whitespace", ("tool", "trim"), needs="doc"),
    Command("Convert Indentation to Spaces", ("tool", "to_spaces"), needs="doc"),
    Command("Convert Indentation to Tabs", ("tool", "to_tabs"), needs="doc"),
    Command("Git: Initialize Repository", ("scm_init",), needs="folder"),
    Command("Git: Commit", ("scm_commit",), needs="repo"),
    Command("Git: Stage All Changes", ("scm_stage_all",), needs="repo"),
    Command("Git: Unstage All Changes", ("scm_unstage_all",), needs="repo"),
    Command("Git: Discard All Changes", ("scm_discard_all",), needs="repo"),
    Command("Git: Checkout to...", ("show_picker", "branches"), needs="repo"),
    Command("Git: Create Branch...", ("show_picker", "branch"), needs="repo"),
)
"""The commands, in the order of the menus."""

_BY_TITLE: Final = {command.title: command for command in COMMANDS}
_MORE_KEYS: Final[Mapping[str, MenuChoice]] = {
    "f1": ("show_picker", "commands"),
    "ctrl+shift+p": ("show_picker", "commands"),
    "ctrl+e": ("show_picker", "files"),
    "ctrl+y": ("redo",),
    "f3": ("find_next", False),
    "shift+f3": ("find_next", True),
    "ctrl+f4": ("close_doc",),
    "ctrl+f2": ("tool", "all_matches"),
    "ctrl+tab": ("next_doc", 1),
    "ctrl+shift+tab": ("next_doc", -1),
    "ctrl+shift+n": ("new_window",),
    "ctrl+q": ("close",),
    "ctrl+,": ("settings",),
    "alt+shift+up": ("tool", "cursor_above"),
    "alt+shift+down": ("tool", "cursor_below"),
    "ctrl+shift+up": ("tool", "cursor_above"),
    "ctrl+shift+down": ("tool", "cursor_below"),
    "ctrl+j": ("toggle_terminal",),
    "ctrl+k": ("chord",),
    "ctrl+1": ("focus_editor",),
    "ctrl+0": ("side", "explorer"),
}


def _keys(shown: str) -> str:
    parts = shown.lower().split("+") if not shown.endswith("+") else [shown]
    return "+".join(["ctrl" if part == "ctrl" else part for part in parts])


KEYS: Final[Mapping[str, MenuChoice]] = {
    **{_keys(command.keys): command.message for command in COMMANDS if command.keys}, **_MORE_KEYS,
}  # fmt: skip
"""The messages of keys, by their names for `AppSpec.key`."""


def _entry(text: str, title: str, enabled: bool = True, checked: bool | None = None) -> Entry[MenuChoice]:
    command = _BY_TITLE[title]
    return Entry(text, command.message, command.keys, checked, enabled)


def menus(code: Code, settings: UserSettings) -> tuple[BarMenu[MenuChoice], ...]:
    """Returns the menu bar."""
    doc = document_of(code)
    edits = doc is not None and doc.old is None
    file: tuple[Entry[MenuChoice], ...] = (
        _entry("New Text File", "File: New Untitled Text File"),
        Entry("New Window", ("new_window",), "Ctrl+Shift+N"),
        SEPARATOR,
        _entry("Open File...", "File: Open File..."),
        _entry("Open Folder...", "File: Open Folder..."),
        SEPARATOR,
        _entry("Save", "File: Save", edits),
        _entry("Save As...", "File: Save As...", edits),
        _entry("Save All", "File: Save All", any([is_dirty(other) for other in code.docs])),
        SEPARATOR,
        Entry("Auto Save", ("auto_save",), checked=settings.auto_save),
        Entry("Settings", ("settings",), "Ctrl+,"),
        SEPARATOR,
        _entry("Revert File", "File: Revert File", edits),
        _entry("Close Editor", "View: Close Editor", doc is not None),
        _entry("Close Folder", "File: Close Folder", bool(code.folder)),
        Entry("Exit", ("close",), "Ctrl+Q"),
    )
    edit = (
        _entry("Undo", "Undo", edits), _entry("Redo", "Redo", edits), SEPARATOR, _entry("Cut", "Cut", edits),
        _entry("Copy", "Copy", edits), _entry("Paste", "Paste", edits), SEPARATOR, _entry("Find", "Find", edits),
        _entry("Replace", "Replace", edits), SEPARATOR, _entry("Find in Files", "View: Show Search"),
        _entry("Replace in Files", "Search: Replace in Files"), SEPARATOR,
        _entry("Toggle Line Comment", "Toggle Line Comment", edits),
    )  # fmt: skip
    selection = (
        _entry("Select All", "Select All", edits), SEPARATOR, *[_entry(name, name, edits) for name in (
            "Copy Line Up", "Copy Line Down", "Move Line Up", "Move Line Down")], SEPARATOR,
        *[_entry(name, name, edits) for name in ("Add Cursor Above", "Add Cursor Below")],
        _entry("Add Next Occurrence", "Add Selection To Next Find Match", edits),
        _entry("Select All Occurrences", "Select All Occurrences of Find Match", edits),
    )  # fmt: skip
    view: tuple[Entry[MenuChoice], ...] = (
        Entry("Command Palette...", ("show_picker", "commands"), "Ctrl+Shift+P"),
        SEPARATOR,
        _entry("Explorer", "View: Show Explorer"),
        _entry("Search", "View: Show Search"),
        _entry("Source Control", "View: Show Source Control"),
        SEPARATOR,
        _entry("Terminal", "View: Toggle Terminal"),
        _entry("Primary Side Bar", "View: Toggle Primary Side Bar Visibility", checked=bool(code.side)),
        SEPARATOR,
        _entry("Word Wrap", "View: Toggle Word Wrap", checked=settings.wrap),
    )
    go = (
        _entry("Go to File...", "Go to File..."),
        _entry("Go to Line/Column...", "Go to Line/Column...", edits),
        SEPARATOR,
        _entry("Next Editor", "View: Open Next Editor", len(code.docs) > 1),
        _entry("Previous Editor", "View: Open Previous Editor", len(code.docs) > 1),
    )
    terminal = (
        _entry("New Terminal", "Terminal: Create New Terminal"),
        _entry("Kill Terminal", "Terminal: Kill the Active Terminal Instance", code.terminal is not None),
    )  # fmt: skip
    return (
        BarMenu("File", file),
        BarMenu("Edit", edit),
        BarMenu("Selection", selection),
        BarMenu("View", view),
        BarMenu("Go", go),
        BarMenu("Terminal", terminal),
    )
