"""The handshake, by which both sides show that they speak the same protocol version and know the same token.

The token itself is never sent. The server begins with its version and a number used once; the client answers with its
own number and a proof; then the server proves itself, too. So a false server learns nothing that would let it connect
to the real one.
"""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import re
import secrets
from collections.abc import Mapping

__all__ = [
    "DEFAULT_PORT", "MIN_TOKEN", "TOKEN_VARIABLE", "host_name", "is_here", "is_loopback", "matches", "nonce", "proof",
    "split_address",
]  # fmt: skip

DEFAULT_PORT = 8765
TOKEN_VARIABLE = "CRAB_GYM_TOKEN"
_HOST = re.compile(r"(?:\[(?P<six>[0-9A-Fa-f]*:[0-9A-Fa-f:.]*)\]|(?P<name>[A-Za-z0-9._-]+))(?::[0-9]{1,5})?")
"""Environment variable that holds the token, on both sides."""
MIN_TOKEN = 16
"""Fewest characters of a token: whoever overhears a proof could find a shorter one by trying."""

_ADDRESS = re.compile(r"(?:\[(?P<six>[0-9A-Fa-f:.%\w]+)\]|(?P<host>[^\s\[\]:/@]+)):(?P<port>\d{1,5})")


def nonce() -> str:
    """Returns a number used once."""
    return secrets.token_hex(16)


def proof(token: str, side: str, nonces: Mapping[str, str]) -> str:
    """Returns a proof that one side knows the token, valid in this conversation only.

    Args:
        token: The token.
        side: ``"client"`` or ``"server"``.
        nonces: The numbers of both sides, by side.
    """
    message = f"crab-gym {side} {nonces['client']} {nonces['server']}"
    return hmac.new(token.encode(), message.encode(), hashlib.sha256).hexdigest()


def matches(text: object, expected: str) -> bool:
    """Returns whether a proof is right, in a time that doesn't depend on where it is wrong."""
    return isinstance(text, str) and hmac.compare_digest(text.encode("utf-8", "replace"), expected.encode())


def split_address(address: str) -> tuple[str, int]:
    """Returns host and port.

    Raises:
        ValueError: The address has another form than ``HOST:PORT``.

    >>> split_address("192.0.2.7:8765"), split_address("[::1]:8765")
    (('192.0.2.7', 8765), ('::1', 8765))
    """
    match = _ADDRESS.fullmatch(address) if isinstance(address, str) else None
    if match is None or not 0 < int(match["port"]) < 65536:
        raise ValueError(f"address {address!r}: expected HOST:PORT, such as '192.0.2.7:8765' or '[::1]:8765'")
    return match["six"] or match["host"], int(match["port"])


def is_loopback(address: str) -> bool:
    """Returns whether an IP address leads to this machine only."""
    return ipaddress.ip_address(address.partition("%")[0]).is_loopback


def host_name(header: str) -> str:
    """Returns the name or address in a request's header ``Host``, in small letters; ``""`` if it has none.

    >>> host_name("LOCALHOST:8765"), host_name("[::1]:8765"), host_name("a b")
    ('localhost', '::1', '')
    """
    match = _HOST.fullmatch(header)
    return (match["six"] or match["name"]).lower() if match is not None else ""


def is_here(header: str) -> bool:
    """Returns whether a header ``Host`` can only mean this machine: no foreign name server can point its name here."""
    name = host_name(header)
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False
