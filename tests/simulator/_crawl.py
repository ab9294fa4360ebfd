"""Crawls Settings: touches every control that can be reached, and finds those that change nothing but themselves.

A control is alive if it leads to another page, or changes another setting, anything else that is kept, or other words
on its page; or if one of the *probes* comes out otherwise than before. A probe uses a copy of the machine for something
that a person does there, and returns what is seen of it.
"""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from crab_sim.draw.raster import Canvas
from crab_sim.machine.machine import Machine
from crab_sim.machine.slices import SETTINGS
from crab_sim.ui import Node, Window
from crab_sim.ui.node import CHECKED, SELECTED

Probe = Callable[[Any], Hashable]
Key = tuple[str, str]

_NO_KEY: Key = ("", "")
_TOOLKIT = ("dismiss", "nothing", "focus", "back", "cancel")
_LOOKED_AT = ("time", "windows", "settings", "pointer", "last_used")  # by other means, or of no interest


class Control(NamedTuple):
    """A control: the titles on the way to it, its node, and the setting that it sets, ``("", "")`` for none."""

    path: tuple[str, ...]
    node: Node
    key: Key

    @property
    def name(self) -> str:
        """The setting; for a control without one, the titles on the way to it."""
        return " ".join(self.key) if self.key != _NO_KEY else " › ".join(self.path)


class Shown(NamedTuple):
    """A page or dialog: the machine that shows it, the titles on the way, the page and the control that opened it."""

    machine: Machine
    path: tuple[str, ...]
    opener: tuple[Machine, Node] | None


def crawl(
    start: Machine, verb: str, probes: Sequence[Probe], own: Mapping[str, Key], depth: int = 3
) -> tuple[set[str], set[str]]:
    """Touches every control that can be reached from the page that a machine shows.

    Args:
        start: The machine, with Settings in front.
        verb: The verb that touches.
        probes: Try what a setting may change.
        own: The settings that messages without a key set, by the messages' names.
        depth: How many touches lead to the last controls.

    Returns:
        The names of the controls that matter, and of those that don't.
    """
    alive: set[str] = set()
    dead: set[str] = set()
    before = _tried(start, probes)
    shown, waiting = {_place(start)}, deque([Shown(start, (), None)])
    while waiting:
        machine, path, opener = waiting.popleft()
        for control in _controls(machine, path, own):
            twin = machine.fork()
            _touch(twin, verb, control.node)
            if _leads_on(machine, twin):
                alive.add(control.name)
                if twin.front is not None and len(control.path) < depth and _place(twin) not in shown:
                    shown.add(_place(twin))
                    waiting.append(Shown(twin, control.path, (machine, control.node)))
            elif _matters(machine, twin, control, opener) or (_sets(machine, twin) and _tried(twin, probes) != before):
                alive.add(control.name)
            elif _sets(machine, twin) or not (control.key != _NO_KEY or control.node.flags & (SELECTED | CHECKED)):
                dead.add(control.name)
    return alive, dead - alive


def _window(machine: Machine) -> Window:
    assert machine.front is not None
    return machine.front


def _place(machine: Machine) -> Hashable:
    """Returns which of its pages an app shows."""
    window = _window(machine)
    return window.app, tuple([(page.name, page.arg, page.data, page.overlay) for page in window.pages])


def _controls(machine: Machine, path: tuple[str, ...], own: Mapping[str, Key]) -> Iterator[Control]:
    """Yields the controls of the dialog in front, else of the page."""
    window = _window(machine)
    nodes = [node for node in machine.scene.nodes if node.owner == window.id]
    dialogs = [i for i, node in enumerate(nodes) if node.role in ("dialog", "menu")]  # they cover the rest
    for node in nodes[dialogs[-1] :] if dialogs else nodes:
        if node.message is not None and node.message[0] not in _TOOLKIT and not node.message[0].startswith("field_"):
            yield Control((*path, node.text or node.description), node, _key(node.message, window, own))


def _key(message: tuple[Any, ...], window: Window, own: Mapping[str, Key]) -> Key:
    match message:
        case ("put" | "chosen", str(space), str(key), _) | ("slide", str(space), str(key), float()):
            return space, key
        case ("slide", str(key), float()):
            return "system", key
        case ("renamed",):
            return own[window.page.arg]
    return own.get(message[0], _NO_KEY)


def _touch(machine: Machine, verb: str, node: Node) -> None:
    """Touches a control; a slider at its beginning, and the button of a dialog after another text was typed."""
    left, top, right, bottom = node.bounds
    if _window(machine).page.focus in ("name", "password"):
        machine.execute("write_text", {"text": "Another name"})  # type: ignore[attr-defined]
    x = left + 1 if node.role == "slider" else (left + right) // 2
    machine.execute(verb, {"x": x, "y": (top + bottom) // 2})  # type: ignore[attr-defined]
    machine.advance(1.0)


def _leads_on(before: Machine, after: Machine) -> bool:
    """Returns whether another app, page or dialog is in front, and not only a dialog gone."""
    if after.front is None or after.front.app != _window(before).app:
        return True
    old, new = _window(before), after.front
    opened = bool(new.page.overlay) and new.page.overlay != old.page.overlay
    return (
        opened
        or len(new.pages) > len(old.pages)
        or (len(new.pages) == len(old.pages) and new.page.data != old.page.data)
    )


def _sets(before: Machine, after: Machine) -> bool:
    return bool(before.get(SETTINGS) != after.get(SETTINGS))


def _matters(before: Machine, after: Machine, control: Control, opener: tuple[Machine, Node] | None) -> bool:
    """Returns whether another setting, anything else that is kept, or something else on the page has changed."""
    old, new = before.get(SETTINGS), after.get(SETTINGS)
    if any(new.get(key) != old.get(key) for key in {**old, **new} if key != control.key):
        return True
    if any(_kept(before, name) != value for name, value in after.slices.items() if name not in _LOOKED_AT):
        return True
    page, own = before, control.node
    if opener is not None and (_window(before).page.overlay or len(_window(after).pages) < len(_window(before).pages)):
        page, own = opener  # the dialog is gone, and the page below it is there again
    return _words(page, own) != _words(after, own)


def _kept(machine: Machine, name: str) -> object:
    return machine.value(name) if name in machine.seeders else machine.slices.get(name)


def _words(machine: Machine, own: Node) -> list[tuple[object, ...]]:
    """Returns what the page says outside of a control's own row."""
    _, top, _, bottom = own.bounds
    return [
        (node.role, node.text, node.description, node.flags, node.message)
        for node in machine.scene.nodes
        if node.owner == own.owner
        and (node.message is None or node.message[:-1] != (own.message or ())[:-1])  # another option of the same choice
        and (node.bounds[3] <= top or node.bounds[1] >= bottom)
    ]


def _tried(machine: Machine, probes: Sequence[Probe]) -> tuple[Hashable, ...]:
    return tuple([probe(machine.fork()) for probe in probes])


def picture(machine: Machine) -> str:
    """Returns a digest of the machine's screen."""
    machine.set_drawn(True)
    ops = machine.display_list()
    return hashlib.sha256(Canvas(machine.width, machine.height).frame(ops).tobytes()).hexdigest()
