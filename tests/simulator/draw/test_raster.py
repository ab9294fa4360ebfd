"""Drawing: what each op looks like, and that incremental frames equal drawing from scratch, bit for bit."""

from __future__ import annotations

import copy
import pickle
import weakref
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from crab_sim.draw import text as texts
from crab_sim.draw.ops import KINDS, Op, layer_ops
from crab_sim.draw.raster import Canvas, draw
from tests.simulator.draw import _ops

WIDTH, HEIGHT = 96, 72
RED, GREEN, BLUE, WHITE = (255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255)

COLOR = st.sampled_from([RED, GREEN, BLUE, WHITE, (0, 0, 0), (12, 200, 90)])
AT = st.integers(-20, 110)
EXTENT = st.integers(0, 90)


@st.composite
def boxes(draw_: st.DrawFn) -> tuple[int, int, int, int]:
    left, top = draw_(AT), draw_(AT)
    return left, top, left + draw_(EXTENT), top + draw_(EXTENT)


CLIP = st.none() | boxes()
PARAMETERS: dict[str, st.SearchStrategy[tuple[Any, ...]]] = {
    "fill": st.tuples(COLOR),
    "round": st.tuples(COLOR, st.integers(0, 20)),
    "frame": st.tuples(COLOR, st.integers(0, 14), st.integers(0, 6)),
    "text": st.tuples(
        COLOR,
        st.sampled_from(["", "j", "Hello", "a longer line of text", "Wj日\t\x00é"]),
        st.sampled_from(texts.FONTS),
        st.sampled_from([8, 12, 20]),
        st.sampled_from(["left", "center", "right"]),
    ),
    "spread": st.tuples(
        COLOR,
        st.sampled_from(["", "j", "jolly f", "two  words", "Wj日\t\x00é", "e\u0301"]),
        st.sampled_from(texts.FONTS),
        st.sampled_from([8, 20]),
        st.sampled_from([6, 12]),
    ),
    "icon": st.tuples(COLOR, st.sampled_from(["settings", "wifi", "logo:calc", "empty:mail"])),
    "layer": st.tuples(
        st.sampled_from(
            [
                (("fill", 2, 1, 30, 9, None, (200, 10, 90)),),
                (
                    ("fill", 0, 0, 60, 40, None, (9, 90, 190)),
                    ("text", 0, 0, 60, 20, None, (0, 0, 0), "Hi", "bold", 12, "left"),
                ),
            ]
        )
    ),
    "picture": st.tuples(st.sampled_from(["photo:1", "wallpaper:ubuntu:dark"])),
    "shade": st.tuples(COLOR, st.sampled_from([0, 1, 90, 254, 255])),
    "shadow": st.tuples(st.integers(0, 16)),
}
OPS = st.one_of(
    [
        st.builds(lambda kind, box, clip, rest: (kind, *box, clip, *rest), st.just(kind), boxes(), CLIP, parameters)
        for kind, parameters in PARAMETERS.items()
    ]
)
BACKGROUND = ("fill", 0, 0, WIDTH, HEIGHT, None, (240, 240, 240))


@st.composite
def sequences(draw_: st.DrawFn) -> list[tuple[Op, ...]]:
    """Display lists, each made from the one before by a few edits, as a user interface does."""
    ops: list[Op] = [BACKGROUND, *draw_(st.lists(OPS, max_size=12))]
    lists = [tuple(ops)]
    for _ in range(draw_(st.integers(1, 6))):
        for _ in range(draw_(st.integers(0, 3))):
            at = draw_(st.integers(0, len(ops)))
            match draw_(st.sampled_from(["insert", "remove", "replace", "raise", "repeat"])):
                case "insert":
                    ops.insert(at, draw_(OPS))
                case "remove":
                    del ops[at : at + 1]
                case "replace":
                    ops[at : at + 1] = [draw_(OPS)]
                case "raise":
                    ops.extend([ops.pop(min(at, len(ops) - 1))] if ops else [])
                case _:
                    ops.extend(ops[:1])
        lists.append(tuple(ops))
    return lists


def test_kinds_are_all_tried() -> None:
    assert set(PARAMETERS) == set(KINDS)


@settings(max_examples=150)
@given(sequences(), st.lists(st.integers(0, 3), min_size=8, max_size=8))
def test_incremental_equals_from_scratch_and_held_images_never_change(
    lists: list[tuple[Op, ...]], holding: list[int]
) -> None:
    canvas = Canvas(WIDTH, HEIGHT)
    held: list[tuple[NDArray[np.uint8], NDArray[np.uint8]]] = []
    for ops, hold in zip(lists, holding, strict=False):
        image = canvas.frame(ops)
        expected = draw(ops, WIDTH, HEIGHT)
        np.testing.assert_array_equal(image, expected)
        if hold == 1:
            held.append((image, expected))
        elif hold == 2:  # only a part of a view of it
            held.append((image[10:20].transpose(1, 0, 2)[5:], expected[10:20].transpose(1, 0, 2)[5:]))
        elif hold == 3:
            held.clear()
        del image
        for kept, was in held:
            np.testing.assert_array_equal(kept, was)


@pytest.mark.parametrize("radius, line", [(0, 1), (7, 3), (20, 1), (20, 5)])
@pytest.mark.parametrize("below", ["fill", "round", "frame"])
@pytest.mark.parametrize("above", ["text", "icon", "round", "frame"])
def test_what_is_drawn_on_something_plain_is_as_if_nobody_knew_that(
    below: str, above: str, radius: int, line: int
) -> None:
    ground = {"fill": (RED,), "round": (RED, radius), "frame": (RED, radius, line)}[below]
    ink = {"text": (BLUE, "W", "bold", 12, "left"), "icon": (BLUE, "wifi"), "round": (BLUE, 5), "frame": (BLUE, 5, 2)}
    for x in range(4, 36, 2):
        for y in range(2, 30, 3):
            box = (x, y, x + 13, y + 13)
            ops = (BACKGROUND, (below, 10, 6, 80, 60, None, *ground), (above, *box, None, *ink[above]))
            np.testing.assert_array_equal(Canvas(WIDTH, HEIGHT).frame(ops), draw(ops, WIDTH, HEIGHT))


@pytest.mark.parametrize("radius, line", [(0, 1), (7, 3), (20, 1), (20, 5)])
@pytest.mark.parametrize("clip", [None, (0, 0, 30, 72), (22, 16, 60, 40)])
def test_a_rounded_rectangle_is_drawn_with_its_outline_as_without(
    clip: tuple[int, int, int, int] | None, radius: int, line: int
) -> None:
    box = (12, 9, 70, 55)
    ops = (
        BACKGROUND,
        ("round", *box, clip, BLUE, radius),
        ("frame", *box, clip, RED, radius, line),
        ("text", *box, clip, WHITE, "fluff", "regular", 12, "center"),
    )
    np.testing.assert_array_equal(Canvas(WIDTH, HEIGHT).frame(ops), draw(ops, WIDTH, HEIGHT))


@pytest.mark.parametrize("above", ["nothing", "shade", "shadow", "fill"])
def test_a_picture_is_drawn_only_where_it_is_seen(above: str) -> None:
    ops: list[Op] = [("picture", 0, 0, WIDTH, HEIGHT, None, "wallpaper:ubuntu:dark")]
    over: dict[str, list[Op]] = {
        "nothing": [],
        "shade": [("shade", 0, 10, WIDTH, HEIGHT, None, BLUE, 90)],
        "shadow": [("shadow", 20, 20, 60, 60, None, 8), ("round", 20, 20, 60, 66, (20, 20, 60, 60), RED, 6)],
        "fill": [("fill", 30, 0, 60, 70, None, RED)],
    }
    ops += over[above]
    top: list[Op] = [("fill", 20, 30, 60, 60, None, GREEN), ("fill", 0, 0, 20, HEIGHT, None, BLUE)]
    for shown in (ops, ops + top, ops, ops + top[:1], ops + top):  # what is kept of the first is used for the others
        np.testing.assert_array_equal(Canvas(WIDTH, HEIGHT).frame(shown), draw(shown, WIDTH, HEIGHT))


@settings(max_examples=60)
@given(st.lists(OPS, max_size=14))
def test_no_op_paints_outside_its_box_and_clip(ops: list[Op]) -> None:
    for op in ops:
        image = draw((op,), WIDTH, HEIGHT)
        white = draw((("fill", 0, 0, WIDTH, HEIGHT, None, WHITE), op), WIDTH, HEIGHT)
        touched = image.any(axis=2) | (white != 255).any(axis=2)
        reach = op[6] if op[0] == "shadow" else 0
        allowed = np.zeros_like(touched)
        left, top, right, bottom = (max(0, v) for v in (op[1] - reach, op[2] - reach, op[3] + reach, op[4] + reach))
        allowed[top:bottom, left:right] = op[1] < op[3] and op[2] < op[4]
        if op[5] is not None:
            inside = np.zeros_like(touched)
            inside[max(0, op[5][1]) : max(0, op[5][3]), max(0, op[5][0]) : max(0, op[5][2])] = True
            allowed &= inside
        assert not (touched & ~allowed).any(), op


def test_what_shows_at_rounded_corners_is_not_skipped() -> None:
    for left in range(0, 90, 6):
        for top in range(0, 66, 6):
            below = _ops.fill(left, top, left + 6, top + 6, GREEN)
            ops = (BACKGROUND, below, _ops.rounded(3, 3, 93, 69, WHITE, 20), _ops.icon(0, 0, 9, 9, RED, "info"))
            np.testing.assert_array_equal(Canvas(WIDTH, HEIGHT).frame(ops), draw(ops, WIDTH, HEIGHT))


def test_many_changes_at_once() -> None:
    canvas = Canvas(400, 300)
    for step in range(4):
        lines = [
            _ops.text(10, 10 + 20 * i, 200, 30 + 20 * i, RED, f"{i * step} of {i}") for i in range(14) for _ in range(3)
        ]
        ops = (_ops.fill(0, 0, 400, 300, WHITE), *lines)
        np.testing.assert_array_equal(canvas.frame(ops), draw(ops, 400, 300))


def test_images_are_read_only_for_good() -> None:
    image = Canvas(8, 6).frame((_ops.fill(0, 0, 8, 6, RED),))
    assert image.shape == (6, 8, 3) and image.dtype == np.uint8
    assert image.flags.c_contiguous and not image.flags.writeable
    with pytest.raises(ValueError, match="WRITEABLE"):
        image.flags.writeable = True


def test_equal_ops_give_equal_images_that_share_no_memory() -> None:
    canvas = Canvas(20, 20)
    ops = (_ops.fill(0, 0, 20, 20, RED), _ops.text(0, 0, 20, 20, BLUE, "a"))
    canvas.frame((_ops.fill(0, 0, 20, 20, GREEN),))
    images = [canvas.frame(tuple(ops)) for _ in range(6)]
    for i, image in enumerate(images):
        np.testing.assert_array_equal(image, draw(ops, 20, 20))
        assert not any(np.shares_memory(image, other) for other in images[:i])


def test_memory_is_drawn_on_again_once_nobody_holds_it() -> None:
    canvas = Canvas(20, 20)
    addresses = {
        canvas.frame((_ops.fill(0, 0, 20, 20, (step, 0, 0)),)).__array_interface__["data"][0] for step in range(20)
    }
    assert len(addresses) == 1
    kept = [canvas.frame((_ops.fill(0, 0, 20, 20, (step, 0, 0)),)) for step in range(20)]
    assert [int(image[0, 0, 0]) for image in kept] == list(range(20))


def test_spare_memory_is_given_back_when_the_newest_image_is_free() -> None:
    canvas = Canvas(20, 20)
    images = [canvas.frame((_ops.fill(0, 0, 20, 20, (step, 0, 0)),)) for step in range(3)]
    memory = [weakref.ref(image.base) for image in images]
    del images[:2]
    canvas.drop_spare()  # not yet: the next image will need another frame than the newest
    pool = canvas._pool
    assert len(pool.frames) == 3 and [one() is None for one in memory] == [True, True, False]
    images.clear()
    canvas.drop_spare()
    assert len(pool.frames) == 1 and canvas._before is None
    ops = (_ops.fill(0, 0, 20, 20, RED), _ops.fill(2, 2, 9, 9, BLUE))
    np.testing.assert_array_equal(canvas.frame(ops), draw(ops, 20, 20))


def test_a_canvas_survives_a_bad_op() -> None:
    canvas = Canvas(20, 20)
    good = (_ops.fill(0, 0, 20, 20, RED), _ops.fill(2, 2, 9, 9, BLUE))
    canvas.frame(good)
    with pytest.raises(ValueError, match=r"unknown icon 'serch'.*Did you mean 'search'"):
        canvas.frame((_ops.fill(0, 0, 20, 20, GREEN), _ops.icon(0, 0, 16, 16, RED, "serch")))
    np.testing.assert_array_equal(canvas.frame(good), draw(good, 20, 20))


@pytest.mark.parametrize(
    ("op", "message"),
    [
        (("filll", 0, 0, 5, 5, None, RED), "unknown drawing operation 'filll'.*did you mean 'fill'"),
        (_ops.text(0, 0, 9, 9, RED, "a", align="middle"), "alignment 'middle'"),
        (_ops.picture(0, 0, 9, 9, "wallpaper:ubuntu:lite"), "did you mean 'wallpaper:ubuntu:light'"),
    ],
)
def test_wrong_ops_are_explained(op: Op, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        draw((op,), 10, 10)


def test_copies_leave_images_behind() -> None:
    canvas = Canvas(640, 480)
    image = canvas.frame((_ops.fill(0, 0, 640, 480, RED),))
    assert len(pickle.dumps(canvas)) < 200
    for twin in (pickle.loads(pickle.dumps(canvas)), copy.copy(canvas), copy.deepcopy(canvas)):
        assert (twin.width, twin.height) == (640, 480)
        twin.frame((_ops.fill(0, 0, 640, 480, BLUE),))
    assert image[0, 0].tolist() == list(RED)


def test_text_is_aligned_centred_and_shows_the_end_that_matters() -> None:
    def ink(align: str, line: str, right: int = 100) -> tuple[int, int, int, int]:
        image = draw((_ops.text(10, 0, right, 60, WHITE, line, "regular", 16, align),), 110, 60)[:, :, 0] > 0
        rows, columns = np.flatnonzero(image.any(axis=1)), np.flatnonzero(image.any(axis=0))
        return int(columns[0]), int(columns[-1]), int(rows[0]), int(rows[-1])

    left, center, right = (ink(align, "HHH") for align in ("left", "center", "right"))
    assert left[0] in (10, 11, 12) and right[1] in (97, 98, 99)
    assert abs((center[0] + center[1]) / 2 - 54.5) <= 1.5
    assert abs((left[2] + left[3]) / 2 - 30) <= 3
    full = draw((_ops.text(0, 0, 400, 30, WHITE, "begin middle end", "regular", 16),), 400, 30)
    width = texts.width("begin middle end", "regular", 16)
    short = draw((_ops.text(0, 0, 40, 30, WHITE, "begin middle end", "regular", 16),), 40, 30)
    np.testing.assert_array_equal(short, full[:, :40])
    short = draw((_ops.text(0, 0, 40, 30, WHITE, "begin middle end", "regular", 16, "right"),), 40, 30)
    np.testing.assert_array_equal(short, full[:, width - 40 : width])


def test_a_very_long_line_is_drawn() -> None:
    image = draw((_ops.text(0, 0, 50, 20, WHITE, "abc " * 50_000, "mono", 12),), 50, 20)
    assert image.any()


def test_shapes_look_right() -> None:
    circle = draw((_ops.rounded(0, 0, 20, 20, WHITE, 10),), 20, 20)[:, :, 0]
    assert circle[0, 0] == 0 and circle[10, 10] == 255 and circle[0, 10] > 128
    assert (circle == circle.T).all() and (circle == circle[::-1]).all()
    assert abs(circle.mean() / 255 - np.pi / 4) < 0.02
    frame = draw((_ops.frame(0, 0, 30, 20, WHITE, 0, 2),), 30, 20)[:, :, 0]
    assert (frame == 255).sum() == 30 * 20 - 26 * 16 and not frame[2:-2, 2:-2].any()
    large = draw((_ops.rounded(0, 0, 100, 60, WHITE, 12),), 100, 60)[:, :, 0]
    assert large[0, 0] == 0 and large[0, 12] == 255 and large[30, 0] == 255
    shaded = draw((_ops.fill(0, 0, 4, 4, WHITE), _ops.shade(0, 0, 4, 4, (0, 0, 0), 128)), 4, 4)
    assert 125 <= shaded[0, 0, 0] <= 129
    shadow = draw((_ops.fill(0, 0, 90, 90, WHITE), _ops.shadow(30, 30, 60, 60, 16)), 90, 90)[:, :, 0].astype(int)
    assert (np.diff(shadow[45, 14:31]) <= 0).all() and shadow[45, 29] < shadow[45, 15]
    assert (shadow == shadow[:, ::-1]).all() and (shadow == shadow.T).all() and (shadow[:13] == 255).all()


def test_the_ops_of_equal_layers_are_one() -> None:
    def ops() -> list[Op]:
        return [_ops.fill(0, 0, WIDTH, HEIGHT, BLUE), _ops.text(4, 4, 90, 30, WHITE, "Sunny")]

    first, second = layer_ops(ops()), layer_ops(ops())
    assert first is second and first == tuple(ops()) and hash(first) == hash(tuple(ops()))
    for again in (copy.deepcopy(first), pickle.loads(pickle.dumps(first))):
        assert type(again) is tuple and again == first
    shown = draw([_ops.layer(0, 0, WIDTH, HEIGHT, first)], WIDTH, HEIGHT)
    assert np.array_equal(shown, draw(ops(), WIDTH, HEIGHT))


@pytest.mark.parametrize("box", [(40, 30, 120, 90), (-10, 5, 60, 70), (100, 60, 170, 130)])
def test_a_shadow_on_a_wallpaper_is_the_same_when_it_is_drawn_again(box: tuple[int, int, int, int]) -> None:
    ground = _ops.picture(0, 0, 160, 120, "wallpaper:android:light")
    window = (ground, _ops.shadow(*box, 14), _ops.rounded(*box, (9, 80, 160), 10))
    spot = _ops.fill(30, 20, 50, 40, (200, 0, 0))
    for ops in (window, (ground,), window, (ground, spot, *window[1:]), (*window, spot), window):
        canvas = Canvas(160, 120)
        assert np.array_equal(canvas.frame(ops), draw(ops, 160, 120))
        assert np.array_equal(canvas.frame((*ops, spot)), draw((*ops, spot), 160, 120))
        assert np.array_equal(canvas.frame(ops), draw(ops, 160, 120))
