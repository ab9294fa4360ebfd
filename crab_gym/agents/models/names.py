"""Names of models: one for each model, however it was written.

* `read_spec` - the parts of a name.
* `name_of` - the name that a model has in records, prices and budgets.
"""

from __future__ import annotations

import importlib
import os
import re
from pathlib import Path
from urllib.parse import urlsplit

from crab_gym.agents.models.clients.base import Client

__all__ = ["LOCAL", "VENDORS", "address_of", "client_of", "name_at", "name_of", "read_spec"]

VENDORS = ("openai", "anthropic", "google")
LOCAL = "local"
"""What stands before a model's folder in its name."""
_SPEC = re.compile(r"(?P<vendor>\w+):(?P<model>\S+?)(?:@(?P<url>https?://\S+))?")


def read_spec(spec: str) -> tuple[str, str, str | None]:
    """Returns the vendor, the model's name there, and the server's URL, None if there is none.

    Raises:
        ValueError: The name has another form.

    >>> read_spec("openai:Qwen/Qwen3-VL-8B@http://127.0.0.1:8000/v1")
    ('openai', 'Qwen/Qwen3-VL-8B', 'http://127.0.0.1:8000/v1')
    """
    match = _SPEC.fullmatch(spec)
    if match is None:
        raise ValueError(
            f"the model is {spec!r}; expected such as 'openai:gpt-4o' or 'openai:NAME@http://HOST:PORT/v1'"
        )
    return match["vendor"], match["model"], match["url"]


def client_of(vendor: str) -> Client:
    """Returns the client of one of `VENDORS`."""
    client: Client = importlib.import_module(f"crab_gym.agents.models.clients.{vendor}").CLIENT
    return client


def address_of(client: Client, base_url: str | None) -> str:
    """Returns the server's address: the given one, else the environment variable's, else the vendor's.

    Raises:
        ValueError: It is no address, or may hold a secret.
    """
    url = base_url or _usual(client)
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError(f"base_url is {url!r}; expected such as 'http://127.0.0.1:8000/v1'")
    if parts.username is not None or parts.password is not None or parts.query or parts.fragment:
        raise ValueError("base_url holds a user, a password or a query, where secrets may be; expected only an address")
    return url.rstrip("/")


def _usual(client: Client) -> str:
    return os.environ.get(client.address_key) or client.address


def name_at(vendor: str, model: str, client: Client, address: str) -> str:
    """Returns the name of a model at a server.

    The vendor's own server is left out, unless the environment variable names another one.

    Args:
        vendor: The vendor.
        model: The model's name at the server.
        client: The vendor's client.
        address: The server's address.
    """
    own = address == client.address == _usual(client).rstrip("/")
    return f"{vendor}:{model}" + ("" if own else f"@{address}")


def name_of(spec: str, base_url: str | None = None) -> str:
    """Returns the name that `make_model` gives a model; a name without a known vendor stays unchanged.

    A folder's name is its last part, wherever it is.

    Args:
        spec: See `crab_gym.agents.models.make_model`.
        base_url: See `crab_gym.agents.models.make_model`.

    Raises:
        ValueError: The server is no address, or may hold a secret.

    >>> name_of("openai:small@http://127.0.0.1:8000/v1/"), name_of("openai:gpt-4o@https://api.openai.com/v1")
    ('openai:small@http://127.0.0.1:8000/v1', 'openai:gpt-4o')
    """
    match = _SPEC.fullmatch(spec)
    if match is not None and match["vendor"] == LOCAL:
        return f"{LOCAL}:{Path(match['model']).resolve().name}"
    if match is None or match["vendor"] not in VENDORS:
        return spec
    client = client_of(match["vendor"])
    return name_at(match["vendor"], match["model"], client, address_of(client, match["url"] or base_url))
