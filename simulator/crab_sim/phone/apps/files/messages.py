"""The messages of the Files app."""

from __future__ import annotations

from typing import Literal, TypeAlias

from crab_sim.phone.app import PhoneMessage

__all__ = ["Message"]

Message: TypeAlias = (
    PhoneMessage
    | tuple[Literal["cancel_pick", "roots", "more", "sort", "search", "clear", "new_folder", "transfer", "hidden"]]
    | tuple[Literal["all", "ask_delete", "more_selected", "delete", "ask_name", "info", "share"]]
    | tuple[Literal["ask_pack", "ask_app", "mark"]]
    | tuple[Literal["root", "open", "visit", "pick_folder", "pick_row", "unpack"], str]
    | tuple[Literal["make_folder", "order"], str]
    | tuple[Literal["rename", "open_in"], str, str]
    | tuple[Literal["pack"], tuple[str, ...], str]
    | tuple[Literal["grid", "transfer_to"], bool]
)
"""Texts are locations and paths, a new folder's name, a new order, a path and its new name, or an app and a path."""
