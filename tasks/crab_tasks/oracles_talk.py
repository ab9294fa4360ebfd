"""What oracles do in the phone's Phone and Mail apps."""

from __future__ import annotations

from collections.abc import Iterator

from crab_gym.policies import OracleStuck
from crab_gym.task import Action, Look, action
from crab_tasks.oracles import find, has, leave_pages, tap, type_into

__all__ = ["archive_mail", "call", "delete_missed_call", "find_mail", "recent_calls", "reply"]


def recent_calls(look: Look) -> Iterator[Action]:
    """Opens the phone's list of recent calls."""
    yield action("android", "open_app", name="Phone")
    for _ in range(5):
        if has(look, "android", text="Recents", role="tab"):
            yield tap(look, text="Recents", role="tab")
            return
        yield action("android", "press", key="back")
    raise OracleStuck("no page of the Phone app with its tabs was reached by going back")


def call(look: Look, number: str) -> Iterator[Action]:
    """Dials a number on the keypad, and hangs up."""
    yield from recent_calls(look)
    yield tap(look, text="Keypad", role="tab")
    yield action("android", "write_text", text=number)
    yield tap(look, description="dial")
    yield tap(look, description="End call")


def delete_missed_call(look: Look, shown: str) -> Iterator[Action]:
    """Deletes the newest missed call of a caller, who is shown by name or else by number."""
    yield from recent_calls(look)
    yield tap(look, text="Missed")
    x, y = find(look, "android", text=shown, role="list_item").center
    yield action("android", "long_tap", x=x, y=y)
    yield tap(look, text="Delete from history")


def find_mail(look: Look, subject: str) -> Iterator[Action]:
    """Searches the phone's mails for one with a subject, and opens it."""
    yield action("android", "open_app", name="Mail")
    yield from leave_pages(look, "open_search_bar")
    yield tap(look, rid="open_search_bar")
    yield from type_into(look, "Search in mail", subject)
    yield tap(look, text=subject, role="list_item")


def reply(look: Look, subject: str, text: str) -> Iterator[Action]:
    """Answers a mail."""
    yield from find_mail(look, subject)
    yield tap(look, text="Reply", role="button")
    yield action("android", "write_text", text=text)
    yield tap(look, description="Send")


def archive_mail(look: Look, subject: str) -> Iterator[Action]:
    """Archives a mail."""
    yield from find_mail(look, subject)
    yield tap(look, description="Archive")
