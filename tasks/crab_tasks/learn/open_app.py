"""Start one app of the phone: press the one button that the goal names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.parameters import choice
from crab_sim.devices.apps import APPS
from crab_tasks.kits.learn import tap_icon
from crab_tasks.kits.state import app_in_front

NAMES = (
    "Drive", "Calendar", "Clock", "Mail", "Gallery", "Files", "Maps", "Notes", "Markdown", "Notebook", "Tasks",
    "Expenses", "Recipes", "Music", "Videos", "Recorder", "Phone", "Messages", "Browser", "Camera", "Contacts",
)  # fmt: skip
"""The apps whose icons are on the first page of the home screen."""
IDS = {app.name: app.id for app in APPS if app.device == "android"}


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The app has the focus, and keeps it."""
    app = IDS[params.app]
    in_front = check(app_in_front, device="android", app=app)
    # It has to stay, or who opens one app after the other would have opened the right one, too.
    return [Checkpoint(id="app_open", device="android", app=app, evaluator=in_front, place=True)]


def open_it(params: Params, look: Look) -> Iterator[Action]:
    """Taps the app's icon."""
    yield from tap_icon(look, params.app)


def neighbour(params: Params, look: Look) -> Iterator[Action]:
    """Taps another icon."""
    yield from tap_icon(look, NAMES[NAMES.index(params.app) - 1])


def by_name(params: Params, look: Look) -> Iterator[Action]:
    """Opens the app by its name."""
    yield action("android", "open_app", name=params.app)


def after_another(params: Params, look: Look) -> Iterator[Action]:
    """Opens another app first."""
    yield from neighbour(params, look)
    yield action("android", "press", key="home")
    yield from open_it(params, look)


TASK = Task(
    name="learn.open_app",
    description="On the phone, open the app {app}.",
    devices=("android",),
    parameters={"app": choice(NAMES, type="app_name")},
    checkpoints=checkpoints,
    oracle={"app_open": open_it},
    alternatives={"by_name": by_name, "after_another": after_another},
    near_misses={"neighbour": neighbour},
    step_limit=3,
    version=3,
    tags=("curriculum",),
    backends={"android": ("sim",)},
)
