"""What the sites are made of, as one piece of memory that is served here or handed to a machine without crab_gym.

* `assets` - the files by name: ``pages/HOST/NAME``, ``photos/NAME``, and those of the folder ``content``.
* `bundle` - the same files, and the code of `crab_gym.web.sites` under ``sites/``, as source and compiled for this
  Python; `crab_gym.web.sites.files` says how they are packed.
"""

from __future__ import annotations

import importlib.util
import marshal
from functools import lru_cache
from importlib.machinery import SourceFileLoader
from pathlib import Path

from crab_gym.devices.media import PHOTO_FOLDER
from crab_gym.web.sites.files import Files, packed

__all__ = ["assets", "bundle"]

_HERE = Path(__file__).parent


@lru_cache(maxsize=1)
def bundle() -> bytes:
    """Returns all of it; the same bytes in every process of one Python."""
    found = {f"pages/{path.parent.name}/{path.name}": path.read_bytes() for path in sorted(_HERE.glob("pages/*/*"))}
    found |= {path.name: path.read_bytes() for path in sorted(_HERE.glob("content/*.*"))}
    found |= {f"photos/{path.name}": path.read_bytes() for path in sorted(PHOTO_FOLDER.glob("*.jpg"))}
    found |= {f"photos/{path.name}": path.read_bytes() for path in sorted(_HERE.glob("photos/*.*"))}
    for path in sorted(_HERE.glob("sites/*.py")):
        name = f"crab_gym.web.sites.{path.stem}"
        code = SourceFileLoader(name, str(path)).get_code(name)  # compiled before, as a rule
        found[f"sites/{path.name}"] = path.read_bytes()
        found[f"sites/{path.stem}.code"] = importlib.util.MAGIC_NUMBER + marshal.dumps(code)
    return packed(found)


@lru_cache(maxsize=1)
def assets() -> Files:
    """Returns the files by name."""
    return Files(bundle())
