"""The messages of the Messages app."""

from __future__ import annotations

from typing import Literal, TypeAlias

from crab_sim.phone.app import PhoneMessage

__all__ = ["Message"]

Message: TypeAlias = (
    PhoneMessage
    | tuple[Literal["open", "hold_thread", "more", "ask_thread", "call", "delete_thread", "contact"], str]
    | tuple[Literal["choose", "attached", "ask_block", "block", "unblock"], str]
    | tuple[Literal["search", "start_chat", "send", "group", "open_group", "attach", "detach"]]
    | tuple[Literal["hold", "ask", "details", "copy_text", "forward", "share", "delete", "send_again"], int]
    | tuple[Literal["mark"], str, bool]
)
"""Numbers are ids of messages, texts are addresses of conversations; ``mark`` says whether all is read."""
