"""The client's side of one conversation: connecting, and one question after the other."""

from __future__ import annotations

import os
import socket
import ssl
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from crab_gym.backends.base import DeviceError
from crab_gym.backends.remote.handshake import TOKEN_VARIABLE, is_loopback, matches, nonce, proof, split_address
from crab_gym.backends.remote.screens import ENCODINGS, ScreenReader
from crab_gym.backends.remote.session import ERRORS
from crab_gym.backends.remote.wire import MAX_UNKNOWN, PROTOCOL, Channel, Frame, WireError

__all__ = ["Link", "Place", "ServerBusy", "ask_kind"]

_CONNECT_SECONDS = 10.0
_FRAME_SECONDS = 30.0


class ServerBusy(DeviceError):
    """All slots of the server are taken; the next reset tries again."""


class Place(NamedTuple):
    """Where a device is, and how it is to be reached.

    Attributes:
        address: ``HOST:PORT``.
        token: What the server wants to know; None for ``token_file``, or else the environment's `TOKEN_VARIABLE`.
        token_file: A file that holds it.
        tls: Whether to encrypt: False, True for certificates that the system trusts, or a file of trusted ones.
        timeout: Seconds without an answer after which the server counts as lost.
        encoding: How screens are sent; "" for raw on loopback and zlib elsewhere.
        options: What is chosen of what the server lets clients choose.

    Raises:
        ValueError: By `checked`: one of them has another form.
    """

    address: str
    token: str | None
    token_file: str | None
    tls: bool | str
    timeout: float
    encoding: str
    options: Mapping[str, Any]

    def __repr__(self) -> str:
        """Returns where it is, and nothing that is secret."""
        return f"Place({self.address!r})"

    def checked(self) -> Place:
        """Returns itself, if all of it has the right form; nothing is looked up or opened."""
        split_address(self.address)
        for name in ("token", "token_file"):
            if not isinstance(getattr(self, name), (str, type(None))):
                raise ValueError(f"{name} isn't text; expected text, or nothing to take {TOKEN_VARIABLE}")
        if not isinstance(self.tls, (bool, str)):
            raise ValueError(f"tls is {self.tls!r}; expected true, false, or the path of a certificate to trust")
        if isinstance(self.timeout, bool) or not isinstance(self.timeout, (int, float)) or not self.timeout > 0:
            raise ValueError(f"timeout is {self.timeout!r}; expected seconds above 0, as a number")
        if self.encoding not in ("", *ENCODINGS):
            raise ValueError(f"encoding is {self.encoding!r}; expected one of: {', '.join(ENCODINGS)}")
        if not isinstance(self.options, Mapping) or not all(isinstance(name, str) for name in self.options):
            raise ValueError("options of a remote backend: expected a mapping, such as {'profile': 'gnome'}")
        return self

    def secret(self) -> str:
        """Returns the token, ``""`` where there is none.

        Raises:
            OSError: Its file can't be read.
        """
        if self.token is not None:
            return self.token
        if self.token_file is not None:
            return Path(self.token_file).read_text(encoding="utf-8").strip()
        return os.environ.get(TOKEN_VARIABLE, "").strip()


class Link:
    """A connection to a server that has let us in, on which a device is ours.

    Args:
        place: Where.
        device: The role to play.
        size: The screen's width and height.
        want: ``"session"``, or ``"kinds"`` only to learn what plays the device.

    Attributes:
        plays: Kind of the backend there.

    Raises:
        DeviceError: It can't be reached, or doesn't let us in; `ServerBusy` where it has no room.
        ValueError: It doesn't have what is wanted of it.
    """

    def __init__(self, place: Place, device: str, size: tuple[int, int], want: str = "session") -> None:
        self._device, self._place = device, place
        try:
            channel, loopback = _connect(place)
        except ssl.SSLError as error:
            raise self._lost(f"{error.reason or error}; does it speak TLS, with a trusted certificate?") from None
        except OSError as error:
            raise self._lost(str(error.strerror or error)) from None
        self._channel = channel
        self._wait = place.timeout
        self._number = 0
        encoding = place.encoding or ("raw" if loopback else "zlib")
        self._screens = ScreenReader(encoding, size)
        try:
            self.plays = self._greet(size, encoding, want)
        except WireError as error:
            channel.close()
            hint = "" if place.tls else "; does it speak TLS, or is it no crab-gym server?"
            raise self._lost(f"{error}{hint}") from None
        except BaseException:
            channel.close()
            raise

    def _lost(self, why: str) -> DeviceError:
        return DeviceError(self._device, f"no connection to {self._place.address}: {why}")

    def _greet(self, size: tuple[int, int], encoding: str, want: str) -> str:
        try:
            token = self._place.secret()
        except OSError as error:
            raise self._lost(f"token_file can't be read: {error.strerror}") from None
        greeting = self._channel.receive(_CONNECT_SECONDS, _CONNECT_SECONDS, MAX_UNKNOWN, 0).header
        if greeting.get("protocol") != PROTOCOL:
            version = repr(greeting.get("protocol"))[:20]
            raise self._lost(f"it speaks version {version}, expected {PROTOCOL}: install the same crab-gym on both")
        nonces = {"server": str(greeting.get("nonce")), "client": nonce()}
        hello = {
            "nonce": nonces["client"],
            "proof": proof(token, "client", nonces),
            "want": want,
            "device": self._device,
            "size": size,
            "encoding": encoding,
            "options": dict(self._place.options),
        }
        self._channel.send(hello, _CONNECT_SECONDS)
        reply = self._channel.receive(_CONNECT_SECONDS, _CONNECT_SECONDS, MAX_UNKNOWN, 0)
        if "proof" in reply.header and not matches(reply.header["proof"], proof(token, "server", nonces)):
            raise self._lost("it doesn't prove that it knows the token: it was started without one, or isn't yours")
        self._raise_told(reply.header)
        plays = reply.header.get("plays")
        if "proof" not in reply.header or not isinstance(plays, str) or not plays.isidentifier():
            raise WireError("it doesn't say what plays the device")
        if want == "session":
            self._raise_told(self._channel.receive(_CONNECT_SECONDS, _CONNECT_SECONDS, MAX_UNKNOWN, 0).header)
        return plays

    def ask(self, request: Mapping[str, Any]) -> Frame:
        """Sends a request and returns its answer.

        Raises:
            WireError: The server is lost.
        """
        self._channel.send(request, self._wait)
        return self._channel.receive(self._wait, _FRAME_SECONDS)

    def screen(self, value: Any, frame: Frame) -> Any:
        """Returns a screen that an answer holds; each has to be read, and in its order."""
        return self._screens.read(value, frame.parts)

    def error(self, told: Any) -> Exception:
        """Returns an error that the server tells of.

        Raises:
            WireError: It is none.
        """
        if type(told) is not list or len(told) != 2 or not all(isinstance(text, str) for text in told):
            raise WireError("it told of an error that is none")
        name, text = told
        if name in ERRORS:
            return ERRORS[name](text)
        return (ServerBusy if name == "ServerBusy" else DeviceError)(self._device, text)

    def _raise_told(self, header: Mapping[str, Any]) -> None:
        if "error" in header:
            raise self.error(header["error"])

    def close(self) -> None:
        """Hangs up; the server gives back what it held for us."""
        self._channel.close()


def _connect(place: Place) -> tuple[Channel, bool]:
    """Connects; tells also whether the other side is on this machine."""
    host, port = split_address(place.address)
    connection = socket.create_connection((host, port), timeout=min(_CONNECT_SECONDS, place.timeout))
    try:
        loopback = is_loopback(str(connection.getpeername()[0]))
        if place.tls:
            context = ssl.create_default_context(cafile=place.tls if isinstance(place.tls, str) else None)
            connection = context.wrap_socket(connection, server_hostname=host)
    except BaseException:
        connection.close()
        raise
    return Channel(connection), loopback


def ask_kind(place: Place, device: str, size: tuple[int, int]) -> str:
    """Returns the kind of backend that plays a device there; no slot is taken."""
    link = Link(place, device, size, "kinds")
    link.close()
    return link.plays
