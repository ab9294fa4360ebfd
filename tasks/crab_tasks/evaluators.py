"""Evaluators: pure functions from the devices' state to whether a checkpoint holds.

Each takes ``(state, answer, **args)``: ``state`` maps a device to its `StateReader`, ``answer`` is what was submitted,
or None. They test what the devices hold, never what the agent did.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from crab_gym.backends.base import Contact, StateReader

__all__ = [
    "answer_is_number",
    "answer_is_phone_number",
    "app_in_front",
    "contact_has",
    "contact_once",
    "file_exists",
    "file_gone",
    "file_is",
    "file_lines_are",
    "file_states",
    "files_copied",
    "folder_exists",
    "message_sent",
    "only_message",
    "only_todo",
    "setting_at_most",
    "setting_in",
    "setting_is",
    "todo_exists",
    "todo_has_notes",
    "todo_is_done",
    "todos_are",
]

State = Mapping[str, StateReader]


@lru_cache(maxsize=1024)
def digits(number: str) -> str:
    """Returns a telephone number's digits."""
    return "".join([char for char in number if char.isdecimal()])


def app_in_front(state: State, answer: str | None, device: str, app: str) -> bool:
    """The app has the focus."""
    return state[device].foreground().app == app


def setting_is(state: State, answer: str | None, device: str, namespace: str, key: str, value: str) -> bool:
    """The setting has the value."""
    return state[device].setting(namespace, key) == value


def setting_in(state: State, answer: str | None, device: str, namespace: str, key: str, values: Sequence[str]) -> bool:
    """The setting has one of the values, which mean the same."""
    return state[device].setting(namespace, key) in values


def setting_at_most(state: State, answer: str | None, device: str, namespace: str, key: str, most: int) -> bool:
    """The setting is a number, and no greater than `most`."""
    value = state[device].setting(namespace, key)
    return value is not None and value.lstrip("-").isdecimal() and int(value) <= most


def answer_is_number(state: State, answer: str | None, value: int) -> bool:
    """The answer names exactly one number, and it is the value."""
    if answer is None or any(char.isnumeric() and not char.isascii() for char in answer):
        return False
    numbers = re.findall(r"-?\d+(?:[.,]\d+)?", answer)
    return len(numbers) == 1 and float(numbers[0].replace(",", ".")) == value


def answer_is_phone_number(state: State, answer: str | None, number: str) -> bool:
    """The answer's digits are the number's, whatever stands between them."""
    return answer is not None and digits(answer) == digits(number)


def folder_exists(state: State, answer: str | None, path: str) -> bool:
    """The folder is there."""
    return state["ubuntu"].is_dir(path)


def file_exists(state: State, answer: str | None, path: str) -> bool:
    """The path is there and isn't a folder."""
    desktop = state["ubuntu"]
    return desktop.exists(path) and not desktop.is_dir(path)


def file_gone(state: State, answer: str | None, path: str) -> bool:
    """Nothing is at the path."""
    return not state["ubuntu"].exists(path)


def _lines(state: State, path: str) -> list[str]:
    """Returns a file's lines without trailing blanks and blank lines at its end; none where there is no file."""
    text = state["ubuntu"].read_text(path)
    if text is None:
        return []
    return [line.rstrip() for line in text.rstrip().split("\n")]


def file_is(state: State, answer: str | None, path: str, lines: Sequence[str]) -> bool:
    """The file holds exactly these lines, apart from blanks at their ends and blank lines at its end."""
    return _lines(state, path) == list(lines)


def file_lines_are(state: State, answer: str | None, path: str, lines: Sequence[str]) -> bool:
    """The file holds exactly these lines, in any order."""
    return sorted(_lines(state, path)) == sorted(lines)


def file_states(state: State, answer: str | None, path: str, label: str, value: int) -> bool:
    """Exactly one of the file's lines begins with the label, and it gives the value: a list of guesses doesn't."""
    return [line for line in _lines(state, path) if line.startswith(label)] == [f"{label} {value}"]


def files_copied(state: State, answer: str | None, source: str, target: str, names: Sequence[str]) -> bool:
    """The target holds copies of these files of the source and nothing else, and the source still has them."""
    desktop = state["ubuntu"]
    if desktop.list_dir(target) != tuple(sorted(names)):
        return False
    for name in names:
        original = desktop.read_file(f"{source}/{name}")
        if original is None or desktop.read_file(f"{target}/{name}") != original:
            return False
    return True


def _named(state: State, name: str) -> list[Contact]:
    return [contact for contact in state["android"].contacts() if contact.name == name]


def contact_has(state: State, answer: str | None, name: str, phone: str = "", email: str = "") -> bool:
    """A contact of this name has this number and e-mail address; what is empty isn't checked."""
    return any(
        (not phone or digits(contact.phone) == digits(phone))
        and (not email or contact.email.casefold() == email.casefold())
        for contact in _named(state, name)
    )


def contact_once(state: State, answer: str | None, name: str, phone: str, email: str) -> bool:
    """Exactly one contact has this name, and it has this number and this e-mail address."""
    return len(_named(state, name)) == 1 and contact_has(state, answer, name, phone, email)


def message_sent(state: State, answer: str | None, number: str, body: str) -> bool:
    """A text message with this body was sent to the number, and none with it to another."""
    sent = [m.address for m in state["android"].messages() if m.box == "sent" and m.body.strip() == body]
    return bool(sent) and all(digits(address) == digits(number) for address in sent)


def only_message(state: State, answer: str | None, number: str, body: str) -> bool:
    """This, and nothing else, was sent to the number: several guesses don't count."""
    sent = [message for message in state["android"].messages() if message.box == "sent"]
    return [message.body.strip() for message in sent if digits(message.address) == digits(number)] == [body]


def only_todo(state: State, answer: str | None, title: str, start: str, end: str) -> bool:
    """One entry of the Tasks app starts and ends like this: the one of this title, open. Guesses don't count."""
    todos = state["android"].todos()
    found = [(t.title, t.done) for t in todos if t.title.startswith(start) and t.title.endswith(end)]
    return found == [(title, False)]


def todo_exists(state: State, answer: str | None, title: str) -> bool:
    """An open entry of the Tasks app has this title."""
    return any(todo.title == title and not todo.done for todo in state["android"].todos())


def todo_has_notes(state: State, answer: str | None, title: str, notes: str) -> bool:
    """An open entry of the Tasks app has this title and these notes."""
    return any((t.title, t.notes.strip(), t.done) == (title, notes, False) for t in state["android"].todos())


def todo_is_done(state: State, answer: str | None, title: str) -> bool:
    """The entry of the Tasks app is still there, and marked as completed."""
    return any(todo.title == title and todo.done for todo in state["android"].todos())


def todos_are(state: State, answer: str | None, rows: Sequence[tuple[str, str, bool]]) -> bool:
    """The entries of the Tasks app are exactly these, in any order: title, notes, whether it is completed."""
    return sorted((t.title, t.notes.strip(), t.done) for t in state["android"].todos()) == sorted(rows)
