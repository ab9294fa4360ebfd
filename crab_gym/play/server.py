"""The HTTP server of the page on which a person plays, on loopback, protected by a token in the page's address.

Requests of other pages in the same browser are refused. A request needs the token (in a cookie that the browser sends
only to this page, or in the address of the first request), a Host that no foreign name server can point here, and, if
it has an Origin, this page's.

    GET  /?token=…              the page; sets the cookie
    GET  /style.css /icon.svg   and the scripts
    GET  /assets/NAME           what screens are drawn with: drawings, fonts, emoji, pictures
    GET  /api/setup             the constant data: devices, apps, verbs
    GET  /api/state?after=N     the session's state, once it is newer than version N; waits up to 20 seconds
    GET  /screen/DEVICE.json    a device's screen now as a display list, where it has one
    GET  /screen/DEVICE.png     the same as a picture
    POST /api/act               {"action": {…}, "step": N}
    POST /api/restart           {"seed": N}
    POST /api/quit              {}
"""

from __future__ import annotations

import ipaddress
import json
import re
import secrets
import socket
import sys
import threading
from collections.abc import Callable, Mapping
from http.cookies import CookieError, SimpleCookie
from http.server import BaseHTTPRequestHandler
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, quote, unquote, urlsplit

from crab_gym.backends.remote.handshake import MIN_TOKEN, host_name, is_here, is_loopback, matches
from crab_gym.play.session import Session
from crab_gym.play.state import NotNow, check_seed, setup_of
from crab_sim.draw.typefaces import font_file
from crab_sim.draw.wire import FONT_FILES, drawings_json
from crab_sim.web.sites.threaded_server import ThreadedServer

__all__ = ["MAX_BODY", "PlayServer"]

MAX_BODY = 128 << 10
"""Maximum number of bytes of a request's body; an action with the longest text fits."""
_SILENCE_SECONDS = 30.0  # until a silent connection is closed
_POLL_SECONDS = 20.0
_NUMBER = re.compile(r"-?[0-9]{1,11}")
_FILES = {
    "/": ("page.html", "text/html; charset=utf-8"),
    "/style.css": ("style.css", "text/css; charset=utf-8"),
    **{
        f"/{name}.js": (f"{name}.js", "text/javascript; charset=utf-8")
        for name in ("canvas", "host", "input", "panels", "script", "shapes")
    },
    "/icon.svg": ("icon.svg", "image/svg+xml"),
}
_HEADERS = (
    (
        "Content-Security-Policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Cache-Control", "no-store"),
)


class PlayServer(ThreadedServer):
    """Serves a session's page.

    Args:
        session: The session to play.
        host: Address to listen on.
        port: 0 for any that is free.
        token: The token that requests need; None draws one at random.

    Attributes:
        ended: Set when the person ends the session on the page.

    Raises:
        OSError: The port is taken, or the address isn't this machine's.
        ValueError: The token is too short.
    """

    max_connections = 64

    def __init__(self, session: Session, host: str = "127.0.0.1", port: int = 0, token: str | None = None) -> None:
        self.token = secrets.token_urlsafe(32) if token is None else token
        if len(self.token) < MIN_TOKEN or not self.token.isascii() or not self.token.isprintable():
            raise ValueError(f"the token needs {MIN_TOKEN} or more printable ASCII characters, drawn at random")
        rows = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        self.address_family, _, _, _, socket_address = rows[0]
        address = str(socket_address[0])
        self.host = host
        self.loopback = is_loopback(address)
        self.session = session
        self.ended = threading.Event()
        super().__init__((address, port), _Handler)

    @property
    def url(self) -> str:
        """The page's address, with the token."""
        name = str(self.socket.getsockname()[0])
        if ipaddress.ip_address(name.partition("%")[0]).is_unspecified:
            name = socket.gethostname()
        return f"http://{f'[{name}]' if ':' in name else name}:{self.port}/?token={quote(self.token, safe='')}"

    @property
    def cookie(self) -> str:
        """The name of the cookie with the token; browsers share cookies among the ports of a host."""
        return f"crab_gym_play_{self.port}"

    def answers_to(self, host: str) -> bool:
        """Returns whether a Host can only be this server: an IP address, or a name that no name server resolves.

        Any port is accepted, so the page works through a tunnel.
        """
        if is_here(host) or self.loopback:
            return is_here(host)
        name = host_name(host)
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return name != "" and name in (self.host.lower(), socket.gethostname().lower())
        return True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignores connections that a browser closes; prints other errors."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)


class _Refused(Exception):
    """A refused request, with a status and the reason."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


class _Handler(BaseHTTPRequestHandler):
    """Answers one request. HTTP/1.0 ends the connection, so no bytes of one request count as the next."""

    server: PlayServer
    timeout = _SILENCE_SECONDS
    server_version = "crab-gym"
    sys_version = ""

    def do_GET(self) -> None:
        self._answer(self._get)

    def do_POST(self) -> None:
        self._answer(self._post)

    def log_message(self, format: str, *args: Any) -> None:
        """Logs nothing, since addresses hold the token."""

    def _answer(self, method: Callable[[str, Mapping[str, list[str]]], tuple[str, bytes]]) -> None:
        headers: list[tuple[str, str]] = []
        try:
            try:
                parts = urlsplit(self.path)
                query = parse_qs(parts.query, max_num_fields=8)
            except ValueError:
                raise _Refused(400, "the address can't be read") from None
            headers = self._admit(parts.path, query)
            self.server.admit(self.connection)
            kind, body = method(parts.path, query)
            status = 200
        except _Refused as refusal:
            status, kind, body = refusal.status, *_json({"error": str(refusal)})
            if status == 403:
                kind = "text/plain; charset=utf-8"
                body = f"{refusal}\n".encode()
        self.send_response(status)
        for name, value in (*_HEADERS, *headers, ("Content-Type", kind), ("Content-Length", str(len(body)))):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def _admit(self, path: str, query: Mapping[str, list[str]]) -> list[tuple[str, str]]:
        """Admits a request and returns extra headers of its answer.

        Raises:
            _Refused: It comes from another page, or lacks the token.
        """
        host = self.headers.get("Host", "")
        if not self.server.answers_to(host):
            raise _Refused(403, "This name doesn't lead to crab-gym: open the address that was printed.")
        origin = self.headers.get("Origin")
        if origin is not None and origin != f"http://{host}":
            raise _Refused(403, "Requests of other pages aren't answered.")
        if path == "/" and "token" in query and self.command == "GET":
            if not matches(query["token"][0], self.server.token):
                raise _Refused(403, "This isn't the token: open the address that was printed last.")
            cookie = f"{self.server.cookie}={quote(self.server.token, safe='')}; Path=/; HttpOnly; SameSite=Strict"
            return [("Set-Cookie", cookie)]
        if self.headers.get("Sec-Fetch-Site", "none") not in ("none", "same-origin"):
            raise _Refused(403, "Requests of other pages aren't answered.")
        if not matches(self._cookie(), self.server.token):
            raise _Refused(403, "This page needs its token: open the address that was printed.")
        return []

    def _cookie(self) -> str:
        try:
            cookies = SimpleCookie(self.headers.get("Cookie", ""))
        except CookieError:
            return ""
        cookie = cookies.get(self.server.cookie)
        return unquote(cookie.value) if cookie is not None else ""

    def _get(self, path: str, query: Mapping[str, list[str]]) -> tuple[str, bytes]:
        session = self.server.session
        if path in _FILES:
            name, kind = _FILES[path]
            return kind, files("crab_gym.play").joinpath(name).read_bytes()
        if path == "/api/setup":
            return _json(setup_of(session.env, session.show_graph))
        if path == "/api/state":
            after = query.get("after", ["-1"])[0]
            if not _NUMBER.fullmatch(after):
                raise _Refused(400, f"after is {after[:20]!r}; expected a whole number")
            return _json(session.state(int(after), _POLL_SECONDS))
        try:
            if path.startswith("/assets/"):
                return _asset(session, path.removeprefix("/assets/"))
            if path.startswith("/screen/") and path.endswith(".json"):
                drawing = session.drawing(path.removeprefix("/screen/").removesuffix(".json"))
                return "application/json", drawing.encode("ascii")
            if path.startswith("/screen/") and path.endswith(".png"):
                return "image/png", session.picture(path.removeprefix("/screen/").removesuffix(".png"))
        except NotNow as error:
            raise _Refused(409, str(error)) from None
        except ValueError as error:
            raise _Refused(404, str(error)) from None
        raise _Refused(404, "there is nothing of this name")

    def _post(self, path: str, query: Mapping[str, list[str]]) -> tuple[str, bytes]:
        if self.headers.get("Origin") is None and self.headers.get("Sec-Fetch-Site") is None:
            raise _Refused(403, "Requests of other pages aren't answered.")
        body = self._body()
        session = self.server.session
        try:
            match path:
                case "/api/act":
                    step = body.get("step")
                    if "action" not in body or type(step) is not int:
                        raise _Refused(400, "expected an action, and the number of steps after which it comes")
                    session.act(body["action"], step)
                case "/api/restart":
                    session.restart(_seed(body))
                case "/api/quit":
                    self.server.ended.set()
                case _:
                    raise _Refused(404, "there is nothing of this name")
        except NotNow as error:
            raise _Refused(409, str(error)) from None
        return _json(session.state())

    def _body(self) -> Mapping[str, Any]:
        """Returns a request's JSON object.

        Raises:
            _Refused: It has none, or too large a one.
        """
        kind = self.headers.get("Content-Type", "").partition(";")[0].strip().lower()
        if kind != "application/json":
            raise _Refused(415, "expected application/json")
        length = self.headers.get("Content-Length", "")
        if not (length.isascii() and length.isdecimal()) or "Transfer-Encoding" in self.headers:
            raise _Refused(411, "expected a Content-Length")
        if len(length) > 9 or int(length) > MAX_BODY:
            raise _Refused(413, f"expected at most {MAX_BODY} bytes")
        try:
            body = json.loads(self.rfile.read(int(length)).decode("utf-8"))
        except (ValueError, RecursionError):
            raise _Refused(400, "the body is no JSON") from None
        if not isinstance(body, dict):
            raise _Refused(400, "expected a JSON object")
        return body


def _seed(body: Mapping[str, Any]) -> int:
    try:
        return check_seed(body.get("seed"))
    except ValueError as error:
        raise _Refused(400, str(error)) from None


def _asset(session: Session, name: str) -> tuple[str, bytes]:
    """Returns what screens are drawn with.

    Raises:
        ValueError: There is nothing of this name.
    """
    if name == "drawings.json":
        return "application/json", drawings_json().encode()
    if name.startswith("pictures/"):
        return "application/octet-stream", session.drawn_picture(name.removeprefix("pictures/"))
    kind, _, file = name.rpartition("/")
    if (kind == "fonts" and file in FONT_FILES) or name == "emoji.png":
        return "application/octet-stream", Path(font_file("regular")).with_name(file).read_bytes()
    raise ValueError(f"there is nothing of the name {name[:80]!r}")


def _json(value: Any) -> tuple[str, bytes]:
    return "application/json", json.dumps(value).encode("ascii")
