"""The scene: clip and hits."""

from __future__ import annotations

from crab_sim.ui import (
    Scene,
)
from tests.simulator.ui._layout import PHONE


def test_nodes_are_cut_to_the_clip_and_hits_are_topmost_first() -> None:
    scene = Scene(PHONE, 100, 100)
    scene.node(-10, -10, 300, 300, "other", "below")
    scene.clip = (20, 20, 50, 50)
    scene.node(0, 0, 30, 30, "other", "above")
    scene.node(50, 50, 10, 10, "other", "outside")
    scene.node(30, 30, 0, 10, "other", "empty")
    assert [node.bounds for node in scene.nodes] == [(0, 0, 100, 100), (20, 20, 30, 30)]
    assert [node.text for node in scene.hit(20, 29)] == ["above", "below"]
    assert [node.text for node in scene.hit(30, 29)] == ["below"]
    assert scene.hit(100, 5) == []
