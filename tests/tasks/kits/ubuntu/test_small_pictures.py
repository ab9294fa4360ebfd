"""Evaluators that compare a picture with another one on the desktop."""

from __future__ import annotations

import random

import numpy as np
from crab_tasks.kits.ubuntu.graphics.small_pictures import inverted, shaded_file, turned

from crab_gym.backends.base import StateReader
from crab_gym.documents import decode_image, encode_image
from tests.tasks._desk import Desk

PATH, SOURCE = "/home/user/new.png", "/home/user/old.png"
DATA = shaded_file(random.Random(3), 40, 30)
PICTURE = decode_image(DATA)


def test_a_turned_picture() -> None:
    assert PICTURE is not None and PICTURE.shape == (30, 40, 3)
    for turns in range(4):
        state: dict[str, StateReader] = {"ubuntu": Desk({SOURCE: DATA, PATH: encode_image(np.rot90(PICTURE, -turns))})}
        assert [turned(state, None, PATH, SOURCE, each) for each in range(4)] == [each == turns for each in range(4)]
    for files in ({SOURCE: DATA}, {PATH: DATA}, {SOURCE: DATA, PATH: b""}, {SOURCE: b"", PATH: DATA}):
        assert not turned({"ubuntu": Desk(files)}, None, PATH, SOURCE, 0)


def test_a_negative() -> None:
    assert PICTURE is not None
    for picture, accepted in ((255 - PICTURE, True), (PICTURE, False), (255 - PICTURE[::-1], False)):
        state: dict[str, StateReader] = {"ubuntu": Desk({SOURCE: DATA, PATH: encode_image(picture)})}
        assert inverted(state, None, PATH, SOURCE) is accepted
    assert not inverted({"ubuntu": Desk({SOURCE: DATA})}, None, PATH, SOURCE)
