"""Paths on the desktop, as parameters, and the names in them.

* `file_path`, `folder_path`, `path_like` - of a folder or file that a sub-task makes, or that its setup fills.
* `picture_file`, `text_file` - of a file that another part may make; if none does, the setup has to.
* `name_of`, `stem_of` - the name that a path ends in, with its ending and without.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import replace

from crab_gym.task.parameters import Parameter

__all__ = ["file_path", "folder_path", "name_of", "path_like", "picture_file", "stem_of", "text_file"]

_HOME = "/home/user"
_FOLDERS = ("Desktop", "Documents", "Downloads", "Music", "Pictures", "Public", "Templates", "Videos")
"""Folders that every home folder has: no setup replaces them."""
_STEMS = (
    "aspen", "birch", "cedar", "elm", "fir", "hazel", "larch", "maple", "oak", "pine", "rowan", "willow",
)  # fmt: skip


def _path(default: str, folder: str, ending: str) -> Parameter:
    def draw(rng: random.Random) -> str:
        return f"{_HOME}/{folder}{rng.choice(_STEMS)}_{rng.randrange(10, 99)}{ending}"

    pattern = rf"{_HOME}/(?!({'|'.join(_FOLDERS)})$)(\w+/)*\w+{re.escape(ending)}"
    return Parameter(
        "path",
        f"{_HOME}/{folder}{default}{ending}",
        draw,
        lambda value: isinstance(value, str) and re.fullmatch(pattern, value) is not None,
        f"a path of letters, digits and '_' such as '{_HOME}/{folder}{default}{ending}', none of the home folder's own "
        "folders",
    )


def file_path(default: str, ending: str = ".txt", folder: str = "Documents/") -> Parameter:
    """Returns a parameter that is the path of a file.

    Args:
        default: Its default name, without the ending.
        ending: Its ending.
        folder: The folder in the home folder, which is there, with a slash at its end; "" for the home folder.
    """
    return _path(default, folder, ending)


def folder_path(default: str, folder: str = "") -> Parameter:
    """Returns a parameter that is the path of a folder.

    Args:
        default: Its default name.
        folder: The folder in the home folder, which is there, with a slash at its end; "" for the home folder.
    """
    return _path(default, folder, "")


def path_like(default: str, stems: Sequence[str]) -> Parameter:
    """Returns a parameter that is the path of a file, in the folder and with the ending of its default.

    Args:
        default: Its default value, such as "/home/user/Documents/plan.pdf".
        stems: Beginnings of the names, before a number.
    """
    folder, _, name = default.rpartition("/")
    ending = name.rpartition(".")[2]
    pattern = re.compile(rf"{re.escape(folder)}/\w{{1,30}}\.{ending}")
    return Parameter(
        "path",
        default,
        lambda rng: f"{folder}/{rng.choice(stems)}_{rng.randint(10, 99)}.{ending}",
        lambda value: isinstance(value, str) and pattern.fullmatch(value) is not None,
        f"a path such as {default!r}, in the same folder and with the same ending, of letters, digits and '_'",
    )


def text_file(default: str) -> Parameter:
    """Returns a parameter that is a text file in the home folder, by its default name without the ending."""
    return replace(_path(default, "", ".md"), type="file")


def picture_file(default: str) -> Parameter:
    """Returns a parameter that is a picture among the user's, by its default name without the ending."""
    return replace(_path(default, "Pictures/", ".png"), type="picture")


def name_of(path: str) -> str:
    """Returns the name of a file or folder."""
    return path.rpartition("/")[2]


def stem_of(path: str) -> str:
    """Returns a file's name without its ending."""
    return name_of(path).rpartition(".")[0]
