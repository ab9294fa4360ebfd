"""Prompts, tools, rewards and demonstrations, as a trainer of language models gets them; without one."""

from __future__ import annotations

import inspect
import json
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

import crab_gym
from crab_gym.backends.base import DeviceError
from crab_gym.integrations.finetune import CrabSpec, Outcome, marked
from crab_gym.policies import OraclePolicy
from crab_gym.rollout import run_episode
from crab_gym.wrappers import SetOfMarks

assert crab_gym.__version__


@pytest.fixture
def env() -> Any:
    return CrabSpec(["learn.open_app"]).environment_factory()


def test_a_row_determines_its_episode_and_the_model_is_not_told_the_seed(env: Any) -> None:
    spec = CrabSpec(["learn.open_app", "learn.open_panel"], seeds=[7, 8])
    rows = list(spec.rows())
    assert [(row["task"], row["seed"]) for row in rows] == [
        ("learn.open_app", 7),
        ("learn.open_panel", 7),
        ("learn.open_app", 8),
        ("learn.open_panel", 8),
    ]
    assert [message["role"] for message in rows[0]["prompt"]] == ["system", "user"]
    assert rows[2]["prompt"][-1] == {"role": "user", "content": "", "task": "learn.open_app", "seed": 8}
    both = spec.environment_factory()
    first = both.reset(**rows[0])
    assert both.reset(**rows[1]) != first and both.reset(**rows[2]) != first
    assert both.reset(**rows[0]) == env.reset(task="learn.open_app", seed=7) == first
    assert CrabSpec(["learn.open_app"], system=None).prompt("learn.open_app", 1)[0]["role"] == "user"


def test_every_verb_of_the_devices_is_a_tool_that_the_trainer_can_read() -> None:
    spec = CrabSpec(["cross.dark_mode_from_todo"])
    kind = type(spec.environment_factory())
    public = {name for name, _ in inspect.getmembers(kind, inspect.isfunction) if not name.startswith("_")}
    space: Any = spec.make_env("cross.dark_mode_from_todo").action_space
    assert set(spec.tools) == {schema["name"] for schema in space.tool_schemas()}
    schemas = {schema["name"]: schema for schema in spec.schemas}
    assert public == {"reset", *schemas} == {"reset", *spec.tools}
    for name, schema in schemas.items():
        method = getattr(kind, name)
        arguments = dict(inspect.signature(method).parameters)
        del arguments["self"]
        assert list(arguments) == list(schema["parameters"]["properties"])
        required = [each for each in arguments if arguments[each].default is inspect.Parameter.empty]
        assert required == schema["parameters"]["required"]
        doc = inspect.getdoc(method)
        assert doc is not None and doc.startswith(schema["description"])
        assert all(f"\n    {argument}: " in doc for argument in arguments)
    hotkey = inspect.signature(kind.ubuntu__hotkey).parameters["keys"]  # type: ignore[attr-defined]
    assert hotkey.annotation == list[str]
    assert '(choices: ["up", "down", "left", "right"])' in kind.android__swipe.__doc__  # type: ignore[attr-defined]
    assert CrabSpec(["learn.open_app"], verbs=["tap", "complete"]).tools == ("android__tap", "root__complete")


def test_an_episode_is_played_by_tool_calls(env: Any) -> None:
    shown = env.reset(task="learn.open_app", seed=0)
    assert shown.startswith("goal: On the phone, open the app Phone.") and '[17] icon "Phone"' in shown
    assert env.android__tap(element=99).startswith("refused: android has no element 99; expected a number from 1 to 25")
    assert 'button "Search in mail"' in env.android__tap(element=3)
    assert env.outcome == Outcome("learn.open_app", 0, env.outcome.terms, 0.0, False, 2)
    assert env.android__press(key="home") == "The episode is over."
    with pytest.raises(ValueError, match="over"):
        env.android__tap(element=1)
    assert env.outcome.steps == 3 and env.outcome.reward == 0.0 and not env.outcome.success
    env.reset(task="learn.open_app", seed=0)
    env.android__tap(element=17, x=None, y=None)
    assert env.outcome.reward == 1.0 and env.outcome.success and env.outcome.steps == 1


def test_what_a_model_calls_a_tool_with_is_refused_in_words_not_raised(env: Any) -> None:
    env.reset(task="learn.open_app", seed=0)
    for arguments in ({"element": "11; rm -rf /"}, {"finger": 3}):
        assert env.android__tap(**arguments).startswith("refused: ")
    assert env.outcome.steps == 2


@pytest.mark.parametrize("reward", ["shaped", "sparse"])
def test_the_reward_is_the_return_that_the_environment_pays(reward: Any) -> None:
    task = "learn.open_panel"
    spec = CrabSpec([task], reward=reward)
    environment = spec.environment_factory()
    step = next(spec.demonstrations())[2]["tool_calls"][0]["function"]["arguments"]
    environment.reset(task=task, seed=0)
    environment.ubuntu__click(**step)  # type: ignore[attr-defined]
    half = environment.outcome.reward
    assert half == (0.5 if reward == "shaped" else 0.0) and environment.outcome.completion == 0.5
    (function,) = spec.reward_funcs
    logged: dict[str, float] = {}
    assert function.__name__ == reward
    assert function(environments=[environment], log_metric=logged.__setitem__, prompts=[], completions=[]) == [half]
    assert logged == {"completion": 0.5, "success": 0.0}
    env = spec.make_env(task)
    record = run_episode(env, OraclePolicy(env), seed=3)
    assert Outcome.of(record).reward == sum(each.reward for each in record.steps) == 1.0
    assert function(outcome=[Outcome.of(record)]) == [1.0]


def test_an_episode_that_broke_has_no_reward() -> None:
    (function,) = CrabSpec(["learn.open_app"]).reward_funcs
    logged: dict[str, float] = {}
    broken = Outcome("t", 0, {"progress": 0.5}, error="it is gone")
    ended = Outcome("t", 1, {"progress": 0.5, "step": -0.1})
    assert function(outcome=[broken, ended], log_metric=logged.__setitem__) == [None, 0.4]
    assert logged["completion"] == 0.0
    assert function(outcome=[broken], log_metric=lambda *_: pytest.fail("nothing was scored")) == [None]


class Loose(gym.Wrapper[Any, Any, Any, Any]):
    """A device that breaks at the first action, and is told as the environment is asked to."""

    def __init__(self, env: Any, how: str) -> None:
        super().__init__(env)
        self.how = how

    def step(self, action: Any) -> Any:
        if self.how == "raise":
            raise DeviceError("android", "the cable is out")
        obs, reward, _, _, info = self.env.step(action)
        return obs, reward, False, True, {**info, "device_error": "the cable is out"}


@pytest.mark.parametrize("how", ["raise", "truncate"])
def test_a_device_that_breaks_ends_the_episode_without_a_reward(how: str) -> None:
    spec = CrabSpec(["learn.open_app"])
    kind = type(spec.environment_factory())
    env: Any = kind(lambda task: Loose(spec.make_env(task), how))
    env.reset(task="learn.open_app", seed=0)
    if how == "raise":
        with pytest.raises(DeviceError):
            env.android__tap(element=11)
    else:
        assert env.android__tap(element=11) == "The episode is over."
    assert env.outcome.reward is None and "the cable is out" in env.outcome.error
    with pytest.raises(ValueError, match="over"):
        env.android__tap(element=11)
    assert "app Phone" in env.reset(task="learn.open_app", seed=0) and env.outcome.error == ""


def test_an_episode_that_does_not_begin_is_over() -> None:
    spec = CrabSpec(["learn.open_app"])
    env: Any = spec.environment_factory()
    env.reset(task="learn.open_app", seed=0)
    with pytest.raises(ValueError, match=r"learn\.open_apps"):
        env.reset(task="learn.open_apps", seed=1)
    with pytest.raises(ValueError, match="over"):
        env.android__tap(element=11)
    assert env.outcome == Outcome("learn.open_apps", 1)
    env.reset(task="learn.open_app", seed=0)
    assert env.android__tap(element=17) == "The episode is over." and env.outcome.success


def test_the_oracle_is_shown_by_marks_with_the_tools_that_there_are() -> None:
    spec = CrabSpec(["learn.open_app"], seeds=range(20), verbs=["tap"])
    episodes = list(spec.demonstrations())
    assert len(episodes) == 20
    environment = spec.environment_factory()
    for seed, (_system, user, call, result, done) in enumerate(episodes):
        assert user == {"role": "user", "content": environment.reset(task="learn.open_app", seed=seed)}
        function = call["tool_calls"][0]["function"]
        assert set(function["arguments"]) == {"element"} and function["name"] == result["name"] == "android__tap"
        assert result["content"] == environment.android__tap(**function["arguments"])  # type: ignore[attr-defined]
        assert environment.outcome.success and done["content"]
    assert not list(CrabSpec(["learn.open_app"], range(2), verbs=["press"]).demonstrations())
    json.dumps(episodes)


@pytest.mark.parametrize("task", ["learn.todo_from_note", "learn.flip_switch", "learn.panel_from_todo"])
def test_longer_tasks_can_be_shown_too(task: str) -> None:
    spec = CrabSpec([task], seeds=range(3))
    assert len(list(spec.demonstrations())) == 3


def test_points_become_marks_where_an_element_is() -> None:
    env = SetOfMarks(gym.make("Crab-v0/learn.open_app", screens=False), draw=False)
    _, info = env.reset(seed=0)
    drive = info["marks"]["android"][10]
    x, y = drive.point
    tap = {"device": "android", "name": "tap", "args": {"x": x, "y": y}}
    assert marked(tap, info["marks"])["args"] == {"element": 11}
    nowhere = {"device": "android", "name": "tap", "args": {"x": 359, "y": 0}}
    assert marked(nowhere, info["marks"]) == nowhere
    swipe = {"device": "android", "name": "swipe", "args": {"x": x, "y": y, "direction": "up", "distance": "long"}}
    assert marked(swipe, info["marks"])["args"] == {"element": 11, "direction": "up", "distance": "long"}
    wait = {"device": "root", "name": "wait", "args": {"seconds": 1}}
    assert marked(wait, info["marks"]) == wait


def test_a_model_that_sees_gets_marked_screens_with_the_text() -> None:
    task = "learn.open_app"
    spec = CrabSpec([task], seeds=[3], images=True)
    environment: Any = spec.environment_factory()
    picture, text = environment.reset(task=task, seed=3)
    blind: Any = CrabSpec([task]).environment_factory()
    assert text == {"type": "text", "text": blind.reset(task=task, seed=3)}
    assert set(picture) == {"type", "image"} and picture["type"] == "image"
    env = SetOfMarks(gym.make(f"Crab-v0/{task}"))
    obs, info = env.reset(seed=3)
    plain, _ = gym.make(f"Crab-v0/{task}").reset(seed=3)
    shown = np.asarray(picture["image"])
    assert (shown == obs["android"]).all() and (shown != plain["android"]).any()

    tap = {"device": "android", "name": "tap", "args": {"element": 3}}
    picture, text = environment.android__tap(element=3)
    assert (np.asarray(picture["image"]) == env.step(tap)[0]["android"]).all()
    assert text["text"] == blind.android__tap(element=3)
    refused = environment.android__tap(element=99)
    assert [part["type"] for part in refused] == ["image", "text"] and refused[1]["text"].startswith("refused: ")
    assert (shown != np.asarray(picture["image"])).any()  # earlier pictures stay as they were
    assert info["marks"]["android"]


def test_several_screens_are_named() -> None:
    spec = CrabSpec(["cross.dark_mode_from_todo"], seeds=[0], images=True, text={"rows": 0})
    environment: Any = spec.environment_factory()
    parts = environment.reset(task="cross.dark_mode_from_todo", seed=0)
    assert [part["type"] for part in parts] == ["text", "image", "text", "image", "text"]
    assert {parts[0]["text"], parts[2]["text"]} == {"android:", "ubuntu:"}
    assert parts[1]["image"].size != parts[3]["image"].size
    assert "goal: " in parts[4]["text"] and "[1]" not in parts[4]["text"]


def test_the_oracle_is_shown_with_the_pictures_that_a_model_gets() -> None:
    task = "learn.todo_from_note"
    episode = next(CrabSpec([task], seeds=[1], images=True).demonstrations())
    text = next(CrabSpec([task], seeds=[1]).demonstrations())
    environment: Any = CrabSpec([task], images=True).environment_factory()
    shown = environment.reset(task=task, seed=1)
    assert episode[1]["content"] == [{"type": "text", "text": ""}, *shown]
    for call, result in zip(episode[2:-1:2], episode[3:-1:2], strict=True):
        function = call["tool_calls"][0]["function"]
        assert result["content"] == getattr(environment, function["name"])(**function["arguments"])
    assert environment.outcome.success
    assert [message["role"] for message in episode] == [message["role"] for message in text]
    assert [message.get("tool_calls") for message in episode] == [message.get("tool_calls") for message in text]
    assert episode[1]["content"][-1]["text"] == text[1]["content"]


def test_a_pool_refuses_images() -> None:
    pool: Any = None
    with pytest.raises(ValueError, match="TRL takes no images from a rollout_func; use environment_factory"):
        CrabSpec(["learn.open_app"], images=True).rollout_func(pool)


def test_wrong_arguments_are_refused_with_what_is_expected() -> None:
    for make, sentence in (
        (lambda: CrabSpec([]), "at least one name"),
        (lambda: CrabSpec("learn.open_app"), "expected a list"),
        (lambda: CrabSpec(["learn.open_apps"]), "learn.open_app"),
        (lambda: CrabSpec(["learn.open_app"], seeds=[]), "no seeds"),
        (lambda: CrabSpec(["learn.open_app"], reward="dense"), "shaped"),  # type: ignore[arg-type]
        (lambda: CrabSpec(["learn.open_app"], verbs=["tapp"]), "did you mean 'tap'"),
        (lambda: CrabSpec(["learn.open_app"], verbs=["click"]), "none of the verbs"),
        (lambda: CrabSpec(["learn.open_app"], reward="sparse", env={"reward_weights": {}}), "leave out reward_weights"),
        (lambda: CrabSpec(["learn.open_app"], images=True, env={"screens": False}), "expected the screens"),
    ):
        with pytest.raises(ValueError, match=sentence):
            make()
