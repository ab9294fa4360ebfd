"""Write the code into a file that somebody texts while the agent works."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.events import Moment, TaskEvent, cause
from crab_gym.task.parameters import choice, integer, person, phone_number
from crab_sim.devices.footprints import Footprint
from crab_tasks.kits.android.contacts.state import fresh_contact
from crab_tasks.kits.android.messages.moves import open_conversation
from crab_tasks.kits.footprints import new_file
from crab_tasks.kits.moves import has
from crab_tasks.kits.ubuntu.files.state import HOME, file_is
from crab_tasks.kits.ubuntu.terminal.moves import write_lines
from crab_tasks.kits.ubuntu.text_editor.moves import save_with_editor

PLACES = ("boathouse", "archive", "greenhouse", "workshop", "cellar")
_PATIENCE = 40


def path(params: Params) -> str:
    """Returns the file's path."""
    return f"{HOME}/Documents/{params.place}.txt"


def old_code(params: Params) -> str:
    """Returns the code of last year, which an earlier text has."""
    return f"{1000 + (params.code + 3571) % 9000}"


def text(params: Params, code: str) -> str:
    """Returns a text with a code."""
    return f"Hi! The code of the {params.place} is {code}."


def arrives(devices: Devices, *, number: str, body: str) -> None:
    """A text arrives."""
    devices.android.receive_text(number, body)


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Adds the person, and last year's text."""
    fresh_contact(devices, params.name, params.phone)
    devices.android.add_message(
        params.phone, f"{text(params, old_code(params))} It changes every year.", age=31_000_000
    )


def events(params: Params) -> Sequence[TaskEvent]:
    """The text arrives."""
    body = text(params, str(params.code))
    return [TaskEvent(id="text", when=Moment(params.seconds), does=cause(arrives, number=params.phone, body=body))]


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The file with the new code."""
    written = check(file_is, path=path(params), lines=(str(params.code),))
    return [Checkpoint(id="written", device="ubuntu", app="text_editor", evaluator=written, since="text")]


def footprint(params: Params) -> Footprint:
    """The file."""
    return new_file(path(params))


def read(params: Params, look: Look) -> Iterator[Action]:
    """Waits in the conversation until the text is there."""
    yield from open_conversation(look, params.name)
    for _ in range(_PATIENCE):
        if has(look, "android", text=text(params, str(params.code))):
            return
        yield action("root", "wait", seconds=5)


def write(params: Params, look: Look) -> Iterator[Action]:
    """Waits for the text, and writes the code into the file."""
    yield from read(params, look)
    yield from save_with_editor(path(params), f"{params.code}\n")


def in_the_terminal(params: Params, look: Look) -> Iterator[Action]:
    """Waits for a minute before it looks, and writes the file in the terminal."""
    yield action("root", "wait", seconds=60)
    yield from read(params, look)
    yield from write_lines(path(params), [str(params.code)])


def prepared(params: Params, look: Look) -> Iterator[Action]:
    """Writes the old code at first, and replaces it when the text is there."""
    yield from write_lines(path(params), [old_code(params)])
    yield from read(params, look)
    yield from write_lines(path(params), [str(params.code)])


def last_year(params: Params, look: Look) -> Iterator[Action]:
    """Writes last year's code."""
    yield from write_lines(path(params), [old_code(params)])
    yield action("root", "wait", seconds=60)


def both_codes(params: Params, look: Look) -> Iterator[Action]:
    """Writes both codes."""
    yield from read(params, look)
    yield from write_lines(path(params), [old_code(params), str(params.code)])


TASK = Task(
    name="cross.code_by_text",
    description=(
        "The code for the {place} has changed. {name} will text me the new one within the next minute. On the desktop, "
        "write it into a new file ~/Documents/{place}.txt that contains the code and nothing else."
    ),
    devices=("ubuntu", "android"),
    parameters={
        "place": choice(PLACES, type="file_name"),
        "name": person(),
        "phone": phone_number(),
        "code": integer(1000, 9999, 4628, type="code"),
        "seconds": integer(5, 45, 20),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={"written": write},
    footprint=footprint,
    alternatives={"in_the_terminal": in_the_terminal, "prepared": prepared},
    near_misses={"last_year": last_year, "both_codes": both_codes},
    backends={"ubuntu": ("sim", "desktop"), "android": ("sim", "adb")},
    events=events,
    step_limit=60,
    tags=("messages", "files", "events"),
)
