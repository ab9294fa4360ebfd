"""Pictures of a window and of an area, as Screenshot's tasks judge them."""

from __future__ import annotations

import numpy as np

from crab_gym.backends.base import Image, State, Window
from crab_sim.documents import encode_image, resized
from crab_tasks.kits.ubuntu.pictures import photo, photo_file
from crab_tasks.kits.ubuntu.screenshot import state as screenshot
from tests.tasks._desk import Desk

PATH = "/home/user/Pictures/taken.png"
PHOTO, OTHER = photo_file("bridge", 240, 160), photo_file("desert", 240, 160)


def showing(name: str, left: int, top: int, width: int, height: int) -> Image:
    """Returns a grey picture with a photo at a place of it, and a title at its top."""
    picture = np.full((height, width, 3), 90, np.uint8)
    picture[:40] = 230
    picture[8:16, 40:80] = 30
    picture[top : top + 160, left : left + 240] = photo(name, 240, 160)
    return picture


def desk(picture: Image | None, *frames: tuple[int, int, int, int]) -> dict[str, Desk]:
    found = Desk({} if picture is None else {PATH: encode_image(picture)})
    found.shown = tuple(Window("image_viewer", "bridge.png", frame, True, False) for frame in frames)
    return State(ubuntu=found)


def test_a_picture_of_a_window_has_its_size_and_shows_the_photo() -> None:
    def holds(picture: Image | None, *frames: tuple[int, int, int, int]) -> bool:
        return screenshot.window_captured(desk(picture, *frames), PATH, PHOTO, "bridge.png")

    taken = showing("bridge", 30, 60, 300, 260)
    assert holds(taken) and holds(taken, (100, 80, 400, 340)) and holds(taken, (100, 80, 404, 336))
    assert not holds(taken, (100, 80, 500, 340)), "the window has another size"
    assert not holds(showing("desert", 30, 60, 300, 260), (100, 80, 400, 340))
    screen = showing("bridge", 330, 260, 1280, 720)
    assert not holds(screen) and not holds(screen, (100, 80, 400, 340))
    assert not holds(resized(taken, 150, 130)) and not holds(None)
    struck = taken.copy()
    struck[120:130, 30:270] = 255
    assert not holds(struck), "something was drawn over the photo"
    for rows in (slice(0, 30), slice(235, 260)):
        painted = taken.copy()
        painted[rows] = 0
        assert not holds(painted), "a part of the window is painted over"
    pale = taken.copy()
    pale[62, 100] ^= 8
    assert not holds(pale), "a pixel of the photo is another one"
    wrong = State(ubuntu=Desk({PATH: encode_image(taken, "JPEG")}))
    assert not screenshot.window_captured(wrong, PATH, PHOTO, "bridge.png"), "another format than its name promises"
    copied = showing("bridge", 0, 0, 240, 160)
    assert not holds(copied) and not holds(copied, (100, 80, 340, 240)), "the window's bar is missing"


def test_a_picture_of_an_area_has_all_of_the_photo_and_little_else() -> None:
    def holds(picture: Image | None) -> bool:
        return screenshot.area_captured(desk(picture), PATH, PHOTO, 20)

    assert holds(showing("bridge", 0, 0, 240, 160)) and holds(showing("bridge", 20, 5, 280, 180))
    assert not holds(showing("bridge", 21, 5, 280, 180)) and not holds(showing("bridge", 0, 0, 240, 181))
    assert not holds(showing("bridge", 0, 0, 240, 160)[:, 10:])
    copied = State(ubuntu=Desk({PATH: PHOTO}))
    assert not screenshot.area_captured(copied, PATH, PHOTO, 20), "the photo's own file"
    assert not holds(showing("desert", 5, 5, 250, 170)) and not holds(None)
