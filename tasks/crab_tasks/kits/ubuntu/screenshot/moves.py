"""Screenshot: moves."""

from __future__ import annotations

from collections.abc import Iterator

from crab_gym.backends.base import Element
from crab_gym.task import Action, Look, OracleStuck, action
from crab_tasks.kits.moves import click, click_on, find, has
from crab_tasks.kits.ubuntu.screenshot.state import Area
from crab_tasks.kits.ubuntu.windows import choose_file, click_soon, dialog, soon, start, window

__all__ = ["capture", "capture_area", "photo_area", "shown_area", "view_picture"]

_TRIES = 3


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
