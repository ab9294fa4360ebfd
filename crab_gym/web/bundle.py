"""What the sites are made of, as one zip file that can be handed to a machine without crab_gym.

* `assets` - the files by name: pages, texts, pictures, the places and coasts of maps.
* `bundle` - the same as a zip, with the code of `crab_gym.web.sites` under ``sites/``.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType

__all__ = ["assets", "bundle"]

_HERE = Path(__file__).parent
_PHOTOS = _HERE.parent / "sim" / "phone" / "photos"


@lru_cache(maxsize=1)
def assets() -> Mapping[str, bytes]:
    """Returns the files by name: ``pages/HOST/NAME``, ``photos/NAME``, and those of the folder ``content``."""
    from crab_gym.sim.coasts import LAKES, LAND
    from crab_gym.sim.phone.apps.maps_gazetteer import PLACES

    def outlines(texts: tuple[str, ...]) -> list[list[list[float]]]:
        return [[[float(number) for number in corner.split(",")] for corner in text.split()] for text in texts]

    found = {f"pages/{path.parent.name}/{path.name}": path.read_bytes() for path in sorted(_HERE.glob("pages/*/*"))}
    found |= {path.name: path.read_bytes() for path in sorted((_HERE / "content").glob("*.*"))}
    for folder in (_PHOTOS, _HERE / "photos"):
        found |= {f"photos/{path.name}": path.read_bytes() for path in sorted(folder.glob("*.*"))}
    found["places.json"] = json.dumps([list(place) for place in PLACES]).encode()
    found["coasts.json"] = json.dumps({"land": outlines(LAND), "lakes": outlines(LAKES)}).encode()
    return MappingProxyType(found)


@lru_cache(maxsize=1)
def bundle() -> bytes:
    """Returns assets and code as a zip; the same bytes in every process."""
    code = {f"sites/{path.name}": path.read_bytes() for path in sorted((_HERE / "sites").glob("*.py"))}
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_STORED) as archive:
        for name, data in {**code, **assets()}.items():
            archive.writestr(zipfile.ZipInfo(name), data)
    return stream.getvalue()
