from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image

from crab_sim.draw.raster import Canvas
from crab_sim.machine.slices import FILES
from crab_sim.phone import Phone
from crab_sim.phone.app import SDCARD
from crab_sim.phone.apps.draw import data
from crab_sim.phone.apps.draw.data import BLACK, DRAWING, Drawing, Stroke
from tests.simulator.phone._drive import node, nodes, phone, press, tap, write

PICTURES = f"{SDCARD}/Pictures"


@pytest.fixture
def draw() -> Phone:
    return phone(3, "Draw")


def drag(machine: Phone, x1: int, y1: int, x2: int, y2: int) -> None:
    machine.execute("drag", {"x1": x1, "y1": y1, "x2": x2, "y2": y2})


def screen(machine: Phone) -> np.ndarray:
    return Canvas(machine.width, machine.height).frame(machine.scene.ops)


def save(machine: Phone, name: str, ending: str = "PNG") -> None:
    tap(machine, description="Save")
    tap(machine, ending, role="radio")
    write(machine, name)
    tap(machine, "OK")
    tap(machine, "Save", role="button")


def test_a_finger_draws_lines_and_dots(draw: Phone) -> None:
    left, top, _, _ = node(draw, rid="my_canvas").bounds
    drag(draw, 100, 200, 100, 400)
    draw.execute("swipe", {"x": 150, "y": 300, "direction": "left", "distance": "short"})
    draw.execute("tap", {"x": 50, "y": 500})
    steps = draw.get(DRAWING).steps
    assert steps[0] == Stroke(BLACK, 5, (100 - left, 200 - top), (100 - left, 400 - top))
    assert steps[1] is not None and steps[1].start == (150, 300 - top) and steps[1].end[0] > 150
    assert steps[2] == Stroke(BLACK, 5, (50, 500 - top), (50, 500 - top))
    image = screen(draw)
    for x, y in ((100, 200), (100, 300), (100, 400), (160, 300), (50, 500)):
        assert tuple(image[y, x]) == (0, 0, 0)
    assert tuple(image[300, 110]) == (255, 255, 255)


def test_colours_width_and_eraser(draw: Phone) -> None:
    tap(draw, rid="color_picker")
    tap(draw, description="Red")
    assert node(draw, description="Colour: Red")
    slider = node(draw, description="Pen width")
    draw.execute("tap", {"x": slider.bounds[2] - 12, "y": (slider.bounds[1] + slider.bounds[3]) // 2})
    assert draw.get(DRAWING).width == data.WIDEST
    drag(draw, 80, 300, 280, 300)
    assert tuple(screen(draw)[315, 180]) == (229, 57, 53)
    tap(draw, description="Eraser")
    drag(draw, 180, 200, 180, 400)
    assert tuple(screen(draw)[300, 180]) == (255, 255, 255) and tuple(screen(draw)[300, 100]) == (229, 57, 53)
    tap(draw, description="More options")
    tap(draw, "Change background colour")
    tap(draw, description="Navy")
    assert tuple(screen(draw)[300, 180]) == tuple(screen(draw)[500, 30]) == (13, 27, 82)


def test_steps_are_taken_back_and_done_again(draw: Phone) -> None:
    drag(draw, 80, 300, 280, 300)
    drag(draw, 80, 400, 280, 400)
    tap(draw, description="Undo")
    assert tuple(screen(draw)[400, 180]) == (255, 255, 255) and tuple(screen(draw)[300, 180]) == (0, 0, 0)
    tap(draw, description="Redo")
    assert tuple(screen(draw)[400, 180]) == (0, 0, 0)
    tap(draw, description="More options")
    tap(draw, "Clear")
    assert tuple(screen(draw)[300, 180]) == (255, 255, 255)
    tap(draw, description="Undo")
    assert tuple(screen(draw)[300, 180]) == (0, 0, 0)
    tap(draw, description="Undo")
    draw.execute("tap", {"x": 30, "y": 300})
    tap(draw, description="Redo")
    assert len(data.strokes_of(draw.get(DRAWING))) == 2
    for _ in range(4):
        tap(draw, description="Undo")
    assert draw.get(DRAWING).steps == ()


@pytest.mark.parametrize(("ending", "form"), [("PNG", "PNG"), ("JPG", "JPEG")])
def test_a_saved_picture_is_what_was_drawn(draw: Phone, ending: str, form: str) -> None:
    drag(draw, 80, 300, 280, 300)
    top = node(draw, rid="my_canvas").bounds[1]
    before = screen(draw)
    save(draw, f"sketch_1.{ending.lower()}", ending)
    assert node(draw, "File saved successfully")
    with Image.open(io.BytesIO(draw.files.read(f"{PICTURES}/sketch_1.{ending.lower()}"))) as image:
        assert image.format == form
        content = np.asarray(image.convert("RGB")).astype(int)
    part = before[top : top + content.shape[0], : content.shape[1]]
    assert np.abs(content - part).max() <= (0 if form == "PNG" else 40)


def test_an_svg_holds_the_lines(draw: Phone) -> None:
    drag(draw, 80, 300, 280, 340)
    save(draw, "plan", "SVG")
    text = draw.files.read(f"{PICTURES}/plan.svg").decode()
    top = node(draw, rid="my_canvas").bounds[1]
    assert text.startswith("<svg ") and f'd="M80,{300 - top} L280,{340 - top}"' in text and 'stroke="#000000"' in text


def test_names_are_checked_and_files_not_replaced_unasked(draw: Phone) -> None:
    draw.put(FILES, draw.files.write(f"{PICTURES}/old.png", b"old", draw.now))
    tap(draw, description="Save")
    assert node(draw, rid="save_image_filename").text.startswith("image_")
    write(draw, "a/b")
    assert node(draw, "A name can't contain a slash")
    press(draw, "back")
    save(draw, "old")
    tap(draw, "Cancel")
    assert draw.files.read(f"{PICTURES}/old.png") == b"old"
    save(draw, "old")
    tap(draw, "Replace", role="button")
    assert draw.files.read(f"{PICTURES}/old.png")[:4] == b"\x89PNG"


def test_a_file_goes_where_it_is_sent(draw: Phone) -> None:
    tap(draw, description="Save")
    write(draw, "trip\n")
    tap(draw, "..")
    tap(draw, "Download", role="list_item")
    tap(draw, description="New folder")
    write(draw, "Art\n")
    tap(draw, "Save", role="button")
    assert draw.files.is_file(f"{SDCARD}/Download/Art/trip.png")
    assert node(draw, rid="my_canvas") and not nodes(draw, role="dialog")


def test_a_drawing_is_plain_data_and_bounded(draw: Phone) -> None:
    twin = draw.fork()
    drag(draw, 80, 300, 280, 300)
    assert twin.get(DRAWING) == Drawing() and draw.get(DRAWING) != Drawing()
    drawing = Drawing()
    for i in range(600):
        drawing = drawing.done(Stroke(BLACK, 2, (i % 300, 10), (i % 300, 90)))
    assert len(drawing.steps) == 500
    shown = data.pixels(drawing, 300, 100)
    assert shown.shape == (100, 300, 3) and (shown[50] == 0).all()
