"""Attacks on the page of `crab-gym play`: by other pages in the browser, by other programs, by what is played.

`tests/play/test_server.py` has the refusals of tokens, origins and bodies one by one.
"""

from __future__ import annotations

import contextlib
import json
import random
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from crab_gym.play.server import PlayServer
from crab_gym.play.session import Session
from tests.redteam._texts import TEXTS, value
from tests.remote import strangers

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PlayServer]:
    folder = tmp_path_factory.mktemp("play")
    with Session("learn.open_app", out=folder / "run", max_steps=10_000) as session, PlayServer(session) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


def ask(server: PlayServer, data: bytes) -> bytes:
    """Sends bytes as they are and returns the answer."""
    with socket.create_connection(("127.0.0.1", server.port), 30) as connection:
        try:
            connection.sendall(data)
            connection.shutdown(socket.SHUT_WR)
        except OSError:
            pass  # it was refused before it was read
        parts = []
        try:
            while part := connection.recv(1 << 16):
                parts.append(part)
        except ConnectionError:
            pass
        return b"".join(parts)


def request(
    server: PlayServer, path: str = "/api/state", method: str = "GET", body: bytes = b"", **headers: str
) -> bytes:
    """Sends a request with the cookie, whose headers may be others; returns the answer."""
    host = f"127.0.0.1:{server.port}"
    sent = {"Host": host, "Origin": f"http://{host}", "Cookie": f"{server.cookie}={server.token}"}
    if body:
        sent |= {"Content-Type": "application/json", "Content-Length": str(len(body))}
    sent |= {name.replace("_", "-"): text for name, text in headers.items()}
    lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {text}" for name, text in sent.items()), "", ""]
    return ask(server, "\r\n".join(lines).encode("utf-8", "surrogatepass") + body)


def status(answer: bytes) -> int:
    """Returns an answer's status; there must be an answer, without the token."""
    assert answer.startswith(b"HTTP/1."), answer[:100]
    return int(answer.split()[1])


HOSTS = (
    "attacker.example",
    "attacker.example:80",
    "127.0.0.1.attacker.example",
    "localhost.attacker.example",
    "attacker.example.",
    "127.0.0.1@attacker.example",
    "attacker.example@127.0.0.1",
    "[::1",
    "[]",
    "[::1]x",
    "[127.0.0.1]",
    "0.0.0.0",
    "192.168.0.1",
    "10.0.0.1",
    "169.254.169.254",
    "2130706433",
    "0x7f000001",
    "127.1",
    "0177.0.0.1",
    "::1",
    "[::ffff:8.8.8.8]",
    "[fe80::1%25lo]",
    "",
    " ",
    "%31%32%37.0.0.1",
    "127.0.0.1\tattacker",
    "127.0.0.1/attacker.example",
    "127.0.0.1\\attacker.example",
    "①②⑦.0.0.1",
    "ⓛocalhost",
    "localhostx",
    "xlocalhost",
    "a" * 9_000,
)
"""Names that a foreign name server could point here, or that aren't names."""


@pytest.mark.parametrize("host", HOSTS, ids=range(len(HOSTS)))
def test_no_other_name_leads_here(server: PlayServer, host: str) -> None:
    answer = request(server, "/", Host=host, Origin=f"http://{host}")
    assert status(answer) in (400, 403) and server.token.encode() not in answer


PATHS = (
    "/../../../../etc/passwd",
    "/%2e%2e/%2e%2e/etc/passwd",
    "/..%2f..%2fetc/passwd",
    "/screen/../../../etc/passwd",
    "/screen/%2e%2e%2f.png",
    "/screen/ubuntu.png/../../x",
    "/screen/root.png",
    "/screen/\\..\\x.png",
    "/style.css%00.png",
    "/style.css/../server.py",
    "//etc/passwd",
    "///",
    "/./",
    "http://attacker.example/",
    "//attacker.example/%2f..",
    "/api/../server.py",
    "/api/state/..",
    "/session.py",
    "/page.html",
    "/__init__.py",
    "/.git/config",
    "/?token=",
    "/?token=x&token=y",
    "/?token[]=x",
    "/api/state?after=--5",
    "/api/state?after=1e9",
    "/api/state?after=NaN",
    "/api/state?after=",
    "/api/state?after=%00",
    "/api/state?after=99999999999999999999",
    "*",
    "?",
    "/" + "a" * 60_000,
    "/" + "%61" * 9_000,
    "/api/state?" + "a&" * 9_000,
    "/[",
    "//[",
    "/\ud800",
)


@pytest.mark.parametrize("path", PATHS, ids=range(len(PATHS)))
def test_no_path_leads_to_other_files(server: PlayServer, path: str) -> None:
    answer = request(server, path)
    head, _, body = answer.partition(b"\r\n\r\n")
    assert status(answer) in (200, 400, 403, 404, 414)
    if status(answer) == 200:  # it was another spelling of the state or the page
        assert body.startswith((b"{", b"<!doctype html>")) and b"Location" not in head
    for secret in (b"root:", b"import ", b"[core]", server.token.encode()):
        assert secret not in body


RAW = {
    "nothing": b"",
    "noise": bytes(range(256)) * 40,
    "no version": b"GET /\r\n\r\n",
    "another version": b"GET / HTTP/9.9\r\n\r\n",
    "tls": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(200),
    "a long line": b"GET / HTTP/1.1\r\nX: " + b"a" * 200_000 + b"\r\n\r\n",
    "many headers": b"GET / HTTP/1.1\r\n" + b"X: a\r\n" * 9_000 + b"\r\n",
    "a folded header": b"GET / HTTP/1.1\r\nHost:\r\n attacker.example\r\n\r\n",
    "two hosts": b"GET /api/state HTTP/1.1\r\nHost: attacker.example\r\nHost: 127.0.0.1\r\n\r\n",
    "a second request": b"GET /nope HTTP/1.1\r\n\r\nPOST /api/quit HTTP/1.1\r\n\r\n",
    "two lengths": b"POST /api/quit HTTP/1.1\r\nContent-Length: 0\r\nContent-Length: 9\r\n\r\n",
    "another method": b"TRACE / HTTP/1.1\r\n\r\n",
    "connect": b"CONNECT 127.0.0.1:22 HTTP/1.1\r\n\r\n",
    "a websocket": b"GET /api/state HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
    "a header with an end of line": b"GET /?token=x%0d%0aSet-Cookie:a=b HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
}


@pytest.mark.parametrize("name", RAW)
def test_what_is_no_request_changes_nothing(server: PlayServer, name: str) -> None:
    answer = ask(server, RAW[name])
    assert server.token.encode() not in answer and b" 200 " not in answer.split(b"\r\n")[0] and b"a=b" not in answer
    assert not server.ended.is_set() and status(request(server)) == 200


def test_tokens_are_not_guessed(server: PlayServer) -> None:
    guesses = [server.token[:n] for n in range(len(server.token))] + [
        server.token + "x",
        server.token.swapcase(),
        *TEXTS[:30],
    ]
    for guess in guesses:
        clean = (
            "".join(char for char in guess if char.isprintable() and char not in ';,"\\ ')
            .encode("ascii", "ignore")
            .decode()
        )
        assert status(request(server, Cookie=f"{server.cookie}={clean}")) == 403, guess


def test_actions_of_any_form_are_steps(server: PlayServer) -> None:
    rng = random.Random(0)
    version = -1
    for number in range(200):
        state: dict[str, Any] = {"phase": "", "version": version}
        while state["phase"] != "ready":
            state = json.loads(request(server, f"/api/state?after={state['version']}").partition(b"\r\n\r\n")[2])
            if state["phase"] == "ended":
                assert status(request(server, "/api/restart", "POST", b'{"seed": 1}')) == 200
        version = state["version"] - 1
        try:
            body = json.dumps({"action": value(rng), "step": state["step"]}, default=repr, skipkeys=True).encode()
        except RecursionError:
            body = b'{"action": ' + b"[" * 20_000 + b"]" * 20_000 + b', "step": %d}' % state["step"]
        assert status(request(server, "/api/act", "POST", body)) in (200, 400, 413), (number, body[:200])


def test_hostile_texts_are_no_elements_of_the_page(server: PlayServer) -> None:
    script = Path(__file__).parents[2] / "crab_gym" / "play"
    for name in ("script.js", "input.js"):
        text = (script / name).read_text(encoding="utf-8")
        assert all("ICONS[icon]" in line for line in text.splitlines() if "innerHTML" in line)
        for way in (
            "outerHTML",
            "insertAdjacentHTML",
            "document.write",
            "eval(",
            "new Function",
            "srcdoc",
            'setAttribute("on',
        ):
            assert way not in text, (name, way)


def test_requests_without_the_token_keep_nobody_out(server: PlayServer) -> None:
    with strangers(("127.0.0.1", server.port), b"POST /api/act HTTP/1.0\r\nContent-Length: 9\r\n") as slow:
        for connection in slow[::2]:
            with contextlib.suppress(OSError):  # others have taken its place
                connection.sendall(b"Cookie: a=b\r\n\r\n")
        assert status(request(server)) == 200
