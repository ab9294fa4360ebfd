"""Evaluators that compare a picture with another one on the desktop."""

from __future__ import annotations

import random

import numpy as np

from crab_gym.backends.base import State
from crab_sim.documents import decode_image, encode_image
from crab_tasks.kits.ubuntu.small_pictures import greyed, inverted, shaded_file, turned
from tests.tasks._desk import Desk

PATH, SOURCE = "/home/user/new.png", "/home/user/old.png"
DATA = shaded_file(random.Random(3), 40, 30)
PICTURE = decode_image(DATA)


def test_a_turned_picture() -> None:
    assert PICTURE is not None and PICTURE.shape == (30, 40, 3)
    for turns in range(4):
        state = State(ubuntu=Desk({SOURCE: DATA, PATH: encode_image(np.rot90(PICTURE, -turns))}))
        assert [turned(state, PATH, SOURCE, each) for each in range(4)] == [each == turns for each in range(4)]
    for files in ({SOURCE: DATA}, {PATH: DATA}, {SOURCE: DATA, PATH: b""}, {SOURCE: b"", PATH: DATA}):
        assert not turned(State(ubuntu=Desk(files)), PATH, SOURCE, 0)


def test_a_negative() -> None:
    assert PICTURE is not None
    for picture, accepted in ((255 - PICTURE, True), (PICTURE, False), (255 - PICTURE[::-1], False)):
        state = State(ubuntu=Desk({SOURCE: DATA, PATH: encode_image(picture)}))
        assert inverted(state, PATH, SOURCE) is accepted
    assert not inverted(State(ubuntu=Desk({SOURCE: DATA})), PATH, SOURCE)


def test_a_picture_without_colour() -> None:
    assert PICTURE is not None
    values = PICTURE.astype(float)
    ways = {
        "luma": values @ [0.299, 0.587, 0.114], "average": values.mean(axis=2), "value": values.max(axis=2),
        "lightness": (values.max(axis=2) + values.min(axis=2)) / 2,
    }  # fmt: skip
    for grey in ways.values():
        picture = np.repeat(grey[:, :, np.newaxis], 3, axis=2).astype(np.uint8)
        for found, accepted in (
            (picture, True), (255 - picture, False), (picture[::-1], False), (picture[:15, :20], False),
            (picture // 3, False),
        ):  # fmt: skip
            state = State(ubuntu=Desk({SOURCE: DATA, PATH: encode_image(found)}))
            assert greyed(state, PATH, SOURCE) is accepted
    for files in ({SOURCE: DATA, PATH: DATA}, {SOURCE: DATA}, {SOURCE: DATA, PATH: b""}, {PATH: DATA}):
        assert not greyed(State(ubuntu=Desk(files)), PATH, SOURCE)
