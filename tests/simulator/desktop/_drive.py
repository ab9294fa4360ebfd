"""Drives a desktop through its verbs only, aiming at its accessibility nodes."""

from __future__ import annotations

from crab_sim.desktop import Desktop
from crab_sim.desktop.settings_store import SETTINGS
from crab_sim.machine.app import Context
from crab_sim.ui import Node

HOME = "/home/user"


def desktop(app: str = "", seed: int = 0, width: int = 1280, height: int = 720) -> Desktop:
    machine = Desktop(width, height)
    machine.boot(seed)
    if app:
        start(machine, app)
    return machine


def start(machine: Desktop, app: str) -> None:
    machine.execute("search_app", {"name": app})
    press(machine, "enter")


def nodes(machine: Desktop, text: str = "", description: str = "", rid: str = "", role: str = "") -> list[Node]:
    return [
        node
        for node in machine.scene.nodes
        if (not text or node.text == text)
        and (not description or node.description == description)
        and (not rid or node.resource_id == rid)
        and (not role or node.role == role)
    ]


def node(machine: Desktop, text: str = "", description: str = "", rid: str = "", role: str = "") -> Node:
    found = nodes(machine, text, description, rid, role)
    shown = [(n.role, n.text, n.description, n.resource_id) for n in machine.scene.nodes]
    assert found, f"no node with {text=} {description=} {rid=} {role=}; there are {shown}"
    return found[-1]


def center(found: Node) -> dict[str, int]:
    left, top, right, bottom = found.bounds
    return {"x": (left + right) // 2, "y": (top + bottom) // 2}


def click(
    machine: Desktop, text: str = "", description: str = "", rid: str = "", role: str = "", verb: str = "click"
) -> None:
    machine.execute(verb, center(node(machine, text, description, rid, role)))


def double_click(machine: Desktop, text: str = "", role: str = "") -> None:
    click(machine, text, role=role, verb="double_click")


def right_click(machine: Desktop, text: str = "", description: str = "") -> None:
    click(machine, text, description, verb="right_click")


def write(machine: Desktop, text: str) -> None:
    machine.execute("write_text", {"text": text})


def press(machine: Desktop, *keys: str) -> None:
    """Presses each key; one with a plus is a combination."""
    for key in keys:
        if "+" in key:
            machine.execute("hotkey", {"keys": key.split("+")})
        else:
            machine.execute("press", {"key": key})


def title(machine: Desktop) -> str:
    front = machine.front
    return machine.apps[front.app].title(Context(machine, front.id)) if front else ""


def front_app(machine: Desktop) -> str:
    return machine.front.app if machine.front else ""


def screen(machine: Desktop) -> str:
    """Returns the text of the terminal in front."""
    return node(machine, rid="terminal").text


def names(machine: Desktop) -> list[str]:
    """The rows of the Files window in front."""
    front = machine.front
    assert front is not None
    rows = [n for n in nodes(machine, role="cell") if n.owner == front.id]
    return [n.text for n in rows if n.message and n.message[0] == "select"]


def setting(machine: Desktop, schema: str, key: str) -> str:
    value: str = machine.get(SETTINGS)[schema, key]
    return value
