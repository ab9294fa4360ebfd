"""Sub-tasks about repositories with git in the desktop's terminal: two look something up, one commits a file."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask
from crab_gym.task.parameters import integer, person
from crab_gym.task.types import short_line
from crab_sim.devices.footprints import Footprint
from crab_tasks.kits.paths import folder_path
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.ubuntu.git import Revision, committed_as, may_change_history, revision_ids, write_repository
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal
from crab_tasks.kits.values import another, as_typed

__all__ = ["COMMIT", "LATEST_AUTHOR", "MESSAGE_ON_BRANCH"]

_FILE = "plan.txt"
_START = 1_789_000_000
_DAY = 86_400


def _terminal_open(params: Params) -> Sequence[Checkpoint]:
    """The terminal is in front."""
    return [app_opened("terminal", "terminal_open", "ubuntu")]


def _git(params: Params, *words: str) -> list[str]:
    return ["git", "--no-pager", "-C", params.folder, *words]


# Who has made the latest commit ---------------------------------------------------------------------------------------


def _address(name: str) -> str:
    return f"{name} <{name.split()[0].casefold()}@example.com>"


def _by_three(devices: Devices, params: Params, rng: random.Random) -> None:
    """Two others have made the commits before."""
    names = [params.name]
    for _ in range(2):
        names.insert(0, another(person(), rng, *names))
    history = [
        Revision(
            {_FILE: "\n".join(["Plan", *map(str, range(i + 1))]) + "\n"}, f"Step {i + 1} of the plan",
            (i - 1,) if i else (), _START + i * _DAY, _address(name),
        )
        for i, name in enumerate(names)
    ]  # fmt: skip
    devices.ubuntu.remove(params.folder)
    write_repository(devices.ubuntu, params.folder, history, {"main": 2})


def _log_one(params: Params, look: Look) -> Iterator[Action]:
    yield from run_in_terminal(_git(params, "log", "-1"))


def _log_names(params: Params, look: Look) -> Iterator[Action]:
    """Prints the names of all authors, the latest first."""
    yield from run_in_terminal(_git(params, "log", "--format=%an"))


def _log_in_folder(params: Params, look: Look) -> Iterator[Action]:
    """Goes to the folder, shows the latest commit there, and comes back."""
    yield from run_in_terminal(["cd", params.folder], "git --no-pager show --stat", ["cd"])


LATEST_AUTHOR = SubTask(
    name="repositories.latest_author",
    device="ubuntu",
    app="terminal",
    says="look up with git in the desktop's terminal who has made the latest commit in the repository {folder}",
    steps="in the desktop's terminal, run git log in the folder {folder} and read the author of the latest commit",
    refers="the person who has made the latest commit in the repository {folder}",
    inputs={"folder": folder_path("aspen_52", "Documents/")},
    hidden={"name": person("Jonas Fontaine")},
    output="person_name",
    called="commit's author",
    produce=lambda params: str(params.name),
    setup=_by_three,
    checkpoints=_terminal_open,
    oracle={"terminal_open": _log_one},
    alternatives={"names_only": _log_names, "in_its_folder": _log_in_folder},
    tags=("terminal", "programming", "git"),
)

# What a commit says ---------------------------------------------------------------------------------------------------

_BRANCH = "next"


def _two_branches(devices: Devices, params: Params, rng: random.Random) -> None:
    """Another message is that of the branch main."""
    first = Revision({_FILE: "Plan\n"}, "Begin the plan", (), _START)
    here = Revision({_FILE: "Plan\nhere\n"}, params.other, (0,), _START + 2 * _DAY)
    there = Revision({_FILE: "Plan\nthere\n"}, params.message, (0,), _START + _DAY)
    devices.ubuntu.remove(params.folder)
    write_repository(devices.ubuntu, params.folder, [first, here, there], {"main": 1, _BRANCH: 2})


def _log_branch(params: Params, look: Look) -> Iterator[Action]:
    yield from run_in_terminal(_git(params, "log", "-1", _BRANCH))


def _list_branches(params: Params, look: Look) -> Iterator[Action]:
    """Lists the branches with their latest messages."""
    yield from run_in_terminal(_git(params, "branch", "-v"))


def _log_lines(params: Params, look: Look) -> Iterator[Action]:
    """Prints the branch's messages, one on each line."""
    yield from run_in_terminal(_git(params, "log", "--oneline", _BRANCH))


MESSAGE_ON_BRANCH = SubTask(
    name="repositories.message_on_branch",
    device="ubuntu",
    app="terminal",
    says="look up with git in the desktop's terminal the message of the latest commit on the branch next of the "
    "repository {folder}",
    steps="in the desktop's terminal, run git log with the branch next in the folder {folder} and read the message of "
    "the latest commit",
    refers="the message of the latest commit on the branch next of the repository {folder}",
    inputs={"folder": folder_path("birch_74", "Documents/")},
    hidden={"message": short_line("Measure both kettles"), "other": short_line("Paint ten candles")},
    output="line",
    called="commit message",
    produce=lambda params: str(params.message),
    setup=_two_branches,
    checkpoints=_terminal_open,
    oracle={"terminal_open": _log_branch},
    alternatives={"branches": _list_branches, "one_line": _log_lines},
    tags=("terminal", "programming", "git"),
)

# Committing -----------------------------------------------------------------------------------------------------------


def _history(params: Params) -> list[Revision]:
    files = {_FILE: f"Plan {params.number}\n", "people.txt": "Otto\nPaula\n"}
    return [Revision(files, "Begin the plan", (), _START)]


def _lines(params: Params) -> list[str]:
    return [f"Plan {params.number}", "Ask Paula about it"]


def _changed(devices: Devices, params: Params, rng: random.Random) -> None:
    """A file has changed, and another one is new, which isn't to be committed."""
    desktop = devices.ubuntu
    desktop.remove(params.folder)
    write_repository(desktop, params.folder, _history(params), {"main": 0})
    desktop.write_file(f"{params.folder}/{_FILE}", "\n".join(_lines(params)) + "\n")
    desktop.write_file(f"{params.folder}/draft.txt", "Not yet\n")


def _committed(params: Params) -> Sequence[Checkpoint]:
    """The terminal; then the commit."""
    right = check(
        committed_as,
        root=params.folder,
        base=revision_ids(_history(params))[0],
        kind=params.kinds["text"],
        value=params.text,
        files={_FILE: _lines(params), "people.txt": ["Otto", "Paula"]},
    )
    return [
        app_opened("terminal", "terminal_open", "ubuntu"),
        Checkpoint(id="committed", device="ubuntu", app="terminal", evaluator=right, after=("terminal_open",)),
    ]


def _may_commit(params: Params) -> Footprint:
    return may_change_history(params.folder)


def _status(params: Params, look: Look) -> Iterator[Action]:
    yield from run_in_terminal(_git(params, "status"))


def _commit(params: Params, look: Look) -> Iterator[Action]:
    yield from run_in_terminal(_git(params, "add", _FILE), _git(params, "commit", "-m", as_typed(params, "text")))


def _commit_changes(params: Params, look: Look) -> Iterator[Action]:
    """Commits what has changed with one command."""
    yield from run_in_terminal(_git(params, "commit", "-am", as_typed(params, "text")))


def _commit_in_folder(params: Params, look: Look) -> Iterator[Action]:
    """Names the file as it commits it, in the folder."""
    yield from run_in_terminal(["cd", params.folder], ["git", "commit", "-m", as_typed(params, "text"), _FILE], ["cd"])


def _commit_all(params: Params, look: Look) -> Iterator[Action]:
    """Commits the draft, too."""
    yield from run_in_terminal(_git(params, "add", "."), _git(params, "commit", "-m", as_typed(params, "text")))


def _only_staged(params: Params, look: Look) -> Iterator[Action]:
    yield from run_in_terminal(_git(params, "add", _FILE))


COMMIT = SubTask(
    name="repositories.commit",
    device="ubuntu",
    app="terminal",
    says="commit the change of the file plan.txt in the repository {folder} with git in the desktop's terminal, and "
    "use {text} as the message",
    steps="in the desktop's terminal, run git add with plan.txt in the folder {folder}, and then git commit with "
    "-m and {text} as the message",
    inputs={"folder": folder_path("elm_39", "Documents/"), "text": short_line("Repair the spare keys")},
    hidden={"number": integer(100, 999, 274)},
    setup=_changed,
    checkpoints=_committed,
    oracle={"terminal_open": _status, "committed": _commit},
    footprint=_may_commit,
    alternatives={"changes": _commit_changes, "in_its_folder": _commit_in_folder},
    near_misses={"draft_too": _commit_all, "only_staged": _only_staged},
    tags=("terminal", "programming", "git"),
)
