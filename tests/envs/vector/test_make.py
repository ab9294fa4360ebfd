"""The modes of `make_vec`, all with the results of Gymnasium's own vector environment."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode

import crab_gym
from crab_gym.envs.vector import MODES
from crab_gym.envs.vector.infos import batch, columns, join, split
from tests.envs._tasks import CHAIN, HERE
from tests.envs.vector._play import CONTACTS, SMALL, TASKS, WAIT, Annotate, assert_same, play

OURS = ("batch", "process")


def make(mode: str, count: int = 4, tasks: Any = TASKS, **options: Any) -> Any:
    if mode == "process":
        options.setdefault("workers", 2)
    return crab_gym.make_vec(tasks, count, mode=mode, **{"screen_size": SMALL, **options})


@pytest.mark.parametrize(
    ("autoreset", "wrappers"),
    [(AutoresetMode.NEXT_STEP, ()), (AutoresetMode.SAME_STEP, (Annotate,))],
    ids=["next_step", "same_step_wrapped"],
)
def test_same_seeds_and_actions_give_the_same_in_every_mode(autoreset: AutoresetMode, wrappers: Any) -> None:
    results = []
    for mode in MODES:
        envs = make(mode, wrappers=wrappers, autoreset_mode=autoreset)
        assert envs.metadata["autoreset_mode"] is autoreset and envs.num_envs == 4
        results.append(play(envs))
        for step in results[-1]:
            assert step[0] in envs.observation_space
        envs.close()
    ends = sum(int((step[2] | step[3]).sum()) for step in results[0][1:])
    assert ends >= 3 and sum(step[1].sum() for step in results[0][1:]) > 0
    for other in results[1:]:
        assert_same(results[0], other)


@pytest.mark.parametrize("mode", OURS)
def test_autoreset_can_be_left_to_the_caller(mode: str) -> None:
    envs = make(mode, 3, f"{HERE}CHAIN", screens=False, max_steps=2, autoreset_mode="Disabled")
    envs.reset(seed=[1, 2, 3])
    envs.step([WAIT] * 3)
    *_, truncated, _ = envs.step([WAIT] * 3)
    assert truncated.all()
    with pytest.raises(ResetNeeded, match="environment 0 is over"):
        envs.step([WAIT] * 3)
    envs.reset(seed=[1, 2, 3])
    first = envs.step([CONTACTS, WAIT, WAIT])[0]
    mask = np.array([False, True, False])
    options = {"reset_mask": mask, "parameters": {"word": "plugh"}}
    obs, info = envs.reset(seed=[5, 6, 7], options=options)
    assert obs["time_left"].ravel().tolist() == [0.5, 1.0, 0.5] and "reset_mask" in options
    assert info["_step"].tolist() == mask.tolist() and info["goal"][0] is None
    assert first["time_left"].ravel().tolist() == [0.5, 0.5, 0.5]
    assert [params.word for params in envs.call("params")][1] == "plugh"
    *_, truncated, info = envs.step([WAIT] * 3)
    assert truncated.tolist() == [True, False, True] and info["step"].tolist() == [2, 1, 2]
    envs.close()


@pytest.mark.parametrize("mode", OURS)
def test_observations_never_change_after_they_are_returned(mode: str) -> None:
    envs = make(mode, 2, TASKS[:2])
    seen = [envs.reset(seed=0)[0]]
    copies = [{key: array.copy() for key, array in seen[0].items()}]
    for _ in range(6):
        seen.append(envs.step([CONTACTS, WAIT])[0])
        copies.append({key: array.copy() for key, array in seen[-1].items()})
    row = seen[0]["android"][0, 1:]  # a view of a view keeps its batch as well
    kept = copies[0]["android"][0, 1:]
    assert_same(seen, copies)
    del seen
    for _ in range(6):
        envs.step([CONTACTS, WAIT])
    assert np.array_equal(row, kept)
    envs.close()


@pytest.mark.parametrize("mode", MODES)
def test_environments_can_be_asked_and_set(mode: str) -> None:
    envs = make(mode, 3, screens=False, wrappers=[lambda env: Annotate(env)])
    envs.reset(seed=0)
    assert envs.apply(lambda env: env.unwrapped.task.name) == list(TASKS)
    assert envs.get_attr("goal") == tuple(env_goal for env_goal in envs.call("get_wrapper_attr", "goal"))
    assert envs.call_at([2, 0], "has_wrapper_attr", "goal") == [True, True]
    envs.set_attr("max_steps", [5, 6, 7])
    assert envs.get_attr("max_steps") == (5, 6, 7)
    assert envs.apply(lambda env: env.unwrapped.max_steps, [1]) == [6]
    for parity in (True, False, True):  # the masks are those of now, not those of when they were last asked for
        assert [masks.tolist() for masks in envs.call("action_masks")] == [[parity, True]] * 3
        envs.step([WAIT] * 3)
    with pytest.raises(AttributeError, match="nonesuch"):
        envs.call("nonesuch")
    envs.step([WAIT] * 3)
    envs.close()


@pytest.mark.parametrize("mode", MODES)
def test_specs_make_the_same_environments_again(mode: str) -> None:
    envs = make(mode, 3, screens=False, wrappers=[gym.wrappers.RecordEpisodeStatistics])
    specs = envs.specs
    first = envs.reset(seed=0)
    envs.close()
    again = make("batch", 3, [gym.envs.registration.EnvSpec.from_json(spec.to_json()) for spec in specs])
    assert [type(env).__name__ for env in again.envs] == ["RecordEpisodeStatistics"] * 3
    assert_same(first, again.reset(seed=0))
    again.close()


@pytest.mark.parametrize("mode", MODES)
def test_an_exception_of_every_episode_is_raised_as_it_is(mode: str) -> None:
    envs = make(mode, 2, f"{HERE}BUGGY", screens=False)
    envs.reset(seed=0)
    tasks = crab_gym.task.action("android", "open_app", name="Tasks")
    for _ in range(2):
        assert "ZeroDivisionError" in envs.step([WAIT, tasks])[4]["device_error"][1]
        envs.step([WAIT, WAIT])  # resets it
    with pytest.raises(crab_gym.evaluation.evaluator.EvaluatorError, match="ZeroDivisionError"):
        envs.step([WAIT, tasks])
    envs.reset(seed=0)
    assert envs.step([WAIT, WAIT])[4]["step"].tolist() == [1, 1]
    envs.close()


@pytest.mark.parametrize("mode", OURS)
def test_misuse_says_what_is_expected(mode: str) -> None:
    envs = make(mode, 2, f"{HERE}CHAIN", screens=False)
    with pytest.raises(ResetNeeded, match=r"call reset\(\) before step"):
        envs.step([WAIT, WAIT])
    with pytest.raises(ValueError, match="got 3 seeds; expected one, or 2"):
        envs.reset(seed=[1, 2, 3])
    with pytest.raises(ResetNeeded, match="never reset"):
        envs.reset(options={"reset_mask": np.array([True, False])})
    with pytest.raises(TypeError, match="expected a numpy array of bool"):
        envs.reset(options={"reset_mask": [True, False]})
    with pytest.raises(ValueError, match="expected only 'parameters'"):
        envs.reset(options={"nonesuch": 1})
    envs.reset(seed=0)
    with pytest.raises(ValueError, match="got 1 actions; expected 2"):
        envs.step([WAIT])
    with pytest.raises(ValueError, match="got 3 values of 'x'"):
        envs.set_attr("x", [1, 2, 3])
    envs.close()
    envs.close()


@pytest.mark.parametrize(
    ("arguments", "options", "error", "message"),
    [
        (("x",), {"mode": "threads"}, ValueError, "expected one of: 'sync', 'process', 'batch'"),
        (([],), {}, ValueError, "tasks is empty"),
        ((TASKS, 2), {}, ValueError, "num_envs is 2 for 3 tasks"),
        ((3,), {}, TypeError, "not iterable"),
        (([3],), {}, TypeError, "a task is 3"),
        ((TASKS,), {"wrappers": ["x"]}, TypeError, "a wrapper is 'x'"),
        ((TASKS,), {"workers": 2}, ValueError, "of mode='process'"),
        ((TASKS,), {"workers": 4, "mode": "process"}, ValueError, "expected 1 to 3"),
        ((TASKS,), {"step_timeout": 0, "mode": "process"}, ValueError, "expected seconds above 0"),
        ((lambda: None,), {"screens": False}, TypeError, "it takes no 'screens'"),
        ((TASKS,), {"devices": "task"}, ValueError, "have to share their spaces"),
    ],
)
def test_bad_arguments_are_refused(arguments: Any, options: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        crab_gym.make_vec(*arguments, **options)


def test_what_a_worker_returns_has_to_be_plain() -> None:
    envs = make("process", 2, f"{HERE}CHAIN", screens=False)
    with pytest.raises(TypeError, match=r"can't be sent from the worker process .* return plain data"):
        envs.apply(lambda env: (item for item in ()))
    envs.close()


def test_environments_that_differ_are_refused_by_workers_too() -> None:
    with pytest.raises(ValueError, match=r"the observation space of .*write_note is"):
        make("process", 2, TASKS[:2], devices="task")


def test_tasks_of_ones_own_and_functions() -> None:
    made = [lambda: gym.make("Crab-v0/android.add_contact", screens=False)] * 2
    envs = crab_gym.make_vec(made, mode="process", workers=2)
    _, info = envs.reset(seed=0)
    assert info["task"].tolist() == ["android.add_contact"] * 2
    envs.close()
    own = crab_gym.make_vec(f"{HERE}CHAIN", screens=False)
    assert own.reset(seed=0)[1]["task"].tolist() == [CHAIN.name]
    own.close()


def test_infos_come_back_from_columns() -> None:
    infos = [
        {"a": 1, "b": {"c": "x", "d": 0.5}, "e": True, "f": np.arange(2)},
        {"a": 2, "f": np.arange(2, 4), "g": [1, 2]},
        {"a": 3, "b": {"c": "y"}, "e": False, "f": np.arange(3)},
    ]
    whole = batch(columns(infos), 3)
    assert whole["a"].dtype == np.int64 and whole["e"].dtype == np.bool_ and whole["f"].dtype == object
    assert whole["_b"].tolist() == [True, False, True] and whole["b"]["_d"].tolist() == [True, False, False]
    parts = [columns(infos[:1]), columns(infos[1:])]
    assert_same(whole, batch(join(parts, [1, 2]), 3))
    assert_same(infos, split(whole, 3))


def test_it_works_where_gymnasiums_class_is_not_generic() -> None:
    code = (
        "import gymnasium.vector\n"
        "def refuse(cls, types): raise TypeError('not a generic class')\n"  # as before Gymnasium 1.4
        "gymnasium.vector.SyncVectorEnv.__class_getitem__ = classmethod(refuse)\n"
        "import crab_gym\n"
        "envs = crab_gym.make_vec('android.add_contact', 2, screens=False)\n"
        "print(envs.reset(seed=0)[0]['time_left'].shape)\n"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "(2, 1)\n"
