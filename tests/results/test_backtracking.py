"""The metrics of backtracking, worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from crab_gym.results.backtracking import Attempt, attempts_of, backtrack_metrics, measure


def begin(way: str, back: int) -> dict[str, Any]:
    return {"event": "begin", "way": way, "back": back}


def event(kind: str) -> dict[str, Any]:
    return {"event": kind}


class Step:
    def __init__(self, notes: Any) -> None:
        self.notes = notes


class Record:
    def __init__(self, *notes: Any, error: str = "") -> None:
        self.steps = [Step(note) for note in notes]
        self.error = error


QUIET: dict[str, Any] = {"text": "nothing of the kind"}
UNDONE = (  # two actions undo three, then another one fails after one action
    QUIET,
    {"backtrack": [begin("undo", 3), event("undo")]},
    {"backtrack": [event("undo")]},
    {"backtrack": [event("recovered")]},
    {"backtrack": [begin("undo", 1), event("undo")]},
    {"backtrack": [event("failed")]},
)
RESTORED = ({"backtrack": [event("recovered")], "before_restore": [{"backtrack": [begin("restore", 5)]}]}, QUIET)
CUT = (QUIET, {"backtrack": [begin("undo", 2), event("undo")]})  # the steps were used up


def test_attempts_are_read_from_the_notes() -> None:
    assert attempts_of(UNDONE) == (Attempt("undo", 3, 2, True), Attempt("undo", 1, 1, False))
    assert attempts_of([{"backtrack": [begin("restore", 5), event("recovered")]}]) == (Attempt("restore", 5, 0, True),)
    assert attempts_of(CUT) == (Attempt("undo", 2, 1, False),)


def test_the_metrics_are_those_worked_out_by_hand() -> None:
    records: list[Any] = [Record(*UNDONE), Record(*RESTORED), Record(*CUT), Record(QUIET), Record({})]
    records.append(Record(*RESTORED, error="ubuntu: it broke"))
    metrics = backtrack_metrics(records)
    assert metrics.episodes == 5  # the broken one isn't scored
    assert metrics.attempts == 4  # 2 + 1 + 1
    assert metrics.task_rate == pytest.approx(3 / 5)
    assert metrics.success_rate == pytest.approx(2 / 4)
    assert metrics.episode_success_rate == pytest.approx(1 / 3)  # only the restored one had no failed attempt
    assert metrics.steps == pytest.approx((2 + 1 + 0 + 1) / 4)
    assert metrics.recovered_steps == pytest.approx((2 + 0) / 2)
    assert metrics.distance == pytest.approx((3 + 1 + 5 + 2) / 4)


def test_means_over_nothing_are_none() -> None:
    assert measure([]) == (0, 0, None, None, None, None, None, None)
    assert measure([(), ()]) == (2, 0, 0.0, None, None, None, None, None)


def test_steps_without_notes_and_notes_of_others_count_nothing() -> None:
    class Bare:
        error = ""
        steps = (object(),)

    bare: Any = Bare()
    assert backtrack_metrics([bare]).task_rate == 0.0
    assert attempts_of([{"backtrack": "yes"}, {"backtrack": [7, {"event": "undo"}]}]) == ()
