"""Depth-first search with backtracking over the states of an episode, as plain data and pure functions.

The tree has a node for every sequence of actions that was carried out; a node knows which paths from it failed. A stack
of limited length keeps checkpoints on the present path. This is §2.1 of BEAP-Agent (arXiv 2601.21352), with two open
questions settled: since actions can't be enumerated, a node counts as explored after a number of failed paths from it;
and backtracks have a budget.

* `Search` - the whole state; `start` makes one.
* `advance` - moves on by an action that was carried out.
* `checkpoint` - keeps the present node as one to go back to.
* `target` - the checkpoint to go back to; `fail` - marks the path from it as failed; `arrive` - moves back to it.
* `path`, `failures`, `all_failures`, `is_failed` - facts for the roles' questions.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

__all__ = [
    "Checkpoint",
    "Failure",
    "Node",
    "Path",
    "Search",
    "Step",
    "advance",
    "all_failures",
    "arrive",
    "checkpoint",
    "fail",
    "failures",
    "is_explored",
    "is_failed",
    "path",
    "start",
    "target",
]


class Step(NamedTuple):
    """An action that was carried out.

    Attributes:
        key: Its identity among the actions from the same node.
        text: The action in words.
    """

    key: str
    text: str


Path = tuple[Step, ...]


class Node(NamedTuple):
    """A state, known by the actions that led to it.

    Attributes:
        parent: Its parent's place in `Search.nodes`; -1 of the root.
        step: The action that led here; None of the root.
        depth: The number of those actions.
        failed: The paths from here that failed, each once.
    """

    parent: int
    step: Step | None
    depth: int
    failed: tuple[Path, ...] = ()


class Failure(NamedTuple):
    """A path that failed.

    Attributes:
        depth: The number of actions before it, from the start.
        path: Its actions.
    """

    depth: int
    path: Path


class Checkpoint(NamedTuple):
    """A node to go back to.

    Attributes:
        node: Its place in `Search.nodes`.
        memory: The agent's data for its return, such as its plan, the screens, or a handle of a snapshot.
    """

    node: int
    memory: Any


@dataclass(frozen=True, slots=True)
class Search:
    """The state of a search.

    Attributes:
        window: Maximum number of checkpoints kept. The first one is always the start, so that there is a way back.
        branches: Number of failed paths after which a node counts as explored.
        budget: Maximum number of backtracks.
        nodes: The tree; children come after their parents.
        here: The present node.
        stack: The checkpoints on the present path, from the start on.
        backtracks: Number of backtracks so far.
    """

    window: int
    branches: int
    budget: int
    nodes: tuple[Node, ...]
    here: int
    stack: tuple[Checkpoint, ...]
    backtracks: int = 0

    @property
    def depth(self) -> int:
        """The number of actions from the start to the present node."""
        return self.nodes[self.here].depth


def start(memory: Any, *, window: int, branches: int, budget: int) -> Search:
    """Returns a search at its start, which is its first checkpoint.

    Args:
        memory: The agent's data for its return to the start.
        window: Maximum number of checkpoints kept.
        branches: Number of failed paths after which a node counts as explored.
        budget: Maximum number of backtracks.

    Raises:
        ValueError: A number is too small.

    >>> search = start("home", window=3, branches=2, budget=5)
    >>> search = checkpoint(advance(search, Step("a", "tap A")), "menu")
    >>> search = advance(search, Step("b", "tap B"))
    >>> back = target(search)
    >>> back.memory
    'menu'
    >>> search = arrive(fail(search, back), back)
    >>> failures(search)
    ((Step(key='b', text='tap B'),),)
    """
    for name, value, least in (("window", window, 1), ("branches", branches, 1), ("budget", budget, 0)):
        if type(value) is not int or value < least:
            raise ValueError(f"{name} is {value!r}; expected a whole number of at least {least}")
    return Search(window, branches, budget, (Node(-1, None, 0),), 0, (Checkpoint(0, memory),))


def advance(search: Search, step: Step) -> Search:
    """Returns the search after an action; if it was carried out here before, at the same node as then."""
    for at in range(search.here + 1, len(search.nodes)):
        node = search.nodes[at]
        if node.parent == search.here and node.step is not None and node.step.key == step.key:
            return replace(search, here=at)
    node = Node(search.here, step, search.depth + 1)
    return replace(search, nodes=(*search.nodes, node), here=len(search.nodes))


def checkpoint(search: Search, memory: Any) -> Search:
    """Returns the search with the present node as its newest checkpoint; the oldest one after the start is dropped."""
    stack = tuple(entry for entry in search.stack if entry.node != search.here or entry.node == 0)
    if search.here == 0:
        return replace(search, stack=(Checkpoint(0, memory), *stack[1:]))
    stack = (*stack, Checkpoint(search.here, memory))
    if len(stack) > search.window:
        stack = (stack[0], *stack[1:][len(stack) - search.window :])
    return replace(search, stack=stack)


def target(search: Search, depth: int | None = None) -> Checkpoint | None:
    """Returns the nearest checkpoint above the present node that isn't explored; None where there is none.

    Args:
        search: The search.
        depth: Its maximum depth: that of the node before the first wrong action.
    """
    if search.backtracks >= search.budget:
        return None
    deepest = search.depth - 1 if depth is None else min(depth, search.depth - 1)
    for entry in search.stack[::-1]:
        if search.nodes[entry.node].depth <= deepest and not is_explored(search, entry.node):
            return entry
    return None


def fail(search: Search, back: Checkpoint) -> Search:
    """Returns the search with the path from a checkpoint to the present node marked as failed; a backtrack begins."""
    failed = path(search, back.node)
    node = search.nodes[back.node]
    if failed and failed not in node.failed:
        node = node._replace(failed=(*node.failed, failed))
    nodes = (*search.nodes[: back.node], node, *search.nodes[back.node + 1 :])
    return replace(search, nodes=nodes, backtracks=search.backtracks + 1)


def arrive(search: Search, back: Checkpoint) -> Search:
    """Returns the search back at a checkpoint; later checkpoints are dropped."""
    place = search.stack.index(back)
    return replace(search, here=back.node, stack=search.stack[: place + 1])


def path(search: Search, ancestor: int = 0) -> Path:
    """Returns the actions from an ancestor of the present node, by default the start, to that node.

    Raises:
        ValueError: The node is no ancestor of the present one.
    """
    steps: list[Step] = []
    at = search.here
    while at != ancestor:
        node = search.nodes[at]
        if node.step is None:
            raise ValueError(f"node {ancestor} doesn't lie on the path to node {search.here}")
        steps.append(node.step)
        at = node.parent
    return tuple(reversed(steps))


def failures(search: Search) -> tuple[Path, ...]:
    """Returns the paths from the present node that failed."""
    return search.nodes[search.here].failed


def all_failures(search: Search) -> tuple[Failure, ...]:
    """Returns the paths that failed from any state on the present path, from the start on: the paper's F (§2.2)."""
    failures: list[Failure] = []
    at = search.here
    while at >= 0:
        node = search.nodes[at]
        failures[:0] = [Failure(node.depth, failed) for failed in node.failed]
        at = node.parent
    return tuple(failures)


def is_failed(search: Search, step: Step) -> bool:
    """Returns whether a path of this action alone failed from the present node."""
    return any(len(failed) == 1 and failed[0].key == step.key for failed in failures(search))


def is_explored(search: Search, node: int) -> bool:
    """Returns whether enough paths from a node failed that the search continues elsewhere."""
    return len(search.nodes[node].failed) >= search.branches
