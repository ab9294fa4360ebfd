"""Composed actions: every action has indices, masks allow what is valid, and preparing takes no step."""

from __future__ import annotations

import pickle
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

from crab_gym.backends.base import InvalidAction
from crab_gym.envs import verbs as table
from crab_gym.task import action
from crab_gym.wrappers import ActionHistory, ComposedElements, DiscreteElements, Features
from crab_gym.wrappers.choices import AREAS
from crab_gym.wrappers.composing import Composer
from crab_gym.wrappers.preparing import LONGEST_DRAFT, PREPARING, Prepared, aims
from crab_gym.wrappers.spans import WORDS, span, spelling, words_of
from tests.wrappers._walks import BOTH, DESKTOP, PHONE, check, make

TOUCHES = {"click", "double_click", "right_click", "tap", "long_tap"}


def started(name: str, **options: Any) -> DiscreteElements:
    env = ComposedElements(make(name, on_invalid="continue"), **options)
    env.reset(seed=0)
    return env


def index_of(env: DiscreteElements, verb: str, **args: Any) -> int:
    """Returns the first index of a verb with some arguments."""
    choices = map(env.choice, range(int(env.action_space.n)))
    return next(i for i, choice in enumerate(choices) if choice.verb == verb and args.items() <= choice.args.items())


def last_place(env: DiscreteElements, verb: str) -> int:
    return max(i for i in range(int(env.action_space.n)) if env.choice(i).verb == verb)


def prepare(env: DiscreteElements, said: Any) -> int:
    """Carries out all indices of an action but the last one, which is returned."""
    indices = env.indices_of(said)
    assert indices is not None, said
    for index in indices[:-1]:
        assert env.action_masks()[index]
        assert env.step(index)[4]["prepared"]
    return indices[-1]


def test_every_action_has_indices_that_carry_it_out() -> None:
    env = started(BOTH)
    space: Any = env.unwrapped.action_space
    space.seed(5)
    met = set()
    for _ in range(110):
        device, verb, args = table.check(space.sample(), space.screens)
        said = {"device": device, "name": verb, "args": args}
        touched = env.index_of(said) if verb in TOUCHES else None
        index = prepare(env, said)
        assert env.action_masks()[index]
        told: Any = env.action(index)
        if verb in ("scroll", "swipe") and env.choice(index).slot < AREAS:  # anywhere in an area is as good
            told = {**told, "args": {**told["args"], "x": args["x"], "y": args["y"]}}
        assert touched == index or told == said
        met.add(verb)
        *_, terminated, truncated, _ = env.step(index)
        assert not env.prepared
        if terminated or truncated:
            env.reset()
    assert met == {verb.name for verb in table.VERBS}


@pytest.mark.parametrize(
    "text",
    ["", "Grüße, Kira č", "日本語 🦀 \u0301", "a\tb\nc", "𐍈" * 30, "x" * LONGEST_DRAFT],
)
def test_any_text_can_be_written_and_submitted(text: str) -> None:
    env = started(PHONE)
    for said in (action("android", "write_text", text=text), action("root", "submit", answer=text)):
        indices = env.indices_of(said)
        assert indices is not None and len(indices) == len(text.encode()) + 1
        composer: Any = env._composer
        for index in indices[:-1]:
            composer.prepare(env.choice(index), env.texts)  # without the masks of thousands of steps
        assert env.action(indices[-1]) == said
        composer.clear()


def test_long_texts_are_written_in_pieces() -> None:
    env = started(PHONE)
    text = "ab " * 110
    indices = env.indices_of(action("android", "write_text", text=text))
    assert indices is not None and env.indices_of(action("root", "submit", answer=text)) is None
    for index in indices:
        env.step(index)
    written = [said["args"]["text"] for said in env.unwrapped.actions]  # type: ignore[attr-defined]
    assert "".join(written) == text and len(written) == 2


def test_texts_of_the_goal_and_the_screens_are_put_together() -> None:
    env = started(PHONE)
    text = f"To {env.texts[0]}: {env.texts[1]}!"
    indices = env.indices_of(action("android", "write_text", text=text))
    assert indices is not None
    verbs = [env.choice(index).verb for index in indices]
    assert verbs == ["spell"] * 3 + ["add"] + ["spell"] * 2 + ["add", "spell", "write_text"]
    assert env.describe(indices[3]) == f"root: add {env.texts[0]!r}"
    for index in indices[:-1]:
        env.step(index)
    assert env.prepared is not None and env.prepared.draft == text
    assert env.describe(indices[-1]) == f"android: write_text {text!r}"


@pytest.mark.parametrize("name", [PHONE, DESKTOP, BOTH])
@pytest.mark.parametrize("wrap", [False, True])
def test_masks_allow_what_is_valid_and_nothing_else(name: str, wrap: bool) -> None:
    env = started(name, marks=24, texts=12, wrap_around=wrap)
    rng = np.random.default_rng(5)
    n = int(env.action_space.n)
    by_verb: dict[str, list[int]] = {}
    for index in range(n):
        by_verb.setdefault(env.choice(index).verb, []).append(index)
    del by_verb["complete"]
    prepared = 0
    for _ in range(150):
        mask = env.action_masks()
        assert mask.shape == (n,) and mask.dtype == bool
        for index in rng.choice(n, 25, replace=False):
            said = env.action(index)
            valid = said is None or said in env.env.action_space
            assert valid == (not isinstance(said, InvalidAction))
            assert bool(mask[index]) == valid or (wrap and valid)
        verb = str(rng.choice([*by_verb, *PREPARING & by_verb.keys(), "spell"]))
        allowed = [index for index in by_verb[verb] if mask[index]]
        if not allowed:
            continue
        *_, terminated, truncated, info = env.step(int(rng.choice(allowed)))
        assert info["invalid_action"] == "" and info["prepared"] == (verb in PREPARING)
        prepared += info["prepared"]
        if terminated or truncated:
            env.reset()
    assert prepared > 30


def test_preparing_takes_no_step_and_what_is_prepared_lasts_until_the_next_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    env = started(DESKTOP)
    base: Any = env.unwrapped
    monkeypatch.setattr(base.backends["ubuntu"], "act", lambda *action: "the rest is too much work")
    obs, *_, info = env.step(prepare(env, action("ubuntu", "press", key="f5")))
    assert info["cut_short"] == "the rest is too much work"
    before = base.fingerprint()
    index = prepare(env, action("ubuntu", "hotkey", keys=["ctrl", "alt", "o"]))
    again, reward, terminated, truncated, told = env.step(index_of(env, "aim"))
    assert env.action(index) == action("ubuntu", "hotkey", keys=["ctrl", "alt", "o"])
    assert base.fingerprint() == before and told["step"] == info["step"] and set(told) == set(info)
    assert told["cut_short"] == told["app_crash"] == told["invalid_action"] == ""
    assert (again, reward, terminated, truncated) == (obs, 0.0, False, False)
    *_, info = env.step(index)
    assert (info["step"], info["prepared"], bool(env.prepared)) == (2, False, False)
    assert base.actions[-1] == action("ubuntu", "hotkey", keys=["ctrl", "alt", "o"])
    assert "keys to be held before" in env.step(index)[4]["invalid_action"]


def test_no_agent_prepares_for_ever() -> None:
    env = started(BOTH)
    preparing = [i for i in range(int(env.action_space.n)) if env.choice(i).verb in ("aim", "grab", "hold")]
    steps = 0
    while allowed := [i for i in preparing if env.action_masks()[i]]:
        env.step(allowed[-1])
        steps += 1
    assert 10 < steps <= 2 * (2 * 6 + 1) + 5
    composer: Any = env._composer
    composer.prepared.draft = "x" * LONGEST_DRAFT
    mask = env.action_masks()
    assert not any(mask[i] for i in range(int(env.action_space.n)) if env.choice(i).verb in PREPARING)


def test_drags_and_scrolls_go_from_any_point() -> None:
    env = started(PHONE)
    for said in (
        action("android", "drag", x1=3, y1=4, x2=355, y2=700),
        action("android", "swipe", x=0, y=0, direction="left", distance="long"),
    ):
        env.step(prepare(env, said))
        assert env.unwrapped.actions[-1] == said  # type: ignore[attr-defined]


def test_nothing_is_composed_of_verbs_that_are_left_out() -> None:
    env = started(BOTH, verbs=["tap", "complete"])
    assert {env.choice(i).verb for i in range(int(env.action_space.n))} == {"tap", "aim", "complete"}
    assert env.indices_of(action("android", "drag", x1=1, y1=1, x2=9, y2=9)) is None
    assert env.indices_of(action("android", "write_text", text="x")) is None
    index = prepare(env, action("android", "tap", x=1, y=100))
    assert env.indices_of(action("android", "tap", x=1, y=200)) is None  # something else is prepared
    env.step(index)
    assert env.indices_of(action("android", "tap", x=1, y=200)) is not None


def test_a_snapshot_keeps_what_is_prepared() -> None:
    env = started(PHONE)
    index = prepare(env, action("android", "tap", x=1, y=100))
    handle = env.snapshot()
    env.step(index)
    assert not env.action_masks()[index]
    env.restore(handle)
    assert env.action(index) == action("android", "tap", x=1, y=100)
    env.restore(handle)
    told = env.step(index_of(env, "spell"))[4]
    assert told["step"] == 0 and told["prepared"]


def test_observations_show_what_is_prepared() -> None:
    inner = ComposedElements(make(BOTH), marks=30, texts=9)
    env = ActionHistory(Features(inner, marks=30), length=2)
    obs, _ = env.reset(seed=0)
    shapes = {name: array.shape for name, array in obs.items()}
    assert shapes["prepared"] == (3 * 2 + 19,) and shapes["texts"] == (9, 41)
    assert not obs["prepared"].any() and not obs["texts"][-1].any()
    assert not obs["elements"][[29, 59]].any()
    for index in inner.indices_of(action("android", "drag", x1=5, y1=5, x2=9, y2=9))[:-1]:  # type: ignore[index]
        obs, *_ = env.step(index)
    assert obs["elements"][59, 0] == 1 and obs["prepared"][3] == 1
    for index in (index_of(inner, "hold", key="ctrl"), index_of(inner, "hold", key="q"), index_of(inner, "spell")):
        obs, *_ = env.step(index)
    assert env.observation_space.contains(obs)
    assert obs["prepared"][8] == np.float32(0.4) and obs["texts"][-1, 0] == 1
    assert not obs["history"].any()
    obs, *_ = env.step(index_of(inner, "wait"))
    assert not obs["prepared"].any() and not obs["texts"][-1].any() and obs["history"][0].any()
    assert not obs["elements"][[29, 59]].any()


def test_pointing_reaches_every_pixel() -> None:
    prepared = Prepared({"ubuntu": (1023, 769)})
    rng = np.random.default_rng(0)
    for x, y in [(0, 0), (1022, 768), *rng.integers((1023, 769), size=(200, 2)).tolist()]:
        cells = aims((1023, 769), (x, y))
        assert 1 <= len(cells) <= 6
        for cell in cells:
            assert prepared.cells("ubuntu")[cell]
            prepared.aim("ubuntu", cell)
        assert prepared.point("ubuntu") == (x, y)
        prepared = Prepared({"ubuntu": (1023, 769)})
    with pytest.raises(ValueError, match="isn't on a screen of 10 × 10"):
        aims((10, 10), (10, 3))


def test_spelling_takes_the_fewest_steps() -> None:
    def told(text: str, *texts: str) -> list[tuple[str, int]]:
        return [(step.verb, step.place) for step in spelling(text, texts)]

    assert told("no notes", "no", "notes", "no note") == [("add", 2), ("spell", ord("s"))]
    assert told("č") == [("spell", 0xC4), ("spell", 0x8D)] and told("") == []
    assert told("555-0169.", "Call 555-0169 now") == [("from", 1), ("to", 3), ("add", 0), ("spell", ord("."))]
    assert told("paint", "We paint, or paint") == [("from", 1), ("add", 0)]
    assert told("ww" * 100, "ww", "ww") == [("add", 0)] * 100


@pytest.mark.parametrize("text", ["", " ", "one", "a-b c", "Grüße, 日本語!", "x " * 500])
def test_spans_are_runs_of_words(text: str) -> None:
    words = words_of(text)
    assert len(words) <= WORDS
    for first in range(0, len(words), 9):
        for last in range(first, len(words), 7):
            assert span(text, first, last) in text and span(text, first, last).strip()
    assert span(text, 0, len(words)) == ""


def test_spans_of_the_goal_and_of_texts_can_be_added() -> None:
    env = started(PHONE)
    goal: str = env.unwrapped.goal  # type: ignore[attr-defined]
    assert env.texts[env.goal_places - 1] == goal
    words = goal.split()
    text = f"{' '.join(words[2:6])} / {words[1]}"
    for index in env.indices_of(action("android", "write_text", text=text))[:-1]:  # type: ignore[index]
        assert env.action_masks()[index]
        told = env.describe(index)
        env.step(index)
    assert env.prepared is not None and env.prepared.draft == text and told == f"root: add {words[1]!r}"
    env.step(index_of(env, "from", word=2))
    later = [i for i in np.flatnonzero(env.action_masks()) if env.choice(i).verb == "to"]
    assert [env.choice(i).args["word"] for i in later] == list(range(3, WORDS))
    added = [i for i in np.flatnonzero(env.action_masks()) if env.choice(i).verb == "add"]
    assert {env.choice(i).slot for i in added} == {k for k, one in enumerate(env.texts) if len(words_of(one)) > 2}


def test_it_survives_its_spec_and_pickling() -> None:
    env = started(BOTH, marks=9, texts=4)
    assert env.spec is not None
    twin: Any = gym.make(gym.envs.registration.EnvSpec.from_json(env.spec.to_json()))
    assert twin.action_space == env.action_space
    assert isinstance(pickle.loads(pickle.dumps(env._composer)), Composer)


def test_the_checker_has_nothing_to_say() -> None:
    check(ComposedElements(make(BOTH), marks=30, texts=10))
