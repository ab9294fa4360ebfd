"""Shapes, layers, painting and files of pictures with layers."""

from __future__ import annotations

import io

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from crab_sim.documents import decode_image
from crab_sim.engines.raster import codecs, geometry, painting, stack
from crab_sim.engines.raster.blending import compose
from crab_sim.engines.raster.model import (
    MAX_LAYERS,
    Layer,
    Pixels,
    Raster,
    Selection,
    blank,
    pixels_of,
    selection_box,
)

WHITE, RED, BLUE = (255, 255, 255), (255, 0, 0), (0, 0, 255)


def numbered(width: int = 4, height: int = 3) -> Raster:
    pixels: Pixels = np.full((height, width, 4), 255, np.uint8)
    pixels[:, :, 0] = np.arange(width)[None, :]
    pixels[:, :, 1] = np.arange(height)[:, None]
    return Raster(width, height, (Layer("a", width, height, pixels.tobytes(), alpha=False),))


def seen(raster: Raster) -> Pixels:
    return compose(raster)[:, :, :3]


@given(st.integers(1, 6), st.integers(1, 6), st.integers(-3, 3), st.integers(-3, 3), st.sampled_from([1, 2, 3]))
@settings(max_examples=60, deadline=None)
def test_turning_and_mirroring_move_layers_with_the_picture(
    width: int, height: int, x: int, y: int, quarters: geometry.Quarters
) -> None:
    raster = numbered(width, height)
    raster = raster._replace(layers=(raster.layers[0]._replace(x=x, y=y), blank("b", width, height, WHITE)))
    assert (seen(geometry.turned(raster, quarters)) == np.rot90(seen(raster), -quarters)).all()
    assert (seen(geometry.flipped(raster, True)) == seen(raster)[:, ::-1]).all()
    assert (seen(geometry.flipped(raster, False)) == seen(raster)[::-1]).all()
    back: dict[int, geometry.Quarters] = {1: 3, 2: 2, 3: 1}
    assert geometry.turned(geometry.turned(raster, quarters), back[quarters]) == raster


def test_cropping_and_canvases() -> None:
    raster = numbered()
    assert (seen(geometry.cropped(raster, geometry.Box(1, 1, 3, 3))) == seen(raster)[1:3, 1:3]).all()
    wider = geometry.canvas_resized(raster, 8, 5, 2, 1)
    assert (wider.width, wider.height) == (8, 5)
    assert (seen(wider)[1:4, 2:6] == seen(raster)).all() and compose(wider)[0, 0, 3] == 0
    assert geometry.fitted(wider) == raster
    flat = stack.flattened(wider, RED)
    assert seen(flat)[0, 0].tolist() == list(RED) and not flat.layers[0].alpha
    assert geometry.content_box(flat, compose(flat)) == geometry.Box(2, 1, 6, 4)
    scaled = geometry.scaled(blank_picture(10, 4), 5, 8)
    assert (scaled.width, scaled.height, scaled.layers[0].width) == (5, 8, 5)
    assert (seen(scaled) == 255).all()


def blank_picture(width: int, height: int) -> Raster:
    return Raster(width, height, (blank("Background", width, height, WHITE),))


def test_too_large_pictures_are_refused() -> None:
    with pytest.raises(geometry.TooLarge, match="3000"):
        geometry.scaled(blank_picture(10, 10), 3000, 3000)
    with pytest.raises(geometry.TooLarge):
        geometry.canvas_resized(blank_picture(10, 10), 20_000, 1000, 0, 0)
    raster = blank_picture(2, 2)
    for _ in range(MAX_LAYERS - 1):
        raster = stack.duplicated(raster)
    with pytest.raises(geometry.TooLarge, match="layers"):
        stack.duplicated(raster)
    large = blank_picture(2000, 2000)
    with pytest.raises(geometry.TooLarge, match="pixels in all layers"):
        for _ in range(4):
            large = stack.duplicated(large)
    assert len(large.layers) == 3


def test_layers_are_ordered_merged_and_removed() -> None:
    raster = blank_picture(6, 4)
    raster = stack.added(raster, blank("Layer", 2, 2, RED)._replace(x=1, y=1))
    raster = stack.added(raster, blank("Layer", 2, 2, BLUE)._replace(x=2, y=1))
    assert [layer.name for layer in raster.layers] == ["Layer #1", "Layer", "Background"]
    assert seen(raster)[1, 2].tolist() == list(BLUE)
    lower = stack.moved(raster, 1)
    assert seen(lower)[1, 2].tolist() == list(RED)
    for merged in (stack.merged_down(raster), stack.merged_visible(raster)):
        assert (seen(merged) == seen(raster)).all()
    assert [layer.name for layer in stack.merged_down(raster).layers] == ["Layer", "Background"]
    assert len(stack.merged_visible(raster).layers) == 1
    assert [layer.name for layer in stack.removed(raster).layers] == ["Layer", "Background"]
    hidden = raster._replace(layers=(raster.layers[0]._replace(visible=False), *raster.layers[1:]))
    assert seen(hidden)[1, 3].tolist() == list(WHITE)


def test_strokes_and_fills_stay_in_the_selection() -> None:
    raster = blank_picture(40, 20)._replace(selection=Selection("rectangle", 0, 0, 20, 20))
    pencil = seen(painting.stroked(raster, "pencil", (5, 10), (35, 10), 4, 100, RED))
    assert pencil[10, 12].tolist() == list(RED) and pencil[10, 25].tolist() == list(WHITE)
    assert len(np.unique(pencil[:, :, 1])) == 2, "a pencil's edge is hard"
    brush = seen(painting.stroked(raster, "paintbrush", (5, 10), (15, 10), 8, 100, RED))
    assert len(np.unique(brush[:, :, 1])) > 3, "a brush's edge is soft"
    assert (seen(painting.filled(raster, BLUE))[:, :20] == BLUE).all()
    assert (seen(painting.filled(raster, BLUE))[:, 20:] == WHITE).all()
    inverted = raster._replace(selection=Selection("rectangle", 0, 0, 20, 20, True))
    assert (seen(painting.filled(inverted, BLUE))[:, 20:] == BLUE).all()
    assert selection_box(raster) == (0, 0, 20, 20) and selection_box(inverted) is None


def test_an_eraser_needs_an_alpha_channel_to_make_holes() -> None:
    raster = blank_picture(10, 10)
    paper = painting.stroked(raster, "eraser", (5, 5), (5, 5), 6, 100, BLUE)
    assert compose(paper)[5, 5].tolist() == [*BLUE, 255]
    hole = painting.stroked(stack.with_alpha(raster), "eraser", (5, 5), (5, 5), 6, 100, BLUE)
    assert compose(hole)[5, 5, 3] == 0
    assert compose(painting.cleared(stack.with_alpha(raster), RED))[:, :, 3].max() == 0
    assert seen(painting.cleared(raster, RED))[3, 3].tolist() == list(RED)


def test_a_bucket_fills_what_is_connected_and_alike() -> None:
    pixels: Pixels = np.full((9, 9, 4), 255, np.uint8)
    pixels[4, :, :3] = 0  # a wall, with a door
    pixels[4, 8, :3] = 250
    raster = Raster(9, 9, (Layer("a", 9, 9, pixels.tobytes(), alpha=False),))
    found = seen(painting.bucket_filled(raster, 0, 0, RED, 15, 100))
    assert (found[:4] == RED).all() and (found[5:] == RED).all() and found[4, 0].tolist() == [0, 0, 0]
    closed = seen(painting.bucket_filled(raster, 0, 0, RED, 2, 100))
    assert (closed[:4] == RED).all() and (closed[5:] == WHITE).all()
    assert painting.bucket_filled(raster, 50, 0, RED, 2, 100) == raster


def test_copies_are_as_large_as_the_selected_part() -> None:
    raster = numbered(10, 8)._replace(selection=Selection("rectangle", 2, 1, 3, 4))
    clip = stack.copied(raster)
    assert clip is not None and (clip.x, clip.y, clip.width, clip.height) == (2, 1, 3, 4)
    assert (pixels_of(clip) == compose(raster)[1:5, 2:5]).all()
    round_one = stack.copied(raster._replace(selection=Selection("ellipse", 0, 0, 8, 8)))
    assert round_one is not None and pixels_of(round_one)[0, 0, 3] == 0 and pixels_of(round_one)[4, 4, 3] == 255


@pytest.mark.parametrize("name", ["a.png", "a.jpg", "a.bmp", "a.gif", "a.tiff", "a.webp"])
def test_exports_are_read_back(name: str) -> None:
    raster = stack.added(blank_picture(32, 24), blank("Layer", 16, 24, (200, 30, 60)))
    data = codecs.encoded(raster, name, codecs.ExportOptions(), WHITE)
    read = decode_image(data)
    assert read is not None and read.shape == (24, 32, 3)
    assert np.abs(read.astype(int) - seen(raster)).max() <= (60 if name in ("a.jpg", "a.webp") else 0)
    layer = codecs.decoded(data, name)
    assert (layer.width, layer.height, layer.alpha) == (32, 24, False)


def test_transparency_is_kept_or_laid_on_the_background() -> None:
    raster = Raster(8, 8, (blank("Layer", 4, 8, RED)._replace(alpha=True),))
    layer = codecs.decoded(codecs.encoded(raster, "a.png", codecs.ExportOptions(), BLUE), "a")
    assert layer.alpha and pixels_of(layer)[0, 6].tolist() == [0, 0, 0, 0]
    flat = decode_image(codecs.encoded(raster, "a.jpg", codecs.ExportOptions(), BLUE))
    assert flat is not None and np.abs(flat[4, 7].astype(int) - BLUE).max() < 40


@pytest.mark.parametrize("data", [b"", b"no picture", b"\x89PNG\r\n\x1a\n" + b"\0" * 40, b"P6\n9 9\n255\n"])
def test_what_is_no_picture_is_refused(data: bytes) -> None:
    with pytest.raises(codecs.PictureRefused):
        codecs.decoded(data, "a")


def test_large_files_are_refused_before_they_are_decoded() -> None:
    stream = io.BytesIO()
    Image.new("1", (5000, 5000)).save(stream, "PNG")
    with pytest.raises(codecs.PictureRefused, match="5000×5000"):
        codecs.decoded(stream.getvalue(), "a")


def test_texts_make_layers_that_hold_them() -> None:
    layer = painting.text_layer("one\ntwo two", 20, BLUE, 3, 4)
    assert layer.text is not None and (layer.text.text, layer.name, layer.x) == ("one\ntwo two", "one two two", 3)
    pixels = pixels_of(layer)
    assert pixels[:, :, 3].max() == 255 and (pixels[:, :, :3] == BLUE).all()
    assert painting.text_layer("one", 40, BLUE, 0, 0).height > painting.text_layer("one", 20, BLUE, 0, 0).height
    assert painting.text_layer("", 20, BLUE, 0, 0).width == 1
