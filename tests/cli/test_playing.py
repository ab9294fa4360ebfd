"""`crab-gym play`: its output, its refusals, and its end."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import HTTPCookieProcessor, Request, build_opener

import pytest
from typer.testing import CliRunner

from crab_gym.cli import app
from crab_gym.records import read_config, read_run


def test_ctrl_c_in_mid_episode_leaves_a_clean_folder(tmp_path: Path) -> None:
    out = tmp_path / "run"
    command = [sys.executable, "-m", "crab_gym", "play", "learn.check_todo", "--no-browser", "--out", str(out)]
    # Even where the tests themselves run in the background, whose processes ignore Ctrl+C.
    heard = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, preexec_fn=heard) as process:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        assert str(out) in process.stdout.readline()
        page = urlsplit(address)
        assert page.hostname == "127.0.0.1"
        opener = build_opener(HTTPCookieProcessor())
        with opener.open(address, timeout=30) as reply:
            assert reply.status == 200
        state = {"version": -1, "phase": "", "step": 0}
        origin = f"http://{page.netloc}"
        for step in (0, 1):
            while state["phase"] != "ready" or state["step"] != step:
                with opener.open(f"{origin}/api/state?after={state['version']}", timeout=30) as reply:
                    state = json.load(reply)
            action = {"device": "android", "name": "open_app", "args": {"name": "Tasks"}}
            headers = {"Origin": origin, "Content-Type": "application/json"}
            body = json.dumps({"action": action, "step": step}).encode()
            with opener.open(Request(f"{origin}/api/act", body, headers), timeout=30) as reply:
                assert reply.status == 200
        process.send_signal(signal.SIGINT)
        rest, _ = process.communicate(timeout=60)
    assert (process.returncode, rest) == (0, "ended\n")
    assert list((out / "episodes").iterdir()) == []
    assert read_run(out) == []
    assert read_config(out)["tasks"] == ["learn.check_todo"]


def refused(*args: str) -> str:
    result = CliRunner().invoke(app, ["play", *args, "--no-browser"])
    assert result.exit_code == 2
    return result.output


def test_what_cannot_be_played_is_told_in_a_line(tmp_path: Path) -> None:
    out = str(tmp_path / "run")
    assert "Did you mean 'learn.check_todo'" in refused("learn.check_tod", "--out", out)
    assert not (tmp_path / "run").exists()
    (tmp_path / "token").write_text("short\n")
    assert "16 or more" in refused("learn.check_todo", "--out", out, "--token-file", str(tmp_path / "token"))
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "file").touch()
    assert "isn't empty" in refused("learn.check_todo", "--out", str(tmp_path / "other"))


def test_a_port_that_is_taken_is_told(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert f"port {port} is taken" in refused("learn.check_todo", "--out", str(tmp_path), "--port", str(port))


@pytest.mark.parametrize("backend", ["nothing", "ubuntu=nothing"])
def test_an_unknown_backend_is_told(tmp_path: Path, backend: str) -> None:
    assert "nothing" in refused("learn.check_todo", "--out", str(tmp_path), "--backend", backend)
