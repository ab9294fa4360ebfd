"""Merge a branch whose settings conflict, tag the merge, and delete the branch."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task
from crab_gym.task.parameters import choice, integer
from crab_sim.devices.footprints import Footprint, may_change
from crab_tasks.kits.ubuntu.files.state import HOME
from crab_tasks.kits.ubuntu.git import (
    Revision,
    branch_gone,
    may_change_history,
    merged,
    revision_ids,
    tagged,
    write_repository,
)
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal

SETTINGS = "# settings\nport = {port}\ntimeout = 30\nretries = 3\nworkers = {workers}\nqueue = 12\n"
OLD_PORT = 8000


def root(params: Params) -> str:
    """Returns the repository."""
    return f"{HOME}/projects/{params.project}"


def settings(port: int, workers: int) -> str:
    """Returns the settings' file."""
    return SETTINGS.format(port=port, workers=workers)


def history(params: Params) -> list[Revision]:
    """Returns the commits: both branches change the port, the other one also the workers, main adds a file."""
    readme = {"README.md": f"# {params.project}\n"}
    return [
        Revision({**readme, "settings.ini": settings(OLD_PORT, 2)}, "Begin"),
        Revision(
            {**readme, "settings.ini": settings(params.ours, 2), "NEWS.md": "Nothing yet\n"},
            "Move to another port",
            (0,),
            1_790_100_000,
        ),
        Revision({**readme, "settings.ini": settings(params.theirs, 8)}, "Use more workers", (0,), 1_790_200_000),
    ]


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Writes the repository."""
    write_repository(devices.ubuntu, root(params), history(params), {"main": 1, params.branch: 2, "old-layout": 0})


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The merge; the tag; the branch that is gone."""
    ids, where = revision_ids(history(params)), root(params)
    files = {
        "README.md": (f"# {params.project}",), "NEWS.md": ("Nothing yet",),
        "settings.ini": tuple(settings(params.theirs, 8).rstrip().split("\n")),
    }  # fmt: skip
    # What a message may say of the settings and the version.
    known = (
        params.tag, params.tag.lstrip("v"), params.branch, str(params.ours), str(OLD_PORT),
        *settings(params.theirs, 8).split(),
    )  # fmt: skip
    return [
        Checkpoint(
            id="merged",
            device="ubuntu",
            app="terminal",
            evaluator=check(
                merged, root=where, branch=params.branch, parents=(ids[1], ids[2]), files=files, about=known
            ),
        ),
        Checkpoint(
            id="tagged",
            device="ubuntu",
            app="terminal",
            evaluator=check(tagged, root=where, tag=params.tag, branch="main", about=known),
            after=("merged",),
        ),
        Checkpoint(
            id="branch_gone",
            device="ubuntu",
            app="terminal",
            evaluator=check(branch_gone, root=where, branch=params.branch, kept={"main": "", "old-layout": ids[0]}),
            after=("merged",),
        ),
    ]


def footprint(params: Params) -> Footprint:
    """The settings, and the history."""
    settled = may_change("ubuntu", "file", ("content",), path=f"{root(params)}/settings.ini")
    return [settled, *may_change_history(root(params))]


def merge(params: Params, look: Look) -> Iterator[Action]:
    """Merges, takes the other branch's settings, and commits."""
    yield from run_in_terminal(
        ["cd", root(params)], ["git", "merge", params.branch], ["git", "checkout", "--theirs", "settings.ini"],
        ["git", "add", "settings.ini"], ["git", "commit", "--no-edit"],
    )  # fmt: skip


def tag(params: Params, look: Look) -> Iterator[Action]:
    """Tags the merge."""
    yield from run_in_terminal(["git", "-C", root(params), "tag", params.tag])


def delete(params: Params, look: Look) -> Iterator[Action]:
    """Deletes the branch."""
    yield from run_in_terminal(["git", "-C", root(params), "branch", "-d", params.branch])


def by_hand(params: Params, look: Look) -> Iterator[Action]:
    """Writes the settings anew in the conflict, and makes an annotated tag."""
    yield from run_in_terminal(
        ["cd", root(params)], ["git", "merge", params.branch],
        f"printf '%s' '{settings(params.theirs, 8)}' > settings.ini", ["git", "commit", "-a", "-m", "Join the workers"],
        ["git", "tag", "-a", params.tag, "-m", "Joined"], ["git", "branch", "-D", params.branch],
    )  # fmt: skip


def without_conflict(params: Params, look: Look) -> Iterator[Action]:
    """Looks first, gives up the first merge, and merges again with the other side preferred by hand."""
    yield from run_in_terminal(
        ["cd", root(params)], ["git", "--no-pager", "log", "--oneline", "--all"], ["git", "merge", params.branch],
        ["git", "merge", "--abort"], ["git", "merge", "--no-commit", params.branch],
        ["git", "show", f"{params.branch}:settings.ini"], f"git show {params.branch}:settings.ini > settings.ini",
        ["git", "add", "."], ["git", "commit", "-m", "Merge"], ["git", "branch", "-d", params.branch],
        ["git", "tag", params.tag, "HEAD"],
    )  # fmt: skip


def own_port(params: Params, look: Look) -> Iterator[Action]:
    """Keeps main's port."""
    yield from run_in_terminal(
        ["cd", root(params)], ["git", "merge", params.branch], ["git", "checkout", "--ours", "settings.ini"],
        ["git", "add", "settings.ini"], ["git", "commit", "--no-edit"],
    )  # fmt: skip
    yield from tag(params, look)
    yield from run_in_terminal(["git", "-C", root(params), "branch", "-D", params.branch])


def marks_left(params: Params, look: Look) -> Iterator[Action]:
    """Commits the file with the conflict's marks in it."""
    yield from run_in_terminal(
        ["cd", root(params)], ["git", "merge", params.branch], ["git", "add", "."], ["git", "commit", "--no-edit"],
        ["git", "tag", params.tag], ["git", "branch", "-d", params.branch],
    )  # fmt: skip


def copied_over(params: Params, look: Look) -> Iterator[Action]:
    """Copies the other branch's settings into a commit of its own, which is no merge."""
    yield from run_in_terminal(
        ["cd", root(params)], ["git", "checkout", params.branch, "--", "settings.ini"],
        ["git", "commit", "-m", f"Merge branch {params.branch}"], ["git", "tag", params.tag],
        ["git", "branch", "-D", params.branch],
    )  # fmt: skip


def tagged_too_early(params: Params, look: Look) -> Iterator[Action]:
    """Tags main before the merge."""
    yield from tag(params, look)
    yield from merge(params, look)
    yield from delete(params, look)


def others_moved(params: Params, look: Look) -> Iterator[Action]:
    """Brings the other branch up to date with main, too."""
    yield from merge(params, look)
    yield from tag(params, look)
    yield from run_in_terminal(["git", "-C", root(params), "branch", "-f", "old-layout", "main"])
    yield from delete(params, look)


def others_deleted(params: Params, look: Look) -> Iterator[Action]:
    """Deletes the other branch, too."""
    yield from merge(params, look)
    yield from tag(params, look)
    yield from run_in_terminal(["git", "-C", root(params), "branch", "-D", "old-layout"])
    yield from delete(params, look)


TASK = Task(
    name="ubuntu.merge_branch",
    description=(
        "On the desktop, in the Git repository ~/projects/{project}, merge the branch {branch} into main with a merge "
        "commit. Where the two differ in settings.ini, use the port from {branch}. Then give the merge commit the tag "
        "{tag}, and delete the branch {branch}; leave the other branches as they are."
    ),
    devices=("ubuntu",),
    parameters={
        "project": choice(("relay", "indexer", "gateway"), type="file_name"),
        "branch": choice(("more-workers", "bigger", "faster"), type="word"),
        "tag": choice(("v1.1", "v2.0", "release-3"), type="word"),
        "ours": integer(8001, 8499, 8080),
        "theirs": integer(8500, 8999, 8888),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={"merged": merge, "tagged": tag, "branch_gone": delete},
    footprint=footprint,
    alternatives={"by_hand": by_hand, "without_conflict": without_conflict},
    near_misses={
        "own_port": own_port,
        "marks_left": marks_left,
        "copied_over": copied_over,
        "tagged_too_early": tagged_too_early,
        "others_moved": others_moved,
        "others_deleted": others_deleted,
    },
    backends={"ubuntu": ("sim", "desktop")},
    version=4,
    tags=("terminal", "git"),
)
