"""One reading of the accessibility trees of some programs."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import NamedTuple

from ..dbus import Bus, Call, Reader, first_items, only_value
from ..wire import Tree
from .nodes import (
    DEFUNCT,
    FRAME,
    LABEL,
    MANAGES_DESCENDANTS,
    MAX_DEPTH,
    MAX_ITEMS,
    MAX_NAME,
    ROOT,
    SCROLL_BAR,
    SHOWING,
    VISIBLE,
    Node,
    Reference,
    has_page,
    has_text,
    make_node,
    mark_boxes,
    nodes_of_cache,
    rows_of,
    visible_nodes,
)

__all__ = ["ACCESSIBLE", "APP_SECONDS", "PROPERTIES", "App", "TreeReader"]

# Limits. Times in seconds.
APP_SECONDS = 2.5  # for a program's first answer
_LATE_SECONDS = 0.1  # for one that still owes an answer of the last reading
_MAX_ASKED = 400  # nodes of a program that are asked for their text, or for their children
_MAX_ADDED_PARENTS = 40
_MAX_PARENT_LEVELS = 4
_DOCUMENT_TRIES = 10
_MAX_MANAGERS = 12
_MAX_ADDED = 1500  # nodes that a program's cache leaves out
_MAX_TEXTS = 1000
_MAX_CHILDREN = 600  # of one list or table
_MAX_LINES = 200  # rows, or columns, of a table
_MAX_TEXT = 2000  # characters

_CACHE = "/org/a11y/atspi/cache"
_ACTION = "org.a11y.atspi.Action"
ACCESSIBLE = "org.a11y.atspi.Accessible"
_COMPONENT = "org.a11y.atspi.Component"
_TABLE = "org.a11y.atspi.Table"
_TEXT = "org.a11y.atspi.Text"
_VALUE = "org.a11y.atspi.Value"
PROPERTIES = "org.freedesktop.DBus.Properties"
_ITEMS_SIGNATURE = "a((so)(so)(so)iiassusau)"
_ON_SCREEN, _IN_WINDOW = 0, 1  # coordinates
_MAX_INT = 0x7FFFFFFF
_DESCRIPTION_CALLS = (
    (PROPERTIES, "GetAll", "a{sv}", "s", (ACCESSIBLE,)),
    (ACCESSIBLE, "GetRole", "u", "", ()),
    (ACCESSIBLE, "GetState", "au", "", ()),
    (ACCESSIBLE, "GetInterfaces", "as", "", ()),
)

# Names of toolkits.
_GTK3, _GTK4 = "gtk", "GTK"
_GTK2 = "GAIL"
_STACK_PAGES = frozenset(("GtkStackPage", "AdwViewStackPage", "AdwTabPage"))  # names of pages without a name
_STACK_POINTS = ((50, 50), (50, 4), (25, 25), (75, 75))  # in percent of its size
_GECKO = "Gecko"  # Firefox

# Roles.
_WITH_VALUE = frozenset((42, SCROLL_BAR, 51, 52, 103, 114))  # progress bar, slider, spin button, level bar, rating
_PERHAPS_ACTIVE = frozenset((10, 26, 27, LABEL, 32, 39, 56, 73, 83, 85, 90, 116))  # may be a link or a button, or not


class App(NamedTuple):
    """A program on the accessibility bus."""

    name: str
    pid: int
    toolkit: str


class TreeReader:
    """Reads the trees of some programs, once.

    Args:
        bus: The accessibility bus.
        apps: The programs.
        awaited: Browsers whose pages were waited for; further ones are added.
        size: Width and height of the screen.
        end: The time at which to stop, as of `time.monotonic`.
    """

    def __init__(self, bus: Bus, apps: Sequence[App], awaited: set[str], size: tuple[int, int], end: float) -> None:
        self._bus = bus
        self._apps = list(apps)
        self._kits = {app.name: app.toolkit for app in apps}
        self._late: set[str] = set()  # programs that hang, and are not asked any more
        self._awaited = awaited
        self._size = size
        self._end = end

    def trees(self) -> list[Tree]:
        """Returns the trees (see `Accessibility.read`)."""
        caches = self._read_caches()
        nodes_by_app: dict[str, list[Node]] = {}
        for app in self._apps:
            nodes = caches.get(app.name)
            if nodes:
                needed = VISIBLE if app.toolkit == _GTK4 else SHOWING
                nodes_by_app[app.name] = visible_nodes(nodes, needed, menus=app.toolkit == _GTK2)
        self._read_details([node for nodes in nodes_by_app.values() for node in nodes])
        for app in self._apps:
            if app.name not in nodes_by_app:
                continue
            if app.toolkit == _GTK4:
                shown = self._with_successors(app, caches, nodes_by_app[app.name])
                nodes_by_app[app.name] = self._without_hidden_pages(shown)
            elif app.toolkit == _GTK3:
                mark_boxes(nodes_by_app[app.name])
        return [
            {"pid": app.pid, "toolkit": app.toolkit, "nodes": rows_of(nodes_by_app[app.name])}
            for app in self._apps
            if app.name in nodes_by_app
        ]

    def _ask(self, calls: Sequence[Call]) -> list[Reader | None]:
        """Makes calls, and notes the programs that don't answer in time."""
        answers = self._bus.ask(calls, self._end)
        self._late |= self._bus.late
        return answers

    def _read_caches(self) -> dict[str, dict[Reference, Node]]:
        caches: dict[str, dict[Reference, Node]] = {}
        # A program that still owes the last answer is left alone: asking again would keep a slow one busy for ever.
        pause = time.monotonic() + _LATE_SECONDS
        while (owing := self._bus.owing() & {app.name for app in self._apps}) and time.monotonic() < pause:
            time.sleep(0.01)
        apps = [app for app in self._apps if app.name not in owing]
        for _ in range(4):
            first = time.monotonic() + APP_SECONDS
            calls = [
                Call(app.name, _CACHE, "org.a11y.atspi.Cache", "GetItems", _ITEMS_SIGNATURE, deadline=first)
                for app in apps
            ]
            answers = self._bus.ask(calls, self._end)
            for app, answer in zip(apps, answers, strict=True):
                if answer is not None:
                    caches[app.name] = nodes_of_cache(answer)
            self._late |= self._bus.late
            # A program that has just begun to listen has no cache yet.
            apps = [app for app in apps if app.name not in caches and app.name not in self._late]
            if not apps:
                break
            time.sleep(0.03)
        for app in self._apps:
            if app.name in caches and app.name not in self._late:
                if app.toolkit == _GTK4:
                    self._read_gtk4(app, caches)
                else:
                    self._add_missing_parents(app, caches[app.name])
                    self._add_uncached(app, caches[app.name])
                    if app.toolkit == _GECKO and app.name not in self._awaited:
                        # The processes that show its pages begin to report them once somebody has asked.
                        self._awaited.add(app.name)
                        for _ in range(_DOCUMENT_TRIES):
                            if has_page(caches[app.name].values()):
                                break
                            time.sleep(0.05)
                            self._add_uncached(app, caches[app.name])
        return caches

    def _add_missing_parents(self, app: App, nodes: dict[Reference, Node]) -> None:
        """Adds the parents that a cache leaves out, for example those in a GTK 3 status bar."""
        for _ in range(_MAX_PARENT_LEVELS):
            missing = {
                node.parent for node in nodes.values() if node.parent not in nodes and node.parent[0] == app.name
            }
            paths = sorted(path for _, path in missing if path != ROOT and not path.endswith("/null"))
            references = [(app.name, path) for path in paths[:_MAX_ADDED_PARENTS]]
            parents = [node for node in self._describe(references) if node is not None]
            if not parents:
                return
            nodes.update((node.reference, node) for node in parents)

    def _describe(self, references: Sequence[Reference]) -> list[Node | None]:
        """Returns the nodes of references, None for those that don't answer; all calls are made at once."""
        calls = [
            Call(*reference, interface, member, expects, signature, args)
            for reference in references
            for interface, member, expects, signature, args in _DESCRIPTION_CALLS
        ]
        answers = self._ask(calls) if calls else []
        nodes: list[Node | None] = []
        count_of_calls = len(_DESCRIPTION_CALLS)
        for place, reference in enumerate(references):
            own_answers = answers[place * count_of_calls : (place + 1) * count_of_calls]
            properties, role, states, interfaces = (only_value(answer, None) for answer in own_answers)
            known = dict(properties or ())
            parent, name, description = known.get("Parent"), known.get("Name"), known.get("Description", "")
            nodes.append(None)
            if role is None or states is None or interfaces is None:
                continue
            if isinstance(parent, tuple) and isinstance(name, str) and isinstance(description, str):
                count, attributes = known.get("ChildCount"), known.get("Attributes")
                count = count if isinstance(count, int) else 0
                node = nodes[-1] = make_node(reference, parent, -1, count, interfaces, name, role, description, states)
                if isinstance(attributes, list):
                    node.identifier = dict(attributes).get("id", "")[:MAX_NAME]
        return nodes

    def _add_uncached(self, app: App, nodes: dict[Reference, Node]) -> None:
        """Adds visible nodes that a cache leaves out: children of lists and tables, documents of other processes."""
        have: dict[Reference, int] = {}
        for node in nodes.values():
            if not node.states & DEFUNCT:
                have[node.parent] = have.get(node.parent, 0) + 1
        level = [
            node
            for node in nodes.values()
            if node.states & SHOWING
            and (node.states & MANAGES_DESCENDANTS or node.role == FRAME or node.count > have.get(node.reference, 0))
        ]
        left = _MAX_ADDED
        for _ in range(MAX_DEPTH):
            # Never ask a spreadsheet for all its children: it would begin to make 2^31 of them.
            many = [node for node in level if node.states & MANAGES_DESCENDANTS or node.count > _MAX_CHILDREN]
            few = [node for node in level if not node.states & MANAGES_DESCENDANTS and 0 < node.count <= _MAX_CHILDREN]
            calls = [Call(*node.reference, ACCESSIBLE, "GetChildren", "a(so)") for node in few[:_MAX_ASKED]]
            answers = self._ask(calls) if calls else []
            children = [child for answer in answers for child in first_items(answer, _MAX_CHILDREN)]
            children += [child for node in many[:_MAX_MANAGERS] for child in self._children(node)]
            new = [child for child in dict.fromkeys(children) if child[0] == app.name and child not in nodes][:left]
            left -= len(new)
            level = [node for node in self._describe(new) if node is not None and node.states & SHOWING]
            for node in level:
                node.index = len(nodes)  # they come in order
                nodes[node.reference] = node
            if not level or left <= 0:
                return

    def _children(self, manager: Node) -> list[Reference]:
        """Returns the children of a list or table; of a long one only those on the screen."""
        count, columns, bounds = (
            only_value(answer, None)
            for answer in self._ask(
                [
                    Call(*manager.reference, PROPERTIES, "Get", "v", "ss", (ACCESSIBLE, "ChildCount")),
                    Call(*manager.reference, PROPERTIES, "Get", "v", "ss", (_TABLE, "NColumns")),
                    Call(*manager.reference, _COMPONENT, "GetExtents", "(iiii)", "u", (_ON_SCREEN,)),
                ]
            )
        )
        if isinstance(count, int) and 0 < count <= _MAX_CHILDREN:
            return first_items(self._ask([Call(*manager.reference, ACCESSIBLE, "GetChildren", "a(so)")])[0], count)
        if bounds is None:
            return []
        columns = columns if isinstance(columns, int) and columns > 0 else 1
        calls = [
            Call(*manager.reference, ACCESSIBLE, "GetChildAtIndex", "(so)", "i", (index,))
            for index in self._visible_indices(manager, columns, bounds)
        ]
        return [child for child in (only_value(answer, None) for answer in self._ask(calls)) if child is not None]

    def _visible_indices(self, manager: Node, columns: int, bounds: Sequence[int]) -> list[int]:
        """Returns the indices of the children of a long list or table that are on the screen.

        They are those between the children at some points of the screen.
        """
        left, top, right, bottom = _on_screen(bounds, self._size)
        if right - left < 16 or bottom - top < 16:
            return []
        wide, high = right - left - 8, bottom - top - 8
        points = [
            (left + 4 + wide * across // 4, top + 4 + high * down // 6) for across in range(5) for down in range(7)
        ]
        for near in range(16, high // 6, 16):  # else whole rows could lie between an end and the next point
            points += [(left + 4 + wide // 4, top + 4 + near), (left + 4 + wide // 4, bottom - 4 - near)]
        at = [
            Call(*manager.reference, _COMPONENT, "GetAccessibleAtPoint", "(so)", "iiu", (*point, 0)) for point in points
        ]
        hits = {only_value(answer, None) for answer in self._ask(at)}
        hit_nodes = [node for node in self._describe([hit for hit in hits if hit is not None]) if node is not None]
        children = {node.reference if node.parent == manager.reference else node.parent for node in hit_nodes}
        calls = [Call(*child, ACCESSIBLE, "GetIndexInParent", "i") for child in children]
        places = [
            divmod(index, columns) for index in (only_value(answer, -1) for answer in self._ask(calls)) if index >= 0
        ]
        if not places:
            return []
        rows, across = [row for row, _ in places], [column for _, column in places]
        first, last, begin, end = min(rows), max(rows), min(across), max(across)
        indices = [
            row * columns + column
            for row in range(first, min(last, first + _MAX_LINES) + 1)
            for column in range(begin, min(end, begin + _MAX_LINES) + 1)
        ]
        headers = [] if first == 0 else list(range(begin, min(end, begin + _MAX_LINES) + 1))
        return [index for index in headers + indices if index <= _MAX_INT][:_MAX_CHILDREN]

    def _read_gtk4(self, app: App, caches: dict[str, dict[Reference, Node]]) -> None:
        """Asks GTK 4 for all its objects, since it makes an object, and caches it, only when asked for."""
        nodes = caches[app.name]
        requested: set[Reference] = set()
        for _ in range(3):
            have: dict[Reference, int] = {}
            for node in nodes.values():
                have[node.parent] = have.get(node.parent, 0) + 1
            level = [
                node.reference
                for node in nodes.values()
                if node.count > have.get(node.reference, 0) and node.reference not in requested
            ]
            if not level:
                return
            if not self._fill_cache(app, caches, level, requested):
                return

    def _fill_cache(
        self,
        app: App,
        caches: dict[str, dict[Reference, Node]],
        level: list[Reference],
        requested: set[Reference],
    ) -> bool:
        """Asks GTK 4 for all that is below some objects, and reads its cache again.

        Args:
            app: The program.
            caches: The nodes of each program, which are replaced.
            level: The objects.
            requested: The objects that have been asked for; they are added.

        Returns:
            Whether the cache was read.
        """
        nodes = caches[app.name]
        for _ in range(MAX_DEPTH):
            level = level[:MAX_ITEMS]
            requested.update(level)
            answers = self._ask([Call(*reference, ACCESSIBLE, "GetChildren", "a(so)") for reference in level])
            if app.name in self._late:
                return False
            level = [
                child
                for answer in answers
                for child in first_items(answer, _MAX_CHILDREN)
                if child[0] == app.name and child not in requested and child not in nodes
            ]
            if not level or len(requested) > MAX_ITEMS:
                break
        answer = self._ask([Call(app.name, _CACHE, "org.a11y.atspi.Cache", "GetItems", _ITEMS_SIGNATURE)])[0]
        if answer is not None:
            caches[app.name] = nodes_of_cache(answer)
        return answer is not None

    def _with_successors(self, app: App, caches: dict[str, dict[Reference, Node]], nodes: list[Node]) -> list[Node]:
        """Returns a program's nodes with those that have come in the place of hidden ones.

        GTK 4 keeps a widget in its cache after it was hidden, without a size. So the parent seems to have all of its
        children there, and nobody has asked for the one that shows now.

        Args:
            app: The program.
            caches: The nodes of each program, which are replaced if there are new ones.
            nodes: The nodes that seem to show, with their bounds.
        """
        known = caches[app.name]
        hidden = [node for node in nodes if node.bounds is not None and not any(node.bounds[2:])]
        parents = list(dict.fromkeys(node.parent for node in hidden if node.parent in known))[:_MAX_ASKED]
        calls = [Call(*parent, ACCESSIBLE, "GetChildren", "a(so)") for parent in parents]
        answers = self._ask(calls) if calls else []
        children = [child for answer in answers for child in first_items(answer, _MAX_CHILDREN)]
        new = [child for child in children if child[0] == app.name and child not in known]
        if not new or not self._fill_cache(app, caches, new, set(parents)):
            return nodes
        nodes = visible_nodes(caches[app.name], VISIBLE, menus=False)
        self._read_details(nodes)
        return nodes

    def _without_hidden_pages(self, nodes: list[Node]) -> list[Node]:
        """Leaves out the pages of stacks that don't show: GTK 4 goes on reporting them as if they did.

        The page that shows is the one that has the widgets at some points of the stack: those at which nothing lies
        are the stack's own.
        """
        known = {node.reference: node for node in nodes}
        stacks: dict[Reference, list[Node]] = {}
        for node in nodes:
            if node.name in _STACK_PAGES and node.parent in known:
                stacks.setdefault(node.parent, []).append(node)
        calls: list[Call] = []
        asked: list[set[Reference]] = []
        for stack, pages in stacks.items():
            bounds = known[stack].bounds
            if len(pages) > 1 and bounds is not None and len(asked) < _MAX_ASKED:
                left, top, width, height = bounds
                for across, down in _STACK_POINTS:
                    point = (left + width * across // 100, top + height * down // 100, _IN_WINDOW)
                    calls.append(Call(*stack, _COMPONENT, "GetAccessibleAtPoint", "(so)", "iiu", point))
                    asked.append({page.reference for page in pages})
        hidden: set[Reference] = set()
        for references, answer in zip(asked, self._ask(calls) if calls else (), strict=True):
            at = only_value(answer, None)
            while at in known and at not in references:
                at = known[at].parent
            if at in references and not references & hidden:
                hidden |= references - {at}
        kept: list[Node] = []
        for node in nodes:  # parents come before children
            if node.parent in hidden:
                hidden.add(node.reference)
            if node.reference not in hidden:
                kept.append(node)
        return kept

    def _read_details(self, nodes: list[Node]) -> None:
        """Asks for bounds, actions, values and texts of nodes."""
        placed = [node for node in nodes if "Component" in node.interfaces]
        # Firefox claims actions for everything; where it matters, the actions themselves are read.
        gecko = [node for node in nodes if self._kits.get(node.reference[0]) == _GECKO]
        for node in gecko:
            node.acts = False
        acting = [node for node in gecko if node.role in _PERHAPS_ACTIVE][:_MAX_ASKED]
        valued = [node for node in nodes if node.role in _WITH_VALUE and "Value" in node.interfaces][:_MAX_ASKED]
        texts = [node for node in nodes if has_text(node)][:_MAX_TEXTS]
        calls = [
            Call(*node.reference, _COMPONENT, "GetExtents", "(iiii)", "u", (self._coordinates(node),))
            for node in placed
        ]
        calls += [Call(*node.reference, _ACTION, "GetActions", "a(sss)") for node in acting]
        calls += [Call(*node.reference, PROPERTIES, "Get", "v", "ss", (_VALUE, "CurrentValue")) for node in valued]
        calls += [Call(*node.reference, PROPERTIES, "Get", "v", "ss", (_TEXT, "CharacterCount")) for node in texts]
        answers = iter(self._ask(calls))
        for node in placed:
            node.bounds = only_value(next(answers), None)
        for node in acting:
            node.acts = any(name and "ncestor" not in name for name, _, _ in first_items(next(answers), 10))
        for node in valued:
            value = only_value(next(answers), None)
            node.value = float(value) if isinstance(value, (int, float)) else None
        self._read_texts([(node, count) for node in texts if isinstance(count := only_value(next(answers), None), int)])

    def _read_texts(self, nodes: list[tuple[Node, int]]) -> None:
        """Asks for texts; of long ones, for the part on the screen.

        Args:
            nodes: Nodes with their numbers of characters.
        """
        ranges = [(0, min(count, _MAX_TEXT)) for _, count in nodes]
        long = [place for place, (node, count) in enumerate(nodes) if count > _MAX_TEXT and node.bounds]
        calls = []
        for place in long:
            left, top, width, height = nodes[place][0].bounds or (0, 0, 0, 0)
            for x, y in ((left + 4, top + 4), (left + width - 4, top + height - 4)):
                point = (max(-_MAX_INT, min(_MAX_INT, x)), max(-_MAX_INT, min(_MAX_INT, y)))
                calls.append(
                    Call(*nodes[place][0].reference, _TEXT, "GetOffsetAtPoint", "i", "iiu", (*point, _ON_SCREEN))
                )
        offsets = iter(self._ask(calls) if calls else ())
        for place in long:
            start, end = only_value(next(offsets), -1), only_value(next(offsets), -1)
            if 0 < start < nodes[place][1]:
                ranges[place] = (start, min(start + _MAX_TEXT, end if end > start else nodes[place][1]))
        calls = [
            Call(*node.reference, _TEXT, "GetText", "s", "ii", bounds)
            for (node, _), bounds in zip(nodes, ranges, strict=True)
        ]
        for (node, _), answer in zip(nodes, self._ask(calls) if calls else (), strict=True):
            text = only_value(answer, None)
            node.text = None if text is None else text[:_MAX_TEXT]

    def _coordinates(self, node: Node) -> int:
        """Returns the kind of coordinates to ask for: GTK 4 knows only those in its windows; others are errors."""
        return _IN_WINDOW if self._kits.get(node.reference[0]) == _GTK4 else _ON_SCREEN


def _on_screen(bounds: Sequence[int], size: tuple[int, int]) -> tuple[int, int, int, int]:
    left, top, width, height = bounds
    return max(0, left), max(0, top), min(size[0], left + width), min(size[1], top + height)
