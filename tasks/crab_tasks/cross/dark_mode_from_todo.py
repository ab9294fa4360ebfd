"""The phone's first to-do says which style the desktop should have."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.parameters import choice
from crab_sim.devices.footprints import Footprint, may_change
from crab_tasks.kits.android.tasks.moves import check_off, new_todo
from crab_tasks.kits.android.tasks.state import todo_is_done
from crab_tasks.kits.footprints import may_restyle
from crab_tasks.kits.moves import launch
from crab_tasks.kits.state import app_opened, setting_in
from crab_tasks.kits.ubuntu.settings import gsettings, set_style

INTERFACE = "org.gnome.desktop.interface"
SCHEMES = {"dark": ("prefer-dark",), "light": ("default", "prefer-light")}


def todo(params: Params) -> str:
    """Returns the to-do."""
    return f"Switch the desktop to {params.style} mode"


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Gives the desktop the other style, and puts the to-do above another."""
    now = "light" if params.style == "dark" else "dark"
    devices.ubuntu.set_setting(INTERFACE, "color-scheme", SCHEMES[now][0])
    phone = devices.android
    phone.clear_todos()
    phone.add_todo(todo(params))
    phone.add_todo(rng.choice(("Clean the keyboard", "Charge the headphones", "Update the inventory")))


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The list is opened, then the style is right, then the to-do is checked off."""
    style = check(setting_in, device="ubuntu", namespace=INTERFACE, key="color-scheme", values=SCHEMES[params.style])
    return [
        app_opened("tasks", "list_open"),
        Checkpoint(id="style_right", device="ubuntu", app="settings", evaluator=style, after=("list_open",)),
        Checkpoint(
            id="checked_off",
            device="android",
            app="tasks",
            evaluator=check(todo_is_done, title=todo(params)),
            after=("style_right",),
        ),
    ]


def footprint(params: Params) -> Footprint:
    """The style, and the to-do."""
    return [
        *may_restyle(),
        may_change("android", "todo", ("done",), title=todo(params)),
    ]


def switch_style(params: Params, look: Look) -> Iterator[Action]:
    """Chooses the style in the desktop's Settings."""
    yield from set_style(look, params.style)


def switch_style_by_command(params: Params, look: Look) -> Iterator[Action]:
    """Sets the style in the terminal."""
    yield from gsettings(INTERFACE, "color-scheme", SCHEMES[params.style][0])


def tick(params: Params, look: Look) -> Iterator[Action]:
    """Checks the to-do off."""
    yield from check_off(look, todo(params))


def wrong_device(params: Params, look: Look) -> Iterator[Action]:
    """Switches the phone's theme instead of the desktop's."""
    from crab_tasks.android.quiet_night import dark

    yield action("android", "open_app", name="Tasks")
    yield from dark(params, look)
    yield from tick(params, look)


def undone(params: Params, look: Look) -> Iterator[Action]:
    """Switches the style, and back before the to-do is checked off."""
    yield action("android", "open_app", name="Tasks")
    yield from switch_style_by_command(params, look)
    yield from gsettings(INTERFACE, "color-scheme", SCHEMES["light" if params.style == "dark" else "dark"][0])
    yield from tick(params, look)


def twin_checked(params: Params, look: Look) -> Iterator[Action]:
    """Adds a to-do of the same title, and checks one of the two off."""
    yield action("android", "open_app", name="Tasks")
    yield from switch_style_by_command(params, look)
    yield from new_todo(look, todo(params))
    yield from tick(params, look)


def by_command(params: Params, look: Look) -> Iterator[Action]:
    """Uses the terminal."""
    yield action("android", "open_app", name="Tasks")
    yield from switch_style_by_command(params, look)
    yield from tick(params, look)


def there_and_back(params: Params, look: Look) -> Iterator[Action]:
    """Checks the to-do off early, and switches the style there, back and there."""
    yield from tick(params, look)
    for scheme in (SCHEMES[params.style][0], SCHEMES["light" if params.style == "dark" else "dark"][0]):
        yield from gsettings(INTERFACE, "color-scheme", scheme)
    yield from gsettings(INTERFACE, "color-scheme", SCHEMES[params.style][-1])


TASK = Task(
    name="cross.dark_mode_from_todo",
    description=(
        "Open the phone's Tasks app. Its first task says which style the desktop should have, light or dark: switch "
        "the desktop to it, then mark the task as completed."
    ),
    devices=("ubuntu", "android"),
    parameters={"style": choice(("dark", "light"), type="style")},
    setup=setup,
    checkpoints=checkpoints,
    oracle={"list_open": launch("Tasks"), "style_right": switch_style, "checked_off": tick},
    variants={"desktop": {"style_right": switch_style_by_command}},
    footprint=footprint,
    alternatives={"by_command": by_command, "there_and_back": there_and_back},
    near_misses={"wrong_device": wrong_device, "undone": undone, "twin_checked": twin_checked},
    backends={"ubuntu": ("sim", "desktop"), "android": ("sim", "adb")},
    version=4,
    tags=("settings", "tasks"),
)
