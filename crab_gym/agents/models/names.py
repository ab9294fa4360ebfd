"""What models are called: one name each, however it was written.

* `read_spec` - the parts of a name.
* `name_of` - the name that a model has in records, prices and budgets.
"""

from __future__ import annotations

import importlib
import os
import re
from urllib.parse import urlsplit

from crab_gym.agents.models.wires.base import Wire

__all__ = ["VENDORS", "address_of", "name_of", "named", "read_spec", "wire_of"]

VENDORS = ("openai", "anthropic", "google")
_SPEC = re.compile(r"(?P<vendor>\w+):(?P<model>\S+?)(?:@(?P<url>https?://\S+))?")


def read_spec(spec: str) -> tuple[str, str, str | None]:
    """Returns the vendor, the model's name there, and the server's URL, None where there is none.

    Raises:
        ValueError: It has another form.

    >>> read_spec("openai:Qwen/Qwen3-VL-8B@http://127.0.0.1:8000/v1")
    ('openai', 'Qwen/Qwen3-VL-8B', 'http://127.0.0.1:8000/v1')
    """
    found = _SPEC.fullmatch(spec)
    if found is None:
        raise ValueError(
            f"the model is {spec!r}; expected such as 'openai:gpt-4o' or 'openai:NAME@http://HOST:PORT/v1'"
        )
    return found["vendor"], found["model"], found["url"]


def wire_of(vendor: str) -> Wire:
    """Returns the format of one of `VENDORS`."""
    wire: Wire = importlib.import_module(f"crab_gym.agents.models.wires.{vendor}").WIRE
    return wire


def address_of(wire: Wire, base_url: str | None) -> str:
    """Returns the server that is asked: the one given, else the environment's, else the vendor's.

    Raises:
        ValueError: It is no address, or holds what may be a secret.
    """
    url = base_url or _usual(wire)
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError(f"base_url is {url!r}; expected such as 'http://127.0.0.1:8000/v1'")
    if parts.username is not None or parts.password is not None or parts.query or parts.fragment:
        raise ValueError("base_url holds a user, a password or a query, where secrets may be; expected only an address")
    return url.rstrip("/")


def _usual(wire: Wire) -> str:
    return os.environ.get(wire.address_key) or wire.address


def named(vendor: str, model: str, wire: Wire, address: str) -> str:
    """Returns what a model at a server is called.

    The vendor's own server goes without saying, unless the environment names another.
    """
    own = address == wire.address == _usual(wire).rstrip("/")
    return f"{vendor}:{model}" + ("" if own else f"@{address}")


def name_of(spec: str, base_url: str | None = None) -> str:
    """Returns the name that a model made with these has; what names no vendor's model stays as it is.

    Args:
        spec: As `crab_gym.agents.models.make_model` takes it.
        base_url: The same.

    Raises:
        ValueError: The server is no address, or holds what may be a secret.

    >>> name_of("openai:small@http://127.0.0.1:8000/v1/"), name_of("openai:gpt-4o@https://api.openai.com/v1")
    ('openai:small@http://127.0.0.1:8000/v1', 'openai:gpt-4o')
    """
    found = _SPEC.fullmatch(spec)
    if found is None or found["vendor"] not in VENDORS:
        return spec
    wire = wire_of(found["vendor"])
    return named(found["vendor"], found["model"], wire, address_of(wire, found["url"] or base_url))
