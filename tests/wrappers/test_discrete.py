"""Discrete actions: what an index stands for, and masks that allow exactly what is valid."""

from __future__ import annotations

import importlib
import json
from functools import partial
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.error import ResetNeeded

import crab_gym
from crab_gym.backends.base import DeviceError, InvalidAction
from crab_gym.policies import OraclePolicy, policy_spec
from crab_gym.task import action
from crab_gym.wrappers import DiscreteElements
from crab_gym.wrappers.choices import HOTKEYS
from tests.task_names import one_in
from tests.wrappers._walks import BOTH, DESKTOP, NAMES, PHONE, check, draw, every_task, make


def started(name: str, seed: int = 0, **options: Any) -> DiscreteElements:
    env = DiscreteElements(make(name), **options)
    env.reset(seed=seed)
    return env


@pytest.mark.parametrize("name", one_in(3, NAMES))
def test_masks_allow_what_is_valid_and_nothing_else(name: str) -> None:
    env = DiscreteElements(make(name, devices="all", max_steps=70, on_invalid="continue"), marks=24, texts=12)
    rng = np.random.default_rng(len(name))
    ends = [i for i in range(env.action_space.n) if env.choice(i).verb == "complete"]
    seen: set[str] = set()
    for seed in range(2):
        env.reset(seed=seed)
        over = False
        while not over:
            mask = env.action_masks()
            assert mask.shape == (env.action_space.n,) and mask.dtype == bool
            for index in rng.choice(env.action_space.n, 12, replace=False):
                said = env.action(index)
                assert bool(mask[index]) == (not isinstance(said, InvalidAction))
                assert bool(mask[index]) == (said in env.env.action_space)
            allowed = mask.copy()
            allowed[ends] = False  # the walk would be short
            by_kind: dict[str, list[int]] = {}
            for each in np.flatnonzero(allowed):
                by_kind.setdefault(env.choice(int(each)).kind, []).append(int(each))
            kind = str(rng.choice(sorted(by_kind)))  # else the few areas may never be drawn
            index = int(rng.choice(by_kind[kind]))
            seen.add(kind)
            _, _, terminated, truncated, info = env.step(index)
            assert info["invalid_action"] == "", env.describe(index)
            over = terminated or truncated
    assert seen == {"mark", "area", "text", "fixed"}


def test_places_wrap_around_for_agents_without_a_mask() -> None:
    env, strict = started(BOTH, wrap_around=True), started(BOTH)
    mask = env.action_masks()
    assert (mask == strict.action_masks()).all()
    for index in range(env.action_space.n):
        choice, said = env.choice(index), env.action(index)
        if mask[index]:
            assert said == strict.action(index)
            continue
        allowed = [i for i in range(env.action_space.n) if mask[i] and env.choice(i)[:3] == choice[:3]]
        same = [i for i in allowed if env.choice(i).args == choice.args]
        if same:
            assert said == strict.action(same[choice.slot % len(same)])
            assert env.describe(index) == env.describe(same[choice.slot % len(same)])
        else:
            assert choice.kind == "text" and not env.texts and isinstance(said, InvalidAction)
    *_, info = env.step(int(np.flatnonzero(~mask)[0]))
    assert info["invalid_action"] == ""


@pytest.mark.parametrize("name", [PHONE, DESKTOP, BOTH])
def test_what_the_mask_forbids_is_refused_with_a_sentence_and_touches_nothing(name: str) -> None:
    env = started(name, marks=60, texts=30)
    rng = np.random.default_rng(1)
    base: Any = env.unwrapped
    for _ in range(10):
        forbidden = int(rng.choice(np.flatnonzero(~env.action_masks())))
        before = base.fingerprint()
        info = env.step(forbidden)[4]
        assert "expected" in info["invalid_action"] and base.fingerprint() == before
        assert info["invalid_action"] == env.describe(forbidden)
        env.step(draw(env.action_masks() & (np.arange(env.action_space.n) < env.action_space.n - 2), rng))


def test_a_second_answer_is_masked() -> None:
    env = started(PHONE)
    submit = [i for i in range(env.action_space.n) if env.choice(i).verb == "submit"]
    assert env.action_masks()[submit[0]]
    assert env.step(submit[0])[4]["invalid_action"] == ""
    assert not env.action_masks()[submit].any()
    assert "no other answer" in env.step(submit[0])[4]["invalid_action"]


def test_a_mask_without_a_valid_index_is_told() -> None:
    env = started(PHONE, verbs=["submit"])
    assert env.action_masks().any()
    env.step(0)
    with pytest.warns(UserWarning, match=r"submit need something .* such as 'wait' or 'press'"):
        assert not env.action_masks().any()
    assert env.step(0)[4]["invalid_action"]


def test_indices_run_over_the_devices_one_after_the_other() -> None:
    env = started(BOTH, marks=5, texts=3)
    devices = [env.choice(i).device for i in range(env.action_space.n)]
    assert devices == sorted(devices, key=["ubuntu", "android", "root"].index)
    assert [env.choice(i).verb for i in (0, 4, 5, -1 % int(env.action_space.n))] == ["click"] * 2 + [
        "right_click",
        "wait",
    ]
    kinds = [env.choice(i)[:2] for i in range(env.action_space.n)]
    assert kinds.count(("android", "tap")) == 5 and kinds.count(("root", "submit")) == 3


def test_the_size_depends_on_devices_and_arguments_only() -> None:
    sizes = {DiscreteElements(make(name, devices="all"), marks=7, texts=2).action_space.n for name in NAMES[::5]}
    assert len(sizes) == 1
    one, two = (DiscreteElements(make(PHONE), marks=k).action_space.n for k in (10, 20))
    assert two - one == 20  # tap and long_tap


def test_verbs_can_be_left_out() -> None:
    env = started(PHONE, marks=4, texts=2, verbs=["tap", "write_text", "click", "complete"])
    assert [env.choice(i).verb for i in range(env.action_space.n)] == ["tap"] * 4 + ["write_text"] * 2 + ["complete"]


def test_the_oracles_actions_have_indices_that_do_the_same() -> None:
    env, plain = started(BOTH), make(BOTH)
    obs, info = plain.reset(seed=0)
    policy = OraclePolicy(plain)
    policy.reset(info["goal"], policy_spec(plain, 0))
    over = False
    while not over:
        said = policy.act(obs, info)
        index = env.index_of(said)
        assert index is not None and env.action_masks()[index] and env.indices_of(said) == (index,)
        obs, reward, *ends, info = plain.step(said)
        _, same, *same_ends, same_info = env.step(index)
        assert (reward, ends, info["completion"]) == (same, same_ends, same_info["completion"])
        over = any(ends)
    assert info["is_success"]


@every_task
def test_the_oracle_succeeds_by_indices_but_for_texts_that_nobody_has_shown_it(name: str) -> None:
    env = DiscreteElements(make(name), marks=96)  # a window of Thunderbird has some 75 elements
    obs, info = env.reset(seed=1)
    policy = OraclePolicy(env)
    policy.reset(info["goal"], policy_spec(env, 1))
    over = False
    while not over:
        said = policy.act(obs, info)
        indices = env.indices_of(said)
        rare = said["name"] == "hotkey" and tuple(said["args"]["keys"]) not in HOTKEYS
        rare = rare or (said["name"] == "wait" and said["args"]["seconds"] != 1)
        rare = rare or (said["name"] == "scroll" and said["args"]["amount"] not in (3, 10))
        assert indices is not None or rare or said["name"] in ("write_text", "submit", "drag", "ask"), said
        for step in indices or [None]:
            assert step is None or env.action_masks()[step]
            obs, _, terminated, truncated, info = env.env.step(said) if step is None else env.step(step)
            assert info["invalid_action"] == ""
        over = terminated or truncated
    assert info["is_success"]


def test_index_of_is_the_inverse_of_action() -> None:
    env = started(BOTH)
    for index in np.flatnonzero(env.action_masks()):
        said = env.action(index)
        assert not isinstance(said, InvalidAction)
        again = env.index_of(said)
        assert again is not None and env.action(again) == said


def test_what_has_no_index() -> None:
    env = started(BOTH, verbs=["tap", "write_text", "press", "open_app"])
    assert env.index_of(action("android", "open_app", name="tAsKs")) is not None
    for said in (
        action("android", "open_app", name="Tsks"),
        action("android", "write_text", text="something that nobody has said"),
        action("android", "tap", x=1, y=100),  # the wallpaper
        action("android", "tap", x=1000, y=1),
        action("android", "drag", x1=1, y1=1, x2=9, y2=9),
        action("root", "complete"),
        {"device": "android"},
    ):
        assert env.index_of(said) is None and env.indices_of(said) is None


def test_a_text_with_a_newline_is_two_indices() -> None:
    env = started(DESKTOP)
    text = env.texts[0]
    indices = env.indices_of(action("ubuntu", "write_text", text=f"{text}\n"))
    assert indices is not None and [env.describe(i) for i in indices] == [
        f"ubuntu: write_text {text!r}",
        "ubuntu: press 'enter'",
    ]
    assert env.indices_of(action("ubuntu", "write_text", text="\n")) == indices[1:]


def test_writing_can_be_limited_to_fields_with_the_focus() -> None:
    env = started(PHONE, write_anywhere=False)
    base: Any = env.unwrapped
    write = next(i for i in range(env.action_space.n) if env.choice(i).verb == "write_text")
    assert not env.action_masks()[write] and "no field of android has the focus" in env.describe(write)
    env.step(env.index_of(action("android", "open_app", name="Contacts")))
    field = next(e for e in base.elements("android") if e.editable)
    env.step(env.index_of(action("android", "tap", x=field.center[0], y=field.center[1])))
    assert env.action_masks()[write] and env.step(write)[4]["invalid_action"] == ""
    assert any(e.text == env.texts[0] for e in base.elements("android"))


def test_texts_can_be_cut_out_of_others_on_demand() -> None:
    task = "miniwob.find_word"
    plain, cut = started(task, seed=3), started(task, seed=3, parts=True)
    assert plain.action_space == cut.action_space
    base: Any = cut.unwrapped
    paragraph = next(e.text for e in cut.elements("android") if e.role == "text" and e.text != base.goal)
    place = next(int(text) for text in plain.texts if text.isdecimal())
    wanted = paragraph.split()[place - 1]
    assert wanted in cut.texts and wanted not in plain.texts
    assert "Type" in cut.texts[: cut.goal_places] and "Type" not in plain.texts
    assert cut.goal_places > plain.goal_places == list(plain.texts).index(base.goal)


def test_masks_follow_a_restored_snapshot() -> None:
    env = started(PHONE)
    base: Any = env.unwrapped
    handle, before = base.snapshot(), env.marks("android")
    env.step(env.index_of(action("android", "open_app", name="Contacts")))
    assert env.marks("android") != before
    base.restore(handle)
    assert env.marks("android") == before


def test_a_snapshot_brings_back_what_every_index_stands_for() -> None:
    env = started(PHONE, texts=12)  # few places, so that new texts drive out those that were read before
    handle = env.snapshot()
    told = [env.describe(index) for index in range(int(env.action_space.n))]
    for _ in range(2):
        for app in ("Contacts", "Messages", "Settings"):
            env.step(env.index_of(action("android", "open_app", name=app)))
        assert [env.describe(index) for index in range(int(env.action_space.n))] != told
        env.restore(handle)
        assert [env.describe(index) for index in range(int(env.action_space.n))] == told
    with pytest.raises(ValueError, match="got EnvSnapshot; expected what"):
        env.restore(env.unwrapped.snapshot())  # type: ignore[attr-defined]


def test_a_device_that_breaks_while_it_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    env = DiscreteElements(make(PHONE, on_device_error="truncate"))
    env.reset(seed=0)
    wait = int(env.action_space.n) - 1

    def broken() -> Any:
        raise DeviceError("android", "unplugged")

    base: Any = env.unwrapped
    monkeypatch.setattr(base.backends["android"], "elements", broken)
    *_, truncated, info = env.step(wait)
    assert truncated and info["device_error"] == "android: unplugged" and info["end_reason"] == "device_error"
    base.on_device_error = "raise"
    with pytest.raises(DeviceError, match="unplugged"):
        env.step(wait)
    monkeypatch.undo()
    env.reset(seed=1)
    assert env.action_masks().any()


@pytest.mark.extra("stable_baselines3")
def test_the_checkers_have_nothing_to_say() -> None:
    env = DiscreteElements(make(BOTH), marks=30, texts=10)
    check(env)
    checker = importlib.import_module("stable_baselines3.common.env_checker")
    checker.check_env(env)


def test_it_survives_its_spec() -> None:
    env = DiscreteElements(make(BOTH), marks=9, texts=4, verbs=("tap", "click", "wait"), write_anywhere=False)
    assert env.spec is not None
    again = gym.envs.registration.EnvSpec.from_json(env.spec.to_json())
    twin: Any = gym.make(again)
    assert isinstance(twin, DiscreteElements) and twin.action_space == env.action_space
    env.reset(seed=4)
    twin.reset(seed=4)
    assert (env.action_masks() == twin.action_masks()).all()
    json.dumps(again.additional_wrappers[-1].kwargs)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"marks": 0}, "marks is 0; expected a whole number above 0"),
        ({"texts": 2.5}, "texts is 2.5; expected a whole number above 0"),
        ({"verbs": ["tpa"]}, "'tpa'. Did you mean 'tap'?"),
        ({"verbs": "tap"}, "Expected a list of"),
        ({"verbs": ["click"]}, "of which android and root have none"),
        ({"verbs": ["drag"]}, "'drag'"),
    ],
)
def test_bad_arguments_are_named(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message.replace("?", r"\?").replace("[", r"\[")):
        DiscreteElements(make(PHONE), **options)


def test_misuse_is_named() -> None:
    with pytest.raises(TypeError, match="got CartPoleEnv; expected an environment of crab-gym"):
        DiscreteElements(gym.make("CartPole-v1"))
    env = DiscreteElements(make(PHONE))
    with pytest.raises(TypeError, match="put the wrapper that changes the actions around DiscreteElements"):
        DiscreteElements(env)
    with pytest.raises(ResetNeeded, match="call reset"):
        env.action_masks()
    env.reset(seed=0)
    n = int(env.action_space.n)
    for bad in (n, -1, 1.0, "3", None, True, np.array([1, 2])):
        with pytest.raises(ValueError, match=f"expected a whole number from 0 to {n - 1}"):
            env.step(bad)
    with pytest.raises(ValueError, match="no device 'ubuntu'"):
        env.marks("ubuntu")
    for good in (np.int64(n - 1), np.array(n - 1), np.array([n - 1])):
        assert env.step(good)[4]["invalid_action"] == ""


def test_infos_have_the_mask_where_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "action_mask" not in started(PHONE).step(0)[4]
    env = DiscreteElements(make(PHONE, on_device_error="truncate"), mask_in_info=True)
    info = env.reset(seed=0)[1]
    rng = np.random.default_rng(0)
    for _ in range(5):
        assert info["action_mask"].dtype == bool
        assert info["action_mask"].tolist() == env.action_masks().tolist()
        info = env.step(draw(env.action_masks() & (np.arange(env.action_space.n) < env.action_space.n - 2), rng))[4]
    before = env.action_masks()

    def broken() -> Any:
        raise DeviceError("android", "unplugged")

    base: Any = env.unwrapped
    monkeypatch.setattr(base.backends["android"], "elements", broken)
    info = env.step(env.action_space.n - 1)[4]
    assert info["device_error"] and info["action_mask"].tolist() == before.tolist()


@pytest.mark.parametrize("mode", ["sync", "batch"])
def test_vector_environments_stack_the_masks_of_infos(mode: str) -> None:
    wrapper = partial(DiscreteElements, marks=20, texts=8, mask_in_info=True)
    envs = crab_gym.make_vec([PHONE, DESKTOP], mode=mode, wrappers=[wrapper], screens=False)
    infos = envs.reset(seed=0)[1]
    for _ in range(3):
        masks = np.stack(envs.call("action_masks"))
        assert infos["action_mask"].shape == (2, envs.single_action_space.n) and (infos["action_mask"] == masks).all()
        infos = envs.step(masks.argmax(axis=1))[4]
    envs.close()
