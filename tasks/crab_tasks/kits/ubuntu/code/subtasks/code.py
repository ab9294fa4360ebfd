"""Visual Studio Code: moves, and a sub-task that saves what is pasted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_tasks.kits.footprints import may_make_file
from crab_tasks.kits.paths import file_path
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.ubuntu.clipboard import content, paste, pasted_is, prepare_paste
from crab_tasks.kits.ubuntu.code.moves import keys
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal
from crab_tasks.kits.ubuntu.windows import choose_file, dialog, start, window

__all__ = ["PASTE"]


def _pasted(params: Params) -> Sequence[Checkpoint]:
    """The editor; then the file."""
    pasted = check(pasted_is, path=params.file, text=params.content)
    return [
        app_opened("code", "code_open", "ubuntu"),
        Checkpoint(id="saved", device="ubuntu", app="code", evaluator=pasted, after=("code_open",)),
    ]


def _open(params: Params, look: Look) -> Iterator[Action]:
    yield from start("Visual Studio Code")
    yield from window(look, app="code")


def _new_text(look: Look) -> Iterator[Action]:
    yield from start("Visual Studio Code")
    yield from window(look, app="code")
    yield keys("ctrl", "n")
    yield from window(look, "Untitled", "code")


def _save(params: Params, look: Look) -> Iterator[Action]:
    yield from dialog(look, "Save As", "code", ("ctrl", "s"))
    yield from choose_file(look, params.file)
    yield from window(look, params.file.rpartition("/")[2], "code")


def _paste(params: Params, look: Look) -> Iterator[Action]:
    yield from _new_text(look)
    yield paste()
    yield from _save(params, look)


def _paste_over(params: Params, look: Look) -> Iterator[Action]:
    """Types something, and pastes over it."""
    yield from _new_text(look)
    yield action("ubuntu", "write_text", text="Draft")
    yield keys("ctrl", "a")
    yield paste()
    yield from _save(params, look)


def _paste_into_empty_file(params: Params, look: Look) -> Iterator[Action]:
    """Makes an empty file in the terminal, and opens it from there."""
    yield from run_in_terminal(["touch", params.file], ["code", params.file])
    yield from window(look, params.file.rpartition("/")[2], "code")
    yield paste()
    yield keys("ctrl", "s")


def _pasted_not_saved(params: Params, look: Look) -> Iterator[Action]:
    """Leaves the text in the editor's window."""
    yield from _new_text(look)
    yield paste()


def _saved_before_pasting(params: Params, look: Look) -> Iterator[Action]:
    """Pastes into the file, but saves it before only."""
    yield from _new_text(look)
    yield from _save(params, look)
    yield paste()


PASTE = SubTask(
    name="code.paste",
    device="ubuntu",
    app="code",
    says="in the desktop's Visual Studio Code, paste {content} into a new text and save that as the new file {file}",
    steps="on the desktop, open Visual Studio Code, make a new file, paste {content} and save it as {file}",
    refers="the new file {file}",
    inputs={"content": content("Collect both kettles"), "file": file_path("rowan_35", ".py")},
    output="file",
    produce=lambda params: str(params.file),
    setup=prepare_paste,
    checkpoints=_pasted,
    oracle={"code_open": _open, "saved": _paste},
    footprint=may_make_file,
    alternatives={"over_a_draft": _paste_over, "into_empty_file": _paste_into_empty_file},
    near_misses={"not_saved": _pasted_not_saved, "saved_before": _saved_before_pasting},
    step_limit=60,
    crab=34,
    crab_inputs=("file",),
    tags=("heavy", "editor", "files"),
)
