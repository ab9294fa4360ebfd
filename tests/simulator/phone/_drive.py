"""Drives a phone through its verbs only, aiming at its accessibility nodes."""

from __future__ import annotations

from typing import Any

from crab_sim.machine.app import Context, View
from crab_sim.phone import Phone
from crab_sim.phone.system import notifications
from crab_sim.phone.system.settings_store import SETTINGS, Settings
from crab_sim.ui import Box, Column, Label, Node, Scroll, Space


def phone(seed: int = 0, app: str = "", width: int = 360, height: int = 800) -> Phone:
    machine = Phone(width, height)
    machine.boot(seed)
    if app:
        machine.execute("open_app", {"name": app})
    return machine


def nodes(machine: Phone, text: str = "", description: str = "", rid: str = "", role: str = "") -> list[Node]:
    return [
        node
        for node in machine.scene.nodes
        if (not text or node.text == text)
        and (not description or node.description == description)
        and (not rid or node.resource_id.endswith("/" + rid))
        and (not role or node.role == role)
    ]


def node(machine: Phone, text: str = "", description: str = "", rid: str = "", role: str = "") -> Node:
    found = nodes(machine, text, description, rid, role)
    shown = [(n.role, n.text, n.description, n.resource_id) for n in machine.scene.nodes]
    assert found, f"no node with {text=} {description=} {rid=} {role=}; there are {shown}"
    return found[-1]


def center(found: Node) -> dict[str, int]:
    left, top, right, bottom = found.bounds
    return {"x": (left + right) // 2, "y": (top + bottom) // 2}


def tap(machine: Phone, text: str = "", description: str = "", rid: str = "", role: str = "") -> None:
    machine.execute("tap", center(node(machine, text, description, rid, role)))


def long_tap(machine: Phone, text: str = "", description: str = "", rid: str = "") -> None:
    machine.execute("long_tap", center(node(machine, text, description, rid)))


def write(machine: Phone, text: str) -> None:
    machine.execute("write_text", {"text": text})


def press(machine: Phone, key: str) -> None:
    machine.execute("press", {"key": key})


def scroll_to(machine: Phone, text: str) -> None:
    for _ in range(16):
        found = nodes(machine, text)
        if found and found[-1].bounds[3] - found[-1].bounds[1] >= 30:
            return
        at = {"x": machine.width // 2, "y": machine.height // 2}
        machine.execute("swipe", {**at, "direction": "down", "distance": "short"})
    raise AssertionError(f"{text!r} doesn't come into view")


def replace(machine: Phone, hint: str, text: str) -> None:
    """Selects all of a field and types over it."""
    long_tap(machine, description=hint)
    tap(machine, "Select all")
    write(machine, text)


def setting(machine: Phone, namespace: str, key: str) -> str | None:
    settings: Settings = machine.get(SETTINGS)
    return settings.get((namespace, key))


def swipe(machine: Phone, direction: str, distance: str = "long", x: int = 180, y: int = 400) -> None:
    machine.execute("swipe", {"x": x, "y": y, "direction": direction, "distance": distance})


def shade(machine: Phone) -> None:
    """Opens the notification shade, or opens it further."""
    swipe(machine, "up", y=10)


def notify(machine: Phone) -> None:
    notifications.post(machine, "contacts", "Birthday", "Ada has one today", ("show", 1))
    notifications.post(machine, "messages", "New message", "Hello", ())


def reader() -> Phone:
    """Returns a phone whose Contacts is a page with a text that can be selected above a pager."""

    def view(context: Context) -> View:
        turned = Label(f"Page {context.page.data or 0}")
        pager = Box(turned, text="pager", swipe_message=("turn", 0))
        label = Label("one two three four five six seven eight nine", wrap=True, selectable=True)
        return View(Column([label, pager, Scroll("list", [Space(2000)], swipe_message=("list", 0))]))

    def update(context: Context, message: tuple[Any, ...]) -> None:
        name, args = message[0], message[1:]
        context.set(data=(context.page.data or 0) + (1 if name == "turn" else 10) * args[0])

    apps = {**Phone.apps, "contacts": Phone.apps["contacts"]._replace(view=view, update=update)}
    machine: Phone = type("_Reader", (Phone,), {"apps": apps})()
    machine.launch("contacts")
    return machine


def breaking() -> Phone:
    """Returns a phone whose Contacts can't be drawn once its button has been touched; Recipes fails at each touch."""

    def view(context: Context) -> View:
        if context.page.data:
            raise LookupError("nothing to show")
        return View(Column([Box(Label("Break"), message=("break",), text="Break")]))

    def update(context: Context, message: tuple[Any, ...]) -> None:
        context.set(data=True)

    def fail(context: Context, message: tuple[Any, ...]) -> None:
        raise LookupError("nothing to do")

    contacts = Phone.apps["contacts"]._replace(view=view, update=update)
    recipes = Phone.apps["recipes"]._replace(view=view, update=fail)
    apps = {**Phone.apps, "contacts": contacts, "recipes": recipes}
    machine: Phone = type("_Breaking", (Phone,), {"apps": apps})()
    machine.launch("contacts")
    return machine
