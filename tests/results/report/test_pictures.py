"""Pictures of a report: parts over earlier pictures, which together are the screens again."""

from __future__ import annotations

import base64
import io
from collections.abc import Iterable
from pathlib import Path

import numpy as np
from PIL import Image

from crab_gym.results.report.patches import MAX_DEPTH, Box, changed_boxes
from crab_gym.results.report.pictures import Album, Encoded, Shrink

SIZE = (320, 200)


def screens(folder: Path) -> list[Image.Image]:
    """Writes a desktop on which a window opens, text is typed and a clock goes; the first screen comes again."""
    generator = np.random.default_rng(3)
    ground = Image.fromarray(generator.integers(0, 255, (20, 32, 3), dtype=np.uint8)).resize(SIZE)
    shown = []
    for minute in range(2 * MAX_DEPTH):
        picture = ground.copy()
        picture.paste((20, 20, 20), (0, 0, 320, 10))
        picture.paste((255, 255, 255), (150, 2, 152 + minute, 8))
        if minute > 2:
            picture.paste((240, 240, 240), (40, 60, 200, 160))
            picture.paste((0, 0, 0), (50, 80, 50 + 5 * minute, 84))
        shown.append(picture)
    shown.append(shown[0].copy())
    for k, picture in enumerate(shown):
        picture.save(folder / f"{k}.png")
    return shown


def filled(folder: Path, count: int) -> tuple[Album, list[int | None]]:
    album = Album()
    return album, [album.add(folder, f"{k}.png") for k in range(count)]


def composed(encoded: Iterable[Encoded]) -> dict[int, Image.Image]:
    """Returns the pictures as a page draws them."""
    parts: dict[int, Image.Image] = {}
    made: dict[int, Image.Image] = {}
    for picture in encoded:
        for part in picture.parts:
            parts[part.number] = Image.open(io.BytesIO(base64.b64decode(part.data))).convert("RGB")
        canvas = Image.new("RGB", picture.size) if picture.base is None else made[picture.base].copy()
        for left, top, part_number in picture.places:
            canvas.paste(parts[part_number], (left, top))
        made[picture.number] = canvas
    return made


def test_parts_make_the_screens_again(tmp_path: Path) -> None:
    shown = screens(tmp_path)
    album, numbers = filled(tmp_path, len(shown))
    assert numbers[-1] == numbers[0] == 0
    made = composed(album.encode(Shrink(quality=100)))
    for number, picture in zip(numbers, shown, strict=True):
        assert number is not None
        assert np.array_equal(np.asarray(made[number]), np.asarray(picture))


def test_lossy_parts_look_like_the_screens(tmp_path: Path) -> None:
    shown = screens(tmp_path)
    album, numbers = filled(tmp_path, len(shown))
    made = composed(album.encode(Shrink()))
    for number, picture in zip(numbers, shown, strict=True):
        assert number is not None
        difference = np.abs(np.asarray(made[number]).astype(int) - np.asarray(picture).astype(int))
        assert difference.mean() < 6


def test_only_what_changed_is_stored_and_no_chain_is_long(tmp_path: Path) -> None:
    shown = screens(tmp_path)
    album, _ = filled(tmp_path, len(shown))
    encoded = list(album.encode(Shrink()))
    depth: dict[int, int] = {}
    for picture in encoded:
        depth[picture.number] = 0 if picture.base is None else depth[picture.base] + 1
    assert 1 <= max(depth.values()) <= MAX_DEPTH
    sizes = [sum(len(part.data) for part in picture.parts) for picture in encoded]
    assert sum(sizes[1:]) < 2 * sizes[0]


def test_small_pictures_have_parts_too(tmp_path: Path) -> None:
    screens(tmp_path)
    album, _ = filled(tmp_path, 6)
    made = list(album.encode(Shrink(scale=0.5)))
    assert {picture.size for picture in made} == {(160, 100)}
    assert [picture.base is None for picture in made] == [True, False, False, False, False, False]
    assert album.sizes[0] == SIZE


def test_pictures_can_be_smaller(tmp_path: Path) -> None:
    screens(tmp_path)
    album, _ = filled(tmp_path, 1)
    sizes = [
        len(next(album.encode(Shrink(*shrink))).parts[0].data)
        for shrink in ((1.0, 100), (1.0, 80), (0.5, 80), (0.5, 10))
    ]
    assert sizes == sorted(set(sizes), reverse=True)


def test_a_base_that_is_lost_is_not_drawn_upon(tmp_path: Path) -> None:
    shown = screens(tmp_path)
    album, _ = filled(tmp_path, len(shown))
    (tmp_path / "0.png").unlink()
    made = composed(album.encode(Shrink(quality=100)))
    assert 0 not in made and np.array_equal(np.asarray(made[5]), np.asarray(shown[5]))


def test_changed_boxes() -> None:
    before = np.zeros((90, 400), np.uint32)
    assert changed_boxes(before, before) == []
    after = before.copy()
    after[2, 10] = after[5, 300] = after[60, 20:30] = 1
    assert changed_boxes(before, after) == [Box(10, 2, 11, 6), Box(300, 2, 301, 6), Box(20, 60, 30, 61)]
