"""The messages of the Phone app."""

from __future__ import annotations

from typing import Literal, TypeAlias

from crab_sim.phone.app import PhoneMessage

__all__ = ["CallMessage", "Message", "VoicemailMessage"]

CallMessage: TypeAlias = (
    tuple[Literal["answer", "end", "call_pad", "replies", "add_call", "swap", "merge"]]
    | tuple[Literal["switch", "tone", "reply"], str]
)
"""Of the page of a call: a switch, a digit, or a text that answers."""
VoicemailMessage: TypeAlias = (
    tuple[Literal["voicemail"], int]
    | tuple[Literal["play_voicemail", "ask_voicemail", "delete_voicemail"]]
    | tuple[Literal["seek_voicemail"], float]
)
"""Of the list of voice mails, with the id of one, and of the page on which it is played."""
Message: TypeAlias = (
    PhoneMessage
    | CallMessage
    | VoicemailMessage
    | tuple[
        Literal[
            "tab", "call", "type", "details", "more_number", "ask_number", "delete_number", "copy", "edit_number",
            "message", "add", "ask_block", "block", "unblock",
        ],
        str,
    ]
    | tuple[Literal["filter"], bool]
    | tuple[Literal["search", "show_call", "dial", "backspace", "more", "ask_clear", "clear", "blocked"]]
    | tuple[Literal["hold", "delete", "person"], int]
)  # fmt: skip
"""Texts are numbers, or the name of a tab; numbers are ids of calls, of a contact for ``person``."""
