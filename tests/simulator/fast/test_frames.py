"""Memory of images that is written again only once nobody holds it."""

from __future__ import annotations

import numpy as np
import pytest

from crab_sim.fast.frames import Block, Frame, FramePool


def test_a_block_is_free_once_neither_the_array_nor_a_view_of_it_is_held() -> None:
    block = Block(bytearray(8))
    assert block.is_free
    array = block.hand_out(np.frombuffer(block.memory, np.uint8))
    part = array[2:4]
    assert not block.is_free
    del array
    assert not block.is_free
    del part
    assert block.is_free


def test_an_image_shows_the_pixels_and_cannot_be_made_writable() -> None:
    frame = Frame(4, 2)
    frame.pixels[:] = 7
    image = frame.image()
    assert image.shape == (2, 4, 3) and image.dtype == np.uint8 and (image == 7).all()
    assert frame.is_shown_by(image) and not frame.is_shown_by(image.copy())
    with pytest.raises(ValueError):
        image.flags.writeable = True
    frame.pixels[0] = 9
    assert (image[0] == 9).all()


def test_a_pool_gives_frames_that_nobody_holds_newest_first() -> None:
    pool = FramePool(lambda: Frame(4, 2), 3)
    assert pool.newest is None
    held = []
    for value in range(5):
        frame = pool.take()
        frame.pixels[:] = value
        held.append(frame.image())
        assert pool.newest is frame and len(pool.frames) == min(value + 1, 3)
    assert [int(image[0, 0, 0]) for image in held] == [0, 1, 2, 3, 4]
    newest, middle = pool.frames[:2]
    del held[3]
    assert pool.take() is middle and pool.frames == [middle, newest, pool.frames[2]]
