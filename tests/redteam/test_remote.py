"""Attacks on `crab-gym serve`; `tests/backends/remote/` has the refusals of handshakes and frames one by one."""

from __future__ import annotations

import contextlib
import json
import random
import socket
import struct
import time
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from crab_gym.backends.base import DeviceError
from crab_gym.backends.remote import RemoteBackend
from crab_gym.backends.remote.handshake import nonce, proof, split_address
from crab_gym.backends.remote.operations import OPERATIONS
from crab_gym.backends.remote.wire import MAGIC, MAX_GREETING_BYTES, PROTOCOL, Channel, WireError
from tests.redteam._texts import value
from tests.remote import TOKEN, RunningServer, served, until

pytestmark = pytest.mark.slow

HELLO = {"device": "ubuntu", "size": [1280, 720], "options": {}, "encoding": "raw", "want": "session"}


@pytest.fixture(scope="module")
def locked() -> Iterator[RunningServer]:
    """Serves a desktop to clients with the token, in three sessions."""
    with served("--backend", "ubuntu=sim", "--slots", "3", token=TOKEN) as server:
        yield server


@contextlib.contextmanager
def connected(server: RunningServer) -> Iterator[tuple[Channel, dict[str, Any]]]:
    """Connects, and yields the channel and the server's greeting."""
    with socket.create_connection(split_address(server.address), 30) as connection:
        channel = Channel(connection)
        yield channel, channel.receive(30.0, 30.0).header


def greet(channel: Channel, greeting: Mapping[str, Any], token: str = TOKEN, **changed: Any) -> dict[str, Any]:
    """Sends a greeting and returns the answer."""
    nonces = {"server": str(greeting["nonce"]), "client": nonce()}
    hello = {**HELLO, "protocol": PROTOCOL, "nonce": nonces["client"], "proof": proof(token, "client", nonces)}
    channel.send({**hello, **changed}, 30.0)
    return channel.receive(30.0, 30.0).header


def well(server: RunningServer) -> None:
    """Checks that another client is still served."""
    backend = RemoteBackend("ubuntu", (1280, 720), address=server.address, token=TOKEN)
    deadline = time.monotonic() + 60
    while True:
        try:
            backend.reset(0)
            break
        except DeviceError:  # sessions are ending
            assert time.monotonic() < deadline
            time.sleep(0.1)
    assert backend.screenshot().any()
    backend.close()


PROOFS: dict[str, Any] = {
    "none": None,
    "nothing": "",
    "true": True,
    "a number": 0,
    "a list": [],
    "an object": {},
    "the token": TOKEN,
    "zeros": "0" * 64,
    "upper case": "F" * 64,
    "a long one": "a" * 3_000,
    "surrogates": "\ud800" * 64,
    "digits of another script": "٣" * 64,
}


@pytest.mark.parametrize("name", PROOFS)
def test_no_proof_but_the_right_one_is_taken(locked: RunningServer, name: str) -> None:
    with connected(locked) as (channel, greeting):
        answer = greet(channel, greeting, proof=PROOFS[name])
    assert "accept the token" in answer["error"][1] and "proof" not in answer


GUESSES = (
    "",
    "x",
    TOKEN[:-1],
    TOKEN + " ",
    TOKEN.upper(),
    TOKEN.replace(" ", ""),
    "crab-gym",
    "token",
    "\0" * 16,
    "password12345678",
)


@pytest.mark.parametrize("guess", GUESSES)
def test_guesses_are_refused(locked: RunningServer, guess: str) -> None:
    with connected(locked) as (channel, greeting):
        assert "accept the token" in greet(channel, greeting, guess)["error"][1]


def test_what_was_overheard_cannot_be_said_again(locked: RunningServer) -> None:
    nonces = {"client": nonce()}
    with connected(locked) as (channel, greeting):
        nonces["server"] = greeting["nonce"]
        said = {**HELLO, "protocol": PROTOCOL, "nonce": nonces["client"], "proof": proof(TOKEN, "client", nonces)}
        channel.send(said, 30.0)
        answer = channel.receive(30.0, 30.0).header
        assert "error" not in answer
    for other in (
        said,
        {**said, "proof": answer["proof"]},
        {**said, "nonce": nonces["server"], "proof": answer["proof"]},
    ):
        with connected(locked) as (channel, greeting):
            assert greeting["nonce"] != nonces["server"]
            channel.send(other, 30.0)
            assert "accept the token" in channel.receive(30.0, 30.0).header["error"][1]


def test_the_servers_own_proof_cannot_be_turned_back(locked: RunningServer) -> None:
    with connected(locked) as (first, greeting), connected(locked) as (second, other):
        first.send({**HELLO, "nonce": other["nonce"], "proof": "x"}, 30.0)
        answer = first.receive(30.0, 30.0).header
        assert "proof" not in answer  # nothing is proved to whom has proved nothing
        assert "accept the token" in greet(second, other, proof=greeting["nonce"])["error"][1]


def test_numbers_used_once_are_not_used_again(locked: RunningServer) -> None:
    seen = set()
    for _ in range(50):
        with connected(locked) as (_, greeting):
            seen.add(greeting["nonce"])
        until(lambda: len(locked.sessions()) < 10)
    assert len(seen) == 50 and all(len(each) == 32 for each in seen)


OPTIONS: dict[str, Any] = {
    **{
        name: "/bin/sh"
        for name in (
            "root",
            "criu",
            "program",
            "binary",
            "path",
            "adb",
            "adb_path",
            "executable",
            "command",
            "python",
            "image",
            "files",
            "attach",
        )
    },
    "address": "127.0.0.1:22",
    "serial": "127.0.0.1:5555",
    "host": "0.0.0.0",
    "display": ":0",
    "attach ": True,
    "token": "x",
    "token_file": "/etc/passwd",
    "tls": "/etc/passwd",
    "kind": "desktop",
    "spare": True,
    "snapshots": "criu",
    "clock": "real",
    "profile": "gnome",
    "__class__": "x",
    "": "",
    "self": 1,
    "device": "android",
    "screen_size": [1, 1],
    "options": {"root": "/"},
    "\ud800": 1,
    "a" * 2_000: 1,
}


@pytest.mark.parametrize("name", OPTIONS, ids=range(len(OPTIONS)))
def test_clients_choose_no_option(locked: RunningServer, name: str) -> None:
    with connected(locked) as (channel, greeting):
        answer = greet(channel, greeting, options={name: OPTIONS[name]})
    assert "doesn't let clients choose" in answer["error"][1]


@pytest.mark.parametrize("name", ["clock", "profile"])
@pytest.mark.parametrize(
    "choice", ["/etc/passwd", "../x", "a b", "", "A", "a" * 33, 1, None, ["light"], "light\n", "ｌight"]
)
def test_what_they_may_choose_are_words(name: str, choice: Any) -> None:
    from crab_gym.backends.remote.server import Offer, _refusal  # the refusal itself, since starting a box takes long
    from crab_gym.backends.specs import BackendSpec

    offer = Offer(backends={"ubuntu": BackendSpec("sim", {})}, token=TOKEN, allow=("clock", "profile"))
    assert "expected a word" in _refusal("ubuntu", [1280, 720], {name: choice}, "raw", offer)
    assert not _refusal("ubuntu", [1280, 720], {name: "light"}, "raw", offer)


FIELDS = ("device", "size", "options", "encoding", "want", "nonce", "proof", "protocol")


def test_greetings_of_any_form_are_refused_or_begin_a_session(locked: RunningServer) -> None:
    rng = random.Random(0)
    for _ in range(60):
        with connected(locked) as (channel, greeting), contextlib.suppress(WireError, RecursionError):
            changed = {name: value(rng) for name in rng.sample(FIELDS[:5], 2)}
            text = json.dumps(changed, default=repr, skipkeys=True)
            if len(text) < 2_000:
                greet(channel, greeting, **json.loads(text))
        until(lambda: len(locked.sessions()) < 12)
    well(locked)


def frame(header: bytes, parts: tuple[bytes, ...] = ()) -> bytes:
    return (
        struct.pack(f">4sII{len(parts)}I", MAGIC, len(header), len(parts), *map(len, parts)) + header + b"".join(parts)
    )


FRAMES = {
    "noise": bytes(range(256)),
    "a request of a browser": b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
    "another magic": b"CRAP" + bytes(8),
    "no header": frame(b""),
    "no json": frame(b"{"),
    "no object": frame(b"[]"),
    "a number": frame(b"1e999"),
    "deep json": frame(b"[" * 4_000),
    "many digits": frame(b'{"nonce": ' + b"9" * 4_000 + b"}"),
    "half a character": frame(b'{"nonce": "\xff"}'),
    "a long header": struct.pack(">4sII", MAGIC, MAX_GREETING_BYTES + 1, 0),
    "a huge header": struct.pack(">4sII", MAGIC, 2**32 - 1, 0),
    "huge attachments": struct.pack(">4sIII", MAGIC, 2, 1, 2**32 - 1) + b"{}",
    "many attachments": struct.pack(">4sII", MAGIC, 2, 2**32 - 1),
    "attachments before the proof": frame(b"{}", (b"x" * 99,)),
    "tls": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    "pickle": b"\x80\x04\x95",
    "half a frame": MAGIC + b"\0\0",
}


@pytest.mark.parametrize("name", FRAMES)
def test_what_is_no_greeting_ends_that_connection_only(locked: RunningServer, name: str) -> None:
    with connected(locked) as (channel, _):
        channel.connection.sendall(FRAMES[name])
        channel.connection.shutdown(socket.SHUT_WR)
        with contextlib.suppress(WireError):
            answer = channel.receive(30.0, 30.0).header
            assert "error" in answer and "proof" not in answer
    well(locked)


REQUESTS: dict[str, Any] = {
    **{
        f"the operation {name}": {"op": name, "args": {}}
        for name in (
            "close",
            "device.close",
            "device.fork",
            "device.__init__",
            "device.__class__",
            "device._start",
            "state.__init__",
            "setup.__class__",
            "setup.__init__.__globals__",
            "os.system",
            "__import__",
            "eval",
            "",
            "device",
            ".",
            "device.",
            "session.serve",
            "restore",
            "device.snapshot",
        )
    },
    "no operation": {},
    "an operation that is no text": {"op": ["screenshot"]},
    "arguments that are none": {"op": "device.reset", "args": [0]},
    "too many questions": {"op": "screenshot", "also": [["state.foreground", {}]] * 99},
    "a question that changes": {"op": "screenshot", "also": [["setup.remove", {"path": "/"}]]},
    "time that runs back": {"op": "screenshot", "advance": [-1]},
    "time without end": {"op": "screenshot", "advance": [1e308] * 9},
    "much time": {"op": "screenshot", "advance": [1] * 9_999},
    "a handle of others": {"op": "restore", "args": {"handle": 1}},
    "a handle that is none": {"op": "restore", "args": {"handle": "1"}},
    "handles to drop": {"op": "screenshot", "drop": [[], {}, "x", -1, 10**40]},
    "an attachment that isn't there": {"op": "setup.write_file", "args": {"path": "/tmp/x", "data": {"bytes": 7}}},
    "a verb of no form": {"op": "device.execute", "args": {"name": "eval", "args": {}}},
    "coordinates beyond": {"op": "device.execute", "args": {"name": "click", "args": {"x": 10**40, "y": -1}}},
    "text without end": {"op": "device.execute", "args": {"name": "write_text", "args": {"text": "x" * 99_999}}},
    "a path of the host": {"op": "state.read_file", "args": {"path": "/etc/passwd"}},
    "a path above": {"op": "state.read_file", "args": {"path": "/../../../../proc/self/environ"}},
    "a command of the host": {"op": "state.run", "args": {"argv": ["cat", "/proc/self/environ"]}},
    "a path with a null": {"op": "setup.write_file", "args": {"path": "/tmp/\0", "data": "x"}},
}


@pytest.mark.parametrize("name", REQUESTS)
def test_who_knows_the_token_reaches_the_device_only(locked: RunningServer, name: str) -> None:
    with connected(locked) as (channel, greeting):
        assert "error" not in greet(channel, greeting)
        assert channel.receive(30.0, 30.0).header == {"ok": True}
        channel.send({"op": "device.reset", "args": {"seed": 0}}, 30.0)
        assert "ok" in channel.receive(30.0, 60.0).header
        with contextlib.suppress(WireError):
            channel.send(REQUESTS[name], 30.0)
            shown = repr(channel.receive(60.0, 60.0))
            assert "CRAB_GYM_TOKEN" not in shown and TOKEN not in shown and "PYTHONPATH" not in shown
    well(locked)


def test_three_hundred_random_requests(locked: RunningServer) -> None:
    rng = random.Random(0)
    names = list(OPERATIONS)
    sent = 0
    while sent < 300:
        with connected(locked) as (channel, greeting), contextlib.suppress(WireError):
            if "error" in greet(channel, greeting):
                continue
            answer = channel.receive(30.0, 30.0).header
            if answer != {"ok": True}:  # the slots are still taken by sessions that are ending
                continue
            channel.send({"op": "device.reset", "args": {"seed": 0}}, 30.0)
            channel.receive(30.0, 60.0)
            while sent < 300:
                operation = OPERATIONS[rng.choice(names)]
                args = {name: value(rng) for name in operation.arguments if rng.random() < 0.9}
                try:
                    request = json.loads(
                        json.dumps(
                            {"op": f"{operation.view}.{operation.name}", "args": args}, default=repr, skipkeys=True
                        )
                    )
                except RecursionError:
                    continue
                sent += 1
                channel.send(request, 30.0)
                channel.receive(60.0, 60.0)
    well(locked)
    assert "Traceback" not in locked.logged()


def test_slow_and_silent_clients_keep_nobody_out(locked: RunningServer) -> None:
    with contextlib.ExitStack() as stack:
        slow = [stack.enter_context(socket.create_connection(split_address(locked.address), 30)) for _ in range(12)]
        for byte in MAGIC:
            for connection in slow:
                connection.send(bytes([byte]))
        well(locked)
    until(lambda: not locked.sessions())


def test_pickles_are_never_read(locked: RunningServer) -> None:
    import ast
    from pathlib import Path

    import crab_gym.backends.remote as package

    for file in Path(str(package.__file__)).parent.glob("*.py"):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        imported = {
            alias.name.partition(".")[0]
            for node in ast.walk(tree)
            if isinstance(node, ast.Import)
            for alias in node.names
        }
        called = {
            node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        assert not imported & {"pickle", "marshal", "shelve", "importlib"} and not called & {
            "eval",
            "exec",
            "compile",
            "__import__",
        }
