from __future__ import annotations

import pickle
import random
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from crab_gym.evaluation import Checkpoint
from crab_gym.task import Params, Task, TaskInfo, action, load, read_index, step_limit
from crab_gym.task.composition import compose
from crab_gym.task.parameters import choice
from tests.envs._tasks import CHAIN, CONTACT, HELD, NOTE


def build(**changes: Any) -> Task:
    given: dict[str, Any] = {
        "name": "learn.demo", "description": "Say {word}.", "devices": ("android",), "checkpoints": CHAIN.checkpoints,
        "oracle": {}, "parameters": {"word": choice(("a", "b"))},
    }  # fmt: skip
    return Task(**{**given, **changes})


def test_goal_graph_and_defaults() -> None:
    task = build()
    params = task.defaults()
    assert vars(params) == {"word": "a"}
    assert task.goal(params) == "Say a."
    assert task.goal(Params(word="{x} %s {0}")) == "Say {x} %s {0}."
    assert list(task.graph(params).index) == ["first_stop", "second_stop", "word_given"]
    assert task.kinds("android") == ("sim",)


def test_a_task_has_three_wordings_its_own_first() -> None:
    params = Params(word="a")
    assert build(wordings=("{word}: say it.", "Will you say {word}?", "And {word}")).goals(params) == (
        "Say a.", "a: say it.", "Will you say a?",
    )  # fmt: skip
    few = build(wordings=("{word}: say it.",)).goals(params)
    none = build().goals(params)
    assert few[:2] == ("Say a.", "a: say it.") and none[0] == "Say a."
    assert few[2] == none[2] and len(set(none)) == 3 and all(goal.endswith("Say a.") for goal in none)


def test_a_task_for_real_applications_says_what_it_needs() -> None:
    real: dict[str, Any] = {"name": "ubuntu.demo", "devices": ("ubuntu",), "backends": {"ubuntu": ("desktop",)}}
    with pytest.raises(ValueError, match="oracle_steps"):
        build(**real)
    task = build(**real, oracle_steps=4)
    assert not task.simulated and build().simulated
    assert task.specs(None)["ubuntu"].kind == "desktop"
    assert {device: spec.kind for device, spec in task.specs(None, ("ubuntu", "android")).items()} == {
        "ubuntu": "desktop",
        "android": "sim",
    }
    for backend in ("sim", {"ubuntu": "sim"}):
        with pytest.raises(
            ValueError, match=r"'ubuntu.demo' needs real applications on 'ubuntu'.*expected one of: desktop"
        ):
            task.specs(backend)


def test_variants_replace_the_oracle_of_their_backend() -> None:
    def one(params: Params, look: Any) -> Any:
        yield action("root", "complete")

    def other(params: Params, look: Any) -> Any:
        yield action("root", "wait")

    task = build(oracle={"a": one, "b": one}, variants={"desktop": {"b": other}})
    assert task.oracle_for({"android": "sim"}) == {"a": one, "b": one}
    assert task.oracle_for({"ubuntu": "desktop", "android": "sim"}) == {"a": one, "b": other}
    assert task.oracle == {"a": one, "b": one}


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        (
            {"name": "windows.demo"},
            "task name 'windows.demo': expected one of ubuntu, android, cross, learn, crab,",
        ),
        ({"name": "learn.Demo"}, "task name 'learn.Demo': expected"),
        ({"name": "learn."}, "task name 'learn.': expected"),
        ({"name": "learn.demo-v2"}, "task name 'learn.demo-v2': expected"),
        ({"devices": ()}, r"has the devices \(\); expected 'ubuntu', 'android' or both"),
        ({"devices": ("phone",)}, r"has the devices \('phone',\); expected"),
        ({"devices": ("root",)}, r"has the devices \('root',\); expected"),
        ({"version": 0}, "has version 0; versions are counted from 1"),
        ({"wordings": ("Say it.",)}, "wording 'Say it.'; expected the parameters of its description: word"),
    ],
)
def test_wrong_definitions_are_explained(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        build(**changes)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("crab_tasks.android.add_contact:TUSK", "no task at crab_tasks.android.add_contact:TUSK"),
        ("crab_tasks.android.nonesuch:TASK", "no task at crab_tasks.android.nonesuch:TASK: No module named"),
        ("crab_gym.task:Task", "crab_gym.task:Task is a type; expected a crab_gym.task.Task"),
        ("android.add_contakt", "no task 'android.add_contakt'. Did you mean 'android.add_contact'"),
        ("", "no task ''. `crab-gym list` names all"),
        (":TASK", "no task ':TASK'; expected 'package.module:ATTRIBUTE'"),
        ("../x:TASK", "no task '../x:TASK'; expected"),
        (".x:TASK", "no task '.x:TASK'; expected"),
        (None, "task is None; expected a name such as"),
        (["android.add_contact"], r"task is \['android.add_contact'\]; expected a name"),
    ],
)
def test_unknown_tasks_are_explained(name: Any, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        load(name)


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        (
            "def (",
            "can't import demo_module for the task 'demo_module:TASK': "
            "SyntaxError: invalid syntax (demo_module.py, line 1)",
        ),
        ("from os import nothing", "'demo_module:TASK': ImportError: cannot import name 'nothing' from 'os'"),
        ("import no_such_module", "'demo_module:TASK': ModuleNotFoundError: No module named 'no_such_module'"),
        ("import os; os.nothing", "'demo_module:TASK': AttributeError: module 'os' has no attribute 'nothing'"),
        ("raise RuntimeError('one\\ntwo')", "'demo_module:TASK': RuntimeError: one two"),
        ("raise OSError", "'demo_module:TASK': OSError"),
        ("TASK = 5", "demo_module:TASK is a int; expected a crab_gym.task.Task"),
        ("", "there is no task at demo_module:TASK: module 'demo_module' has no attribute 'TASK'"),
    ],
)
def test_modules_that_cannot_be_imported_are_explained(
    source: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "demo_module.py").write_text(source)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "demo_module", raising=False)
    with pytest.raises(ValueError, match=re.escape(sentence)) as caught:
        load("demo_module:TASK")
    sys.modules.pop("demo_module", None)
    assert "\n" not in str(caught.value)


def test_tasks_are_found_by_id_and_by_place() -> None:
    task = load(CONTACT)
    assert task.name == "android.add_contact"
    assert load("android.add_contact") is load("Crab-v0/android.add_contact") is task


def test_step_limits() -> None:
    assert step_limit(CHAIN) == 20
    assert step_limit(load(CONTACT)) == read_index()["android.add_contact"].step_limit
    with pytest.raises(ValueError, match=r"task 'learn.demo' isn't in the index and has no step_limit; give it one"):
        step_limit(build())


def test_the_hash_follows_the_definition() -> None:
    note, contact = load(NOTE), load(CONTACT)
    assert note.definition_hash() == load(NOTE).definition_hash()
    assert note.definition_hash() != contact.definition_hash()
    assert CHAIN.definition_hash() != HELD.definition_hash()
    newer = build(version=2)
    assert newer.definition_hash() != build().definition_hash()
    assert len(newer.definition_hash()) == 16


def test_the_index_says_what_the_tasks_say() -> None:
    index = read_index()
    assert list(index) == sorted(index)
    for name, info in index.items():
        assert isinstance(info, TaskInfo)
        task = load(name)
        graph = task.graph(task.defaults())
        assert (info.id, info.devices, info.version, info.tags) == (name, task.devices, task.version, task.tags)
        assert info.hash == task.definition_hash()
        assert info.checkpoints == len(graph.index)
        assert info.step_limit == (task.step_limit or max(15, 3 * info.oracle_steps))
        assert info.platform == name.partition(".")[0]
        assert {device: task.kinds(device) for device in task.devices} == dict(info.backends)


def test_checkpoints_are_plain_for_every_seed() -> None:
    for name in read_index():
        task = load(name)
        for seed in range(5):
            rng = random.Random(seed)
            params = Params(**{key: parameter.sample(rng) for key, parameter in task.parameters.items()})
            graph = task.graph(params)
            assert list(graph.index) == list(task.graph(task.defaults()).index)
            assert set(graph.index) <= set(task.oracle)
            assert all(isinstance(node, Checkpoint) for node in graph.checkpoints)
            assert "{" not in task.goal(params)


def test_tasks_are_pickled_by_name() -> None:
    for task in (*map(load, read_index()), CHAIN):
        assert pickle.loads(pickle.dumps(task)) is task


def test_a_composed_task_is_pickled_as_json() -> None:
    task = compose([("contacts.add", {"name": "Jonas Berg"})])
    again = pickle.loads(pickle.dumps(task))
    assert again.to_json() == task.to_json() and again.definition_hash() == task.definition_hash()
    assert again.description == task.description


def test_a_task_without_a_name_is_pickled_as_its_parts() -> None:
    task = build(parameters={})
    again = pickle.loads(pickle.dumps(task))
    assert again is not task and again == task
