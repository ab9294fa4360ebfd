"""The command ``crab-gym serve``."""

from __future__ import annotations

import re
import signal
import socket
from pathlib import Path

import pytest
from typer.testing import CliRunner

from crab_gym.backends.remote.backend import OPTIONS
from crab_gym.cli import app
from tests.remote import TOKEN, served


def refused(*args: str, port: int = 0) -> str:
    result = CliRunner().invoke(app, ["serve", "--port", str(port), *args])
    assert result.exit_code == 2
    return result.output


def test_it_says_what_it_serves_and_ends_when_told() -> None:
    with served("--slots", "1") as server:
        assert server.address.startswith("127.0.0.1:")
        assert server.notice == "ubuntu (sim), android (sim) for 1 session, without a token. Ctrl+C ends.\n"
        server.process.send_signal(signal.SIGINT)
        assert server.process.stdout is not None
        assert server.process.stdout.read() == "ended\n"
        assert server.process.wait() == 0


def test_beyond_loopback_it_takes_a_token(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for host in ("0.0.0.0", "::"):
        assert "lets other machines in, which takes a token" in refused("--host", host)
    (tmp_path / "token").write_text("short\n")
    assert "the token has 5 characters; expected 16" in refused("--token-file", str(tmp_path / "token"))
    (tmp_path / "token").write_text("\n")
    assert "is empty; expected a token" in refused("--token-file", str(tmp_path / "token"))
    assert "No such file" in refused("--token-file", str(tmp_path / "nothing"))
    with served("--host", "0.0.0.0", token=TOKEN) as server:
        assert server.address.startswith("0.0.0.0:")
        assert server.process.stdout is not None
        assert server.process.stdout.readline().startswith("Not encrypted:")


def test_what_can_not_be_served_is_told(tmp_path: Path) -> None:
    assert "unknown backend 'desktp'" in refused("--backend", "desktp")
    assert "can't play 'android'" in refused("--backend", "android=desktop")
    assert "is on another server" in refused("--backend", "ubuntu=remote:192.0.2.7:8765")
    assert "clients can't be allowed to choose 'root'; only: clock, profile" in refused("--allow", "root")
    assert "--tls-key needs the certificate" in refused("--tls-key", str(tmp_path / "key.pem"))
    assert "can't use the certificate" in refused("--tls-cert", str(tmp_path / "cert.pem"))
    with socket.create_server(("127.0.0.1", 0)) as taken:
        assert "is taken; --port 0 takes any" in refused(port=taken.getsockname()[1])


def test_the_options_are_described() -> None:
    page = (Path(__file__).parents[3] / "docs" / "remote.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| `([^`]+)` \|", page, re.MULTILINE)
    literal = {name: f'"{value}"' if isinstance(value, str) else repr(value) for name, value in OPTIONS.items()}
    assert dict(rows) == literal and len(rows) == len(OPTIONS)
