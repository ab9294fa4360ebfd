"""Set what a text message asks for in a service's settings file with vim, and answer the message."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.parameters import choice, integer, person, phone_number
from crab_sim.devices.footprints import Footprint, may_change
from crab_tasks.kits.android.contacts.state import fresh_contact
from crab_tasks.kits.android.messages.moves import send_text, text_in_conversation
from crab_tasks.kits.android.messages.state import message_sent
from crab_tasks.kits.footprints import may_text
from crab_tasks.kits.moves import launch, nothing_more
from crab_tasks.kits.state import app_opened, whereabouts
from crab_tasks.kits.ubuntu.files.state import HOME, file_is_edited, file_states
from crab_tasks.kits.ubuntu.terminal.moves import edit_with_vim, run_in_terminal
from crab_tasks.kits.ubuntu.terminal.state import edited_in_vim

GIVEN = {"port": 8000, "workers": 2, "timeout": 30, "retries": 3, "queue": 50}
REPLY = "Settings are in place"


def path(params: Params) -> str:
    """Returns where the settings are."""
    return f"{HOME}/Documents/{params.service}.conf"


def lines(params: Params, changed: Mapping[str, int]) -> tuple[str, ...]:
    """Returns the file's lines, with some settings changed."""
    rows = [f"{key} = {value}" for key, value in {**GIVEN, **changed}.items()]
    return (f"# settings of {params.service}", *rows[:2], "# never above a minute", *rows[2:])


def wanted(params: Params) -> dict[str, int]:
    """Returns the settings that the latest message asks for."""
    return {"port": params.port, params.key: params.value}


def scrapped(params: Params) -> dict[str, int]:
    """Returns the settings that the message before it asks for."""
    return {"port": params.port + 7, "workers" if params.key == "retries" else "retries": params.value + 2}


def request(settings: Mapping[str, int]) -> str:
    """Returns the words that ask for settings."""
    (first, one), (second, two) = settings.items()
    return f"set {first} to {one} and {second} to {two}"


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Writes the settings, and delivers a request and the one that replaces it."""
    fresh_contact(devices, params.name, params.phone)
    phone, desktop = devices.android, devices.ubuntu
    phone.add_message(params.phone, f"For {params.service}, please {request(scrapped(params))}.", age=7200)
    phone.add_message(params.phone, f"Forget that! Instead, {request(wanted(params))}.", age=rng.randint(300, 900))
    desktop.write_file(path(params), "\n".join(lines(params, {})) + "\n")
    desktop.write_file(f"{HOME}/Documents/other.conf", "# settings of other\nport = 8000\nworkers = 2\n")


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The message, vim, both settings; then that nothing else has changed; and the answer."""
    return [
        app_opened("messages", "messages_open"),
        whereabouts(
            id="in_vim",
            device="ubuntu",
            app="terminal",
            evaluator=check(edited_in_vim, path=path(params)),
            after=("messages_open",),
        ),
        Checkpoint(
            id="port_set",
            device="ubuntu",
            app="terminal",
            evaluator=check(file_states, path=path(params), label="port =", value=params.port),
            after=("in_vim",),
        ),
        Checkpoint(
            id="other_set",
            device="ubuntu",
            app="terminal",
            evaluator=check(file_states, path=path(params), label=f"{params.key} =", value=params.value),
            after=("in_vim",),
        ),
        Checkpoint(
            id="nothing_else",
            device="ubuntu",
            app="terminal",
            evaluator=check(file_is_edited, path=path(params), lines=lines(params, wanted(params))),
            after=("port_set", "other_set"),
        ),
        Checkpoint(
            id="replied",
            device="android",
            app="messages",
            evaluator=check(message_sent, number=params.phone, body=REPLY),
            after=("nothing_else",),
        ),
    ]


def footprint(params: Params) -> Footprint:
    """The settings' file, and the answer."""
    return [may_change("ubuntu", "file", ("content",), path=path(params)), may_text(params.phone, REPLY)]


def open_vim(params: Params, look: Look) -> Iterator[Action]:
    """Opens the file in vim."""
    yield from edit_with_vim(look, path(params))


def _set(key: str, value: int) -> Iterator[Action]:
    """Changes a setting in vim, and saves the file."""
    yield action("ubuntu", "write_text", text=f":%s/^{key} = .*/{key} = {value}/\n")
    yield action("ubuntu", "write_text", text=":w\n")


def set_port(params: Params, look: Look) -> Iterator[Action]:
    """Sets the port."""
    yield from _set("port", params.port)


def set_other(params: Params, look: Look) -> Iterator[Action]:
    """Sets the other one."""
    yield from _set(params.key, params.value)


def reply(params: Params, look: Look) -> Iterator[Action]:
    """Sends the answer."""
    yield from send_text(look, params.phone, REPLY)


def _edit(params: Params, look: Look, settings: Mapping[str, int]) -> Iterator[Action]:
    """Reads the messages, changes settings, and leaves vim."""
    yield action("android", "open_app", name="Messages")
    yield from open_vim(params, look)
    for key, value in settings.items():
        yield from _set(key, value)
    yield action("ubuntu", "write_text", text=":q\n")


def in_conversation(params: Params, look: Look) -> Iterator[Action]:
    """Deletes a line by mistake, takes that back, and answers in the conversation."""
    yield action("android", "open_app", name="Messages")
    changes = [f":/^{key} =/s/[0-9]*$/{value}/" for key, value in wanted(params).items()]
    yield from edit_with_vim(look, path(params), ":4d", ":undo", ":1", *changes, ":wq")
    yield from text_in_conversation(look, params.name, REPLY)


def read_again(params: Params, look: Look) -> Iterator[Action]:
    """Sets what the earlier message asks for, reads the later one, and sets the rest back."""
    yield from _edit(params, look, scrapped(params))
    yield from _edit(params, look, {**{key: GIVEN[key] for key in scrapped(params)}, **wanted(params)})
    yield from reply(params, look)


def earlier_message(params: Params, look: Look) -> Iterator[Action]:
    """Sets what the earlier message asks for."""
    yield from _edit(params, look, scrapped(params))
    yield from reply(params, look)


def both_messages(params: Params, look: Look) -> Iterator[Action]:
    """Sets what both messages ask for."""
    yield from _edit(params, look, {**scrapped(params), **wanted(params)})
    yield from reply(params, look)


def not_saved(params: Params, look: Look) -> Iterator[Action]:
    """Changes everything, and leaves without saving."""
    yield action("android", "open_app", name="Messages")
    changes = [f":%s/^{key} = .*/{key} = {value}/" for key, value in wanted(params).items()]
    yield from edit_with_vim(look, path(params), *changes, ":q!")
    yield from reply(params, look)


def by_stream_editor(params: Params, look: Look) -> Iterator[Action]:
    """Changes the file with sed instead of vim."""
    yield action("android", "open_app", name="Messages")
    script = "; ".join(f"s/^{key} = .*/{key} = {value}/" for key, value in wanted(params).items())
    yield from run_in_terminal(["sed", "-i", script, path(params)])
    yield from reply(params, look)


TASK = Task(
    name="cross.settings_from_message",
    description=(
        "{name} has sent text messages to the phone about two settings that {service} needs; the latest message "
        "counts. Change these two in ~/Documents/{service}.conf on the desktop with vim in the terminal, leave "
        'everything else in it as it is, and save the file. Then answer {name} with the text message "Settings are in '
        'place" (without the quotes).'
    ),
    devices=("ubuntu", "android"),
    parameters={
        "name": person("Jonas Berg"),
        "phone": phone_number("+1 555 0126"),
        "service": choice(("relay", "mirror", "indexer", "gateway"), type="file_name"),
        "key": choice(("workers", "retries", "queue"), type="word"),
        "port": integer(8101, 8999, 8443),
        "value": integer(4, 40, 12),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={
        "messages_open": launch("Messages"), "in_vim": open_vim, "port_set": set_port, "other_set": set_other,
        "nothing_else": nothing_more, "replied": reply,
    },
    footprint=footprint,
    alternatives={"in_conversation": in_conversation, "read_again": read_again},
    near_misses={
        "earlier_message": earlier_message, "both_messages": both_messages, "not_saved": not_saved,
        "by_stream_editor": by_stream_editor,
    },
    backends={"ubuntu": ("sim", "desktop"), "android": ("sim", "adb")},
    version=2,
    tags=("terminal", "vim", "messages"),
)  # fmt: skip
