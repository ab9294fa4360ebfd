"""Orders in which a goal can tell the parts of a composition.

* `right_after` - which part may follow others.
* `other_orders` - some orders that mean the same.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from crab_gym.task.goals.agreement import check_goal
from crab_gym.task.goals.grammar import inlined_parts, render_goal

if TYPE_CHECKING:
    from crab_gym.task.composition.parts import Composition
    from crab_gym.task.task import Params

__all__ = ["other_orders", "right_after"]

_DRAWS = 12
"""Orders that are drawn until enough mean the same."""


def other_orders(composition: Composition, values: Sequence[Params], most: int) -> tuple[tuple[int, ...], ...]:
    """Returns orders, other than the composition's own, in which the goal has other words and the same meaning.

    Args:
        composition: The composition.
        values: Each part's values.
        most: How many are returned at most.
    """
    orders_by_goal: dict[str, tuple[int, ...]] = {render_goal(composition, values): composition.order}
    subtasks = [part.subtask for part in composition.parts]
    for order in _random_orders(composition):
        if len(orders_by_goal) > most:
            break
        goal = render_goal(replace(composition, order=order), values)
        try:
            check_goal(composition, goal, values, subtasks)
        except ValueError:
            continue
        orders_by_goal.setdefault(goal, order)
    return tuple(orders_by_goal.values())[1:]


def _random_orders(composition: Composition) -> Iterator[tuple[int, ...]]:
    """Yields orders; the first is far from the composition's own."""
    allowed, rng = right_after(composition), random.Random("orders")
    preferred = list(composition.order[::-1])
    for _ in range(_DRAWS):
        preferred.sort(key=lambda part: composition.parts[part].subtask.device == "root")  # an answer comes last
        order = next(composition.volatiles.orders(allowed, preferred), None)
        if order is not None:
            yield order
        rng.shuffle(preferred)


def right_after(composition: Composition) -> Callable[[Sequence[int], int], bool]:
    """Returns whether a goal may name a part after some others; one that just comes after another one must follow
    directly.
    """
    skipped = inlined_parts(composition)
    followers = {edge.producer: edge.consumer for edge in composition.edges if not edge.input}

    def allowed(done: Sequence[int], part: int) -> bool:
        last = next((each for each in reversed(done) if each not in skipped), None)
        if last in followers:
            return part == followers[last] or part in skipped
        return "" not in composition.feeds[part]

    return allowed
