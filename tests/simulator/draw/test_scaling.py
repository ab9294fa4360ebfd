"""Display lists for screens with more pixels."""

from __future__ import annotations

import pytest

from crab_sim.draw import text as metrics
from crab_sim.draw.ops import KINDS, Op
from crab_sim.draw.raster import Canvas
from crab_sim.draw.scaling import scaled

RED = (255, 0, 0)
OPS: tuple[Op, ...] = (
    ("fill", 1, 2, 3, 4, None, RED), ("round", 0, 0, 20, 20, (0, 0, 10, 10), RED, 4),
    ("frame", 0, 0, 20, 20, None, RED, 4, 1), ("text", 0, 0, 60, 20, None, RED, "Some words", "regular", 13, "left"),
    ("icon", 0, 0, 16, 16, None, RED, "add"), ("picture", 0, 0, 9, 9, None, "wallpaper:android:light"),
    ("shade", 0, 0, 9, 9, None, RED, 90), ("shadow", 5, 5, 9, 9, None, 2),
    ("layer", 0, 0, 9, 9, None, (("fill", 0, 0, 9, 9, None, RED),)),
)  # fmt: skip


def test_every_kind_is_scaled_and_can_be_drawn() -> None:
    larger = scaled(OPS, 2.5, 2.5)
    assert {op[0] for op in OPS} == set(KINDS) and [op[0] for op in larger] == [op[0] for op in OPS]
    assert larger[0] == ("fill", 2, 5, 8, 10, None, RED)
    assert larger[1][5:] == ((0, 0, 25, 25), RED, 10) and larger[2][6:] == (RED, 10, 2)
    assert larger[8][6] == (("fill", 0, 0, 22, 22, None, RED),)
    assert scaled(OPS, 1.0, 1.0) == OPS
    Canvas(150, 50).frame(larger)


@pytest.mark.parametrize("factor", [1.3, 2.0, 2.625, 3.0])
def test_a_text_takes_as_much_room_in_proportion(factor: float) -> None:
    for size in (11, 13, 15, 20):
        for text in ("The joint stays where I put it.", "iiiii", "WWW", ""):
            op: Op = ("text", 0, 0, 300, 20, None, RED, text, "regular", size, "left")
            (larger,) = scaled([op], factor, factor)
            assert larger[0] == "text" and 0.8 * size * factor <= larger[9] <= size * factor + 1
            assert metrics.width(text, "regular", larger[9]) <= metrics.width(text, "regular", size) * factor + 1
