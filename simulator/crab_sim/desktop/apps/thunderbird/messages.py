"""The messages of Thunderbird's windows, by their parts."""

from __future__ import annotations

from typing import Literal, TypeAlias

from crab_sim.desktop.chrome.menus import MenuMessage
from crab_sim.desktop.file_chooser import ChooserMessage, PickMessage
from crab_sim.desktop.messages import DesktopMessage
from crab_sim.desktop.widgets import CancelMessage

__all__ = [
    "BookMessage", "DialogMessage", "FilterMessage", "ListMessage", "MailMessage", "MainChoice", "MainMessage",
    "Message", "RuleListMessage", "RuleMessage", "TabMessage", "WritingChoice", "WritingMessage",
]  # fmt: skip

# The main window ----------------------------------------------------------------------------------------------------

ListMessage: TypeAlias = (
    tuple[Literal["pick_mail", "pick_also", "mail_menu", "open_mail"], str, str]
    | tuple[Literal["select_all", "next_unread", "columns", "quick_toggle", "quick_focus"]]
    | tuple[Literal["step", "extend"], int]
    | tuple[Literal["sort", "sort_by", "column", "quick", "quick_part"], str]
    | tuple[Literal["direction"], bool]
)
"""Of the list of mails and the quick filter: a mail's folder and key, steps, a column, or a part of the filter."""
MailMessage: TypeAlias = (
    tuple[Literal["star", "toggle_read"], str, str]
    | tuple[Literal["star_this", "all_read", "archive", "delete", "junk", "not_junk", "undo"]]
    | tuple[Literal["mark_read", "run_filters"], bool]
    | tuple[Literal["folder_read", "tag", "move_to", "copy_to", "copy_address"], str]
    | tuple[Literal["reply", "reply_all", "forward", "edit_as_new", "edit_draft"]]
)
"""Of the selected mails: a mail's folder and key, a folder, a tag, or an address."""
TabMessage: TypeAlias = (
    tuple[Literal["tab", "close_tab", "attachment_menu"], int]
    | tuple[Literal["address_book", "open_this", "search", "search_focus", "get"]]
    | tuple[Literal["more", "app_menu", "folder_options", "list_options"]]
    | tuple[Literal["folder", "folder_menu", "fold"], str]
    | tuple[Literal["layout"], bool]
    | tuple[Literal["pane"], Literal["folder", "message", "spaces"]]
    | tuple[Literal["person"], str, str]
)
"""Of tabs, panes and searching: a number, a folder, or a person's name and address."""
BookMessage: TypeAlias = (
    tuple[Literal["card", "card_menu", "edit_card", "ask_delete_card", "delete_card", "write_card"], int]
    | tuple[Literal["new_card", "save_card"]]
    | tuple[Literal["add_person", "write_to"], str, str]
)
"""Of the address book: a contact's id, or a person's name and address."""
FilterMessage: TypeAlias = tuple[Literal["filters", "filter_from"]] | tuple[Literal["filter_for"], str]
"""Those that open the dialogs about filters."""
RuleListMessage: TypeAlias = (
    tuple[Literal["rule", "edit_rule", "enable_rule", "move_rule"], int]
    | tuple[Literal["new_rule", "delete_rule", "run_rule"]]
)
"""Of the list of filters: a rule's number, or a step."""
RuleMessage: TypeAlias = (
    tuple[Literal["every"], bool]
    | tuple[Literal["choice"], str, int, int, int]
    | tuple[Literal["set_choice"], str, int, str]
    | tuple[Literal["add_condition", "add_action", "save_rule"]]
    | tuple[Literal["drop_condition", "drop_action"], int]
)
"""Of the dialog of a filter: the number of a condition or action."""
DialogMessage: TypeAlias = (
    PickMessage
    | tuple[Literal["choose"]]
    | tuple[Literal["new_folder", "rename_folder", "ask_delete_folder", "delete_folder", "ask_empty", "empty"], str]
    | tuple[Literal["folder_named", "save_message", "source", "about", "replace_file"]]
    | tuple[Literal["open_attachment", "save_attachment"], int]
)
"""Of the other dialogs: a folder, or an attachment's number."""
MainChoice: TypeAlias = (
    ListMessage
    | MailMessage
    | TabMessage
    | BookMessage
    | FilterMessage
    | RuleListMessage
    | RuleMessage
    | DialogMessage
    | CancelMessage
    | tuple[Literal["quit", "compose"]]
)
MainMessage: TypeAlias = DesktopMessage | MenuMessage[MainChoice] | MainChoice

# The window for writing ---------------------------------------------------------------------------------------------

WritingChoice: TypeAlias = (
    ChooserMessage
    | tuple[Literal["send", "send_without", "save", "save_and_close", "discard", "close", "compose", "attach", "about"]]
    | tuple[Literal["show", "edit", "main"], str]
    | tuple[Literal["detach"], int]
    | tuple[Literal["suggest", "pill", "drop_pill", "edit_pill"], str, int]
    | tuple[Literal["move_pill"], str, int, str]
)
"""A field with recipients, and a contact's id or a recipient's number; a key; an attachment's number."""
WritingMessage: TypeAlias = DesktopMessage | MenuMessage[WritingChoice] | WritingChoice
Message: TypeAlias = MainMessage | WritingMessage
