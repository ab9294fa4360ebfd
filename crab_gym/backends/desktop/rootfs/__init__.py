"""Root file systems of boxes: the packages of each profile, the folders that hold them, the choice for a box.

`crab-gym setup desktop` builds them; see `crab_gym.backends.desktop.rootfs.build`.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

__all__ = ["PROFILES", "RootFs", "built", "digest", "home", "packages", "places", "read", "resolve"]

PROFILES = ("light", "gnome", "full")
"""The profiles of packages; each includes those of the profiles before it."""

MANIFEST = "manifest.json"
TREE = "root"


class RootFs(NamedTuple):
    """A root file system that was built.

    Attributes:
        place: The folder in which it was built.
        profile: One of `PROFILES`.
        suite: The distribution's release, such as ``"bookworm"``.
        packages: `digest` of its packages.
    """

    place: Path
    profile: str
    suite: str
    packages: str

    @property
    def tree(self) -> Path:
        """The folder that becomes the root of a box."""
        return self.place / TREE

    def serves(self, profile: str) -> bool:
        """Returns whether it has the packages of a profile."""
        return PROFILES.index(profile) <= PROFILES.index(self.profile)


def packages(profile: str) -> list[str]:
    """Returns the Debian packages of a profile, sorted.

    >>> set(packages("light")) < set(packages("gnome")) < set(packages("full"))
    True
    """
    folder = files("crab_gym.backends.desktop") / "packages"
    names: set[str] = set()
    for name in PROFILES[: PROFILES.index(profile) + 1]:
        lines = (folder / f"{name}.txt").read_text(encoding="utf-8").splitlines()
        names.update(line.strip() for line in lines if line.strip() and not line.startswith("#"))
    return sorted(names)


def digest(profile: str) -> str:
    """Returns a digest of the packages of a profile."""
    return hashlib.sha256("\n".join(packages(profile)).encode()).hexdigest()[:16]


def home() -> Path:
    """Returns the folder of this user's root file systems; root's is in /var/lib, for all users."""
    if os.geteuid() == 0:
        return Path("/var/lib/crab-gym/desktop")
    data = os.environ.get("XDG_DATA_HOME", "")
    return (Path(data) if data.startswith("/") else Path.home() / ".local/share") / "crab-gym" / "desktop"


def places() -> list[Path]:
    """Returns the folders to search for root file systems, in this order."""
    return list(dict.fromkeys([home(), Path("/var/lib/crab-gym/desktop")]))


def read(place: Path) -> RootFs | None:
    """Returns the root file system in a folder, None where none was finished."""
    try:
        data = json.loads((place / MANIFEST).read_text(encoding="utf-8"))
        root = RootFs(place, data["profile"], data["suite"], data["packages"])
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return root if root.profile in PROFILES and root.tree.is_dir() else None


def built() -> Iterator[RootFs]:
    """Yields all root file systems, those with the most packages first."""
    for folder in places():
        for profile in reversed(PROFILES):
            root = read(folder / profile)
            if root is not None:
                yield root


def resolve(root: str, profile: str) -> str:
    """Returns the folder that becomes the root of a box.

    Args:
        root: ``"auto"``, ``"host"``, or the folder of a root file system, with or without a manifest beside it.
        profile: The profile of the box's desktop.

    Returns:
        The folder, ``""`` for a view of the host's own packages.

    Raises:
        FileNotFoundError: There is no root file system in the folder.
    """
    if root == "host":
        return ""
    if root == "auto":
        return next((str(built_root.tree) for built_root in built() if built_root.serves(profile)), "")
    place = Path(root).absolute()
    built_root = read(place)
    tree = built_root.tree if built_root else place
    if not os.path.lexists(tree / "usr/bin/python3"):
        raise FileNotFoundError(
            f"got root={root!r}, expected 'auto', 'host' or the folder of a root file system with Python in it; "
            f"crab-gym setup desktop --path {root} builds one"
        )
    return str(tree)
