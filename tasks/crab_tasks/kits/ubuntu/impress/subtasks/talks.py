"""LibreOffice Impress: sub-tasks."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import partial

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import person
from crab_gym.task.types import short_line
from crab_sim.devices.footprints import Footprint, left_open
from crab_tasks.kits.footprints import may_change_file
from crab_tasks.kits.paths import name_of, path_like
from crab_tasks.kits.state import whereabouts
from crab_tasks.kits.ubuntu.impress.moves import add_slide, change_title, choose, retype, turn_to
from crab_tasks.kits.ubuntu.impress.state import slide_added
from crab_tasks.kits.ubuntu.libreoffice import open_by_command, open_document, open_in_files, save, slides_file
from crab_tasks.kits.ubuntu.windows import window_in_front
from crab_tasks.kits.values import as_typed

__all__ = ["ADD_SLIDE", "SPEAKER"]

_STEMS = ("evening", "lecture", "meeting", "project", "seminar", "talk")
_TITLE = "The last talk"


def _open(params: Params, look: Look) -> Iterator[Action]:
    yield from open_document(look, "impress", params.file)


def _slides_open(params: Params) -> Checkpoint:
    opened = check(window_in_front, app="impress", title=name_of(params.file))
    return whereabouts(id="slides_open", device="ubuntu", app="impress", evaluator=opened)


def _programme(devices: Devices, params: Params, rng: random.Random) -> None:
    """Writes the presentation; another slide names who speaks first."""
    slides = [
        ("Programme", [f"Room {rng.randint(2, 40)}", "Doors open early"]),
        ("The first talk", [f"Speaker: {params.first}", "Questions at the end"]),
        (_TITLE, [f"Speaker: {params.speaker}", "Tea and biscuits"]),
    ]
    devices.ubuntu.write_file(params.file, slides_file(slides))


def _opened(params: Params) -> Sequence[Checkpoint]:
    """The presentation is open."""
    return [_slides_open(params)]


def _read(params: Params, look: Look) -> Iterator[Action]:
    """Opens the presentation, and turns to the slide."""
    yield from _open(params, look)
    yield from turn_to(look, 3, _TITLE)


SPEAKER = SubTask(
    name="talks.speaker",
    device="ubuntu",
    app="impress",
    says='look up who the speaker of "The last talk" is, on that slide of the presentation {file}, with LibreOffice '
    "Impress on the desktop",
    steps='on the desktop, open {file} in LibreOffice Impress, go to the slide "The last talk" and read the name of '
    "its speaker",
    refers="the speaker of the last talk on the slides in {file}",
    inputs={"file": path_like("/home/user/Documents/seminar_16.odp", _STEMS)},
    hidden={"speaker": person("Edith Jansen"), "first": person("Hugo Grau")},
    output="person_name",
    called="speaker",
    produce=lambda params: str(params.speaker),
    setup=_programme,
    checkpoints=_opened,
    oracle={"slides_open": _read},
    alternatives={"in_files": partial(open_in_files, "impress"), "by_command": partial(open_by_command, "impress")},
    step_limit=45,
    tags=("office", "heavy"),
)

_SLIDES: Sequence[tuple[str, Sequence[str]]] = (
    ("Our year", ["What we did", "What we plan"]),
    ("The garden", ["Two new beds", "One old bench"]),
)


def _given(devices: Devices, params: Params, rng: random.Random) -> None:
    devices.ubuntu.write_file(params.file, slides_file(_SLIDES))


def _added(params: Params) -> Sequence[Checkpoint]:
    """The presentation is open; then it has the slide."""
    wanted = check(slide_added, path=params.file, before=_SLIDES, kind=params.kinds["text"], value=params.text)
    return [
        _slides_open(params),
        Checkpoint(id="added", device="ubuntu", app="impress", evaluator=wanted, after=("slides_open",)),
    ]


def _may_add_slide(params: Params) -> Footprint:
    return [*may_change_file(params), left_open("ubuntu", "file", ("box",), path=params.file)]


def _add(params: Params, look: Look, behind: int = len(_SLIDES), title: str = "") -> Iterator[Action]:
    """Adds the slide behind another one, and saves the presentation.

    Args:
        params: The sub-task's values.
        look: Shows the screens.
        behind: The number of the slide before it.
        title: Another title; "" for the right one.
    """
    yield from _open(params, look)
    yield from turn_to(look, behind, _SLIDES[behind - 1][0])
    yield from add_slide(title or as_typed(params, "text"), ())
    yield from save(look, "impress")


def _add_last(params: Params, look: Look) -> Iterator[Action]:
    yield from _add(params, look)


def _add_and_retitle(params: Params, look: Look) -> Iterator[Action]:
    """Saves the slide with another title first."""
    yield from _add(params, look, title="Not yet")
    yield from change_title(look, len(_SLIDES) + 1, "Not yet", as_typed(params, "text"))
    yield from save(look, "impress")


def _over_a_copy(params: Params, look: Look) -> Iterator[Action]:
    """Copies the last slide, types over its title, and deletes its lines."""
    yield from _open(params, look)
    yield from turn_to(look, len(_SLIDES), _SLIDES[-1][0])
    yield from choose(look, "Slide", "Duplicate Slide")
    yield from retype(as_typed(params, "text"))
    yield action("ubuntu", "press", key="tab")
    yield action("ubuntu", "press", key="delete")
    yield from save(look, "impress")


def _too_early(params: Params, look: Look) -> Iterator[Action]:
    """Adds the slide before the last one."""
    yield from _add(params, look, behind=1)


def _not_saved(params: Params, look: Look) -> Iterator[Action]:
    """Adds the slide, but doesn't save the talk."""
    yield from _open(params, look)
    yield from turn_to(look, len(_SLIDES), _SLIDES[-1][0])
    yield from add_slide(as_typed(params, "text"), ())


ADD_SLIDE = SubTask(
    name="talks.add_slide",
    device="ubuntu",
    app="impress",
    says="add a slide with {text} as its title and no other text at the end of the presentation {file} with "
    "LibreOffice Impress on the desktop, and save the presentation",
    steps="on the desktop, open {file} in LibreOffice Impress, go to its last slide, add a new one behind it, type "
    "{text} as its title, leave the rest of it empty, and save the presentation",
    inputs={
        "file": path_like("/home/user/Documents/project_28.odp", _STEMS),
        "text": short_line("Collect the spare keys"),
    },
    setup=_given,
    checkpoints=_added,
    oracle={"slides_open": _open, "added": _add_last},
    footprint=_may_add_slide,
    alternatives={"retitled": _add_and_retitle, "over_a_copy": _over_a_copy},
    near_misses={"too_early": _too_early, "not_saved": _not_saved},
    step_limit=70,
    tags=("office", "heavy"),
)
