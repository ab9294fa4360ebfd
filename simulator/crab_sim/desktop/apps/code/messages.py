"""The messages of the code editor.

* `WindowMessage`, `TerminalMessage`, `ListMessage`, `SearchMessage`, `TreeMessage`, `ScmMessage`, `SettingsMessage`,
  `TextMessage`, `DialogMessage` - those of its parts. `Message` - all of them.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from crab_sim.desktop.apps.code.state import Ground
from crab_sim.desktop.apps.terminal.messages import ScreenMessage
from crab_sim.desktop.chrome.menus import MenuMessage
from crab_sim.desktop.file_chooser import ChooserMessage
from crab_sim.desktop.messages import DesktopMessage

__all__ = [
    "DialogMessage", "HandledMessage", "ListMessage", "MenuChoice", "Message", "ScmMessage", "SearchMessage",
    "SettingsMessage", "TerminalMessage", "TextMessage", "TreeMessage", "WindowMessage",
]  # fmt: skip

WindowMessage: TypeAlias = (
    tuple[
        Literal[
            "new", "new_window", "open_file", "open_folder", "close_folder", "save", "save_as", "save_all", "close_doc",
            "close_all", "toggle_side", "manage", "indent_menu", "focus_editor", "dismiss_notice", "chord", "close",
        ]
    ]
    | tuple[Literal["tab", "keep_tab", "tab_menu", "close_tab", "close_others", "next_doc"], int]
    | tuple[Literal["side_click", "side"], Literal["explorer", "search", "scm"]]
)  # fmt: skip
"""The messages about files, tabs, and the side bar: a tab's number, a step, or a view."""
TerminalMessage: TypeAlias = (
    ScreenMessage
    | tuple[Literal["toggle_terminal", "new_terminal", "kill_terminal", "hide_terminal", "tree_terminal"]]
    | tuple[Literal["term"], Literal["copy", "paste", "select_all", "clear"]]
)
ListMessage: TypeAlias = (
    tuple[Literal["show_picker"], str]
    | tuple[Literal["hide_picker"]]
    | tuple[Literal["take"], int]
    | tuple[Literal["open_picked"], str]
    | tuple[Literal["open_picked"], str, int]
)
"""The messages of the list above the editor: its kind, a row's number, a path, and perhaps a line."""
SearchMessage: TypeAlias = (
    tuple[
        Literal[
            "close_find", "toggle_replace", "replace_one", "replace_all", "search_files", "clear_search",
            "toggle_replacing", "replace_in_files", "replace_files",
        ]
    ]
    | tuple[Literal["find"], int]
    | tuple[Literal["find_next"], bool]
    | tuple[Literal["option", "replace_in"], str]
    | tuple[Literal["replace_match", "goto_match"], str, int, int]
)  # fmt: skip
"""The messages of the find widget and the side bar's search."""
TreeMessage: TypeAlias = (
    tuple[Literal["tree_click", "tree_double", "tree_menu"], str]
    | tuple[Literal["tree_new"], Literal["file", "folder"]]
    | tuple[Literal["tree_rename", "tree_delete", "delete_now", "copy_path", "collapse"]]
)
"""The messages of the tree of files, most with a path."""
ScmMessage: TypeAlias = (
    tuple[
        Literal[
            "scm_init", "scm_refresh", "scm_stage_all", "scm_stage_conflicts", "scm_unstage_all", "scm_discard_all",
            "discard_now", "scm_commit", "stage_and_commit",
        ]
    ]
    | tuple[Literal["scm_stage", "scm_unstage", "scm_discard", "scm_file", "checkout", "create_branch"], str]
    | tuple[Literal["scm_diff"], str, bool]
)  # fmt: skip
"""The messages of source control: a path or a branch."""
SettingsMessage: TypeAlias = tuple[Literal["settings", "toggle_wrap", "auto_save"]] | tuple[Literal["theme"], str]
TextMessage: TypeAlias = (
    tuple[Literal["text_click", "text_word", "text_menu"], Ground]
    | tuple[Literal["text_drag"], Ground, int, int, int, int]
    | tuple[Literal["tool"], str]
    | tuple[Literal["undo", "redo", "copy", "cut", "paste", "select_all", "revert_file", "eol", "text_none"]]
    | tuple[Literal["goto"], int, int]
)
"""Clicks on the text, and commands on it."""
DialogMessage: TypeAlias = ChooserMessage | tuple[Literal["replace_file", "discard", "save_and_close"]]
MenuChoice: TypeAlias = (
    WindowMessage
    | TerminalMessage
    | ListMessage
    | SearchMessage
    | TreeMessage
    | ScmMessage
    | SettingsMessage
    | TextMessage
)
"""The commands, which the palette, the menus, the keys and the views share."""
HandledMessage: TypeAlias = DesktopMessage | MenuChoice | DialogMessage
"""All but the messages of menus."""
Message: TypeAlias = MenuMessage[MenuChoice] | HandledMessage
