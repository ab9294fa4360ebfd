"""images.example: an evaluator, and sub-tasks that look up or copy a picture's address, and download a picture."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import Parameter, choice
from crab_sim.web.bundle import assets
from crab_tasks.kits.compare import digest
from crab_tasks.kits.footprints import may_make_file
from crab_tasks.kits.paths import file_path
from crab_tasks.kits.state import State, app_opened, whereabouts
from crab_tasks.kits.ubuntu.clipboard import clipboard_is, fill_clipboard, paste
from crab_tasks.kits.ubuntu.files.state import HOME, file_has_digest
from crab_tasks.kits.ubuntu.firefox import browse, choose_from_menu, copy_address, firefox, follow, shown, until
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal
from crab_tasks.kits.ubuntu.windows import choose_file, dialog, window_in_front

__all__ = ["COPY_ADDRESS", "DOWNLOAD", "DOWNLOAD_COPIED", "PICTURE_ADDRESS", "picture_favoured"]

_TITLES = (
    "Hills at dusk", "Hills in the haze", "Pattern of waves", "Pattern of tiles", "Cup of coffee", "Signal flags",
    "Sailing boat", "Tree with green leaves", "Lake in the mountains", "Lighthouse on the cliff", "Blue ridges",
    "Plant in a pot",
)  # fmt: skip
"""Titles of pictures; a search for the last word of a title finds others, too."""
_PHOTOS = (
    "Hills at dusk", "Hills in the haze", "Hills in the morning", "Hills by moonlight", "Blue ridges", "Green ridges",
    "Warm glow", "Soft mist",
)  # fmt: skip
"""Titles of photographs, whose files are all JPEG."""
_HELD, _COPIED = _PHOTOS[::2], _PHOTOS[1::2]
"""Those whose addresses the clipboard may hold at the beginning, and those of which a sub-task copies the address."""


def picture_favoured(state: State, picture: str) -> bool:
    """The picture is the only one among the favourites."""
    return [row["picture"] for row in state.ubuntu.web("images.example", "favourites")] == [picture]


@lru_cache(maxsize=1)
def _names() -> Mapping[str, str]:
    """Returns the pictures' names in addresses by their titles."""
    rows = [line.split(" | ") for line in assets()["images.txt"].decode().strip().splitlines()]
    return {title: name for name, title, _ in rows}


def _address(params: Params) -> str:
    return f"http://images.example/picture/{_names()[params.title]}"


def _picture_open(params: Params) -> Sequence[Checkpoint]:
    """The picture's page is open."""
    shown = check(window_in_front, app="firefox", title=f"{params.title} - Pictura")
    return [whereabouts(id="picture_open", device="ubuntu", app="firefox", evaluator=shown)]


def _search(params: Params, look: Look) -> Iterator[Action]:
    """Searches for the title's last word, and clicks the picture among those that are found."""
    word = params.title.split()[-1]
    yield from browse(look, f"images.example/search?q={word}", f"{word} - Pictura")
    yield from follow(look, params.title, role="link", title=f"{params.title} - Pictura")


def _search_title(params: Params, look: Look) -> Iterator[Action]:
    """Searches for the whole title."""
    yield from browse(look, f"images.example/search?q={params.title}", f"{params.title} - Pictura")
    yield from follow(look, params.title, role="link", title=f"{params.title} - Pictura")


def _go_there(params: Params, look: Look) -> Iterator[Action]:
    yield from browse(look, _address(params).removeprefix("http://"), f"{params.title} - Pictura")


PICTURE_ADDRESS = SubTask(
    name="images.picture_address",
    device="ubuntu",
    app="firefox",
    says="in the desktop's Firefox, look up the full address of the page of the picture {title} at images.example",
    steps=(
        "on the desktop, open images.example in Firefox, search for {title}, click the picture of this title and read "
        "the full web address of its page"
    ),
    refers="the full web address that the desktop's Firefox has for the picture {title} at images.example",
    inputs={"title": choice(_TITLES, type="choice")},
    output="url",
    produce=_address,
    checkpoints=_picture_open,
    oracle={"picture_open": _search},
    alternatives={"by_title": _search_title, "by_address": _go_there},
    step_limit=45,
    tags=("heavy", "web"),
)


def _image_link(params: Params) -> str:
    return f"http://images.example/photos/{_names()[params.title]}.jpg"


def _link_copied(params: Params) -> Sequence[Checkpoint]:
    """A page of the site; then the address in the clipboard."""
    site = check(window_in_front, app="firefox", title="Pictura")
    copied = check(clipboard_is, text=_image_link(params))
    return [
        whereabouts(id="site_open", device="ubuntu", app="firefox", evaluator=site),
        Checkpoint(id="copied", device="ubuntu", app="firefox", evaluator=copied, after=("site_open",)),
    ]


def _copy_link_of_image(look: Look, title: str) -> Iterator[Action]:
    """Copies the address of the picture on its page."""
    yield from browse(look, f"images.example/picture/{_names()[title]}", f"{title} - Pictura")
    yield from choose_from_menu(look, title, "image", "Copy Image Link")


def _copy_link(params: Params, look: Look) -> Iterator[Action]:
    yield from _copy_link_of_image(look, params.title)


def _copy_link_from_results(params: Params, look: Look) -> Iterator[Action]:
    """Copies the address of the small picture among those that are found."""
    yield from browse(look, f"images.example/search?q={params.title}", f"{params.title} - Pictura")
    yield from choose_from_menu(look, params.title, "link", "Copy Image Link")


def _copy_own_address(params: Params, look: Look) -> Iterator[Action]:
    """Opens the picture alone in a tab, and copies its address."""
    yield from _search_title(params, look)
    yield from choose_from_menu(look, params.title, "image", "Open Image in New Tab")
    yield action("root", "wait", seconds=1)
    yield action("ubuntu", "hotkey", keys=["ctrl", "tab"])
    yield action("root", "wait", seconds=1)
    yield from copy_address()


def _copy_page_address(params: Params, look: Look) -> Iterator[Action]:
    """Copies the address of the picture's page."""
    yield from _go_there(params, look)
    yield from copy_address()


def _copy_other_link(params: Params, look: Look) -> Iterator[Action]:
    """Copies the address of the picture before it in the list."""
    yield from _copy_link_of_image(look, _PHOTOS[_PHOTOS.index(params.title) - 1])


COPY_ADDRESS = SubTask(
    name="images.copy_address",
    device="ubuntu",
    app="firefox",
    says="in the desktop's Firefox, copy the image link of the picture {title} at images.example",
    steps=(
        "on the desktop, open images.example in Firefox, search for {title}, click the picture of this title, "
        "right-click it and choose Copy Image Link"
    ),
    refers="the image link that you copy in the desktop's Firefox from the picture {title} at images.example",
    inputs={"title": choice(_COPIED, "Soft mist", type="choice")},
    output="picture_link",
    produce=_image_link,
    checkpoints=_link_copied,
    oracle={"site_open": _search, "copied": _copy_link},
    alternatives={"from_results": _copy_link_from_results, "own_tab": _copy_own_address},
    near_misses={"page_address": _copy_page_address, "other_picture": _copy_other_link},
    backends=("sim", "desktop"),
    step_limit=60,
    crab=22,
    crab_inputs=("title",),
    tags=("heavy", "web"),
)


def _content(title: str) -> bytes:
    return assets()[f"photos/{_names()[title]}.jpg"]


def _no_file(devices: Devices, params: Params, rng: random.Random) -> None:
    devices.ubuntu.remove(params.file)


def _downloaded(params: Params) -> Sequence[Checkpoint]:
    """The picture's page; then its file."""
    saved = check(file_has_digest, path=params.file, content=digest(_content(params.title)))
    return [
        *_picture_open(params),
        Checkpoint(id="saved", device="ubuntu", app="files", evaluator=saved, after=("picture_open",)),
    ]


def _download(title: str, look: Look) -> Iterator[Action]:
    yield from _go_there(Params(title=title), look)
    yield from follow(look, rid="download")
    yield action("root", "wait", seconds=1)


def _place(title: str) -> str:
    """Returns where the browser puts a picture."""
    return f"{HOME}/Downloads/{_names()[title]}.jpg"


def _download_and_move(params: Params, look: Look) -> Iterator[Action]:
    yield from _download(params.title, look)
    yield from run_in_terminal(["mv", _place(params.title), params.file])


def _download_and_copy(params: Params, look: Look) -> Iterator[Action]:
    """Searches for the picture, copies the download, and deletes it."""
    yield from _search(params, look)
    yield from follow(look, rid="download")
    yield action("root", "wait", seconds=1)
    yield from run_in_terminal(["cp", _place(params.title), params.file], ["rm", _place(params.title)])


def _move_by_folders(params: Params, look: Look) -> Iterator[Action]:
    """Moves the picture first and renames it then."""
    yield from _download(params.title, look)
    folder = params.file.rpartition("/")[0]
    yield from run_in_terminal(["mv", _place(params.title), folder], ["cd", folder])
    yield from run_in_terminal(["mv", _place(params.title).rpartition("/")[2], params.file], ["cd"])


def _other_picture(params: Params, look: Look) -> Iterator[Action]:
    """Downloads the picture before it in the list."""
    other = _PHOTOS[_PHOTOS.index(params.title) - 1]
    yield from _go_there(params, look)
    yield from _download(other, look)
    yield from run_in_terminal(["mv", _place(other), params.file])


DOWNLOAD = SubTask(
    name="images.download",
    device="ubuntu",
    app="firefox",
    says="in the desktop's Firefox, download the picture {title} from images.example, and move it to {file}",
    steps=(
        "on the desktop, open images.example in Firefox, search for {title}, click it and then Download, and move the "
        "picture from ~/Downloads to {file}"
    ),
    refers="the new file {file}",
    inputs={
        "title": choice(_PHOTOS, "Green ridges", type="choice"), "file": file_path("oak_18", ".jpg", "Pictures/"),
    },
    output="picture",
    produce=lambda params: str(params.file),
    setup=_no_file,
    checkpoints=_downloaded,
    oracle={"picture_open": _go_there, "saved": _download_and_move},
    footprint=may_make_file,
    alternatives={"copied": _download_and_copy, "renamed_later": _move_by_folders},
    near_misses={"other_picture": _other_picture},
    step_limit=60,
    crab=20,
    crab_inputs=("title", "file"),
    tags=("heavy", "web", "files"),
)  # fmt: skip


def _photo_link(rng: random.Random) -> str:
    return _image_link(Params(title=rng.choice(_HELD)))


def _to_download(devices: Devices, params: Params, rng: random.Random) -> None:
    devices.ubuntu.remove(params.file)
    fill_clipboard(devices, params, "link")


def _fetched(params: Params) -> Sequence[Checkpoint]:
    """Firefox; then the file."""
    saved = check(
        file_has_digest, path=params.file, content=digest(assets()[f"photos/{params.link.rpartition('/')[2]}"])
    )
    return [
        app_opened("firefox", "firefox_open", "ubuntu"),
        Checkpoint(id="saved", device="ubuntu", app="files", evaluator=saved, after=("firefox_open",)),
    ]


def _open_firefox(params: Params, look: Look) -> Iterator[Action]:
    yield from firefox(look)


def _go_to_copied(look: Look) -> Iterator[Action]:
    """Pastes the address into the address bar."""
    yield from firefox(look)
    yield action("ubuntu", "hotkey", keys=["ctrl", "t"])
    yield action("ubuntu", "hotkey", keys=["ctrl", "l"])
    yield paste()
    yield action("ubuntu", "press", key="enter")
    yield from until(look, lambda: shown(look, role="image") is not None, "the picture")


def _save_page(params: Params, look: Look) -> Iterator[Action]:
    yield from _go_to_copied(look)
    yield from dialog(look, "Save", "firefox", ("ctrl", "s"))
    yield from choose_file(look, params.file)
    yield action("root", "wait", seconds=1)


def _save_image(params: Params, look: Look) -> Iterator[Action]:
    """Saves the picture by its menu."""
    yield from _go_to_copied(look)
    yield from choose_from_menu(look, "", "image", "Save Image As…")
    yield from dialog(look, "Save", "firefox")
    yield from choose_file(look, params.file)
    yield action("root", "wait", seconds=1)


def _save_and_move(params: Params, look: Look) -> Iterator[Action]:
    """Saves the picture where Firefox proposes it, and moves it."""
    yield from _go_to_copied(look)
    yield from dialog(look, "Save", "firefox", ("ctrl", "s"))
    yield action("ubuntu", "press", key="enter")
    yield action("root", "wait", seconds=1)
    name = params.link.rpartition("/")[2]
    yield from run_in_terminal(["mv", f"{HOME}/Downloads/{name}", params.file])


def _write_address(params: Params, look: Look) -> Iterator[Action]:
    """Saves the address itself."""
    yield from firefox(look)
    yield from run_in_terminal(f"echo {params.link} > {params.file}")


def _save_other_picture(params: Params, look: Look) -> Iterator[Action]:
    """Saves another picture of the site."""
    link = next(each for each in map(_image_link, [Params(title=title) for title in _PHOTOS]) if each != params.link)
    yield from browse(look, link.removeprefix("http://"), link.rpartition("/")[2])
    yield from dialog(look, "Save", "firefox", ("ctrl", "s"))
    yield from choose_file(look, params.file)
    yield action("root", "wait", seconds=1)


DOWNLOAD_COPIED = SubTask(
    name="images.download_copied",
    device="ubuntu",
    app="firefox",
    says="with the desktop's Firefox, download the picture at {link} and save it as the new file {file}",
    steps=(
        "on the desktop, open Firefox, paste {link} into the address bar, press Enter, and save the picture as the new "
        "file {file}"
    ),
    refers="the new file {file}",
    inputs={
        "link": Parameter(
            "picture_link", _image_link(Params(title="Warm glow")), _photo_link, lambda value: isinstance(value, str),
            "a picture's address",
        ),
        "file": file_path("pine_27", ".jpg", "Pictures/"),
    },
    output="picture",
    produce=lambda params: str(params.file),
    setup=_to_download,
    checkpoints=_fetched,
    oracle={"firefox_open": _open_firefox, "saved": _save_page},
    footprint=may_make_file,
    alternatives={"by_menu": _save_image, "moved": _save_and_move},
    near_misses={"address": _write_address, "other_picture": _save_other_picture},
    backends=("sim", "desktop"),
    step_limit=60,
    crab=21,
    crab_inputs=("file",),
    tags=("heavy", "web", "files"),
)  # fmt: skip
