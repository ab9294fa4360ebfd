"""Write the numbers of the phone's missed calls into a file on the desktop, and report how many they are."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.parameters import Parameter, choice, person, phone_number
from crab_sim.devices.footprints import Footprint
from crab_tasks.kits.android.contacts.state import fresh_contact
from crab_tasks.kits.android.messages.moves import send_text, text_from_contact
from crab_tasks.kits.android.messages.state import only_message
from crab_tasks.kits.footprints import may_text, new_file
from crab_tasks.kits.moves import launch
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.ubuntu.files.state import HOME, numbers_in_file
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal, write_lines
from crab_tasks.kits.ubuntu.text_editor.moves import save_with_editor

FRIEND = "Sanna Wolf"


def callers() -> Parameter:
    """The numbers that called in vain, the latest first."""
    one = phone_number()
    return Parameter(
        "list",
        ["+1 907 555 0111", "+1 907 555 0147", "+1 907 555 0185"],
        lambda rng: [f"+1 907 555 0{n}" for n in rng.sample(range(100, 190), rng.randint(3, 5))],
        lambda value: (
            isinstance(value, list) and 1 < len(value) <= 8 and all(map(one.accepts, value))
            and len({"".join(filter(str.isdecimal, number)) for number in value}) == len(value)
        ),
        f"a list of 2 to 8 different numbers, each {one.expected}",
    )  # fmt: skip


def path(params: Params) -> str:
    """Returns the file to write."""
    return f"{HOME}/Documents/{params.file}.txt"


def report(count: int) -> str:
    """Returns the text message."""
    return f"{count} missed calls"


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Lets the numbers call in vain after a call to the person; one of the callers is in Contacts."""
    fresh_contact(devices, params.name, params.phone)
    fresh_contact(devices, FRIEND, params.callers[-1])
    phone = devices.android
    phone.add_call("+1 907 555 0199", "missed", 1150)
    phone.add_call(params.phone, "outgoing", 1100, 75)
    for i, number in enumerate(params.callers):
        phone.add_call(number, "missed", 100 * (i + 1) + rng.randrange(60))
    phone.add_call("+1 907 555 0192", "incoming", 190, 20)


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The call history is looked up; then file and message in any order."""
    written = check(numbers_in_file, path=path(params), numbers=tuple(params.callers))
    sent = check(only_message, number=params.phone, body=report(len(params.callers)))
    return [
        app_opened("phone", "history_open"),
        Checkpoint(id="written", device="ubuntu", app="text_editor", evaluator=written, after=("history_open",)),
        Checkpoint(id="reported", device="android", app="messages", evaluator=sent, after=("history_open",)),
    ]


def footprint(params: Params) -> Footprint:
    """The file, and the text."""
    return [*new_file(path(params)), may_text(params.phone, report(len(params.callers)))]


def write(params: Params, look: Look) -> Iterator[Action]:
    """Writes the numbers with the editor."""
    yield from save_with_editor(path(params), "\n".join(params.callers))


def send(params: Params, look: Look) -> Iterator[Action]:
    """Sends how many they are."""
    yield from send_text(look, params.phone, report(len(params.callers)))


def oldest_first(params: Params, look: Look) -> Iterator[Action]:
    """Writes the numbers in the order in which they called."""
    yield action("android", "open_app", name="Phone")
    yield from save_with_editor(path(params), "\n".join(reversed(params.callers)))
    yield from send(params, look)


def all_callers(params: Params, look: Look) -> Iterator[Action]:
    """Lists the call before, too, and counts it."""
    yield action("android", "open_app", name="Phone")
    yield from save_with_editor(path(params), "\n".join([*params.callers, "+1 907 555 0199"]))
    yield from send_text(look, params.phone, report(len(params.callers) + 1))


def by_name(params: Params, look: Look) -> Iterator[Action]:
    """Writes the name instead of the number where the caller is in Contacts."""
    yield action("android", "open_app", name="Phone")
    yield from save_with_editor(path(params), "\n".join([*params.callers[:-1], FRIEND]))
    yield from send(params, look)


def by_command(params: Params, look: Look) -> Iterator[Action]:
    """Writes the numbers without blanks in the terminal."""
    yield action("android", "open_app", name="Phone")
    yield from write_lines(path(params), [number.replace(" ", "") for number in params.callers])
    yield from text_from_contact(look, params.name, report(len(params.callers)))


def reported_first(params: Params, look: Look) -> Iterator[Action]:
    """Reports first, and writes the numbers one by one."""
    yield action("android", "open_app", name="Phone")
    yield from send(params, look)
    yield from run_in_terminal(*[f"echo '{number}' >> {path(params)}" for number in params.callers])


TASK = Task(
    name="cross.missed_calls_report",
    description=(
        "Look up in the phone's call history which calls have been missed since the latest call to {name}. Write the "
        "phone numbers of these missed calls into ~/Documents/{file}.txt on the desktop, one per line, the latest "
        'first. Then send {name} the text message "N missed calls" (N is how many there are, without the quotes).'
    ),
    devices=("ubuntu", "android"),
    parameters={
        "name": person("Kira Jansen"),
        "phone": phone_number("+1 555 0107"),
        "file": choice(("missed", "to_call", "call_list"), type="file_name"),
        "callers": callers(),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={"history_open": launch("Phone"), "written": write, "reported": send},
    footprint=footprint,
    alternatives={"by_command": by_command, "reported_first": reported_first},
    near_misses={"oldest_first": oldest_first, "all_callers": all_callers, "by_name": by_name},
    backends={"ubuntu": ("sim", "desktop"), "android": ("sim", "adb")},
    version=3,
    tags=("phone", "contacts", "files", "messages"),
)
