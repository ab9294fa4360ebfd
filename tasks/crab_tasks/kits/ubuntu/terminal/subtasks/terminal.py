"""Terminal: sub-tasks."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import integer
from crab_gym.task.types import short_line
from crab_tasks.kits.footprints import may_make_file
from crab_tasks.kits.paths import file_path
from crab_tasks.kits.state import app_opened, whereabouts
from crab_tasks.kits.ubuntu.files.state import file_says
from crab_tasks.kits.ubuntu.terminal.moves import edit_with_vim, run_in_terminal
from crab_tasks.kits.ubuntu.terminal.state import edited_in_vim, log_lines, saved_and_left
from crab_tasks.kits.ubuntu.windows import soon
from crab_tasks.kits.values import as_typed

__all__ = ["COUNT_ERRORS", "NOTE_IN_FILE", "WRITE_WITH_VIM"]


def _file_is_new(devices: Devices, params: Params, rng: random.Random) -> None:
    devices.ubuntu.remove(params.file)


def _written_with_vim(params: Params) -> Sequence[Checkpoint]:
    """Vim; then the file, and then that vim was left."""
    return [
        whereabouts(id="in_vim", device="ubuntu", app="terminal", evaluator=check(edited_in_vim, path=params.file)),
        Checkpoint(
            id="saved",
            device="ubuntu",
            app="terminal",
            evaluator=check(file_says, path=params.file, kind=params.kinds["text"], value=params.text),
            after=("in_vim",),
        ),
        Checkpoint(
            id="left",
            device="ubuntu",
            app="terminal",
            evaluator=check(saved_and_left, path=params.file, kind=params.kinds["text"], value=params.text),
            after=("saved",),
            hold=False,
        ),
    ]


def _insert(params: Params) -> Iterator[Action]:
    """Types the text in vim."""
    yield action("ubuntu", "write_text", text="i")
    yield action("ubuntu", "write_text", text=as_typed(params, "text"))
    yield action("ubuntu", "press", key="escape")


def _open_vim(params: Params, look: Look) -> Iterator[Action]:
    yield from edit_with_vim(look, params.file)


def _save_in_vim(params: Params, look: Look) -> Iterator[Action]:
    """Writes and saves; vim is opened first if it was another part that had it open."""
    if not any(e.app == "terminal" and f'{params.file.rpartition("/")[2]}"' in e.text for e in look("ubuntu")):
        yield from edit_with_vim(look, params.file)
    yield from _insert(params)
    yield action("ubuntu", "write_text", text=":w\n")


def _leave_vim(params: Params, look: Look) -> Iterator[Action]:
    yield action("ubuntu", "write_text", text=":q\n")


def _vim_at_once(params: Params, look: Look) -> Iterator[Action]:
    """Saves and leaves with one command."""
    yield from edit_with_vim(look, params.file)
    yield from _insert(params)
    yield action("ubuntu", "write_text", text=":x\n")


def _vim_names_last(params: Params, look: Look) -> Iterator[Action]:
    """Starts vim without a file, and names the file when it saves."""
    yield from run_in_terminal("vim")
    yield from soon(lambda: any(e.app == "terminal" and "VIM - Vi IMproved" in e.text for e in look("ubuntu")))
    yield from _insert(params)
    yield action("ubuntu", "write_text", text=f":w {params.file}\n")
    yield action("ubuntu", "write_text", text=":q\n")


def _vim_not_saved(params: Params, look: Look) -> Iterator[Action]:
    """Leaves vim without saving."""
    yield from edit_with_vim(look, params.file)
    yield from _insert(params)
    yield action("ubuntu", "write_text", text=":q!\n")


WRITE_WITH_VIM = SubTask(
    name="terminal.write_with_vim",
    device="ubuntu",
    app="terminal",
    says="write {text} into the new file {file} with vim in the desktop's terminal, save it and leave vim",
    steps=(
        "in the desktop's terminal, run vim with {file}, press i, type {text}, press Escape, and enter :wq to save and "
        "leave"
    ),
    refers="the new file {file}",
    inputs={"file": file_path("aspen_21"), "text": short_line("Label the spare keys")},
    output="file",
    produce=lambda params: str(params.file),
    setup=_file_is_new,
    checkpoints=_written_with_vim,
    oracle={"in_vim": _open_vim, "saved": _save_in_vim, "left": _leave_vim},
    footprint=may_make_file,
    alternatives={"at_once": _vim_at_once, "names_last": _vim_names_last},
    near_misses={"not_saved": _vim_not_saved},
    crab=17,
    crab_inputs=("file", "text"),
    tags=("terminal", "vim"),
)


def _file_with_note(devices: Devices, params: Params, rng: random.Random) -> None:
    """The file has an older note, too."""
    rows = [f"Shelf {rng.randrange(2, 60)}", f"Old note: {params.old}", f"Note: {params.note}", "End of the file"]
    devices.ubuntu.write_file(params.file, "\n".join(rows) + "\n")


def _terminal_open(params: Params) -> Sequence[Checkpoint]:
    """The terminal is in front."""
    return [app_opened("terminal", "terminal_open", "ubuntu")]


def _print_file(params: Params, look: Look) -> Iterator[Action]:
    yield from run_in_terminal(["cat", params.file])


def _print_in_folder(params: Params, look: Look) -> Iterator[Action]:
    """Goes to the file's folder, prints the last lines there, and comes back."""
    folder, _, name = params.file.rpartition("/")
    yield from run_in_terminal(["cd", folder], ["tail", name], ["cd"])


def _print_line(params: Params, look: Look) -> Iterator[Action]:
    yield from run_in_terminal(["grep", "-n", "ote:", params.file])


NOTE_IN_FILE = SubTask(
    name="terminal.note_in_file",
    device="ubuntu",
    app="terminal",
    says="print the file {file} in the desktop's terminal and read the text after the word Note",
    steps="in the desktop's terminal, run cat with {file} and read the text after the word Note",
    refers="the text after the word Note in the file {file}, as the terminal prints it",
    inputs={"file": file_path("birch_34")},
    hidden={"note": short_line("Paint the garden chair"), "old": short_line("Wash both kettles")},
    output="line",
    called="text you read",
    produce=lambda params: str(params.note),
    setup=_file_with_note,
    checkpoints=_terminal_open,
    oracle={"terminal_open": _print_file},
    alternatives={"in_its_folder": _print_in_folder, "by_grep": _print_line},
    crab=18,
    crab_inputs=("file",),
    tags=("terminal", "files"),
)


def _log_to_count(devices: Devices, params: Params, rng: random.Random) -> None:
    devices.ubuntu.write_file(params.file, log_lines(rng, params.errors, params.warnings))


def _count_errors(params: Params, look: Look) -> Iterator[Action]:
    yield from run_in_terminal(["grep", "-c", " ERROR ", params.file])


def _count_levels(params: Params, look: Look) -> Iterator[Action]:
    """Counts the lines of each level."""
    yield from run_in_terminal(f"awk '{{ print $3 }}' {params.file} | sort | uniq -c")


def _number_errors(params: Params, look: Look) -> Iterator[Action]:
    """Numbers the lines that it prints."""
    yield from run_in_terminal(f"grep ERROR {params.file} | nl")


COUNT_ERRORS = SubTask(
    name="terminal.count_errors",
    device="ubuntu",
    app="terminal",
    says="count the lines of level ERROR in the log {file} in the desktop's terminal",
    steps="in the desktop's terminal, run grep -c with the word ERROR and {file} to count the lines of this level",
    refers="the number of lines of level ERROR that you count in the terminal in the log {file}",
    inputs={"file": file_path("cedar_45", ".log")},
    hidden={"errors": integer(2, 24, 7), "warnings": integer(2, 9, 4)},
    output="count",
    called="number of lines",
    produce=lambda params: int(params.errors),
    setup=_log_to_count,
    checkpoints=_terminal_open,
    oracle={"terminal_open": _count_errors},
    alternatives={"all_levels": _count_levels, "numbered": _number_errors},
    tags=("terminal", "files"),
)
