"""A model server on loopback that speaks three wire formats, errs on demand, and answers by a function.

    def brain(messages: list[Message], tools: list[Tool]) -> Reply | str:
        return Reply(calls=(ToolCall("root__complete", {}),))

    with FakeServer(brain) as server:
        model = make_model(server.spec("openai"), key_env=server.key_env)   # or "anthropic", "google"
        server.faults += [status(429, retry_after="2"), cut_off(), None, hang()]  # of the next requests, in order
        ...
        server.asked      # what was asked: dialect, model, messages, tools, force, the body and headers as they came
        server.tokens     # the tokens that it told, of all answers that it gave in full

A brain sees what a `ScriptedModel`'s function sees: a conversation in the terms of `crab_gym.agents.chat`, with its
pictures, so that the same one serves both. It may be called from several threads at once. Where its reply has no
tokens, they are counted here: a quarter of the characters, and 100 for a picture.

Requests are checked as the real servers check them (keys, roles, the order of turns, ids of calls); what doesn't hold
is answered with 400 and kept in `server.refused`. The key is in the environment variable `server.key_env`, which the
fixture `server` of ``conftest.py`` sets; other keys are answered with 401. The model ``"missing"`` is answered with
404.
"""

from __future__ import annotations

import json
import threading
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

from crab_gym.agents.chat import Message, Picture, Reply, Tokens, Tool, ToolCall
from tests.agents import dialects
from tests.agents.dialects import Refused

Brain = Callable[[list[Message], list[Tool]], "Reply | str"]
KEY = "sk-crab-0123456789abcdef-secret"


class Asked(NamedTuple):
    """A request that was well-formed."""

    dialect: str
    model: str
    messages: list[Message]
    tools: list[Tool]
    force: bool
    body: Mapping[str, Any]
    headers: Mapping[str, str]


@dataclass(frozen=True)
class Fault:
    """A fault of one request."""

    kind: str
    code: int = 0
    headers: tuple[tuple[str, str], ...] = ()
    message: str = ""
    size: float = 0


def status(code: int, retry_after: str = "", message: str = "so it is") -> Fault:
    """An error with an HTTP status."""
    return Fault("status", code, (("Retry-After", retry_after),) if retry_after else (), message)


def cut_off() -> Fault:
    """A body that ends in the midst of its JSON, though it has the length that was announced."""
    return Fault("cut_off")


def drop() -> Fault:
    """A connection that breaks before the answer."""
    return Fault("drop")


def broken_body() -> Fault:
    """A connection that breaks within the answer."""
    return Fault("broken_body")


def hang(seconds: float = 60) -> Fault:
    """No answer for some seconds, or until the server stops; then the connection is closed."""
    return Fault("hang", size=seconds)


def drip(after: str = "") -> Fault:
    """An answer that goes on for ever, a few bytes at a time: headers, or a body if the headers are its beginning."""
    return Fault("drip", message=after)


def huge(characters: int = 10_000_000) -> Fault:
    """A well-formed answer with a text of that many characters."""
    return Fault("huge", size=characters)


def wrong_tool(name: str = "no_such_tool") -> Fault:
    """A well-formed answer that calls a tool which wasn't offered."""
    return Fault("wrong_tool", message=name)


def torn_arguments() -> Fault:
    """A well-formed answer that calls the first tool with arguments that are no JSON."""
    return Fault("torn_arguments")


def empty() -> Fault:
    """A JSON body that has nothing of an answer in it."""
    return Fault("empty")


class FakeServer:
    """The server; see above.

    Attributes:
        brain: Answers; may be replaced at any time.
        faults: What befalls the next requests, in order; None for a good one.
        broken: What befalls all requests that no other fault befalls.
        tells_usage: Whether answers tell the tokens.
        speaks: The one format that it speaks, such as a vendor's of `tests.agents.vendors.servers`; None for all.
        asked: The well-formed requests.
        requests: How many requests came, whatever became of them.
        refused: Why requests were refused; not those for a model that doesn't exist.
        tokens: Tokens of all answers that were given in full.
    """

    key = KEY
    key_env = "CRAB_GYM_TEST_KEY"

    def __init__(self, brain: Brain | None = None) -> None:
        self.brain: Brain = brain or (lambda messages, tools: "Hello.")
        self.faults: deque[Fault | None] = deque()
        self.broken: Fault | None = None
        self.tells_usage = True
        self.speaks: dialects.Dialect | None = None
        self.asked: list[Asked] = []
        self.requests = 0
        self.refused: list[str] = []
        self.tokens = Tokens()
        self.lock = threading.Lock()
        self.stopping = threading.Event()
        self.port = 0
        self._server: ThreadingHTTPServer | None = None
        self._thread: threading.Thread | None = None

    def __enter__(self) -> FakeServer:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self) -> None:
        """Serves, on the same port as before if it has been stopped."""
        self.stopping.clear()
        self._server = _Listener(("127.0.0.1", self.port), _Handler)
        self._server.fake = self
        self.port = self._server.server_address[1]
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Is gone: connections are refused until `start`."""
        self.stopping.set()
        if self._server is not None and self._thread is not None:
            self._server.shutdown()
            self._server.server_close()
            self._thread.join()
        self._server = self._thread = None

    def url(self, dialect: str = "openai") -> str:
        """Returns the base URL of a dialect."""
        return f"http://127.0.0.1:{self.port}{'/v1' if dialect == 'openai' else ''}"

    def spec(self, dialect: str = "openai", model: str = "tester") -> str:
        """Returns what `make_model` takes."""
        return f"{dialect}:{model}@{self.url(dialect)}"

    def think(self, messages: list[Message], tools: list[Tool], fault: Fault | None) -> Reply:
        """Returns the answer, with its tokens."""
        if fault is not None and fault.kind == "huge":
            said: Reply | str = "{ " * (int(fault.size) // 2)
        elif fault is not None and fault.kind == "wrong_tool":
            said = Reply(calls=(ToolCall(fault.message, {}),))
        elif fault is not None and fault.kind == "torn_arguments":
            said = Reply(calls=(ToolCall(tools[0].name, None, '{"x": 1, "y": '),))
        else:
            said = self.brain(messages, tools)
        reply = Reply(said) if isinstance(said, str) else said
        tokens = reply.tokens if reply.tokens.total else Tokens(_prompt(messages, tools), _completion(reply))
        finish = "calls" if reply.calls and reply.finish == "stop" else reply.finish
        return Reply(reply.text, reply.calls, tokens, finish, own=reply.own)


def _prompt(messages: list[Message], tools: list[Tool]) -> int:
    total = sum(len(json.dumps(tool.parameters)) // 4 for tool in tools)
    for message in messages:
        total += sum(100 if isinstance(part, Picture) else 1 + len(part) // 4 for part in message.parts)
    return total


def _completion(reply: Reply) -> int:
    return 1 + len(reply.text) // 4 + sum(5 + len(json.dumps(call.arguments)) // 4 for call in reply.calls)


class _Listener(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64
    fake: FakeServer

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that went away is no fault of this server."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Listener

    def log_message(self, format: str, *args: object) -> None:
        """Is quiet."""

    def do_POST(self) -> None:
        fake = self.server.fake
        sent = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        with fake.lock:
            fake.requests += 1
            fault = fake.faults.popleft() if fake.faults else fake.broken
        dialect = fake.speaks or dialects.of_path(self.path)
        if dialect is None:
            self._send(404, {"error": {"message": f"no such path: {self.path}"}})
            return
        try:
            dialect.check_key(self.headers, fake.key)
            if fault is not None and self._fails(fault, dialect):
                return
        except Refused as refusal:
            self._send(refusal.code, dialect.error(refusal.code, str(refusal)))
            return
        try:
            body = json.loads(sent)
            heard = dialect.read(self.path, body)
        except (Refused, KeyError, TypeError, ValueError, AttributeError) as error:
            refusal = error if isinstance(error, Refused) else Refused(f"malformed: {error!r}")
            with fake.lock:
                fake.refused += [str(refusal)] if refusal.code != 404 else []
            self._send(refusal.code, dialect.error(refusal.code, str(refusal)))
            return
        with fake.lock:
            fake.asked.append(Asked(dialect.name, *heard, body, dict(self.headers)))
        reply = fake.think(heard.messages, heard.tools, fault)
        answer = dialect.write(heard.model, reply, fake.tells_usage)
        if fault is not None and fault.kind in ("cut_off", "broken_body"):
            self._send_part(answer, fault.kind == "cut_off")
        elif fault is not None and fault.kind == "empty":
            self._send(200, {})
        else:
            with fake.lock:
                fake.tokens = Tokens(*(a + b for a, b in zip(fake.tokens, reply.tokens, strict=True)))
            self._send(200, answer)

    def _fails(self, fault: Fault, dialect: dialects.Dialect) -> bool:
        """Carries out a fault that needs no answer; returns whether it was one."""
        if fault.kind == "status":
            self._send(fault.code, dialect.error(fault.code, fault.message), fault.headers)
        elif fault.kind == "hang":
            self.server.fake.stopping.wait(fault.size)
            self.close_connection = True
        elif fault.kind == "drop":
            self.close_connection = True
        elif fault.kind == "drip":
            self._drip(fault.message.encode())
        else:
            return False
        return True

    def _drip(self, headers: bytes) -> None:
        self.close_connection = True
        try:
            self.wfile.write(b"HTTP/1.1 200 OK\r\n" + headers)
            while not self.server.fake.stopping.wait(0.02):
                self.wfile.write(b" " if headers else b"X-More: 1\r\n")
        except OSError:
            """The client has gone."""

    def _send(self, code: int, answer: Mapping[str, Any], headers: tuple[tuple[str, str], ...] = ()) -> None:
        body = json.dumps(answer).encode()
        self.send_response(code)
        for name, value in (("Content-Type", "application/json"), ("Content-Length", str(len(body))), *headers):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def _send_part(self, answer: Mapping[str, Any], announced: bool) -> None:
        whole = json.dumps(answer).encode()
        part = whole[: len(whole) // 2]
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(part if announced else whole)))
        self.end_headers()
        self.wfile.write(part)
        self.close_connection = True
