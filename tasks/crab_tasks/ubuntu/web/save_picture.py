"""Find a picture on the bundled web with Firefox, download it, and put it where it belongs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.parameters import choice
from crab_sim.devices.footprints import Footprint, may_add, no_other
from crab_sim.web.bundle import assets
from crab_tasks.kits.compare import MAX_FILES, digest
from crab_tasks.kits.footprints import new_file
from crab_tasks.kits.state import State, whereabouts
from crab_tasks.kits.ubuntu.files.state import HOME, file_has_digest
from crab_tasks.kits.ubuntu.firefox import browse, follow, shown, until
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal
from crab_tasks.kits.ubuntu.windows import window_in_front
from crab_tasks.kits.web.images import picture_favoured

DOWNLOADS, PICTURES = f"{HOME}/Downloads", f"{HOME}/Pictures"
NAMES = {
    "Hills at dusk": "hills_dusk", "Hills in the haze": "hills_haze", "Pattern of waves": "waves",
    "Cup of coffee": "coffee", "Drawing of a mug": "article_mug", "Signal flags": "signal_flags",
    "Sailing boat": "sailing_boat", "Tree with green leaves": "tree",
}  # fmt: skip
"""Titles of pictures, and their names in addresses; a search for a word of a title finds others, too."""


@lru_cache(maxsize=len(NAMES))
def picture(title: str) -> tuple[str, bytes]:
    """Returns a picture's file name and content."""
    for file in (f"{NAMES[title]}.jpg", f"{NAMES[title]}.png"):
        if f"photos/{file}" in assets():
            return file, assets()[f"photos/{file}"]
    raise LookupError(f"crab_sim.web has no picture {NAMES[title]!r}; restore it")


def downloaded(params: Params) -> str:
    """Returns where the browser puts the picture."""
    return f"{DOWNLOADS}/{picture(params.title)[0]}"


def path(params: Params) -> str:
    """Returns where the picture shall be."""
    return f"{PICTURES}/{params.file}.{picture(params.title)[0].rpartition('.')[2]}"


def neighbour(params: Params) -> str:
    """Returns another picture's title."""
    titles = list(NAMES)
    return titles[titles.index(params.title) - 1]


def _holds(state: State, folder: str, content: str) -> bool:
    names = state.ubuntu.list_dir(folder)[:MAX_FILES]
    return any(file_has_digest(state, f"{folder}/{name}", content) for name in names)


def picture_saved(state: State, content: str) -> bool:
    """A file with this `digest` lies among the downloads or the pictures."""
    return any(_holds(state, folder, content) for folder in (DOWNLOADS, PICTURES))


def picture_moved(state: State, path: str, content: str) -> bool:
    """The file has this `digest`, and no file among the downloads, which are few enough to tell, has it."""
    return (
        file_has_digest(state, path, content)
        and len(state.ubuntu.list_dir(DOWNLOADS)) <= MAX_FILES
        and not _holds(state, DOWNLOADS, content)
    )


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The picture's page; from there the favourites, and the file, which is moved."""
    content = digest(picture(params.title)[1])
    found = check(window_in_front, app="firefox", title=f"{params.title} - Pictura")
    return [
        whereabouts(id="found", device="ubuntu", app="firefox", evaluator=found),
        Checkpoint(
            id="saved",
            device="ubuntu",
            app="firefox",
            evaluator=check(picture_saved, content=content),
            after=("found",),
        ),
        Checkpoint(
            id="moved",
            device="ubuntu",
            app="files",
            evaluator=check(picture_moved, path=path(params), content=content),
            after=("saved",),
        ),
        Checkpoint(
            id="favourite",
            device="ubuntu",
            app="firefox",
            evaluator=check(picture_favoured, picture=NAMES[params.title]),
            after=("found",),
        ),
    ]


def footprint(params: Params) -> Footprint:
    """The picture in its place, and one favourite."""
    return [
        *new_file(path(params)),
        may_add("ubuntu", "site", most=1, table="images.example/favourites", picture=NAMES[params.title]),
        no_other("ubuntu", "site", table="images.example/favourites"),
        no_other("ubuntu", "file", content=digest(picture(params.title)[1])),
    ]


def _show(look: Look, title: str) -> Iterator[Action]:
    """Searches for the title's last word, and clicks the picture among those that are found."""
    word = title.split()[-1]
    yield from browse(look, f"images.example/search?q={word}", f"{word} - Pictura")
    yield from follow(look, title, role="link", title=f"{title} - Pictura")


def find(params: Params, look: Look) -> Iterator[Action]:
    """Finds the picture."""
    yield from _show(look, params.title)


def _download(look: Look) -> Iterator[Action]:
    yield from follow(look, rid="download")
    yield action("root", "wait", seconds=1)


def save(params: Params, look: Look) -> Iterator[Action]:
    """Downloads the picture."""
    yield from _show(look, params.title)
    yield from _download(look)


def move(params: Params, look: Look) -> Iterator[Action]:
    """Moves the picture in the terminal."""
    yield from run_in_terminal(["mv", downloaded(params), path(params)])


def favour(params: Params, look: Look) -> Iterator[Action]:
    """Adds the picture to the favourites."""
    yield from _show(look, params.title)
    yield from follow(look, "Add to favourites", role="button")
    yield from until(look, lambda: shown(look, "Remove from favourites") is not None, "the favourite")


def copied(params: Params, look: Look) -> Iterator[Action]:
    """Copies the picture, so that it is among the downloads too."""
    yield from save(params, look)
    yield from favour(params, look)
    yield from run_in_terminal(["cp", downloaded(params), path(params)])


def other_picture(params: Params, look: Look) -> Iterator[Action]:
    """Downloads another picture under the right name."""
    other = Params(title=neighbour(params), file=params.file)
    yield from favour(params, look)
    yield from save(other, look)
    yield from run_in_terminal(["mv", downloaded(other), path(params)])


def other_favourite(params: Params, look: Look) -> Iterator[Action]:
    """Adds another picture to the favourites too."""
    yield from favour(Params(title=neighbour(params)), look)
    yield from favour(params, look)
    yield from _download(look)
    yield from move(params, look)


def favoured_last(params: Params, look: Look) -> Iterator[Action]:
    """Copies the download to its place and deletes it, and adds the favourite at the end."""
    yield from save(params, look)
    yield from run_in_terminal(["cp", downloaded(params), path(params)], ["rm", downloaded(params)])
    yield from favour(params, look)


def downloaded_last(params: Params, look: Look) -> Iterator[Action]:
    """Adds the favourite before it downloads, and gives the file another name for a while."""
    yield from favour(params, look)
    yield from _download(look)
    yield from run_in_terminal(["mv", downloaded(params), f"{PICTURES}/new"], ["mv", f"{PICTURES}/new", path(params)])


TASK = Task(
    name="ubuntu.save_picture",
    description=(
        'On the desktop, use Firefox to search images.example for the picture called "{title}". Add it, and no other, '
        "to the favourites there. Download it, and move it from ~/Downloads to ~/Pictures under the name {file}, with "
        "the file extension that it already has."
    ),
    devices=("ubuntu",),
    parameters={
        "title": choice(tuple(NAMES), type="picture_title"),
        "file": choice(("cover", "background", "poster", "card"), type="file_name"),
    },
    checkpoints=checkpoints,
    oracle={"found": find, "saved": save, "moved": move, "favourite": favour},
    footprint=footprint,
    alternatives={"favoured_last": favoured_last, "downloaded_last": downloaded_last},
    near_misses={"copied": copied, "other_picture": other_picture, "other_favourite": other_favourite},
    backends={"ubuntu": ("sim", "desktop")},
    oracle_steps=30,
    step_limit=90,
    version=3,
    tags=("heavy", "web", "files"),
)
