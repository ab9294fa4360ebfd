"""The tasks about the phone as a whole: opening an app, alone or after Wi-Fi, and copying a text."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.parameters import Parameter, choice, text
from crab_sim.devices.apps import APPS
from crab_sim.devices.footprints import Footprint, may_change
from crab_tasks.android_world.published import like
from crab_tasks.android_world.settings import ON
from crab_tasks.kits.android.clipboard import clipboard_is, copy_all, hold_field, text_in_field
from crab_tasks.kits.android.pages import open_first_page
from crab_tasks.kits.android.settings.moves import open_control, tap_tile
from crab_tasks.kits.android.settings.state import WIFI, control_seen
from crab_tasks.kits.moves import find, tap
from crab_tasks.kits.state import State, app_in_front, app_opened, setting_beside, whereabouts

__all__ = ["CHANGES", "TASKS"]

TASKS = ("OPEN_APP", "WIFI_ON_OPEN_APP", "COPY_TO_CLIPBOARD")
"""The names of the tasks."""

_IDS: Mapping[str, str] = {app.name: app.id for app in APPS if app.device == "android"}
_NAMES = ("Camera", "Clock", "Contacts", "Settings", "Phone")


def _app(default: str) -> Parameter:
    """Returns a parameter that is an app, another one than the task's others."""
    return replace(choice(_NAMES, default, type="app"), apart="app")


# Opening apps -------------------------------------------------------------------------------------------------------


def app_on_screen(state: State, app: str) -> bool:
    """The app is in front, and the notifications don't lie over it."""
    front = app_in_front(state, "android", app)
    return front and any([element.app == app for element in state.android.elements()])


def _in_front(name: str, title: str, after: tuple[str, ...] = ()) -> Checkpoint:
    """Returns the checkpoint that an app is on the screen at the end, as the goal asks."""
    app = _IDS[title]
    front = check(app_on_screen, app=app)
    return Checkpoint(id=name, device="android", app=app, evaluator=front, after=after)


def _both_open(params: Params) -> Sequence[Checkpoint]:
    """The one, then the other."""
    return [
        app_opened(_IDS[params.first], "first_open"),
        _in_front("second_open", params.second, ("first_open",)),
    ]


def _open_first(params: Params, look: Look) -> Iterator[Action]:
    yield action("android", "open_app", name=params.first)


def _open_second(params: Params, look: Look) -> Iterator[Action]:
    yield action("android", "open_app", name=params.second)


def _from_drawer(look: Look, app: str) -> Iterator[Action]:
    """Looks for an app among all apps."""
    yield action("android", "open_app_drawer")
    yield tap(look, rid="fallback_search_view")
    yield action("android", "write_text", text=app)
    yield tap(look, text=app, role="icon")


def _both_from_drawer(params: Params, look: Look) -> Iterator[Action]:
    yield from _from_drawer(look, params.first)
    yield action("android", "press", key="home")
    yield from _from_drawer(look, params.second)


def _another_between(params: Params, look: Look) -> Iterator[Action]:
    """Opens another app between, and goes home."""
    yield from _open_first(params, look)
    yield action("android", "open_app", name="Calculator")
    yield action("android", "press", key="home")
    yield from _open_second(params, look)


def _wrong_order(params: Params, look: Look) -> Iterator[Action]:
    """Opens both apps in the wrong order."""
    yield from _open_second(params, look)
    yield from _open_first(params, look)


def _left_again(params: Params, look: Look) -> Iterator[Action]:
    """Opens the first app and another one."""
    yield from _open_first(params, look)
    yield action("android", "open_app", name=next(name for name in _NAMES if name not in (params.first, params.second)))


OPEN_APP = Task(
    **like("OpenAppTaskEval"),
    description="Open the phone's {first} app. After that, open its {second} app, and leave it on the screen.",
    parameters={"first": _app("Camera"), "second": _app("Clock")},
    checkpoints=_both_open,
    oracle={"first_open": _open_first, "second_open": _open_second},
    alternatives={"from_drawer": _both_from_drawer, "another_between": _another_between},
    near_misses={"wrong_order": _wrong_order, "left_again": _left_again},
)


# Wi-Fi on, then an app ----------------------------------------------------------------------------------------------


def _wifi_off(devices: Devices, params: Params, rng: random.Random) -> None:
    phone = devices.android
    phone.set_setting("global", "airplane_mode_on", "0")
    phone.set_setting("global", "bluetooth_on", rng.choice("01"))
    phone.set_setting("global", "wifi_on", "0")


def _wifi_then_app(params: Params) -> Sequence[Checkpoint]:
    """The switch, Wi-Fi while the app isn't in front, then the app; Wi-Fi is on still."""
    app = _IDS[params.app]
    first, last = (
        check(setting_beside, device="android", namespace=WIFI.namespace, key=WIFI.key, values=ON, app=app, front=front)
        for front in (False, True)
    )
    seen = whereabouts(id="control_seen", device="android", app="settings", evaluator=check(control_seen, key=WIFI.key))
    return [
        seen,
        Checkpoint(
            id="wifi_on",
            device="android",
            app="settings",
            evaluator=first,
            after=("control_seen",),
            hold=False,
        ),
        Checkpoint(id="app_open", device="android", app=app, evaluator=last, after=("wifi_on",)),
    ]


def _may_switch(params: Params) -> Footprint:
    return [may_change("android", "setting", ("value",), namespace=WIFI.namespace, key=WIFI.key)]


def _open(params: Params, look: Look) -> Iterator[Action]:
    yield action("android", "open_app", name=params.app)


def _look_at_wifi(params: Params, look: Look) -> Iterator[Action]:
    yield from open_control(look, WIFI)


def _switch(params: Params, look: Look) -> Iterator[Action]:
    if not find(look, "android", text=WIFI.title, role="switch").checked:
        yield tap(look, text=WIFI.title, role="switch")


def _tile_then_app(params: Params, look: Look) -> Iterator[Action]:
    """Uses the tile of Quick Settings."""
    yield from tap_tile(look, WIFI)
    yield action("android", "press", key="home")
    yield from _open(params, look)


def _app_between(params: Params, look: Look) -> Iterator[Action]:
    """Opens the app first, then switches Wi-Fi, and comes back to the app."""
    yield from _open(params, look)
    yield from open_control(look, WIFI)
    yield from _switch(params, look)
    yield from _from_drawer(look, params.app)


def _only_app(params: Params, look: Look) -> Iterator[Action]:
    """Opens the app, but leaves Wi-Fi as it is."""
    yield from open_control(look, WIFI)
    yield from _open(params, look)


def _only_wifi(params: Params, look: Look) -> Iterator[Action]:
    """Turns Wi-Fi on, but opens another app."""
    yield from open_control(look, WIFI)
    yield from _switch(params, look)
    yield action("android", "press", key="home")
    yield action("android", "open_app", name=_NAMES[_NAMES.index(params.app) - 1])


def _app_before(params: Params, look: Look) -> Iterator[Action]:
    """Opens the app first, and uses the tile of Quick Settings over it."""
    yield from _open(params, look)
    yield from tap_tile(look, WIFI)
    yield action("android", "press", key="back")


def _bluetooth(params: Params, look: Look) -> Iterator[Action]:
    """Switches Bluetooth instead."""
    yield from open_control(look, WIFI._replace(page="Connected devices"))
    yield tap(look, text="Use Bluetooth", role="switch")
    yield from _open(params, look)


WIFI_ON_OPEN_APP = Task(
    **like("TurnOnWifiAndOpenApp"),
    description="Switch the phone's Wi-Fi on. After that, open its {app} app, and leave it on the screen.",
    parameters={"app": choice([name for name in _NAMES if name != "Settings"], type="app")},
    setup=_wifi_off,
    checkpoints=_wifi_then_app,
    oracle={"control_seen": _look_at_wifi, "wifi_on": _switch, "app_open": _open},
    footprint=_may_switch,
    alternatives={"tile_then_app": _tile_then_app, "app_between": _app_between},
    near_misses={
        "only_app": _only_app, "only_wifi": _only_wifi, "bluetooth": _bluetooth, "app_before": _app_before,
    },
    implies=("android_world.system_wifi_turn_on",),
    version=2,
)  # fmt: skip


# Copying ------------------------------------------------------------------------------------------------------------

_PEOPLE = ("Inga", "Tomas", "Leila", "Bruno", "Akira", "Wanda", "Piet", "Soraya")
_PLACES = ("Alder", "Stonegate", "Millbrook", "Port Haven", "Larkfield")
_CODES = ("Booking code", "Voucher", "Parcel", "Member no.", "Bill no.", "Locker")


def _sample(rng: random.Random) -> str:
    """Draws what people copy: a code, a person's address, telephone number or shop."""
    code = "".join([rng.choice("ABCDEFGHKLMNPRSTUVWXYZ23456789") for _ in range(rng.randint(5, 8))])
    person, place = rng.choice(_PEOPLE), rng.choice(_PLACES)
    return rng.choice(
        (
            f"{rng.choice(_CODES)} {code}",
            f"{rng.randint(2, 989)} {rng.choice(('Mill Lane', 'Castle Hill', 'River Walk'))}, {place}",
            f"{person.lower()}.{rng.randint(10, 99)}@{place.split()[0].lower()}.example",
            f"Ring {person} at 555-01{rng.randint(0, 99):02}",
            f"{person}'s {rng.choice(('Bookshop', 'Flowers', 'Garage', 'Tearoom'))}, {place}",
        )
    )


def _clear(devices: Devices, params: Params, rng: random.Random) -> None:
    """Leaves something else on the clipboard."""
    other = _sample(rng)
    devices.android.set_clipboard(other if other != params.text else "Nothing yet")


def _written_and_copied(params: Params) -> Sequence[Checkpoint]:
    """The text in a field, then on the clipboard."""
    return [
        Checkpoint(
            id="written",
            device="android",
            app="settings",
            evaluator=check(text_in_field, text=params.text),
            hold=False,
            place=True,  # it only says where the text is: whoever types the goal has it in some field
        ),
        Checkpoint(
            id="copied",
            device="android",
            app="settings",
            evaluator=check(clipboard_is, text=params.text),
            after=("written",),
        ),
    ]


def _write(params: Params, look: Look) -> Iterator[Action]:
    """Types the text into a field, and doesn't copy it."""
    yield from open_first_page(look, "Settings", "search_bar")
    yield tap(look, rid="search_bar")
    yield action("android", "write_text", text=params.text)


def _copy(params: Params, look: Look) -> Iterator[Action]:
    yield from copy_all(look)


def _in_messages(params: Params, look: Look) -> Iterator[Action]:
    """Writes the text into the search of Messages."""
    yield from open_first_page(look, "Messages", "start_chat_fab")
    yield tap(look, rid="action_zero_state_search")
    yield action("android", "write_text", text=params.text)
    yield from copy_all(look)


def _cut(params: Params, look: Look) -> Iterator[Action]:
    """Cuts the text out of the search of Settings."""
    yield from _write(params, look)
    yield from copy_all(look, cut=True)


def _without_end(params: Params, look: Look) -> Iterator[Action]:
    """Copies all but the last character."""
    yield from _write(Params(text=params.text[:-1]), look)
    yield from copy_all(look)
    yield hold_field(look)
    yield tap(look, text="Select all")
    yield action("android", "write_text", text=params.text)


COPY_TO_CLIPBOARD = Task(
    **like("SystemCopyToClipboard", steps=15),
    description="Put this text on the phone's clipboard: {text}",
    parameters={"text": text(_sample, "Booking code K7PX42", type="line")},
    setup=_clear,
    checkpoints=_written_and_copied,
    oracle={"written": _write, "copied": _copy},
    alternatives={"in_messages": _in_messages, "cut": _cut},
    near_misses={"only_written": _write, "without_end": _without_end},
    version=2,
)

CHANGES: Mapping[str, str] = {
    "android_world.open_app": (
        "Two apps, one after the other, since a single one is soon opened by chance. They ask for no permissions, so "
        "that there are no dialogs to close."
    ),
    "android_world.turn_on_wifi_and_open_app": (
        "The app is never Settings, in which one is after the first half, and Wi-Fi has to be on before the app is "
        "opened for the last time."
    ),
    "android_world.system_copy_to_clipboard": (
        "The text is compared exactly, and drawn from many more; 15 steps instead of 10, since six are needed."
    ),
}
