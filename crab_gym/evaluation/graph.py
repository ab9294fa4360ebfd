"""The task graph: a DAG of checkpoints, each a key state of one app on one device.

A graph is plain immutable data; `crab_gym.evaluation.evaluator.GraphEvaluator` holds an episode's progress.
Nodes follow CRAB's graph evaluator (§4.3); depth is OmniBench's number of hierarchical levels (§3.1).
"""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import warnings
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from itertools import islice
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from crab_gym.backends.views import Device
from crab_gym.evaluation.checks import Check
from crab_gym.evaluation.old_form import accepts_old_form
from crab_sim.suggestions import unknown

if TYPE_CHECKING:
    import networkx

__all__ = ["Checkpoint", "TaskGraph"]


@accepts_old_form
@dataclass(frozen=True, slots=True, kw_only=True)
class Checkpoint:
    """One key state of a task.

    Attributes:
        id: Name, unique within its graph.
        device: Role of the device that it checks: ``"ubuntu"``, ``"android"`` or ``"root"``.
        app: The app on that device to which the state belongs.
        evaluator: The predicate with its arguments: ``check(function, name=value, ...)``.
        after: Ids of the direct predecessors, all of which must pass first.
        subtask: The sub-task from which it comes; ``""`` if there is none.
        hold: Whether success requires that the state also holds at the end. False for transient
            states, such as the foreground app.
        place: Whether it only says where the agent is, such as an app in front or a page that is open; all such
            checkpoints together weigh little, see `crab_gym.evaluation.weights`.
        since: Id of the event (`crab_gym.task.events`) before which it can't pass; ``""`` for none.
        until: Id of the event after which it needn't hold any more, such as a changed order; the event comes only once
            the checkpoint has passed. ``""`` for none.

    Raises:
        TypeError: ``evaluator`` isn't a `Check`, or ``after`` is one string instead of a sequence of ids.
        ValueError: ``id`` is empty.
    """

    id: str
    device: Device
    app: str
    evaluator: Check
    after: tuple[str, ...] = ()
    subtask: str = ""
    hold: bool = True
    place: bool = False
    since: str = ""
    until: str = ""

    def __post_init__(self) -> None:
        if not self.id:
            raise ValueError("a checkpoint's id is empty; give it a name that is unique within its graph")
        if not isinstance(self.evaluator, Check):
            raise TypeError(
                f"checkpoint {self.id!r}: the evaluator is {self.evaluator!r}; "
                "expected check(function, ...) with a function f(state, **args) -> bool"
            )
        if isinstance(self.after, str):
            raise TypeError(f"checkpoint {self.id!r}: after={self.after!r} is one string; write ({self.after!r},)")
        if type(self.after) is not tuple:
            object.__setattr__(self, "after", tuple(self.after))

    @property
    def args(self) -> Mapping[str, Any]:
        """The evaluator's arguments, under the name of the last release; use ``evaluator.args``."""
        warnings.warn("Checkpoint.args is now Checkpoint.evaluator.args", DeprecationWarning, stacklevel=2)
        return self.evaluator.args


class TaskGraph:
    """An immutable DAG of checkpoints in a fixed topological order.

    Indices are positions in `checkpoints`. The index of a checkpoint is always greater than those of its
    predecessors.

    Example:
        >>> from crab_gym.evaluation.checks import check
        >>> def yes(state):
        ...     return True
        >>> graph = TaskGraph([
        ...     Checkpoint(id="read", device="android", app="tasks", evaluator=check(yes)),
        ...     Checkpoint(id="dark", device="ubuntu", app="settings", evaluator=check(yes), after=("read",)),
        ... ])
        >>> graph.depth, graph.edges
        ((1, 2), (('read', 'dark'),))
        >>> print(graph.ascii({"read"}))
        x  read  tasks@android
        |
        >  dark  settings@ubuntu
        x completed  > active  o waiting

    Args:
        checkpoints: The nodes, in any order; ties of the topological order follow this order.

    Attributes:
        checkpoints: The nodes in topological order.
        index: Id of a checkpoint to its position in `checkpoints`.
        predecessors: For each node, the indices of its direct predecessors, ascending.
        successors: For each node, the indices of its direct successors, ascending.
        depth: For each node, the number of nodes on the longest path that ends in it; a root has 1.
        edges: All dependencies as pairs of ids, ordered by predecessor, then by successor.

    Raises:
        ValueError: There is no checkpoint, an id is repeated, ``after`` contains an unknown, repeated or its own id,
            or there is a cycle, which the message names.
    """

    __slots__ = ("checkpoints", "depth", "edges", "index", "predecessors", "successors")

    checkpoints: tuple[Checkpoint, ...]
    index: Mapping[str, int]
    predecessors: tuple[tuple[int, ...], ...]
    successors: tuple[tuple[int, ...], ...]
    depth: tuple[int, ...]
    edges: tuple[tuple[str, str], ...]

    def __init__(self, checkpoints: Sequence[Checkpoint]) -> None:
        nodes = tuple(checkpoints)
        shape = _shape(tuple([_NodeId(node.id, node.after) for node in nodes]))
        object.__setattr__(self, "checkpoints", tuple([nodes[i] for i in shape.order]))
        object.__setattr__(self, "index", shape.places)
        object.__setattr__(self, "predecessors", shape.predecessors)
        object.__setattr__(self, "successors", shape.successors)
        object.__setattr__(self, "depth", shape.depth)
        object.__setattr__(self, "edges", shape.edges)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a TaskGraph is immutable: {name!r} can't be set; build a new graph instead")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a TaskGraph is immutable: {name!r} can't be deleted; build a new graph instead")

    def __reduce__(self) -> tuple[Any, ...]:
        # A graph that is built from its own order gets the same order.
        return TaskGraph, (self.checkpoints,)

    def __len__(self) -> int:
        return len(self.checkpoints)

    def __iter__(self) -> Iterator[Checkpoint]:
        return iter(self.checkpoints)

    def __repr__(self) -> str:
        return f"TaskGraph({len(self)} checkpoints, {len(self.edges)} edges, depth {max(self.depth)})"

    def topological_orders(self, limit: int | None = None) -> Iterator[tuple[str, ...]]:
        """Yields topological orders as tuples of ids, each once, in a fixed sequence.

        Orders are computed lazily, since a graph may have n! of them. The first two are the order of `checkpoints`
        and the one that always takes the last possible node, so that even a small ``limit`` yields very different
        orders; the rest follow lexicographically.

        Args:
            limit: Maximal number of orders; None for all.

        Raises:
            ValueError: ``limit`` is negative.
        """
        if limit is not None and limit < 0:
            raise ValueError(f"limit={limit}; expected None or an integer >= 0")
        orders = (tuple(self.checkpoints[i].id for i in order) for order in self._orders())
        return islice(orders, limit)

    def _orders(self) -> Iterator[tuple[int, ...]]:
        first, last = tuple(range(len(self))), self._latest_first()
        yield first
        if last != first:
            yield last
        for order in self._lexicographic_orders():
            if order not in (first, last):
                yield order

    def _latest_first(self) -> tuple[int, ...]:
        missing = [len(before) for before in self.predecessors]
        ready = [-i for i, count in enumerate(missing) if count == 0]
        heapify(ready)
        order = []
        while ready:
            node = -heappop(ready)
            order.append(node)
            for successor in self.successors[node]:
                missing[successor] -= 1
                if missing[successor] == 0:
                    heappush(ready, -successor)
        return tuple(order)

    def _lexicographic_orders(self) -> Iterator[tuple[int, ...]]:
        # Backtracking with an explicit stack, since a path may exceed the recursion limit:
        # level k holds the nodes that may come at place k, and the index of the next one to try.
        missing = [len(before) for before in self.predecessors]
        levels = [(tuple(i for i, count in enumerate(missing) if count == 0), 0)]
        order: list[int] = []
        while levels:
            ready, place = levels.pop()
            if place == len(ready):
                if len(order) == len(missing):
                    yield tuple(order)
                if order:
                    for successor in self.successors[order.pop()]:
                        missing[successor] += 1
                continue
            levels.append((ready, place + 1))
            node = ready[place]
            order.append(node)
            following = [*ready[:place], *ready[place + 1 :]]
            for successor in self.successors[node]:
                missing[successor] -= 1
                if missing[successor] == 0:
                    following.append(successor)
            levels.append((tuple(sorted(following)), 0))

    def to_networkx(self) -> networkx.DiGraph:
        """Returns a ``networkx.DiGraph`` over the ids, with each checkpoint's fields as node attributes."""
        import networkx

        graph = networkx.DiGraph()
        for node, depth in zip(self.checkpoints, self.depth, strict=True):
            graph.add_node(
                node.id,
                device=node.device,
                app=node.app,
                subtask=node.subtask,
                evaluator=qualified_name(node.evaluator.function),
                hold=node.hold,
                place=node.place,
                depth=depth,
            )
        graph.add_edges_from(self.edges)
        return graph

    def to_dict(self) -> dict[str, Any]:
        """Returns the graph as JSON data for records and definition hashes, the same in every process."""
        return {
            "checkpoints": [
                {
                    "id": node.id,
                    "device": node.device,
                    "app": node.app,
                    "subtask": node.subtask,
                    "evaluator": qualified_name(node.evaluator.function),
                    "args": _jsonable(node.evaluator.args),
                    "hold": node.hold,
                    "place": node.place,
                    **{name: event for name, event in (("since", node.since), ("until", node.until)) if event},
                }
                for node in self.checkpoints
            ],
            "edges": [list(edge) for edge in self.edges],
        }

    def ascii(self, passed: Collection[str] = ()) -> str:
        """Returns a drawing for a terminal: a row per checkpoint, lanes for the edges, a marker for the state.

        Args:
            passed: Ids of the completed checkpoints.

        Returns:
            Lines without a final newline. Time flows downwards; a lane ends at the checkpoint to which it leads.

        Raises:
            ValueError: ``passed`` contains an unknown checkpoint.
        """
        done = {self.index[name] if name in self.index else unknown("checkpoint", name, self.index) for name in passed}
        rows: list[tuple[str, str]] = []
        lanes: list[int | None] = []
        for i, node in enumerate(self.checkpoints):
            column = _lane_of(lanes, i)
            active = all(p in done for p in self.predecessors[i])
            marker = "x" if i in done else ">" if active else "o"
            row = [marker if k == column else " " if lane is None else "|" for k, lane in enumerate(lanes)]
            rows.append((" ".join(row), f"{node.id}\t{node.app}@{node.device}"))
            connector = _connect(lanes, column, self.successors[i])
            if connector.strip():
                rows.append((connector, ""))
        lane_width = max(len(cells) for cells, _ in rows)
        id_width = max(len(node.id) for node in self.checkpoints)
        lines = []
        for cells, label in rows:
            name, _, place = label.partition("\t")
            lines.append(f"{cells:<{lane_width}}  {name:<{id_width}}  {place}".rstrip())
        return "\n".join([*lines, "x completed  > active  o waiting"])


def qualified_name(function: Callable[..., object]) -> str:
    """Returns ``module.qualname`` of a function, of a ``functools.partial``'s function, or of an object's class."""
    while isinstance(function, functools.partial):
        function = function.func
    named = function if hasattr(function, "__qualname__") else type(function)
    return f"{named.__module__}.{named.__qualname__}"


class _NodeId(NamedTuple):
    """A node's id, and those of its predecessors."""

    id: str
    after: tuple[str, ...]


class _Shape(NamedTuple):
    """A graph without its nodes; `order` lists the nodes by their positions in the argument."""

    order: tuple[int, ...]
    places: Mapping[str, int]
    predecessors: tuple[tuple[int, ...], ...]
    successors: tuple[tuple[int, ...], ...]
    depth: tuple[int, ...]
    edges: tuple[tuple[str, str], ...]


@functools.lru_cache(maxsize=256)
def _shape(names: tuple[_NodeId, ...]) -> _Shape:
    """Returns a graph's shape; cached, since every episode builds its task's graph, mostly in the same shape."""
    order = _sorted_topologically(names)
    nodes = [names[i] for i in order]
    index = {node.id: i for i, node in enumerate(nodes)}
    predecessors = tuple(tuple(sorted(index[name] for name in node.after)) for node in nodes)
    successors: list[list[int]] = [[] for _ in nodes]
    depth: list[int] = []
    for i, before in enumerate(predecessors):
        depth.append(1 + max((depth[p] for p in before), default=0))
        for p in before:
            successors[p].append(i)
    edges = tuple((nodes[p].id, nodes[s].id) for p, after in enumerate(successors) for s in after)
    after = tuple(tuple(following) for following in successors)
    return _Shape(order, MappingProxyType(index), predecessors, after, tuple(depth), edges)


def _sorted_topologically(nodes: Sequence[_NodeId]) -> tuple[int, ...]:
    if not nodes:
        raise ValueError("a task graph needs at least one checkpoint; got none")
    place: dict[str, int] = {}
    for i, node in enumerate(nodes):
        if place.setdefault(node.id, i) != i:
            raise ValueError(f"two checkpoints are called {node.id!r}; ids have to be unique within a graph")
    successors: list[list[int]] = [[] for _ in nodes]
    for i, node in enumerate(nodes):
        for name in node.after:
            if name == node.id:
                raise ValueError(f"checkpoint {name!r} comes after itself; leave its own id out of `after`")
            if name not in place:
                try:
                    unknown("predecessor", name, place)
                except ValueError as error:
                    raise ValueError(f"checkpoint {node.id!r}: {error}") from None
            successors[place[name]].append(i)
        if len(set(node.after)) != len(node.after):
            twice = next(name for name in node.after if node.after.count(name) > 1)
            raise ValueError(f"checkpoint {node.id!r} names {twice!r} twice in `after`; once is enough")
    missing = [len(node.after) for node in nodes]
    ready = [i for i, count in enumerate(missing) if count == 0]
    order: list[int] = []
    while ready:
        i = heappop(ready)
        order.append(i)
        for successor in successors[i]:
            missing[successor] -= 1
            if missing[successor] == 0:
                heappush(ready, successor)
    if len(order) < len(nodes):
        cycle = _cycle(nodes, place, missing)
        raise ValueError(f"the checkpoints form a cycle: {' -> '.join(cycle)}; drop one of these dependencies")
    return tuple(order)


def _cycle(nodes: Sequence[_NodeId], place: Mapping[str, int], missing: Sequence[int]) -> list[str]:
    # Every node left after the sort has a predecessor that is left too, so a walk backwards must repeat.
    name = next(node.id for node, count in zip(nodes, missing, strict=True) if count)
    walk: list[str] = []
    while name not in walk:
        walk.append(name)
        name = next(p for p in nodes[place[name]].after if missing[place[p]])
    return [*walk[walk.index(name) :], name][::-1]


def _jsonable(value: object) -> Any:
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, bytes):
        return f"{len(value)} bytes, SHA-256 {hashlib.sha256(value).hexdigest()}"
    if isinstance(value, Mapping):
        return {str(key): _jsonable(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_jsonable(item) for item in value]
    if isinstance(value, set | frozenset):
        return sorted((_jsonable(item) for item in value), key=repr)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {item.name: _jsonable(getattr(value, item.name)) for item in dataclasses.fields(value)}
    if callable(value):
        return qualified_name(value)
    if type(value).__str__ is object.__str__ and type(value).__repr__ is object.__repr__:
        return qualified_name(type(value))  # its text would contain an address, which differs between processes
    return str(value)


def _lane_of(lanes: list[int | None], node: int) -> int:
    """Returns the column of a node's row: the lane that leads to it, or a free one for a root."""
    for wanted in (node, None):
        if wanted in lanes:
            column = lanes.index(wanted)
            break
    else:
        column = len(lanes)
        lanes.append(node)
    lanes[column] = node
    return column


def _connect(lanes: list[int | None], column: int, successors: Sequence[int]) -> str:
    """Ends a node's lane, opens or joins those of its successors, and returns the row in between.

    Args:
        lanes: The node to which each lane leads; changed in place.
        column: The node's lane.
        successors: The node's successors.
    """
    lanes[column] = None
    joined = [lanes.index(s) for s in successors if s in lanes]
    fresh = [s for s in successors if s not in lanes]
    opened: list[int] = []
    if fresh:
        lanes[column] = fresh[0]
        opened = [_lane_of(lanes, s) for s in fresh[1:]]
    cells = [" "] * (2 * len(lanes) - 1)
    for k, lane in enumerate(lanes):
        if lane is not None:
            cells[2 * k] = "|"
    touched = [column, *joined, *opened]
    if len(touched) > 1:
        for k in range(2 * min(touched), 2 * max(touched) + 1):
            cells[k] = "-" if cells[k] == " " else cells[k]
        for k in joined:
            cells[2 * k] = "+"
        for k in opened:
            cells[2 * k] = "."
        cells[2 * column] = "+" if fresh else "'"
    while lanes and lanes[-1] is None:
        lanes.pop()
    return "".join(cells)
