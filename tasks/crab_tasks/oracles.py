"""What oracles are made of: finding elements, and the flows that many tasks share.

An oracle looks at the screens through ``look(device)`` and yields actions; it never sees a backend. Each one starts
from whatever the screens show, so that the checkpoints can be reached in any topological order.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator

from crab_gym.backends.base import Element
from crab_gym.policies import OracleStuck
from crab_gym.task import Action, Look, Params, action

__all__ = [
    "check_off",
    "click",
    "edit_contact",
    "find",
    "has",
    "leave_pages",
    "new_contact",
    "new_todo",
    "nothing_more",
    "open_terminal",
    "run_in_terminal",
    "save_with_editor",
    "scroll_to",
    "send_text",
    "submit",
    "tap",
    "type_into",
]


def _matches(element: Element, text: str, description: str, rid: str, role: str) -> bool:
    return (
        (not text or element.text == text)
        and (not description or element.description == description)
        and (not rid or element.resource_id.rpartition("/")[2] == rid)
        and (not role or element.role == role)
        and element.enabled
    )


def has(look: Look, device: str, text: str = "", description: str = "", rid: str = "", role: str = "") -> bool:
    """Returns whether an element is on the screen."""
    return any(_matches(element, text, description, rid, role) for element in look(device))


def find(look: Look, device: str, text: str = "", description: str = "", rid: str = "", role: str = "") -> Element:
    """Returns the topmost element with this text, description, resource id (its last part) and role.

    Raises:
        OracleStuck: There is none; the message lists what there is.
    """
    elements = look(device)
    for element in reversed(elements):
        if _matches(element, text, description, rid, role):
            return element
    wanted = ", ".join(part for part in (text, description, rid, role) if part)
    shown = "; ".join(f"{e.role} {e.text or e.description!r}" for e in elements if e.text or e.description)
    raise OracleStuck(f"no element {wanted!r} on {device}; there are: {shown}")


def _at(device: str, verb: str, element: Element) -> Action:
    x, y = element.center
    return action(device, verb, x=x, y=y)


def tap(look: Look, text: str = "", description: str = "", rid: str = "", role: str = "") -> Action:
    """Taps an element of the phone."""
    return _at("android", "tap", find(look, "android", text, description, rid, role))


def click(look: Look, text: str = "", description: str = "", rid: str = "", role: str = "") -> Action:
    """Clicks an element of the desktop."""
    return _at("ubuntu", "click", find(look, "ubuntu", text, description, rid, role))


def scroll_to(look: Look, text: str) -> Iterator[Action]:
    """Swipes the phone's list down to its end, then back up, until a text is on the screen."""
    for direction in ("down", "up"):
        before: tuple[Element, ...] = ()
        for _ in range(12):
            shown = look("android")
            if has(look, "android", text):
                return
            if shown == before:
                break
            before = shown
            x, y = find(look, "android", role="list").center
            yield action("android", "swipe", x=x, y=y, direction=direction, distance="long")


def leave_pages(look: Look, rid: str) -> Iterator[Action]:
    """Goes back on the phone until an element of an app's first page is on the screen."""
    for _ in range(5):
        if has(look, "android", rid=rid):
            return
        yield action("android", "press", key="back")
    raise OracleStuck(f"no page with {rid!r} was reached by going back")


def type_into(look: Look, hint: str, text: str) -> Iterator[Action]:
    """Types a text into an empty field of the phone."""
    yield tap(look, description=hint, role="text_field")
    yield action("android", "write_text", text=text)


def send_text(look: Look, number: str, body: str) -> Iterator[Action]:
    """Sends a text message from the phone."""
    yield action("android", "open_app", name="Messages")
    yield from leave_pages(look, "start_chat_fab")
    yield tap(look, rid="start_chat_fab")
    yield from type_into(look, "Type a name or phone number", number)
    yield tap(look, text=f"Send to {number}")
    yield from type_into(look, "Text message", body)
    yield tap(look, description="Send SMS")


def nothing_more(params: Params, look: Look) -> Iterator[Action]:
    """Does nothing: the checkpoint follows from the others, and is there to refuse what only looks like them."""
    yield from ()


def submit(answer: str) -> Action:
    """Submits an answer."""
    return action("root", "submit", answer=answer)


def open_terminal() -> Iterator[Action]:
    """Starts the desktop's terminal, or brings it to the front."""
    yield action("ubuntu", "search_app", name="Terminal")
    yield action("ubuntu", "press", key="enter")


def run_in_terminal(*commands: list[str] | str) -> Iterator[Action]:
    """Runs commands in the desktop's terminal: argument lists are quoted, text is typed as it is."""
    yield from open_terminal()
    for command in commands:
        line = command if isinstance(command, str) else shlex.join(command)
        yield action("ubuntu", "write_text", text=f"{line}\n")


def save_with_editor(path: str, text: str) -> Iterator[Action]:
    """Writes a new text file with the desktop's editor."""
    yield action("ubuntu", "search_app", name="Text Editor")
    yield action("ubuntu", "press", key="enter")
    yield action("ubuntu", "hotkey", keys=["ctrl", "n"])
    yield action("ubuntu", "write_text", text=text)
    yield action("ubuntu", "hotkey", keys=["ctrl", "s"])
    yield action("ubuntu", "write_text", text=path)
    yield action("ubuntu", "press", key="enter")


def new_contact(look: Look, name: str, phone: str = "", email: str = "", save: bool = True) -> Iterator[Action]:
    """Makes an entry in the phone's address book; its page is shown afterwards."""
    yield action("android", "open_app", name="Contacts")
    yield from leave_pages(look, "floating_action_button")
    yield tap(look, rid="floating_action_button")
    first, _, last = name.partition(" ")
    for hint, text in (("First name", first), ("Last name", last), ("Phone", phone), ("Email", email)):
        if text:
            yield from type_into(look, hint, text)
    if save:
        yield tap(look, text="Save")


def edit_contact(look: Look, name: str, texts: dict[str, str]) -> Iterator[Action]:
    """Fills empty fields of an entry of the phone's address book."""
    yield action("android", "open_app", name="Contacts")
    yield from leave_pages(look, "floating_action_button")
    yield from scroll_to(look, name)
    yield tap(look, text=name, role="list_item")
    yield tap(look, description="Edit contact")
    for hint, text in texts.items():
        yield from type_into(look, hint, text)
    yield tap(look, text="Save")


def new_todo(look: Look, title: str, notes: str = "") -> Iterator[Action]:
    """Adds an entry to the phone's Tasks app."""
    yield action("android", "open_app", name="Tasks")
    yield from leave_pages(look, "fab")
    yield tap(look, rid="fab")
    yield from type_into(look, "Title", title)
    if notes:
        yield from type_into(look, "Notes", notes)
    yield tap(look, text="Save")


def check_off(look: Look, title: str) -> Iterator[Action]:
    """Marks an entry of the phone's Tasks app as completed."""
    yield action("android", "open_app", name="Tasks")
    yield from leave_pages(look, "fab")
    yield from scroll_to(look, title)
    yield tap(look, description=f"Mark as completed: {title}")


def settings_page(look: Look, page: str) -> Iterator[Action]:
    """Opens a page of the phone's Settings."""
    yield action("android", "open_app", name="Settings")
    yield from leave_pages(look, "search_bar")
    yield from scroll_to(look, page)
    yield tap(look, text=page, role="list_item")


def gsettings(schema: str, key: str, value: str) -> Iterator[Action]:
    """Sets a setting of the desktop in the terminal."""
    yield from run_in_terminal(["gsettings", "set", schema, key, value])


def settings_panel(look: Look, panel: str) -> Iterator[Action]:
    """Opens a panel of the desktop's Settings."""
    yield action("ubuntu", "search_app", name="Settings")
    yield action("ubuntu", "press", key="enter")
    yield click(look, text=panel, role="list_item")


def switch_in_settings(look: Look, panel: str, switch: str, on: bool) -> Iterator[Action]:
    """Turns a switch in a panel of the desktop's Settings on or off."""
    yield from settings_panel(look, panel)
    if find(look, "ubuntu", text=switch, role="switch").checked != on:
        yield click(look, text=switch, role="switch")


def set_style(look: Look, style: str) -> Iterator[Action]:
    """Chooses the light or dark style in the desktop's Settings."""
    yield from settings_panel(look, "Appearance")
    yield click(look, text=style.capitalize(), role="radio")
