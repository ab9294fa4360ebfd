"""LibreOffice Impress: sub-tasks."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import partial

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import integer
from crab_gym.task.types import short_line
from crab_tasks.kits.footprints import may_change_file, may_make_file
from crab_tasks.kits.paths import path_like
from crab_tasks.kits.state import whereabouts
from crab_tasks.kits.ubuntu.impress.moves import change_title, choose, focus_slide, turn_to
from crab_tasks.kits.ubuntu.impress.state import HELD, REST, retitled, slides_are, slides_exported
from crab_tasks.kits.ubuntu.libreoffice import (
    export_pdf,
    open_by_command,
    open_document,
    open_in_files,
    save,
    slides_file,
)
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal
from crab_tasks.kits.ubuntu.windows import window_in_front
from crab_tasks.kits.values import as_typed

__all__ = ["COUNT", "DELETE_SLIDE", "EXPORT", "RETITLE"]

_Slides = list[tuple[str, list[str]]]
_STEMS = ("course", "lesson", "poster", "report", "review", "workshop")


def _open(params: Params, look: Look) -> Iterator[Action]:
    yield from open_document(look, "impress", params.file)


def _slides_open(path: str) -> Checkpoint:
    opened = check(window_in_front, app="impress", title=path.rpartition("/")[2])
    return whereabouts(id="slides_open", device="ubuntu", app="impress", evaluator=opened)


_TOPICS = (
    "Bees", "Clouds", "Dunes", "Forests", "Glaciers", "Hedges", "Islands", "Lakes", "Marshes", "Meadows", "Ponds",
    "Rivers", "Springs", "Storms", "Tides",
)  # fmt: skip


def _many(devices: Devices, params: Params, rng: random.Random) -> None:
    """Writes the presentation; its first slide tells how many slides another one had."""
    slides: _Slides = [("The year outdoors", [f"Last year we had {params.before} slides."])]
    slides += [(topic, [f"See page {rng.randint(20, 90)}"]) for topic in rng.sample(_TOPICS, params.slides - 1)]
    devices.ubuntu.write_file(params.file, slides_file(slides))


def _opened(params: Params) -> Sequence[Checkpoint]:
    """The presentation is open."""
    return [_slides_open(params.file)]


COUNT = SubTask(
    name="lectures.count",
    device="ubuntu",
    app="impress",
    says="look up how many slides the presentation {file} has with LibreOffice Impress on the desktop",
    steps="on the desktop, open {file} in LibreOffice Impress and read how many slides it has",
    refers="the number of slides of the presentation {file}",
    inputs={"file": path_like("/home/user/Documents/course_29.odp", _STEMS)},
    hidden={"slides": integer(3, 16, 6), "before": integer(17, 40, 21)},
    output="count",
    called="number of slides",
    produce=lambda params: int(params.slides),
    setup=_many,
    checkpoints=_opened,
    oracle={"slides_open": _open},
    alternatives={"in_files": partial(open_in_files, "impress"), "by_command": partial(open_by_command, "impress")},
    step_limit=45,
    tags=("office", "heavy"),
)


_TITLE = "A title is missing"


def _untitled(devices: Devices, params: Params, rng: random.Random) -> None:
    devices.ubuntu.write_file(params.file, slides_file([(_TITLE, HELD), *REST]))


def _titled(params: Params) -> Sequence[Checkpoint]:
    """The presentation is open; then its first slide has the title."""
    wanted = check(retitled, path=params.file, kind=params.kinds["text"], value=params.text)
    done = Checkpoint(id="retitled", device="ubuntu", app="impress", evaluator=wanted, after=("slides_open",))
    return [_slides_open(params.file), done]


def _retitle(params: Params, look: Look) -> Iterator[Action]:
    yield from _open(params, look)
    yield from change_title(look, 1, _TITLE, as_typed(params, "text"))
    yield from save(look, "impress")


def _retitle_twice(params: Params, look: Look) -> Iterator[Action]:
    """Saves another title first."""
    yield from _open(params, look)
    yield from change_title(look, 1, _TITLE, "Not yet")
    yield from save(look, "impress")
    yield from change_title(look, 1, "Not yet", as_typed(params, "text"))
    yield from save(look, "impress")


def _retitle_from_terminal(params: Params, look: Look) -> Iterator[Action]:
    yield from open_by_command("impress", params, look)
    yield from _retitle(params, look)


def _behind_the_old(params: Params, look: Look) -> Iterator[Action]:
    """Types the title behind the old one."""
    yield from _open(params, look)
    yield from change_title(look, 1, _TITLE, f"{_TITLE} {as_typed(params, 'text')}")
    yield from save(look, "impress")


def _last_slide(params: Params, look: Look) -> Iterator[Action]:
    """Retitles the last slide."""
    yield from _open(params, look)
    yield from change_title(look, len(REST) + 1, REST[-1][0], as_typed(params, "text"))
    yield from save(look, "impress")


def _not_saved(params: Params, look: Look) -> Iterator[Action]:
    yield from _open(params, look)
    yield from change_title(look, 1, _TITLE, as_typed(params, "text"))


RETITLE = SubTask(
    name="lectures.retitle",
    device="ubuntu",
    app="impress",
    says="change the title of the first slide of the presentation {file} to {text} with LibreOffice Impress on the "
    "desktop, and save the presentation",
    steps="on the desktop, open {file} in LibreOffice Impress, type {text} in place of the title of the first slide, "
    "and save the presentation under its name",
    inputs={
        "file": path_like("/home/user/Documents/report_52.odp", _STEMS),
        "text": short_line("Collect the red crates"),
    },
    setup=_untitled,
    checkpoints=_titled,
    oracle={"slides_open": _open, "retitled": _retitle},
    footprint=may_change_file,
    alternatives={"twice": _retitle_twice, "from_terminal": _retitle_from_terminal},
    near_misses={"behind_the_old": _behind_the_old, "last_slide": _last_slide, "not_saved": _not_saved},
    step_limit=70,
    tags=("office", "heavy"),
)


_WINDOWS = ("One window", "Two windows", "Three windows")
_AT = 3
"""Number of the slide that is to be deleted."""


def _rooms(params: Params) -> _Slides:
    """Returns the slides of three rooms, each with its number as the title; the one in the middle is to be deleted."""
    first = int(params.number) - 1
    return [("Our rooms", ["By number"]), *[(str(first + i), [line]) for i, line in enumerate(_WINDOWS)]]


def _with_rooms(devices: Devices, params: Params, rng: random.Random) -> None:
    devices.ubuntu.write_file(params.file, slides_file(_rooms(params)))


def _deleted(params: Params) -> Sequence[Checkpoint]:
    """The presentation is open; then it has all slides but one."""
    kept = [row for row in _rooms(params) if row[0] != str(params.number)]
    gone = Checkpoint(
        id="deleted",
        device="ubuntu",
        app="impress",
        evaluator=check(slides_are, path=params.file, slides=kept),
        after=("slides_open",),
    )
    return [_slides_open(params.file), gone]


def _go_to(params: Params, look: Look, at: int = _AT) -> Iterator[Action]:
    """Opens the presentation, and puts the focus on the slide of the number, or on another one."""
    yield from _open(params, look)
    yield from focus_slide(look, at, _WINDOWS[at - 2])


def _delete_slide(params: Params, look: Look) -> Iterator[Action]:
    """Deletes the slide, if its title is the number, and saves the presentation."""
    yield from _go_to(params, look)
    if any(e.app == "impress" and e.text == str(params.number) for e in look("ubuntu")):
        yield from choose(look, "Slide", "Delete Slide")
    yield from save(look, "impress")


def _delete_by_key(params: Params, look: Look) -> Iterator[Action]:
    """Deletes the slide in the pane of slides with a key."""
    yield from _go_to(params, look)
    yield action("ubuntu", "press", key="delete")
    yield from save(look, "impress")


def _delete_after_undoing(params: Params, look: Look) -> Iterator[Action]:
    """Deletes another slide first, and takes that back."""
    yield from _go_to(params, look, 2)
    yield from choose(look, "Slide", "Delete Slide")
    yield action("ubuntu", "hotkey", keys=["ctrl", "z"])
    yield from _delete_slide(params, look)


def _next_one(params: Params, look: Look) -> Iterator[Action]:
    yield from _go_to(params, look, _AT + 1)
    yield from choose(look, "Slide", "Delete Slide")
    yield from save(look, "impress")


def _hidden(params: Params, look: Look) -> Iterator[Action]:
    """Hides the slide."""
    yield from _go_to(params, look)
    yield from choose(look, "Slide", "Hide Slide")
    yield from save(look, "impress")


def _deleted_not_saved(params: Params, look: Look) -> Iterator[Action]:
    yield from _go_to(params, look)
    yield from choose(look, "Slide", "Delete Slide")


DELETE_SLIDE = SubTask(
    name="lectures.delete_slide",
    device="ubuntu",
    app="impress",
    says="delete the slide whose title is {number} from the presentation {file} with LibreOffice Impress on the "
    "desktop, and save the presentation",
    steps="on the desktop, open {file} in LibreOffice Impress, go to the slide whose title is {number}, choose Slide > "
    "Delete Slide, and save the presentation under its name",
    inputs={
        "number": integer(4, 90, 23, type="count"),
        "file": path_like("/home/user/Documents/review_81.odp", _STEMS),
    },
    setup=_with_rooms,
    checkpoints=_deleted,
    oracle={"slides_open": _open, "deleted": _delete_slide},
    footprint=may_change_file,
    alternatives={"by_key": _delete_by_key, "after_undoing": _delete_after_undoing},
    near_misses={"next_one": _next_one, "hidden": _hidden, "not_saved": _deleted_not_saved},
    step_limit=70,
    tags=("office", "heavy"),
)


def _show(params: Params) -> _Slides:
    """Returns the slides, in an order that is drawn."""
    topics = random.Random(params.topics).sample(_TOPICS, 3)
    return [("A short talk", ["By the nature club"]), *[(topic, [f"More about {topic.lower()}"]) for topic in topics]]


def _with_talk(devices: Devices, params: Params, rng: random.Random) -> None:
    """Writes the presentation, and takes away what has the PDF file's name."""
    devices.ubuntu.write_file(params.talk, slides_file(_show(params)))
    devices.ubuntu.remove(params.file)


def _exported(params: Params) -> Sequence[Checkpoint]:
    """The presentation is open; then it is exported."""
    wanted = check(slides_exported, path=params.file, slides=_show(params), source=params.talk)
    done = Checkpoint(id="exported", device="ubuntu", app="impress", evaluator=wanted, after=("slides_open",))
    return [_slides_open(params.talk), done]


def _open_talk(params: Params, look: Look) -> Iterator[Action]:
    yield from open_document(look, "impress", params.talk)


def _export(params: Params, look: Look, path: str = "") -> Iterator[Action]:
    """Exports the presentation to its file, or to another one."""
    yield from _open_talk(params, look)
    yield from export_pdf(look, "impress", path or params.file)


def _export_talk(params: Params, look: Look) -> Iterator[Action]:
    yield from _export(params, look)


def _export_from_last(params: Params, look: Look) -> Iterator[Action]:
    """Turns to the last slide first."""
    slides = _show(params)
    yield from _open_talk(params, look)
    yield from turn_to(look, len(slides), slides[-1][0])
    yield from _export(params, look)


def _rename(params: Params, look: Look) -> Iterator[Action]:
    """Exports under another name, and renames the file."""
    draft = "/home/user/Documents/not_named_yet.pdf"
    yield from _export(params, look, draft)
    yield from run_in_terminal(["mv", draft, params.file])


def _without_last(params: Params, look: Look) -> Iterator[Action]:
    """Deletes the last slide before it exports the others."""
    slides = _show(params)
    yield from _open_talk(params, look)
    yield from focus_slide(look, len(slides), slides[-1][0])
    yield from choose(look, "Slide", "Delete Slide")
    yield from _export(params, look)


def _as_presentation(params: Params, look: Look) -> Iterator[Action]:
    """Copies the presentation under the PDF file's name."""
    yield from _open_talk(params, look)
    yield from run_in_terminal(["cp", params.talk, params.file])


EXPORT = SubTask(
    name="lectures.export",
    device="ubuntu",
    app="impress",
    says="export the presentation {talk} as the PDF file {file} with LibreOffice Impress on the desktop",
    steps="on the desktop, open {talk} in LibreOffice Impress and export all its slides as the PDF file {file}",
    refers="the PDF file {file} of the slides",
    inputs={
        "talk": path_like("/home/user/Documents/lesson_73.odp", _STEMS),
        "file": path_like("/home/user/Documents/slides_18.pdf", ("copy", "deck", "output", "script", "slides")),
    },
    hidden={"topics": integer(0, 9999, 12, type="seed")},
    output="file",
    produce=lambda params: str(params.file),
    setup=_with_talk,
    checkpoints=_exported,
    oracle={"slides_open": _open_talk, "exported": _export_talk},
    footprint=may_make_file,
    alternatives={"from_the_last": _export_from_last, "renamed": _rename},
    near_misses={"without_last": _without_last, "as_presentation": _as_presentation},
    step_limit=60,
    tags=("office", "heavy"),
)
