"""Messages: evaluators and moves."""

from __future__ import annotations

from collections.abc import Iterator

from crab_gym.task import Action, Look
from crab_tasks.kits.android.pages import open_first_page, scroll_to, type_into
from crab_tasks.kits.answers import phone_numbers
from crab_tasks.kits.compare import digits
from crab_tasks.kits.moves import tap
from crab_tasks.kits.state import State

__all__ = ["message_sent", "number_texted", "only_message", "send_text", "text_from_contact", "text_in_conversation"]


def message_sent(state: State, answer: str | None, number: str, body: str) -> bool:
    """A text message with this body was sent to the number, and none with it to another."""
    sent = [m.address for m in state["android"].messages() if m.box == "sent" and m.body.strip() == body]
    return bool(sent) and all(digits(address) == digits(number) for address in sent)


def only_message(state: State, answer: str | None, number: str, body: str) -> bool:
    """This, and nothing else, was sent to the number: several guesses don't count."""
    sent = [message for message in state["android"].messages() if message.box == "sent"]
    return [message.body.strip() for message in sent if digits(message.address) == digits(number)] == [body]


def number_texted(state: State, answer: str | None, to: str, number: str) -> bool:
    """One text message was sent to somebody; it names this telephone number and no other one."""
    sent = [m.body for m in state["android"].messages() if m.box == "sent" and digits(m.address) == digits(to)]
    return len(sent) == 1 and phone_numbers(sent[0]) == {digits(number)}


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
