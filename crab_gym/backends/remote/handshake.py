"""How two sides find out that they speak the same and know the same token, which itself never travels.

The server begins with its version and a number used once; the client answers with its own and a proof; then the server
proves itself as well. So whoever sits at the address in the server's stead learns nothing that opens it.
"""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import re
import secrets
from collections.abc import Mapping

__all__ = ["DEFAULT_PORT", "MIN_TOKEN", "TOKEN_VARIABLE", "is_loopback", "matches", "nonce", "proof", "split_address"]

DEFAULT_PORT = 8765
TOKEN_VARIABLE = "CRAB_GYM_TOKEN"
"""Environment variable from which both sides take the token."""
MIN_TOKEN = 16
"""Shortest token, in characters: one that was heard in a proof can be searched for."""

_ADDRESS = re.compile(r"(?:\[(?P<six>[0-9A-Fa-f:.%\w]+)\]|(?P<host>[^\s\[\]:/@]+)):(?P<port>\d{1,5})")


def nonce() -> str:
    """Returns a number used once."""
    return secrets.token_hex(16)


def proof(token: str, side: str, nonces: Mapping[str, str]) -> str:
    """Returns what shows that a side (``"client"`` or ``"server"``) knows the token, in this conversation only."""
    said = f"crab-gym {side} {nonces['client']} {nonces['server']}"
    return hmac.new(token.encode(), said.encode(), hashlib.sha256).hexdigest()


def matches(given: object, expected: str) -> bool:
    """Tells whether a proof is right, in the same time for all that are wrong."""
    return isinstance(given, str) and hmac.compare_digest(given.encode("utf-8", "replace"), expected.encode())


def split_address(address: str) -> tuple[str, int]:
    """Returns host and port.

    Raises:
        ValueError: The address has another form.

    >>> split_address("192.0.2.7:8765"), split_address("[::1]:8765")
    (('192.0.2.7', 8765), ('::1', 8765))
    """
    found = _ADDRESS.fullmatch(address) if isinstance(address, str) else None
    if found is None or not 0 < int(found["port"]) < 65536:
        raise ValueError(f"address {address!r}: expected HOST:PORT, such as '192.0.2.7:8765' or '[::1]:8765'")
    return found["six"] or found["host"], int(found["port"])


def is_loopback(address: str) -> bool:
    """Tells whether an IP address leads to this machine only."""
    return ipaddress.ip_address(address.partition("%")[0]).is_loopback
