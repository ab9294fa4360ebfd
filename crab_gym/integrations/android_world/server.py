"""The routes of AndroidWorld's HTTP server, over a session; plain JSON, one reply per connection.

    POST /reset?go_home=                         goes home
    GET  /screenshot?wait_to_stabilize=          {"pixels": rows of pixels}; a PNG file with &format=png
    GET  /ui_elements                            {"ui_elements": …}: what an action's index names (not AndroidWorld's)
    POST /execute_action                         an action as JSON
    GET  /suite/task_list?max_index=             {"task_list": …}
    GET  /suite/task_length?task_type=           {"length": …}
    GET  /suite/reinitialize?n_task_combinations=&seed=&task_family=
    POST /task/initialize, /task/tear_down       ?task_type=&task_idx=
    GET  /task/score, /task/goal, /task/template ?task_type=&task_idx=
    POST /close
    GET  /health

Errors have a status of 400 or more, and ``{"detail": why}``.
"""

from __future__ import annotations

import json
import re
import socket
import threading
from collections.abc import Callable, Mapping
from http.server import BaseHTTPRequestHandler
from typing import Any, Final, NamedTuple
from urllib.parse import parse_qs, urlsplit

from crab_gym.backends.remote.handshake import MIN_TOKEN, is_here, is_loopback, matches
from crab_gym.integrations.android_world.actions import BadAction, as_json, ui_elements
from crab_gym.integrations.android_world.session import NotNow, Session, Unknown
from crab_sim.web.sites.threaded_server import ThreadedServer

__all__ = ["MAX_BODY", "WorldServer"]

MAX_BODY: Final = 1 << 20
"""Maximum number of bytes of an action."""
_SECONDS: Final = 30.0  # until a silent connection is closed
_NUMBER: Final = re.compile(r"-?\d{1,12}", re.ASCII)
_SWITCHES: Final = {
    **dict.fromkeys(("true", "1", "yes", "on", "t", "y"), True),
    **dict.fromkeys(("false", "0", "no", "off", "f", "n"), False),
}


class WorldServer(ThreadedServer):
    """Serves a session, whose requests are answered one after the other.

    Args:
        session: The session.
        host: Address to listen on.
        port: 0 for any that is free.
        token: What requests must bring as ``Authorization: Bearer TOKEN``; ``""`` for nothing, on loopback only.

    Raises:
        OSError: The port is taken, or the address isn't this machine's.
        ValueError: Other machines could connect without a token, or the token is too short.
    """

    def __init__(self, session: Session, host: str = "127.0.0.1", port: int = 0, token: str = "") -> None:
        rows = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        self.address_family, _, _, _, socket_address = rows[0]
        self.loopback = is_loopback(str(socket_address[0]))
        if not token and not self.loopback:
            raise ValueError(f"--host {host} lets other machines in, which takes a token (--token-file FILE)")
        if token and len(token) < MIN_TOKEN:
            raise ValueError(f"the token has {len(token)} characters; expected {MIN_TOKEN} or more, drawn at random")
        self.session, self.token = session, token
        self.lock = threading.Lock()
        super().__init__((str(socket_address[0]), port), _Handler)

    @property
    def url(self) -> str:
        """The server's address."""
        name = str(self.socket.getsockname()[0])
        return f"http://{f'[{name}]' if ':' in name else name}:{self.port}"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignores connections that break."""


class _Refused(Exception):
    """A refused request, with a status and the reason."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


class _Query:
    """The values in a request's address."""

    def __init__(self, text: str) -> None:
        try:
            self._values = parse_qs(text, keep_blank_values=True, max_num_fields=16)
        except ValueError:
            raise _Refused(400, "the address can't be read") from None

    def text(self, name: str, default: str | None = None) -> str:
        """Returns a value.

        Raises:
            _Refused: There is none, and no default.
        """
        values = self._values.get(name)
        if values is None and default is None:
            raise _Refused(422, f"the address lacks {name}")
        return values[-1] if values is not None else str(default)

    def number(self, name: str, default: int | None = None) -> int:
        """Returns a value that is a whole number."""
        text = self.text(name, None if default is None else str(default))
        if not _NUMBER.fullmatch(text):
            raise _Refused(422, f"{name} is {text[:40]!r}; expected a whole number")
        return int(text)

    def switch(self, name: str, default: bool | None = None) -> bool:
        """Returns a value that is true or false."""
        text = self.text(name, None if default is None else str(default)).lower()
        if text not in _SWITCHES:
            raise _Refused(422, f"{name} is {text[:40]!r}; expected true or false")
        return _SWITCHES[text]


class _Reply(NamedTuple):
    """A reply that isn't JSON."""

    kind: str
    body: bytes


def _reset(session: Session, query: _Query, body: object) -> object:
    go_home = query.switch("go_home")
    session.reset(go_home)
    return _success(f"Environment reset with go_home={go_home}.")


def _screenshot(session: Session, query: _Query, body: object) -> object:
    query.switch("wait_to_stabilize", False)  # nothing moves by itself
    form = query.text("format", "json")
    pixels = session.screenshot()
    if form == "png":
        import io

        from PIL import Image  # only where somebody wants it

        file = io.BytesIO()
        Image.fromarray(pixels).save(file, "PNG")
        return _Reply("image/png", file.getvalue())
    if form != "json":
        raise _Refused(422, f"format is {form[:20]!r}; expected json or png")
    return {"pixels": pixels.tolist()}


def _elements(session: Session, query: _Query, body: object) -> object:
    listed = ui_elements(session.elements)
    return {"ui_elements": [as_json(element, session.screen_size) for element in listed]}


def _execute(session: Session, query: _Query, body: object) -> object:
    if not isinstance(body, dict):
        raise _Refused(422, "expected an action as a JSON object")
    session.execute(body)
    return _success(f"Action {json.dumps(body)} executed.")


def _task_list(session: Session, query: _Query, body: object) -> object:
    tasks, most = session.suite.tasks, query.number("max_index", -1)
    return {"task_list": tasks if most < 0 else tasks[:most]}


def _task_length(session: Session, query: _Query, body: object) -> object:
    session.suite.instance(query.text("task_type"), 0)  # it exists
    return {"length": session.suite.combinations}


def _reinitialize(session: Session, query: _Query, body: object) -> object:
    combinations, seed = query.number("n_task_combinations", 2), query.number("seed", 42)
    session.reinitialize(combinations, seed, query.text("task_family", ""))
    return _success(f"Task suite re-initialized with n_task_combinations={combinations}, seed={seed}.")


def _initialize(session: Session, query: _Query, body: object) -> object:
    task, index = query.text("task_type"), query.number("task_idx")
    session.initialize(task, index)
    return _success(f"Task {task} {index} initialized.")


def _tear_down(session: Session, query: _Query, body: object) -> object:
    task, index = query.text("task_type"), query.number("task_idx")
    session.tear_down(task, index)
    return _success(f"Task {task} {index} torn down.")


def _score(session: Session, query: _Query, body: object) -> object:
    score = session.score(query.text("task_type"), query.number("task_idx"))
    return {"score": score.score, "completion": score.completion}


def _goal(session: Session, query: _Query, body: object) -> object:
    return {"goal": session.goal(query.text("task_type"), query.number("task_idx"))}


def _template(session: Session, query: _Query, body: object) -> object:
    return {"template": session.template(query.text("task_type"), query.number("task_idx"))}


def _close(session: Session, query: _Query, body: object) -> object:
    session.close()
    return {"status": "success"}


def _health(session: Session, query: _Query, body: object) -> object:
    if not session.is_open:
        raise _Refused(500, "the environment is closed")
    return {"status": "success"}


def _success(message: str) -> dict[str, str]:
    return {"status": "success", "message": message}


_ROUTES: Final[Mapping[tuple[str, str], Callable[[Session, _Query, object], object]]] = {
    ("POST", "/reset"): _reset,
    ("GET", "/screenshot"): _screenshot,
    ("GET", "/ui_elements"): _elements,
    ("POST", "/execute_action"): _execute,
    ("GET", "/suite/task_list"): _task_list,
    ("GET", "/suite/task_length"): _task_length,
    ("GET", "/suite/reinitialize"): _reinitialize,
    ("POST", "/task/initialize"): _initialize,
    ("POST", "/task/tear_down"): _tear_down,
    ("GET", "/task/score"): _score,
    ("GET", "/task/goal"): _goal,
    ("GET", "/task/template"): _template,
    ("POST", "/close"): _close,
    ("GET", "/health"): _health,
}


class _Handler(BaseHTTPRequestHandler):
    """Answers one request. HTTP/1.0 ends the connection, so no bytes of one request count as the next."""

    server: WorldServer
    timeout = _SECONDS
    server_version = "crab-gym"
    sys_version = ""

    def do_GET(self) -> None:
        self._answer()

    def do_POST(self) -> None:
        self._answer()

    def log_message(self, format: str, *args: Any) -> None:
        """Logs nothing."""

    def _answer(self) -> None:
        status, answer = 200, None
        try:
            self._admit()
            self.server.admit(self.connection)
            answer = self._routed()
        except _Refused as refusal:
            status, answer = refusal.status, {"detail": str(refusal)}
        except BadAction as error:
            status, answer = 400, {"detail": str(error)}
        except Unknown as error:
            status, answer = 404, {"detail": str(error)}
        except NotNow as error:
            status, answer = 409, {"detail": str(error)}
        reply = answer if isinstance(answer, _Reply) else _Reply("application/json", json.dumps(answer).encode())
        self.send_response(status)
        self.send_header("Content-Type", reply.kind)
        self.send_header("Content-Length", str(len(reply.body)))
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(reply.body)

    def _admit(self) -> None:
        """Refuses requests of pages in a browser, and those without the token.

        Raises:
            _Refused: The request is one of these.
        """
        if self.headers.get("Origin") or self.headers.get("Sec-Fetch-Site", "none") != "none":
            raise _Refused(403, "requests of web pages aren't answered")
        if self.server.token:
            if not matches(self.headers.get("Authorization"), f"Bearer {self.server.token}"):
                raise _Refused(401, "expected the header Authorization: Bearer TOKEN")
        elif not is_here(self.headers.get("Host", "")):
            raise _Refused(403, "this name doesn't lead here")

    def _routed(self) -> object:
        parts = urlsplit(self.path)
        path = parts.path.rstrip("/") or "/"
        route = _ROUTES.get((str(self.command), path))
        if route is None:
            known = any(path == other for _, other in _ROUTES)
            raise _Refused(405 if known else 404, f"{self.command} {path[:80]} is nothing that this server answers")
        query, body = _Query(parts.query), self._body()
        with self.server.lock:
            return route(self.server.session, query, body)

    def _body(self) -> object:
        """Returns the JSON of a request, None where it has none.

        Raises:
            _Refused: It is too long or can't be read.
        """
        length = self.headers.get("Content-Length", "0")
        if not (length.isascii() and length.isdecimal()) or "Transfer-Encoding" in self.headers:
            raise _Refused(411, "expected a Content-Length")
        if len(length) > 9 or int(length) > MAX_BODY:
            raise _Refused(413, f"expected at most {MAX_BODY} bytes")
        data = self.rfile.read(int(length))
        if not data:
            return None
        try:
            return json.loads(data.decode("utf-8"))
        except (ValueError, RecursionError):
            raise _Refused(422, "the body is no JSON") from None
