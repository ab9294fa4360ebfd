"""LibreOffice Writer: sub-tasks."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import partial

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.types import short_line, words
from crab_tasks.kits.footprints import may_change_file
from crab_tasks.kits.paths import name_of, path_like
from crab_tasks.kits.state import whereabouts
from crab_tasks.kits.ubuntu.document_files import writer_file
from crab_tasks.kits.ubuntu.libreoffice import open_by_command, open_document, open_in_files, save
from crab_tasks.kits.ubuntu.windows import window_in_front
from crab_tasks.kits.ubuntu.writer.state import line_added
from crab_tasks.kits.values import as_typed, date_ahead

__all__ = ["ADD_LINE", "INSPECTION_DATE"]

_STEMS = ("circular", "letter", "message", "notice", "reply")


def _open(params: Params, look: Look) -> Iterator[Action]:
    yield from open_document(look, "writer", params.file)


def _letter_open(params: Params) -> Checkpoint:
    opened = check(window_in_front, app="writer", title=name_of(params.file))
    return whereabouts(id="letter_open", device="ubuntu", app="writer", evaluator=opened)


def _notice(devices: Devices, params: Params, rng: random.Random) -> None:
    """Writes the letter; another date in it is that of the painting."""
    lines = [
        f"To all in house {rng.randint(2, 90)}",
        f"The lift will be inspected on {words('date', params.inspection)}.",
        f"The stairs will be painted on {words('date', params.painting)}.",
        "Please leave your bicycles outside.",
    ]
    devices.ubuntu.write_file(params.file, writer_file(lines))


def _opened(params: Params) -> Sequence[Checkpoint]:
    """The letter is open in Writer."""
    return [_letter_open(params)]


INSPECTION_DATE = SubTask(
    name="letters.inspection_date",
    device="ubuntu",
    app="writer",
    says="look up the date on which the lift will be inspected, in the letter {file}, with LibreOffice Writer on the "
    "desktop",
    steps="on the desktop, open {file} in LibreOffice Writer and read on which date the lift will be inspected",
    refers="the date of the inspection of the lift in the letter {file}",
    inputs={"file": path_like("/home/user/Documents/notice_19.odt", _STEMS)},
    hidden={"inspection": date_ahead("2026-12-03"), "painting": date_ahead("2026-12-10")},
    output="date",
    called="date of the inspection",
    produce=lambda params: str(params.inspection),
    setup=_notice,
    checkpoints=_opened,
    oracle={"letter_open": _open},
    alternatives={"in_files": partial(open_in_files, "writer"), "by_command": partial(open_by_command, "writer")},
    step_limit=45,
    tags=("office", "heavy"),
)

_LINES = ("To the neighbours", "We meet in the yard.", "Everybody brings a chair.")


def _given(devices: Devices, params: Params, rng: random.Random) -> None:
    devices.ubuntu.write_file(params.file, writer_file(_LINES))


def _added(params: Params) -> Sequence[Checkpoint]:
    """The letter is open; then it has the line at its end."""
    wanted = check(line_added, path=params.file, before=_LINES, kind=params.kinds["text"], value=params.text)
    return [
        _letter_open(params),
        Checkpoint(id="added", device="ubuntu", app="writer", evaluator=wanted, after=("letter_open",)),
    ]


def _write(params: Params, look: Look, text: str) -> Iterator[Action]:
    """Writes a text at the letter's end."""
    yield from _open(params, look)
    yield action("ubuntu", "hotkey", keys=["ctrl", "end"])
    yield action("ubuntu", "write_text", text=text)


def _add(params: Params, look: Look) -> Iterator[Action]:
    yield from _write(params, look, f"\n{as_typed(params, 'text')}")
    yield from save(look, "writer")


def _add_with_gap(params: Params, look: Look) -> Iterator[Action]:
    """Leaves an empty paragraph before the line and one behind it."""
    yield from _write(params, look, f"\n\n{as_typed(params, 'text')}\n")
    yield from save(look, "writer")


def _add_anew(params: Params, look: Look) -> Iterator[Action]:
    """Writes another line first, takes that back, and writes the right one."""
    yield from _write(params, look, "\nNot yet")
    yield action("ubuntu", "hotkey", keys=["shift", "home"])
    yield action("ubuntu", "write_text", text=as_typed(params, "text"))
    yield from save(look, "writer")


def _same_paragraph(params: Params, look: Look) -> Iterator[Action]:
    """Writes the text behind the last sentence."""
    yield from _write(params, look, f" {as_typed(params, 'text')}")
    yield from save(look, "writer")


def _all_in_bold(params: Params, look: Look) -> Iterator[Action]:
    """Makes the whole letter bold, too."""
    yield from _write(params, look, f"\n{as_typed(params, 'text')}")
    yield action("ubuntu", "hotkey", keys=["ctrl", "a"])
    yield action("ubuntu", "hotkey", keys=["ctrl", "b"])
    yield from save(look, "writer")


def _not_saved(params: Params, look: Look) -> Iterator[Action]:
    """Writes the line, but doesn't save the letter."""
    yield from _write(params, look, f"\n{as_typed(params, 'text')}")


ADD_LINE = SubTask(
    name="letters.add_line",
    device="ubuntu",
    app="writer",
    says="add {text} as a new paragraph at the end of the letter {file} with LibreOffice Writer on the desktop, and "
    "save the letter",
    steps="on the desktop, open {file} in LibreOffice Writer, add a paragraph at its end, type {text} into it, and "
    "save the letter under its name",
    inputs={
        "file": path_like("/home/user/Documents/circular_52.odt", _STEMS),
        "text": short_line("Bring ten candles"),
    },
    setup=_given,
    checkpoints=_added,
    oracle={"letter_open": _open, "added": _add},
    footprint=may_change_file,
    alternatives={"with_gap": _add_with_gap, "anew": _add_anew},
    near_misses={"same_paragraph": _same_paragraph, "all_in_bold": _all_in_bold, "not_saved": _not_saved},
    step_limit=60,
    tags=("office", "heavy"),
)
