from __future__ import annotations

from crab_gym.backends.base import State
from crab_tasks.kits.web import reference
from tests.tasks._desk import Desk


def test_the_example_is_copied_whole() -> None:
    desk = Desk()
    state = State(ubuntu=desk)
    example = "a = 1\nprint(a)"
    for copied in (example, "\na = 1 \r\nprint(a)\r\n"):
        desk.copied = copied
        assert reference.example_copied(state, example)
    for copied in ("", "a = 1", "print(a)\na = 1", f"Example\n{example}", "a = 1 print(a)", "a = 1\n\nprint(a)"):
        desk.copied = copied
        assert not reference.example_copied(state, example)
