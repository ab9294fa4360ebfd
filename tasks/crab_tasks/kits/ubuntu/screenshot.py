"""Screenshot and the Image Viewer: evaluators of pictures of a window and of an area, and moves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from crab_gym.backends.base import Element
from crab_gym.task import Action, Look, OracleStuck, action
from crab_gym.vision import find_template
from crab_sim.documents import decode_image, image_size
from crab_tasks.kits.compare import kept
from crab_tasks.kits.moves import click, click_on, find, has
from crab_tasks.kits.state import State
from crab_tasks.kits.ubuntu.windows import (
    choose_file,
    click_soon,
    dialog,
    soon,
    start,
    window,
)

__all__ = [
    "Area", "area_captured", "capture", "capture_area", "photo_area", "shown_area", "view_picture", "window_captured",
]  # fmt: skip

_MIN_SCORE = 0.9
_FRAME = 8  # pixels by which a window and its picture may differ: borders and shadows
_TRIES = 3
_LEAST_SHARE = 0.25  # of a window's picture, for the photo that it shows
_BAR = 20  # least pixels of a window's height beside the photo's: the bar above it


class Area(NamedTuple):
    """A rectangle, in pixels; half-open."""

    left: int
    top: int
    right: int
    bottom: int


@kept
def _place(data: bytes, photo: bytes) -> Area | None:
    """Returns the place at which a picture shows a photo at its own size, None where it doesn't."""
    picture, wanted = decode_image(data), decode_image(photo)
    match = None if picture is None or wanted is None else find_template(picture, wanted)
    return Area(*match.bounds) if match is not None and match.score >= _MIN_SCORE else None


def window_captured(state: State, answer: str | None, path: str, photo: bytes, title: str) -> bool:
    """The picture is one of the Image Viewer's window with the photo, and of nothing around it.

    It also shows the bar above the photo: a copy of the photo's file is no picture of the window. While the window is
    open, the picture has its size. Otherwise the photo takes a good part of it, unlike in one of the whole screen.

    Args:
        state: The devices' states.
        answer: Not used.
        path: The picture's path.
        photo: The photo's file.
        title: The window's title.
    """
    data = state["ubuntu"].read_file(path)
    size, place = image_size(data), None if data is None else _place(data, photo)
    if size is None or place is None or size[1] < place.bottom - place.top + _BAR:
        return False
    frames = [
        Area(*row.bounds) for row in state["ubuntu"].windows() if row.app == "image_viewer" and row.title == title
    ]
    if frames:
        sizes = [(frame.right - frame.left, frame.bottom - frame.top) for frame in frames]
        return any(abs(size[0] - width) <= _FRAME and abs(size[1] - height) <= _FRAME for width, height in sizes)
    shown = (place.right - place.left) * (place.bottom - place.top)
    return shown >= _LEAST_SHARE * size[0] * size[1]


def area_captured(state: State, answer: str | None, path: str, photo: bytes, around: int) -> bool:
    """The picture shows all of the photo, at its own size, and at most so many pixels around each side of it.

    A mere copy of the photo's file is no picture of the screen.

    Args:
        state: The devices' states.
        answer: Not used.
        path: The picture's path.
        photo: The photo's file.
        around: In pixels.
    """
    data = state["ubuntu"].read_file(path)
    size, place = image_size(data), None if data is None else _place(data, photo)
    if size is None or place is None or data == photo:
        return False
    return max(place.left, place.top, size[0] - place.right, size[1] - place.bottom) <= around


def view_picture(look: Look, path: str) -> Iterator[Action]:
    """Opens a picture in the Image Viewer."""
    yield from start("Image Viewer")
    yield from window(look, "", "image_viewer")
    yield from dialog(look, "Open", "image_viewer", ("ctrl", "o"))
    yield from choose_file(look, path)
    yield from window(look, path.rpartition("/")[2], "image_viewer")
    yield action("root", "wait", seconds=2)  # the title comes before the picture is drawn


def photo_area(look: Look, name: str, width: int, height: int) -> Area:
    """Returns the place of a photo that the Image Viewer shows at its own size, in the middle of its window.

    Args:
        look: Shows the screens.
        name: The photo's name.
        width: Its width in pixels.
        height: Its height.
    """
    if has(look, "ubuntu", description=name, role="image"):
        return Area(*find(look, "ubuntu", description=name, role="image").bounds)
    frame, button = shown_area(look, name), find(look, "ubuntu", text="Menu", role="button")
    border = 4  # below the bar with the buttons, and at the window's other sides
    top = button.bounds[3] + border
    left = (frame.left + frame.right - width) // 2
    top += (frame.bottom - border - top - height) // 2
    return Area(left, top, left + width, top + height)


def shown_area(look: Look, title: str) -> Area:
    """Returns the place of a window on the screen."""
    return Area(*find(look, "ubuntu", text=title, role="window").bounds)


def _save_button(look: Look) -> Element | None:
    """Returns the button that saves the picture which Screenshot has taken; other programs have one of this name."""
    buttons = [e for e in look("ubuntu") if (e.app, e.role, e.text) == ("screenshot", "button", "Save")]
    return buttons[0] if buttons else None


def _taken(look: Look) -> bool:
    """Returns whether Screenshot shows the picture that it has taken."""
    return _save_button(look) is not None


def _take(look: Look, what: str, area: Area | None = None) -> Iterator[Action]:
    """Takes a picture; once more where none comes, since a window that has just come up may miss a click.

    Args:
        look: Shows the screens.
        what: ``"Screen"``, ``"Window"`` or ``"Selection"``.
        area: The part of the screen to drag over.

    Raises:
        OracleStuck: No picture comes.
    """
    for _ in range(_TRIES):
        yield from start("Screenshot")
        yield from click_soon(look, text=what, role="radio")
        yield from soon(lambda: find(look, "ubuntu", text=what, role="radio").checked)
        yield click(look, text="Take Screenshot", role="button")
        if area is not None:
            yield action("ubuntu", "drag", x1=area.left, y1=area.top, x2=area.right, y2=area.bottom)
        for _ in range(2):  # it hides itself and waits first, which a busy machine takes long for
            yield from soon(lambda: _taken(look))
        if _taken(look):
            return
    raise OracleStuck(f"Screenshot takes no picture of {what!r}")


def _save(look: Look, name: str) -> Iterator[Action]:
    """Saves the picture that was taken under a name in the proposed folder, Pictures.

    Raises:
        OracleStuck: Screenshot doesn't let it be saved.
    """
    yield action("ubuntu", "hotkey", keys=["ctrl", "a"])
    yield action("ubuntu", "write_text", text=name)
    button = _save_button(look)
    if button is None:
        raise OracleStuck("Screenshot shows no button to save its picture")
    yield click_on(button)
    yield from soon(lambda: not _taken(look))


def capture(look: Look, what: str, name: str) -> Iterator[Action]:
    """Takes a picture with Screenshot, and saves it in the folder Pictures.

    Args:
        look: Shows the screens.
        what: ``"Screen"``, or ``"Window"`` for the window that was in front before.
        name: The picture's file name.
    """
    yield from _take(look, what)
    yield from _save(look, name)


def capture_area(look: Look, area: Area, name: str) -> Iterator[Action]:
    """Takes a picture of a part of the screen, which is dragged over, and saves it in the folder Pictures.

    Args:
        look: Shows the screens.
        area: The part.
        name: The picture's file name.
    """
    yield from _take(look, "Selection", area)
    yield from _save(look, name)
