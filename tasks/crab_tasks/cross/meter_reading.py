"""Read a meter off a photo in Image Viewer, compute with the Calculator what was used, and text it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.parameters import choice, integer, person, phone_number
from crab_sim.devices.footprints import Footprint
from crab_tasks.kits.android.contacts.state import fresh_contact
from crab_tasks.kits.android.messages.moves import send_text, text_in_conversation
from crab_tasks.kits.android.messages.state import only_message
from crab_tasks.kits.footprints import may_text
from crab_tasks.kits.state import app_opened, whereabouts
from crab_tasks.kits.ubuntu.calculator import calculate
from crab_tasks.kits.ubuntu.files.state import HOME
from crab_tasks.kits.ubuntu.image_viewer import meter_photo, open_from_dialog, open_in_viewer
from crab_tasks.kits.ubuntu.windows import window_in_front


def path(params: Params) -> str:
    """Returns the photo's path."""
    return f"{HOME}/Pictures/{params.photo}.png"


def body(used: int) -> str:
    """Returns the answer."""
    return f"{used} kWh"


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Writes the photo, and delivers the last readings."""
    desktop, phone = devices.ubuntu, devices.android
    desktop.write_file(path(params), meter_photo(params.before + params.used))
    fresh_contact(devices, params.name, params.phone)
    older = params.before - rng.randint(700, 2500)
    phone.add_message(params.phone, f"When you moved in, the meter was at {older}.", age=90_000)
    phone.add_message(
        params.phone, f"At the last reading the meter was at {params.before}. How much have you used since?", age=900
    )


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The photo, and the Calculator; then the answer."""
    shown = check(window_in_front, app="image_viewer", title=f"{params.photo}.png")
    sent = check(only_message, number=params.phone, body=body(params.used))
    return [
        whereabouts(id="photo_seen", device="ubuntu", app="image_viewer", evaluator=shown),
        app_opened("calculator", "calculator_open", device="ubuntu", after=("photo_seen",)),
        Checkpoint(id="answered", device="android", app="messages", evaluator=sent, after=("calculator_open",)),
    ]


def footprint(params: Params) -> Footprint:
    """The answer."""
    return [may_text(params.phone, body(params.used))]


def see(params: Params, look: Look) -> Iterator[Action]:
    """Reads the messages, and opens the photo."""
    yield action("android", "open_app", name="Messages")
    yield from open_in_viewer(look, path(params))


def compute(params: Params, look: Look) -> Iterator[Action]:
    """Computes the difference."""
    yield from calculate(look, f"{params.before + params.used}-{params.before}")


def reply(params: Params, look: Look) -> Iterator[Action]:
    """Sends the answer."""
    yield from send_text(look, params.phone, body(params.used))


def _with(params: Params, look: Look, used: int) -> Iterator[Action]:
    yield from see(params, look)
    yield from compute(params, look)
    yield from send_text(look, params.phone, body(used))


def the_reading(params: Params, look: Look) -> Iterator[Action]:
    """Answers with the reading."""
    yield from _with(params, look, params.before + params.used)


def misread(params: Params, look: Look) -> Iterator[Action]:
    """Misreads the last digit."""
    yield from _with(params, look, params.used + 1)


def sent_twice(params: Params, look: Look) -> Iterator[Action]:
    """Sends another number first."""
    yield from _with(params, look, params.used + 1)
    yield from reply(params, look)


def in_conversation(params: Params, look: Look) -> Iterator[Action]:
    """Opens the photo in Image Viewer's dialog, and answers in the conversation."""
    yield from open_from_dialog(look, path(params))
    yield from compute(params, look)
    yield from text_in_conversation(look, params.name, body(params.used))


def counted_up(params: Params, look: Look) -> Iterator[Action]:
    """Computes the other way round first."""
    yield from see(params, look)
    before, now = params.before, params.before + params.used
    yield from calculate(look, f"{before}-{now}", f"{now}-{before}", f"{before}+{params.used}")
    yield from reply(params, look)


TASK = Task(
    name="cross.meter_reading",
    description=(
        "The photo ~/Pictures/{photo}.png on the desktop shows the meter of my flat. {name} has texted the phone what "
        "it showed at the last reading. Look at the photo in Image Viewer, work out in the desktop's Calculator how "
        'much I have used since, and answer {name} with one text message, "N kWh" (N is this number, without the '
        "quotes)."
    ),
    devices=("ubuntu", "android"),
    parameters={
        "name": person("Lev Grau"),
        "phone": phone_number("+1 555 0164"),
        "photo": choice(("meter", "electricity", "cellar_meter"), type="file_name"),
        "before": integer(12_000, 90_000, 38_425),
        "used": integer(150, 2900, 1268),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={"photo_seen": see, "calculator_open": compute, "answered": reply},
    footprint=footprint,
    alternatives={"in_conversation": in_conversation, "counted_up": counted_up},
    near_misses={"the_reading": the_reading, "misread": misread, "sent_twice": sent_twice},
    backends={"ubuntu": ("sim", "desktop"), "android": ("sim", "adb")},
    tags=("heavy", "pictures", "calculator", "messages"),
)
