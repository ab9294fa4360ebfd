"""The attached display, tested on an X server of its own, never on a person's display."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import gymnasium as gym
import pytest

from crab_gym.backends.base import DeviceError
from crab_gym.backends.desktop import DesktopBackend, desktop_backend
from crab_gym.backends.desktop.attach import AttachedState
from crab_gym.experiments.evaluate import evaluate
from crab_gym.rollout import PoolError
from crab_sim.extras import MissingExtra

needs_tk = pytest.mark.skipif(
    importlib.util.find_spec("tkinter") is None or importlib.util.find_spec("pyautogui") is None,
    reason="pyautogui needs tkinter on Linux",
)

WINDOW = """
import sys, tkinter
from pathlib import Path
root = tkinter.Tk()
root.geometry("640x400+0+0")
text = tkinter.Text(root, font=("DejaVu Sans", 14))
text.pack(fill="both", expand=True)
text.bind("<<Paste>>", lambda event: (text.insert("insert", root.clipboard_get()), "break")[1])
def save():
    part = Path(sys.argv[1] + ".part")  # whoever reads the file never finds it half written
    part.write_text(text.get("1.0", "end-1c"), encoding="utf-8")
    part.replace(sys.argv[1])
    root.after(50, save)
root.after(50, save)
text.focus_force()
root.mainloop()
"""

DRIVER = """
import sys, time, warnings
from pathlib import Path
import numpy as np
from crab_gym.backends.base import UnsupportedQuery
from crab_gym.backends.desktop import desktop_backend
backend = desktop_backend("ubuntu", (640, 480), attach=True)
with warnings.catch_warnings(record=True) as told:
    warnings.simplefilter("always")
    backend.reset(0)
assert any("the display that you are sitting at" in str(each.message) for each in told)
def do(verb, **args):
    backend.execute(verb, args)
    backend.settle()
first = backend.screenshot()
assert first.shape == (480, 640, 3) and first.dtype == np.uint8
do("click", x=200, y=200)
do("write_text", text="plain 1")
do("press", key="enter")
do("write_text", text="<é>")
do("hotkey", keys=["ctrl", "a"])
assert not np.array_equal(backend.screenshot(), first)
assert backend.elements() == ()
saved = Path(sys.argv[1])
for _ in range(100):
    if saved.exists() and saved.read_text(encoding="utf-8") == "plain 1\\n<é>":
        break
    time.sleep(0.05)
else:
    sys.exit(f"typed {saved.read_text(encoding='utf-8')!r}")
assert backend.state.read_file(sys.argv[1]) == "plain 1\\n<é>".encode()
for call in (lambda: backend.setup.write_file("/tmp/x", "x"), lambda: backend.state.run(["true"])):
    try:
        call()
    except UnsupportedQuery:
        continue
    sys.exit("it was allowed")
backend.close()
print("fine")
"""


@needs_tk
@pytest.mark.desktop
def test_it_types_and_looks_on_the_display_that_it_is_given(tmp_path: Path) -> None:
    reader, writer = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writer), "-screen", "0", "1280x960x24", "-nolisten", "tcp"],
        pass_fds=(writer,), stderr=subprocess.DEVNULL,
    )  # fmt: skip
    window: subprocess.Popen[Any] | None = None
    try:
        os.close(writer)
        number = b""
        while not number.endswith(b"\n"):
            number += os.read(reader, 16)
        env = {**os.environ, "DISPLAY": f":{number.decode().strip()}", "HOME": str(tmp_path)}
        env.pop("XAUTHORITY", None)
        (tmp_path / ".Xauthority").touch()
        saved = tmp_path / "typed.txt"
        window = subprocess.Popen([sys.executable, "-c", WINDOW, str(saved)], env=env)
        while not saved.exists():
            assert window.poll() is None
        with open(tmp_path / "output.txt", "w+") as output:  # no pipe: what serves the clipboard stays, and holds it
            driver = [sys.executable, "-c", DRIVER, str(saved)]
            subprocess.run(driver, env=env, stdout=output, stderr=output, timeout=120)
            output.seek(0)
            said = output.read()
            assert "fine" in said.split("\n"), said
    finally:
        os.close(reader)
        if window is not None:
            window.kill()
            window.wait()
        server.kill()
        server.wait()


@needs_tk
@pytest.mark.filterwarnings("ignore::ResourceWarning")  # pyautogui's own
def test_without_a_display_it_is_a_device_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    backend = desktop_backend("ubuntu", (640, 480), attach=True)
    with (
        pytest.warns(RuntimeWarning, match="the display that you are sitting at"),
        pytest.raises(DeviceError, match="is DISPLAY set"),
    ):
        backend.reset(0)
    with pytest.raises(DeviceError, match="reset"):
        backend.screenshot()


def test_it_is_asked_for_by_name_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    assert isinstance(desktop_backend("ubuntu", (640, 480)), DesktopBackend)
    with pytest.raises(ValueError, match="attach=True alone"):
        desktop_backend("ubuntu", (640, 480), attach=True, profile="light")
    with pytest.raises(ValueError, match="attach=True alone"):
        desktop_backend("ubuntu", (640, 480), attach=1.5)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(ImportError, match=r'attach=True needs pyautogui; .*pip install "\.\[desktop\]"'):
        gym.make("Crab-v0/ubuntu.write_note", backend={"ubuntu": {"kind": "desktop", "attach": True}})


@pytest.mark.parametrize("missing", ["mss", "pyautogui", "pyperclip"])
def test_a_missing_package_is_told_before_the_first_episode(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pasting needs pyperclip at a step, and a picture mss: an agent's tokens would have been spent by then."""
    real = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == missing else real(name))
    backend = {"ubuntu": {"kind": "desktop", "attach": True}}
    with pytest.raises(MissingExtra, match=rf"attach=True needs {missing}; "):
        gym.make("Crab-v0/ubuntu.write_note", backend=backend)
    played: list[object] = []
    with pytest.raises(PoolError, match=rf"attach=True needs {missing}; "):
        evaluate(["ubuntu.write_note"], {"never": played.append}, backend, screens=False)
    assert played == []


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no such pipes")
def test_files_that_would_block_or_never_end_are_not_read(tmp_path: Path) -> None:
    state = AttachedState()
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "zeros").symlink_to("/dev/zero")
    (tmp_path / "ring").symlink_to("ring")
    for name in ("pipe", "zeros", "ring", "nothing", "a\0b", "."):
        assert state.read_file(f"{tmp_path}/{name}") is None
    with open(tmp_path / "holes", "wb") as file:
        file.truncate(1 << 34)
    assert len(state.read_file(f"{tmp_path}/holes") or b"") == 64 << 20
