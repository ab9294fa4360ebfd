"""Count pictures on the desktop, tell somebody by text message, note a task, and submit the number."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check, check_answer
from crab_gym.task import Action, Look, Params, Task
from crab_gym.task.parameters import choice, integer, person, phone_number
from crab_sim.devices.footprints import Footprint, may_add
from crab_tasks.kits.android.contacts.state import fresh_contact
from crab_tasks.kits.android.messages.moves import send_text, text_from_contact
from crab_tasks.kits.android.messages.state import only_message
from crab_tasks.kits.android.tasks.moves import new_todo
from crab_tasks.kits.android.tasks.state import only_todo
from crab_tasks.kits.answers import answer_is
from crab_tasks.kits.footprints import may_text
from crab_tasks.kits.moves import submit
from crab_tasks.kits.ubuntu.files.state import HOME
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal

SUBJECTS = ("bay", "bridge", "cliff", "dune", "fjord", "forest", "lake", "meadow", "pier", "ridge", "shore", "valley")


def album(params: Params) -> str:
    """Returns the album's folder."""
    return f"{HOME}/Pictures/{params.album}"


def message(params: Params) -> str:
    """Returns the text message."""
    return f"{params.count} pictures in {params.album}"


def todo(params: Params) -> str:
    """Returns the to-do."""
    return f"Back up {params.count} pictures"


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Fills the album with pictures and with a few files that are none."""
    fresh_contact(devices, params.name, params.phone)
    desktop = devices.ubuntu
    for i in range(params.count):
        kind = "jpg" if rng.random() < 0.6 else "png"
        desktop.write_file(f"{album(params)}/{SUBJECTS[i % len(SUBJECTS)]}_{i + 1}.{kind}", rng.randbytes(24))
    for name in ("captions.txt", "index.html", "bridge.jpg.part"):
        desktop.write_file(f"{album(params)}/{name}", "draft\n")


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """Message and to-do in any order, then the answer."""
    sent = check(only_message, number=params.phone, body=message(params))
    noted = check(only_todo, title=todo(params), start="Back up ", end=" pictures")
    return [
        Checkpoint(id="sent", device="android", app="messages", evaluator=sent),
        Checkpoint(id="noted", device="android", app="tasks", evaluator=noted),
        Checkpoint(
            id="answered",
            device="root",
            app="answer",
            evaluator=check_answer(answer_is, kind="count", value=params.count, parts=("jpg", "png")),
            after=("sent", "noted"),
        ),
    ]


def footprint(params: Params) -> Footprint:
    """One text, and one to-do."""
    return [
        may_text(params.phone, message(params)),
        may_add("android", "todo", most=1, title=todo(params)),
    ]


def send(params: Params, look: Look) -> Iterator[Action]:
    """Counts in the terminal, and sends the message."""
    yield from run_in_terminal(f"ls {album(params)}/*.jpg {album(params)}/*.png | wc -l")
    yield from send_text(look, params.phone, message(params))


def note(params: Params, look: Look) -> Iterator[Action]:
    """Adds the to-do."""
    yield from new_todo(look, todo(params))


def answer(params: Params, look: Look) -> Iterator[Action]:
    """Submits the number."""
    yield submit(str(params.count))


def all_files(params: Params, look: Look) -> Iterator[Action]:
    """Counts the files that are no pictures too."""
    count = params.count + 3
    yield from send_text(look, params.phone, f"{count} pictures in {params.album}")
    yield from new_todo(look, f"Back up {count} pictures")
    yield submit(str(count))


def guesses(params: Params, look: Look) -> Iterator[Action]:
    """Sends every possible number, and notes every possible number."""
    for count in range(params.count - 1, params.count + 2):
        yield from send_text(look, params.phone, f"{count} pictures in {params.album}")
        yield from new_todo(look, f"Back up {count} pictures")
    yield submit(str(params.count))


def as_notes(params: Params, look: Look) -> Iterator[Action]:
    """Writes the message into the to-do's notes instead of sending it."""
    yield from new_todo(look, todo(params), message(params))
    yield submit(str(params.count))


def in_a_sentence(params: Params, look: Look) -> Iterator[Action]:
    """Notes first, writes from the person's page, and submits a sentence."""
    yield from note(params, look)
    yield from text_from_contact(look, params.name, message(params))
    yield submit(f"There are {params.count} pictures in ~/Pictures/{params.album}.")


def answered_first(params: Params, look: Look) -> Iterator[Action]:
    """Submits the number first."""
    yield from answer(params, look)
    yield from send(params, look)
    yield from note(params, look)


TASK = Task(
    name="cross.report_pictures",
    description=(
        "Count the pictures (.jpg and .png files) in ~/Pictures/{album} on the desktop. Then, on the phone, send "
        '{name} one text message, "N pictures in {album}", and add the task "Back up N pictures" (N is the count, '
        "without the quotes). Finally, submit N."
    ),
    devices=("ubuntu", "android"),
    parameters={
        "album": choice(("coast", "autumn", "hike", "harbour"), type="folder_name"),
        "name": person("Mina Dorn"),
        "phone": phone_number("+1 555 0183"),
        "count": integer(3, 40, 6),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={"sent": send, "noted": note, "answered": answer},
    footprint=footprint,
    alternatives={"in_a_sentence": in_a_sentence, "answered_first": answered_first},
    near_misses={"all_files": all_files, "as_notes": as_notes, "guesses": guesses},
    backends={"ubuntu": ("sim", "desktop"), "android": ("sim", "adb")},
    version=4,
    tags=("files", "messages", "tasks", "answer"),
)
