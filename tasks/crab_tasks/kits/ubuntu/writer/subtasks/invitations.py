"""LibreOffice Writer: sub-tasks."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import partial

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import choice, person
from crab_sim.devices.footprints import Footprint, may_change
from crab_tasks.kits.android.maps.state import VILLAGES
from crab_tasks.kits.footprints import may_change_file, new_file
from crab_tasks.kits.paths import name_of, path_like
from crab_tasks.kits.state import whereabouts
from crab_tasks.kits.ubuntu.document_files import writer_file
from crab_tasks.kits.ubuntu.libreoffice import (
    export_pdf,
    open_by_command,
    open_document,
    open_in_files,
    replace_all,
    save,
)
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal
from crab_tasks.kits.ubuntu.windows import window_in_front
from crab_tasks.kits.ubuntu.writer.state import GAP, LINES, filled_gap_exported, gap_filled, name_filled_in
from crab_tasks.kits.values import as_typed, date_ahead

__all__ = ["EXPORT", "FILL_IN_NAME", "PLACE"]

_STEMS = ("anniversary", "feast", "guests", "invitation", "welcome")


def _letter_open(path: str) -> Checkpoint:
    opened = check(window_in_front, app="writer", title=name_of(path))
    return whereabouts(id="letter_open", device="ubuntu", app="writer", evaluator=opened)


def _open(params: Params, look: Look) -> Iterator[Action]:
    yield from open_document(look, "writer", params.file)


def _two_places(devices: Devices, params: Params, rng: random.Random) -> None:
    """Writes the letter; another place in it is that of the year before."""
    lines = [
        f"To all {rng.randint(20, 90)} members",
        f"Last year we met in {params.old}, where it rained.",
        f"This year we meet in {params.place}, at the old mill.",
        "There is soup for everybody.",
    ]
    devices.ubuntu.write_file(params.file, writer_file(lines))


def _opened(params: Params) -> Sequence[Checkpoint]:
    """The letter is open in Writer."""
    return [_letter_open(params.file)]


PLACE = SubTask(
    name="invitations.place",
    device="ubuntu",
    app="writer",
    says="look up in which place the members meet this year, in the letter {file}, with LibreOffice Writer on the "
    "desktop",
    steps="on the desktop, open {file} in LibreOffice Writer and read in which place the members meet this year",
    refers="the place that the letter {file} names for this year's meeting",
    inputs={"file": path_like("/home/user/Documents/feast_34.odt", _STEMS)},
    hidden={
        "place": choice(tuple(VILLAGES), "Bendern", type="place"),
        "old": choice(tuple(VILLAGES), "Mäls", type="place"),
    },
    output="place",
    called="place of the meeting",
    produce=lambda params: str(params.place),
    setup=_two_places,
    checkpoints=_opened,
    oracle={"letter_open": _open},
    alternatives={"in_files": partial(open_in_files, "writer"), "by_command": partial(open_by_command, "writer")},
    step_limit=45,
    tags=("office", "heavy"),
)


def _for_nobody(devices: Devices, params: Params, rng: random.Random) -> None:
    devices.ubuntu.write_file(params.file, writer_file(LINES))


def _filled_in(params: Params) -> Sequence[Checkpoint]:
    """The letter is open; then the name is in it."""
    wanted = check(name_filled_in, path=params.file, name=params.name)
    filled = Checkpoint(id="filled_in", device="ubuntu", app="writer", evaluator=wanted, after=("letter_open",))
    return [_letter_open(params.file), filled]


def _replace(params: Params, look: Look, *pairs: tuple[str, str], whole: bool = False) -> Iterator[Action]:
    """Replaces some texts by others, all over the letter, and saves it."""
    yield from _open(params, look)
    for old, new in pairs:
        yield from replace_all(look, old, new, whole)
    yield from save(look, "writer")


def _fill_in(params: Params, look: Look) -> Iterator[Action]:
    """Replaces the word where it stands alone."""
    yield from _replace(params, look, ("NAME", params.name), whole=True)


def _fill_in_by_words(params: Params, look: Look) -> Iterator[Action]:
    """Replaces the word with those before it."""
    yield from _replace(params, look, ("Dear NAME", f"Dear {params.name}"), ("for NAME", f"for {params.name}"))


def _fill_in_all_and_mend(params: Params, look: Look) -> Iterator[Action]:
    """Replaces the word everywhere, and mends the last line."""
    yield from _replace(params, look, ("NAME", params.name), (f"{params.name}S of", "NAMES of"))


def _everywhere(params: Params, look: Look) -> Iterator[Action]:
    """Replaces the word in the longer one as well."""
    yield from _replace(params, look, ("NAME", params.name))


def _once(params: Params, look: Look) -> Iterator[Action]:
    """Replaces the word in one line only."""
    yield from _replace(params, look, ("Dear NAME", f"Dear {params.name}"))


def _not_saved(params: Params, look: Look) -> Iterator[Action]:
    yield from _open(params, look)
    yield from replace_all(look, "NAME", params.name, whole=True)


FILL_IN_NAME = SubTask(
    name="invitations.fill_in_name",
    device="ubuntu",
    app="writer",
    says='replace the word "NAME" by {name} wherever it stands alone in the letter {file} with LibreOffice Writer on '
    "the desktop, leave all other words as they are, and save the letter",
    steps='on the desktop, open {file} in LibreOffice Writer, replace the whole word "NAME" by {name} everywhere with '
    "Find and Replace, and save the letter under its name",
    inputs={
        "file": path_like("/home/user/Documents/invitation_77.odt", _STEMS),
        "name": person("Inês Holm"),
    },
    setup=_for_nobody,
    checkpoints=_filled_in,
    oracle={"letter_open": _open, "filled_in": _fill_in},
    footprint=may_change_file,
    alternatives={"by_words": _fill_in_by_words, "mended": _fill_in_all_and_mend},
    near_misses={"everywhere": _everywhere, "once": _once, "not_saved": _not_saved},
    step_limit=60,
    tags=("office", "heavy"),
)


def _with_gap(devices: Devices, params: Params, rng: random.Random) -> None:
    """Writes the letter, and takes away what has the PDF file's name."""
    devices.ubuntu.write_file(params.letter, writer_file(GAP))
    devices.ubuntu.remove(params.file)


def _exported(params: Params) -> Sequence[Checkpoint]:
    """The letter is open; then it has the date; then the PDF file has it, too."""
    return [
        _letter_open(params.letter),
        Checkpoint(
            id="dated",
            device="ubuntu",
            app="writer",
            evaluator=check(gap_filled, path=params.letter, kind=params.kinds["date"], value=params.date),
            after=("letter_open",),
        ),
        Checkpoint(
            id="exported",
            device="ubuntu",
            app="writer",
            evaluator=check(
                filled_gap_exported,
                path=params.file,
                source=params.letter,
                kind=params.kinds["date"],
                value=params.date,
            ),
            after=("dated",),
        ),
    ]


def _may_export(params: Params) -> Footprint:
    return [may_change("ubuntu", "file", ("content",), path=params.letter), *new_file(params.file)]


def _open_letter(params: Params, look: Look) -> Iterator[Action]:
    yield from open_document(look, "writer", params.letter)


def _date(params: Params, look: Look, text: str = "") -> Iterator[Action]:
    """Writes the date, or another text, into the letter, and saves it."""
    yield from _open_letter(params, look)
    yield from replace_all(look, "DATE", text or as_typed(params, "date"))
    yield from save(look, "writer")


def _date_letter(params: Params, look: Look) -> Iterator[Action]:
    yield from _date(params, look)


def _export(params: Params, look: Look) -> Iterator[Action]:
    yield from _open_letter(params, look)
    yield from export_pdf(look, "writer", params.file)


def _date_in_iso(params: Params, look: Look) -> Iterator[Action]:
    """Writes the date in digits, and exports the letter before it is saved."""
    yield from _open_letter(params, look)
    yield from replace_all(look, "DATE", params.date)
    yield from export_pdf(look, "writer", params.file)
    yield from save(look, "writer")


def _rename(params: Params, look: Look) -> Iterator[Action]:
    """Exports the letter under another name, and renames the file."""
    draft = "/home/user/Documents/not_named_yet.pdf"
    yield from _date(params, look)
    yield from export_pdf(look, "writer", draft)
    yield from run_in_terminal(["mv", draft, params.file])


def _too_early(params: Params, look: Look) -> Iterator[Action]:
    """Exports the letter before the date is in it."""
    yield from _export(params, look)
    yield from _date(params, look)


def _only_exported(params: Params, look: Look) -> Iterator[Action]:
    """Doesn't save the letter."""
    yield from _open_letter(params, look)
    yield from replace_all(look, "DATE", as_typed(params, "date"))
    yield from export_pdf(look, "writer", params.file)


def _two_dates(params: Params, look: Look) -> Iterator[Action]:
    """Writes another date beside the right one."""
    yield from _date(params, look, f"{as_typed(params, 'date')} or 1 May 2027")
    yield from _export(params, look)
    yield action("ubuntu", "press", key="escape")


EXPORT = SubTask(
    name="invitations.export",
    device="ubuntu",
    app="writer",
    says='write {date} in place of the word "DATE" in the letter {letter} with LibreOffice Writer on the desktop, save '
    "the letter, and export it as the PDF file {file}",
    steps='on the desktop, open {letter} in LibreOffice Writer, replace the word "DATE" by {date}, save the letter '
    "under its name, and export it as the PDF file {file}",
    refers="the PDF file {file} of the invitation",
    inputs={
        "date": date_ahead("2026-12-11"),
        "letter": path_like("/home/user/Documents/anniversary_63.odt", _STEMS),
        "file": path_like("/home/user/Documents/handout_24.pdf", ("handout", "notice", "poster", "print")),
    },
    output="file",
    produce=lambda params: str(params.file),
    setup=_with_gap,
    checkpoints=_exported,
    oracle={"letter_open": _open_letter, "dated": _date_letter, "exported": _export},
    footprint=_may_export,
    alternatives={"in_digits": _date_in_iso, "renamed": _rename},
    near_misses={"too_early": _too_early, "only_exported": _only_exported, "two_dates": _two_dates},
    step_limit=80,
    tags=("office", "heavy"),
)
