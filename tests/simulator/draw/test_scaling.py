"""Display lists for screens with more pixels."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image

from crab_sim.draw import text as metrics
from crab_sim.draw.ops import KINDS, Align, Op
from crab_sim.draw.raster import Canvas, draw
from crab_sim.draw.scaling import scaled
from tests.simulator.draw._ops import fill, icon, picture, shadow, text

RED, BLACK, WHITE = (255, 0, 0), (0, 0, 0), (255, 255, 255)
GROUND = fill(0, 0, 400, 400, WHITE)
FACTORS = (2.0, 2.625, 3.0)
OPS: tuple[Op, ...] = (
    ("fill", 1, 2, 4, 5, None, RED), ("round", 0, 0, 20, 20, (0, 0, 10, 10), RED, 4),
    ("frame", 0, 0, 20, 20, None, RED, 4, 1), text(0, 0, 60, 20, RED, "Some words", size=13),
    icon(0, 0, 16, 16, RED, "add"), picture(0, 0, 9, 9, "wallpaper:android:light"),
    ("shade", 0, 0, 9, 9, None, RED, 90), shadow(5, 5, 9, 9, 2), ("layer", 0, 0, 9, 9, None, (fill(0, 0, 9, 9, RED),)),
)  # fmt: skip


def test_every_kind_is_scaled_and_can_be_drawn() -> None:
    larger = scaled(OPS, 2.5, 2.5)
    assert {op[0] for op in OPS} == set(KINDS) - {"spread"}
    assert [op[0] for op in larger] == [op[0] if op[0] != "text" else "spread" for op in OPS]
    assert larger[0] == ("fill", 2, 5, 10, 12, None, RED)
    assert larger[1][5:] == ((0, 0, 25, 25), RED, 10) and larger[2][6:] == (RED, 10, 2)
    assert larger[8][6] == (("fill", 0, 0, 22, 22, None, RED),)
    Canvas(150, 50).frame(larger)
    with pytest.raises(ValueError, match="'spread'"):
        scaled(larger, 2.0, 2.0)


def _inked(ops: list[Op], factor: float, width: int = 400, height: int = 100) -> tuple[np.ndarray, np.ndarray]:
    """Returns the columns and the rows that have ink on a screen so many times larger."""
    image = draw(scaled([GROUND, *ops], factor, factor), round(width * factor), round(height * factor))
    ink = image.min(axis=2) < 128
    return np.flatnonzero(ink.any(axis=0)), np.flatnonzero(ink.any(axis=1))


@pytest.mark.parametrize("factor", FACTORS)
@pytest.mark.parametrize("font", ["regular", "mono", "bold_italic"])
@pytest.mark.parametrize("align", ["left", "center", "right"])
def test_a_text_lies_where_its_pixels_would(factor: float, font: metrics.Font, align: Align) -> None:
    for size in (11, 15, 24):
        for words in ("The joint stays where I put it.", "jiffy", "iiiii", "WWW"):
            ops = [text(10, 10, 390, 50, BLACK, words, font, size, align)]
            plain = draw([GROUND, *ops], 400, 100).min(axis=2) < 128
            columns, rows = _inked(ops, factor)
            for edges, ink in ((columns, plain.any(axis=0)), (rows, plain.any(axis=1))):
                expected = np.flatnonzero(ink)
                assert abs(edges[0] / factor - expected[0]) < 2.1, (words, size)
                assert abs((edges[-1] + 1) / factor - (expected[-1] + 1)) < 2.1, (words, size)


@pytest.mark.parametrize("factor", FACTORS)
def test_runs_of_a_line_stay_together(factor: float) -> None:
    """The gap between two runs, placed by the first one's width, is that of the layout."""
    for words in ("little lilies in it", "wwwww mmmmm", "The joint stays where I put it"):
        across = metrics.width(words, "regular", 15)
        run, end = text(8, 0, 8 + across + 2, 20, BLACK, words, size=15), fill(8 + across, 0, 12 + across, 20, BLACK)
        gaps = []
        for each in (1.0, factor):
            first, whole = _inked([run], each)[0], _inked([run, end], each)[0]
            gaps.append((whole[whole > first[-1]].max() + 1 - first[-1] - 4 * each) / each)
        assert abs(gaps[0] - gaps[1]) < 1.6, words


@pytest.mark.parametrize("factor", FACTORS)
def test_lines_cut_to_their_boxes_are_cut_at_the_same_place(factor: float) -> None:
    words = "a line that is much longer than its box, and goes on for long " * 200
    for align in ("left", "center", "right"):
        columns, _ = _inked([text(40, 0, 120, 20, BLACK, words, align=align, clip=(50, 0, 400, 20))], factor)
        assert round(50 * factor) <= columns[0] <= 56 * factor and 114 * factor <= columns[-1] < round(120 * factor)


@pytest.mark.parametrize("factor", FACTORS)
@pytest.mark.parametrize("size", [(56, 56), (200, 90), (18, 10)])
def test_a_shadow_is_as_soft_in_proportion(factor: float, size: tuple[int, int]) -> None:
    """Where it is seen: it ends inside of its box, on which something else lies."""
    inset = min(12, size[0] // 2, size[1] // 2) - 2
    for radius in (6, 12):
        ops = [GROUND, shadow(60, 60, 60 + size[0], 60 + size[1], radius)]
        plain = draw(ops, 320, 240)
        larger = draw(scaled(ops, factor, factor), round(320 * factor), round(240 * factor))
        fitted = np.asarray(Image.fromarray(larger).resize((320, 240), Image.Resampling.BOX), int)
        away = np.abs(fitted - plain)
        away[60 + inset : 60 + size[1] - inset, 60 + inset : 60 + size[0] - inset] = 0
        assert plain.min() < 245 and away.max() <= 8


def test_lines_and_icons_are_equally_large_everywhere() -> None:
    for kind, ops in (
        ("line", [fill(0, y, 100, y + 1, RED) for y in range(50)]),
        ("icon", [icon(x, x, x + 24, x + 24, RED, "add") for x in range(50)]),
    ):
        assert len({op[4] - op[2] for op in scaled(ops, 2.625, 2.625)}) == 1, kind
