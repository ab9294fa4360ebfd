"""Evaluators of any device: the app in front, and settings.

Evaluators are pure functions from the devices' state to whether a checkpoint holds. Each takes
``(state, answer, **args)``: ``state`` maps a device to its `StateReader`, ``answer`` is the submitted answer, or None.
They test the devices' state, never the agent's actions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from crab_gym.backends.base import StateReader
from crab_gym.evaluation import Checkpoint

__all__ = ["State", "app_in_front", "app_opened", "setting_at_most", "setting_in", "setting_is"]

State = Mapping[str, StateReader]


def app_in_front(state: State, answer: str | None, device: str, app: str) -> bool:
    """The app has the focus."""
    return state[device].foreground().app == app


def app_opened(app: str, name: str = "app_open", device: str = "android") -> Checkpoint:
    """Returns the checkpoint that an app is in front; it needn't stay there.

    Args:
        app: The app.
        name: The checkpoint's id.
        device: The device that has the app.
    """
    return Checkpoint(name, device, app, app_in_front, {"device": device, "app": app}, hold=False)


def setting_is(state: State, answer: str | None, device: str, namespace: str, key: str, value: str) -> bool:
    """The setting has the value.

    Args:
        state: The devices' states.
        answer: Not used.
        device: The device with the setting.
        namespace: The setting's namespace: on the phone ``system``, ``secure`` or ``global``, on the desktop its
            schema.
        key: Its name.
        value: Its value, as a text.
    """
    return state[device].setting(namespace, key) == value


def setting_in(state: State, answer: str | None, device: str, namespace: str, key: str, values: Sequence[str]) -> bool:
    """The setting has one of the values, which mean the same.

    Args:
        state: The devices' states.
        answer: Not used.
        device: The device with the setting.
        namespace: The setting's namespace, as for `setting_is`.
        key: Its name.
        values: The values.
    """
    return state[device].setting(namespace, key) in values


def setting_at_most(state: State, answer: str | None, device: str, namespace: str, key: str, most: int) -> bool:
    """The setting is a whole number, and not too great.

    Args:
        state: The devices' states.
        answer: Not used.
        device: The device with the setting.
        namespace: The setting's namespace, as for `setting_is`.
        key: Its name.
        most: The greatest number.
    """
    value = state[device].setting(namespace, key)
    return value is not None and value.lstrip("-").isdecimal() and int(value) <= most
