"""Rows that AndroidWorld's tasks add to an app: entries of Expenses, or recipes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from crab_gym.evaluation import Check, Checkpoint
from crab_gym.task import Action, Look, Oracle, Params
from crab_sim.devices.footprints import Footprint, Matcher, left_to_graph, may_add, no_other

__all__ = ["WHICH", "Additions"]

WHICH = ("first", "second", "third")
Row = TypeVar("Row")


@dataclass(frozen=True, slots=True, kw_only=True)
class Additions(Generic[Row]):
    """Rows that are to be added to an app, and ways of adding them.

    Attributes:
        app: The app.
        fact: The kind of fact that a row is.
        column: The field that names a row.
        judged: The other fields of the fact, which `right` judges.
        rows: Returns the rows.
        noted: Returns the first check of a row.
        right: Returns the check of a whole row.
        end: The end of the id of the first checkpoint of a row.
        add: Adds rows.
        touch: Adds rows, touching each field.
        spoil: Returns a row with a fault that `mend` corrects.
        mend: Corrects the row that was added last.
        faults: Other faults, by name.
    """

    app: str
    fact: str
    column: str
    judged: Sequence[str]
    rows: Callable[[Params], Sequence[Row]]
    noted: Callable[[Row], Check]
    right: Callable[[Row], Check]
    end: str
    add: Callable[[Look, Sequence[Row]], Iterator[Action]]
    touch: Callable[[Look, Sequence[Row]], Iterator[Action]]
    spoil: Callable[[Row], Row]
    mend: Callable[[Look, Row], Iterator[Action]]
    faults: Mapping[str, Callable[[Row], Row]]

    def names(self, params: Params) -> list[str]:
        """Returns the rows' names."""
        return [getattr(one, self.column) for one in self.rows(params)]

    def checkpoints(self, first: Checkpoint, params: Params) -> Sequence[Checkpoint]:
        """Returns the first one; then, for each row, that it is there, and that all of it is right."""
        found = [first]
        for which, one in zip(WHICH, self.rows(params), strict=False):
            found += [
                Checkpoint(
                    id=f"{which}_{self.end}",
                    device="android",
                    app=self.app,
                    evaluator=self.noted(one),
                    after=(first.id,),
                ),
                Checkpoint(
                    id=f"{which}_right",
                    device="android",
                    app=self.app,
                    evaluator=self.right(one),
                    after=(f"{which}_{self.end}",),
                ),
            ]
        return found

    def footprint(self, params: Params) -> Footprint:
        """Returns the allowance of the new rows."""
        judged: dict[str, Matcher] = dict.fromkeys(self.judged, left_to_graph)
        rows = [may_add("android", self.fact, most=1, **judged, **{self.column: name}) for name in self.names(params)]
        return [*rows, no_other("android", self.fact)]

    def add_one(self, index: int, params: Params, look: Look) -> Iterator[Action]:
        """Adds one of the rows."""
        yield from self.add(look, [self.rows(params)[index]])

    def unread(self, params: Params, look: Look) -> Iterator[Action]:
        """Adds the rows without looking at where they are written."""
        yield from self.add(look, self.rows(params))

    def by_fields(self, start: Oracle, params: Params, look: Look) -> Iterator[Action]:
        """Looks first, adds the rows from the last to the first, and touches each field.

        Args:
            start: Looks at the app that the rows are in.
            params: The parameters.
            look: Shows the screens.
        """
        yield from start(params, look)
        yield from self.touch(look, self.rows(params)[::-1])

    def corrected(self, start: Oracle, params: Params, look: Look) -> Iterator[Action]:
        """Looks first, and adds the last row with a fault, which it corrects.

        Args:
            start: Looks at the app that the rows are in.
            params: The parameters.
            look: Shows the screens.
        """
        yield from self.changed(self.spoil, start, params, look)
        yield from self.mend(look, self.rows(params)[-1])

    def changed(self, change: Callable[[Row], Row], start: Oracle, params: Params, look: Look) -> Iterator[Action]:
        """Looks first, and adds the last row with a fault.

        Args:
            change: Makes the fault.
            start: Looks at the app that the rows are in.
            params: The parameters.
            look: Shows the screens.
        """
        *others, last = self.rows(params)
        yield from start(params, look)
        yield from self.add(look, [*others, change(last)])

    def twice(self, start: Oracle, params: Params, look: Look) -> Iterator[Action]:
        """Looks first, and adds the first row once more before the others.

        Args:
            start: Looks at the app that the rows are in.
            params: The parameters.
            look: Shows the screens.
        """
        rows = self.rows(params)
        yield from start(params, look)
        yield from self.add(look, [rows[0], *rows])
