"""The checks of tasks: each fails for a task with the defect that it looks for, and for no other."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from crab_gym.backends.specs import KINDS, Kind
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.experiments import quality
from crab_gym.experiments.index_tasks import oracle_steps
from crab_gym.experiments.verify import CHECKS, Finding, supports, verify_task
from crab_gym.task import OracleStuck, Task
from tests import toy


@pytest.fixture(autouse=True)
def simulated(monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in ("sim", "desktop"):
        monkeypatch.setitem(KINDS, kind, Kind(("ubuntu", "android"), "tests.toy:ToyBackend"))


def check(monkeypatch: pytest.MonkeyPatch, task: Task, *others: Task, backend: str = "sim") -> dict[str, Finding]:
    """Verifies a task and returns the finding of each check."""
    monkeypatch.setattr(toy, "CANDIDATE", task, raising=False)
    refs = []
    for i, other in enumerate(others):
        monkeypatch.setattr(toy, f"OTHER{i}", other, raising=False)
        refs.append(f"tests.toy:OTHER{i}")
    return {row.check: row for row in verify_task("tests.toy:CANDIDATE", backend, refs)}


def failed(found: dict[str, Finding]) -> dict[str, str]:
    return {name: row.reason for name, row in found.items() if not row.ok}


def test_a_good_task_passes_every_check(monkeypatch: pytest.MonkeyPatch) -> None:
    found = check(monkeypatch, toy.TASK, toy.TASK, toy.ONE, toy.STUCK)
    assert tuple(found) == CHECKS
    assert failed(found) == {}
    assert found["oracle"].reason == "6 episodes"  # three seeds, two orders
    assert found["other tasks"].reason == "2 tasks"


def test_the_step_limit_of_a_task_without_one_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    assert failed(check(monkeypatch, replace(toy.TASK, name="cross.new", step_limit=None))) == {}


@pytest.mark.parametrize(
    ("change", "name", "reason"),
    [
        ({"step_limit": 3}, "oracle", "seed 0: step_limit, not passed: tell"),
        ({"oracle": {**toy.TASK.oracle, "left": toy.stuck}}, "oracle", "at checkpoint 'left': no element 'Save'"),
        ({"oracle": {"open": toy.TASK.oracle["open"]}}, "oracle", "no oracle for its checkpoint 'left'"),
        (
            {"near_misses": {"all of it": toy.write("ubuntu", "open")}, "checkpoints": toy._lines("open")},
            "near misses",
            "near miss 'all of it' succeeds with seed 0 after 1 actions",
        ),
        ({"near_misses": {"gone": toy.stuck}}, "near misses", "near miss 'gone' breaks with seed 0"),
    ],
)
def test_a_defect_is_found_and_named(change: Any, name: str, reason: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = failed(check(monkeypatch, replace(toy.TASK, **change)))
    assert reason in found[name]


def test_a_task_whose_oracle_fails_and_whose_limit_is_unknown_has_one_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    found = check(monkeypatch, replace(toy.STUCK, step_limit=None))
    assert list(found) == ["oracle"]
    assert "the oracle of 'ubuntu.stuck' doesn't solve it" in found["oracle"].reason


def test_a_task_that_is_solved_at_the_start_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    found = failed(check(monkeypatch, toy.SOLVED))
    assert found["start"] == "seed 0: checkpoint 'one' holds before the first action"
    assert "succeeds" in found["noop"] and "succeeds" in found["complete"] and "succeeds" in found["random"]


def test_a_task_that_does_not_look_at_its_parameters_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    task = replace(toy.TASK, checkpoints=toy._lines("open"), near_misses={})
    found = failed(check(monkeypatch, task))
    assert list(found) == ["other seed", "replay"]
    assert "succeeds" in found["other seed"]


def test_parts_that_pass_by_the_way_are_redundant_but_no_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    found = check(monkeypatch, toy.GREEDY)
    assert failed(found) == {}
    assert found["left out"].reason == "redundant, other parts of the oracle pass them: one, two"
    assert found["other seed"].reason == "the parameters always ask for the same"


def test_other_tasks_must_not_solve_it_unless_they_imply_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert failed(check(monkeypatch, toy.ONE, toy.GREEDY)) == {}
    found = failed(check(monkeypatch, toy.ONE, replace(toy.GREEDY, implies=())))
    assert list(found) == ["other tasks"]
    assert found["other tasks"].startswith("the oracle of 'ubuntu.greedy' succeeds with the default parameters")


def test_of_many_other_tasks_the_closest_and_some_of_the_rest_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    near = [replace(toy.ONE, name=f"ubuntu.near{number}") for number in range(40)]
    far = [replace(toy.TASK, name=f"cross.far{number}") for number in range(30)]
    tried: list[str] = []

    def by_another(subject: quality.Subject, other: Task, seed: int, options: Any = None) -> quality.Result:
        tried.append(other.name)
        return quality.Result(True)

    monkeypatch.setattr(quality, "_by_another", by_another)
    subject = quality.Subject(partial(CrabEnv, "tests.toy:ONE", screens=False), 5, 1, (*far, *near, toy.ONE))
    (other_tasks,) = (each for each in quality.QUALITY_CHECKS if each.name == "other tasks")
    assert other_tasks.tries(subject) == quality.Result(True, "60 tasks")
    assert set(tried) > {task.name for task in near}
    assert len(set(tried)) == 60
    subject.env.close()


def test_an_evaluator_that_writes_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    assert failed(check(monkeypatch, toy.MEDDLING)) == {"pure": "evaluating 'go' after 0 steps changed a device"}


def test_a_setup_that_raises_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    found = failed(check(monkeypatch, toy.BROKEN_SETUP))
    assert found["oracle"] == "seed 0: OSError: the setup has a bug"
    assert "OSError: the setup has a bug" in found["start"]


def test_an_evaluator_that_raises_at_first_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def read(devices: Any, params: Any, rng: Any) -> None:
        devices.ubuntu.write_file("/pad", "break the evaluator")

    found = failed(check(monkeypatch, replace(toy.ONE, setup=read)))
    assert "can't be evaluated at first: RuntimeError: the evaluator is confused" in found["start"]
    assert "the evaluator is confused" in found["noop"]


def test_random_success_is_told_for_learning_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    oracle = {"hello": toy.write("ubuntu", "hello")}
    task = replace(toy.ONE, name="learn.words", checkpoints=toy._lines("hello"), oracle=oracle, step_limit=50)
    found = check(monkeypatch, task)
    assert found["random"].ok
    assert found["random"].reason.endswith("of 20 random episodes succeed")
    solved = int(found["random"].reason.split()[0])
    assert solved > 0
    as_ubuntu = replace(task, name="ubuntu.words")
    assert "a random policy succeeds" in failed(check(monkeypatch, as_ubuntu))["random"]


def test_other_backends_are_checked_for_what_is_claimed(monkeypatch: pytest.MonkeyPatch) -> None:
    task = replace(toy.TASK, backends={"ubuntu": ("sim", "desktop")})
    assert supports(task, "sim")
    assert supports(task, {"ubuntu": "desktop"})
    assert not supports(toy.TASK, {"ubuntu": "desktop"})
    found = {row.check: row for row in verify_task("tests.toy:TASK", {"ubuntu": "desktop"})}
    assert list(found) == ["oracle", "start", "harm", "alternatives"]
    assert failed(found) == {}


@pytest.mark.parametrize("backend", ["sim", "desktop"])
def test_habits_may_take_more_steps_than_an_agent_gets(monkeypatch: pytest.MonkeyPatch, backend: str) -> None:
    both = {"ubuntu": ("sim", "desktop")}
    tight = replace(toy.TASK, backends=both, step_limit=oracle_steps("tests.toy:TASK"))
    assert failed(check(monkeypatch, tight, backend=backend)) == {}
    tighter = replace(tight, step_limit=oracle_steps("tests.toy:TASK") - 1)
    assert "step_limit" in failed(check(monkeypatch, tighter, backend=backend))["oracle"]


def test_stuck_is_a_kind_of_runtime_error() -> None:
    assert issubclass(OracleStuck, RuntimeError)


def test_an_oracle_that_depends_on_the_order_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def right(params: Any, look: Any) -> Any:
        if all(element.text != params.word for element in look("ubuntu")):
            raise LookupError("no word to copy on 'ubuntu'")
        yield from toy.TASK.oracle["right"](params, look)

    found = failed(check(monkeypatch, replace(toy.TASK, oracle={**toy.TASK.oracle, "right": right})))
    assert list(found) == ["oracle", "alternatives"]
    assert found["oracle"].startswith("seed 0, order open right left tell: at checkpoint 'right': no word to copy")
