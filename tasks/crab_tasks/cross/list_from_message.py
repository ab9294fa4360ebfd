"""Write a list that came as a text message into a file on the desktop, and answer the sender."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.parameters import Parameter, choice, person, phone_number, text
from crab_sim.devices.footprints import Footprint
from crab_tasks.kits.android.contacts.state import fresh_contact
from crab_tasks.kits.android.messages.moves import send_text, text_from_contact, text_in_conversation
from crab_tasks.kits.android.messages.state import message_sent
from crab_tasks.kits.footprints import may_text, new_file
from crab_tasks.kits.moves import launch
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.ubuntu.files.state import HOME, file_lists
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal, write_lines
from crab_tasks.kits.ubuntu.text_editor.moves import save_with_editor

GOODS = ("bread", "apples", "rice", "milk", "soap", "candles", "pepper", "tea", "onions", "paper towels")


def goods() -> Parameter:
    """Some goods, as a list."""
    one = text(lambda rng: rng.choice(GOODS), GOODS[0])
    return Parameter(
        "list",
        ["bread", "tea", "rice"],
        lambda rng: rng.sample(GOODS, rng.randint(3, 5)),
        lambda value: (
            isinstance(value, list)
            and 0 < len(value) <= 10
            and all(one.accepts(item) and "," not in item for item in value)
        ),
        f"a list of 1 to 10 texts without commas, each {one.expected}",
    )


def path(params: Params) -> str:
    """Returns the file to write."""
    return f"{HOME}/Documents/{params.file}.txt"


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Delivers an older list and the list to write."""
    fresh_contact(devices, params.name, params.phone)
    phone = devices.android
    phone.add_message(params.phone, f"Please buy {', '.join(rng.sample(GOODS, 3))}", age=90_000)
    phone.add_message(params.phone, "Thanks!", age=80_000)
    phone.add_message(params.phone, f"Please buy {', '.join(params.goods)}", age=300)


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The message is looked up; then the file, and beside it the answer, which comes after the file."""
    written = check(file_lists, path=path(params), things=tuple(params.goods))
    return [
        app_opened("messages", "messages_open"),
        Checkpoint(id="list_written", device="ubuntu", app="text_editor", evaluator=written, after=("messages_open",)),
        Checkpoint(
            id="replied",
            device="android",
            app="messages",
            evaluator=check(message_sent, number=params.phone, body=params.reply),
            after=("messages_open",),
        ),
    ]


def footprint(params: Params) -> Footprint:
    """The file, and the answer."""
    return [*new_file(path(params)), may_text(params.phone, params.reply)]


def write_list(params: Params, look: Look) -> Iterator[Action]:
    """Writes the goods with the editor, a line each."""
    yield from save_with_editor(path(params), "\n".join(params.goods))


def reply(params: Params, look: Look) -> Iterator[Action]:
    """Sends the answer."""
    yield from send_text(look, params.phone, params.reply)


def one_line(params: Params, look: Look) -> Iterator[Action]:
    """Writes all goods into one line."""
    yield action("android", "open_app", name="Messages")
    yield from run_in_terminal(f"echo '{', '.join(params.goods)}' > {path(params)}")
    yield from reply(params, look)


def not_sent(params: Params, look: Look) -> Iterator[Action]:
    """Writes the file, but answers by a note to oneself in the file's folder."""
    yield action("android", "open_app", name="Messages")
    yield from write_list(params, look)
    yield from save_with_editor(f"{HOME}/Documents/reply.txt", params.reply)


def by_command(params: Params, look: Look) -> Iterator[Action]:
    """Answers in the conversation, and writes the file in the terminal."""
    yield from text_in_conversation(look, params.name, params.reply)
    yield from write_lines(path(params), params.goods)


def in_capitals(params: Params, look: Look) -> Iterator[Action]:
    """Writes the things with capital letters."""
    yield action("android", "open_app", name="Messages")
    yield from save_with_editor(path(params), "\n".join(thing.capitalize() for thing in params.goods))
    yield from text_from_contact(look, params.name, params.reply)


TASK = Task(
    name="cross.list_from_message",
    description=(
        "{name} has texted a shopping list to the phone. Write what their latest message asks for into "
        "~/Documents/{file}.txt on the desktop, one item per line in the order of the message, and answer them with "
        'the text message "{reply}" (without the quotes).'
    ),
    devices=("ubuntu", "android"),
    parameters={
        "name": person("Jonas Berg"),
        "phone": phone_number("+1 555 0126"),
        "file": choice(("shopping", "groceries", "to_buy"), type="file_name"),
        "goods": goods(),
        "reply": choice(("List received", "Shopping is under way", "All written down"), type="text"),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={"messages_open": launch("Messages"), "list_written": write_list, "replied": reply},
    footprint=footprint,
    alternatives={"by_command": by_command, "in_capitals": in_capitals},
    near_misses={"one_line": one_line, "not_sent": not_sent},
    backends={"ubuntu": ("sim", "desktop"), "android": ("sim", "adb")},
    version=3,
    tags=("messages", "files", "editor"),
)
