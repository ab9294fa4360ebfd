"""Rename a function in all Python files of a project with Visual Studio Code, and leave longer names alone."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.parameters import choice
from crab_sim.devices.footprints import Footprint, may_change
from crab_tasks.kits.moves import click, nothing_more
from crab_tasks.kits.state import State, whereabouts
from crab_tasks.kits.ubuntu.code.moves import go_to_file, keys, open_in_code, replace_in_files
from crab_tasks.kits.ubuntu.files.state import HOME, file_is_edited
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal
from crab_tasks.kits.ubuntu.windows import window_in_front

FILES = {
    "{p}/store.py": (
        "def {f}(path):\n    with open(path) as file:\n        return file.read()\n\n\n"
        "def {f}_lines(path):\n    return {f}(path).split()\n"
    ),
    "{p}/main.py": "from {p}.store import {f}, {f}_lines\n\nprint(len({f}('a.txt')), {f}_lines('a.txt'))\n",
    "tests/test_store.py": (
        "from {p} import store\n\n\ndef test_{f}():\n    assert store.{f}('a.txt') == 'one two'\n"
        "    assert store.{f}_lines('a.txt') == ['one', 'two']\n"
    ),
    "CHANGES.md": "# Changes\n\n- 1.1: `{f}_lines` splits the text\n- 1.0: `{f}` reads a file\n",
    "a.txt": "one two\n",
}


def root(params: Params) -> str:
    """Returns the project's folder."""
    return f"{HOME}/projects/{params.project}"


def texts(params: Params) -> dict[str, str]:
    """Returns the project's files by their paths in the folder."""
    return {
        path.format(p=params.project): text.replace("{p}", params.project).replace("{f}", params.old)
        for path, text in FILES.items()
    }


def renamed(params: Params) -> dict[str, str]:
    """Returns the files as they are to be."""
    return {
        path: re.sub(rf"\b{params.old}\b", params.new, text) if path.endswith(".py") else text
        for path, text in texts(params).items()
    }


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Writes the project."""
    for path, text in texts(params).items():
        devices.ubuntu.write_file(f"{root(params)}/{path}", text)


def files_are(state: State, files: Mapping[str, Sequence[str]]) -> bool:
    """All files, by their paths, hold exactly these lines."""
    return all(file_is_edited(state, path, lines) for path, lines in files.items())


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The editor; the function's own file; the others; and those that stay as they are."""
    wanted = {f"{root(params)}/{path}": tuple(text.rstrip().split("\n")) for path, text in renamed(params).items()}
    own = f"{root(params)}/{params.project}/store.py"
    return [
        whereabouts(
            id="in_code",
            device="ubuntu",
            app="code",
            evaluator=check(window_in_front, app="code", title=params.project),
        ),
        Checkpoint(
            id="defined",
            device="ubuntu",
            app="code",
            evaluator=check(file_is_edited, path=own, lines=wanted[own]),
            after=("in_code",),
        ),
        Checkpoint(
            id="everywhere", device="ubuntu", app="code", evaluator=check(files_are, files=wanted), after=("defined",)
        ),
    ]


def footprint(params: Params) -> Footprint:
    """The Python files."""
    paths = frozenset([f"{root(params)}/{path}" for path in texts(params) if path.endswith(".py")])
    return [may_change("ubuntu", "file", ("content",), path=paths)]


def open_project(params: Params, look: Look) -> Iterator[Action]:
    """Opens the project in the editor."""
    yield from open_in_code(root(params))


def rename(params: Params, look: Look) -> Iterator[Action]:
    """Searches for the whole word, and replaces it in each Python file."""
    yield keys("ctrl", "shift", "h")
    yield action("ubuntu", "write_text", text=params.old)
    yield click(look, description="Match Case")
    yield click(look, description="Match Whole Word")
    yield click(look, rid="replace_input")
    yield action("ubuntu", "write_text", text=f"{params.new}\n")
    for name in ("main.py", "store.py", "test_store.py"):
        yield click(look, description=f"Replace All in {name}")


def by_command(params: Params, look: Look) -> Iterator[Action]:
    """Opens the project, and renames in the terminal."""
    yield from open_in_code(root(params))
    yield from run_in_terminal(
        ["cd", root(params)], f"sed -i 's/\\b{params.old}\\b/{params.new}/g' {params.project}/*.py tests/*.py"
    )


def file_by_file(params: Params, look: Look) -> Iterator[Action]:
    """Replaces in each file with the find widget, whole words only."""
    yield from open_in_code(root(params))
    for number, name in enumerate(("store.py", "main.py", "test_store.py")):
        yield from go_to_file(name)
        yield keys("ctrl", "h")
        yield action("ubuntu", "write_text", text=params.old)
        if not number:
            yield click(look, description="Match Whole Word")
        yield click(look, rid="replace_input")
        yield keys("ctrl", "a")
        yield action("ubuntu", "write_text", text=params.new)
        yield keys("ctrl", "alt", "enter")
        yield keys("escape")
        yield keys("ctrl", "s")


def parts_of_names(params: Params, look: Look) -> Iterator[Action]:
    """Replaces the text wherever it stands, also in longer names and in CHANGES.md."""
    yield from open_in_code(root(params))
    yield from replace_in_files(look, params.old, params.new)


def history_too(params: Params, look: Look) -> Iterator[Action]:
    """Replaces the whole word in all files, also in CHANGES.md."""
    yield from open_in_code(root(params))
    yield from replace_in_files(look, params.old, params.new, whole_words=True)


def not_saved(params: Params, look: Look) -> Iterator[Action]:
    """Replaces in the editor, and saves only two of the files."""
    yield from open_in_code(root(params))
    for number, name in enumerate(("store.py", "main.py", "test_store.py")):
        yield from go_to_file(name)
        yield keys("ctrl", "h")
        yield action("ubuntu", "write_text", text=params.old)
        if not number:
            yield click(look, description="Match Whole Word")
        yield click(look, rid="replace_input")
        yield keys("ctrl", "a")
        yield action("ubuntu", "write_text", text=params.new)
        yield keys("ctrl", "alt", "enter")
        yield keys("escape")
        if number < 2:
            yield keys("ctrl", "s")


TASK = Task(
    name="ubuntu.rename_function",
    description=(
        "On the desktop, open the folder ~/projects/{project} in Visual Studio Code and rename the function {old} to "
        "{new} in all of its Python files, wherever it is defined, imported or called. Other names that only contain "
        "{old}, such as {old}_lines and test_{old}, stay as they are, and so does CHANGES.md. Save the files."
    ),
    devices=("ubuntu",),
    parameters={
        "project": choice(("notes", "archive", "scanner"), type="file_name"),
        "old": choice(("load", "fetch", "take"), type="word"),
        "new": choice(("read_text", "text_of", "contents"), type="word"),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={"in_code": open_project, "defined": rename, "everywhere": nothing_more},
    footprint=footprint,
    alternatives={"by_command": by_command, "file_by_file": file_by_file},
    near_misses={"parts_of_names": parts_of_names, "history_too": history_too, "not_saved": not_saved},
    backends={"ubuntu": ("sim",)},
    version=2,
    tags=("code", "search"),
)
