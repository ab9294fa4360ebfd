"""Models: clients of servers, a scripted model, a cache. A vendor's library is imported when its model is first asked.

* `make_model` - makes a model from a name such as ``"openai:gpt-4o"``; `name_of` - the model's name in records.
* `Budget`, `Prices`, `Spent` - limits of tokens, calls and money.
* `Patience` - how often and how long to retry.
* `LocalModel` - a model in a folder, asked in this process.
* `CachedModel` - keeps answers on disk; `TranscriptModel` - writes requests and answers for people to read.
* `ScriptedModel` - answers from a list or a function.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from crab_gym.agents.chat import Model
from crab_gym.agents.models.budget import Budget, Prices, Spent
from crab_gym.agents.models.cache import CachedModel
from crab_gym.agents.models.clients.base import Sampling
from crab_gym.agents.models.local_model import LocalModel
from crab_gym.agents.models.names import LOCAL, VENDORS, client_of, name_of, read_spec
from crab_gym.agents.models.remote_model import RemoteModel
from crab_gym.agents.models.retry import Patience
from crab_gym.agents.models.script import ScriptedModel
from crab_gym.agents.models.server_features import ServerFeatures
from crab_gym.agents.models.transcript import TranscriptModel
from crab_sim.suggestions import unknown

__all__ = [
    "Budget",
    "CachedModel",
    "LocalModel",
    "Patience",
    "Prices",
    "RemoteModel",
    "ScriptedModel",
    "Spent",
    "TranscriptModel",
    "make_model",
    "name_of",
]


def make_model(
    spec: str,
    *,
    base_url: str | None = None,
    key_env: str | None = None,
    temperature: float | None = None,
    seed: int | None = None,
    max_tokens: int | None = None,
    timeout: float = 120.0,
    patience: float | Patience = 180.0,
    budget: Budget | None = None,
    cache: str | Path | None = None,
    calls_tools: bool = True,
    needs_usage: bool = True,
    forced_calls: bool = True,
    system_role: bool = True,
    user_after_result: bool = True,
    extra: Mapping[str, Any] | None = None,
    requests: str | Path | None = None,
) -> Model:
    """Makes a model.

    Args:
        spec: ``"openai:NAME"``, ``"anthropic:NAME"``, ``"google:NAME"``; followed by ``@URL`` for another server with
            the same format, such as ``"openai:NAME@http://127.0.0.1:8000/v1"`` for vLLM, SGLang or Ollama;
            ``"local:FOLDER"`` for a model in a folder, which is asked in this process (`LocalModel`); or
            ``"script:MODULE:NAME"`` for a function ``(messages, tools) -> Reply | str`` of your own.
        base_url: The same as ``@URL``.
        key_env: Environment variable that holds the key. By default it is the vendor's (``OPENAI_API_KEY``,
            ``ANTHROPIC_API_KEY``, ``GEMINI_API_KEY`` or ``GOOGLE_API_KEY``), for the vendor's own server; other servers
            are sent no key.
        temperature: 0 for the likeliest answer; None for the server's default.
        seed: A seed for the same answer to the same request, as far as the server supports it; Anthropic's has none.
        max_tokens: Maximum number of tokens of an answer, thoughts included.
        timeout: Maximum number of seconds for an answer.
        patience: Number of seconds to keep trying if a server doesn't answer, or a `Patience`.
        budget: Limits of tokens, calls and money.
        cache: Folder that keeps the answers, see `CachedModel`.
        calls_tools: Whether the model calls tools natively; otherwise agents describe them in words.
        needs_usage: Whether an answer without a token count is an error; otherwise its tokens count as 0.
        forced_calls: Whether the server can be told that the model has to call a tool. This and the next two are
            detected if they are left True: once a server refuses one, the request is sent again without it, and so are
            all later ones.
        system_role: Whether the model takes a system message; otherwise its text begins the user's first message.
        user_after_result: Whether a message of the user's may follow a tool's result; otherwise it is added to that.
        extra: Further fields of the request's body, in the vendor's format.
        requests: Folder into which requests and answers are written as text, see `TranscriptModel`.

    Raises:
        ValueError: There is no such vendor, or an option is invalid.

    >>> make_model("openai:Qwen/Qwen3-VL-8B@http://127.0.0.1:8000/v1").name
    'openai:Qwen/Qwen3-VL-8B@http://127.0.0.1:8000/v1'
    """
    vendor, name, url = read_spec(spec)
    model: Model
    if vendor == "script":
        model = _scripted(spec, name, calls_tools)
    elif vendor == LOCAL:
        _refuse_server(spec, base_url=url or base_url, key_env=key_env, extra=extra)
        model = LocalModel(name, temperature, seed, max_tokens, budget)
    else:
        if vendor not in VENDORS:
            unknown("model vendor", vendor, (*VENDORS, LOCAL, "script"))
        model = RemoteModel(
            vendor,
            client_of(vendor),
            name,
            base_url=url or base_url,
            key_env=key_env,
            sampling=Sampling(temperature=temperature, seed=seed, max_tokens=max_tokens, extra=extra),
            timeout=timeout,
            patience=patience,
            budget=budget,
            calls_tools=calls_tools,
            needs_usage=needs_usage,
            features=ServerFeatures(forced_calls, system_role, user_after_result),
        )
    model = CachedModel(model, cache) if cache is not None else model
    return TranscriptModel(model, requests) if requests is not None else model


def _refuse_server(spec: str, **options: Any) -> None:
    for option, value in options.items():
        if value is not None:
            raise ValueError(f"{option} is {value!r}, and {spec!r} is no server; leave it out")


def _scripted(spec: str, name: str, calls_tools: bool) -> Model:
    module, _, attribute = name.partition(":")
    try:
        return ScriptedModel(getattr(importlib.import_module(module), attribute), spec, calls_tools)
    except (ImportError, AttributeError, TypeError) as error:
        raise ValueError(f"{spec!r} is no function: {error}; expected 'script:MODULE:NAME'") from error
