"""Anthropic's messages."""

from __future__ import annotations

import base64
from collections.abc import Callable
from dataclasses import replace

from crab_gym.agents.chat import ModelError, Part, Reply, Tool
from crab_gym.agents.models.clients.base import (
    Client,
    Json,
    Request,
    count_tokens,
    field,
    in_text,
    no_answer,
    reply,
    text_of,
    tool_call,
    vendor,
)
from crab_gym.agents.models.turns import Turn, png

__all__ = ["CLIENT"]

MAX_TOKENS = 4096
"""Tokens of an answer where no limit is given; the server wants one."""


def _connect(key: str, address: str, timeout: float, http: Json) -> Callable[[Json], bytes | str]:
    anthropic = vendor("anthropic")
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


def _ask(asking: Request) -> Json:
    sampling = asking.sampling
    if sampling.seed is not None:
        raise ModelError("Anthropic's models take no seed; leave the option seed out")
    messages: list[Json] = []
    for turn in asking.turns:
        messages.append({"role": turn.role, "content": _own(turn) or _blocks(turn)})
    request: Json = {
        "model": asking.model,
        "messages": messages,
        "max_tokens": MAX_TOKENS if sampling.max_tokens is None else sampling.max_tokens,
    }
    if asking.system:
        request["system"] = [{"type": "text", "text": asking.system, "cache_control": {"type": "ephemeral"}}]
    extra = dict(sampling.extra or {})
    if asking.tools:
        request["tools"] = [_tool(tool) for tool in asking.tools]
        thinks = field(extra.get("thinking"), "type") not in (None, "disabled")
        request["tool_choice"] = {"type": "any" if asking.force and not thinks else "auto"}  # both is refused
        versions = [tool.display.kind for tool in asking.tools if tool.display is not None]
        if versions:
            request["extra_headers"] = {"anthropic-beta": ",".join(map(_beta, versions))}
    if sampling.temperature is not None:  # the library knows it no more, though most models do
        extra["temperature"] = sampling.temperature
    if extra:
        request["extra_body"] = extra
    return request


def _beta(version: str) -> str:
    """Returns the header's word for a version of the computer tool.

    >>> _beta("computer_20250124")
    'computer-use-2025-01-24'
    """
    day = version.rpartition("_")[2]
    return f"computer-use-{day[:4]}-{day[4:6]}-{day[6:]}"


def _tool(tool: Tool) -> Json:
    if tool.display is None:
        return {"name": tool.name, "description": tool.description, "input_schema": dict(tool.parameters)}
    kind, width, height, _ = tool.display
    return {"type": kind, "name": tool.name, "display_width_px": width, "display_height_px": height}


def _own(turn: Turn) -> list[Json]:
    """Returns the blocks of an answer as they came, but for texts of spaces, which are refused."""
    blank = [block.get("type") == "text" and not str(block.get("text", "")).strip() for block in turn.own]
    return [dict(block) for block, is_blank in zip(turn.own, blank, strict=True) if not is_blank]


def _blocks(turn: Turn) -> list[Json]:
    content: list[Json] = [
        {"type": "tool_result", "tool_use_id": call.id, "content": [_block(part) for part in parts]}
        for call, parts in turn.results
    ]
    content += [_block(part) for part in turn.parts]
    content += [
        {"type": "tool_use", "id": call.id, "name": call.name, "input": dict(call.arguments or {})}
        for call in turn.calls
    ]
    return content


def _block(part: Part) -> Json:
    if isinstance(part, str):
        return {"type": "text", "text": part}
    source = {"type": "base64", "media_type": "image/png", "data": base64.b64encode(png(part)).decode()}
    return {"type": "image", "source": source}


def _read(body: Json) -> Reply:
    blocks = body.get("content")
    if not isinstance(blocks, list):
        raise no_answer(body)
    text = text_of([block for block in blocks if field(block, "type") != "tool_use"])
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
    answer = reply(in_text(text), calls, tokens, finish, body.get("model"), len(text) == len(in_text(text)))
    thinks = any(field(block, "type") in ("thinking", "redacted_thinking") for block in blocks)
    return replace(answer, own=tuple(blocks)) if thinks and calls else answer  # they are wanted back with calls only


CLIENT = Client(("ANTHROPIC_API_KEY",), "https://api.anthropic.com", "ANTHROPIC_BASE_URL", _connect, _ask, _read)
