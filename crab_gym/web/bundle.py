"""Where what the sites are made of lies, for serving it here or carrying it into a machine without crab_gym.

* `assets` - the files by name: pages, texts, pictures, the places and coasts of maps.
* `folders` - the folders that they, and the code of `crab_gym.web.sites`, are in.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from crab_gym.web.sites.files import Files

__all__ = ["assets", "folders"]

_HERE = Path(__file__).parent


def folders() -> dict[str, str]:
    """Returns paths by the names under which a box gets them: ``"sites"`` is the code, ``"web/..."`` are the assets."""
    return {
        "sites": str(_HERE / "sites"),
        "web/content": str(_HERE / "content"),
        "web/pages": str(_HERE / "pages"),
        "web/photos": str(_HERE / "photos"),
        "web/phone": str(_HERE.parent / "sim" / "phone" / "photos"),
    }


@lru_cache(maxsize=1)
def assets() -> Files:
    """Returns the files by name: ``pages/HOST/NAME``, ``photos/NAME``, and those of the folder ``content``."""
    return Files(folders())
