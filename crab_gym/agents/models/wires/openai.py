"""OpenAI's chat completions, which vLLM, SGLang, Ollama and others speak too; its computer tool has `responses`."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from crab_gym.agents.chat import Part, Picture, Reply, Tool
from crab_gym.agents.models.turns import data_url
from crab_gym.agents.models.wires import responses
from crab_gym.agents.models.wires.base import (
    Json,
    Request,
    Wire,
    count_tokens,
    field,
    in_text,
    items,
    no_answer,
    reply,
    tool_call,
    vendor,
)

__all__ = ["WIRE"]

ADDRESS = "https://api.openai.com/v1"
_THOUGHTS = ("reasoning_content", "reasoning")
"""Fields in which servers of open models tell a model's thoughts; within a chain of calls it wants them back."""


def _connect(key: str, address: str, timeout: float, http: Json) -> Callable[[Json], bytes | str]:
    openai = vendor("openai", "openai")
    client = openai.OpenAI(
        api_key=key,
        base_url=address,
        timeout=timeout,
        max_retries=0,
        http_client=openai.DefaultHttpxClient(timeout=timeout, **http),
    )
    limit = "max_completion_tokens" if address == ADDRESS else "max_tokens"  # others know the old name only

    def send(request: Json) -> bytes:
        if "input" in request:
            answer: bytes = client.responses.with_raw_response.create(**request).http_response.content
            return answer
        if "max_tokens" in request:
            request[limit] = request.pop("max_tokens")
        content: bytes = client.chat.completions.with_raw_response.create(**request).http_response.content
        return content

    return send


def _ask(asking: Request) -> Json:
    if any(tool.display is not None for tool in asking.tools):
        return responses.ask(asking)
    messages: list[Json] = [{"role": "system", "content": asking.system}] if asking.system else []
    for turn in asking.turns:
        if turn.role == "assistant":
            said: Json = {
                "role": "assistant",
                "content": "\n".join(p for p in turn.parts if isinstance(p, str)) or None,
            }
            if turn.calls:
                said["tool_calls"] = [
                    {
                        "id": call.id,
                        "type": "function",
                        "function": {"name": call.name, "arguments": json.dumps(dict(call.arguments or {}))},
                    }
                    for call in turn.calls
                ]
                for own in turn.own:
                    said |= own
            messages.append(said)
            continue
        shown: list[Part] = []  # a tool's message takes no pictures
        for call, parts in turn.results:
            text = "\n".join(part for part in parts if isinstance(part, str))
            messages.append({"role": "tool", "tool_call_id": call.id, "content": text or "(see the picture)"})
            shown += [part for part in parts if isinstance(part, Picture)]
        if shown or turn.parts:
            messages.append({"role": "user", "content": _content([*shown, *turn.parts])})
    sampling = asking.sampling
    request: Json = {"model": asking.model, "messages": messages}
    for name in ("temperature", "seed", "max_tokens"):
        if getattr(sampling, name) is not None:
            request[name] = getattr(sampling, name)
    if asking.tools:
        request["tools"] = [{"type": "function", "function": _function(tool)} for tool in asking.tools]
        request["tool_choice"] = "required" if asking.force else "auto"
    if sampling.extra:
        request["extra_body"] = dict(sampling.extra)
    return request


def _function(tool: Tool) -> Json:
    return {"name": tool.name, "description": tool.description, "parameters": tool.parameters}


def _content(parts: list[Part]) -> str | list[Json]:
    if all(isinstance(part, str) for part in parts):
        return "\n".join(part for part in parts if isinstance(part, str))
    return [
        {"type": "text", "text": part}
        if isinstance(part, str)
        else {
            "type": "image_url",
            "image_url": {"url": data_url(part)},
        }
        for part in parts
    ]


def _read(body: Json) -> Reply:
    if "output" in body:
        return responses.read(body)
    choice: Any = field(body, "choices", 0)
    message = field(choice, "message")
    if not isinstance(message, dict):
        raise no_answer(body)
    calls = [
        tool_call(field(call, "function", "name"), field(call, "function", "arguments"), field(call, "id"))
        for call in items(message, "tool_calls")
    ]
    refusal = in_text(message.get("refusal"))
    finish = field(choice, "finish_reason")
    if refusal or finish == "content_filter":
        finish = "refusal"
    text = message.get("content")
    tokens = count_tokens(body.get("usage"), ["prompt_tokens"], ["completion_tokens"])
    whole = not isinstance(text, str) or len(text) == len(in_text(text))
    found = reply(in_text(text) or refusal, calls, tokens, finish, body.get("model"), whole)
    thoughts = {name: message[name] for name in _THOUGHTS if isinstance(message.get(name), str)}
    return replace(found, own=(thoughts,)) if thoughts and calls else found


WIRE = Wire(("OPENAI_API_KEY",), ADDRESS, "OPENAI_BASE_URL", _connect, _ask, _read)
