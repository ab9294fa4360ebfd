"""The same keys in vim leave the same file on the simulated desktop and on the real one."""

from __future__ import annotations

import gymnasium as gym
import pytest

import crab_gym  # noqa: F401 - registers the tasks
from tests.backends.desktop.conftest import becomes

PATH = "/home/user/Documents/relay.conf"
STEPS = (
    ("search_app", {"name": "Terminal"}),
    ("press", {"key": "enter"}),
    ("write_text", {"text": f"vim {PATH}\n"}),
    ("write_text", {"text": ":set expandtab shiftwidth=3\n"}),
    ("write_text", {"text": "jcwhost"}),
    ("press", {"key": "escape"}),
    ("write_text", {"text": "jV"}),
    ("press", {"key": "down"}),
    ("write_text", {"text": ">Gyyp"}),
    ("write_text", {"text": "~u:g/o/s/\\v(\\w+) \\=/[\\1] :=/\n"}),
    ("write_text", {"text": "ggdwA;"}),
    ("press", {"key": "escape"}),
    ("write_text", {"text": "j.j.jO# end"}),
    ("press", {"key": "escape"}),
    ("write_text", {"text": ":wq\n"}),
)
EXPECTED = """\
relay;
[host] := 8000;
   retries = 7;
# end
   [timeout] := 8
debug = yes
[workers] := 2
queue = 3
threads = 4
threads = 4
"""


@pytest.mark.parametrize("backend", ["sim", pytest.param("desktop", marks=pytest.mark.desktop)])
def test_keys_in_vim_leave_the_same_file(backend: str) -> None:
    kind = {"kind": "desktop", "spare": False} if backend == "desktop" else "sim"
    env = gym.make("Crab-v0/ubuntu.vim_settings", backend={"ubuntu": kind}, screens=False, max_steps=40)
    try:
        env.reset(seed=0, options={"parameters": {"service": "relay", "port": 8443}})
        for name, args in STEPS:
            info = env.step({"device": "ubuntu", "name": name, "args": args})[4]
            assert not info["invalid_action"]
        state = env.unwrapped.backends["ubuntu"].state  # type: ignore[attr-defined]
        assert becomes(lambda: state.read_file(PATH).decode() == EXPECTED)
    finally:
        env.close()
