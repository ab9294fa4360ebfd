"""Evaluators: pure functions from the devices' state to whether a checkpoint holds.

Each takes ``(state, answer, **args)``: ``state`` maps a device to its `StateReader`, ``answer`` is what was submitted,
or None. They test what the devices hold, never what the agent did.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from crab_gym.backends.base import Contact, StateReader

__all__ = [
    "answer_is_number",
    "answer_is_phone_number",
    "app_in_front",
    "contact_has",
    "contact_once",
    "file_exists",
    "file_gone",
    "file_has_line",
    "file_is",
    "files_copied",
    "folder_exists",
    "message_sent",
    "open_todos_are",
    "setting_at_most",
    "setting_is",
    "todo_exists",
    "todo_has_notes",
    "todo_is_done",
]

State = Mapping[str, StateReader]


def digits(number: str) -> str:
    """Returns a telephone number's digits."""
    return "".join(char for char in number if char.isdecimal())


def app_in_front(state: State, answer: str | None, device: str, app: str) -> bool:
    """The app has the focus."""
    return state[device].foreground().app == app


def setting_is(state: State, answer: str | None, device: str, namespace: str, key: str, value: str) -> bool:
    """The setting has the value."""
    return state[device].setting(namespace, key) == value


def setting_at_most(state: State, answer: str | None, device: str, namespace: str, key: str, most: int) -> bool:
    """The setting is a number, and no greater than `most`."""
    value = state[device].setting(namespace, key)
    return value is not None and value.lstrip("-").isdecimal() and int(value) <= most


def answer_is_number(state: State, answer: str | None, value: int) -> bool:
    """The answer names exactly one whole number, and it is the value."""
    return answer is not None and re.findall(r"\d+", answer) == [str(value)]


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


def file_has_line(state: State, answer: str | None, path: str, line: str) -> bool:
    """One of the file's lines is this."""
    return line in _lines(state, path)


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
        (not phone or digits(contact.phone) == digits(phone)) and (not email or contact.email == email)
        for contact in _named(state, name)
    )


def contact_once(state: State, answer: str | None, name: str, phone: str, email: str) -> bool:
    """Exactly one contact has this name, and it has this number and this e-mail address."""
    return len(_named(state, name)) == 1 and contact_has(state, answer, name, phone, email)


def message_sent(state: State, answer: str | None, number: str, body: str) -> bool:
    """A text message with this body was sent to the number, and none with it to another."""
    sent = [m.address for m in state["android"].messages() if m.box == "sent" and m.body.strip() == body]
    return bool(sent) and all(digits(address) == digits(number) for address in sent)


def todo_exists(state: State, answer: str | None, title: str) -> bool:
    """An open entry of the Tasks app has this title."""
    return any(todo.title == title and not todo.done for todo in state["android"].todos())


def todo_has_notes(state: State, answer: str | None, title: str, notes: str) -> bool:
    """An open entry of the Tasks app has this title and these notes."""
    return any((t.title, t.notes.strip(), t.done) == (title, notes, False) for t in state["android"].todos())


def todo_is_done(state: State, answer: str | None, title: str) -> bool:
    """The entry of the Tasks app is still there, and marked as completed."""
    return any(todo.title == title and todo.done for todo in state["android"].todos())


def open_todos_are(state: State, answer: str | None, titles: Sequence[str]) -> bool:
    """The titles of the open entries of the Tasks app are exactly these, in any order."""
    return sorted(todo.title for todo in state["android"].todos() if not todo.done) == sorted(titles)
