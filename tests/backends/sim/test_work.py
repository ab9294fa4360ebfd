"""One budget of work per step: hostile input ends at the same place in every process, whoever looks at the screen."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import gymnasium as gym
import pytest

from crab_gym.backends.sim import SimBackend
from crab_sim.machine.work import MAX_WORK

SIZES = {"ubuntu": (1280, 720), "android": (360, 800)}
TEXTS = {
    "ubuntu.thunderbird": "a\n" * 5000,
    "ubuntu.endeavour": "a\n" * 5000,
    "ubuntu.calc": "a\n" * 5000,
    "ubuntu.calculator": "1\n" * 5000,
    "ubuntu.files": "a\n" * 5000,
    "ubuntu.music": "a\t" * 5000,
    "ubuntu.characters": "a\t" * 5000,
    "android.recipes": "a\t" * 5000,
    "android.contacts": "a\t" * 5000,
    "android.drive": "ab\n\tcd" * 3000,
}
"""An app, and a text that took it many seconds."""
LINES = {
    "pager": ("for i in 1 2 3 4 5; do less .profile; for j in $(seq 1 3000); do :; done; done\n", "q" * 40),
    "global": ("seq 1 2000 > b; vim b\n", ":g/./s/$/ x/\n" * 40),
    "substitute": ("seq 1 100000 > b; vim b\n", ":%s/./x&/g\n" * 20),
    "undo": ("seq 1 50000 > b; vim b\n", "ggdGu\x12u" * 60),
    "shift": ("seq 1 20000 > b; vim b\n", "ggVG>" * 10),
    "nano": ("nano b\n", "a\n" * 9000),
    "flood": ("", "echo x >> n\n" * 3000),
    "completion": ("", "ls " + "\t" * 3000),
}
"""Texts for a Terminal, each in a step of its own; the last is too much work."""
AT_MOST = 1.3 * MAX_WORK
"""A key or a command that has begun goes on to its end."""


def opened(app: str) -> SimBackend:
    """Returns a device with an app in front and its first field in focus, where it shows one."""
    device, _, name = app.partition(".")
    backend = SimBackend(device, SIZES[device])
    backend.reset(0)
    backend.machine.launch(name)
    for element in backend.elements():
        if element.editable and element.clickable:
            x, y = element.center
            backend.act("click" if device == "ubuntu" else "tap", {"x": x, "y": y}, 1.0)
            break
    return backend


def typed(app: str, drawn: bool = False) -> tuple[str, str, float]:
    """Types an app's text; returns what was cut short, the device's fingerprint, and the work."""
    backend = opened(app)
    if drawn:
        backend.screenshot()
    said = backend.act("write_text", {"text": TEXTS[app]}, 1.0)
    return said, backend.fingerprint(), backend.machine.work.spent


def entered(case: str) -> tuple[str, str, float]:
    """Types the texts of a case into a Terminal; returns the same of the last step."""
    backend = opened("ubuntu.terminal")
    *before, last = LINES[case]
    for text in before:
        backend.act("write_text", {"text": text}, 1.0)
    said = backend.act("write_text", {"text": last}, 1.0)
    return said, backend.fingerprint(), backend.machine.work.spent


@pytest.mark.parametrize("app", TEXTS)
def test_a_long_text_ends_where_the_work_is_used_up(app: str) -> None:
    said, fingerprint, work = typed(app)
    assert "characters weren't typed" in said
    assert MAX_WORK < work < AT_MOST
    assert typed(app, drawn=True) == (said, fingerprint, work)


@pytest.mark.parametrize("case", LINES)
def test_programs_and_lines_share_the_work_of_a_step(case: str) -> None:
    said, _, work = entered(case)
    assert "too much work for one step" in said
    assert MAX_WORK < work < AT_MOST


def test_a_text_ends_at_the_same_character_in_every_process() -> None:
    cases = ["ubuntu.endeavour", "android.recipes"], ["flood", "undo"]
    code = (
        "import json; from tests.backends.sim.test_work import entered, typed; "
        f"print(json.dumps([[typed(a) for a in {cases[0]!r}], [entered(c) for c in {cases[1]!r}]]))"
    )
    root = Path(__file__).parents[3]
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=root)
    here = [[list(typed(app)) for app in cases[0]], [list(entered(case)) for case in cases[1]]]
    assert json.loads(run.stdout) == here


def test_each_step_has_the_whole_work_again() -> None:
    backend = opened("ubuntu.terminal")
    busy = "while :; do :; done\n"
    for _ in range(3):
        assert backend.act("write_text", {"text": busy}, 1.0)
        assert not backend.act("write_text", {"text": "echo y >> n\n"}, 1.0)
    assert backend.state.read_file("/home/user/n") == b"y\n" * 3


def test_a_snapshot_changes_nothing_about_the_work() -> None:
    backend = opened("android.recipes")
    before = backend.snapshot()
    first = backend.act("write_text", {"text": "a\t" * 5000}, 1.0), backend.fingerprint()
    backend.restore(before)
    twin = backend.fork()
    for again in (backend, twin):
        assert (again.act("write_text", {"text": "a\t" * 5000}, 1.0), again.fingerprint()) == first


def test_what_a_program_saved_stays_where_the_line_behind_it_is_too_much() -> None:
    backend = opened("ubuntu.terminal")
    backend.act(
        "write_text", {"text": "for i in $(seq 3000); do :; done; vim n; for i in $(seq 9000); do :; done\n"}, 1.0
    )
    said = backend.act("write_text", {"text": "ikept\x1b:wq\n"}, 1.0)
    assert "too much work for one step" in said
    assert backend.state.read_file("/home/user/n") == b"kept\n"


def test_info_says_what_was_left_out() -> None:
    env = gym.make("Crab-v0/ubuntu.write_note", screens=False, max_episode_steps=20)
    env.reset(seed=0)

    def step(name: str, **args: object) -> tuple[str, str]:
        info = env.step({"device": "ubuntu", "name": name, "args": args})[4]
        return info["cut_short"], info["invalid_action"]

    assert step("hotkey", keys=["ctrl", "alt", "t"]) == ("", "")
    said, refused = step("write_text", text="echo x\n" * 1400)
    assert said.startswith("the action is too much work for one step and was stopped: the last ") and not refused
    assert step("press", key="enter") == ("", "")
