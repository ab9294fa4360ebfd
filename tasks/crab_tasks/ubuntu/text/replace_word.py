"""Replace a name throughout a letter in the text editor, and keep the old letter under another name."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.parameters import choice
from crab_sim.devices.footprints import Footprint
from crab_tasks.kits.footprints import new_file
from crab_tasks.kits.moves import nothing_more
from crab_tasks.kits.state import State, whereabouts
from crab_tasks.kits.ubuntu.files.state import HOME, file_is_edited
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal
from crab_tasks.kits.ubuntu.text_editor.moves import open_in_editor, rewrite_with_editor
from crab_tasks.kits.ubuntu.windows import window_in_front

LETTER = (
    "Dear {0},",
    "",
    "thank you for the long report. {0} is a fine place to work at,",
    "and the people of {0} made us welcome.",
    "",
    "The {0}-based team will hear from us in March.",
)


def old_path(params: Params) -> str:
    """Returns where the letter is."""
    return f"{HOME}/Documents/{params.file}.txt"


def new_path(params: Params) -> str:
    """Returns where the changed letter goes."""
    return f"{HOME}/Documents/{params.file}-{params.new.lower()}.txt"


def letter(name: str) -> list[str]:
    """Returns the lines of the letter with a name."""
    return [line.format(name) for line in LETTER]


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Writes the letter."""
    devices.ubuntu.write_file(old_path(params), "\n".join(letter(params.old)) + "\n")


def letters_are(state: State, old: tuple[str, Sequence[str]], new: tuple[str, Sequence[str]]) -> bool:
    """Both letters, each a path and its lines, are as they should be."""
    return all(file_is_edited(state, path, lines) for path, lines in (old, new))


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The letter in the editor; then the new letter; and the old one as it was."""
    return [
        whereabouts(
            id="in_editor",
            device="ubuntu",
            app="text_editor",
            evaluator=check(window_in_front, app="text_editor", title=f"{params.file}.txt"),
        ),
        Checkpoint(
            id="letter_saved",
            device="ubuntu",
            app="text_editor",
            evaluator=check(file_is_edited, path=new_path(params), lines=tuple(letter(params.new))),
            after=("in_editor",),
        ),
        Checkpoint(
            id="old_kept",
            device="ubuntu",
            app="text_editor",
            evaluator=check(
                letters_are, old=(old_path(params), letter(params.old)), new=(new_path(params), letter(params.new))
            ),
            after=("letter_saved",),
        ),
    ]


def footprint(params: Params) -> Footprint:
    """The changed letter."""
    return new_file(new_path(params))


def open_letter(params: Params, look: Look) -> Iterator[Action]:
    """Opens the letter in the editor."""
    yield from open_in_editor(old_path(params))


def rewrite(params: Params, look: Look) -> Iterator[Action]:
    """Types the letter with the new name, and saves it elsewhere."""
    yield action("ubuntu", "hotkey", keys=["ctrl", "a"])
    yield action("ubuntu", "write_text", text="\n".join(letter(params.new)))
    yield action("ubuntu", "hotkey", keys=["ctrl", "shift", "s"])
    yield action("ubuntu", "hotkey", keys=["ctrl", "a"])
    yield action("ubuntu", "write_text", text=new_path(params))
    yield action("ubuntu", "press", key="enter")


def once(params: Params, look: Look) -> Iterator[Action]:
    """Replaces the name in each line but the last."""
    yield from open_in_editor(old_path(params))
    text = [*letter(params.new)[:-1], letter(params.old)[-1]]
    yield from run_in_terminal(["cp", old_path(params), new_path(params)])
    yield from run_in_terminal(f"cat > {new_path(params)}", *text)
    yield action("ubuntu", "hotkey", keys=["ctrl", "d"])


def in_place(params: Params, look: Look) -> Iterator[Action]:
    """Changes both files."""
    yield from open_in_editor(old_path(params))
    yield from run_in_terminal(
        ["sed", "-i", f"s/{params.old}/{params.new}/g", old_path(params)], ["cp", old_path(params), new_path(params)]
    )


def by_command(params: Params, look: Look) -> Iterator[Action]:
    """Opens the letter, and replaces the name in the terminal."""
    yield from open_letter(params, look)
    yield from run_in_terminal(f"sed 's/{params.old}/{params.new}/g' {old_path(params)} > {new_path(params)}")


def copied_first(params: Params, look: Look) -> Iterator[Action]:
    """Copies the letter, and rewrites the copy with the editor."""
    yield from run_in_terminal(["cp", old_path(params), new_path(params)])
    yield from open_letter(params, look)
    yield from rewrite_with_editor(new_path(params), "\n".join(letter(params.new)))


TASK = Task(
    name="ubuntu.replace_word",
    description=(
        "On the desktop, open ~/Documents/{file}.txt in the text editor, replace {old} with {new} everywhere, and save "
        "the changed letter in the same folder, under the old name with a hyphen and {new} in lower-case letters added "
        "before .txt. Leave the old file as it is."
    ),
    devices=("ubuntu",),
    parameters={
        "file": choice(("letter", "thanks", "answer", "note"), type="file_name"),
        "old": choice(("Lindau", "Bregenz", "Rorschach"), type="place"),
        "new": choice(("Konstanz", "Meersburg", "Arbon"), type="place"),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={"in_editor": open_letter, "letter_saved": rewrite, "old_kept": nothing_more},
    footprint=footprint,
    alternatives={"by_command": by_command, "copied_first": copied_first},
    near_misses={"once": once, "in_place": in_place},
    backends={"ubuntu": ("sim", "desktop")},
    version=4,
    tags=("text",),
)
