"""Give a slide of a presentation another title in LibreOffice Impress, and export the slides as a PDF file."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task
from crab_gym.task.parameters import choice, integer
from crab_sim.devices.footprints import Footprint, may_change
from crab_tasks.kits.footprints import new_file
from crab_tasks.kits.state import whereabouts
from crab_tasks.kits.ubuntu.files.state import HOME
from crab_tasks.kits.ubuntu.impress.moves import change_title, choose, turn_to
from crab_tasks.kits.ubuntu.impress.state import slides_are, slides_exported
from crab_tasks.kits.ubuntu.libreoffice import export_pdf, open_document, save, save_as, slides_file
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal
from crab_tasks.kits.ubuntu.windows import window_in_front

TITLES = ("Our plan", "Costs", "Next steps", "The team", "Open questions")
LINES = (
    "Three rooms are ready", "Two are still empty", "The roof is dry", "We need more chairs", "Tea is at four",
    "The lamps came today", "Half of it is done", "Please ask early", "The keys hang at the door",
)  # fmt: skip


def slides(params: Params) -> list[tuple[str, list[str]]]:
    """Returns the slides that are given: titles, and the lines below, one of which is the title of another slide."""
    dice = random.Random(params.order)
    titles = ["Welcome", *dice.sample(TITLES, len(TITLES))]
    lines = dice.sample(LINES, len(titles))
    return [(title, [titles[i - 2], lines[i]] if i > 1 else [lines[i]]) for i, title in enumerate(titles)]


def number(params: Params) -> int:
    """Returns the number of the slide to change, counted from 1."""
    return 1 + [title for title, _ in slides(params)].index(params.old)


def wanted(params: Params) -> list[tuple[str, list[str]]]:
    """Returns the slides that are asked for."""
    return [(params.new if title == params.old else title, lines) for title, lines in slides(params)]


def path(params: Params, ending: str) -> str:
    """Returns the path of the presentation, or of its export."""
    return f"{HOME}/Documents/{params.file}.{ending}"


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Writes the presentation beside an older one."""
    desktop = devices.ubuntu
    desktop.write_file(path(params, "odp"), slides_file(slides(params)))
    older = rng.sample(slides(params), 3)
    desktop.write_file(f"{HOME}/Documents/older.odp", slides_file(older))


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The presentation is opened; its slide gets the title; and all is exported."""
    opened = check(window_in_front, app="impress", title=params.file)
    changed = check(slides_are, path=path(params, "odp"), slides=wanted(params))
    return [
        whereabouts(id="slides_open", device="ubuntu", app="impress", evaluator=opened),
        Checkpoint(id="title_changed", device="ubuntu", app="impress", evaluator=changed, after=("slides_open",)),
        Checkpoint(
            id="exported",
            device="ubuntu",
            app="impress",
            evaluator=check(slides_exported, path=path(params, "pdf"), slides=wanted(params)),
            after=("title_changed",),
        ),
    ]


def footprint(params: Params) -> Footprint:
    """The presentation, and its export."""
    return [
        may_change("ubuntu", "file", ("content",), path=path(params, "odp")),
        *new_file(path(params, "pdf")),
    ]


def open_slides(params: Params, look: Look) -> Iterator[Action]:
    """Opens the presentation."""
    yield from open_document(look, "impress", path(params, "odp"))


def _retype(params: Params, look: Look, slide: int) -> Iterator[Action]:
    yield from open_slides(params, look)
    yield from change_title(look, slide, slides(params)[slide - 1][0], params.new)


def _change(params: Params, look: Look, slide: int) -> Iterator[Action]:
    yield from _retype(params, look, slide)
    yield from save(look, "impress")


def change(params: Params, look: Look) -> Iterator[Action]:
    """Changes the title, and saves the presentation."""
    yield from _change(params, look, number(params))


def export(params: Params, look: Look) -> Iterator[Action]:
    """Exports the slides."""
    yield from open_slides(params, look)
    yield from export_pdf(look, "impress", path(params, "pdf"))


def other_slide(params: Params, look: Look) -> Iterator[Action]:
    """Changes the title of the slide before."""
    yield from _change(params, look, number(params) - 1)
    yield from export(params, look)


def exported_first(params: Params, look: Look) -> Iterator[Action]:
    """Exports the slides as they are given, and changes the title afterwards."""
    yield from export(params, look)
    yield from change(params, look)


def other_hidden(params: Params, look: Look) -> Iterator[Action]:
    """Exports the slides, and hides another one before the presentation is saved."""
    other = 2 + (number(params) - 1) % len(TITLES)
    yield from _retype(params, look, number(params))
    yield from export_pdf(look, "impress", path(params, "pdf"))
    yield from turn_to(look, other, wanted(params)[other - 1][0])
    yield from choose(look, "Slide", "Hide Slide")
    yield from save(look, "impress")


def other_format(params: Params, look: Look) -> Iterator[Action]:
    """Saves the presentation in another format, and gives that file the name."""
    yield from _retype(params, look, number(params))
    yield from export_pdf(look, "impress", path(params, "pdf"))
    yield from save_as(look, "impress", path(params, "pptx"))
    yield from run_in_terminal(["mv", path(params, "pptx"), path(params, "odp")])


def exported_twice(params: Params, look: Look) -> Iterator[Action]:
    """Exports the slides as they are given first, deletes that, and exports again."""
    yield from exported_first(params, look)
    yield from run_in_terminal(["rm", path(params, "pdf")])
    yield from export(params, look)


def renamed(params: Params, look: Look) -> Iterator[Action]:
    """Exports under another name, and renames the file."""
    draft = f"{HOME}/Documents/draft.pdf"
    yield from change(params, look)
    yield from export_pdf(look, "impress", draft)
    yield from run_in_terminal(["mv", draft, path(params, "pdf")])


TASK = Task(
    name="ubuntu.slides_pdf",
    description=(
        'One slide of the presentation ~/Documents/{file}.odp on the desktop has the title "{old}". In LibreOffice '
        'Impress, change this title to "{new}" (without the quotes), leave all other texts as they are, and save the '
        "presentation under the same name. Then export all slides as ~/Documents/{file}.pdf."
    ),
    devices=("ubuntu",),
    parameters={
        "file": choice(("talk", "report", "lecture"), type="file_name"),
        "old": choice(TITLES, type="title"),
        "new": choice(("What we want", "The budget", "From here on", "Who does what"), type="title"),
        "order": integer(0, 9999, 8, type="seed"),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={"slides_open": open_slides, "title_changed": change, "exported": export},
    footprint=footprint,
    alternatives={"exported_twice": exported_twice, "renamed": renamed},
    near_misses={
        "other_slide": other_slide, "exported_first": exported_first, "other_hidden": other_hidden,
        "other_format": other_format,
    },
    backends={"ubuntu": ("sim", "desktop")},
    oracle_steps=32,
    version=6,
    tags=("heavy", "office"),
)  # fmt: skip
