"""Correct a misspelt name in a script with Visual Studio Code, and commit only that."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.parameters import choice
from crab_sim.devices.footprints import Footprint, may_change
from crab_tasks.kits.state import whereabouts
from crab_tasks.kits.ubuntu.code.moves import commit_file, keys, open_in_code, replace_in_file, run_in_code
from crab_tasks.kits.ubuntu.files.state import HOME, file_is
from crab_tasks.kits.ubuntu.git import Revision, committed, may_change_history, revision_ids, write_repository
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal
from crab_tasks.kits.ubuntu.windows import window_in_front

SCRIPT = '''"""Adds up {what} from a table."""

import csv


def read_rows(path):
    with open(path) as file:
        return list(csv.DictReader(file))


def add_up(rows):
    return sum([int(row["count"]) for row in rows])


if __name__ == "__main__":
    rows = {name}("{what}.csv")
    print("Total:", add_up(rows))
'''
NOTES = "To do\n- ask for the numbers of {what} in May\n"


def root(params: Params) -> str:
    """Returns the folder."""
    return f"{HOME}/projects/{params.what}"


def script(params: Params) -> str:
    """Returns the script's path."""
    return f"{root(params)}/{params.script}.py"


def text(params: Params, name: str) -> str:
    """Returns the script, which calls a function by some name."""
    return SCRIPT.format(what=params.what, name=name)


def history(params: Params) -> list[Revision]:
    """Returns the repository's commits."""
    table = "month,count\n" + "".join(
        [f"{month},{len(params.what) * 3 + i}\n" for i, month in enumerate(("January", "March"))]
    )
    files = {f"{params.script}.py": text(params, params.typo), "notes.txt": NOTES.format(what=params.what)}
    files[f"{params.what}.csv"] = table
    return [Revision({"notes.txt": "To do\n"}, "Begin"), Revision(files, "Add up the table", (0,), 1_790_100_000)]


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Writes the repository, and a change of the notes that isn't committed."""
    write_repository(devices.ubuntu, root(params), history(params), {"main": 1})
    devices.ubuntu.write_file(f"{root(params)}/notes.txt", NOTES.format(what=params.what) + "- tell Kim\n")


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The editor; the corrected script; the commit of nothing else."""
    old = history(params)
    fixed = text(params, "read_rows")
    files = {path: tuple(content.rstrip().split("\n")) for path, content in old[1].files.items()}
    files[f"{params.script}.py"] = tuple(fixed.rstrip().split("\n"))
    wanted = check(
        committed,
        root=root(params),
        base=revision_ids(old)[1],
        message=params.message,
        files=files,
    )
    lines = check(file_is, path=script(params), lines=tuple(fixed.rstrip().split("\n")))
    return [
        whereabouts(
            id="in_code",
            device="ubuntu",
            app="code",
            evaluator=check(window_in_front, app="code", title=params.what),
        ),
        Checkpoint(id="corrected", device="ubuntu", app="code", evaluator=lines, after=("in_code",)),
        Checkpoint(id="committed", device="ubuntu", app="code", evaluator=wanted, after=("corrected",)),
    ]


def footprint(params: Params) -> Footprint:
    """The script, and the history."""
    return [may_change("ubuntu", "file", ("content",), path=script(params)), *may_change_history(root(params))]


def open_folder(params: Params, look: Look) -> Iterator[Action]:
    """Opens the folder in the editor."""
    yield from open_in_code(root(params))


def correct(params: Params, look: Look) -> Iterator[Action]:
    """Replaces the misspelt name and saves."""
    yield from replace_in_file(look, f"{params.script}.py", f"= {params.typo}(", "= read_rows(")


def commit(params: Params, look: Look) -> Iterator[Action]:
    """Stages the script and commits it."""
    yield from commit_file(look, f"{params.script}.py", params.message)


def in_its_terminal(params: Params, look: Look) -> Iterator[Action]:
    """Does it all with commands in the editor's terminal."""
    yield from open_in_code(root(params))
    yield from run_in_code(
        look,
        f"sed -i 's/= {params.typo}(/= read_rows(/' {params.script}.py",
        f"git commit -m '{params.message}' {params.script}.py",
    )


def corrected_by_hand(params: Params, look: Look) -> Iterator[Action]:
    """Goes to the name's line, types it anew, and commits in the Terminal."""
    yield from open_in_code(root(params))
    yield keys("ctrl", "p")
    yield action("ubuntu", "write_text", text=f"{params.script}.py:16\n")
    yield keys("end")
    yield keys("shift", "home")
    yield action("ubuntu", "write_text", text=f'rows = read_rows("{params.what}.csv")')
    yield keys("ctrl", "s")
    yield from run_in_terminal(
        ["cd", root(params)], ["git", "add", f"{params.script}.py"], ["git", "commit", "-m", params.message]
    )


def with_the_notes(params: Params, look: Look) -> Iterator[Action]:
    """Commits everything that has changed."""
    yield from open_in_code(root(params))
    yield from correct(params, look)
    yield from run_in_code(look, f"git commit -am '{params.message}'")


def not_staged(params: Params, look: Look) -> Iterator[Action]:
    """Corrects the name, but makes a commit without it."""
    yield from open_in_code(root(params))
    yield from replace_in_file(look, f"{params.script}.py", f"= {params.typo}(", "= read_rows(")
    yield from run_in_code(look, f"git commit --allow-empty -m '{params.message}'")


def other_message(params: Params, look: Look) -> Iterator[Action]:
    """Commits with another message."""
    yield from open_in_code(root(params))
    yield from correct(params, look)
    yield from commit_file(look, f"{params.script}.py", f"{params.message} again")


def renamed_instead(params: Params, look: Look) -> Iterator[Action]:
    """Gives the function the misspelt name."""
    yield from open_in_code(root(params))
    yield from replace_in_file(look, f"{params.script}.py", "def read_rows", f"def {params.typo}")
    yield from commit_file(look, f"{params.script}.py", params.message)


def notes_elsewhere(params: Params, look: Look) -> Iterator[Action]:
    """Commits the notes, too, to a branch of their own, and gets them back from there."""
    yield from open_in_code(root(params))
    yield from run_in_code(
        look, "git checkout -b notes", "git commit -am 'Tell Kim'", "git checkout main",
        "git checkout notes -- notes.txt", "git reset",
    )  # fmt: skip
    yield from correct(params, look)
    yield from commit(params, look)


def more_than_that(params: Params, look: Look) -> Iterator[Action]:
    """Corrects another thing in the script, too."""
    yield from open_in_code(root(params))
    yield from correct(params, look)
    yield from replace_in_file(look, f"{params.script}.py", "Total:", "In total:")
    yield from commit(params, look)


TASK = Task(
    name="ubuntu.fix_and_commit",
    description=(
        "On the desktop, open the folder ~/projects/{what} in Visual Studio Code. {script}.py fails because the name "
        "read_rows is misspelt where the function is called. Correct that and nothing else, save the file, and commit "
        "it to Git with the message “{message}”. Leave the change in notes.txt as it is, neither staged nor committed."
    ),
    devices=("ubuntu",),
    parameters={
        "what": choice(("visitors", "parcels", "tickets", "calls"), type="file_name"),
        "script": choice(("total", "report", "count"), type="file_name"),
        "typo": choice(("read_row", "raed_rows", "readrows", "read_rowz"), type="material"),
        "message": choice(("Call the function by its name", "Correct a name", "Let the script run again"), type="text"),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={"in_code": open_folder, "corrected": correct, "committed": commit},
    footprint=footprint,
    alternatives={"in_its_terminal": in_its_terminal, "corrected_by_hand": corrected_by_hand},
    near_misses={
        "with_the_notes": with_the_notes, "not_staged": not_staged, "other_message": other_message,
        "renamed_instead": renamed_instead, "notes_elsewhere": notes_elsewhere, "more_than_that": more_than_that,
    },
    backends={"ubuntu": ("sim",)},
    version=5,
    tags=("code", "git"),
)  # fmt: skip
