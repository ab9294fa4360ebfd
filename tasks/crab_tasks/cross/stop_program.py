"""End the program that a text message names in System Monitor, and answer that it has ended."""

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
from crab_tasks.kits.android.messages.state import only_message
from crab_tasks.kits.footprints import may_text
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.ubuntu.system_monitor import end_process, may_end, open_monitor, programs_run, start_programs
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal

PROGRAMS = ("mirror-photos", "mirror-music", "mirror-films", "mirror-letters")
MEGABYTES = (24, 12, 36, 18)


def reply(params: Params) -> str:
    """Returns the answer."""
    return f"{params.program} has ended"


def others(params: Params) -> tuple[str, ...]:
    """Returns the programs that stay."""
    return tuple([name for name in PROGRAMS if name != params.program])


def replaced(params: Params) -> str:
    """Returns the program that the first message names."""
    return PROGRAMS[PROGRAMS.index(params.program) - 1]


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Starts the programs, and delivers a wish and the one that replaces it."""
    start_programs(devices, dict(zip(PROGRAMS, MEGABYTES, strict=True)))
    fresh_contact(devices, params.name, params.phone)
    phone = devices.android
    phone.add_message(params.phone, f"Can you end {replaced(params)} on your computer, please?", age=5400)
    phone.add_message(
        params.phone, f"No, wait: it's {params.program} that fills the disk here. Please end that one only.", age=600
    )


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """System Monitor; then the program has ended and the others run; then the answer."""
    ended = check(programs_run, running=others(params), ended=(params.program,))
    sent = check(only_message, number=params.phone, body=reply(params))
    return [
        app_opened("system_monitor", "monitor_open", "ubuntu"),
        Checkpoint(id="ended", device="ubuntu", app="system_monitor", evaluator=ended, after=("monitor_open",)),
        Checkpoint(id="answered", device="android", app="messages", evaluator=sent, after=("ended",)),
    ]


def footprint(params: Params) -> Footprint:
    """The program, and the answer."""
    return [may_end(params.program), may_text(params.phone, reply(params))]


def look_up(params: Params, look: Look) -> Iterator[Action]:
    """Reads the messages, and opens System Monitor."""
    yield action("android", "open_app", name="Messages")
    yield from open_monitor(look)


def end(params: Params, look: Look) -> Iterator[Action]:
    """Ends the program."""
    yield from end_process(look, params.program)


def answer(params: Params, look: Look) -> Iterator[Action]:
    """Sends the answer."""
    yield from send_text(look, params.phone, reply(params))


def first_wish(params: Params, look: Look) -> Iterator[Action]:
    """Ends the program of the first message."""
    yield from end_process(look, replaced(params))
    yield from send_text(look, params.phone, f"{replaced(params)} has ended")


def both_ended(params: Params, look: Look) -> Iterator[Action]:
    """Ends the programs of both messages."""
    yield from end_process(look, replaced(params))
    yield from end(params, look)
    yield from answer(params, look)


def only_said(params: Params, look: Look) -> Iterator[Action]:
    """Answers, but ends nothing."""
    yield from look_up(params, look)
    yield from answer(params, look)


def by_command(params: Params, look: Look) -> Iterator[Action]:
    """Looks at System Monitor, and ends the program in the terminal."""
    yield from look_up(params, look)
    yield from run_in_terminal(["pkill", "-x", params.program])
    yield from answer(params, look)


def in_conversation(params: Params, look: Look) -> Iterator[Action]:
    """Answers in the conversation."""
    yield from end(params, look)
    yield from text_in_conversation(look, params.name, reply(params))


TASK = Task(
    name="cross.stop_program",
    description=(
        "{name} has texted the phone which program to end on the desktop; their latest message counts. End its process "
        'in System Monitor; all others must stay running. Then answer {name} with one text message, "PROGRAM has '
        'ended" (PROGRAM is the full name of the program, without the quotes).'
    ),
    devices=("ubuntu", "android"),
    parameters={
        "name": person("Inês Ivers"),
        "phone": phone_number("+1 555 0151"),
        "program": choice(PROGRAMS, type="program"),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={"monitor_open": look_up, "ended": end, "answered": answer},
    footprint=footprint,
    alternatives={"by_command": by_command, "in_conversation": in_conversation},
    near_misses={"first_wish": first_wish, "both_ended": both_ended, "only_said": only_said},
    backends={"ubuntu": ("sim", "desktop"), "android": ("sim", "adb")},
    tags=("heavy", "processes", "messages"),
)
