"""Move one slide of a presentation to its end, delete another one, and export the slides, in LibreOffice Impress."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.parameters import choice, integer
from crab_sim.devices.footprints import Footprint, may_change
from crab_tasks.kits.footprints import new_file
from crab_tasks.kits.state import whereabouts
from crab_tasks.kits.ubuntu.files.state import HOME
from crab_tasks.kits.ubuntu.impress.moves import choose, focus_slide, turn_to
from crab_tasks.kits.ubuntu.impress.state import slides_are, slides_exported
from crab_tasks.kits.ubuntu.libreoffice import export_pdf, open_document, save, save_as, slides_file
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal
from crab_tasks.kits.ubuntu.windows import window_in_front

PARTS = ("Spring", "Summer", "Autumn", "Winter", "The tools", "The neighbours", "The birds")
LINES = (
    "The beds are dug", "We sow peas and beans", "The pond needs water", "The apples are picked", "Ivy grows slowly",
    "Leave the leaves alone", "Both gates are open", "A bench stands below", "The well is deep",
)  # fmt: skip


def slides(params: Params) -> list[tuple[str, list[str]]]:
    """Returns the slides that are given: titles, and lines below, of which one names the slide before."""
    dice = random.Random(params.order)
    inner = [params.last, params.gone]
    inner += dice.sample([part for part in PARTS if part not in inner], 3)
    dice.shuffle(inner)
    titles = ["A year in the garden", *inner, "Thank you"]
    lines = dice.sample(LINES, len(titles))
    return [
        (title, [lines[i], titles[i - 1]] if 1 < i < len(titles) - 1 else [lines[i]]) for i, title in enumerate(titles)
    ]


def number(params: Params, title: str) -> int:
    """Returns the number of a slide, counted from 1."""
    return 1 + [name for name, _ in slides(params)].index(title)


def wanted(params: Params) -> list[tuple[str, list[str]]]:
    """Returns the slides that are asked for."""
    kept = [row for row in slides(params) if row[0] not in (params.last, params.gone)]
    return [*kept, *[row for row in slides(params) if row[0] == params.last]]


def path(params: Params, ending: str) -> str:
    """Returns the path of the presentation, or of its export."""
    return f"{HOME}/Documents/{params.file}.{ending}"


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Writes the presentation beside another one with the same parts."""
    devices.ubuntu.write_file(path(params, "odp"), slides_file(slides(params)))
    others = slides(params)[1:]
    rng.shuffle(others)
    devices.ubuntu.write_file(f"{HOME}/Documents/{params.file}-short.odp", slides_file(others[:3]))


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The presentation is opened, then its slides are in their order, then they are exported."""
    opened = check(window_in_front, app="impress", title=f"{params.file}.odp")
    return [
        whereabouts(id="slides_open", device="ubuntu", app="impress", evaluator=opened),
        Checkpoint(
            id="reordered",
            device="ubuntu",
            app="impress",
            evaluator=check(slides_are, path=path(params, "odp"), slides=wanted(params)),
            after=("slides_open",),
        ),
        Checkpoint(
            id="exported",
            device="ubuntu",
            app="impress",
            evaluator=check(slides_exported, path=path(params, "pdf"), slides=wanted(params)),
            after=("reordered",),
        ),
    ]


def footprint(params: Params) -> Footprint:
    """The presentation, and its export."""
    return [may_change("ubuntu", "file", ("content",), path=path(params, "odp")), *new_file(path(params, "pdf"))]


def open_slides(params: Params, look: Look) -> Iterator[Action]:
    """Opens the presentation."""
    yield from open_document(look, "impress", path(params, "odp"))


def to_the_end(params: Params, look: Look, title: str) -> Iterator[Action]:
    """Moves a slide of the presentation as it is given to the end."""
    yield from turn_to(look, number(params, title), title)
    yield action("ubuntu", "hotkey", keys=["shift", "alt", "end"])  # Slide > Move > Slide to End


def _put_in_order(params: Params, look: Look) -> Iterator[Action]:
    """Deletes the one slide, and moves the other one."""
    yield from open_slides(params, look)
    yield from to_the_end(params, look, params.last)
    after = number(params, params.gone) > number(params, params.last)
    yield from turn_to(look, number(params, params.gone) - int(after), params.gone)
    yield from choose(look, "Slide", "Delete Slide")


def reorder(params: Params, look: Look) -> Iterator[Action]:
    """Deletes the one slide, moves the other one, and saves the presentation."""
    yield from _put_in_order(params, look)
    yield from save(look, "impress")


def export(params: Params, look: Look) -> Iterator[Action]:
    """Exports the slides."""
    yield from open_slides(params, look)
    yield from export_pdf(look, "impress", path(params, "pdf"))


def exported_first(params: Params, look: Look) -> Iterator[Action]:
    """Exports the slides as they are given, and reorders them afterwards."""
    yield from export(params, look)
    yield from reorder(params, look)


def swapped(params: Params, look: Look) -> Iterator[Action]:
    """Deletes the slide that was to be moved, and moves the other one."""
    yield from open_slides(params, look)
    yield from to_the_end(params, look, params.gone)
    after = number(params, params.last) > number(params, params.gone)
    yield from turn_to(look, number(params, params.last) - int(after), params.last)
    yield from choose(look, "Slide", "Delete Slide")
    yield from save(look, "impress")
    yield from export(params, look)


def hidden(params: Params, look: Look) -> Iterator[Action]:
    """Hides the slide instead of deleting it: the export is right, the presentation isn't."""
    yield from open_slides(params, look)
    yield from turn_to(look, number(params, params.gone), params.gone)
    yield from choose(look, "Slide", "Hide Slide")
    yield from to_the_end(params, look, params.last)
    yield from save(look, "impress")
    yield from export(params, look)


def other_hidden(params: Params, look: Look) -> Iterator[Action]:
    """Exports the slides, and hides another one before the presentation is saved."""
    yield from _put_in_order(params, look)
    yield from export_pdf(look, "impress", path(params, "pdf"))
    yield from turn_to(look, 2, wanted(params)[1][0])
    yield from choose(look, "Slide", "Hide Slide")
    yield from save(look, "impress")


def other_format(params: Params, look: Look) -> Iterator[Action]:
    """Saves the presentation in another format, and gives that file the name."""
    yield from _put_in_order(params, look)
    yield from export_pdf(look, "impress", path(params, "pdf"))
    yield from save_as(look, "impress", path(params, "pptx"))
    yield from run_in_terminal(["mv", path(params, "pptx"), path(params, "odp")])


def by_keys(params: Params, look: Look) -> Iterator[Action]:
    """Moves the slide by keys, one place after the other, and deletes the other one in the pane."""
    yield from open_slides(params, look)
    yield from focus_slide(look, number(params, params.gone), params.gone)
    yield action("ubuntu", "press", key="delete")
    at = number(params, params.last) - int(number(params, params.last) > number(params, params.gone))
    yield from turn_to(look, at, params.last)
    for _ in range(len(slides(params)) - 1 - at):
        yield action("ubuntu", "hotkey", keys=["shift", "alt", "pagedown"])
    yield from save(look, "impress")
    yield from export(params, look)


def cut_and_pasted(params: Params, look: Look) -> Iterator[Action]:
    """Cuts the slide and pastes it behind the last one; exports under another name, and renames the file."""
    draft = f"{HOME}/Documents/draft.pdf"
    yield from open_slides(params, look)
    yield from focus_slide(look, number(params, params.last), params.last)
    yield action("ubuntu", "hotkey", keys=["ctrl", "x"])
    yield action("ubuntu", "press", key="end")
    yield action("ubuntu", "hotkey", keys=["ctrl", "v"])
    after = number(params, params.gone) > number(params, params.last)
    yield from turn_to(look, number(params, params.gone) - int(after), params.gone)
    yield from choose(look, "Slide", "Delete Slide")
    yield from save(look, "impress")
    yield from export_pdf(look, "impress", draft)
    yield from run_in_terminal(["mv", draft, path(params, "pdf")])


TASK = Task(
    name="ubuntu.reorder_slides",
    description=(
        "The presentation ~/Documents/{file}.odp on the desktop has a slide for each part of a talk. In LibreOffice "
        'Impress, move the slide with the title "{last}" to the end, after all the others, and delete the slide with '
        'the title "{gone}". Leave all other slides and all texts as they are, and save the presentation under the '
        "same name. Then export all of its slides as ~/Documents/{file}.pdf."
    ),
    devices=("ubuntu",),
    parameters={
        "file": choice(("garden", "evening", "lecture"), type="file_name"),
        "last": choice(PARTS[:4], type="title"),
        "gone": choice(PARTS[4:], type="title"),
        "order": integer(0, 9999, 3, type="seed"),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={"slides_open": open_slides, "reordered": reorder, "exported": export},
    footprint=footprint,
    alternatives={"by_keys": by_keys, "cut_and_pasted": cut_and_pasted},
    near_misses={
        "exported_first": exported_first, "swapped": swapped, "hidden": hidden, "other_hidden": other_hidden,
        "other_format": other_format,
    },
    backends={"ubuntu": ("sim", "desktop")},
    oracle_steps=36,
    version=4,
    tags=("heavy", "office"),
)  # fmt: skip
