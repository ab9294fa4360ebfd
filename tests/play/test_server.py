"""The page's requests: only for who has the token, only from this page, never more than they may hold."""

from __future__ import annotations

import io
import json
import socket
import threading
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from PIL import Image

from crab_gym.play.server import MAX_BODY, PlayServer
from crab_gym.play.session import Session
from crab_gym.policies import OraclePolicy, policy_spec
from crab_gym.records import read_run
from crab_gym.rollout import Protocol, rollout
from tests.remote import cut, strangers, until

TASK = "learn.contact_from_note"
TOKEN = "a token that is long enough"


class Answer(NamedTuple):
    status: int
    headers: Any
    body: bytes

    @property
    def data(self) -> Any:
        return json.loads(self.body)


class Client:
    """A browser with the page's cookie, some of whose headers can be changed."""

    def __init__(self, server: PlayServer) -> None:
        self.server = server
        host = f"127.0.0.1:{server.port}"
        self.headers = {"Host": host, "Origin": f"http://{host}", "Cookie": f"{server.cookie}={server.token}"}

    def send(self, path: str, body: Any = None, **headers: str | None) -> Answer:
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        kind = {} if data is None else {"Content-Type": "application/json"}
        changed = {name.replace("_", "-"): value for name, value in headers.items()}
        sent = {name: value for name, value in {**self.headers, **kind, **changed}.items() if value is not None}
        request = Request(f"http://127.0.0.1:{self.server.port}{path}", data=data, headers=sent)
        try:
            with urlopen(request, timeout=30) as reply:
                return Answer(reply.status, reply.headers, reply.read())
        except HTTPError as reply:
            with reply:
                return Answer(reply.code, reply.headers, reply.read())

    def wait(self, *phases: str) -> dict[str, Any]:
        state: dict[str, Any] = {"version": -1, "phase": ""}
        while state["phase"] not in phases:
            state = self.send(f"/api/state?after={state['version']}").data
        return state

    def restart(self, seed: int) -> dict[str, Any]:
        self.wait("ready", "ended")
        assert self.send("/api/restart", {"seed": seed}).status == 200
        return self.wait("ready")

    def act(self, action: Any) -> dict[str, Any]:
        answer = self.send("/api/act", {"action": action, "step": self.wait("ready")["step"]})
        assert answer.status == 200, answer.body
        return self.wait("ready", "ended")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("play") / "run"


@pytest.fixture(scope="module")
def client(folder: Path) -> Iterator[Client]:
    with Session(TASK, out=folder) as session, PlayServer(session) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield Client(server)
        server.shutdown()


def test_an_oracle_played_over_http_has_its_record(client: Client, folder: Path, tmp_path: Path) -> None:
    client.restart(7)
    env = client.server.session.env
    oracle = OraclePolicy(env)
    oracle.reset(env.goal, policy_spec(env, 7))
    state: dict[str, Any] = {"phase": "ready"}
    total = 0.0
    while state["phase"] == "ready":
        state = client.act(oracle.act(None, {}))
        total += state["reward"]
    assert state["success"] and total == state["total_reward"] == 1.0
    [expected] = rollout([TASK], "oracle", seeds=[7], out=tmp_path, protocol=Protocol(success_at="once"))
    record = {record.seed: record for record in read_run(folder)}[7]
    assert record.policy == "human"
    assert replace(record, policy="oracle", timings={}) == replace(expected, timings={})
    late = client.send("/api/act", {"action": {}, "step": state["step"]})
    assert late.status == 409 and "'ended'" in late.data["error"]


def test_screens_come_at_their_true_size(client: Client) -> None:
    state = client.restart(1)
    for device, (width, height) in client.server.session.env.screen_sizes.items():
        reply = client.send(f"/screen/{device}.png")
        assert reply.headers["Content-Type"] == "image/png"
        assert Image.open(io.BytesIO(reply.body)).size == (width, height)
        assert client.send(f"/screen/{device}.json").data["size"] == [width, height]
        assert (state["screens"][device]["width"], state["screens"][device]["height"]) == (width, height)


def test_what_does_not_change_is_told_and_holds_no_solution(client: Client) -> None:
    setup = client.send("/api/setup").data
    assert (setup["task"], list(setup["devices"])) == (TASK, ["ubuntu", "android"])
    assert "Contacts" in setup["apps"]["android"]
    assert {"android__tap", "ubuntu__hotkey", "root__complete"} < {tool["name"] for tool in setup["tools"]}
    client.wait("ready")
    told = client.send("/api/state").body.decode() + json.dumps(setup)
    for checkpoint in client.server.session.env.evaluator.graph:
        assert f'"{checkpoint.id}"' not in told


@pytest.mark.parametrize("name", ["drawings.json", "emoji.png", "fonts/Roboto-Regular.ttf"])
def test_what_screens_are_drawn_with_is_served(client: Client, name: str) -> None:
    assert client.send(f"/assets/{name}").status == 200


def test_the_address_opens_the_page_and_its_cookie_the_rest(client: Client) -> None:
    path = client.server.url.split(str(client.server.port))[1]
    page = client.send(path, Cookie=None, Origin=None)
    assert page.status == 200 and page.body.startswith(b"<!doctype html>")
    cookie = page.headers["Set-Cookie"]
    assert "HttpOnly" in cookie and "SameSite=Strict" in cookie
    for name, kind in (("/script.js", "text/javascript"), ("/style.css", "text/css"), ("/icon.svg", "image/svg+xml")):
        file = client.send(name, Cookie=cookie.partition(";")[0])
        assert file.status == 200 and file.headers["Content-Type"].startswith(kind)
        assert client.server.token.encode() not in file.body


@pytest.mark.parametrize(
    "path", ["/", "/script.js", "/api/setup", "/api/state", "/screen/ubuntu.png", "/assets/emoji.png"]
)
@pytest.mark.parametrize(
    "headers",
    [
        {"Cookie": None},
        {"Cookie": "crab_gym_play=x"},
        {"Host": "attacker.example"},
        {"Host": "127.0.0.1.attacker.example"},
        {"Host": "203.0.113.9"},
        {"Host": None, "Origin": "http://attacker.example"},
        {"Origin": "http://attacker.example"},
        {"Origin": "null"},
        {"Origin": "https://127.0.0.1"},
        {"Sec_Fetch_Site": "cross-site"},
        {"Sec_Fetch_Site": "same-site"},
    ],
)
def test_others_get_nothing(client: Client, path: str, headers: dict[str, str | None]) -> None:
    reply = client.send(path, **headers)
    assert reply.status == 403 and "Set-Cookie" not in reply.headers
    assert reply.headers["Content-Type"].startswith("text/plain")


def test_a_wrong_token_opens_nothing(client: Client) -> None:
    for token in ("", "x" * 43, "%F0%9F%A6%80", client.server.token[:-1]):
        assert client.send(f"/?token={token}", Cookie=None).status == 403
    wrong = {"Cookie": f"{client.server.cookie}={'x' * 43}"}
    assert client.send("/api/state", **wrong).status == 403
    assert client.send("/api/state?token=" + client.server.token, Cookie=None).status == 403


@pytest.mark.parametrize(
    "headers",
    [{"Cookie": None}, {"Origin": "http://attacker.example"}, {"Origin": None}, {"Host": "attacker.example"}],
)
@pytest.mark.parametrize("path", ["/api/act", "/api/restart", "/api/quit"])
def test_others_can_do_nothing(client: Client, path: str, headers: dict[str, str | None]) -> None:
    state = client.wait("ready", "ended")
    body = {"action": {"device": "root", "name": "complete", "args": {}}, "step": state["step"], "seed": 99}
    assert client.send(path, body, **headers).status == 403
    after = client.wait("ready", "ended")
    assert (after["step"], after["seed"]) == (state["step"], state["seed"])
    assert not client.server.ended.is_set()


@pytest.mark.parametrize(
    ("body", "headers", "status"),
    [
        (b"{}", {"Content_Type": "text/plain"}, 415),
        (b"a=1", {"Content_Type": "application/x-www-form-urlencoded"}, 415),
        (b"{", {}, 400),
        (b"\xff\xfe", {}, 400),
        (b"[" * 60_000, {}, 400),
        (b"[]", {}, 400),
        (b"{}", {}, 400),
        (b'{"action": {}}', {}, 400),
        (b'{"action": {}, "step": true}', {}, 400),
        (b'{"action": {}, "step": 77}', {}, 409),
        (b" " * (MAX_BODY + 1), {}, 413),
        (b"{}", {"Content_Length": "-2"}, 411),
        (b"{}", {"Content_Length": "9" * 20}, 413),
        (b"{}", {"Transfer_Encoding": "chunked"}, 411),
    ],
)
def test_a_body_that_cannot_be_taken_is_refused(
    client: Client, body: bytes, headers: dict[str, str], status: int
) -> None:
    client.restart(2)
    reply = raw(client, body, headers)
    assert int(reply.split()[1]) == status
    assert client.wait("ready")["step"] == 0


def raw(client: Client, body: bytes, headers: dict[str, str]) -> bytes:
    """Sends a body as it is, with headers that a client library wouldn't send."""
    named = {"Content-Length": str(len(body)), "Content-Type": "application/json"}
    named |= {name.replace("_", "-"): value for name, value in headers.items()}
    lines = [f"{name}: {value}" for name, value in {**client.headers, **named}.items()]
    with closing(socket.create_connection(("127.0.0.1", client.server.port), 30)) as connection:
        connection.sendall("\r\n".join(["POST /api/act HTTP/1.1", *lines, "", ""]).encode())
        connection.settimeout(30)
        try:
            connection.sendall(body)
        except OSError:
            pass  # it was refused before it was read
        return connection.recv(4096)


@pytest.mark.parametrize("seed", [-1, 1.5, "1", None, True, 2**40])
def test_a_seed_has_to_be_one(client: Client, seed: Any) -> None:
    refused = client.send("/api/restart", {"seed": seed})
    assert refused.status == 400 and "expected a whole number from 0" in str(refused.body)


def test_an_action_of_any_form_is_a_step_that_may_be_refused(client: Client) -> None:
    client.restart(3)
    text = "\U0001f980" * 10_000
    actions: list[Any] = [None, [], "x", 1e400, {"device": "android", "name": "tap", "args": {"x": 1e9, "y": 1}}]
    actions += [{"device": "\ud800", "name": [], "args": "x"}]
    for number, action in enumerate(actions, 1):
        state = client.act(action)
        assert (state["step"], bool(state["invalid_action"])) == (number, True)
    state = client.act({"device": "android", "name": "write_text", "args": {"text": text}})
    assert state["step"] == len(actions) + 1
    assert len(state["history"][-1]["action"]) <= 80


@pytest.mark.parametrize(
    "path",
    [
        "/../session.py",
        "/screen/../../page.html",
        "/screen/root.png",
        "/screen/.png",
        "/screen/root.json",
        "/style.css/",
        "/browser.json",
        "/assets/fonts/OFL.txt",
        "/assets/fonts/../text.py",
        "/assets/pictures/0",
        "/assets/emoji.json",
    ],
)
def test_there_are_no_other_files(client: Client, path: str) -> None:
    assert client.send(path).status in (400, 404)


@pytest.mark.parametrize("path", ["/api/state?after=x", "/api/state?after=" + "9" * 30, "/api/state?" + "a=1&" * 20])
def test_addresses_of_another_form_are_refused(client: Client, path: str) -> None:
    assert client.send(path).status == 400


def test_every_answer_keeps_scripts_and_frames_of_others_out(client: Client) -> None:
    for path in ("/", "/api/setup", "/nothing"):
        headers = client.send(path).headers
        policy = headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy and "frame-ancestors 'none'" in policy
        assert headers["X-Content-Type-Options"] == "nosniff" and headers["Cache-Control"] == "no-store"
        assert "Access-Control-Allow-Origin" not in headers
    page = client.send("/").body.decode()
    assert "style=" not in page and "onclick" not in page and "http://" not in page and "https://" not in page


def test_the_page_may_come_through_a_tunnel(client: Client) -> None:
    headers = {"Host": "localhost:9000", "Origin": "http://localhost:9000"}
    assert client.send("/api/setup", **headers).status == 200


def test_others_are_let_in_only_with_a_token_of_some_length() -> None:
    session = Session("learn.open_app")
    try:
        with pytest.raises(ValueError, match="16 or more"):
            PlayServer(session, token="short")
        with PlayServer(session, "0.0.0.0", token=TOKEN) as server:
            assert not server.loopback
            assert server.url.endswith("/?token=a%20token%20that%20is%20long%20enough")
            assert server.answers_to("192.0.2.7:80") and server.answers_to("localhost")
            assert not server.answers_to("attacker.example") and not server.answers_to("")
        with PlayServer(session) as server:
            assert server.loopback and len(server.token) > 40
            assert not server.answers_to("192.0.2.7")
    finally:
        session.close()


def test_ending_on_the_page_is_told(client: Client) -> None:
    client.wait("ready", "ended")
    assert client.send("/api/quit", {}).status == 200
    assert client.server.ended.is_set()


def test_silent_connections_keep_nobody_out(client: Client) -> None:
    lobby = client.server.lobby
    lobby.seconds, before = 3600.0, lobby.seconds  # only their number is bounded
    try:
        with strangers(("127.0.0.1", client.server.port), b"GET / HTT") as silent:
            assert client.send("/api/state").status == 200
            assert client.send("/api/state", Cookie=None).status == 403
            assert len(lobby) <= lobby.places
            until(lambda: cut(silent) >= len(silent) - lobby.places)
    finally:
        lobby.seconds = before


def test_a_request_without_the_token_has_to_come_soon_however_slowly_it_is_sent(client: Client) -> None:
    lobby = client.server.lobby
    lobby.seconds, before = 0.2, lobby.seconds
    try:
        with socket.create_connection(("127.0.0.1", client.server.port), 30) as slow, pytest.raises(OSError):
            for byte in b"GET / HTTP/1.0\r\nHost: " + bytes(1 << 20):
                slow.sendall(bytes([byte or 97]))
                threading.Event().wait(0.01)
    finally:
        lobby.seconds = before
