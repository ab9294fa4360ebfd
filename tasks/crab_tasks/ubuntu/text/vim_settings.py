"""Change a service's settings file with vim."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.parameters import choice, integer
from crab_sim.devices.footprints import Footprint, may_change
from crab_tasks.kits.moves import nothing_more
from crab_tasks.kits.state import State, whereabouts
from crab_tasks.kits.ubuntu.files.state import HOME, file_is_edited, file_states
from crab_tasks.kits.ubuntu.terminal.moves import edit_with_vim, run_in_terminal
from crab_tasks.kits.ubuntu.terminal.state import edited_in_vim

OLD_PORT = 8000
KEYS = ("retries", "timeout", "workers", "queue", "threads")


def path(params: Params) -> str:
    """Returns where the settings are."""
    return f"{HOME}/Documents/{params.service}.conf"


def lines(params: Params, port: int, debug: bool) -> list[str]:
    """Returns the file's lines."""
    others = [f"{key} = {(len(params.service) + i) % 7 + 2}" for i, key in enumerate(KEYS)]
    return [f"# {params.service}", f"port = {port}", *others[:2], *(["debug = yes"] if debug else []), *others[2:]]


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Writes the settings, and those of another service beside them."""
    desktop = devices.ubuntu
    desktop.write_file(path(params), "\n".join(lines(params, OLD_PORT, True)) + "\n")
    desktop.write_file(f"{HOME}/Documents/other.conf", f"# other\nport = {OLD_PORT}\ndebug = yes\n")


def without_line(state: State, path: str, line: str) -> bool:
    """The file is there and has other lines, but not this one."""
    text = state.ubuntu.read_text(path)
    return bool(text) and line not in [each.strip() for each in (text or "").splitlines()]


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """Vim first; then both changes, and nothing but these."""
    where = path(params)
    return [
        whereabouts(id="in_vim", device="ubuntu", app="terminal", evaluator=check(edited_in_vim, path=where)),
        Checkpoint(
            id="port_set",
            device="ubuntu",
            app="terminal",
            evaluator=check(file_states, path=where, label="port =", value=params.port),
            after=("in_vim",),
        ),
        Checkpoint(
            id="debug_gone",
            device="ubuntu",
            app="terminal",
            evaluator=check(without_line, path=where, line="debug = yes"),
            after=("in_vim",),
        ),
        Checkpoint(
            id="nothing_else",
            device="ubuntu",
            app="terminal",
            evaluator=check(file_is_edited, path=where, lines=tuple(lines(params, params.port, False))),
            after=("port_set", "debug_gone"),
        ),
    ]


def footprint(params: Params) -> Footprint:
    """The settings' file."""
    return [may_change("ubuntu", "file", ("content",), path=path(params))]


def open_vim(params: Params, look: Look) -> Iterator[Action]:
    """Opens the file in vim."""
    yield from edit_with_vim(look, path(params))


def change_port(params: Params, look: Look) -> Iterator[Action]:
    """Changes the port and saves."""
    yield action("ubuntu", "write_text", text=f":%s/^port = .*/port = {params.port}/\n")
    yield action("ubuntu", "write_text", text=":w\n")


def remove_debug(params: Params, look: Look) -> Iterator[Action]:
    """Deletes the line and saves."""
    yield action("ubuntu", "write_text", text=":g/^debug/d\n")
    yield action("ubuntu", "write_text", text=":w\n")


def by_stream_editor(params: Params, look: Look) -> Iterator[Action]:
    """Changes the file with sed instead of vim."""
    yield from run_in_terminal(["sed", "-i", f"s/^port = .*/port = {params.port}/; /^debug/d", path(params)])


def not_saved(params: Params, look: Look) -> Iterator[Action]:
    """Changes everything and leaves without saving."""
    yield from edit_with_vim(look, path(params), f":%s/^port = .*/port = {params.port}/", ":g/^debug/d", ":q!")


def port_only(params: Params, look: Look) -> Iterator[Action]:
    """Comments the other line out."""
    yield from edit_with_vim(
        look, path(params), f":%s/^port = .*/port = {params.port}/", ":%s/^debug = yes/# debug = yes/", ":wq"
    )


def at_once(params: Params, look: Look) -> Iterator[Action]:
    """Deletes the line first, and saves and leaves at the end."""
    yield from edit_with_vim(look, path(params), ":/^debug/d", f":2s/[0-9]*$/{params.port}/", ":wq")


def undone(params: Params, look: Look) -> Iterator[Action]:
    """Deletes another line by mistake, and takes that back."""
    yield from edit_with_vim(look, path(params), ":3d", ":undo", ":g/^debug/d", f":%s/{OLD_PORT}/{params.port}/", ":x")


TASK = Task(
    name="ubuntu.vim_settings",
    description=(
        "On the desktop, edit ~/Documents/{service}.conf with vim in the terminal: set the port to {port}, delete the "
        "line that turns debugging on, leave everything else as it is, and save the file."
    ),
    devices=("ubuntu",),
    parameters={
        "service": choice(("relay", "mirror", "indexer", "gateway"), type="file_name"),
        "port": integer(8001, 8999, 8443),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={"in_vim": open_vim, "port_set": change_port, "debug_gone": remove_debug, "nothing_else": nothing_more},
    footprint=footprint,
    alternatives={"at_once": at_once, "undone": undone},
    near_misses={"by_stream_editor": by_stream_editor, "not_saved": not_saved, "port_only": port_only},
    backends={"ubuntu": ("sim", "desktop")},
    oracle_steps=7,
    version=5,
    tags=("terminal", "vim"),
)
