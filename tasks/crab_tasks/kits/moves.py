"""Moves that belong to no app: finding elements, pointing at them, submitting.

Oracles are made of moves. An oracle looks at the screens through ``look(device)`` and yields actions; it never sees a
backend. Each move can start from any screen, so that the checkpoints can be reached in any topological order.
"""

from __future__ import annotations

from collections.abc import Iterator

from crab_gym.backends.base import Element
from crab_gym.task import Action, Look, Oracle, OracleStuck, Params, action

__all__ = ["click", "click_on", "find", "has", "hold", "launch", "nothing_more", "submit", "tap"]


def _matches(element: Element, text: str, description: str, rid: str, role: str) -> bool:
    return (
        (not text or element.text == text)
        and (not description or element.description == description)
        and (not rid or element.resource_id.rpartition("/")[2] == rid)
        and (not role or element.role == role)
        and element.enabled
    )


def has(look: Look, device: str, text: str = "", description: str = "", rid: str = "", role: str = "") -> bool:
    """Returns whether an element is on the screen.

    Args:
        look: Shows the screens.
        device: The device.
        text: Its text; "" for any.
        description: Its description; "" for any.
        rid: The last part of its resource id; "" for any.
        role: Its role; "" for any.
    """
    return any(_matches(element, text, description, rid, role) for element in look(device))


def find(look: Look, device: str, text: str = "", description: str = "", rid: str = "", role: str = "") -> Element:
    """Returns the topmost element with this text, description, resource id (its last part) and role.

    Args:
        look: Shows the screens.
        device: The device.
        text: Its text; "" for any.
        description: Its description; "" for any.
        rid: The last part of its resource id; "" for any.
        role: Its role; "" for any.

    Raises:
        OracleStuck: There is none; the message lists the elements on the screen.
    """
    elements = look(device)
    for element in reversed(elements):
        if _matches(element, text, description, rid, role):
            return element
    wanted = ", ".join(part for part in (text, description, rid, role) if part)
    shown = "; ".join(f"{e.role} {e.text or e.description!r}" for e in elements if e.text or e.description)
    raise OracleStuck(f"no element {wanted!r} on {device}; there are: {shown}")


def _at(device: str, verb: str, element: Element) -> Action:
    """Returns an action at the middle of an element."""
    x, y = element.center
    return action(device, verb, x=x, y=y)


def tap(look: Look, text: str = "", description: str = "", rid: str = "", role: str = "") -> Action:
    """Taps an element of the phone.

    Args:
        look: Shows the screens.
        text: Its text; "" for any.
        description: Its description; "" for any.
        rid: The last part of its resource id; "" for any.
        role: Its role; "" for any.
    """
    return _at("android", "tap", find(look, "android", text, description, rid, role))


def hold(look: Look, text: str = "", description: str = "", role: str = "") -> Action:
    """Touches an element of the phone for long.

    Args:
        look: Shows the screens.
        text: Its text; "" for any.
        description: Its description; "" for any.
        role: Its role; "" for any.
    """
    return _at("android", "long_tap", find(look, "android", text, description, role=role))


def click(look: Look, text: str = "", description: str = "", rid: str = "", role: str = "") -> Action:
    """Clicks an element of the desktop.

    Args:
        look: Shows the screens.
        text: Its text; "" for any.
        description: Its description; "" for any.
        rid: The last part of its resource id; "" for any.
        role: Its role; "" for any.
    """
    return _at("ubuntu", "click", find(look, "ubuntu", text, description, rid, role))


def click_on(element: Element) -> Action:
    """Clicks an element that was found before."""
    return _at("ubuntu", "click", element)


def submit(answer: str) -> Action:
    """Submits an answer."""
    return action("root", "submit", answer=answer)


def launch(app: str) -> Oracle:
    """Returns an oracle that opens an app of the phone, by the name that it has there."""

    def opening(params: Params, look: Look) -> Iterator[Action]:
        """Opens the app."""
        yield action("android", "open_app", name=app)

    return opening


def nothing_more(params: Params, look: Look) -> Iterator[Action]:
    """Does nothing, for a checkpoint that follows from the others and only refuses states that look like a solution."""
    yield from ()
