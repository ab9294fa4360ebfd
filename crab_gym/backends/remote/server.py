"""The server, which serves devices to other hosts: each connection is a session with a backend of its own.

Each connection is served by a forked process: an error in one ends no other, and the system frees all resources of a
killed one, its slot included. There is no process for a client before it has greeted (`arrivals`), and no device before
it has proved that it knows the token; until then, its process has a place in a lobby, from which newer connections may
displace it.
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
from crab_gym.backends.remote.arrivals import GREETING_SECONDS, Arrivals, Arrived
from crab_gym.backends.remote.handshake import MIN_TOKEN, is_loopback, matches, nonce, proof
from crab_gym.backends.remote.screens import ENCODINGS
from crab_gym.backends.remote.session import Check, Session, encode_error
from crab_gym.backends.remote.wire import MAX_GREETING_BYTES, PROTOCOL, Channel, WireError
from crab_gym.backends.specs import BackendSpec, make_backend
from crab_sim.web.sites.lobby import Lobby

__all__ = ["GRANTABLE", "Offer", "listen", "serve", "tls_context"]

GRANTABLE = ("clock", "profile")
"""Options that an operator can let clients choose; none of them is a path or leads to another device."""

_MAX_WAITING = 16  # clients that know the token and wait for a slot
_DENIED_SECONDS = 1.0  # before a wrong proof is answered
_POLL_SECONDS = 0.02
_END_SECONDS = 15.0
_SIDES = range(64, 4097)
_WORD = re.compile(r"[a-z0-9_]{1,32}")
_PR_SET_PDEATHSIG = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """The devices that a server offers, and the conditions.

    Attributes:
        backends: The backend of each device; clients can't have other devices or kinds.
        token: The token that clients must know, ``""`` for none (loopback only).
        slots: Most sessions at once.
        allow: Options of `GRANTABLE` that clients may choose.
        tls: For encrypted connections; None for plain ones.
        patience: Seconds that a client waits for a slot before it is refused.
        idle: Seconds without a request after which a session ends.

    Raises:
        ValueError: An attribute is invalid; the message says why.
    """

    backends: Mapping[str, BackendSpec]
    token: str = ""
    slots: int = 4
    allow: Sequence[str] = ()
    tls: ssl.SSLContext | None = None
    patience: float = 5.0
    idle: float = 3600.0

    def __post_init__(self) -> None:
        """Checks the attributes, as far as possible without a client."""
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
            if spec.kind == "sim":  # loads its modules here, once, and not in each session
                backend.reset(0)
                backend.screenshot()
            backend.close()


def listen(host: str, port: int, token: str) -> socket.socket:
    """Returns a socket that clients can connect to.

    Raises:
        OSError: The port is taken, or the address isn't this machine's.
        ValueError: Other machines could connect, and there is no token.
    """
    rows = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    family, _, _, _, address = rows[0]
    if not token and not is_loopback(str(address[0])):
        raise ValueError(
            f"--host {host} lets other machines in, which takes a token: put one into a file (openssl rand -hex 32) "
            "and give --token-file FILE, or set CRAB_GYM_TOKEN"
        )
    listener = socket.create_server((str(address[0]), port), family=family, backlog=128)
    listener.setblocking(False)
    return listener


def tls_context(certificate: Path, key: Path | None) -> ssl.SSLContext:
    """Returns the context that encrypts connections.

    Args:
        certificate: File of the certificate.
        key: File of its key; None where the certificate's file holds it.

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


class _Stopped(BaseException):
    """A signal asks this process to end."""


def _end(number: int, frame: Any) -> None:
    raise _Stopped


def serve(listener: socket.socket, offer: Offer, check: Check, ready: Callable[[], None]) -> None:
    """Serves until SIGTERM or SIGINT, then ends all sessions, which release their devices.

    It must be called in the main thread of a process without other threads: it forks, and handles these signals.

    Args:
        listener: The socket from `listen`.
        offer: The devices and conditions.
        check: Checks verbs.
        ready: Called once the signals are handled.
    """
    family, arrivals = _Children(), Arrivals(offer.tls is not None, _log)
    before = {number: signal.signal(number, _end) for number in (signal.SIGTERM, signal.SIGINT)}
    with tempfile.TemporaryFile() as locks:
        slots = _Slots(locks.fileno(), offer)
        try:
            ready()
            while True:
                awaited: list[Any] = [listener, arrivals, *family.news]
                select.select(awaited, [], [], 1.0)
                family.look()
                arrivals.accept(listener)
                for arrived in arrivals.greeted():
                    with arrived.connection:
                        if family.admitted < offer.slots + _MAX_WAITING:
                            family.add(*_fork((listener, arrivals), arrived, offer, slots, check))
        except _Stopped:
            pass
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
            arrivals.close()
            family.end()


class _Children:
    """The processes that serve connections."""

    def __init__(self) -> None:
        self._pipes: dict[int, int] = {}  # process id to the pipe by which it says that its client is admitted
        self._admitted: set[int] = set()
        self._lobby: Lobby[int] = Lobby(self._drive_out, seconds=GREETING_SECONDS)

    @property
    def news(self) -> list[int]:
        """The pipes of processes that wait for their client's proof."""
        return [pipe for child, pipe in self._pipes.items() if child not in self._admitted]

    @property
    def admitted(self) -> int:
        """Number of processes whose client has proved that it knows the token."""
        return len(self._admitted)

    def add(self, child: int, pipe: int) -> None:
        """Adds a process, which may displace the one that has waited longest for a proof."""
        self._pipes[child] = pipe
        self._lobby.enter(child)

    def look(self) -> None:
        """Takes note of clients that are admitted and of processes that have ended; ends those that wait too long."""
        for child in list(self._pipes):
            if child not in self._admitted and self._has_news(child):
                self._admitted.add(child)
                self._lobby.leave(child)
            if os.waitpid(child, os.WNOHANG)[0]:
                self._forget(child)
        self._lobby.expire()

    def _has_news(self, child: int) -> bool:
        pipe = self._pipes[child]
        return bool(select.select([pipe], [], [], 0)[0] and os.read(pipe, 1))

    def _drive_out(self, child: int) -> None:
        """Ends a process that has lost its place in the lobby, unless its client has been admitted just now."""
        if self._has_news(child):
            self._admitted.add(child)
        else:
            os.kill(child, signal.SIGTERM)  # it is no other process: it is waited for only in `look` and `end`

    def _forget(self, child: int) -> None:
        self._lobby.leave(child)
        self._admitted.discard(child)
        os.close(self._pipes.pop(child))

    def end(self) -> None:
        """Ends all processes, which release their devices."""
        for child in self._pipes:
            os.kill(child, signal.SIGTERM)
        deadline = time.monotonic() + _END_SECONDS
        while self._pipes and time.monotonic() < deadline:
            for child in [child for child in self._pipes if os.waitpid(child, os.WNOHANG)[0]]:
                self._forget(child)
            time.sleep(_POLL_SECONDS)
        for child in list(self._pipes):
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            self._forget(child)


def _fork(
    parents: tuple[socket.socket, Arrivals], arrived: Arrived, offer: Offer, slots: _Slots, check: Check
) -> tuple[int, int]:
    """Serves a connection in a process of its own.

    Args:
        parents: What only the parent uses.
        arrived: The connection.
        offer: The devices and conditions.
        slots: The sessions' slots.
        check: Checks verbs.

    Returns:
        The process's id, and the pipe that has a byte once the client is admitted.
    """
    parent = os.getpid()
    news, door = os.pipe()
    signals = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGTERM, signal.SIGINT))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # numpy's idle threads hold no lock of ours
        child = os.fork()
    if child:
        os.close(door)
        signal.pthread_sigmask(signal.SIG_SETMASK, signals)
        return child, news
    try:
        for each in parents:
            each.close()
        os.close(news)
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C reaches the parent, too, which then sends SIGTERM
        with contextlib.suppress(OSError, AttributeError):  # on Linux it ends with its parent, even a killed one
            ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() == parent:
            signal.pthread_sigmask(signal.SIG_SETMASK, signals)
            _serve_one(arrived, door, offer, slots, check)
    except BaseException as error:  # the child must not return into the parent's loop
        if not isinstance(error, _Stopped):
            _log(arrived.peer, f"{type(error).__name__}: {error}")
    finally:
        os._exit(0)


def _log(peer: str, text: str) -> None:
    with contextlib.suppress(OSError):
        print(f"{peer}: {text}", file=sys.stderr, flush=True)


def _serve_one(arrived: Arrived, door: int, offer: Offer, slots: _Slots, check: Check) -> None:
    connection, peer, number = arrived
    try:
        connection.settimeout(GREETING_SECONDS)
        if offer.tls is not None:
            connection = offer.tls.wrap_socket(connection, server_side=True)
        channel = Channel(connection)
        if not number:
            number = nonce()
            channel.send({"protocol": PROTOCOL, "nonce": number}, GREETING_SECONDS)
        hello = _greet(channel, offer, number, door)
        if hello is None:
            _log(peer, "refused")
            return
        with slots.take(hello["device"]) as slot:
            if slot is None:
                message = (
                    f"all {offer.slots} slots of the server are taken; close another environment, or try again later"
                )
                channel.send({"error": ["ServerBusy", message]}, GREETING_SECONDS)
                _log(peer, "told that all slots are taken")
                return
            _run(channel, peer, hello, offer, check)
    except (OSError, WireError) as error:
        _log(peer, str(error))


def _greet(channel: Channel, offer: Offer, number: str, door: int) -> dict[str, Any] | None:
    """Returns the wishes of a client that gets a session; None for one that is refused or only asked for kinds.

    Args:
        channel: The connection.
        offer: The devices and conditions.
        number: The server's number used once, which it has sent.
        door: The pipe to the parent, which learns that the client is admitted before any device is made for it.
    """
    nonces = {"server": number}
    hello = channel.receive(GREETING_SECONDS, GREETING_SECONDS, MAX_GREETING_BYTES, 0).header
    nonces["client"] = str(hello.get("nonce"))
    if offer.token and not matches(hello.get("proof"), proof(offer.token, "client", nonces)):
        time.sleep(_DENIED_SECONDS)
        channel.send({"error": ["DeviceError", "the server doesn't accept the token"]}, GREETING_SECONDS)
        return None
    os.write(door, b"+")
    os.close(door)
    reply: dict[str, Any] = {"proof": proof(offer.token, "server", nonces)}
    device, size, options = hello.get("device"), hello.get("size"), hello.get("options")
    error = _refusal(device, size, options, hello.get("encoding"), offer)
    if error:
        channel.send({**reply, "error": ["ValueError", error]}, GREETING_SECONDS)
        return None
    reply["plays"] = offer.backends[str(device)].kind
    channel.send(reply, GREETING_SECONDS)
    return hello if hello.get("want") == "session" else None


def _refusal(device: Any, size: Any, options: Any, encoding: Any, offer: Offer) -> str:
    """Returns the reason for refusing a client, ``""`` where there is none."""
    if not isinstance(device, str) or device not in offer.backends:
        return f"the server doesn't play {repr(device)[:40]}; it plays: {', '.join(offer.backends)}"
    if type(size) is not list or len(size) != 2 or not all(type(n) is int and n in _SIDES for n in size):
        return f"a screen of {repr(size)[:40]}; expected width and height from {_SIDES[0]} to {_SIDES[-1]} pixels"
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
            channel.send({"error": encode_error(error, device)}, GREETING_SECONDS)
            return
        channel.send({"ok": True}, GREETING_SECONDS)
        _log(peer, f"plays on {device}")
        Session(channel, backend, hello["encoding"], check, offer.idle).serve()
    except WireError as error:
        _log(peer, f"ended: {error}")
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)  # nothing may interrupt the release of the device
        if backend is not None:
            backend.close()


class _Slots:
    """The sessions' slots: bytes of a file, each locked by the process that uses it, whose end frees it."""

    def __init__(self, file: int, offer: Offer) -> None:
        self._file, self._offer = file, offer
        self._single_phones = {
            device: offer.slots + number
            for number, (device, spec) in enumerate(offer.backends.items())
            if spec.kind == "adb" and spec.options.get("serial") != "simulated"
        }  # only one session at a time can use a real phone

    @contextmanager
    def take(self, device: str) -> Iterator[int | None]:
        """Takes a slot, after waiting for one if necessary; None where all stay taken.

        A slot is freed by the end of the process, not by leaving the context.
        """
        deadline = time.monotonic() + self._offer.patience
        slot = None
        while slot is None:
            if device not in self._single_phones or self._lock(self._single_phones[device]):
                slot = next((number for number in range(self._offer.slots) if self._lock(number)), None)
            if slot is None and time.monotonic() >= deadline:
                break
            time.sleep(0 if slot is not None else _POLL_SECONDS)
        yield slot

    def _lock(self, number: int) -> bool:
        try:
            fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, number)
        except OSError:
            return False
        return True
