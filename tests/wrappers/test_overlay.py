from __future__ import annotations

import gymnasium as gym
import numpy as np
import pytest

import crab_gym
from crab_gym.backends.base import Image
from crab_gym.wrappers.overlay import PALETTE, Overlay

assert crab_gym.__version__  # registers the ids

Box = tuple[int, int, int, int]


def luminance(colour: tuple[int, ...]) -> float:
    """WCAG's relative luminance."""
    parts = [v / 255 / 12.92 if v <= 10 else ((v / 255 + 0.055) / 1.055) ** 2.4 for v in colour]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def apart(a: Box, b: Box) -> bool:
    return a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]


def grid(count: int, width: int, height: int) -> list[Box]:
    return [(x * width, y * height, (x + 1) * width, (y + 1) * height) for y in range(count) for x in range(count)]


def test_colours_stand_out_from_light_and_dark() -> None:
    for colour in PALETTE:
        assert (1.0 + 0.05) / (luminance(colour) + 0.05) >= 4.5  # on white, and the white number on it
        assert (luminance(colour) + 0.05) / 0.05 >= 4.2  # on black


def test_a_box_is_drawn_within_its_bounds_and_nothing_else_changes() -> None:
    screen = np.random.default_rng(0).integers(0, 256, (120, 160, 3), np.uint8)
    overlay = Overlay((160, 120))
    before = screen.copy()
    marked = overlay.draw(screen, [(30, 40, 130, 100)])
    assert np.array_equal(screen, before) and marked.shape == screen.shape and not marked.flags.writeable
    changed = (marked != screen).any(axis=2)
    label = overlay.labels(screen, [(30, 40, 130, 100)])[0]
    allowed = np.zeros((120, 160), bool)
    allowed[40:100, 30:130] = True
    allowed[42:98, 32:128] = False
    allowed[label[1] : label[3], label[0] : label[2]] = True
    assert not (changed & ~allowed).any()
    assert {tuple(pixel) for pixel in marked[40:42, 60:100].reshape(-1, 3).tolist()} == {PALETTE[0]}
    assert (marked[label[1] : label[3], label[0] : label[2]].reshape(-1, 3).max(axis=1) == 255).any()  # the digit


def test_a_frame_around_others_is_drawn_below_theirs() -> None:
    screen = np.full((100, 100, 3), 255, np.uint8)
    marked = Overlay((100, 100)).draw(screen, [(10, 10, 90, 50), (10, 10, 90, 90)])
    assert tuple(marked[45, 10]) == PALETTE[0] and tuple(marked[80, 10]) == PALETTE[1]


@pytest.mark.parametrize("count, side", [(5, 40), (10, 24), (12, 32)])
def test_labels_lie_on_the_screen_and_never_on_each_other(count: int, side: int) -> None:
    size = count * side
    screen = np.random.default_rng(count).integers(0, 256, (size, size, 3), np.uint8)
    labels = Overlay((size, size)).labels(screen, grid(count, side, side))
    assert all(0 <= a[0] < a[2] <= size and 0 <= a[1] < a[3] <= size for a in labels)
    assert all(apart(a, b) for i, a in enumerate(labels) for b in labels[:i])


def test_boxes_in_the_same_place_have_labels_side_by_side() -> None:
    screen = np.zeros((200, 200, 3), np.uint8)
    labels = Overlay((200, 200)).labels(screen, [(50, 50, 90, 70)] * 20)
    assert all(apart(a, b) for i, a in enumerate(labels) for b in labels[:i])


def test_a_label_goes_where_it_hides_least() -> None:
    screen = np.full((100, 200, 3), 250, np.uint8)
    box = (20, 30, 180, 60)
    screen[30:60:2, 20:60] = 0  # something in the left half, as fine as text
    screen[30:60, 20:60:3] = 90
    screen[10:30, 20:60:2] = 0
    screen[30:60, 0:20:2] = 0
    left, top, right, bottom = Overlay((200, 100)).labels(screen, [box])[0]
    assert len(np.unique(screen[top:bottom, left:right])) == 1


def test_pictures_never_change_while_somebody_holds_them() -> None:
    rng = np.random.default_rng(1)
    overlay, shown, first = Overlay((60, 50)), [], []
    for step in range(12):
        screen = rng.integers(0, 256, (50, 60, 3), np.uint8)
        shown.append(overlay.draw(screen, [(step, step, step + 30, step + 20)]))
        first.append(shown[-1].copy())
    assert all(np.array_equal(a, b) for a, b in zip(shown, first, strict=True))
    assert not any(np.shares_memory(a, b) for i, a in enumerate(shown) for b in shown[:i])
    with pytest.raises(ValueError, match="WRITEABLE"):
        shown[0].flags.writeable = True


def test_memory_is_drawn_on_again_once_nobody_holds_it() -> None:
    overlay, screen = Overlay((60, 50)), np.zeros((50, 60, 3), np.uint8)
    places = {overlay.draw(screen, [(i, 5, i + 20, 25)]).__array_interface__["data"][0] for i in range(20)}
    assert len(places) == 1


def test_a_screen_of_another_size_is_refused() -> None:
    with pytest.raises(ValueError, match=r"shape \(50, 60, 3\); expected \(60, 50, 3\)"):
        Overlay((50, 60)).draw(np.zeros((50, 60, 3), np.uint8), [])


@pytest.mark.parametrize("keep", [0, 1, 3])
def test_what_is_drawn_on_an_earlier_picture_is_as_if_drawn_anew(keep: int) -> None:
    """The simulator says where its screens differ; with pictures held for a while, several are in turn."""
    env = gym.make("Crab-v0/cross.contact_from_file").unwrapped
    env.action_space.seed(3)
    obs, _ = env.reset(seed=3)
    overlays = {device: Overlay(env.screen_sizes[device], env.backends[device].differences) for device in env.backends}
    rng = np.random.default_rng(3)
    boxes: dict[str, list[Box]] = {device: [] for device in overlays}
    held: list[Image] = []
    for step in range(60):
        for device, overlay in overlays.items():
            if step % 3 == 0:
                boxes[device] = [
                    (x, y, x + 60, y + 30) for x, y in rng.integers(0, 290, (int(rng.integers(0, 6)), 2)).tolist()
                ]
            marked = overlay.draw(obs[device], boxes[device])
            assert np.array_equal(marked, Overlay(env.screen_sizes[device]).draw(obs[device], boxes[device]))
            held.append(marked)
        del held[: len(held) - keep]
        obs, _, terminated, truncated, _ = env.step(env.action_space.sample())
        if terminated or truncated:
            obs, _ = env.reset()
