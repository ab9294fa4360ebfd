"""Messages: evaluators."""

from __future__ import annotations

from collections.abc import Sequence

from crab_gym.task.answers import tells
from crab_gym.task.types import told
from crab_sim.devices.facts import Value
from crab_tasks.kits.compare import digits
from crab_tasks.kits.state import State

__all__ = [
    "message_sent", "number_texted", "only_message", "sent_by_mms", "text_names", "texted_since", "texts_are",
    "value_texted",
]  # fmt: skip


def message_sent(state: State, number: str, body: str) -> bool:
    """A text message with this body was sent to the number, and none with it to another."""
    sent = [m.address for m in state.android.messages() if m.box == "sent" and m.body.strip() == body]
    return bool(sent) and all(digits(address) == digits(number) for address in sent)


def sent_by_mms(
    state: State, numbers: Sequence[str], kind: str = "line", value: str | int = "", content: str = ""
) -> bool:
    """One multimedia message was sent to just these numbers together, with this text and picture.

    Args:
        state: The devices' states.
        numbers: The numbers.
        kind: The type of the value that the text tells.
        value: The value; "" for no text.
        content: The digest of the picture's content; "" for no picture.
    """
    wanted, pictures = {digits(number) for number in numbers}, (content,) if content else ()
    found = [
        row
        for row in state.android.facts()["message"].rows.values()
        if row["box"] == "sent" and {digits(one) for one in str(row["address"]).split(", ")} == wanted
    ]
    sent = [(str(row["body"]), files) for row in found if (files := _digests(row["attachments"])) or len(wanted) > 1]
    return len(sent) == 1 and all(
        files == pictures and (told(kind, body, value, state.goal) if value != "" else not body) for body, files in sent
    )


def _digests(attachments: Value) -> tuple[Value, ...]:
    """Returns the digests of a message's attachments, each of which is its name and that."""
    if not isinstance(attachments, tuple):
        return ()
    return tuple(one[1] for one in attachments if isinstance(one, tuple))


def only_message(state: State, number: str, body: str) -> bool:
    """This, and nothing else, was sent to the number: several guesses don't count."""
    sent = [message for message in state.android.messages() if message.box == "sent"]
    return [message.body.strip() for message in sent if digits(message.address) == digits(number)] == [body]


def texts_are(state: State, number: str, bodies: Sequence[str]) -> bool:
    """The texts that were sent to the number are exactly these, in their order."""
    sent = [message for message in state.android.messages() if message.box == "sent"]
    return [message.body.strip() for message in sent if digits(message.address) == digits(number)] == list(bodies)


def text_names(state: State, number: str, kind: str, value: str) -> bool:
    """One text was sent to the number; it is a value, or one plain sentence that states it."""
    sent = [message for message in state.android.messages() if message.box == "sent"]
    bodies = [message.body for message in sent if digits(message.address) == digits(number)]
    return len(bodies) == 1 and tells(kind, bodies[0], value, state.goal)


def number_texted(state: State, to: str, number: str) -> bool:
    """One text message was sent to somebody; it is this telephone number, or one plain sentence that states it."""
    return text_names(state, to, "phone_number", number)


def value_texted(state: State, number: str, kind: str, value: str | int) -> bool:
    """A text message that tells a value was sent to the number, and none other to it.

    Args:
        state: The devices' states.
        number: The number that it went to.
        kind: The value's type.
        value: The value.
    """
    to = [m.body for m in state.android.messages() if m.box == "sent" and digits(m.address) == digits(number)]
    return len(to) == 1 and told(kind, to[0], value, state.goal)


def texted_since(state: State, number: str, kind: str, value: str | int, after: str) -> bool:
    """A text message that tells a value was sent to the number, and none other since a text from it came.

    Args:
        state: The devices' states.
        number: The number that it went to.
        kind: The value's type.
        value: The value.
        after: The text that came from the number.
    """
    messages = [message for message in state.android.messages() if digits(message.address) == digits(number)]
    came = [message.date for message in messages if message.box == "inbox" and message.body == after]
    sent = [message.body for message in messages if message.box == "sent" and came and message.date >= came[0]]
    return len(sent) == 1 and told(kind, sent[0], value, state.goal)
