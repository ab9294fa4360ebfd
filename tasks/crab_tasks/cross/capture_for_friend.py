"""Take the picture of a window that a text message asks for, and answer it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.parameters import choice, person, phone_number
from crab_sim.devices.footprints import Footprint
from crab_tasks.kits.android.contacts.state import fresh_contact
from crab_tasks.kits.android.messages.moves import send_text, text_in_conversation
from crab_tasks.kits.android.messages.state import message_sent
from crab_tasks.kits.footprints import may_text, new_file
from crab_tasks.kits.moves import launch
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.ubuntu.files.state import HOME
from crab_tasks.kits.ubuntu.pictures import PHOTOS, photo_file
from crab_tasks.kits.ubuntu.screenshot.moves import capture, capture_area, shown_area, view_picture
from crab_tasks.kits.ubuntu.screenshot.state import window_captured
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal

SIZE = 480, 320


def path(name: str) -> str:
    """Returns the path of a picture."""
    return f"{HOME}/Pictures/{name}.png"


def first_photo(params: Params) -> str:
    """Returns the name of the photo of the message that no longer counts."""
    return PHOTOS[(PHOTOS.index(params.photo) + 2) % len(PHOTOS)]


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Puts the photos into the folder Pictures, and delivers a wish and the one that replaces it."""
    for name in (params.photo, first_photo(params)):
        devices.ubuntu.write_file(path(name), photo_file(name, *SIZE))
    devices.ubuntu.remove(path(params.file))  # the home may have a picture of that name
    fresh_contact(devices, params.name, params.phone)
    phone = devices.android
    phone.add_message(
        params.phone, f"For the manual: show {first_photo(params)}.png in Image Viewer, please.", age=5000
    )
    phone.add_message(params.phone, f"No, better take {params.photo}.png. Call it {params.file}.png!", age=300)


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The message; then the picture, and beside it the answer."""
    taken = check(
        window_captured, path=path(params.file), photo=photo_file(params.photo, *SIZE), title=f"{params.photo}.png"
    )
    sent = check(message_sent, number=params.phone, body=params.reply)
    return [
        app_opened("messages", "messages_open"),
        Checkpoint(id="window_taken", device="ubuntu", app="screenshot", evaluator=taken, after=("messages_open",)),
        Checkpoint(id="replied", device="android", app="messages", evaluator=sent, after=("messages_open",)),
    ]


def footprint(params: Params) -> Footprint:
    """The picture and the answer."""
    return [*new_file(path(params.file)), may_text(params.phone, params.reply)]


def take(params: Params, look: Look) -> Iterator[Action]:
    """Shows the photo, and takes the picture of its window."""
    yield from view_picture(look, path(params.photo))
    yield from capture(look, "Window", f"{params.file}.png")


def reply(params: Params, look: Look) -> Iterator[Action]:
    """Sends the answer."""
    yield from send_text(look, params.phone, params.reply)


def reply_first(params: Params, look: Look) -> Iterator[Action]:
    """Answers in the conversation before it takes the picture."""
    yield action("android", "open_app", name="Messages")
    yield from text_in_conversation(look, params.name, params.reply)
    yield from take(params, look)


def as_an_area(params: Params, look: Look) -> Iterator[Action]:
    """Drags over the window as an area of the screen."""
    yield action("android", "open_app", name="Messages")
    yield from view_picture(look, path(params.photo))
    yield from capture_area(look, shown_area(look, f"{params.photo}.png"), f"{params.file}.png")
    yield from reply(params, look)


def first_wish(params: Params, look: Look) -> Iterator[Action]:
    """Follows the first message."""
    yield action("android", "open_app", name="Messages")
    yield from view_picture(look, path(first_photo(params)))
    yield from capture(look, "Window", f"{params.file}.png")
    yield from reply(params, look)


def whole_screen(params: Params, look: Look) -> Iterator[Action]:
    """Takes a picture of the whole screen."""
    yield action("android", "open_app", name="Messages")
    yield from view_picture(look, path(params.photo))
    yield from capture(look, "Screen", f"{params.file}.png")
    yield from reply(params, look)


def copied(params: Params, look: Look) -> Iterator[Action]:
    """Copies the photo's file under the name for the picture of the window."""
    yield action("android", "open_app", name="Messages")
    yield from run_in_terminal(["cp", path(params.photo), path(params.file)])
    yield from reply(params, look)


TASK = Task(
    name="cross.capture_for_friend",
    description=(
        "{name} has sent text messages to the phone about which photo in the desktop's folder ~/Pictures to show in "
        "Image Viewer, and what to name a screenshot of that window; the latest message counts. Open the photo there, "
        "at its original size, take a screenshot of the window, not of the whole screen, and save it in ~/Pictures "
        'under that name. Answer {name} with the text message "{reply}" (without the quotes).'
    ),
    devices=("ubuntu", "android"),
    parameters={
        "name": person("Lena Fischer"),
        "phone": phone_number("+1 555 0171"),
        "photo": choice(PHOTOS, type="file_name"),
        "file": choice(("figure_2", "figure_3", "step_two"), type="file_name"),
        "reply": choice(("Picture taken", "It is in the folder", "Saved it"), type="text"),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={"messages_open": launch("Messages"), "window_taken": take, "replied": reply},
    footprint=footprint,
    alternatives={"reply_first": reply_first, "as_an_area": as_an_area},
    near_misses={"first_wish": first_wish, "whole_screen": whole_screen, "copied": copied},
    backends={"ubuntu": ("sim", "desktop"), "android": ("sim", "adb")},
    version=3,
    tags=("heavy", "pictures", "screenshot", "messages"),
)
