"""Invalid actions and wrong arguments: each is explained in a sentence and changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import gymnasium as gym
import pytest
from gymnasium.error import ResetNeeded
from hypothesis import given
from hypothesis import strategies as st

import crab_gym
from crab_gym.backends.base import InvalidAction
from crab_gym.envs import verbs
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.envs.verbs import VERBS
from crab_gym.task import action
from tests.envs._tasks import BAD, CHAIN, COMPLETE, CONTACTS, HERE, STYLE, chain_env, held_env, wait
from tests.envs.test_verbs import MALFORMED

assert crab_gym.__version__  # registers the ids


@pytest.fixture(scope="module")
def env() -> Iterator[CrabEnv]:
    made = CrabEnv(STYLE, screens=False, max_steps=10**6)
    made.reset(seed=3)
    made.step(CONTACTS)
    yield made
    made.close()


def refuse(env: CrabEnv, said: object) -> str:
    before = env.fingerprint(), list(env.actions), env.answer, env.evaluator.snapshot(), env.elements("android")
    _, reward, terminated, truncated, info = env.step(said)
    after = env.fingerprint(), list(env.actions), env.answer, env.evaluator.snapshot(), env.elements("android")
    assert after == before
    assert (reward, terminated, truncated, info["end_reason"]) == (0.0, False, False, "")
    message: str = info["invalid_action"]
    assert message
    return message


@pytest.mark.parametrize(("action", "sentence"), MALFORMED, ids=range(len(MALFORMED)))
def test_a_refused_action_touches_nothing(env: CrabEnv, action: object, sentence: str) -> None:
    assert "expected" in refuse(env, action).lower()


def test_an_unknown_app_is_refused_with_a_suggestion(env: CrabEnv) -> None:
    message = refuse(env, {"device": "android", "name": "open_app", "args": {"name": "Contats"}})
    assert "'Contats'" in message and "Did you mean 'Contacts'" in message and "Installed: " in message
    for name in ("", " ", "\n", "x" * 9999, "$(reboot)", "漢\u202e"):
        assert len(refuse(env, {"device": "android", "name": "open_app", "args": {"name": name}})) < 400


def test_a_wrappers_refusal_is_taken_as_it_is(env: CrabEnv) -> None:
    assert (
        refuse(env, InvalidAction("there is no element 7; expected 1 to 3")) == "there is no element 7; expected 1 to 3"
    )


def test_no_action_is_left_over(env: CrabEnv) -> None:
    assert env.step({"device": "root", "name": "wait", "args": {}})[4]["invalid_action"] == ""


wild = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=5), inner, max_size=2),
    max_leaves=4,
)


@given(
    device=st.sampled_from(["ubuntu", "android", "root"]) | wild,
    name=st.sampled_from([verb.name for verb in VERBS if verb.name != "complete"]) | wild,
    args=st.dictionaries(st.sampled_from(["x", "y", "text", "key", "name", "answer", "seconds", "direction"]), wild)
    | wild,
)
def test_a_step_never_raises_for_an_action(env: CrabEnv, device: object, name: object, args: object) -> None:
    before = env.fingerprint()
    _, _, terminated, truncated, info = env.step({"device": device, "name": name, "args": args})
    assert not terminated and not truncated
    if info["invalid_action"]:
        assert env.fingerprint() == before


# The life of an environment ---------------------------------------------------------------------------------------


def test_nothing_works_before_the_first_reset() -> None:
    env = CrabEnv(f"{HERE}CHAIN", render_mode="ansi")
    for call in (
        lambda: env.step(wait(1)), env.snapshot, env.render, env.fingerprint, env.fork,
        lambda: env.elements("android"), lambda: env.evaluator,
    ):  # fmt: skip
        with pytest.raises(ResetNeeded, match=r"call reset\(\)"):
            call()
    env.close()
    env.close()


def test_an_episode_that_is_over_needs_a_reset() -> None:
    env = chain_env()
    env.step(COMPLETE)
    for _ in range(2):
        with pytest.raises(ResetNeeded, match=r"the episode is over.*call reset\(\) before step\(\)"):
            env.step(wait(1))
    env.reset()
    env.step(wait(1))


def test_devices_that_are_not_there() -> None:
    env = chain_env()
    with pytest.raises(ValueError, match="there is no device 'ubuntu' with a screen; there are: android"):
        env.elements("ubuntu")


def test_a_handle_of_another_episode_is_refused() -> None:
    env, other = chain_env(), held_env()
    handle = env.snapshot()
    env.reset()
    before = env.fingerprint()
    for foreign in (handle, other.snapshot()):
        with pytest.raises(ValueError, match="the snapshot is of another episode; take one after this episode's reset"):
            env.restore(foreign)
    for nonsense in (None, 5, handle.devices):
        with pytest.raises((TypeError, ValueError), match=r"snapshot"):
            env.restore(nonsense)  # type: ignore[arg-type]
    assert env.fingerprint() == before


@pytest.mark.parametrize(
    ("options", "kind", "sentence"),
    [
        (5, TypeError, "reset options are 5; expected None or a dict with the key 'parameters'"),
        (["parameters"], TypeError, "reset options are .*; expected None or a dict"),
        ("default", TypeError, "reset options are 'default'; expected"),
        ({"params": {}}, ValueError, "reset options hold 'params'; expected only 'parameters' and 'start'"),
        ({1: 2}, ValueError, "reset options hold 1; expected"),
        ({"parameters": 7}, TypeError, r"options\['parameters'\] is 7; expected 'default' or a dict of: word, size"),
        ({"parameters": {"wort": "xyzzy"}}, ValueError, "no parameter 'wort'. Did you mean 'word'"),
        ({"parameters": {"word": "please"}}, ValueError, "parameter 'word' is 'please'; expected one of"),
        ({"parameters": {"size": 0}}, ValueError, "parameter 'size' is 0; expected a whole number from 1 to 1000"),
    ],
)
def test_wrong_options_change_nothing(options: Any, kind: type[Exception], sentence: str) -> None:
    env = chain_env()
    env.step(CONTACTS)
    before, handle = env.fingerprint(), env.snapshot()
    with pytest.raises(kind, match=sentence):
        env.reset(seed=9, options=options)
    assert (env.fingerprint(), env.params.word) == (before, "xyzzy")
    assert env.np_random.bit_generator.state == handle.random_state
    assert env.step(wait(1))[4]["step"] == 2


def test_a_wrong_seed_is_explained() -> None:
    env = chain_env()
    with pytest.raises(gym.error.Error, match="-1"):
        env.reset(seed=-1)
    env.reset(seed=0)


GOOD = f"{HERE}CHAIN"


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"task": "android.ad_contact"}, "no task 'android.ad_contact'. Did you mean 'android.add_contact'"),
        ({"task": 5}, "task is 5; expected a name"),
        ({"backend": "simm"}, "unknown backend 'simm'. Did you mean 'sim'. There are: sim"),
        ({"backend": 1}, "backend is 1; expected a name"),
        ({"backend": {"android": {"kind": "sim", "speed": 2}}}, "has no options; got .'speed'"),
        ({"backend": {"android": {"kind": "sim", "dpi": 420}}}, "expected 72 to 205"),
        ({"devices": "both"}, "devices is 'both'; expected one of: 'task', 'all'"),
        ({"devices": ["android"]}, "devices is .'android'.; expected one of"),
        ({"on_invalid": "stop"}, "on_invalid is 'stop'; expected one of: 'continue', 'terminate'"),
        ({"on_device_error": None}, "on_device_error is None; expected one of: 'raise', 'truncate'"),
        ({"render_mode": "film"}, "render_mode is 'film'; expected one of: None, 'rgb_array', 'human', 'ansi'"),
        ({"screens": "no"}, "screens is 'no'; expected one of: True, False"),
        ({"screens": 0}, "screens is 0; expected one of: True, False"),
        ({"screen_size": [360, 800]}, r"screen_size is \[360, 800\]; expected a mapping from device"),
        ({"screen_size": {"phone": [360, 800]}}, "names the device 'phone'; expected 'ubuntu' or 'android'"),
        ({"screen_size": {"android": 360}}, r"screen_size of 'android' is 360; expected \[width, height\] in pixels"),
        ({"screen_size": {"android": [360]}}, r"screen_size of 'android' is \[360\]; expected"),
        ({"screen_size": {"android": [360, -1]}}, "screen_size of 'android' is .*; expected"),
        ({"screen_size": {"android": [360.0, 800]}}, "screen_size of 'android' is .*; expected"),
        ({"screen_size": {"android": [100, 100]}}, "100×100; it needs at least 280×480"),
        ({"reward_weights": {"progres": 1}}, "no reward term 'progres'. Did you mean 'progress'"),
        ({"reward_weights": 3}, "reward_weights is 3; expected a mapping"),
        ({"max_steps": 0}, "max_steps is 0; expected a whole number of steps above 0, or None"),
        ({"max_steps": 2.5}, "max_steps is 2.5; expected"),
        ({"max_steps": "9"}, "max_steps is '9'; expected"),
        ({"stall_limit": 0}, "stall_limit is 0; expected a whole number of steps above 0, or None"),
        ({"stall_limit": True}, "stall_limit is True; expected"),
    ],
)
def test_wrong_arguments_are_explained(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        CrabEnv(**{"task": GOOD, **given})


def test_unknown_arguments_are_named() -> None:
    with pytest.raises(TypeError, match="screen_sizes"):
        gym.make("Crab-v0/android.add_contact", screen_sizes={})


def test_render_without_a_mode_says_so() -> None:
    with pytest.warns(UserWarning, match='make the environment with render_mode="rgb_array"'):
        assert chain_env().render() is None


def test_refusals_cost_a_step_and_nothing_else() -> None:
    env = chain_env()
    infos = [env.step(BAD)[4] for _ in range(3)]
    assert [info["step"] for info in infos] == [1, 2, 3]
    assert CHAIN.step_limit == env.max_steps


class _Shifty(str):
    """A text that can't be made into one."""

    def __str__(self) -> str:
        return 5  # type: ignore[return-value]


class _Closed(dict[str, Any]):
    """A dict that doesn't let anybody look."""

    def __getitem__(self, key: str) -> Any:
        raise RuntimeError("no")


def test_what_only_looks_like_text_or_a_dict() -> None:
    assert verbs.check(action("root", "submit", answer=_Shifty("x")), {})[2] == {"answer": "x"}
    with pytest.raises(InvalidAction, match=r"the action can't be read \(RuntimeError\)"):
        verbs.check(_Closed(device="root", name="complete", args={}), {})
