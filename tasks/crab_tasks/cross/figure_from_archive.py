"""Text a figure that is in an archive on the desktop from the phone."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task
from crab_gym.task.parameters import choice, integer, person, phone_number
from crab_sim.devices.footprints import Footprint
from crab_tasks.kits.android.contacts.state import fresh_contact
from crab_tasks.kits.android.messages.moves import send_text, text_from_contact
from crab_tasks.kits.android.messages.state import only_message
from crab_tasks.kits.footprints import may_text
from crab_tasks.kits.state import whereabouts
from crab_tasks.kits.ubuntu.archive_manager.moves import extract_from_archive, open_archive, view_in_archive
from crab_tasks.kits.ubuntu.archive_manager.state import zipped
from crab_tasks.kits.ubuntu.files.state import HOME
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal
from crab_tasks.kits.ubuntu.windows import window_shown

ROOMS = ("garden", "gallery", "library", "tower", "workshop")


def path(params: Params) -> str:
    """Returns the archive's path."""
    return f"{HOME}/Downloads/{params.archive}.zip"


def visitors(params: Params, room: str) -> int:
    """Returns the number of a room's visitors."""
    first: int = params.first
    return first + 53 * ROOMS.index(room)


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Writes the archive, and puts the friend into the address book."""
    texts = {
        f"{room}.txt": f"Room: {room}\nLast year: {visitors(params, room) - 17} visitors\n"
        f"This year: {visitors(params, room)} visitors\n"
        for room in ROOMS
    }
    devices.ubuntu.write_file(path(params), zipped(texts))
    fresh_contact(devices, params.friend, params.phone)


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The archive is open; then the number is on its way."""
    shown = check(window_shown, app="archive_manager", title=f"{params.archive}.zip")
    text = check(only_message, number=params.phone, body=str(visitors(params, params.room)))
    return [
        whereabouts(id="archive_open", device="ubuntu", app="archive_manager", evaluator=shown),
        Checkpoint(id="texted", device="android", app="messages", evaluator=text, after=("archive_open",)),
    ]


def footprint(params: Params) -> Footprint:
    """The text."""
    return [may_text(params.phone, str(visitors(params, params.room)))]


def read(params: Params, look: Look) -> Iterator[Action]:
    """Opens the room's file in the archive."""
    yield from open_archive(look, path(params))
    yield from view_in_archive(look, f"{params.room}.txt")


def text(params: Params, look: Look) -> Iterator[Action]:
    """Texts the number."""
    yield from send_text(look, params.phone, str(visitors(params, params.room)))


def extracted(params: Params, look: Look) -> Iterator[Action]:
    """Extracts all files into a temporary folder, reads one in the terminal, and texts from the friend's page."""
    yield from open_archive(look, path(params))
    yield from extract_from_archive(look, "", "/tmp")
    yield from run_in_terminal(["cat", f"/tmp/{params.room}.txt"])
    yield from text_from_contact(look, params.friend, str(visitors(params, params.room)))


def all_files(params: Params, look: Look) -> Iterator[Action]:
    """Reads another file first."""
    yield from open_archive(look, path(params))
    yield from view_in_archive(look, f"{ROOMS[ROOMS.index(params.room) - 1]}.txt")
    yield from read(params, look)
    yield from text(params, look)


def last_year(params: Params, look: Look) -> Iterator[Action]:
    """Texts the number of the year before."""
    yield from read(params, look)
    yield from send_text(look, params.phone, str(visitors(params, params.room) - 17))


def other_room(params: Params, look: Look) -> Iterator[Action]:
    """Texts the number of another room."""
    yield from read(params, look)
    yield from send_text(look, params.phone, str(visitors(params, ROOMS[ROOMS.index(params.room) - 1])))


def both_years(params: Params, look: Look) -> Iterator[Action]:
    """Texts the number of the year before, too."""
    yield from last_year(params, look)
    yield from text(params, look)


TASK = Task(
    name="cross.figure_from_archive",
    description=(
        "The archive ~/Downloads/{archive}.zip on the desktop has one text file for each room of a museum. Look up "
        "with Archive Manager how many visitors the {room} has had this year, and text this number to {friend}, who is "
        "in the phone's Contacts: one message that says the number and nothing else."
    ),
    devices=("ubuntu", "android"),
    parameters={
        "archive": choice(("museum", "rooms", "count_of_visitors"), type="file_name"),
        "room": choice(ROOMS),
        "first": integer(210, 690, 341),
        "friend": person("Jonas Berg"),
        "phone": phone_number("+1 555 0126"),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={"archive_open": read, "texted": text},
    footprint=footprint,
    alternatives={"extracted": extracted, "all_files": all_files},
    near_misses={"last_year": last_year, "other_room": other_room, "both_years": both_years},
    backends={"ubuntu": ("sim", "desktop"), "android": ("sim", "adb")},
    tags=("heavy", "files", "archives", "messages"),
)
