"""The files of the sites as one block of bytes, which is served here or sent to a machine without crab_gym.

* `assets` - the files by name: ``pages/HOST/NAME``, ``photos/NAME``, and those of the folder ``content``.
* `bundle` - the same files, and the code of `crab_sim.web.sites` under ``sites/``, as source and compiled for this
  Python; `crab_sim.web.sites.files` documents the format.
"""

from __future__ import annotations

import importlib.util
import marshal
from functools import lru_cache
from importlib.machinery import SourceFileLoader
from pathlib import Path

from crab_sim.devices.media import PHOTO_FOLDER
from crab_sim.web.page_files import page_files
from crab_sim.web.sites.files import Files, packed

__all__ = ["assets", "bundle"]

_HERE = Path(__file__).parent


@lru_cache(maxsize=1)
def bundle() -> bytes:
    """Returns the files and the code of the sites; the bytes are the same in every process of one Python."""
    files = {f"pages/{name}": data for name, data in page_files().items()}
    files |= {path.name: path.read_bytes() for path in sorted(_HERE.glob("content/*.*"))}
    files |= {f"photos/{path.name}": path.read_bytes() for path in sorted(PHOTO_FOLDER.glob("*.jpg"))}
    files |= {f"photos/{path.name}": path.read_bytes() for path in sorted(_HERE.glob("photos/*.*"))}
    for path in sorted(_HERE.glob("sites/**/*.py")):
        place = path.relative_to(_HERE).with_suffix("")
        name = f"crab_sim.web.{'.'.join(place.parts).removesuffix('.__init__')}"
        code = SourceFileLoader(name, str(path)).get_code(name)  # usually from Python's cache of compiled files
        files[f"{place.as_posix()}.py"] = path.read_bytes()
        files[f"{place.as_posix()}.code"] = importlib.util.MAGIC_NUMBER + marshal.dumps(code)
    return packed(files)


@lru_cache(maxsize=1)
def assets() -> Files:
    """Returns the files by name."""
    return Files(bundle())
