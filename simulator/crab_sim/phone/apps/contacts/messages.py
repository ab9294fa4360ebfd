"""The messages of the Contacts app."""

from __future__ import annotations

from typing import Literal, TypeAlias

from crab_sim.phone.app import PhoneMessage
from crab_sim.phone.widgets.picker_messages import PickerMessage

__all__ = ["LabelMessage", "Message"]

LabelMessage: TypeAlias = (
    tuple[Literal["new_label", "duplicates", "import", "export", "add_members"]]
    | tuple[Literal["label", "ask_label", "delete_label", "rename_label", "take_off", "give"], int]
    | tuple[Literal["name_label"], int, str]
    | tuple[Literal["make_label", "export_as", "import_from"], str]
    | tuple[Literal["merge"], int, int]
)
"""Of the pages of labels, of duplicates and of cards: ids of labels or entries, a name, a file's name or path."""

Message: TypeAlias = (
    PhoneMessage
    | PickerMessage
    | LabelMessage
    | tuple[Literal["create", "save", "fields", "clear", "phone_types", "list_more"]]
    | tuple[Literal["birthday", "ask_photo", "no_photo"]]
    | tuple[Literal["show", "change", "star", "hold", "more", "select_row", "phone_type"], int]
    | tuple[Literal["ask", "select", "delete", "share"], tuple[int, ...]]
    | tuple[Literal["copy_text", "message", "call", "mail", "place", "browse", "filter", "photo"], str]
)
"""Texts are a part of the list, a picture's path, or what another app is to open.

Numbers are ids of entries, or the label of a phone number; tuples of them are the selected ones.
"""
