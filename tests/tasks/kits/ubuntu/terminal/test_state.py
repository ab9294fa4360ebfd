"""Evaluators of the editors that run in the terminal."""

from __future__ import annotations

import pytest

from crab_gym.backends.base import State
from crab_tasks.kits.ubuntu.terminal.state import nano_runs, vim_runs
from tests.tasks._desk import Desk


class _Running(Desk):
    def __init__(self, *names: str) -> None:
        super().__init__()
        self.names = names

    def processes(self) -> tuple[str, ...]:
        return self.names


@pytest.mark.parametrize(
    ("name", "is_vim", "is_nano"),
    [
        ("vim", True, False),
        ("vi", True, False),
        ("vim.basic", True, False),
        ("nano", False, True),
        ("vino", False, False),
    ],
)
def test_editors_are_told_by_their_processes(name: str, is_vim: bool, is_nano: bool) -> None:
    state = State(ubuntu=_Running("bash", name))
    assert vim_runs(state) == is_vim
    assert nano_runs(state) == is_nano
