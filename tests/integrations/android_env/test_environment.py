"""A phone as android_env's environment: its steps, its time and its states."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.extras import reason

pytest.importorskip("android_env", reason=reason("android_env"))
pytestmark = pytest.mark.extra("android_env")

TOUCH, LIFT, REPEAT, KEYDOWN, KEYUP, KEYPRESS = range(6)
OFFSET = 8  # of X's codes of keys


def make(seed: int = 30, **options: Any) -> Any:
    from crab_gym.integrations.android_env import AndroidEnv

    return AndroidEnv(seed, **options)


def at(kind: int, x: float = 0.0, y: float = 0.0) -> dict[str, Any]:
    return {"action_type": np.array(kind), "touch_position": np.array([x, y], np.float32)}


def key(kind: int, code: int) -> dict[str, Any]:
    return {**at(kind), "keycode": np.array(code + OFFSET)}


def tap(env: Any, x: float, y: float) -> Any:
    env.step(at(TOUCH, x, y))
    return env.step(at(LIFT))


def place(env: Any, text: str) -> tuple[float, float]:
    """Returns where the element with a text is, as parts of the screen."""
    height, width = env.observation_spec()["pixels"].shape[:2]
    for window in env.forest().windows:
        for node in window.tree.nodes:
            if text in (node.text, node.content_description, node.hint_text):
                bounds = node.bounds_in_screen
                return (bounds.left + bounds.right) / 2 / width, (bounds.top + bounds.bottom) / 2 / height
    raise AssertionError(f"nothing says {text!r}")


def texts(env: Any) -> list[str]:
    return [node.text for window in env.forest().windows for node in window.tree.nodes if node.text]


def test_a_first_step_has_no_reward_and_the_phone_s_screen() -> None:
    env = make(screen_size=(360, 800))
    first = env.reset()
    assert first.first() and first.reward is None
    for name, spec in env.observation_spec().items():
        spec.validate(first.observation[name])
    assert (first.observation["pixels"] == env.device.screenshot()).all()
    assert first.observation["timedelta"] == 0
    assert first.observation["orientation"].tolist() == [1, 0, 0, 0]
    assert env.reset().first() and env.raw_action == {}


def test_the_pixels_have_the_size_of_the_screen() -> None:
    env = make(screen_size=(1080, 2400))
    assert env.reset().observation["pixels"].shape == (2400, 1080, 3)
    assert env.observation_spec()["pixels"].shape == (2400, 1080, 3)


def test_a_tap_opens_an_app_and_each_step_takes_its_time() -> None:
    env = make(step_seconds=0.25)
    env.reset()
    x, y = place(env, "Clock")
    env.action_spec()["touch_position"].validate(at(TOUCH, x, y)["touch_position"])
    step = tap(env, *place(env, "Contacts"))
    assert env.device.component == "com.google.android.contacts/.activities.PeopleActivity"
    assert step.mid() and (step.reward, step.discount) == (0.0, 1.0)
    assert step.observation["timedelta"] == 250_000
    assert (env.raw_observation["pixels"] == step.observation["pixels"]).all()
    assert env.raw_action["action_type"] == LIFT


def test_repeating_changes_nothing_but_the_time() -> None:
    env = make()
    first = env.reset()
    then = env.step(at(REPEAT))
    assert (then.observation["pixels"] == first.observation["pixels"]).all()
    assert then.observation["timedelta"] == 50_000


def test_a_finger_that_stays_makes_a_long_tap_and_one_that_moves_a_swipe() -> None:
    env = make()
    env.reset()
    where = place(env, "Contacts")
    env.step(at(TOUCH, *where))
    for _ in range(10):
        before = texts(env)
        env.step(at(REPEAT))
    assert "App info" not in before and "App info" in texts(env)  # while the finger is still down
    env.step(at(LIFT))
    assert "App info" in texts(env)
    env.execute_adb_call(generic("shell", "input keyevent HOME"))
    for y in (0.7, 0.5, 0.2):
        env.step(at(TOUCH, 0.5, y))
    env.step(at(LIFT))
    assert env.device.phone.get(shell()).screen == "drawer"


def shell() -> Any:
    from crab_sim.phone.system.launcher import SHELL

    return SHELL


def generic(*args: str) -> Any:
    from android_env.proto import adb_pb2

    return adb_pb2.AdbRequest(generic=adb_pb2.AdbRequest.GenericRequest(args=args))


def test_a_finger_lifts_off_where_it_last_was() -> None:
    env = make()
    env.reset()
    env.step(at(TOUCH, *place(env, "Contacts")))
    env.step(at(LIFT, 0.0, 0.0))
    assert "contacts" in env.device.component


def test_keys_type_with_the_modifiers_that_are_held() -> None:
    env = make(enable_key_events=True)
    env.reset()
    env.execute_adb_call(generic("shell", "am start -a android.intent.action.INSERT -t vnd.android.cursor.dir/contact"))
    tap(env, *place(env, "First name"))
    a, d, shift, ctrl, one = 30, 32, 42, 29, 2
    for kind, code in ((KEYDOWN, shift), (KEYPRESS, a), (KEYPRESS, one), (KEYUP, shift), (KEYDOWN, d), (KEYUP, d)):
        env.step(key(kind, code))
    assert "A!d" in texts(env)
    env.step(key(KEYDOWN, ctrl))
    env.step(key(KEYPRESS, a))
    env.step(key(KEYUP, ctrl))
    env.step(key(KEYPRESS, 14))
    assert "A!d" not in texts(env)
    env.step(key(KEYPRESS, 172))
    assert "launcher" in env.device.component
    env.step(key(KEYPRESS, 60_000))  # no key has this code


def test_an_action_that_is_none_is_refused() -> None:
    env = make()
    assert env.step(at(TOUCH)).first()  # as android_env does without a reset
    with pytest.raises(ValueError, match="no action has the type 5"):
        env.step(key(KEYPRESS, 30))


def test_a_state_can_be_kept_and_brought_back() -> None:
    from android_env.proto import state_pb2

    env = make()
    env.reset()
    status = state_pb2.LoadStateResponse.Status
    assert env.load_state(state_pb2.LoadStateRequest(args={"snapshot_name": "home"})).status == status.NOT_FOUND
    before = env.device.phone.fingerprint()
    env.save_state(state_pb2.SaveStateRequest(args={"snapshot_name": "home"}))
    tap(env, *place(env, "Contacts"))
    env.save_state(state_pb2.SaveStateRequest())
    assert env.load_state(state_pb2.LoadStateRequest(args={"snapshot_name": "home"})).status == status.OK
    assert env.device.phone.fingerprint() == before
    assert env.load_state(state_pb2.LoadStateRequest()).status == status.OK
    assert "contacts" in env.device.component


def test_an_episode_keeps_the_phone_unless_it_boots() -> None:
    kept, booted = make(), make(boots=True)
    for env in (kept, booted):
        env.reset()
        tap(env, *place(env, "Contacts"))
        env.reset()
    assert "contacts" in kept.device.component and "launcher" in booted.device.component
    assert booted.device.phone.fingerprint() == make().device.phone.fingerprint()
    booted.boot(31)
    assert booted.device.phone.fingerprint() == make(31).device.phone.fingerprint()


def test_phones_are_independent_and_the_same_steps_lead_to_the_same_screens() -> None:
    first, second, other = make(), make(), make(31)
    for env in (first, second, other):
        env.reset()
    for y in (0.25, 0.4, 0.8):
        steps = [tap(env, 0.3, y).observation["pixels"] for env in (first, second)]
        assert (steps[0] == steps[1]).all()
    assert other.stats()["steps"] == 0 and first.stats() == second.stats()
    assert first.stats()["steps"] == 6
    assert (other.device.screenshot() != steps[0]).any()


def test_waiting_takes_the_phone_s_time_only() -> None:
    env = make()
    env.reset()
    before = env.stats()["phone_time"]
    env.wait(3600.0)
    assert env.stats()["phone_time"] == before + 3600.0
    assert env.step(at(REPEAT)).observation["timedelta"] == 3_600_050_000
    env.close()


def test_android_env_s_wrappers_take_it() -> None:
    from android_env.wrappers import discrete_action_wrapper, tap_action_wrapper

    tapping = tap_action_wrapper.TapActionWrapper(make(), touch_only=True)
    tapping.reset()
    x, y = place(tapping, "Contacts")
    tapping.step(at(TOUCH, x, y))
    assert "contacts" in tapping.device.component and tapping.stats()["adb_calls"] == 0
    discrete = discrete_action_wrapper.DiscreteActionWrapper(make(), action_grid=(4, 8))
    assert discrete.reset().first()
    assert discrete.step({"action_id": 3}).mid()
