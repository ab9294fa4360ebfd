"""Messages: moves."""

from __future__ import annotations

from collections.abc import Iterator

from crab_gym.task import Action, Look, action
from crab_tasks.kits.android.pages import on_first_page, open_first_page, scroll_to, type_into, write_into
from crab_tasks.kits.moves import hold, tap

__all__ = [
    "answer_chat", "forward_message", "new_chat", "open_chat", "open_conversation", "paste_message", "send_text",
    "text_from_contact", "text_in_conversation", "text_number",
]  # fmt: skip


def send_text(look: Look, number: str, body: str) -> Iterator[Action]:
    """Sends a text message from the phone."""
    yield from open_first_page(look, "Messages", "start_chat_fab")
    yield tap(look, rid="start_chat_fab")
    yield from type_into(look, "Type a name or phone number", number)
    yield tap(look, text=f"Send to {number}")
    yield from type_into(look, "Text message", body)
    yield tap(look, description="Send SMS")


def text_in_conversation(look: Look, name: str, body: str) -> Iterator[Action]:
    """Answers in the conversation with somebody whose name is in the phone's address book."""
    yield from open_first_page(look, "Messages", "start_chat_fab")
    yield from scroll_to(look, name)
    yield tap(look, text=name, role="list_item")
    yield from type_into(look, "Text message", body)
    yield tap(look, description="Send SMS")


def text_from_contact(look: Look, name: str, body: str) -> Iterator[Action]:
    """Sends a text message from the page of somebody in the phone's address book."""
    yield from open_first_page(look, "Contacts", "floating_action_button")
    yield from scroll_to(look, name)
    yield tap(look, text=name, role="list_item")
    yield tap(look, text="Message", role="button")
    yield from type_into(look, "Text message", body)
    yield tap(look, description="Send SMS")


def open_conversation(look: Look, number: str) -> Iterator[Action]:
    """Opens the conversation with somebody, who is listed by a number or a name."""
    yield from open_first_page(look, "Messages", "start_chat_fab")
    yield from scroll_to(look, number)
    yield tap(look, text=number, role="list_item")


def new_chat(look: Look, number: str) -> Iterator[Action]:
    """Opens a conversation with a number."""
    yield from on_first_page(look, "Messages", "start_chat_fab")
    yield tap(look, rid="start_chat_fab")
    yield from write_into(look, "Type a name or phone number", number)
    yield tap(look, text=f"Send to {number}")


def text_number(look: Look, number: str, message: str) -> Iterator[Action]:
    """Sends a text to a number."""
    yield from new_chat(look, number)
    yield from write_into(look, "Text message", message)
    yield tap(look, description="Send SMS")


def open_chat(look: Look, listed: str) -> Iterator[Action]:
    """Opens a conversation by the name or the number under which it is listed."""
    yield from on_first_page(look, "Messages", "start_chat_fab")
    yield from scroll_to(look, listed)
    yield tap(look, text=listed, role="list_item")


def answer_chat(look: Look, listed: str, message: str) -> Iterator[Action]:
    """Answers in a conversation, by the name or the number under which it is listed."""
    yield from open_chat(look, listed)
    yield from write_into(look, "Text message", message)
    yield tap(look, description="Send SMS")


def paste_message(look: Look) -> Iterator[Action]:
    """Pastes the clipboard's content as the message of the conversation that is open."""
    yield hold(look, description="Text message", role="text_field")
    yield tap(look, text="Paste")


def forward_message(look: Look, listed: str, body: str, to: str) -> Iterator[Action]:
    """Forwards a message of a conversation to somebody in the address book.

    Args:
        look: Shows the screens.
        listed: The name or the number under which the conversation is listed.
        body: The message.
        to: The name of who gets it.
    """
    yield from open_chat(look, listed)
    yield hold(look, body)
    yield tap(look, text="Forward")
    yield action("android", "write_text", text=to)
    yield tap(look, text=to, role="list_item")
    yield tap(look, description="Send SMS")
