"""Anthropic's messages."""

from __future__ import annotations

import base64
from collections.abc import Callable

from crab_gym.agents.chat import ModelError, Part, Reply
from crab_gym.agents.models.turns import png
from crab_gym.agents.models.wires.base import (
    Json,
    Request,
    Sampling,
    Wire,
    count_tokens,
    field,
    in_text,
    no_answer,
    reply,
    tool_call,
    vendor,
)

__all__ = ["WIRE"]

MAX_TOKENS = 4096
"""Tokens of an answer where no limit is given; the server wants one."""


def _connect(key: str, address: str, timeout: float, http: Json) -> Callable[[Json], bytes | str]:
    anthropic = vendor("anthropic", "anthropic")
    client = anthropic.Anthropic(
        api_key=key,
        base_url=address,
        timeout=timeout,
        max_retries=0,
        http_client=anthropic.DefaultHttpxClient(timeout=timeout, **http),
    )

    def send(request: Json) -> bytes:
        content: bytes = client.messages.with_raw_response.create(**request).http_response.content
        return content

    return send


def _check(sampling: Sampling) -> None:
    thinking = (sampling.extra or {}).get("thinking")
    if thinking is not None and field(thinking, "type") != "disabled":
        raise ValueError(
            f"extra has thinking={thinking!r}, and Anthropic's models can't think where they have to call a tool, as "
            "agents make them do; leave it out"
        )


def _ask(asking: Request) -> Json:
    sampling = asking.sampling
    if sampling.seed is not None:
        raise ModelError("Anthropic's models take no seed; leave the option seed out")
    messages: list[Json] = []
    for turn in asking.turns:
        content: list[Json] = [
            {"type": "tool_result", "tool_use_id": call.id, "content": [_block(part) for part in parts]}
            for call, parts in turn.results
        ]
        content += [_block(part) for part in turn.parts]
        content += [
            {"type": "tool_use", "id": call.id, "name": call.name, "input": dict(call.arguments or {})}
            for call in turn.calls
        ]
        messages.append({"role": turn.role, "content": content})
    request: Json = {
        "model": asking.model,
        "messages": messages,
        "max_tokens": MAX_TOKENS if sampling.max_tokens is None else sampling.max_tokens,
    }
    if asking.system:
        request["system"] = asking.system
    if asking.tools:
        request["tools"] = [
            {"name": tool.name, "description": tool.description, "input_schema": dict(tool.parameters)}
            for tool in asking.tools
        ]
        request["tool_choice"] = {"type": "any" if asking.force else "auto"}
    extra = dict(sampling.extra or {})
    if sampling.temperature is not None:  # the library knows it no more, though most models do
        extra["temperature"] = sampling.temperature
    if extra:
        request["extra_body"] = extra
    return request


def _block(part: Part) -> Json:
    if isinstance(part, str):
        return {"type": "text", "text": part}
    source = {"type": "base64", "media_type": "image/png", "data": base64.b64encode(png(part)).decode()}
    return {"type": "image", "source": source}


def _read(body: Json) -> Reply:
    blocks = body.get("content")
    if not isinstance(blocks, list):
        raise no_answer(body)
    text = "".join(part for block in blocks if isinstance(part := field(block, "text"), str))
    calls = [
        tool_call(field(block, "name"), field(block, "input"), field(block, "id"))
        for block in blocks
        if field(block, "type") == "tool_use"
    ]
    finish = "length" if body.get("stop_reason") == "max_tokens" else body.get("stop_reason")
    tokens = count_tokens(
        body.get("usage"),
        ["input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"],
        ["output_tokens"],
    )
    return reply(in_text(text), calls, tokens, finish, body.get("model"), len(text) == len(in_text(text)))


WIRE = Wire(("ANTHROPIC_API_KEY",), "https://api.anthropic.com", "ANTHROPIC_BASE_URL", _connect, _ask, _read, _check)
