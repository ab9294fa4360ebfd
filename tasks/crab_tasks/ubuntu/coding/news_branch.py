"""Add a line to a project's list of changes with nano, and commit it to a new branch."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.parameters import choice
from crab_sim.devices.footprints import Footprint, may_change
from crab_tasks.kits.moves import nothing_more
from crab_tasks.kits.state import State, whereabouts
from crab_tasks.kits.ubuntu.files.state import HOME, file_is
from crab_tasks.kits.ubuntu.git import (
    Revision,
    committed,
    may_change_history,
    on_branch,
    revision_ids,
    write_repository,
)
from crab_tasks.kits.ubuntu.terminal.moves import (
    edit_with_nano,
    nano_find,
    nano_go_to,
    nano_leave,
    nano_save,
    run_in_terminal,
)
from crab_tasks.kits.ubuntu.terminal.state import nano_runs

CHANGES = (
    "# Changes\n\n## Unreleased\n- The log has a line for each start\n\n"
    "## 1.4\n- Old entries are left out\n- The list can be printed\n\n## 1.3\n- Names may have blanks\n"
)
HEADING = "## Unreleased"
READY = "ready-for-review"


def root(params: Params) -> str:
    """Returns the repository."""
    return f"{HOME}/projects/{params.project}"


def path(params: Params) -> str:
    """Returns the path of the list of changes."""
    return f"{root(params)}/CHANGES.md"


def lines(params: Params) -> tuple[str, ...]:
    """Returns the lines that are asked for."""
    given = CHANGES.rstrip().split("\n")
    at = given.index(HEADING) + 1
    return (*given[:at], f"- {params.entry}", *given[at:])


def history(params: Params) -> list[Revision]:
    """Returns the repository's commits; the last one is on a branch of its own."""
    files = {"CHANGES.md": CHANGES, "README.md": f"# {params.project}\n"}
    return [
        Revision({"README.md": f"# {params.project}\n"}, "Begin"),
        Revision(files, "List the changes", (0,), 1_790_100_000),
        Revision({**files, "TODO.md": "- write tests\n"}, "Say what is left", (1,), 1_790_200_000),
    ]


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Writes the repository, which has another branch that is further than main."""
    write_repository(devices.ubuntu, root(params), history(params), {"main": 1, READY: 2})


def committed_there(
    state: State, root: str, base: str, others: Mapping[str, str], branch: str, message: str,
    files: Mapping[str, Sequence[str]],
) -> bool:  # fmt: skip
    """The branch is where HEAD is, with the commit of the files behind the base, and the others are where they were.

    Args:
        state: The devices' state.
        root: Path of the repository.
        base: Id of the commit behind which the new one is.
        others: The commits' ids by the names of the other branches.
        branch: The new branch.
        message: The new commit's message.
        files: The lines of each file of the commit by its path.
    """
    return committed(state, root, base, message, files, beside=others, branch=branch)


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The branch, beside nano and then the line; then the commit on the branch."""
    ids, where = revision_ids(history(params)), root(params)
    wanted = check(
        committed_there,
        root=where,
        base=ids[1],
        others={"main": ids[1], READY: ids[2]},
        branch=params.branch,
        message=params.message,
        files={"CHANGES.md": lines(params), "README.md": (f"# {params.project}",)},
    )
    return [
        Checkpoint(
            id="on_branch",
            device="ubuntu",
            app="terminal",
            evaluator=check(on_branch, root=where, branch=params.branch),
        ),
        whereabouts(id="in_nano", device="ubuntu", app="terminal", evaluator=check(nano_runs)),
        Checkpoint(
            id="line_there",
            device="ubuntu",
            app="terminal",
            evaluator=check(file_is, path=path(params), lines=lines(params)),
            after=("in_nano",),
        ),
        Checkpoint(
            id="committed", device="ubuntu", app="terminal", evaluator=wanted, after=("on_branch", "line_there")
        ),
    ]


def footprint(params: Params) -> Footprint:
    """The list of changes, and the history."""
    return [may_change("ubuntu", "file", ("content",), path=path(params)), *may_change_history(root(params))]


def branch_off(params: Params, look: Look) -> Iterator[Action]:
    """Makes the branch, and switches to it."""
    yield from run_in_terminal(["cd", root(params)], ["git", "switch", "-c", params.branch, "main"])


def _insert(params: Params, look: Look, below: str) -> Iterator[Action]:
    """Writes the line below one that begins so, in nano."""
    yield from edit_with_nano(look, path(params))
    yield from nano_find(below)
    yield action("ubuntu", "press", key="end")
    yield action("ubuntu", "write_text", text=f"\n- {params.entry}")
    yield from nano_save()
    yield from nano_leave()


def insert(params: Params, look: Look) -> Iterator[Action]:
    """Writes the line below its heading."""
    yield from _insert(params, look, HEADING)


def commit(params: Params, look: Look) -> Iterator[Action]:
    """Commits the file."""
    yield from run_in_terminal(["cd", root(params)], ["git", "commit", "-m", params.message, "CHANGES.md"])


def edited_first(params: Params, look: Look) -> Iterator[Action]:
    """Edits on main, takes the change along to the branch, and commits all."""
    yield from edit_with_nano(look, path(params))
    yield from nano_go_to(4)
    yield action("ubuntu", "write_text", text=f"- {params.entry}\n")
    yield action("ubuntu", "hotkey", keys=["ctrl", "x"])
    yield action("ubuntu", "write_text", text="y")
    yield action("ubuntu", "press", key="enter")
    yield from run_in_terminal(
        ["cd", root(params)], ["git", "checkout", "-b", params.branch], ["git", "commit", "-a", "-m", params.message]
    )


def message_in_nano(params: Params, look: Look) -> Iterator[Action]:
    """Writes the message in nano, too, and commits to main at first."""
    yield from insert(params, look)
    yield from run_in_terminal(
        ["cd", root(params)], ["git", "add", "-A"], ["git", "-c", "core.editor=nano", "commit"], params.message
    )
    yield from nano_save()
    yield from nano_leave()
    yield from run_in_terminal(
        ["cd", root(params)], ["git", "branch", params.branch], ["git", "reset", "--hard", "HEAD~1"],
        ["git", "checkout", params.branch],
    )  # fmt: skip


def on_main(params: Params, look: Look) -> Iterator[Action]:
    """Commits to main, and makes the branch there."""
    yield from insert(params, look)
    yield from commit(params, look)
    yield from run_in_terminal(["git", "-C", root(params), "switch", "-c", params.branch])


def from_the_other(params: Params, look: Look) -> Iterator[Action]:
    """Makes the branch from the other branch."""
    yield from run_in_terminal(["cd", root(params)], ["git", "switch", "-c", params.branch, READY])
    yield from insert(params, look)
    yield from commit(params, look)


def under_the_release(params: Params, look: Look) -> Iterator[Action]:
    """Writes the line below the heading of the last release."""
    yield from branch_off(params, look)
    yield from _insert(params, look, "## 1.4")
    yield from commit(params, look)


def below_the_others(params: Params, look: Look) -> Iterator[Action]:
    """Writes the line below the one that stands there already."""
    yield from branch_off(params, look)
    yield from _insert(params, look, "- The log has")
    yield from commit(params, look)


TASK = Task(
    name="ubuntu.news_branch",
    description=(
        "In the Git repository ~/projects/{project} on the desktop, create the branch {branch} from main and switch to "
        'it. Add the line "- {entry}" (without the quotes) to CHANGES.md with nano in the terminal, directly below the '
        'heading "## Unreleased", and leave its other lines as they are. Commit this to {branch} with the message '
        "“{message}”. The other branches should stay where they are, and the repository should stay on {branch}."
    ),
    devices=("ubuntu",),
    parameters={
        "project": choice(("relay", "catalogue", "planner"), type="file_name"),
        "branch": choice(("news", "export-news", "for-1.5"), type="word"),
        "entry": choice(
            ("Tables can be exported", "Dates begin with the year", "Empty lists are no error"), type="text"
        ),
        "message": choice(("Tell of the change", "Add an entry to the changes", "Name what is new"), type="text"),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={"on_branch": branch_off, "in_nano": insert, "line_there": nothing_more, "committed": commit},
    footprint=footprint,
    alternatives={"edited_first": edited_first, "message_in_nano": message_in_nano},
    near_misses={
        "on_main": on_main, "from_the_other": from_the_other, "under_the_release": under_the_release,
        "below_the_others": below_the_others,
    },
    backends={"ubuntu": ("sim", "desktop")},
    version=4,
    tags=("terminal", "nano", "git"),
)  # fmt: skip
