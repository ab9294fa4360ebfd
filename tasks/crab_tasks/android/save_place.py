"""Put the meeting point that a text message names on the map, and answer with its coordinates."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task
from crab_gym.task.parameters import choice, person, phone_number
from crab_sim.devices.footprints import Footprint, Telling, may_add, may_remove
from crab_tasks.kits.android.contacts.state import fresh_contact
from crab_tasks.kits.android.maps.moves import open_place, remove_marker, save_place
from crab_tasks.kits.android.maps.state import MARKERS, Point, marked, near, point_sent, saved_in, tells_point, unmarked
from crab_tasks.kits.android.messages.moves import send_text, text_in_conversation
from crab_tasks.kits.footprints import may_text
from crab_tasks.kits.moves import tap

NEW: Mapping[str, Point] = {
    "Malbun": (47.1026, 9.6083), "Ruggell": (47.2398, 9.5263), "Balzers": (47.0689, 9.5062),
    "Planken": (47.1859, 9.5452), "Triesen": (47.1070, 9.5275),
}  # fmt: skip
OLD: Mapping[str, Point] = {
    "Vaduz": (47.1410, 9.5209), "Nendeln": (47.1974, 9.5431), "Schaanwald": (47.2165, 9.5700),
}  # fmt: skip
KEPT = ("Schellenberg", (47.2312, 9.5467))
LIST = "Want to go"


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Marks the old meeting point and another place, and delivers the messages that move the meeting."""
    phone = devices.android
    fresh_contact(devices, params.name, params.phone)
    rows = list(phone.table(MARKERS, "map_markers"))
    for i, (title, (lat, lon)) in enumerate(((params.old, OLD[params.old]), KEPT)):
        added = int(phone.now()) * 1000 - 3_600_000 * (9 - i) - rng.randrange(60_000)
        rows.append(
            {"marker_id": str(added), "marker_lat": lat, "marker_lon": lon, "marker_description": f"location#{title}",
             "marker_active": 1, "marker_added": added, "marker_visited": 0, "group_name": "", "group_key": "",
             "marker_color": i, "marker_next_key": "", "marker_disabled": 0, "marker_selected": 0,
             "marker_map_object_name": "", "title": title}
        )  # fmt: skip
    phone.set_table(MARKERS, "map_markers", rows)
    phone.add_message(params.phone, f"Shall we meet in {params.old} on Sunday?", age=90_000)
    phone.add_message(params.phone, f"My aunt says that {params.old} is full of people then.", age=600)
    phone.add_message(params.phone, f"Let us meet in {params.new} instead. Where exactly is that?", age=400)


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """Marker and list in any order, then the old marker is gone; the coordinates, whenever they are sent."""
    new, old = NEW[params.new], OLD[params.old]
    saved = check(saved_in, name=LIST, points=(new,), refused=(old,))
    return [
        Checkpoint(id="marked", device="android", app="maps", evaluator=check(marked, point=new)),
        Checkpoint(id="saved", device="android", app="maps", evaluator=saved),
        Checkpoint(
            id="old_unmarked",
            device="android",
            app="maps",
            evaluator=check(unmarked, point=old, kept=KEPT[1]),
            after=("marked",),
        ),
        Checkpoint(
            id="answered",
            device="android",
            app="messages",
            evaluator=check(point_sent, number=params.phone, name=params.new, point=new),
        ),
    ]


def footprint(params: Params) -> Footprint:
    """The markers of both places, the saved place, and one text."""
    new = NEW[params.new]
    text = Telling(coordinates(new), lambda body, goal: tells_point(body, new, f"{goal}\n{params.new}"))
    return [
        may_remove("android", "marker", title=params.old),
        may_add("android", "marker", most=1, latitude=near(new[0]), longitude=near(new[1])),
        may_add(
            "android", "saved_place", most=1, list=LIST, name=params.new, latitude=near(new[0]), longitude=near(new[1])
        ),
        may_text(params.phone, text),
    ]


def mark(params: Params, look: Look) -> Iterator[Action]:
    """Puts a marker on the place."""
    yield from open_place(look, params.new)
    yield tap(look, text="Marker")


def save(params: Params, look: Look) -> Iterator[Action]:
    """Saves the place in the list."""
    yield from save_place(look, params.new, LIST)


def unmark(params: Params, look: Look) -> Iterator[Action]:
    """Removes the old marker."""
    yield from remove_marker(look, params.old)


def coordinates(point: Point) -> str:
    """Returns a point as the answer has it."""
    return f"{point[0]:.4f}, {point[1]:.4f}"


def answer(params: Params, look: Look) -> Iterator[Action]:
    """Sends the coordinates."""
    yield from send_text(look, params.phone, coordinates(NEW[params.new]))


def other_list(params: Params, look: Look) -> Iterator[Action]:
    """Saves the place in another list."""
    yield from mark(params, look)
    yield from save_place(look, params.new, "Favourites")
    yield from unmark(params, look)
    yield from answer(params, look)


def old_point(params: Params, look: Look) -> Iterator[Action]:
    """Sends the coordinates of the old meeting point."""
    yield from mark(params, look)
    yield from save(params, look)
    yield from unmark(params, look)
    yield from send_text(look, params.phone, coordinates(OLD[params.old]))


def wrong_marker(params: Params, look: Look) -> Iterator[Action]:
    """Removes another marker."""
    yield from mark(params, look)
    yield from save(params, look)
    yield from remove_marker(look, KEPT[0])
    yield from answer(params, look)


def in_conversation(params: Params, look: Look) -> Iterator[Action]:
    """Answers in the conversation first, with degrees and all decimals."""
    latitude, longitude = NEW[params.new]
    yield from text_in_conversation(look, params.name, f"{latitude:.5f}° N, {longitude:.5f}° E")
    yield from save(params, look)
    yield from mark(params, look)
    yield from unmark(params, look)


def unmarked_first(params: Params, look: Look) -> Iterator[Action]:
    """Removes the old marker first, and answers in a sentence."""
    yield from unmark(params, look)
    yield from mark(params, look)
    yield from save(params, look)
    yield from send_text(look, params.phone, f"{params.new} is at {coordinates(NEW[params.new])}")


TASK = Task(
    name="android.save_place",
    description=(
        "In a text message to the phone, {name} has moved a meeting to another place. In Maps, put a marker on the new "
        'place, save it in the list "Want to go", and remove the marker of the place where the meeting was going to '
        "be. Text {name} one message with the latitude and longitude of the new place as Maps shows them, such as "
        '"47.2204, 9.5092" (without the quotes).'
    ),
    devices=("android",),
    parameters={
        "name": person("Ilse Hartmann"),
        "phone": phone_number("+1 555 0139"),
        "old": choice(tuple(OLD), type="place"),
        "new": choice(tuple(NEW), type="place"),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={"marked": mark, "saved": save, "old_unmarked": unmark, "answered": answer},
    footprint=footprint,
    alternatives={"in_conversation": in_conversation, "unmarked_first": unmarked_first},
    near_misses={"other_list": other_list, "old_point": old_point, "wrong_marker": wrong_marker},
    backends={"android": ("sim", "adb")},
    version=5,
    tags=("maps", "messages"),
)
