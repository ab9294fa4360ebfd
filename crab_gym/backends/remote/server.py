"""Serving devices to other hosts: one connection, one session, one backend of its own.

Each connection is a process, forked when it comes in: what breaks one ends no other, and the system frees what a killed
one held, its slot included. Nothing is made for a client before it has shown that it knows the token.
"""

from __future__ import annotations

import contextlib
import ctypes
import fcntl
import os
import re
import select
import signal
import socket
import ssl
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from crab_gym.backends.base import Backend
from crab_gym.backends.remote.handshake import MIN_TOKEN, is_loopback, matches, nonce, proof
from crab_gym.backends.remote.screens import ENCODINGS
from crab_gym.backends.remote.session import Check, Session, told
from crab_gym.backends.remote.wire import MAX_UNKNOWN, PROTOCOL, Channel, WireError
from crab_gym.backends.specs import BackendSpec, make_backend

__all__ = ["GRANTABLE", "Offer", "listen", "serve", "tls_context"]

GRANTABLE = ("clock", "profile")
"""Options that an operator can let clients choose; none of them is a path or leads to another device."""

_GREETING_SECONDS = 10.0
_STRANGERS = 16  # most connections beside the sessions
_DENIED_SECONDS = 1.0  # before a wrong proof is answered
_POLL_SECONDS = 0.02
_END_SECONDS = 15.0
_SIZES = range(64, 4097)
_WORD = re.compile(r"[a-z0-9_]{1,32}")
_PR_SET_PDEATHSIG = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """What is served, and to whom.

    Attributes:
        backends: Device to what plays it; other devices and kinds can't be had.
        token: What clients have to know, ``""`` for nothing (loopback only).
        slots: Most sessions at once.
        allow: Options of `GRANTABLE` that clients may choose.
        tls: For encrypted connections.
        patience: Seconds that a client waits for a slot before it is told that all are taken.
        idle: Seconds without a request after which a session ends.

    Raises:
        ValueError: One of them can't be served so; the message says why.
    """

    backends: Mapping[str, BackendSpec]
    token: str = ""
    slots: int = 4
    allow: Sequence[str] = ()
    tls: ssl.SSLContext | None = None
    patience: float = 5.0
    idle: float = 3600.0

    def __post_init__(self) -> None:
        """Checks what can be checked without a client."""
        unknown = [name for name in self.allow if name not in GRANTABLE]
        if unknown:
            raise ValueError(f"clients can't be allowed to choose {unknown[0]!r}; only: {', '.join(GRANTABLE)}")
        if self.token and len(self.token) < MIN_TOKEN:
            raise ValueError(
                f"the token has {len(self.token)} characters; expected {MIN_TOKEN} or more, drawn at random"
            )
        for device, spec in self.backends.items():
            if spec.kind == "remote":
                raise ValueError(f"{device!r} is on another server; clients can be told its address instead")
            backend = make_backend(spec, device, (1280, 720))  # refuses options that don't fit
            if spec.kind == "sim":  # what every session needs is loaded once
                backend.reset(0)
                backend.screenshot()
            backend.close()


def listen(host: str, port: int, token: str) -> socket.socket:
    """Returns a socket that clients can connect to.

    Raises:
        OSError: The port is taken, or the address isn't this machine's.
        ValueError: Others than this machine could connect, and there is no token.
    """
    rows = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    family, _, _, _, address = rows[0]
    if not token and not is_loopback(str(address[0])):
        raise ValueError(
            f"--host {host} lets other machines in, which takes a token: put one into a file (openssl rand -hex 32) "
            "and give --token-file FILE, or set CRAB_GYM_TOKEN"
        )
    listener = socket.create_server((str(address[0]), port), family=family, backlog=32)
    listener.setblocking(False)
    return listener


def tls_context(certificate: Path, key: Path | None) -> ssl.SSLContext:
    """Returns what encrypts connections.

    Raises:
        ValueError: The files can't be used.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    try:
        context.load_cert_chain(certificate, key)
    except (OSError, ssl.SSLError) as error:
        raise ValueError(f"can't use the certificate {certificate} with its key: {error}") from None
    return context


class _Ended(BaseException):
    """The operator, or the system, wants this process to end."""


def _end(number: int, frame: Any) -> None:
    raise _Ended


def serve(listener: socket.socket, offer: Offer, check: Check, ready: Callable[[], None]) -> None:
    """Serves until SIGTERM or SIGINT; then all sessions are ended, and what they hold is given back.

    It forks, and so wants a process without other threads, of whose signals it is the master meanwhile.

    Args:
        listener: From `listen`.
        offer: What is served.
        check: Checks verbs.
        ready: Called once it can be ended.
    """
    children: set[int] = set()
    before = {number: signal.signal(number, _end) for number in (signal.SIGTERM, signal.SIGINT)}
    with tempfile.TemporaryFile() as locks:
        slots = _Slots(locks.fileno(), offer)
        try:
            ready()
            while True:
                select.select([listener], [], [], 1.0)
                children = {child for child in children if not os.waitpid(child, os.WNOHANG)[0]}
                try:
                    connection, address = listener.accept()
                except OSError:  # none has come, or it has gone again
                    continue
                with connection:
                    if len(children) < offer.slots + _STRANGERS:
                        children.add(_fork(listener, connection, str(address[0]), offer, slots, check))
        except _Ended:
            pass
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
            _end_all(children)


def _end_all(children: set[int]) -> None:
    for child in children:
        os.kill(child, signal.SIGTERM)
    deadline = time.monotonic() + _END_SECONDS
    while children and time.monotonic() < deadline:
        children = {child for child in children if not os.waitpid(child, os.WNOHANG)[0]}
        time.sleep(_POLL_SECONDS)
    for child in children:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


def _fork(
    listener: socket.socket, connection: socket.socket, peer: str, offer: Offer, slots: _Slots, check: Check
) -> int:
    """Serves a connection in a process of its own, and returns its number."""
    parent = os.getpid()
    signals = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGTERM, signal.SIGINT))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # numpy's idle threads hold no lock of ours
        child = os.fork()
    if child:
        signal.pthread_sigmask(signal.SIG_SETMASK, signals)
        return child
    try:
        listener.close()
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent hears it too, and passes on SIGTERM
        with contextlib.suppress(OSError, AttributeError):  # Linux: ends with its parent, however that ends
            ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() == parent:
            signal.pthread_sigmask(signal.SIG_SETMASK, signals)
            _serve_one(connection, peer, offer, slots, check)
    except BaseException as error:  # nothing may return into the parent's loop
        if not isinstance(error, _Ended):
            _log(peer, f"{type(error).__name__}: {error}")
    finally:
        os._exit(0)


def _log(peer: str, text: str) -> None:
    with contextlib.suppress(OSError):
        print(f"{peer}: {text}", file=sys.stderr, flush=True)


def _serve_one(connection: socket.socket, peer: str, offer: Offer, slots: _Slots, check: Check) -> None:
    try:
        connection.settimeout(_GREETING_SECONDS)
        if offer.tls is not None:
            connection = offer.tls.wrap_socket(connection, server_side=True)
        channel = Channel(connection)
        hello = _greet(channel, offer)
        if hello is None:
            _log(peer, "refused")
            return
        with slots.one(hello["device"]) as number:
            if number is None:
                message = (
                    f"all {offer.slots} slots of the server are taken; close another environment, or try again later"
                )
                channel.send({"error": ["ServerBusy", message]}, _GREETING_SECONDS)
                _log(peer, "told that all slots are taken")
                return
            _run(channel, peer, hello, offer, check)
    except (OSError, WireError) as error:
        _log(peer, str(error))


def _greet(channel: Channel, offer: Offer) -> dict[str, Any] | None:
    """Returns what a client that may come in wants, None for one that may not or only asked what there is."""
    nonces = {"server": nonce()}
    channel.send({"protocol": PROTOCOL, "nonce": nonces["server"]}, _GREETING_SECONDS)
    hello = channel.receive(_GREETING_SECONDS, _GREETING_SECONDS, MAX_UNKNOWN, 0).header
    nonces["client"] = str(hello.get("nonce"))
    if offer.token and not matches(hello.get("proof"), proof(offer.token, "client", nonces)):
        time.sleep(_DENIED_SECONDS)
        channel.send({"error": ["DeviceError", "the server doesn't accept the token"]}, _GREETING_SECONDS)
        return None
    reply: dict[str, Any] = {"proof": proof(offer.token, "server", nonces)}
    device, size, options = hello.get("device"), hello.get("size"), hello.get("options")
    error = _refusal(device, size, options, hello.get("encoding"), offer)
    if error:
        channel.send({**reply, "error": ["ValueError", error]}, _GREETING_SECONDS)
        return None
    reply["plays"] = offer.backends[str(device)].kind
    channel.send(reply, _GREETING_SECONDS)
    return hello if hello.get("want") == "session" else None


def _refusal(device: Any, size: Any, options: Any, encoding: Any, offer: Offer) -> str:
    """Returns why a client can't have what it wants, ``""`` where it can."""
    if not isinstance(device, str) or device not in offer.backends:
        return f"the server doesn't play {repr(device)[:40]}; it plays: {', '.join(offer.backends)}"
    if type(size) is not list or len(size) != 2 or not all(type(n) is int and n in _SIZES for n in size):
        return f"a screen of {repr(size)[:40]}; expected width and height from {_SIZES[0]} to {_SIZES[-1]} pixels"
    if encoding not in ENCODINGS:
        return f"the encoding {repr(encoding)[:40]}; expected one of: {', '.join(ENCODINGS)}"
    if type(options) is not dict:
        return "options that are no mapping"
    for name, value in options.items():
        if name not in offer.allow:
            return f"the server doesn't let clients choose {name[:40]!r}; it would take --allow {name[:40]}"
        if type(value) is not str or not _WORD.fullmatch(value):
            return f"{name} is {repr(value)[:40]}; expected a word"
    return ""


def _run(channel: Channel, peer: str, hello: Mapping[str, Any], offer: Offer, check: Check) -> None:
    device = str(hello["device"])
    spec = offer.backends[device]
    backend: Backend | None = None
    try:
        try:
            backend = make_backend(
                BackendSpec(spec.kind, {**spec.options, **hello["options"]}),
                device,
                (hello["size"][0], hello["size"][1]),
            )
        except Exception as error:
            channel.send({"error": told(error, device)}, _GREETING_SECONDS)
            return
        channel.send({"ok": True}, _GREETING_SECONDS)
        _log(peer, f"plays on {device}")
        Session(channel, backend, hello["encoding"], check, offer.idle).serve()
    except WireError as error:
        _log(peer, f"ended: {error}")
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)  # giving back is not to be cut short
        if backend is not None:
            backend.close()


class _Slots:
    """The sessions' slots: bytes of a file, each locked by the process that has it, and so freed when that ends."""

    def __init__(self, file: int, offer: Offer) -> None:
        self._file, self._offer = file, offer
        self._alone = {
            device: offer.slots + number
            for number, (device, spec) in enumerate(offer.backends.items())
            if spec.kind == "adb" and spec.options.get("serial") != "simulated"
        }  # there is one such phone

    @contextmanager
    def one(self, device: str) -> Iterator[int | None]:
        """Takes a slot, waiting for one a little; None where there is none."""
        deadline = time.monotonic() + self._offer.patience
        found = None
        while found is None:
            if device not in self._alone or self._lock(self._alone[device]):
                found = next((number for number in range(self._offer.slots) if self._lock(number)), None)
            if found is None and time.monotonic() >= deadline:
                break
            time.sleep(0 if found is not None else _POLL_SECONDS)
        yield found  # given back by the end of the process

    def _lock(self, number: int) -> bool:
        try:
            fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, number)
        except OSError:
            return False
        return True
