"""`AndroidEnv`: one phone of this process as android_env's environment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

import dm_env
import numpy as np
import numpy.typing as npt
from android_env import env_interface
from android_env.components import action_type, adb_call_parser, pixel_fns, specs
from android_env.proto import adb_pb2, state_pb2
from android_env.proto.a11y.android_accessibility_forest_pb2 import AndroidAccessibilityForest

from crab_gym.integrations.android_env.adb import InProcessAdb
from crab_gym.integrations.android_env.forest import forest
from crab_gym.integrations.android_env.hands import Finger, Keyboard
from crab_sim.adbd.hosting import phones
from crab_sim.devices.evdev_keys import KEYS, XKB_OFFSET
from crab_sim.phone.android import Device

__all__ = ["AndroidEnv"]

_ActionType = action_type.ActionType
_DEFAULT_SNAPSHOT: Final = "default_snapshot"  # android_env's name
_UPRIGHT: Final = (1, 0, 0, 0)  # the phone doesn't turn

Action = Mapping[str, npt.NDArray[np.generic]]
Observation = dict[str, npt.NDArray[np.generic]]


class AndroidEnv(env_interface.AndroidEnvInterface):  # type: ignore[misc]  # android_env has no types
    """A simulated phone in this process, as android_env's environment, with the packages that AndroidWorld checks.

    It gives no reward and ends no episode, as android_env with an empty task. The clock is virtual: each step takes
    `step_seconds` of it, and ADB calls take none. Several environments can be used side by side.

    >>> env = AndroidEnv(seed=30)
    >>> env.reset().observation["pixels"].shape
    (800, 360, 3)
    >>> env.close()

    Args:
        seed: The seed from which the phone boots.
        screen_size: Width and height of the screen in pixels; AndroidWorld's phone has 1080×2400.
        step_seconds: How much time passes with each step.
        clock: ``"real"`` lets time pass as it does outside, too, for clients that wait by sleeping.
        enable_key_events: Whether actions may press keys, by Linux's codes plus 8 as X has them.
        boots: Whether each episode boots the phone anew, from the same seed; otherwise it stays as it is, so that what
            a task has set up before `reset` stays.
        permission_dialogs: Whether apps ask for permissions.

    Attributes:
        device: The phone.
    """

    def __init__(
        self,
        seed: int = 0,
        screen_size: tuple[int, int] = (360, 800),
        step_seconds: float = 0.05,
        clock: Literal["virtual", "real"] = "virtual",
        enable_key_events: bool = False,
        boots: bool = False,
        permission_dialogs: bool = False,
    ) -> None:
        self.device: Device = phones(1, seed, screen_size, permission_dialogs, profile="androidworld")[0]
        self.device.clock = clock
        self._seed, self._step_seconds, self._boots = seed, step_seconds, boots
        self._key_events = enable_key_events
        self._finger, self._keyboard = Finger(self.device), Keyboard(self.device)
        self._adb = InProcessAdb(self.device)
        self._parser = adb_call_parser.AdbCallParser(self._adb)
        self._action: dict[str, npt.NDArray[np.generic]] = {}
        self._observation: Observation = {}
        self._observed = self.device.phone.now
        self._episodes = self._steps = 0

    # dm_env -----------------------------------------------------------------------------------------------------

    def action_spec(self) -> dict[str, dm_env.specs.Array]:
        """Returns android_env's specification of actions, for one finger."""
        spec: dict[str, dm_env.specs.Array] = specs.base_action_spec(1, self._key_events)
        return spec

    def observation_spec(self) -> dict[str, dm_env.specs.Array]:
        """Returns android_env's specification of observations, for the size that the screen has now."""
        phone = self.device.phone
        spec: dict[str, dm_env.specs.Array] = specs.base_observation_spec(height=phone.height, width=phone.width)
        return spec

    def reset(self) -> dm_env.TimeStep:
        """Begins an episode; see `boots`."""
        if self._boots and self._episodes:
            self.boot(self._seed)
        self._finger.forget()
        self._keyboard.forget()
        self._episodes += 1
        self._action = {}
        self._observed = self.device.phone.now
        return dm_env.restart(self._observe())

    def step(self, action: Action) -> dm_env.TimeStep:
        """Does what an action says, and lets time pass.

        Raises:
            ValueError: The action isn't one of the specification.
        """
        if not self._episodes:
            return self.reset()
        kind = int(action["action_type"])
        if not 0 <= kind < self.action_spec()["action_type"].num_values:
            raise ValueError(f"no action has the type {kind}; see action_spec()")
        self.device.tick()
        if kind >= _ActionType.KEYDOWN:
            self._key(kind, int(np.asarray(action["keycode"]).item()))
        elif kind == _ActionType.TOUCH:
            size = self.device.phone.width, self.device.phone.height
            self._finger.touch(*pixel_fns.touch_position_to_pixel_position(action["touch_position"], size))
        elif kind == _ActionType.LIFT:
            self._finger.lift()
        self.wait(self._step_seconds)
        self._steps += 1
        self._action = dict(action)
        return dm_env.transition(reward=0.0, observation=self._observe())

    def _key(self, kind: int, code: int) -> None:
        key = KEYS.get(code - XKB_OFFSET)
        if key is None:
            return  # as on a phone, which has no use for most codes
        if kind == _ActionType.KEYUP:
            self._keyboard.up(key)
        elif kind == _ActionType.KEYDOWN:
            self._keyboard.down(key)
        else:
            self._keyboard.press(key)

    def _observe(self) -> Observation:
        pixels = self.device.screenshot()
        now = self.device.phone.now
        passed, self._observed = round((now - self._observed) * 1e6), now
        self._observation = {
            "pixels": pixels,
            "timedelta": np.array(passed, np.int64),
            "orientation": np.array(_UPRIGHT, np.uint8),
        }
        return dict(self._observation)

    def close(self) -> None:
        """Does nothing: the phone is a value of this process."""

    # Beyond dm_env ----------------------------------------------------------------------------------------------

    def boot(self, seed: int) -> None:
        """Boots the phone from another seed."""
        self._seed = seed
        self.device.boot(seed)
        self._finger.forget()
        self._keyboard.forget()

    def wait(self, seconds: float) -> None:
        """Lets time pass on the phone at once, as ``time.sleep`` does where the clock is real."""
        self.device.phone.advance(seconds)
        self._finger.wait()

    def forest(self) -> AndroidAccessibilityForest:
        """Returns the screen's accessibility forest as it is now."""
        return forest(self.device)

    def task_extras(self, latest_only: bool = True) -> dict[str, npt.NDArray[np.generic]]:
        """Returns ``accessibility_tree``, the forest: alone, or as the only element of an array."""
        trees = np.empty(1, object)
        trees[0] = self.forest()
        return {"accessibility_tree": trees[0] if latest_only else trees}

    @property
    def raw_action(self) -> dict[str, npt.NDArray[np.generic]]:
        """The last action; none after a reset."""
        return dict(self._action)

    @property
    def raw_observation(self) -> Observation:
        """The last observation."""
        return dict(self._observation)

    def stats(self) -> dict[str, float]:
        """Returns counts of what has been done so far, and the phone's time in seconds since 1970."""
        return {
            "episodes": self._episodes, "steps": self._steps, "adb_calls": self._adb.calls,
            "phone_time": self.device.phone.now,
        }  # fmt: skip

    def execute_adb_call(self, call: adb_pb2.AdbRequest) -> adb_pb2.AdbResponse:
        """Does what an ADB request says; android_env's own parser reads it and makes the response.

        Raises:
            AdbControllerError: The command ends with another exit code than 0, as with android_env's emulator.
        """
        return self._parser.parse(call)

    def save_state(self, request: state_pb2.SaveStateRequest) -> state_pb2.SaveStateResponse:
        """Keeps the phone's state under the name in ``args["snapshot_name"]``."""
        self.device.save(_name(request.args))
        return state_pb2.SaveStateResponse(status=state_pb2.SaveStateResponse.Status.OK)

    def load_state(self, request: state_pb2.LoadStateRequest) -> state_pb2.LoadStateResponse:
        """Brings the phone back to the state that was kept under a name."""
        status = state_pb2.LoadStateResponse.Status
        name = _name(request.args)
        if name not in self.device.snapshots:
            return state_pb2.LoadStateResponse(status=status.NOT_FOUND, error_message=f"no state is called {name!r}")
        self.device.load(name)
        self._finger.forget()
        self._keyboard.forget()
        self._observed = self.device.phone.now
        return state_pb2.LoadStateResponse(status=status.OK)


def _name(args: Mapping[str, str]) -> str:
    return args.get("snapshot_name") or _DEFAULT_SNAPSHOT
