"""Videos: moves, and sub-tasks that look at a video, compare some, and save a picture of one."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import DesktopSetup, Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import choice, integer, person
from crab_sim.devices.footprints import Footprint
from crab_sim.devices.media import movie
from crab_tasks.kits.footprints import new_file
from crab_tasks.kits.moves import click
from crab_tasks.kits.paths import path_like, stem_of
from crab_tasks.kits.state import app_opened, whereabouts
from crab_tasks.kits.ubuntu.files.moves import open_folder
from crab_tasks.kits.ubuntu.pictures import image_has_pixels
from crab_tasks.kits.ubuntu.small_pictures import shaded_file
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal
from crab_tasks.kits.ubuntu.windows import choose_file, click_soon, dialog, start, window, window_in_front
from crab_tasks.kits.values import other_person

__all__ = ["FRAME", "LONGEST", "SECONDS", "watch"]

_APP = "videos"
_FOLDER = "/home/user/Videos"


def _film(setup: DesktopSetup, path: str, seconds: float, cover: int) -> None:
    """Writes a video that shows one picture all the time, which is drawn with a seed."""
    setup.write_file(path, movie("isom", seconds, setup.now(), _cover(cover)))


def _cover(seed: int) -> bytes:
    return shaded_file(random.Random(seed), 160, 90)


def watch(look: Look, path: str) -> Iterator[Action]:
    """Plays a video."""
    yield from start("Videos")
    yield from window(look, app=_APP)
    yield from dialog(look, "Open", _APP, ("ctrl", "o"))
    yield from choose_file(look, path)
    yield from window(look, stem_of(path), _APP)


def _playing(path: str) -> Checkpoint:
    shown = check(window_in_front, app=_APP, title=stem_of(path))
    return whereabouts(id="playing", device="ubuntu", app=_APP, evaluator=shown)


def _one_film(devices: Devices, params: Params, rng: random.Random) -> None:
    _film(devices.ubuntu, params.film, float(params.seconds), rng.randrange(1000))


def _seen(params: Params) -> Sequence[Checkpoint]:
    """The video plays, or has played."""
    return [_playing(params.film)]


def _watch(params: Params, look: Look) -> Iterator[Action]:
    yield from watch(look, params.film)


def _watch_from_files(params: Params, look: Look) -> Iterator[Action]:
    """Opens the video in Files, by its path."""
    yield from open_folder(look, params.film)
    yield from window(look, stem_of(params.film), _APP)


def _read_properties(params: Params, look: Look) -> Iterator[Action]:
    """Reads the duration in the video's properties."""
    yield from watch(look, params.film)
    yield from dialog(look, "Properties", _APP, ("ctrl", "p"))
    yield action("ubuntu", "press", key="escape")


SECONDS = SubTask(
    name="films.seconds",
    device="ubuntu",
    app=_APP,
    says="look up how many seconds the video {film} lasts with the desktop's Videos",
    steps="on the desktop, open {film} in Videos and read how many seconds it lasts",
    refers="the number of seconds that the video {film} lasts",
    inputs={"film": path_like(f"{_FOLDER}/regatta_21.mp4", ("circus", "concert", "parade", "picnic", "regatta"))},
    hidden={"seconds": integer(12, 59, 37)},
    output="count",
    called="number of seconds",
    produce=lambda params: int(params.seconds),
    setup=_one_film,
    checkpoints=_seen,
    oracle={"playing": _watch},
    alternatives={"from_files": _watch_from_files, "in_properties": _read_properties},
    tags=("videos",),
)


def _path(name: str) -> str:
    return f"{_FOLDER}/{name}.mp4"


def _shot(name: str) -> str:
    """Returns the path at which Videos saves its first picture of somebody's video."""
    return f"/home/user/Pictures/Screenshot from {name}.png"


def _two_films(devices: Devices, params: Params, rng: random.Random) -> None:
    """Writes the person's video and a namesake's, and takes pictures of them away."""
    desktop, namesake = devices.ubuntu, _namesake(params)
    for name, cover in ((params.name, params.cover), (namesake, params.cover + 1)):
        _film(desktop, _path(name), 300.0, cover)
        desktop.remove(_shot(name))


def _namesake(params: Params) -> str:
    return other_person(random.Random(params.cover), params.name)


def _saved(params: Params) -> Sequence[Checkpoint]:
    """The video plays; then its picture is there."""
    right = check(image_has_pixels, path=_shot(params.name), expected=_cover(params.cover))
    saved = Checkpoint(id="saved", device="ubuntu", app=_APP, evaluator=right, after=("playing",))
    return [_playing(_path(params.name)), saved]


def _may_save(params: Params) -> Footprint:
    return new_file(_shot(params.name))


def _play(params: Params, look: Look) -> Iterator[Action]:
    yield from watch(look, _path(params.name))


def _take(params: Params, look: Look) -> Iterator[Action]:
    yield from _play(params, look)
    yield action("ubuntu", "hotkey", keys=["ctrl", "alt", "s"])


def _take_from_menu(params: Params, look: Look) -> Iterator[Action]:
    """Takes the picture by the menu, while the video is paused."""
    yield from _play(params, look)
    yield action("ubuntu", "press", key="space")
    yield click(look, description="Menu", role="button")
    yield from click_soon(look, text="Take Screenshot", role="menu_item")


def _take_from_files(params: Params, look: Look) -> Iterator[Action]:
    yield from open_folder(look, _path(params.name))
    yield from window(look, params.name, _APP)
    yield action("ubuntu", "hotkey", keys=["ctrl", "alt", "s"])


def _other_video(params: Params, look: Look) -> Iterator[Action]:
    """Takes a picture of the namesake's video, and gives it the right name."""
    yield from _play(params, look)
    yield from watch(look, _path(_namesake(params)))
    yield action("ubuntu", "hotkey", keys=["ctrl", "alt", "s"])
    yield from run_in_terminal(["mv", _shot(_namesake(params)), _shot(params.name)])


def _only_watched(params: Params, look: Look) -> Iterator[Action]:
    """Watches the film, but saves no frame."""
    yield from _play(params, look)


FRAME = SubTask(
    name="films.frame",
    device="ubuntu",
    app=_APP,
    says="play the video named after {name} in ~/Videos with the desktop's Videos, and let Videos take a screenshot of "
    "it, which lands in ~/Pictures",
    steps="on the desktop, open Videos, open the video in ~/Videos that is named after {name}, and choose Take "
    "Screenshot in the menu",
    refers="the screenshot that Videos takes of the video named after {name}",
    inputs={"name": person("Farid Lindt")},
    hidden={"cover": integer(0, 9999, 42, type="seed")},
    output="picture",
    called="screenshot from the video",
    produce=lambda params: _shot(params.name),
    setup=_two_films,
    checkpoints=_saved,
    oracle={"playing": _play, "saved": _take},
    footprint=_may_save,
    alternatives={"from_menu": _take_from_menu, "from_files": _take_from_files},
    near_misses={"other_video": _other_video, "only_watched": _only_watched},
    tags=("videos", "pictures"),
)


_WHEN = (
    "afternoon", "autumn", "dawn", "dusk", "evening", "midday", "midnight", "morning", "night", "noon", "spring",
    "summer", "sunset", "winter",
)  # fmt: skip


def _five(params: Params) -> list[str]:
    """Returns the ends of the five names, that of the longest video among them."""
    others = [when for when in _WHEN if when != params.longest]
    dice = random.Random(f"{params.series} {params.longest} {params.seconds}")
    return sorted([params.longest, *dice.sample(others, 4)])


def _five_films(devices: Devices, params: Params, rng: random.Random) -> None:
    """Writes the videos; the others are at least some seconds shorter than the longest one."""
    cover = rng.randrange(1000)
    for when in _WHEN:
        devices.ubuntu.remove(_path(f"{params.series}_{when}"))
    for when in _five(params):
        seconds = params.seconds if when == params.longest else rng.randint(10, params.seconds - 5)
        _film(devices.ubuntu, _path(f"{params.series}_{when}"), float(seconds), cover)


def _videos_open(params: Params) -> Sequence[Checkpoint]:
    """Videos is in front."""
    return [app_opened(_APP, "videos_open", device="ubuntu")]


def _search_series(params: Params, look: Look) -> Iterator[Action]:
    """Searches for the series, and compares how long its videos last."""
    yield from start("Videos")
    yield from window(look, app=_APP)
    yield action("ubuntu", "hotkey", keys=["alt", "left"])  # from a video that plays to all videos
    yield action("ubuntu", "hotkey", keys=["ctrl", "f"])
    yield action("ubuntu", "hotkey", keys=["ctrl", "a"])
    yield action("ubuntu", "write_text", text=f"{params.series}\n")


def _watch_each(params: Params, look: Look) -> Iterator[Action]:
    """Plays the videos one by one."""
    for when in _five(params):
        yield from watch(look, _path(f"{params.series}_{when}"))


def _list_sizes(params: Params, look: Look) -> Iterator[Action]:
    """Looks at the videos in the folder, and plays the longest one."""
    yield from open_folder(look, _FOLDER)
    yield from watch(look, _path(f"{params.series}_{params.longest}"))


LONGEST = SubTask(
    name="films.longest",
    device="ubuntu",
    app=_APP,
    says="find out which of the five videos whose names begin with {series} lasts the longest, with the desktop's "
    "Videos",
    steps="on the desktop, open Videos, search for {series}, compare how long the five videos last, and read the name "
    "of the longest one",
    refers="the name of the longest of the five videos in ~/Videos whose names begin with {series}",
    inputs={"series": choice(("fjord", "heath", "lagoon", "meadow", "volcano"), "lagoon")},
    hidden={"longest": choice(_WHEN, "dusk", type="when"), "seconds": integer(40, 300, 95)},
    output="line",
    called="video's name",
    produce=lambda params: f"{params.series}_{params.longest}",
    setup=_five_films,
    checkpoints=_videos_open,
    oracle={"videos_open": _search_series},
    alternatives={"one_by_one": _watch_each, "in_the_folder": _list_sizes},
    tags=("videos",),
)
