"""The graph evaluator, which advances a task graph after every action.

The rule (CRAB §4.3, OmniBench §4.1): a checkpoint is active when all its predecessors have passed. Each step checks
the active ones in a fixed order, including those that became active in the same step, each at most once, until
nothing more passes. A checkpoint that has passed stays passed.

Events change what is asked for: a checkpoint isn't active before the event of its ``since``, and needn't hold any more
after that of its ``until``, which comes only once it has passed.
"""

from __future__ import annotations

from bisect import insort
from collections import Counter
from collections.abc import Callable, Collection
from functools import partial
from typing import Any, NamedTuple, NoReturn

from crab_gym.backends.by_device import State
from crab_gym.backends.errors import DeviceError
from crab_gym.evaluation.checks import Check
from crab_gym.evaluation.graph import TaskGraph, qualified_name
from crab_gym.evaluation.memory import Memory
from crab_gym.evaluation.subtasks import has_subtasks, place_subtasks, progress, subtask_depths
from crab_gym.evaluation.weights import weights
from crab_sim.suggestions import unknown

__all__ = ["EvaluatorError", "GraphEvaluator", "Snapshot"]


class Snapshot(NamedTuple):
    """The progress of an episode's graph, as plain values.

    Attributes:
        steps: Number of steps taken.
        passed: (checkpoint id, step) of the passed checkpoints in the order of completion.
        events: (event, number of checkpoints that had passed before) of the events that have happened, in their order.
    """

    steps: int
    passed: tuple[tuple[str, int], ...]
    events: tuple[tuple[str, int], ...] = ()


class EvaluatorError(RuntimeError):
    """An evaluator raised, or returned something other than a bool: a bug in the task, never a failed checkpoint.

    Attributes:
        checkpoint: Id of the checkpoint whose evaluator is broken.
    """

    def __init__(self, checkpoint: str, message: str) -> None:
        super().__init__(f"checkpoint {checkpoint!r}: {message}")
        self.checkpoint = checkpoint
        self._message = message

    def __reduce__(self) -> tuple[Any, ...]:
        return EvaluatorError, (self.checkpoint, self._message)


class _Bound(NamedTuple):
    """A check as it is called: faster than the check itself."""

    evaluate: Callable[..., bool]
    judges_answer: bool


_PROGRESS = (
    "_completed", "_covered", "_events", "_frontier", "_left", "_missing", "_passed", "_states_left", "_steps",
)  # fmt: skip
"""The attributes of an evaluator that a reset begins anew."""


def _bound(check: Check) -> _Bound:
    return _Bound(partial(check.function, **check.args) if check.args else check.function, check.judges_answer)


class GraphEvaluator:
    """Tracks which checkpoints of a graph have passed during one episode.

    A step costs at most as many evaluator calls as there are active checkpoints (plus one for each that becomes
    active), however large the graph is; with a memory, those whose reads haven't changed are spared. `completion`,
    `coverage` and `only_answers_left` are O(1).

    Example:
        >>> from crab_gym.evaluation import Checkpoint, check
        >>> def at_least(state, n):
        ...     return state["n"] >= n
        >>> one, two = check(at_least, n=1), check(at_least, n=2)
        >>> graph = TaskGraph([
        ...     Checkpoint(id="one", device="ubuntu", app="demo", evaluator=one),
        ...     Checkpoint(id="two", device="ubuntu", app="demo", evaluator=two, after=("one",)),
        ... ])
        >>> evaluator = GraphEvaluator(graph)
        >>> evaluator.step({"n": 1}, None), evaluator.completion
        (('one',), 0.5)
        >>> evaluator.step({"n": 2}, None), evaluator.success({"n": 2}, None)
        (('two',), True)

    Args:
        graph: The graph; it isn't changed, and any number of evaluators may share it.
        memory: Knows which checkpoints needn't be evaluated again; None if all are evaluated in each step.
    """

    __slots__ = (
        "_all_completion",
        "_all_coverage",
        "_checks",
        "_completed",
        "_coverage_weights",
        "_covered",
        "_events",
        "_frontier",
        "_graph",
        "_ids",
        "_judges_answers",
        "_later",
        "_left",
        "_memory",
        "_missing",
        "_passed",
        "_states_left",
        "_steps",
        "_subtask_weights",
        "_weights",
    )

    def __init__(self, graph: TaskGraph, memory: Memory | None = None) -> None:
        self._graph = graph
        self._memory = memory
        self._ids = tuple(graph.index)
        self._checks = tuple([_bound(node.evaluator) for node in graph.checkpoints])
        self._judges_answers = any([check.judges_answer for check in self._checks])
        self._later = [i for i, node in enumerate(graph.checkpoints) if node.since]
        places = [node.place for node in graph.checkpoints]
        self._weights = weights([1] * len(places), places)
        self._coverage_weights = weights(graph.depth, places)
        self._subtask_weights: dict[str, int] | None = None
        if has_subtasks(graph):
            depths, of_places = subtask_depths(graph), place_subtasks(graph)
            by_depth = weights(list(depths.values()), [name in of_places for name in depths])
            self._subtask_weights = dict(zip(depths, by_depth, strict=True))
        self._all_completion = sum(self._weights)
        self._all_coverage = sum(
            self._coverage_weights if self._subtask_weights is None else self._subtask_weights.values()
        )
        self.reset()

    def reset(self) -> None:
        """Returns to the start: no step taken, nothing passed, only the roots active."""
        self._steps = 0
        self._completed = self._covered = 0
        self._events: dict[str, int] = {}
        self._states_left = sum([not check.judges_answer for check in self._checks])
        self._left = Counter([node.subtask for node in self._graph.checkpoints]) if self._subtask_weights else None
        self._passed: dict[str, int] = {}
        self._missing = [len(before) for before in self._graph.predecessors]
        for node in self._later:
            self._missing[node] += 1
        self._frontier = [i for i, count in enumerate(self._missing) if count == 0]

    @property
    def graph(self) -> TaskGraph:
        """The evaluated graph."""
        return self._graph

    @property
    def steps(self) -> int:
        """Number of `step` calls since the reset, including those that raised."""
        return self._steps

    @property
    def active(self) -> tuple[str, ...]:
        """Ids of the checkpoints that the next step checks first, in the order of checking."""
        return tuple(self._ids[i] for i in self._frontier)

    @property
    def passed(self) -> dict[str, int]:
        """Id of each passed checkpoint to the step, counted from 1, in which it passed; a copy."""
        return dict(self._passed)

    @property
    def order(self) -> tuple[str, ...]:
        """Ids of the passed checkpoints in the order of completion."""
        return tuple(self._passed)

    @property
    def completion(self) -> float:
        """Completion ratio: weight of the passed checkpoints / weight of all, see `crab_gym.evaluation.weights`."""
        return self._completed / self._all_completion

    @property
    def passed_ratio(self) -> float:
        """Completion ratio as CRAB counts it (§4.3): passed checkpoints / all checkpoints."""
        return len(self._passed) / len(self._ids)

    @property
    def coverage(self) -> float:
        """Coverage rate: depths of the finished sub-tasks, else of the passed checkpoints / of all (OmniBench §4.1).

        What only says where the agent is weighs as little as in `completion`.
        """
        return self._covered / self._all_coverage

    @property
    def progress(self) -> dict[str, float]:
        """How far each sub-task, or each checkpoint of a graph without any, has come, from 0 to 1."""
        return progress(self._graph, self._passed)

    @property
    def complete(self) -> bool:
        """Whether every checkpoint has passed."""
        return len(self._passed) == len(self._ids)

    @property
    def only_answers_left(self) -> bool:
        """Whether there are checkpoints that judge the submitted answer, and no other ones are left."""
        return self._states_left == 0 and self._judges_answers

    def step(self, state: State, answer: str | None) -> tuple[str, ...]:
        """Checks the active checkpoints after one action.

        Args:
            state: The devices' states, for the evaluators.
            answer: The answer submitted so far, or None.

        Returns:
            Ids of the checkpoints that passed in this step, in the order of completion.

        Raises:
            EvaluatorError: An evaluator raised, or returned something else than a bool. Checkpoints that passed
                earlier in this step stay passed.
            DeviceError: A device broke, which isn't a bug of the evaluator.
        """
        self._steps += 1
        if self._memory is None:
            return self._pass_active(state, answer, None)
        self._memory.begin(state)
        try:
            return self._pass_active(state, answer, self._memory)
        finally:
            self._memory.end()

    def _pass_active(self, state: State, answer: str | None, memory: Memory | None) -> tuple[str, ...]:
        frontier = self._frontier
        checks = self._checks
        newly: list[str] = []
        place = 0
        # Indices are topological, so a successor is inserted behind the current place,
        # and one pass from left to right sees every checkpoint that can pass.
        while place < len(frontier):
            node = frontier[place]
            if memory is not None and memory.knows(node):
                place += 1
                continue
            try:
                evaluate, judges_answer = checks[node]
                result = evaluate(state, answer) if judges_answer else evaluate(state)
            except Exception as error:
                self._raise(node, error)
            if result is False:
                place += 1
                if memory is not None and not judges_answer:
                    memory.remember(node)
            elif result is True:
                del frontier[place]
                self._pass(node, self._steps)
                newly.append(self._ids[node])
            else:
                self._reject(node, result)
        return tuple(newly)

    def success(self, state: State, answer: str | None, known: Collection[str] = ()) -> bool:
        """Returns whether the task is solved: all checkpoints have passed, and those with ``hold=True`` hold now.

        Calls no evaluator until all checkpoints have passed, and changes nothing.

        Args:
            state: The devices' states, for the evaluators.
            answer: The answer submitted so far, or None.
            known: Ids of checkpoints that `step` has just found to hold; their evaluators aren't called again.

        Raises:
            EvaluatorError: As in `step`.
        """
        if not self.complete:
            return False
        for node, checkpoint in enumerate(self._graph.checkpoints):
            if not checkpoint.hold or checkpoint.id in known or checkpoint.until in self._events:
                continue
            try:
                evaluate, judges_answer = self._checks[node]
                result = evaluate(state, answer) if judges_answer else evaluate(state)
            except Exception as error:
                self._raise(node, error)
            if result is False:
                return False
            if result is not True:
                self._reject(node, result)
        return True

    def happened(self, event: str) -> None:
        """Notes that an event has happened: some checkpoints are asked for from now on, others needn't hold any more.

        Args:
            event: Its id, as `Checkpoint.since` and `until` name it; nothing happens twice.
        """
        if event in self._events:
            return
        self._events[event] = len(self._passed)
        for node in self._later:
            if self._graph.checkpoints[node].since == event:
                self._come_closer(node)

    def snapshot(self) -> Snapshot:
        """Returns the progress as plain values, which are hashable, picklable and immutable."""
        return Snapshot(self._steps, tuple(self._passed.items()), tuple(self._events.items()))

    def restore(self, snapshot: Snapshot) -> None:
        """Restores the progress of a snapshot of this graph.

        Raises:
            ValueError: The snapshot can't belong to this graph. The progress is then unchanged.
        """
        before = {name: getattr(self, name) for name in _PROGRESS}
        steps, passed, *events = snapshot  # one of the last release is a bare tuple of the first two
        coming = list(events[0]) if events else []
        self.reset()
        try:
            for number, (name, step) in enumerate(passed):
                while coming and coming[0][1] <= number:
                    self.happened(coming.pop(0)[0])
                if name not in self._graph.index:
                    unknown("checkpoint in the snapshot", name, self._ids)
                node = self._graph.index[name]
                if node not in self._frontier:
                    raise ValueError(
                        f"the snapshot lists {name!r} twice or before its predecessors; "
                        "it has to come from an evaluator of the same graph"
                    )
                self._frontier.remove(node)
                self._pass(node, step)
            for event, _ in coming:
                self.happened(event)
        except ValueError:
            for name, value in before.items():
                setattr(self, name, value)
            raise
        self._steps = steps

    def _pass(self, node: int, step: int) -> None:
        """Counts a node that the caller has removed from the frontier, and activates its successors."""
        self._passed[self._ids[node]] = step
        self._completed += self._weights[node]
        self._covered += self._coverage_weights[node] if self._subtask_weights is None else self._finished(node)
        self._states_left -= not self._checks[node].judges_answer
        for successor in self._graph.successors[node]:
            self._come_closer(successor)

    def _come_closer(self, node: int) -> None:
        """Counts one of the things that a node waits for, and activates it with the last of them."""
        self._missing[node] -= 1
        if self._missing[node] == 0:
            insort(self._frontier, node)

    def _finished(self, node: int) -> int:
        """Returns the weight of the sub-task of which a checkpoint is the last to pass, 0 if others are left."""
        assert self._subtask_weights is not None and self._left is not None
        subtask = self._graph.checkpoints[node].subtask
        self._left[subtask] -= 1
        return 0 if self._left[subtask] else self._subtask_weights[subtask]

    def _raise(self, node: int, error: Exception) -> NoReturn:
        if isinstance(error, DeviceError):
            raise error
        name = qualified_name(self._graph.checkpoints[node].evaluator.function)
        raise EvaluatorError(self._ids[node], f"{name} raised {type(error).__name__}: {error}") from error

    def _reject(self, node: int, result: object) -> NoReturn:
        name = qualified_name(self._graph.checkpoints[node].evaluator.function)
        hint = "is a return statement missing?" if result is None else "wrap it in bool(...) if that is meant"
        raise EvaluatorError(
            self._ids[node], f"{name} returned {result!r} of type {type(result).__name__}; expected a bool; {hint}"
        )
