"""Evaluators of any device: the app in front, and settings; and the checkpoints that say where the agent is.

Evaluators are pure functions from the devices' state to whether a checkpoint holds. Each takes
``(state, **args)``, those that judge the submitted answer ``(state, answer, **args)``: ``state.android`` is the phone,
``state.ubuntu`` the desktop, ``state[device]`` either of them.
They test the devices' state, never the agent's actions.
"""

from __future__ import annotations

from collections.abc import Sequence

from crab_gym.backends.base import Device, State
from crab_gym.evaluation import Check, Checkpoint, check

__all__ = [
    "State", "after_opening", "app_in_front", "app_opened", "setting_at_most", "setting_beside", "setting_in",
    "setting_is", "settings_in", "whereabouts",
]  # fmt: skip


def app_in_front(state: State, device: str, app: str, others: Sequence[str] = ()) -> bool:
    """The app, or one of others in which the same can be done, has the focus."""
    return state[device].foreground().app in (app, *others)


def app_opened(
    app: str,
    name: str = "app_open",
    device: Device = "android",
    after: tuple[str, ...] = (),
    others: tuple[str, ...] = (),
) -> Checkpoint:
    """Returns the checkpoint that an app is in front; it needn't stay there.

    Args:
        app: The app.
        name: The checkpoint's id.
        device: The app's device.
        after: Ids of the checkpoints that come before it.
        others: Other apps that do as well, where the goal doesn't say in which one to do it.
    """
    in_front = check(app_in_front, device=device, app=app, others=others)
    return whereabouts(id=name, device=device, app=app, evaluator=in_front, after=after)


def after_opening(app: str, name: str, right: Check, others: tuple[str, ...] = ()) -> Sequence[Checkpoint]:
    """Returns the checkpoints that an app of the phone is in front, and then what is asked for there.

    Args:
        app: The app.
        name: The second checkpoint's id.
        right: Its evaluator.
        others: As for `app_opened`.
    """
    opened = app_opened(app, f"{app}_open", others=others)
    return [opened, Checkpoint(id=name, device="android", app=app, evaluator=right, after=(opened.id,))]


def whereabouts(*, id: str, device: Device, app: str, evaluator: Check, after: tuple[str, ...] = ()) -> Checkpoint:
    """Returns a checkpoint that only says where the agent is: an app is in front, a page or a document open.

    It needn't stay so, and all such checkpoints of a task together weigh little (`crab_gym.evaluation.weights`).

    Args:
        id: Its id.
        device: The device.
        app: The app.
        evaluator: The predicate.
        after: Ids of the checkpoints that come before it.
    """
    return Checkpoint(id=id, device=device, app=app, evaluator=evaluator, after=after, hold=False, place=True)


def setting_is(state: State, device: str, namespace: str, key: str, value: str) -> bool:
    """The setting has the value.

    Args:
        state: The devices' states.
        device: The device with the setting.
        namespace: The setting's namespace: on the phone ``system``, ``secure`` or ``global``, on the desktop its
            schema.
        key: Its name.
        value: Its value, as a text.
    """
    return state[device].setting(namespace, key) == value


def setting_in(state: State, device: str, namespace: str, key: str, values: Sequence[str]) -> bool:
    """The setting has one of the values, which mean the same.

    Args:
        state: The devices' states.
        device: The device with the setting.
        namespace: The setting's namespace, as for `setting_is`.
        key: Its name.
        values: The values.
    """
    return state[device].setting(namespace, key) in values


def setting_beside(
    state: State, device: str, namespace: str, key: str, values: Sequence[str], app: str, front: bool
) -> bool:
    """The setting has one of the values while the app is in front, or while it isn't.

    Args:
        state: The devices' states.
        device: The device with the setting and the app.
        namespace: The setting's namespace, as for `setting_is`.
        key: Its name.
        values: The values.
        app: The app's id.
        front: Whether the app has to be in front.
    """
    return setting_in(state, device, namespace, key, values) and app_in_front(state, device, app) is front


def settings_in(state: State, device: str, settings: Sequence[tuple[str, str, Sequence[str]]]) -> bool:
    """Each of the settings has one of its values.

    Args:
        state: The devices' states.
        device: The device with the settings.
        settings: Namespace, key and values of each.
    """
    return all([setting_in(state, device, namespace, key, values) for namespace, key, values in settings])


def setting_at_most(state: State, device: str, namespace: str, key: str, most: int) -> bool:
    """The setting is a whole number, and not too great.

    Args:
        state: The devices' states.
        device: The device with the setting.
        namespace: The setting's namespace, as for `setting_is`.
        key: Its name.
        most: The greatest number.
    """
    value = state[device].setting(namespace, key)
    return value is not None and value.lstrip("-").isdecimal() and int(value) <= most
