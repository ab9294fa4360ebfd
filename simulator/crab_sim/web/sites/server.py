"""The HTTP server of the sites, on loopback only, with one reply per connection.

A site is found by the Host header (``http://mail.example/``), or under any other name by the first piece of the path
(``http://localhost:8080/mail.example/``); then the links on its pages lead there too.

Pages of real sites in the same browser can't read these sites, whatever name they give this machine, nor send forms.
"""

from __future__ import annotations

import re
import socket
from email.parser import BytesParser
from email.policy import HTTP
from http.server import BaseHTTPRequestHandler
from typing import Any
from urllib.parse import parse_qsl, quote, unquote, urlsplit

from .app import HOSTS, Web
from .markup import Reply, Request, Upload
from .threaded_server import ThreadedServer

__all__ = ["MAX_BODY", "Server", "read_form", "rebased"]

MAX_BODY = 1 << 20
"""Maximum number of bytes of a form."""
_MAX_PAIRS = 1000
_LOOPBACK = re.compile(r"127(\.\d{1,3}){3}", re.ASCII)
_SECONDS = 10.0  # until a silent connection is closed

_HEADERS = (
    ("Content-Security-Policy", "default-src 'none'; img-src 'self' http: data:; style-src 'self' 'unsafe-inline'"),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Cache-Control", "no-store"),
)


class Server(ThreadedServer):
    """The sites on a port of the loopback device.

    Args:
        web: The sites, which answer the requests.
        listener: A bound, listening socket to take over; None binds `port`.
        port: 0 for any that is free.

    Raises:
        OSError: The port is taken.
    """

    def __init__(self, web: Web, listener: socket.socket | None = None, port: int = 0) -> None:
        super().__init__(("127.0.0.1", port), _Handler, bind_and_activate=False)
        self.web = web
        if listener is not None:
            self.socket.close()
            self.socket = listener
            self.server_address = listener.getsockname()
            return
        try:
            self.server_bind()
            self.server_activate()
        except BaseException:
            self.server_close()
            raise

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignores connections that break."""


class _Handler(BaseHTTPRequestHandler):
    """One connection; HTTP/1.0, so that none stays open."""

    server: Server
    timeout = _SECONDS
    server_version = "crab-web"
    sys_version = ""

    def do_GET(self) -> None:
        self.server.admit(self.connection)
        self._serve(None)

    do_HEAD = do_GET

    def do_POST(self) -> None:
        self.server.admit(self.connection)
        length = self.headers.get("Content-Length", "")
        if not (length.isascii() and length.isdecimal()):
            self.send_error(411)
        elif len(length) > 9 or int(length) > MAX_BODY:
            self._drain(int(length[:9]))
            self.send_error(413, explain=f"A form may have at most {MAX_BODY} bytes.")
        else:
            self._serve(self.rfile.read(int(length)))

    def _drain(self, left: int) -> None:
        """Reads part of a form that is too large: a browser shows the answer only after it has sent its form."""
        left = min(left, 16 * MAX_BODY)
        while left > 0 and (part := self.rfile.read(min(left, 1 << 16))):
            left -= len(part)

    def _serve(self, body: bytes | None) -> None:
        host = self.headers.get("Host", "").lower().partition(":")[0].removeprefix("www.").rstrip(".")
        if host not in HOSTS and not _is_here(host):
            self.send_error(404, explain="This name doesn't lead here.")
            return
        if body is not None and self.headers.get("Sec-Fetch-Site", "none") not in ("none", "same-origin"):
            self.send_error(403, explain="Forms of other sites aren't read.")
            return
        try:
            parts = urlsplit("http://host/" + self.path.lstrip("/"))
            query = tuple(parse_qsl(parts.query, keep_blank_values=True, max_num_fields=_MAX_PAIRS))
            form, upload = (None, None) if body is None else read_form(body, self.headers.get("Content-Type", ""))
        except ValueError:
            self.send_error(400)
            return
        path = unquote(parts.path, errors="replace")
        base = ""
        if host not in HOSTS:
            first, _, rest = path.lstrip("/").partition("/")
            host = first if first in HOSTS else "start.example" if path == "/" else host
            base = "/"
            path = f"/{rest}" if first in HOSTS else path
        reply = self.server.web.answer(Request(host, path, query, form, upload))
        self._send(rebased(reply, host) if base else rebased(reply, ""))

    def _send(self, reply: Reply) -> None:
        self.send_response(reply.status)
        for name, value in _HEADERS:
            self.send_header(name, value)
        if reply.location:
            self.send_header("Location", reply.location)
        if reply.filename:
            plain = re.sub(r"[^\w. -]", "_", reply.filename, flags=re.ASCII)
            named = f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(reply.filename, safe='')}"
            self.send_header("Content-Disposition", named)
        self.send_header("Content-Type", reply.kind)
        self.send_header("Content-Length", str(len(reply.body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(reply.body)

    def log_message(self, format: str, *args: Any) -> None:
        """Logs nothing."""


def _is_here(host: str) -> bool:
    """Returns whether a name that is no site's can only mean this machine, since no name server knows such names."""
    return "." not in host or host.endswith(".localhost") or _LOOPBACK.fullmatch(host) is not None


_LINKS = re.compile(r'(?<= )(href|src|action)="(?:https?://([a-z]+\.example)(?=[/"])|(?=/))')


def rebased(reply: Reply, host: str) -> Reply:
    """Returns a reply whose links lead to the addresses at which the sites are served.

    Args:
        reply: A reply; only pages are changed.
        host: The reply's site, if sites are found by path. ``""`` if they are found by name; links then lose the ``s``
            of ``https``.
    """
    if not reply.kind.startswith("text/html"):
        return reply

    def lead(match: re.Match[str]) -> str:
        target = match[2]
        if target and target not in HOSTS:
            return match[0]
        if not host:
            return f'{match[1]}="http://{target}' if target else match[0]
        return f'{match[1]}="/{target or host}'

    location = reply.location
    if host and location.startswith("/"):
        location = f"/{host}{location}"
    return reply._replace(body=_LINKS.sub(lead, reply.body.decode()).encode(), location=location)


def read_form(body: bytes, kind: str) -> tuple[tuple[tuple[str, str], ...], Upload | None]:
    """Returns the names and values of a form, and its uploaded file.

    Raises:
        ValueError: It is of another kind, has too many values, or can't be read.
    """
    plain = kind.partition(";")[0].strip().lower()
    if plain == "application/x-www-form-urlencoded":
        text = body.decode("ascii", "replace")
        return tuple(parse_qsl(text, keep_blank_values=True, max_num_fields=_MAX_PAIRS, errors="replace")), None
    if plain != "multipart/form-data":
        raise ValueError(f"a form of the kind {plain!r}")
    head = f"Content-Type: {kind}\r\n\r\n".encode("ascii", "replace")
    message: Any = BytesParser(policy=HTTP).parsebytes(head + body)
    pairs: list[tuple[str, str]] = []
    upload = None
    for part in message.iter_parts() if message.is_multipart() else ():
        name = part.get_param("name", header="content-disposition")
        data: bytes = part.get_payload(decode=True) or b""
        filename = part.get_filename()
        if not isinstance(name, str) or len(pairs) >= _MAX_PAIRS:
            continue
        if filename is None:
            pairs.append((name, data.decode("utf-8", "replace")))
        elif filename:
            upload = Upload(str(filename).replace("\\", "/").rpartition("/")[2][:120], data)
    return tuple(pairs), upload
