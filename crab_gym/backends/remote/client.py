"""The client's side of a connection to a server."""

from __future__ import annotations

import os
import socket
import ssl
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from crab_gym.backends.base import DeviceError
from crab_gym.backends.errors import BrokenInside
from crab_gym.backends.remote.handshake import TOKEN_VARIABLE, is_loopback, matches, nonce, proof, split_address
from crab_gym.backends.remote.screens import ENCODINGS, ScreenReader
from crab_gym.backends.remote.session import ERRORS
from crab_gym.backends.remote.wire import MAX_GREETING_BYTES, PROTOCOL, Channel, Frame, WireError

__all__ = ["Endpoint", "Link", "ServerBusy", "ask_kind"]

_CONNECT_SECONDS = 10.0
_FRAME_SECONDS = 30.0


class ServerBusy(DeviceError):
    """All slots of the server are taken; the next reset tries again."""


class Endpoint(NamedTuple):
    """The address of a server, and the way to connect to it.

    Attributes:
        address: ``HOST:PORT``.
        token: The server's token; None to take it from ``token_file``, or else from the environment's `TOKEN_VARIABLE`.
        token_file: A file that holds the token.
        tls: Whether to encrypt: False, True for certificates that the system trusts, or a file of trusted ones.
        timeout: Seconds without an answer after which the server counts as lost.
        encoding: Encoding of screens, one of `ENCODINGS`; "" for raw on loopback and zlib elsewhere.
        options: Options of the backend there that the server lets clients choose.
    """

    address: str
    token: str | None
    token_file: str | None
    tls: bool | str
    timeout: float
    encoding: str
    options: Mapping[str, Any]

    def __repr__(self) -> str:
        """Returns the address only, since the token is secret."""
        return f"Endpoint({self.address!r})"

    def checked(self) -> Endpoint:
        """Returns itself if it is valid; no file is opened.

        Raises:
            ValueError: An attribute has an invalid value.
        """
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

    def read_token(self) -> str:
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
    """A connection to a server that has accepted us; one device on it is ours.

    Args:
        endpoint: The server.
        device: The role to play.
        size: The screen's width and height.
        want: ``"session"``, or ``"kinds"`` to ask for the device's kind only.

    Attributes:
        plays: Kind of the backend there.

    Raises:
        DeviceError: The server can't be reached, or refuses us; `ServerBusy` where all its slots are taken.
        ValueError: The server doesn't offer this device or these options.
    """

    def __init__(self, endpoint: Endpoint, device: str, size: tuple[int, int], want: str = "session") -> None:
        self._device, self._endpoint = device, endpoint
        try:
            channel, loopback = _connect(endpoint)
        except ssl.SSLError as error:
            raise self._lost(f"{error.reason or error}; does it speak TLS, with a trusted certificate?") from None
        except OSError as error:
            raise self._lost(str(error.strerror or error)) from None
        self._channel = channel
        self._wait = endpoint.timeout
        self._number = 0
        encoding = endpoint.encoding or ("raw" if loopback else "zlib")
        self._screens = ScreenReader(encoding, size)
        try:
            self.plays = self._greet(size, encoding, want)
        except WireError as error:
            channel.close()
            hint = "" if endpoint.tls else "; does it speak TLS, or is it no crab-gym server?"
            raise self._lost(f"{error}{hint}") from None
        except BaseException:
            channel.close()
            raise

    def _lost(self, why: str) -> DeviceError:
        return DeviceError(self._device, f"no connection to {self._endpoint.address}: {why}")

    def _greet(self, size: tuple[int, int], encoding: str, want: str) -> str:
        try:
            token = self._endpoint.read_token()
        except OSError as error:
            raise self._lost(f"token_file can't be read: {error.strerror}") from None
        greeting = self._channel.receive(_CONNECT_SECONDS, _CONNECT_SECONDS, MAX_GREETING_BYTES, 0).header
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
            "options": dict(self._endpoint.options),
        }
        self._channel.send(hello, _CONNECT_SECONDS)
        reply = self._channel.receive(_CONNECT_SECONDS, _CONNECT_SECONDS, MAX_GREETING_BYTES, 0)
        if "proof" in reply.header and not matches(reply.header["proof"], proof(token, "server", nonces)):
            raise self._lost("it doesn't prove that it knows the token: it was started without one, or isn't yours")
        self._raise_error(reply.header)
        plays = reply.header.get("plays")
        if "proof" not in reply.header or not isinstance(plays, str) or not plays.isidentifier():
            raise WireError("it doesn't say what plays the device")
        if want == "session":
            self._raise_error(self._channel.receive(_CONNECT_SECONDS, _CONNECT_SECONDS, MAX_GREETING_BYTES, 0).header)
        return plays

    def ask(self, request: Mapping[str, Any]) -> Frame:
        """Sends a request and returns its answer.

        Raises:
            WireError: The connection was lost.
        """
        self._channel.send(request, self._wait)
        return self._channel.receive(self._wait, _FRAME_SECONDS)

    def screen(self, value: Any, frame: Frame) -> Any:
        """Returns a screen from an answer; all screens must be read, in their order."""
        return self._screens.read(value, frame.parts)

    def error(self, encoded: Any) -> Exception:
        """Returns an error that the server sent (see `session.encode_error`).

        Raises:
            WireError: It has another form.
        """
        if type(encoded) is not list or len(encoded) != 2 or not all(isinstance(text, str) for text in encoded):
            raise WireError("it reported an error of an unknown form")
        name, text = encoded
        if name in ERRORS:
            return ERRORS[name](text)
        kinds: Mapping[str, type[DeviceError]] = {"ServerBusy": ServerBusy, "BrokenInside": BrokenInside}
        return kinds.get(name, DeviceError)(self._device, text)

    def _raise_error(self, header: Mapping[str, Any]) -> None:
        if "error" in header:
            raise self.error(header["error"])

    def close(self) -> None:
        """Ends the connection; the server then releases everything that it held for us."""
        self._channel.close()


def _connect(endpoint: Endpoint) -> tuple[Channel, bool]:
    """Returns a connection, and whether the other side is on this machine."""
    host, port = split_address(endpoint.address)
    connection = socket.create_connection((host, port), timeout=min(_CONNECT_SECONDS, endpoint.timeout))
    try:
        loopback = is_loopback(str(connection.getpeername()[0]))
        if endpoint.tls:
            context = ssl.create_default_context(cafile=endpoint.tls if isinstance(endpoint.tls, str) else None)
            connection = context.wrap_socket(connection, server_hostname=host)
    except BaseException:
        connection.close()
        raise
    return Channel(connection), loopback


def ask_kind(endpoint: Endpoint, device: str, size: tuple[int, int]) -> str:
    """Returns the kind of backend that plays a device on a server; it takes none of its slots."""
    link = Link(endpoint, device, size, "kinds")
    link.close()
    return link.plays
