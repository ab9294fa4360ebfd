"""Visual Studio Code: sub-tasks."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import integer
from crab_gym.task.types import short_line
from crab_sim.devices.footprints import Footprint, below, may_change, no_other
from crab_tasks.kits.paths import folder_path
from crab_tasks.kits.state import whereabouts
from crab_tasks.kits.ubuntu.code.moves import go_to_file, keys, open_in_code, replace_in_file
from crab_tasks.kits.ubuntu.code.state import greeting_is
from crab_tasks.kits.ubuntu.files.state import file_is_edited
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal, write_lines
from crab_tasks.kits.ubuntu.windows import window, window_in_front
from crab_tasks.kits.values import another, as_typed, email_address

__all__ = ["MAINTAINER", "RETRIES", "SET_GREETING", "SET_RETRIES"]

_FILE = "settings.ini"
_OLD = 3


def _name(params: Params) -> str:
    return str(params.folder).rpartition("/")[2]


def _lines(params: Params, retries: int) -> list[str]:
    """Returns the lines of the file of settings; other numbers in it are of other things."""
    return ["[server]", "host = example.net", f"port = {params.port}", "[mail]", f"retries = {retries}", "delay = 20"]


def _write(devices: Devices, params: Params, retries: int) -> None:
    """Writes a project: the file of settings, and another one that has the same words."""
    desktop = devices.ubuntu
    desktop.remove(params.folder)
    desktop.write_file(f"{params.folder}/{_FILE}", "\n".join(_lines(params, retries)) + "\n")
    desktop.write_file(f"{params.folder}/post.py", f'"""Sends mails."""\n\nretries = {params.other}\n')


def _with_number(devices: Devices, params: Params, rng: random.Random) -> None:
    _write(devices, params, params.retries)


def _project_open(params: Params) -> Checkpoint:
    shown = check(window_in_front, app="code", title=_name(params))
    return whereabouts(id="project_open", device="ubuntu", app="code", evaluator=shown)


def _opened(params: Params) -> Sequence[Checkpoint]:
    """The project is open."""
    return [_project_open(params)]


def _open(params: Params, look: Look) -> Iterator[Action]:
    yield from open_in_code(params.folder)
    yield from window(look, _name(params), "code")


def _read(params: Params, look: Look) -> Iterator[Action]:
    """Opens the file by its name."""
    yield from _open(params, look)
    yield from go_to_file(_FILE)


def _find_word(params: Params, look: Look) -> Iterator[Action]:
    """Searches the project for the word."""
    yield from _open(params, look)
    yield keys("ctrl", "shift", "f")
    yield keys("ctrl", "a")
    yield action("ubuntu", "write_text", text="retries\n")


def _open_file_at_once(params: Params, look: Look) -> Iterator[Action]:
    """Opens the folder and the file from the terminal."""
    yield from _open(params, look)
    yield from run_in_terminal(["code", f"{params.folder}/{_FILE}"])


RETRIES = SubTask(
    name="projects.retries",
    device="ubuntu",
    app="code",
    says="look up the number of retries in the file settings.ini of the project {folder} with Visual Studio Code on "
    "the desktop",
    steps="on the desktop, open the folder {folder} in Visual Studio Code, open settings.ini in it and read the number "
    "of retries",
    refers="the number of retries in the file settings.ini of the project {folder}",
    inputs={"folder": folder_path("hazel_27", "Documents/")},
    hidden={"retries": integer(4, 60, 12), "port": integer(2000, 9999, 8040), "other": integer(61, 99, 75)},
    output="count",
    called="number of retries",
    produce=lambda params: int(params.retries),
    setup=_with_number,
    checkpoints=_opened,
    oracle={"project_open": _read},
    alternatives={"searched": _find_word, "at_once": _open_file_at_once},
    tags=("programming",),
)


def _with_old_number(devices: Devices, params: Params, rng: random.Random) -> None:
    _write(devices, params, _old(params))


def _old(params: Params) -> int:
    """Returns the number of retries before, which is never the new one."""
    return _OLD + 1 if params.number == _OLD else _OLD


def _number_set(params: Params) -> Sequence[Checkpoint]:
    """The project is open; then its file of settings has the number, and all else as before."""
    right = check(file_is_edited, path=f"{params.folder}/{_FILE}", lines=_lines(params, params.number))
    return [
        _project_open(params),
        Checkpoint(id="set", device="ubuntu", app="code", evaluator=right, after=("project_open",)),
    ]


def _may_set(params: Params) -> Footprint:
    return [
        may_change("ubuntu", "file", ("content",), path=f"{params.folder}/{_FILE}"),
        no_other("ubuntu", "file", path=below(params.folder)),
    ]


def _set(params: Params, look: Look) -> Iterator[Action]:
    yield from _open(params, look)
    yield from replace_in_file(look, _FILE, f"retries = {_old(params)}", f"retries = {params.number}")


def _set_by_hand(params: Params, look: Look) -> Iterator[Action]:
    """Selects all of the file, and types it anew."""
    yield from _open(params, look)
    yield from go_to_file(_FILE)
    yield keys("ctrl", "a")
    yield action("ubuntu", "write_text", text="\n".join(_lines(params, params.number)))
    yield keys("ctrl", "s")


def _set_by_command(params: Params, look: Look) -> Iterator[Action]:
    """Opens the project, and changes the file in the terminal."""
    yield from _open(params, look)
    yield from run_in_terminal(["sed", "-i", f"s/^retries = .*/retries = {params.number}/", f"{params.folder}/{_FILE}"])


def _port_set(params: Params, look: Look) -> Iterator[Action]:
    """Changes the port, too."""
    yield from _open(params, look)
    yield from replace_in_file(look, _FILE, f"port = {params.port}", f"port = {params.number}")
    yield from _set(params, look)


def _not_saved(params: Params, look: Look) -> Iterator[Action]:
    """Types the right lines, but doesn't save the file."""
    yield from _open(params, look)
    yield from go_to_file(_FILE)
    yield keys("ctrl", "a")
    yield action("ubuntu", "write_text", text="\n".join(_lines(params, params.number)))


SET_RETRIES = SubTask(
    name="projects.set_retries",
    device="ubuntu",
    app="code",
    says="set the number of retries in the file settings.ini of the project {folder} to {number} with Visual Studio "
    "Code on the desktop, and change nothing else there",
    steps="on the desktop, open the folder {folder} in Visual Studio Code, open settings.ini in it, change the number "
    "in the line of the retries to {number}, and save the file",
    inputs={
        "folder": folder_path("larch_58", "Documents/"),
        "number": integer(5, 90, 25, type="count"),
    },
    hidden={"port": integer(2000, 9999, 8040), "other": integer(91, 99, 95)},
    setup=_with_old_number,
    checkpoints=_number_set,
    oracle={"project_open": _open, "set": _set},
    footprint=_may_set,
    alternatives={"by_hand": _set_by_hand, "by_command": _set_by_command},
    near_misses={"port_set": _port_set, "not_saved": _not_saved},
    step_limit=60,
    tags=("programming",),
)

# Whom to ask about a project ------------------------------------------------------------------------------------------

_ABOUT = "about.ini"


def _with_people(devices: Devices, params: Params, rng: random.Random) -> None:
    """Other addresses are the author's, and that of who maintains something else."""
    desktop = devices.ubuntu
    other = another(email_address(), rng, params.email, params.author)
    lines = ["[project]", f"name = {_name(params)}", f"author = {params.author}", f"maintainer = {params.email}"]
    desktop.remove(params.folder)
    desktop.write_file(f"{params.folder}/{_ABOUT}", "\n".join(lines) + "\n")
    desktop.write_file(f"{params.folder}/parts/{_ABOUT}", f"[part]\nname = parts\nmaintainer = {other}\n")
    desktop.write_file(f"{params.folder}/main.py", 'print("Hello")\n')


def _read_about(params: Params, look: Look) -> Iterator[Action]:
    """Opens the file by its name."""
    yield from _open(params, look)
    yield from go_to_file(_ABOUT)


def _find_maintainers(params: Params, look: Look) -> Iterator[Action]:
    """Searches the project for the word, and sees in which files it is."""
    yield from _open(params, look)
    yield keys("ctrl", "shift", "f")
    yield keys("ctrl", "a")
    yield action("ubuntu", "write_text", text="maintainer\n")


def _open_about_at_once(params: Params, look: Look) -> Iterator[Action]:
    """Opens the folder and the file from the terminal."""
    yield from _open(params, look)
    yield from run_in_terminal(["code", f"{params.folder}/{_ABOUT}"])


MAINTAINER = SubTask(
    name="projects.maintainer",
    device="ubuntu",
    app="code",
    says="look up the maintainer's e-mail address in the file about.ini at the top of the project {folder} with Visual "
    "Studio Code on the desktop",
    steps="on the desktop, open the folder {folder} in Visual Studio Code, open about.ini at its top and read the "
    "maintainer's e-mail address",
    refers="the maintainer's e-mail address in the file about.ini of the project {folder}",
    inputs={"folder": folder_path("maple_46", "Documents/")},
    hidden={"email": email_address("cobalt58@quarry.example"), "author": email_address("heron85@quarry.example")},
    output="email",
    produce=lambda params: str(params.email),
    setup=_with_people,
    checkpoints=_opened,
    oracle={"project_open": _read_about},
    alternatives={"searched": _find_maintainers, "at_once": _open_about_at_once},
    tags=("programming",),
)

# What a project says --------------------------------------------------------------------------------------------------

_TEXTS = "texts.ini"
_HELLO = "Hello everybody"


def _around(params: Params) -> tuple[list[str], list[str]]:
    """Returns the lines before and after that of the greeting."""
    return ["[page]", "title = Welcome"], [f"footer = Room {params.room}", f"farewell = {_HELLO}"]


def _texts(params: Params, greeting: str) -> list[str]:
    before, after = _around(params)
    return [*before, f"greeting = {greeting}", *after]


def _with_hello(devices: Devices, params: Params, rng: random.Random) -> None:
    """The farewell has the same words as the greeting."""
    desktop = devices.ubuntu
    desktop.remove(params.folder)
    desktop.write_file(f"{params.folder}/{_TEXTS}", "\n".join(_texts(params, _HELLO)) + "\n")
    desktop.write_file(f"{params.folder}/main.py", f'greeting = "{_HELLO}"\n')


def _greeting_set(params: Params) -> Sequence[Checkpoint]:
    """The project is open; then its file has the greeting, and all else as before."""
    before, after = _around(params)
    right = check(
        greeting_is,
        path=f"{params.folder}/{_TEXTS}",
        before=before,
        after=after,
        kind=params.kinds["text"],
        value=params.text,
    )
    return [
        _project_open(params),
        Checkpoint(id="set", device="ubuntu", app="code", evaluator=right, after=("project_open",)),
    ]


def _may_greet(params: Params) -> Footprint:
    return [may_change("ubuntu", "file", ("content",), path=f"{params.folder}/{_TEXTS}")]


def _greet(params: Params, look: Look) -> Iterator[Action]:
    yield from _open(params, look)
    yield from replace_in_file(look, _TEXTS, f"greeting = {_HELLO}", f"greeting = {as_typed(params, 'text')}")


def _type_texts(params: Params, look: Look) -> Iterator[Action]:
    """Selects all of the file, and types it anew, but doesn't save it yet."""
    yield from _open(params, look)
    yield from go_to_file(_TEXTS)
    yield keys("ctrl", "a")
    yield action("ubuntu", "write_text", text="\n".join(_texts(params, as_typed(params, "text"))))


def _greet_by_hand(params: Params, look: Look) -> Iterator[Action]:
    yield from _type_texts(params, look)
    yield keys("ctrl", "s")


def _greet_by_command(params: Params, look: Look) -> Iterator[Action]:
    """Opens the project, and writes the file in the terminal."""
    yield from _open(params, look)
    yield from write_lines(f"{params.folder}/{_TEXTS}", _texts(params, as_typed(params, "text")))


def _replace_everywhere(params: Params, look: Look) -> Iterator[Action]:
    """Changes the farewell, too."""
    yield from _open(params, look)
    yield from replace_in_file(look, _TEXTS, _HELLO, as_typed(params, "text"))


SET_GREETING = SubTask(
    name="projects.set_greeting",
    device="ubuntu",
    app="code",
    says="make {text} the greeting in the file texts.ini of the project {folder} with Visual Studio Code on the "
    "desktop, and change nothing but the greeting",
    steps="on the desktop, open the folder {folder} in Visual Studio Code, open texts.ini in it, put {text} after "
    "the word greeting, in place of what stands there, and save the file",
    inputs={"text": short_line("Wash the garden chair"), "folder": folder_path("pine_63", "Documents/")},
    hidden={"room": integer(2, 90, 17)},
    setup=_with_hello,
    checkpoints=_greeting_set,
    oracle={"project_open": _open, "set": _greet},
    footprint=_may_greet,
    alternatives={"by_hand": _greet_by_hand, "by_command": _greet_by_command},
    near_misses={"farewell_too": _replace_everywhere, "not_saved": _type_texts},
    step_limit=60,
    tags=("programming",),
)
