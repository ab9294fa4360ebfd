"""The same seed and actions give the same frames."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

from crab_gym.backends.desktop import DesktopBackend

pytestmark = [pytest.mark.desktop, pytest.mark.slow]

EPISODE: tuple[tuple[str, dict[str, Any]], ...] = (
    ("search_app", {"name": "Terminal"}),
    ("press", {"key": "enter"}),
    ("write_text", {"text": "date; uname -n; ls -a /home/user\n"}),
    ("write_text", {"text": "mkdir work; touch work/a work/b; ls -s work\n"}),
    ("write_text", {"text": "for i in 1 2 3; do echo line $i; done | tee work/lines.txt\n"}),
    ("scroll", {"x": 640, "y": 360, "direction": "up"}),
    ("hotkey", {"keys": ["ctrl", "l"]}),
    ("search_app", {"name": "Text Editor"}),
    ("press", {"key": "enter"}),
    ("write_text", {"text": "Dear all,\n\nthe meeting is at noon."}),
    ("hotkey", {"keys": ["ctrl", "a"]}),
    ("press", {"key": "right"}),
    ("hotkey", {"keys": ["ctrl", "s"]}),
    ("write_text", {"text": "/home/user/Documents/letter.txt"}),
    ("press", {"key": "enter"}),
    ("search_app", {"name": "Files"}),
    ("press", {"key": "enter"}),
    ("hotkey", {"keys": ["ctrl", "2"]}),
    ("hotkey", {"keys": ["alt", "f4"]}),
    ("click", {"x": 640, "y": 400}),
)


def _frames(profile: str) -> list[str]:
    backend = DesktopBackend(profile=profile, spare=False)
    try:
        backend.reset(11)
        frames = []
        for verb, args in EPISODE:
            backend.execute(verb, args)
            backend.settle()
            backend.advance(1.0)
            frames.append(hashlib.sha256(backend.screenshot().tobytes()).hexdigest())
        assert backend.state.read_text("/home/user/Documents/letter.txt") == "Dear all,\n\nthe meeting is at noon.\n"
        return frames
    finally:
        backend.close()


@pytest.mark.timeout(900)
@pytest.mark.parametrize(("profile", "alike"), [("light", 9), ("gnome", 8)])
def test_replays_give_the_same_frames(profile: str, alike: int) -> None:
    runs = [_frames(profile) for _ in range(10)]
    usual = max(runs, key=runs.count)
    apart = [[step for step, pair in enumerate(zip(run, usual, strict=True)) if pair[0] != pair[1]] for run in runs]
    assert runs.count(usual) >= alike, f"steps whose frames differ from the usual ones, by run: {apart}"
