"""Correct a misspelt word in the last commit: in a file with vim, and in the commit's message."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.parameters import choice
from crab_sim.devices.footprints import Footprint, may_change
from crab_tasks.kits.state import whereabouts
from crab_tasks.kits.ubuntu.files.state import HOME, file_is
from crab_tasks.kits.ubuntu.git import Revision, committed, may_change_history, revision_ids, write_repository
from crab_tasks.kits.ubuntu.terminal.moves import edit_with_vim, run_in_terminal
from crab_tasks.kits.ubuntu.terminal.state import edited_in_vim

WORDS = {
    "recieve": ("receive", "All shops {} the list on Mondays.", "Tell which shops {} the list"),
    "seperate": ("separate", "Use a {} folder for each year.", "Ask for a {} folder"),
    "adress": ("address", "Write the {} into one line.", "Explain where the {} goes"),
    "calender": ("calendar", "The {} begins with Monday.", "Say how the {} begins"),
}
"""Misspelt words: each with its right spelling, a line of the file, and the message of the commit."""
README = "# {project}\n\nSorts the lists of the shops.\n{line}\nRun it with `make sort`.\n"
NOTES = "To do\n- ask Kim for the old lists\n"


def root(params: Params) -> str:
    """Returns the repository."""
    return f"{HOME}/projects/{params.project}"


def readme(params: Params) -> str:
    """Returns the path of the file that has the word."""
    return f"{root(params)}/README.md"


def right(params: Params) -> str:
    """Returns the word as it is spelt."""
    return WORDS[params.wrong][0]


def files(params: Params, word: str) -> dict[str, str]:
    """Returns the files of the last commit with one of the spellings."""
    line = WORDS[params.wrong][1].format(word)
    return {
        "README.md": README.format(project=params.project, line=line), "notes.txt": NOTES,
        "Makefile": "sort:\n\tsort lists/*.txt\n",
    }  # fmt: skip


def message(params: Params, word: str) -> str:
    """Returns the message of the last commit with one of the spellings."""
    return WORDS[params.wrong][2].format(word)


def history(params: Params) -> list[Revision]:
    """Returns the repository's commits."""
    last = files(params, params.wrong)
    before = {**last, "README.md": f"# {params.project}\n\nSorts the lists of the shops.\n"}
    return [
        Revision({"notes.txt": "To do\n"}, "Begin"),
        Revision(before, "Sort the lists", (0,), 1_790_100_000),
        Revision(last, message(params, params.wrong), (1,), 1_790_200_000),
    ]


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Writes the repository, and a change of the notes that isn't committed."""
    write_repository(devices.ubuntu, root(params), history(params), {"main": 2})
    devices.ubuntu.write_file(f"{root(params)}/notes.txt", f"{NOTES}- read the lists of {params.project} again\n")


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """Vim; then the corrected file; then the corrected commit instead of the last one."""
    wanted = {path: tuple(text.rstrip().split("\n")) for path, text in files(params, right(params)).items()}
    amended = check(
        committed,
        root=root(params),
        base=revision_ids(history(params))[1],
        message=message(params, right(params)),
        files=wanted,
        written=history(params)[2].time,
    )
    corrected = check(file_is, path=readme(params), lines=wanted["README.md"])
    return [
        whereabouts(id="in_vim", device="ubuntu", app="terminal", evaluator=check(edited_in_vim, path=readme(params))),
        Checkpoint(id="corrected", device="ubuntu", app="terminal", evaluator=corrected, after=("in_vim",)),
        Checkpoint(id="amended", device="ubuntu", app="terminal", evaluator=amended, after=("corrected",)),
    ]


def footprint(params: Params) -> Footprint:
    """The file that has the word, and the history."""
    return [may_change("ubuntu", "file", ("content",), path=readme(params)), *may_change_history(root(params))]


def open_vim(params: Params, look: Look) -> Iterator[Action]:
    """Opens the file in vim."""
    yield from edit_with_vim(look, readme(params))


def correct(params: Params, look: Look) -> Iterator[Action]:
    """Corrects the word, and leaves vim."""
    yield action("ubuntu", "write_text", text=f":%s/{params.wrong}/{right(params)}/\n")
    yield action("ubuntu", "write_text", text=":wq\n")


def amend(params: Params, look: Look) -> Iterator[Action]:
    """Adds the file to the last commit, under another message."""
    yield from run_in_terminal(
        ["cd", root(params)], ["git", "add", "README.md"],
        ["git", "commit", "--amend", "-m", message(params, right(params))],
    )  # fmt: skip


def in_its_editor(params: Params, look: Look) -> Iterator[Action]:
    """Corrects the message in vim as well, which git starts."""
    change = f":%s/{params.wrong}/{right(params)}/"
    yield from edit_with_vim(look, readme(params), change, ":x")
    yield from run_in_terminal(
        ["cd", root(params)], ["git", "-c", "core.editor=vim", "commit", "--amend", "README.md"], change, ":x"
    )


def undone_first(params: Params, look: Look) -> Iterator[Action]:
    """Takes the last commit back but not its changes, and commits them anew."""
    yield from edit_with_vim(look, readme(params), f":g/{params.wrong}/s//{right(params)}/", ":wq")
    yield from run_in_terminal(
        ["cd", root(params)], ["git", "reset", "--soft", "HEAD~1"], ["git", "add", "README.md"],
        ["git", "commit", "-m", message(params, right(params))],
    )  # fmt: skip


def _corrected(params: Params, look: Look, *commands: list[str]) -> Iterator[Action]:
    """Corrects the file, and gives commands in the repository."""
    yield from open_vim(params, look)
    yield from correct(params, look)
    yield from run_in_terminal(["cd", root(params)], *commands)


def another_commit(params: Params, look: Look) -> Iterator[Action]:
    """Commits the correction behind the last commit."""
    yield from _corrected(params, look, ["git", "commit", "-m", message(params, right(params)), "README.md"])


def message_only(params: Params, look: Look) -> Iterator[Action]:
    """Corrects the file, but only the message in the commit."""
    yield from _corrected(params, look, ["git", "commit", "--amend", "-m", message(params, right(params))])


def file_only(params: Params, look: Look) -> Iterator[Action]:
    """Leaves the message as it is."""
    yield from _corrected(params, look, ["git", "commit", "--amend", "--no-edit", "README.md"])


def with_the_notes(params: Params, look: Look) -> Iterator[Action]:
    """Commits everything that has changed."""
    yield from _corrected(params, look, ["git", "commit", "-a", "--amend", "-m", message(params, right(params))])


def by_stream_editor(params: Params, look: Look) -> Iterator[Action]:
    """Changes the file with sed instead of vim."""
    yield from run_in_terminal(["sed", "-i", f"s/{params.wrong}/{right(params)}/", readme(params)])
    yield from amend(params, look)


TASK = Task(
    name="ubuntu.amend_commit",
    description=(
        "The last commit in the Git repository ~/projects/{project} on the desktop has the misspelt word “{wrong}”, "
        "once in README.md and once in the commit message. Correct it in README.md with vim in the terminal, and amend "
        "the commit so that the word is right in both the file and the message. It should stay a single commit, and "
        "nothing else in it should change. Leave the change in notes.txt as it is, neither staged nor committed."
    ),
    devices=("ubuntu",),
    parameters={
        "project": choice(("relay", "ledger", "market"), type="file_name"),
        "wrong": choice(tuple(WORDS), type="word"),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={"in_vim": open_vim, "corrected": correct, "amended": amend},
    footprint=footprint,
    alternatives={"in_its_editor": in_its_editor, "undone_first": undone_first},
    near_misses={
        "another_commit": another_commit, "message_only": message_only, "file_only": file_only,
        "with_the_notes": with_the_notes, "by_stream_editor": by_stream_editor,
    },
    backends={"ubuntu": ("sim", "desktop")},
    version=5,
    tags=("terminal", "vim", "git"),
)  # fmt: skip
