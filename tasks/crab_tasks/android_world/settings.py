"""The tasks about the phone's Wi-Fi, Bluetooth and brightness."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check, check_answer
from crab_gym.task import Action, Look, Oracle, Params, Task
from crab_gym.task.parameters import choice
from crab_sim.devices.footprints import Footprint, may_change
from crab_tasks.android_world.published import like
from crab_tasks.kits.android.settings.moves import (
    drag_slider,
    open_control,
    quick_settings,
    search_control,
    show_tile,
    tap_tile,
)
from crab_tasks.kits.android.settings.state import BLUETOOTH, BRIGHTNESS, WIFI, Control, control_seen, set_and_said
from crab_tasks.kits.moves import find, submit, tap
from crab_tasks.kits.state import setting_in, settings_in, whereabouts

__all__ = ["CHANGES", "OFF", "ON", "TASKS"]

TASKS = (
    "WIFI_OFF", "WIFI_ON", "BLUETOOTH_OFF", "BLUETOOTH_ON", "BRIGHTNESS_MAX", "BRIGHTNESS_MIN",
    "WIFI_OFF_VERIFY", "WIFI_ON_VERIFY", "BLUETOOTH_OFF_VERIFY", "BLUETOOTH_ON_VERIFY", "BRIGHTNESS_MAX_VERIFY",
    "BRIGHTNESS_MIN_VERIFY", "WIFI_OFF_BLUETOOTH_ON",
)  # fmt: skip
"""The names of the tasks."""

ON, OFF = ("1", "2"), ("0",)
"""The values of Wi-Fi and Bluetooth for on, the second one in aeroplane mode, and for off."""
HIGHEST, LOWEST = ("255",), ("1",)
"""The values of the brightness at its ends."""


class Wanted(NamedTuple):
    """A state of a control that a task asks for.

    Attributes:
        control: The control.
        name: The checkpoint's name.
        values: The setting's values in that state.
        opposite: Its value in the opposite state.
        others: Values that are neither.
        search: What finds the control in the search of Settings.
    """

    control: Control
    name: str
    values: tuple[str, ...]
    opposite: str
    others: tuple[str, ...]
    search: str

    @property
    def slides(self) -> bool:
        """Whether the control is a slider."""
        return self.control is BRIGHTNESS


WANTED_WIFI_OFF = Wanted(WIFI, "wifi_off", OFF, "1", (), "Wi-Fi")
WANTED_WIFI_ON = Wanted(WIFI, "wifi_on", ON, "0", (), "Wi-Fi")
WANTED_BLUETOOTH_OFF = Wanted(BLUETOOTH, "bluetooth_off", OFF, "1", (), "Bluetooth")
WANTED_BLUETOOTH_ON = Wanted(BLUETOOTH, "bluetooth_on", ON, "0", (), "Bluetooth")
WANTED_HIGHEST = Wanted(BRIGHTNESS, "brightest", HIGHEST, "1", ("60", "128", "190"), "Brightness level")
WANTED_LOWEST = Wanted(BRIGHTNESS, "darkest", LOWEST, "255", ("60", "128", "190"), "Brightness level")


def _prepare(devices: Devices, wanted: Wanted, value: str, rng: random.Random) -> None:
    """Gives the control a value, and the other radio any."""
    phone = devices.android
    phone.set_setting("global", "airplane_mode_on", "0")
    for other in (WIFI, BLUETOOTH):
        phone.set_setting(other.namespace, other.key, rng.choice("01"))
    phone.set_setting(wanted.control.namespace, wanted.control.key, value)


def _seen(wanted: Wanted) -> Checkpoint:
    return whereabouts(
        id="control_seen",
        device="android",
        app="settings",
        evaluator=check(control_seen, key=wanted.control.key),
    )


def _done(wanted: Wanted, after: Sequence[str] = ("control_seen",)) -> Checkpoint:
    control = wanted.control
    args = check(setting_in, device="android", namespace=control.namespace, key=control.key, values=wanted.values)
    return Checkpoint(id=wanted.name, device="android", app="settings", evaluator=args, after=tuple(after))


def _may_set(params: Params, wanted: Wanted) -> Footprint:
    return [may_change("android", "setting", ("value",), namespace=wanted.control.namespace, key=wanted.control.key)]


# Moves --------------------------------------------------------------------------------------------------------------


def _look_at(params: Params, look: Look, wanted: Wanted) -> Iterator[Action]:
    yield from open_control(look, wanted.control)


def _on_page(look: Look, wanted: Wanted) -> Iterator[Action]:
    """Brings the control to the wanted state on the page of Settings that is open."""
    if wanted.slides:
        yield from drag_slider(look, wanted.control.title, float(wanted.values == HIGHEST))
    else:
        yield tap(look, text=wanted.control.title, role="switch")


def _is_shown(look: Look, wanted: Wanted) -> bool:
    """Returns whether the page of Settings that is open shows the wanted state."""
    if wanted.slides:
        return find(look, "android", description=wanted.control.title).text == ("100%", "0%")[wanted.values == LOWEST]
    return find(look, "android", text=wanted.control.title, role="switch").checked == (wanted.values == ON)


def _set(params: Params, look: Look, wanted: Wanted) -> Iterator[Action]:
    if not _is_shown(look, wanted):
        yield from _on_page(look, wanted)


def _by_search(params: Params, look: Look, wanted: Wanted) -> Iterator[Action]:
    """Finds the page by the search."""
    yield from search_control(look, wanted.control, wanted.search)
    yield from _on_page(look, wanted)


def _in_quick_settings(params: Params, look: Look, wanted: Wanted) -> Iterator[Action]:
    """Uses the tile or the slider of Quick Settings."""
    if wanted.slides:
        yield from quick_settings(look)
        yield from drag_slider(look, wanted.control.tile, float(wanted.values == HIGHEST))
    else:
        yield from tap_tile(look, wanted.control)


def _see_tile(params: Params, look: Look, wanted: Wanted) -> Iterator[Action]:
    """Pulls Quick Settings down until they show the tile, which is one of the first."""
    yield from show_tile(look, wanted.control)


def _switch_tile(params: Params, look: Look, wanted: Wanted) -> Iterator[Action]:
    yield from show_tile(look, wanted.control)
    if find(look, "android", text=wanted.control.tile, role="switch").checked != (wanted.values == ON):
        yield from tap_tile(look, wanted.control)


def _in_settings(params: Params, look: Look, wanted: Wanted) -> Iterator[Action]:
    """Uses the switch or the slider of Settings."""
    yield from open_control(look, wanted.control)
    yield from _on_page(look, wanted)


def _to_and_fro(params: Params, look: Look, wanted: Wanted) -> Iterator[Action]:
    """Does it, undoes it, and does it again."""
    yield from open_control(look, wanted.control)
    yield from _on_page(look, wanted)
    if wanted.slides:
        yield from drag_slider(look, wanted.control.title, 0.5)
    else:
        yield from _on_page(look, wanted)
    yield from _on_page(look, wanted)


def _other_control(params: Params, look: Look, wanted: Wanted) -> Iterator[Action]:
    """Switches another radio, or the dark theme in place of the brightness."""
    if wanted.slides:
        yield from open_control(look, wanted.control)
        yield tap(look, text="Dark theme", role="switch")
    else:
        yield from tap_tile(look, BLUETOOTH if wanted.control is WIFI else WIFI)


def _nearly(params: Params, look: Look, wanted: Wanted) -> Iterator[Action]:
    """Stops a quarter before the slider's end; a switch is only looked at."""
    yield from open_control(look, wanted.control)
    if wanted.slides:
        yield from drag_slider(look, wanted.control.title, 0.75 if wanted.values == HIGHEST else 0.25)


# Tasks that change a setting ----------------------------------------------------------------------------------------


def _change(published: str, goal: str, wanted: Wanted, by_tile: bool = False) -> Task:
    """Returns the task to change a setting that isn't as asked.

    Args:
        published: The name of AndroidWorld's task.
        goal: The goal.
        wanted: The setting.
        by_tile: Whether the oracle uses Quick Settings, where that takes two actions.
    """
    shows, sets = (_see_tile, _switch_tile) if by_tile else (_look_at, _set)

    def setup(devices: Devices, params: Params, rng: random.Random) -> None:
        _prepare(devices, wanted, wanted.opposite, rng)

    return Task(
        **like(published),
        description=goal,
        setup=setup,
        checkpoints=lambda params: [_seen(wanted), _done(wanted)],
        oracle={"control_seen": partial(shows, wanted=wanted), wanted.name: partial(sets, wanted=wanted)},
        footprint=partial(_may_set, wanted=wanted),
        alternatives={**_ways(wanted), **({"in_settings": partial(_in_settings, wanted=wanted)} if by_tile else {})},
        near_misses={
            "other_control": partial(_other_control, wanted=wanted), "nearly": partial(_nearly, wanted=wanted),
        },
    )  # fmt: skip


def _ways(wanted: Wanted) -> Mapping[str, Oracle]:
    return {
        "by_search": partial(_by_search, wanted=wanted),
        "in_quick_settings": partial(_in_quick_settings, wanted=wanted),
        "to_and_fro": partial(_to_and_fro, wanted=wanted),
    }


WIFI_OFF = _change("SystemWifiTurnOff", "Switch the phone's Wi-Fi off.", WANTED_WIFI_OFF)
WIFI_ON = _change("SystemWifiTurnOn", "Switch the phone's Wi-Fi on.", WANTED_WIFI_ON)
BLUETOOTH_OFF = _change("SystemBluetoothTurnOff", "Switch the phone's Bluetooth off.", WANTED_BLUETOOTH_OFF, True)
BLUETOOTH_ON = _change("SystemBluetoothTurnOn", "Switch the phone's Bluetooth on.", WANTED_BLUETOOTH_ON, True)
BRIGHTNESS_MAX = _change("SystemBrightnessMax", "Make the phone's screen as bright as possible.", WANTED_HIGHEST)
BRIGHTNESS_MIN = _change("SystemBrightnessMin", "Make the phone's screen as dark as possible.", WANTED_LOWEST)


# Tasks that look first ----------------------------------------------------------------------------------------------

_WORDS: Mapping[bool, tuple[str, str]] = {True: ("yes", "no"), False: ("on", "off")}
"""The words of the answer, for a slider and for a switch; those of a slider say whether it was as asked."""


def _word(params: Params, wanted: Wanted) -> str:
    """Returns the right answer: how the setting was at first."""
    already, (first, second) = params.already, _WORDS[wanted.slides]
    return first if already == (wanted.slides or wanted.values == ON) else second


def _verify(published: str, goal: str, wanted: Wanted, implies: str) -> Task:
    """Returns the task to see to it that a setting is as asked, which it may be already, and to tell how it was."""

    def setup(devices: Devices, params: Params, rng: random.Random) -> None:
        value = rng.choice((wanted.opposite, *wanted.others))
        _prepare(devices, wanted, wanted.values[0] if params.already else value, rng)

    def checkpoints(params: Params) -> Sequence[Checkpoint]:
        """The control is seen; then the answer, while the setting is as asked."""
        control = wanted.control
        args = check_answer(
            set_and_said,
            namespace=control.namespace,
            key=control.key,
            values=wanted.values,
            word=_word(params, wanted),
            words=_WORDS[wanted.slides],
        )
        return [
            _seen(wanted),
            Checkpoint(id="answered", device="root", app="answer", evaluator=args, after=("control_seen",)),
        ]

    def answer(params: Params, look: Look) -> Iterator[Action]:
        yield submit(_word(params, wanted))

    def see_to_it(params: Params, look: Look) -> Iterator[Action]:
        """Changes the setting where it isn't as asked, and answers."""
        yield from _set(params, look, wanted)
        yield from answer(params, look)

    def in_quick_settings(params: Params, look: Look) -> Iterator[Action]:
        """Looks at Quick Settings."""
        if params.already:
            yield from quick_settings(look)
        else:
            yield from _in_quick_settings(params, look, wanted)
        yield from answer(params, look)

    def in_a_sentence(params: Params, look: Look) -> Iterator[Action]:
        """Finds the page by the search, and answers with a sentence."""
        yield from search_control(look, wanted.control, wanted.search)
        yield from _set(params, look, wanted)
        word = _word(params, wanted)
        yield submit(f"{word.capitalize()}, I have looked." if wanted.slides else f"It was {word} at first.")

    def other_word(params: Params, look: Look) -> Iterator[Action]:
        """Looks, sees to it, and gives the wrong answer."""
        yield from open_control(look, wanted.control)
        yield from _set(params, look, wanted)
        yield submit(next(word for word in _WORDS[wanted.slides] if word != _word(params, wanted)))

    def both_words(params: Params, look: Look) -> Iterator[Action]:
        """Looks, sees to it, and answers both."""
        yield from open_control(look, wanted.control)
        yield from _set(params, look, wanted)
        yield submit(" or ".join(_WORDS[wanted.slides]))

    def unseen(params: Params, look: Look) -> Iterator[Action]:
        """Guesses without a look."""
        yield from answer(params, look)

    return Task(
        **like(published),
        description=goal,
        parameters={"already": choice((True, False))},
        setup=setup,
        checkpoints=checkpoints,
        oracle={"control_seen": partial(_look_at, wanted=wanted), "answered": see_to_it},
        footprint=partial(_may_set, wanted=wanted),
        alternatives={"in_quick_settings": in_quick_settings, "in_a_sentence": in_a_sentence},
        near_misses={"other_word": other_word, "both_words": both_words, "unseen": unseen},
        implies=(f"android_world.{implies}",),
    )


_BEFORE = "Then submit one word, on or off: how it was before you began."
_BRIGHT = "Then submit yes if it already was before you began, otherwise no."

WIFI_OFF_VERIFY = _verify(
    "SystemWifiTurnOffVerify", f"Make sure that the phone's Wi-Fi is off. {_BEFORE}", WANTED_WIFI_OFF,
    "system_wifi_turn_off",
)  # fmt: skip
WIFI_ON_VERIFY = _verify(
    "SystemWifiTurnOnVerify", f"Make sure that the phone's Wi-Fi is on. {_BEFORE}", WANTED_WIFI_ON,
    "system_wifi_turn_on",
)  # fmt: skip
BLUETOOTH_OFF_VERIFY = _verify(
    "SystemBluetoothTurnOffVerify", f"Make sure that the phone's Bluetooth is off. {_BEFORE}", WANTED_BLUETOOTH_OFF,
    "system_bluetooth_turn_off",
)  # fmt: skip
BLUETOOTH_ON_VERIFY = _verify(
    "SystemBluetoothTurnOnVerify", f"Make sure that the phone's Bluetooth is on. {_BEFORE}", WANTED_BLUETOOTH_ON,
    "system_bluetooth_turn_on",
)  # fmt: skip
BRIGHTNESS_MAX_VERIFY = _verify(
    "SystemBrightnessMaxVerify", f"Make sure that the phone's brightness is at its highest. {_BRIGHT}", WANTED_HIGHEST,
    "system_brightness_max",
)  # fmt: skip
BRIGHTNESS_MIN_VERIFY = _verify(
    "SystemBrightnessMinVerify", f"Make sure that the phone's brightness is at its lowest. {_BRIGHT}", WANTED_LOWEST,
    "system_brightness_min",
)  # fmt: skip


# Wi-Fi and Bluetooth together ---------------------------------------------------------------------------------------


def _both_setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Wi-Fi is on, and Bluetooth off."""
    _prepare(devices, WANTED_WIFI_OFF, "1", rng)
    devices.android.set_setting("global", "bluetooth_on", "0")


def _both(params: Params) -> Sequence[Checkpoint]:
    """Wi-Fi off while Bluetooth is, then Bluetooth on."""
    wifi_off = (WIFI.namespace, WIFI.key, OFF)
    first = check(settings_in, device="android", settings=(wifi_off, (BLUETOOTH.namespace, BLUETOOTH.key, OFF)))
    both = check(settings_in, device="android", settings=(wifi_off, (BLUETOOTH.namespace, BLUETOOTH.key, ON)))
    return [
        _seen(WANTED_WIFI_OFF),
        Checkpoint(
            id="wifi_off", device="android", app="settings", evaluator=first, after=("control_seen",), hold=False
        ),
        Checkpoint(id="bluetooth_on", device="android", app="settings", evaluator=both, after=("wifi_off",)),
    ]


def _may_set_both(params: Params) -> Footprint:
    return [*_may_set(params, WANTED_WIFI_OFF), *_may_set(params, WANTED_BLUETOOTH_ON)]


def _bluetooth_on(params: Params, look: Look) -> Iterator[Action]:
    yield from open_control(look, BLUETOOTH)
    yield from _set(params, look, WANTED_BLUETOOTH_ON)


def _both_tiles(params: Params, look: Look) -> Iterator[Action]:
    """Uses the tiles of Quick Settings."""
    yield from tap_tile(look, WIFI)
    yield from tap_tile(look, BLUETOOTH)


def _both_by_search(params: Params, look: Look) -> Iterator[Action]:
    """Finds the page for Wi-Fi by the search, and uses the tile for Bluetooth."""
    yield from _by_search(params, look, WANTED_WIFI_OFF)
    yield from tap_tile(look, BLUETOOTH)


def _aeroplane_mode(params: Params, look: Look) -> Iterator[Action]:
    """Switches on aeroplane mode, which takes Wi-Fi along, and then Bluetooth."""
    yield from open_control(look, WIFI)
    yield tap(look, text="Airplane mode", role="switch")
    yield from _bluetooth_on(params, look)


def _other_order(params: Params, look: Look) -> Iterator[Action]:
    """Switches Bluetooth on before it switches Wi-Fi off."""
    yield from tap_tile(look, BLUETOOTH)
    yield from tap_tile(look, WIFI)


def _begun_anew(params: Params, look: Look) -> Iterator[Action]:
    """Takes the wrong order, and switches Bluetooth off and on again."""
    yield from _other_order(params, look)
    yield from tap_tile(look, BLUETOOTH)
    yield from tap_tile(look, BLUETOOTH)


def _wifi_on_again(params: Params, look: Look) -> Iterator[Action]:
    """Switches Wi-Fi on again before Bluetooth."""
    yield from tap_tile(look, WIFI)
    yield from tap_tile(look, WIFI)
    yield from tap_tile(look, BLUETOOTH)


WIFI_OFF_BLUETOOTH_ON = Task(
    **like("TurnOffWifiAndTurnOnBluetooth"),
    description="Switch the phone's Wi-Fi off, and after that switch its Bluetooth on.",
    setup=_both_setup,
    checkpoints=_both,
    oracle={
        "control_seen": partial(_look_at, wanted=WANTED_WIFI_OFF),
        "wifi_off": partial(_set, wanted=WANTED_WIFI_OFF),
        "bluetooth_on": _bluetooth_on,
    },
    footprint=_may_set_both,
    alternatives={"tiles": _both_tiles, "by_search": _both_by_search, "begun_anew": _begun_anew},
    near_misses={
        "aeroplane_mode": _aeroplane_mode, "wifi_on_again": _wifi_on_again, "other_order": _other_order,
    },
    implies=("android_world.system_wifi_turn_off", "android_world.system_bluetooth_turn_on"),
    version=2,
)  # fmt: skip

_LOOKS = (
    "The seed decides whether the setting is as asked already, and how it was has to be told, so that neither doing "
    "nothing nor a guess counts."
)

CHANGES: Mapping[str, str] = {
    "android_world.system_wifi_turn_off": "",
    "android_world.system_wifi_turn_on": "",
    "android_world.system_bluetooth_turn_off": "",
    "android_world.system_bluetooth_turn_on": "",
    "android_world.system_brightness_max": "",
    "android_world.system_brightness_min": "",
    "android_world.system_wifi_turn_off_verify": _LOOKS,
    "android_world.system_wifi_turn_on_verify": _LOOKS,
    "android_world.system_bluetooth_turn_off_verify": _LOOKS,
    "android_world.system_bluetooth_turn_on_verify": _LOOKS,
    "android_world.system_brightness_max_verify": _LOOKS,
    "android_world.system_brightness_min_verify": _LOOKS,
    "android_world.turn_off_wifi_and_turn_on_bluetooth": (
        "The order in which the goal names the two is judged: theirs compares the end only."
    ),
}
