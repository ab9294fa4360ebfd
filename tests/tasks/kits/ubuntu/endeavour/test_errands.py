"""Evaluators of the notes of tasks in Endeavour."""

from __future__ import annotations

from crab_gym.backends.base import State, Todo
from crab_tasks.kits.ubuntu.endeavour.state import note_is
from tests.tasks._desk import Desk

NUMBER = "+1 555 0162"


class Listed(Desk):
    """A desktop with tasks."""

    rows: tuple[Todo, ...] = ()

    def todos(self) -> tuple[Todo, ...]:
        return self.rows


def test_the_note_of_the_one_task_is_the_number() -> None:
    desk = Listed()
    state = State(ubuntu=desk)
    right = Todo(1, "Reserve a table", NUMBER)
    for rows, accepted in (
        ((right,), True), ((right._replace(notes="(+1) 555-0162"),), True), ((right, Todo(2, "Other")), True),
        ((), False), ((right._replace(notes=""),), False), ((right._replace(notes=f"{NUMBER} or 0163"),), False),
        ((right._replace(done=True),), False), ((right, right._replace(id=2)), False),
        ((right._replace(title="Reserve a table for the club"),), False),
    ):  # fmt: skip
        desk.rows = rows
        assert note_is(state, "Reserve a table", "phone_number", NUMBER) is accepted, rows
