"""Evaluators of pictures of the Image Viewer's window."""

from __future__ import annotations

import numpy as np

from crab_gym.backends.base import Image, State, Window
from crab_sim.documents import encode_image, resized
from crab_tasks.kits.ubuntu.pictures import photo, photo_file
from crab_tasks.kits.ubuntu.screenshot.state import picture_captured, picture_kept, picture_seen, viewer_captured
from tests.tasks._desk import Desk

PATH, SOURCE = "/home/user/Pictures/shot.png", "/home/user/Pictures/bridge.png"
PHOTO = photo("bridge", 320, 240)
SMALLER = resized(PHOTO, 256, 192)


def screen(picture: Image, width: int = 500, height: int = 400) -> bytes:
    """A grey area with a picture in its middle."""
    ground = np.full((height, width, 3), 50, np.uint8)
    top, left = (height - picture.shape[0]) // 2, (width - picture.shape[1]) // 2
    ground[top : top + picture.shape[0], left : left + picture.shape[1]] = picture
    return encode_image(ground)


def test_a_picture_is_seen_at_its_own_size_and_scaled_down() -> None:
    for data, accepted in (
        (screen(PHOTO), True), (screen(SMALLER), True), (photo_file("bridge", 320, 240), True),
        (screen(photo("desert", 320, 240)), False), (b"", False),
        (screen(np.ascontiguousarray(SMALLER[:, ::-1])), False), (encode_image(resized(PHOTO, 24, 18)), False),
        (screen(np.repeat(SMALLER.mean(axis=2, keepdims=True).astype(np.uint8), 3, 2)), False),
    ):  # fmt: skip
        state = State(ubuntu=Desk({SOURCE: photo_file("bridge", 320, 240), PATH: data}))
        assert picture_seen(state, PATH, SOURCE) is accepted


def test_only_a_picture_of_the_windows_size_is_one_of_it() -> None:
    desk = Desk({SOURCE: photo_file("bridge", 320, 240), PATH: screen(PHOTO)})
    state = State(ubuntu=desk)
    assert not viewer_captured(state, PATH, SOURCE)
    for bounds, title, accepted in (
        ((100, 50, 600, 450), "bridge.png", True), ((100, 50, 596, 446), "bridge.png", True),
        ((100, 50, 640, 450), "bridge.png", False), ((100, 50, 600, 450), "desert.png", False),
    ):  # fmt: skip
        desk.shown = (Window("image_viewer", title, bounds, True, False),)
        assert viewer_captured(state, PATH, SOURCE) is accepted


def test_only_a_picture_of_what_the_viewer_shows_is_one_of_it_alone() -> None:
    desk = Desk({SOURCE: photo_file("bridge", 320, 240)})
    state = State(ubuntu=desk)
    desk.shown = (Window("image_viewer", "bridge.png", (100, 50, 600, 450), True, False),)
    for data, accepted in (
        (encode_image(PHOTO), True), (screen(PHOTO, 334, 250), True), (screen(PHOTO), False),
        (encode_image(PHOTO[40:200, 60:260]), False), (encode_image(photo("desert", 320, 240)), False), (b"", False),
    ):  # fmt: skip
        desk.files[PATH] = data
        assert picture_captured(state, PATH, SOURCE) is accepted
    desk.files[PATH] = encode_image(PHOTO)
    desk.shown = (Window("image_viewer", "desert.png", (100, 50, 600, 450), True, False),)
    assert not picture_captured(state, PATH, SOURCE)


def test_a_large_picture_is_shown_smaller() -> None:
    desk = Desk({SOURCE: photo_file("bridge", 640, 480)})
    desk.shown = (Window("image_viewer", "bridge.png", (0, 0, 500, 400), True, False),)
    for width, accepted in ((400, True), (600, False), (200, False)):
        desk.files[PATH] = encode_image(resized(photo("bridge", 640, 480), width, width * 3 // 4))
        assert picture_captured(State(ubuntu=desk), PATH, SOURCE) is accepted, width


def test_a_picture_that_is_cut_afterwards_isnt_kept_while_the_window_tells() -> None:
    desk = Desk({SOURCE: photo_file("bridge", 320, 240), PATH: encode_image(PHOTO)})
    state = State(ubuntu=desk)
    desk.shown = (Window("image_viewer", "bridge.png", (100, 50, 600, 450), True, False),)
    assert picture_kept(state, PATH, SOURCE)
    desk.files[PATH] = encode_image(PHOTO[40:200, 60:260])
    assert not picture_kept(state, PATH, SOURCE)
    desk.files[PATH], desk.shown = encode_image(PHOTO), ()
    assert picture_kept(state, PATH, SOURCE)
