"""Reads the accessibility trees of the programs whose windows are on the screen (AT-SPI over D-Bus).

One `GetItems` call a program brings all that it keeps in its cache, in place of several calls a widget. Then those
widgets that show are asked for their place and text, all at once. A program that hangs, lies or floods costs a bounded
time and a bounded number of rows: what was read until then is what there is.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from .dbus import Bus, Call, Malformed, Reader

__all__ = ["Accessibility"]

# Limits. Times in seconds.
_SECONDS = 5.0  # for everything
_APP_SECONDS = 2.5  # for a program's first answer
_LATE_SECONDS = 0.1  # for one that has not given an answer since the last look
_MAX_APPS = 32
_MAX_ITEMS = 6000  # of a program's cache
_MAX_NODES = 1500  # that show, of a program
_MAX_DEPTH = 60
_MAX_ASKED = 400  # nodes of a program that are asked for their text, or for their children
_MAX_ADOPTED = 40
_ADOPTED_LEVELS = 4
_DOCUMENT_TRIES = 10
_MAX_MANAGERS = 12
_MAX_ADDED = 1500  # nodes that a program's cache leaves out
_MAX_TEXTS = 1000
_MAX_CHILDREN = 600  # of one list or table
_MAX_LINES = 200  # rows, or columns, of a table
_MAX_NAME = 400  # characters
_MAX_TEXT = 2000

_ROOT = "/org/a11y/atspi/accessible/root"
_CACHE = "/org/a11y/atspi/cache"
_ACTION = "org.a11y.atspi.Action"
_ACCESSIBLE = "org.a11y.atspi.Accessible"
_COMPONENT = "org.a11y.atspi.Component"
_TABLE = "org.a11y.atspi.Table"
_TEXT = "org.a11y.atspi.Text"
_VALUE = "org.a11y.atspi.Value"
_PROPERTIES = "org.freedesktop.DBus.Properties"
_REGISTRY = "org.a11y.atspi.Registry"
_DBUS = "org.freedesktop.DBus"
_ITEMS = "a((so)(so)(so)iiassusau)"
_OLD_ITEMS = "a((so)(so)(so)a(so)assusau)"  # with the children themselves
_ON_SCREEN, _IN_WINDOW = 0, 1  # coordinates
_MAX = 0x7FFFFFFF
_ABOUT = (
    (_PROPERTIES, "GetAll", "a{sv}", "s", (_ACCESSIBLE,)),
    (_ACCESSIBLE, "GetRole", "u", "", ()),
    (_ACCESSIBLE, "GetState", "au", "", ()),
    (_ACCESSIBLE, "GetInterfaces", "as", "", ()),
)
_GTK4 = "GTK"  # which is "gtk" in the older ones
_GTK2 = "GAIL"
_GECKO = "Gecko"  # Firefox

# States, as bits.
_CHOSEN = 1 << 2 | 1 << 12 | 1 << 23  # armed, focused or selected
_DEFUNCT, _SHOWING, _VISIBLE, _MANAGES = 1 << 6, 1 << 25, 1 << 30, 1 << 31  # the last: what is in it only it knows

# Roles.
_FRAME, _LABEL, _SCROLL_BAR = 28, 29, 48  # the first: where Firefox shows a page
_VALUED = frozenset((42, _SCROLL_BAR, 51, 52, 103, 114))  # progress bar, slider, spin button, level bar, rating
_PERHAPS = frozenset((10, 26, 27, _LABEL, 32, 39, 56, 73, 83, 85, 90, 116))  # may be a link or a button, or not
_DOCUMENTS = frozenset((82, 95))
_MENU, _ENTRIES = 33, frozenset((8, 33, 35, 45, 50))
_NAMED = frozenset((_LABEL, 7, 8, 10, 33, 35, 37, 43, 44, 45, 50, 62, 129))  # their text is their name

Reference = tuple[str, str]  # name on the bus, object path


class App(NamedTuple):
    """A program on the accessibility bus."""

    name: str
    pid: int
    toolkit: str


class Node:
    """A widget, as its program describes it."""

    __slots__ = (
        "acts", "bounds", "children", "count", "description", "identifier", "index", "interfaces", "name", "parent",
        "reference", "role", "states", "text", "value",
    )  # fmt: skip

    def __init__(self, reference: Reference, parent: Reference, index: int, count: int) -> None:
        self.reference = reference
        self.parent = parent
        self.index = index
        self.count = count
        self.interfaces: frozenset[str] = frozenset()
        self.name = ""
        self.description = ""
        self.identifier = ""
        self.acts = False
        self.role = 0
        self.states = 0
        self.children: list[Node] = []
        self.bounds: tuple[int, int, int, int] | None = None
        self.text: str | None = None
        self.value: float | None = None


class Accessibility:
    """The programs' accessibility trees; the connection is made at the first look, and kept.

    Args:
        session_bus: Address of the session bus.
        size: Width and height of the screen.
    """

    def __init__(self, session_bus: str, size: tuple[int, int]) -> None:
        self._session_bus = session_bus
        self._size = size
        self._bus: Bus | None = None
        self._registry = ""  # where we are known to listen
        self._apps: dict[str, App] = {}
        self._awaited: set[str] = set()  # programs whose pages were waited for

    def read(self, pids: Iterable[int]) -> list[dict[str, Any]]:
        """Returns what is in the windows of these processes, a tree a program.

        Each is ``{"pid": number, "toolkit": name, "nodes": rows}``, parents before children, a row being ``[index of
        the parent or -1, role, states, name, description, bounds or None, text or None, value or None, whether it
        has actions, identifier]`` with AT-SPI's numbers; bounds are x, y, width, height as the program gives them.
        """
        end = time.monotonic() + _SECONDS
        try:
            bus = self._connect()
            apps = [app for app in self._programs(bus, end) if app.pid in set(pids)]
            return _Look(bus, apps, self._awaited, self._size, end).trees()
        except OSError:
            self.close()
            return []

    def close(self) -> None:
        """Hangs up; the next look connects again."""
        if self._bus is not None:
            self._bus.close()
        self._bus = None
        self._registry = ""
        self._apps.clear()

    def _connect(self) -> Bus:
        if self._bus is None:
            session = Bus(self._session_bus)
            try:
                where = Call("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", "s")
                address = _one(session.ask([where], time.monotonic() + 2.0)[0], "")
            finally:
                session.close()
            self._bus = Bus(address)
        return self._bus

    def _programs(self, bus: Bus, end: float) -> list[App]:
        first = min(end, time.monotonic() + _APP_SECONDS)
        answer = bus.ask([Call(_REGISTRY, _ROOT, _ACCESSIBLE, "GetChildren", "a(so)")], first)[0]
        if answer is not None and answer.sender != self._registry:
            # Programs fill their caches once somebody listens, to whatever: here to what hardly ever happens.
            event = ("document:load-complete",)
            listen = Call(_REGISTRY, "/org/a11y/atspi/registry", _REGISTRY, "RegisterEvent", "", "s", event)
            if bus.ask([listen], first)[0] is not None:
                self._registry = answer.sender
        names = list(dict.fromkeys(name for name, _ in _items(answer, _MAX_APPS)))
        new = [name for name in names if name not in self._apps]
        process = "GetConnectionUnixProcessID"
        pids = bus.ask([Call(_DBUS, "/org/freedesktop/DBus", _DBUS, process, "u", "s", (name,)) for name in new], end)
        toolkit = ("org.a11y.atspi.Application", "ToolkitName")
        kits = bus.ask([Call(name, _ROOT, _PROPERTIES, "Get", "v", "ss", toolkit) for name in new], first)
        for name, pid, kit in zip(new, pids, kits):  # noqa: B905 (strict= is newer than Python 3.9)
            if kit is not None:
                self._apps[name] = App(name, _one(pid, 0), _one(kit, "")[:40])
        return [self._apps[name] for name in names if name in self._apps]


class _Look:
    """One look at some programs.

    Args:
        bus: The accessibility bus.
        apps: The programs.
        awaited: Those whose pages were waited for; the others are added.
        size: Width and height of the screen.
        end: When to stop.
    """

    def __init__(self, bus: Bus, apps: Sequence[App], awaited: set[str], size: tuple[int, int], end: float) -> None:
        self._bus = bus
        self._apps = list(apps)
        self._kits = {app.name: app.toolkit for app in apps}
        self._late: set[str] = set()  # programs that are asked no more
        self._awaited = awaited
        self._size = size
        self._end = end

    def trees(self) -> list[dict[str, Any]]:
        """Returns the trees (see `Accessibility.read`)."""
        caches = self._caches()
        shown: dict[str, list[Node]] = {}
        for app in self._apps:
            nodes = caches.get(app.name)
            if nodes:
                shown[app.name] = _shown(nodes, _VISIBLE if app.toolkit == _GTK4 else _SHOWING, app.toolkit == _GTK2)
        self._details([node for nodes in shown.values() for node in nodes])
        return [
            {"pid": app.pid, "toolkit": app.toolkit, "nodes": _rows(shown[app.name])}
            for app in self._apps
            if app.name in shown
        ]

    def _ask(self, calls: Sequence[Call]) -> list[Reader | None]:
        """Asks programs that are not known to hang, and notes those that do."""
        answers = self._bus.ask(calls, self._end)
        self._late |= self._bus.late
        return answers

    def _caches(self) -> dict[str, dict[Reference, Node]]:
        found: dict[str, dict[Reference, Node]] = {}
        # To ask again while the last answer is owed would keep a slow program busy for good.
        pause = time.monotonic() + _LATE_SECONDS
        while (owing := self._bus.owing() & {app.name for app in self._apps}) and time.monotonic() < pause:
            time.sleep(0.01)
        wanted = [app for app in self._apps if app.name not in owing]
        for _ in range(4):
            first = time.monotonic() + _APP_SECONDS
            calls = [
                Call(app.name, _CACHE, "org.a11y.atspi.Cache", "GetItems", _ITEMS, deadline=first) for app in wanted
            ]
            answers = self._bus.ask(calls, self._end)
            for app, answer in zip(wanted, answers):  # noqa: B905
                if answer is not None:
                    found[app.name] = _nodes(answer)
            self._late |= self._bus.late
            # A program that has just begun to listen has no cache yet.
            wanted = [app for app in wanted if app.name not in found and app.name not in self._late]
            if not wanted:
                break
            time.sleep(0.03)
        for app in self._apps:
            if app.name in found and app.name not in self._late:
                if app.toolkit == _GTK4:
                    self._complete(app, found)
                else:
                    self._adopt(app, found[app.name])
                    self._expand(app, found[app.name])
                    if app.toolkit == _GECKO and app.name not in self._awaited:
                        # The processes that show its pages begin to tell of them once somebody has asked.
                        self._awaited.add(app.name)
                        for _ in range(_DOCUMENT_TRIES):
                            if _has_page(found[app.name].values()):
                                break
                            time.sleep(0.05)
                            self._expand(app, found[app.name])
        return found

    def _adopt(self, app: App, nodes: dict[Reference, Node]) -> None:
        """Adds the parents that a cache leaves out, as it does with what sits in a GTK 3 status bar."""
        for _ in range(_ADOPTED_LEVELS):
            missing = {
                node.parent for node in nodes.values() if node.parent not in nodes and node.parent[0] == app.name
            }
            paths = sorted(path for _, path in missing if path != _ROOT and not path.endswith("/null"))[:_MAX_ADOPTED]
            found = [node for node in self._described([(app.name, path) for path in paths]) if node is not None]
            if not found:
                return
            nodes.update((node.reference, node) for node in found)

    def _described(self, references: Sequence[Reference]) -> list[Node | None]:
        """Asks for nodes one by one, all at once; None for those that don't answer."""
        calls = [
            Call(*reference, interface, member, expects, signature, args)
            for reference in references
            for interface, member, expects, signature, args in _ABOUT
        ]
        answers = self._ask(calls) if calls else []
        found: list[Node | None] = []
        for place, reference in enumerate(references):
            properties, role, states, interfaces = (
                _one(answer, None) for answer in answers[place * len(_ABOUT) : (place + 1) * len(_ABOUT)]
            )
            known = dict(properties or ())
            parent, name, description = known.get("Parent"), known.get("Name"), known.get("Description", "")
            found.append(None)
            if role is None or states is None or interfaces is None:
                continue
            if isinstance(parent, tuple) and isinstance(name, str) and isinstance(description, str):
                count, attributes = known.get("ChildCount"), known.get("Attributes")
                count = count if isinstance(count, int) else 0
                node = found[-1] = _node(reference, parent, -1, count, interfaces, name, role, description, states)
                if isinstance(attributes, list):
                    node.identifier = dict(attributes).get("id", "")[:_MAX_NAME]
        return found

    def _expand(self, app: App, nodes: dict[Reference, Node]) -> None:
        """Adds what a cache leaves out and shows: what lists and tables keep to themselves, and documents of others."""
        have: dict[Reference, int] = {}
        for node in nodes.values():
            if not node.states & _DEFUNCT:
                have[node.parent] = have.get(node.parent, 0) + 1
        level = [
            node
            for node in nodes.values()
            if node.states & _SHOWING
            and (node.states & _MANAGES or node.role == _FRAME or node.count > have.get(node.reference, 0))
        ]
        left = _MAX_ADDED
        for _ in range(_MAX_DEPTH):
            # Of a spreadsheet nobody must ask for all children: it would set about making 2^31 of them.
            few = [node for node in level if not node.states & _MANAGES and 0 < node.count <= _MAX_CHILDREN][
                :_MAX_ASKED
            ]
            many = [node for node in level if node.states & _MANAGES or node.count > _MAX_CHILDREN][:_MAX_MANAGERS]
            answers = (
                self._ask([Call(*node.reference, _ACCESSIBLE, "GetChildren", "a(so)") for node in few]) if few else []
            )
            children = [child for answer in answers for child in _items(answer, _MAX_CHILDREN)]
            children += [child for node in many for child in self._children(node)]
            new = [child for child in dict.fromkeys(children) if child[0] == app.name and child not in nodes][:left]
            left -= len(new)
            level = [node for node in self._described(new) if node is not None and node.states & _SHOWING]
            for node in level:
                node.index = len(nodes)  # they come in order
                nodes[node.reference] = node
            if not level or left <= 0:
                return

    def _children(self, manager: Node) -> list[Reference]:
        """Returns a list's or table's children, of a long one those that are seen."""
        count, columns, bounds = (
            _one(answer, None)
            for answer in self._ask(
                [
                    Call(*manager.reference, _PROPERTIES, "Get", "v", "ss", (_ACCESSIBLE, "ChildCount")),
                    Call(*manager.reference, _PROPERTIES, "Get", "v", "ss", (_TABLE, "NColumns")),
                    Call(*manager.reference, _COMPONENT, "GetExtents", "(iiii)", "u", (_ON_SCREEN,)),
                ]
            )
        )
        if isinstance(count, int) and 0 < count <= _MAX_CHILDREN:
            return _items(self._ask([Call(*manager.reference, _ACCESSIBLE, "GetChildren", "a(so)")])[0], count)
        if bounds is None:
            return []
        columns = columns if isinstance(columns, int) and columns > 0 else 1
        calls = [
            Call(*manager.reference, _ACCESSIBLE, "GetChildAtIndex", "(so)", "i", (index,))
            for index in self._seen(manager, columns, bounds)
        ]
        return [child for child in (_one(answer, None) for answer in self._ask(calls)) if child is not None]

    def _seen(self, manager: Node, columns: int, bounds: Sequence[int]) -> list[int]:
        """Returns the indices of the children of a long list or table between those at some points of it."""
        left, top, right, bottom = _on_screen(bounds, self._size)
        if right - left < 16 or bottom - top < 16:
            return []
        wide, high = right - left - 8, bottom - top - 8
        points = [
            (left + 4 + wide * across // 4, top + 4 + high * down // 6) for across in range(5) for down in range(7)
        ]
        for near in range(16, high // 6, 16):  # whole rows could lie between the ends and the next point
            points += [(left + 4 + wide // 4, top + 4 + near), (left + 4 + wide // 4, bottom - 4 - near)]
        at = [
            Call(*manager.reference, _COMPONENT, "GetAccessibleAtPoint", "(so)", "iiu", (*point, 0)) for point in points
        ]
        hits = {_one(answer, None) for answer in self._ask(at)}
        found = [node for node in self._described([hit for hit in hits if hit is not None]) if node is not None]
        children = {node.reference if node.parent == manager.reference else node.parent for node in found}
        calls = [Call(*child, _ACCESSIBLE, "GetIndexInParent", "i") for child in children]
        places = [divmod(index, columns) for index in (_one(answer, -1) for answer in self._ask(calls)) if index >= 0]
        if not places:
            return []
        rows, across = [row for row, _ in places], [column for _, column in places]
        first, last, begin, end = min(rows), max(rows), min(across), max(across)
        seen = [
            row * columns + column
            for row in range(first, min(last, first + _MAX_LINES) + 1)
            for column in range(begin, min(end, begin + _MAX_LINES) + 1)
        ]
        headers = [] if first == 0 else list(range(begin, min(end, begin + _MAX_LINES) + 1))
        return [index for index in headers + seen if index <= _MAX][:_MAX_CHILDREN]

    def _complete(self, app: App, found: dict[str, dict[Reference, Node]]) -> None:
        """Makes GTK 4, which makes accessible objects as they are asked for, make all of them."""
        nodes = found[app.name]
        asked: set[Reference] = set()
        for _ in range(3):
            have: dict[Reference, int] = {}
            for node in nodes.values():
                have[node.parent] = have.get(node.parent, 0) + 1
            level = [
                node.reference
                for node in nodes.values()
                if node.count > have.get(node.reference, 0) and node.reference not in asked
            ]
            if not level:
                return
            for _ in range(_MAX_DEPTH):
                level = level[:_MAX_ITEMS]
                asked.update(level)
                answers = self._ask([Call(*reference, _ACCESSIBLE, "GetChildren", "a(so)") for reference in level])
                if app.name in self._late:
                    return
                level = [
                    child
                    for answer in answers
                    for child in _items(answer, _MAX_CHILDREN)
                    if child[0] == app.name and child not in asked and child not in nodes
                ]
                if not level or len(asked) > _MAX_ITEMS:
                    break
            answer = self._ask([Call(app.name, _CACHE, "org.a11y.atspi.Cache", "GetItems", _ITEMS)])[0]
            if answer is None:
                return
            nodes = found[app.name] = _nodes(answer)

    def _details(self, nodes: list[Node]) -> None:
        """Asks for places, values and texts."""
        placed = [node for node in nodes if "Component" in node.interfaces]
        # Firefox says of everything that it has actions: where that would tell something they are looked at.
        gecko = [node for node in nodes if self._kits.get(node.reference[0]) == _GECKO]
        for node in gecko:
            node.acts = False
        acting = [node for node in gecko if node.role in _PERHAPS][:_MAX_ASKED]
        valued = [node for node in nodes if node.role in _VALUED and "Value" in node.interfaces][:_MAX_ASKED]
        texts = [node for node in nodes if _has_text(node)][:_MAX_TEXTS]
        calls = [
            Call(*node.reference, _COMPONENT, "GetExtents", "(iiii)", "u", (self._coordinates(node),))
            for node in placed
        ]
        calls += [Call(*node.reference, _ACTION, "GetActions", "a(sss)") for node in acting]
        calls += [Call(*node.reference, _PROPERTIES, "Get", "v", "ss", (_VALUE, "CurrentValue")) for node in valued]
        calls += [Call(*node.reference, _PROPERTIES, "Get", "v", "ss", (_TEXT, "CharacterCount")) for node in texts]
        answers = iter(self._ask(calls))
        for node in placed:
            node.bounds = _one(next(answers), None)
        for node in acting:
            node.acts = any(name and "ncestor" not in name for name, _, _ in _items(next(answers), 10))
        for node in valued:
            value = _one(next(answers), None)
            node.value = float(value) if isinstance(value, (int, float)) else None
        self._texts([(node, count) for node in texts if isinstance(count := _one(next(answers), None), int)])

    def _texts(self, nodes: list[tuple[Node, int]]) -> None:
        """Asks for texts, of long ones for the part that is seen; the numbers are those of the characters."""
        ranges = [(0, min(count, _MAX_TEXT)) for _, count in nodes]
        long = [place for place, (node, count) in enumerate(nodes) if count > _MAX_TEXT and node.bounds]
        calls = []
        for place in long:
            left, top, width, height = nodes[place][0].bounds or (0, 0, 0, 0)
            for x, y in ((left + 4, top + 4), (left + width - 4, top + height - 4)):
                point = (max(-_MAX, min(_MAX, x)), max(-_MAX, min(_MAX, y)))
                calls.append(
                    Call(*nodes[place][0].reference, _TEXT, "GetOffsetAtPoint", "i", "iiu", (*point, _ON_SCREEN))
                )
        offsets = iter(self._ask(calls) if calls else ())
        for place in long:
            start, end = _one(next(offsets), -1), _one(next(offsets), -1)
            if 0 < start < nodes[place][1]:
                ranges[place] = (start, min(start + _MAX_TEXT, end if end > start else nodes[place][1]))
        calls = [
            Call(*node.reference, _TEXT, "GetText", "s", "ii", bounds)
            for (node, _), bounds in zip(nodes, ranges)  # noqa: B905
        ]
        for (node, _), answer in zip(nodes, self._ask(calls) if calls else ()):  # noqa: B905
            text = _one(answer, None)
            node.text = None if text is None else text[:_MAX_TEXT]

    def _coordinates(self, node: Node) -> int:
        """Returns which coordinates to ask for: GTK 4 knows those in its windows only, and complains about others."""
        return _IN_WINDOW if self._kits.get(node.reference[0]) == _GTK4 else _ON_SCREEN


def _has_page(nodes: Iterable[Node]) -> bool:
    """Tells whether there is a document with something in it."""
    parents = {node.parent for node in nodes}
    return any(node.role in _DOCUMENTS and node.reference in parents and node.states & _SHOWING for node in nodes)


def _has_text(node: Node) -> bool:
    return "Text" in node.interfaces and not (node.name and node.role in _NAMED)


def _on_screen(bounds: Sequence[int], size: tuple[int, int]) -> tuple[int, int, int, int]:
    left, top, width, height = bounds
    return max(0, left), max(0, top), min(size[0], left + width), min(size[1], top + height)


def _one(answer: Reader | None, otherwise: Any) -> Any:
    """Returns the only value of an answer."""
    if answer is not None:
        try:
            (value,) = answer.values()
            return value
        except (Malformed, ValueError):
            pass
    return otherwise


def _items(answer: Reader | None, most: int) -> list[Any]:
    """Returns the first values of an answer that is an array, those before the first that is broken."""
    found: list[Any] = []
    if answer is not None:
        try:
            found.extend(answer.items(most))
        except Malformed:
            pass
    return found


def _nodes(answer: Reader) -> dict[Reference, Node]:
    found = {}
    for reference, _, parent, index, count, interfaces, name, role, description, states in _items(answer, _MAX_ITEMS):
        found[reference] = _node(reference, parent, index, count, interfaces, name, role, description, states)
    return found


def _node(
    reference: Reference, parent: Reference, index: int, count: int, interfaces: Sequence[str],
    name: str, role: int, description: str, states: Sequence[int],
) -> Node:  # fmt: skip
    node = Node(reference, parent, index, count)
    node.interfaces = frozenset(kind.rpartition(".")[2] for kind in interfaces[:30])
    node.acts = "Action" in node.interfaces
    node.name, node.description, node.role = name[:_MAX_NAME], description[:_MAX_NAME], role
    node.states = sum(word << 32 * place for place, word in enumerate(states[:2]))
    return node


def _shown(nodes: dict[Reference, Node], needed: int, menus: bool) -> list[Node]:
    """Returns the nodes that show, parents before children.

    Args:
        nodes: All nodes of a program.
        needed: The state that says so.
        menus: Whether the entries of an open menu don't say so.
    """
    tops: list[Node] = []
    for node in nodes.values():
        parent = nodes.get(node.parent)
        if parent is not None and parent is not node:
            parent.children.append(node)
        if parent is None or parent.reference[1] == _ROOT:
            tops.append(node)
    found: list[Node] = []
    stack = [(node, 0) for node in reversed(tops) if node.reference[1] != _ROOT]
    seen: set[Reference] = set()
    while stack and len(found) < _MAX_NODES:
        node, depth = stack.pop()
        if node.reference in seen or depth > _MAX_DEPTH or node.states & _DEFUNCT:
            continue
        seen.add(node.reference)
        if not node.states & needed and not (menus and _in_open_menu(node, nodes.get(node.parent))):
            continue
        found.append(node)
        stack.extend((child, depth + 1) for child in reversed(node.children))
    return found


def _in_open_menu(node: Node, menu: Node | None) -> bool:
    is_open = menu is not None and menu.role == _MENU and bool(menu.states & _CHOSEN)
    return is_open and node.role in _ENTRIES and bool(node.states & _VISIBLE)


def _rows(nodes: Sequence[Node]) -> list[list[Any]]:
    """Returns the rows of nodes that stand parents before children; siblings come in reading order."""
    numbers = {node.reference: number for number, node in enumerate(nodes)}
    below: dict[int, list[int]] = {}
    for number, node in enumerate(nodes):
        parent = numbers.get(node.parent, -1)
        below.setdefault(parent if parent < number else -1, []).append(number)
    rows: list[list[Any]] = []
    stack = [(number, -1) for number in _ordered(below.get(-1, []), nodes)]
    while stack:
        number, parent = stack.pop()
        stack.extend((child, len(rows)) for child in _ordered(below.get(number, []), nodes))
        node = nodes[number]
        bounds = None if node.bounds is None else list(node.bounds)
        about = (node.role, node.states, node.name, node.description, bounds, node.text, node.value)
        rows.append([parent, *about, node.acts, node.identifier])
    return rows


def _ordered(numbers: list[int], nodes: Sequence[Node]) -> list[int]:
    """Returns siblings, last first: by their index, or by their place where they have none."""
    if len({nodes[number].index for number in numbers}) == len(numbers):
        return sorted(numbers, key=lambda number: -nodes[number].index)
    return sorted(numbers, key=lambda number: (nodes[number].bounds or (0, 0))[1::-1], reverse=True)
