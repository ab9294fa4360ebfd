"""OpenAI's chat completions, which vLLM, SGLang, Ollama and others speak too."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from typing import Any

from crab_gym.agents.chat import Part, Picture, Reply
from crab_gym.agents.models.turns import png
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
        if "max_tokens" in request:
            request[limit] = request.pop("max_tokens")
        content: bytes = client.chat.completions.with_raw_response.create(**request).http_response.content
        return content

    return send


def _ask(asking: Request) -> Json:
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
        request["tools"] = [{"type": "function", "function": tool._asdict()} for tool in asking.tools]
        request["tool_choice"] = "required" if asking.force else "auto"
    if sampling.extra:
        request["extra_body"] = dict(sampling.extra)
    return request


def _content(parts: list[Part]) -> str | list[Json]:
    if all(isinstance(part, str) for part in parts):
        return "\n".join(part for part in parts if isinstance(part, str))
    return [
        {"type": "text", "text": part}
        if isinstance(part, str)
        else {
            "type": "image_url",
            "image_url": {"url": "data:image/png;base64," + base64.b64encode(png(part)).decode()},
        }
        for part in parts
    ]


def _read(body: Json) -> Reply:
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
    return reply(in_text(text) or refusal, calls, tokens, finish, body.get("model"), whole)


WIRE = Wire(("OPENAI_API_KEY",), ADDRESS, "OPENAI_BASE_URL", _connect, _ask, _read)
