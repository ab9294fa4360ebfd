"""Write a short letter in LibreOffice Writer from facts in a text file, and export it as a PDF file."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.parameters import choice, integer
from crab_sim.devices.footprints import Footprint
from crab_tasks.kits.footprints import new_file
from crab_tasks.kits.state import whereabouts
from crab_tasks.kits.ubuntu.documents import headings_are, pdf_is_headed, text_document_is
from crab_tasks.kits.ubuntu.files.state import HOME
from crab_tasks.kits.ubuntu.libreoffice import export_pdf, office, open_document, save, save_as, type_text
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal
from crab_tasks.kits.ubuntu.windows import window_in_front

EVENTS = ("Chess evening", "Seed swap", "Bicycle repair", "Reading circle", "Choir practice")
PLACES = ("the Old Mill", "the Elm Street hall", "the library", "room 12 of the school", "the boat house")
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday")


def facts(params: Params) -> dict[str, tuple[str, str, str, str]]:
    """Returns day, time, place and fee of each event."""
    dice = random.Random(params.facts)
    columns = [dice.sample(values, len(EVENTS)) for values in (DAYS, range(14, 21), PLACES, range(2, 12))]
    return {
        event: (day, f"{hour}:{dice.choice((15, 30, 45))}", place, f"{fee}.50")
        for event, day, hour, place, fee in zip(EVENTS, *columns, strict=True)
    }


def letter(params: Params, event: str) -> list[str]:
    """Returns the letter about an event: its heading and two paragraphs."""
    day, time, place, fee = facts(params)[event]
    return [event, f"We meet on {day} at {time} in {place}.", f"The fee is {fee} euros for each of us."]


def path(params: Params, ending: str) -> str:
    """Returns the path of a file to write."""
    return f"{HOME}/Documents/{params.file}.{ending}"


def neighbour(params: Params) -> str:
    """Returns another event."""
    return EVENTS[EVENTS.index(params.event) - 1]


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Writes the facts of all events, in any order."""
    rows = [f"{event}\n  " + "\n  ".join(
        f"{label}: {value}" for label, value in zip(("Day", "Time", "Place", "Fee"), facts(params)[event], strict=True)
    ) for event in rng.sample(EVENTS, len(EVENTS))]  # fmt: skip
    devices.ubuntu.write_file(f"{HOME}/Documents/events.txt", "\n".join(rows) + "\n")


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """Writer is opened, then the text saved, its heading made one, and the letter exported."""
    lines = letter(params, params.event)
    text, exported = (path(params, ending) for ending in ("odt", "pdf"))
    return [
        whereabouts(id="writer_open", device="ubuntu", app="writer", evaluator=check(window_in_front, app="writer")),
        Checkpoint(
            id="text_saved",
            device="ubuntu",
            app="writer",
            evaluator=check(text_document_is, path=text, lines=lines),
            after=("writer_open",),
        ),
        Checkpoint(
            id="heading_made",
            device="ubuntu",
            app="writer",
            evaluator=check(headings_are, path=text, headings=[(lines[0], 1)]),
            after=("text_saved",),
        ),
        Checkpoint(
            id="exported",
            device="ubuntu",
            app="writer",
            evaluator=check(pdf_is_headed, path=exported, lines=lines),
            after=("heading_made",),
        ),
    ]


def footprint(params: Params) -> Footprint:
    """The letter in both formats."""
    return [*new_file(path(params, "odt")), *new_file(path(params, "pdf"))]


def open_writer(params: Params, look: Look) -> Iterator[Action]:
    """Reads the facts, and opens Writer."""
    yield from run_in_terminal(["cat", f"{HOME}/Documents/events.txt"])
    yield from office(look, "writer")


def _write(params: Params, look: Look, event: str) -> Iterator[Action]:
    yield from office(look, "writer")
    yield from type_text(look, "writer", "\n".join(letter(params, event)))
    yield from save_as(look, "writer", path(params, "odt"))


def write_text(params: Params, look: Look) -> Iterator[Action]:
    """Types the letter, and saves it."""
    yield from _write(params, look, params.event)


def _turn_first_line(params: Params, look: Look, *keys: str) -> Iterator[Action]:
    """Selects the first line, gives it a look by its keys, and saves the letter."""
    yield from open_document(look, "writer", path(params, "odt"))
    yield action("ubuntu", "hotkey", keys=["ctrl", "home"])
    yield action("ubuntu", "hotkey", keys=["shift", "end"])
    yield action("ubuntu", "hotkey", keys=list(keys))
    yield from save(look, "writer")


def make_heading(params: Params, look: Look) -> Iterator[Action]:
    """Gives the first line the style Heading 1."""
    yield from _turn_first_line(params, look, "ctrl", "1")


def export(params: Params, look: Look) -> Iterator[Action]:
    """Exports the letter."""
    yield from open_document(look, "writer", path(params, "odt"))
    yield from export_pdf(look, "writer", path(params, "pdf"))


def other_event(params: Params, look: Look) -> Iterator[Action]:
    """Writes about another event."""
    yield from _write(params, look, neighbour(params))
    yield from make_heading(params, look)
    yield from export(params, look)


def bold_line(params: Params, look: Look) -> Iterator[Action]:
    """Makes the first line bold only."""
    yield from write_text(params, look)
    yield from _turn_first_line(params, look, "ctrl", "b")
    yield from export(params, look)


def renamed(params: Params, look: Look) -> Iterator[Action]:
    """Copies the document under the name of the PDF file."""
    yield from write_text(params, look)
    yield from make_heading(params, look)
    yield from run_in_terminal(["cp", path(params, "odt"), path(params, "pdf")])


def other_format(params: Params, look: Look) -> Iterator[Action]:
    """Saves the letter in another format, and gives that file the name."""
    yield from office(look, "writer")
    yield from type_text(look, "writer", "\n".join(letter(params, params.event)))
    yield action("ubuntu", "hotkey", keys=["ctrl", "home"])
    yield action("ubuntu", "hotkey", keys=["ctrl", "1"])
    yield from save_as(look, "writer", path(params, "docx"))
    yield from export_pdf(look, "writer", path(params, "pdf"))
    yield from run_in_terminal(["mv", path(params, "docx"), path(params, "odt")])


def exported_early(params: Params, look: Look) -> Iterator[Action]:
    """Exports before the heading is one, and not again."""
    yield from write_text(params, look)
    yield from export(params, look)
    yield from make_heading(params, look)


def exported_twice(params: Params, look: Look) -> Iterator[Action]:
    """Exports before the heading is one, deletes that, and exports again."""
    yield from write_text(params, look)
    yield from export(params, look)
    yield from run_in_terminal(["rm", path(params, "pdf")])
    yield from make_heading(params, look)
    yield from export(params, look)


def with_end(params: Params, look: Look) -> Iterator[Action]:
    """Leaves an empty paragraph at the end."""
    yield from office(look, "writer")
    yield from type_text(look, "writer", "\n".join([*letter(params, params.event), ""]))
    yield from save_as(look, "writer", path(params, "odt"))
    yield from make_heading(params, look)
    yield from export(params, look)


def with_gaps(params: Params, look: Look) -> Iterator[Action]:
    """Leaves an empty paragraph between the others."""
    yield from office(look, "writer")
    yield from type_text(look, "writer", "\n\n".join(letter(params, params.event)))
    yield from save_as(look, "writer", path(params, "odt"))
    yield from make_heading(params, look)
    yield from export(params, look)


TASK = Task(
    name="ubuntu.letter_pdf",
    description=(
        'The file ~/Documents/events.txt on the desktop describes several events. Write a letter about "{event}" in '
        'LibreOffice Writer: a heading in the style Heading 1 that reads "{event}" (without the quotes), then the '
        'paragraph "We meet on DAY at TIME in PLACE." and the paragraph "The fee is FEE euros for each of us.", with '
        "what the file says in place of the words in capitals. Write nothing else. Save the letter as "
        "~/Documents/{file}.odt, and export it as ~/Documents/{file}.pdf."
    ),
    devices=("ubuntu",),
    parameters={
        "event": choice(EVENTS, type="event_title"),
        "file": choice(("letter", "invitation", "circular"), type="file_name"),
        "facts": integer(0, 9999, 3, type="seed"),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={
        "writer_open": open_writer,
        "text_saved": write_text,
        "heading_made": make_heading,
        "exported": export,
    },
    footprint=footprint,
    alternatives={"exported_twice": exported_twice, "with_end": with_end},
    near_misses={
        "other_event": other_event, "bold_line": bold_line, "renamed": renamed, "other_format": other_format,
        "exported_early": exported_early, "with_gaps": with_gaps,
    },
    backends={"ubuntu": ("sim", "desktop")},
    oracle_steps=30,
    version=7,
    tags=("heavy", "office"),
)  # fmt: skip
