"""Tasks that are verified at once are verified as one after the other."""

from __future__ import annotations

import pytest

from crab_gym.experiments.verify import verify_tasks

TASKS = ("learn.flip_switch", "learn.open_panel", "ubuntu.put_off")


def test_processes_find_the_same_in_the_same_order() -> None:
    alone = list(verify_tasks(TASKS, "sim", (), 1, ("start", "harm")))
    assert [[(found.task, found.check) for found in row] for row in alone] == [
        [(task, "start"), (task, "harm")] for task in TASKS
    ]
    assert all(found.ok for row in alone for found in row)
    assert list(verify_tasks(TASKS, "sim", (), 1, ("start", "harm"), slots=2)) == alone


def test_a_wrong_name_ends_it_from_a_process_too() -> None:
    for slots in (1, 2):
        with pytest.raises(ValueError, match=r"unknown check 'nop'; did you mean 'noop'\?"):
            list(verify_tasks(TASKS, "sim", (), 1, ("nop",), slots))
