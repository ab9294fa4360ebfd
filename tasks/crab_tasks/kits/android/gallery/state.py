"""Gallery: evaluators."""

from __future__ import annotations

from crab_sim.documents import decode_image
from crab_tasks.kits.compare import kept
from crab_tasks.kits.state import State
from crab_tasks.kits.ubuntu.picture_tones import looks_alike

__all__ = ["smaller_copy", "wallpaper_is"]


@kept
def _is_smaller(data: bytes, original: bytes, width: int) -> bool:
    found, wanted = decode_image(data), decode_image(original)
    return found is not None and wanted is not None and found.shape[1] == width and looks_alike(found, wanted)


def smaller_copy(state: State, folder: str, original: bytes, width: int, before: int) -> bool:
    """The folder has one picture more than before, and one of them shows the photo, so many pixels wide.

    Args:
        state: The devices' states.
        folder: The folder.
        original: The photo's data.
        width: The width of the copy.
        before: The number of pictures that the folder had.
    """
    phone = state.android
    names = [name for name in phone.list_dir(folder) if name.lower().endswith((".jpg", ".jpeg", ".png"))]
    found = [data for name in names if (data := phone.read_file(f"{folder}/{name}")) is not None]
    return len(names) == before + 1 and sum(_is_smaller(data, original, width) for data in found) == 1


def wallpaper_is(state: State, digest: str) -> bool:
    """A picture whose data has this digest is the phone's wallpaper."""
    rows = state.android.facts()["state"].rows.values()
    return [row["digest"] for row in rows if row["slice"] == "wallpaper"] == [digest]
