"""Widgets as programs describe them, and the rows about visible widgets that the host gets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..dbus import Reader, first_items
from ..wire import NodeRow

__all__ = [
    "DEFUNCT", "FRAME", "LABEL", "MANAGES_DESCENDANTS", "MAX_DEPTH", "MAX_ITEMS", "MAX_NAME", "ROOT", "SCROLL_BAR",
    "SHOWING", "VISIBLE", "Node", "Reference", "has_page", "has_text", "make_node", "mark_boxes", "nodes_of_cache",
    "rows_of", "visible_nodes",
]  # fmt: skip

MAX_ITEMS = 6000  # of a program's cache
MAX_DEPTH = 60
MAX_NAME = 400  # characters
_MAX_NODES = 1500  # that show, of a program

ROOT = "/org/a11y/atspi/accessible/root"

# States, as bits.
_ACTIVE = 1 << 2 | 1 << 12 | 1 << 23  # armed, focused or selected
DEFUNCT, SHOWING, VISIBLE = 1 << 6, 1 << 25, 1 << 30
MANAGES_DESCENDANTS = 1 << 31  # its children are in no cache
_CHECKABLE = 1 << 41

# Roles.
FRAME, LABEL, SCROLL_BAR = 28, 29, 48  # the first: where Firefox shows a page
_DOCUMENTS = frozenset((82, 95))
_CELL = 56
_MENU, _ENTRIES = 33, frozenset((8, 33, 35, 45, 50))
_NAMED = frozenset((LABEL, 7, 8, 10, 33, 35, 37, 43, 44, 45, 50, 62, 129))  # their text is their name

Reference = tuple[str, str]
"""Name on the bus, and object path."""


class Node:
    """A widget, as its program describes it.

    Attributes:
        reference: Its name on the bus and its object path.
        parent: Those of its parent.
        index: Its place among its siblings.
        count: Its number of children.
        acts: Whether it has actions.
    """

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


def nodes_of_cache(answer: Reader) -> dict[Reference, Node]:
    """Returns the nodes in a program's answer to `GetItems`."""
    nodes = {}
    for item in first_items(answer, MAX_ITEMS):
        reference, _, parent, index, count, interfaces, name, role, description, states = item
        nodes[reference] = make_node(reference, parent, index, count, interfaces, name, role, description, states)
    return nodes


def make_node(
    reference: Reference, parent: Reference, index: int, count: int, interfaces: Sequence[str],
    name: str, role: int, description: str, states: Sequence[int],
) -> Node:  # fmt: skip
    """Returns a node.

    Args:
        reference: Its name on the bus and its object path.
        parent: Those of its parent.
        index: Its place among its siblings, -1 where unknown.
        count: Its number of children.
        interfaces: Names of its interfaces.
        name: Its name.
        role: Its role.
        description: Its description.
        states: Its states, as words of 32 bits.
    """
    node = Node(reference, parent, index, count)
    node.interfaces = frozenset(kind.rpartition(".")[2] for kind in interfaces[:30])
    node.acts = "Action" in node.interfaces
    node.name, node.description, node.role = name[:MAX_NAME], description[:MAX_NAME], role
    node.states = sum(word << 32 * place for place, word in enumerate(states[:2]))
    return node


def has_page(nodes: Iterable[Node]) -> bool:
    """Returns whether a document with any content shows."""
    parents = {node.parent for node in nodes}
    return any(node.role in _DOCUMENTS and node.reference in parents and node.states & SHOWING for node in nodes)


def has_text(node: Node) -> bool:
    """Returns whether a node has a text beside its name."""
    return "Text" in node.interfaces and not (node.name and node.role in _NAMED)


def mark_boxes(nodes: Iterable[Node]) -> None:
    """Marks the check boxes in lists of GTK 3 as checkable: it reports them as cells without image and text.

    So it does bars of progress, but those are wide.
    """
    for node in nodes:
        if node.role == _CELL and not node.count and not node.interfaces & {"Image", "Text"} and node.bounds:
            _, _, width, height = node.bounds
            if 0 < width < 2 * height:
                node.states |= _CHECKABLE


def visible_nodes(nodes: dict[Reference, Node], needed: int, menus: bool) -> list[Node]:
    """Returns the nodes that show, parents before children.

    Args:
        nodes: All nodes of a program.
        needed: The state of nodes that show.
        menus: Whether the entries of an open menu show without this state.
    """
    tops: list[Node] = []
    for node in nodes.values():
        parent = nodes.get(node.parent)
        if parent is not None and parent is not node:
            parent.children.append(node)
        if parent is None or parent.reference[1] == ROOT:
            tops.append(node)
    visible: list[Node] = []
    stack = [(node, 0) for node in reversed(tops) if node.reference[1] != ROOT]
    visited: set[Reference] = set()
    while stack and len(visible) < _MAX_NODES:
        node, depth = stack.pop()
        if node.reference in visited or depth > MAX_DEPTH or node.states & DEFUNCT:
            continue
        visited.add(node.reference)
        if not node.states & needed and not (menus and _in_open_menu(node, nodes.get(node.parent))):
            continue
        visible.append(node)
        stack.extend((child, depth + 1) for child in reversed(node.children))
    return visible


def _in_open_menu(node: Node, menu: Node | None) -> bool:
    is_open = menu is not None and menu.role == _MENU and bool(menu.states & _ACTIVE)
    return is_open and node.role in _ENTRIES and bool(node.states & VISIBLE)


def rows_of(nodes: Sequence[Node]) -> list[NodeRow]:
    """Returns the rows of nodes, parents before children, siblings in reading order.

    Args:
        nodes: The nodes, parents before children.
    """
    numbers = {node.reference: number for number, node in enumerate(nodes)}
    below: dict[int, list[int]] = {}
    for number, node in enumerate(nodes):
        parent = numbers.get(node.parent, -1)
        below.setdefault(parent if parent < number else -1, []).append(number)
    rows: list[NodeRow] = []
    stack = [(number, -1) for number in _ordered(below.get(-1, []), nodes)]
    while stack:
        number, parent = stack.pop()
        stack.extend((child, len(rows)) for child in _ordered(below.get(number, []), nodes))
        node = nodes[number]
        rows.append(
            (
                parent, node.role, node.states, node.name, node.description, node.bounds, node.text, node.value,
                node.acts, node.identifier,
            )
        )  # fmt: skip
    return rows


def _ordered(numbers: list[int], nodes: Sequence[Node]) -> list[int]:
    """Returns siblings, last first: by their index, or by their place on the screen where indices are missing."""
    if len({nodes[number].index for number in numbers}) == len(numbers):
        return sorted(numbers, key=lambda number: -nodes[number].index)
    return sorted(numbers, key=lambda number: (nodes[number].bounds or (0, 0))[1::-1], reverse=True)
