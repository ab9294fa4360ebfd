"""OpenAI's chat completions, which vLLM, SGLang, Ollama and others speak too; its computer tool has `responses`."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from crab_gym.agents.chat import Part, Picture, Reply, Tool
from crab_gym.agents.models.clients import responses
from crab_gym.agents.models.clients.base import (
    Client,
    Json,
    Request,
    count_tokens,
    field,
    in_text,
    items,
    no_answer,
    reply,
    text_of,
    tool_call,
    unknown_answer,
    vendor,
)
from crab_gym.agents.models.turns import Turn, data_url

__all__ = ["CLIENT"]

ADDRESS = "https://api.openai.com/v1"
_FIELDS = ("role", "content", "tool_calls", "refusal", "function_call", "annotations", "audio")
"""Fields of OpenAI's own messages. Others, such as signed thoughts, go back with the calls that they led to."""
_CALL_FIELDS = ("id", "type", "function", "index")
"""The same of calls."""


def _connect(key: str, address: str, timeout: float, http: Json) -> Callable[[Json], bytes | str]:
    openai = vendor("openai")
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
        messages += (
            [_assistant_message(turn)] if turn.role == "assistant" else _user_messages(turn, asking.user_after_result)
        )
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


def _assistant_message(turn: Turn) -> Json:
    """Returns the assistant's message of a turn."""
    message: Json = {"role": "assistant", "content": "\n".join(p for p in turn.parts if isinstance(p, str)) or None}
    if turn.calls:
        further = [call for own in turn.own for call in items(own, "tool_calls")]
        further = further if len(further) == len(turn.calls) else [{}] * len(turn.calls)
        calls = [
            {
                **more,
                "id": call.id,
                "type": "function",
                "function": {"name": call.name, "arguments": json.dumps(dict(call.arguments or {}))},
            }
            for call, more in zip(turn.calls, further, strict=True)
        ]
        for own in turn.own:
            message |= own
        message["tool_calls"] = calls
    return message


def _user_messages(turn: Turn, user_after_result: bool) -> list[Json]:
    """Returns the messages of a user's turn: the results of calls, and what the user says.

    Args:
        turn: The turn.
        user_after_result: Whether these may be apart; otherwise the user's words and pictures end the last result.
    """
    messages: list[Json] = []
    pictures: list[Part] = []  # mostly, a tool's message takes no pictures
    for call, parts in turn.results:
        text = "\n".join(part for part in parts if isinstance(part, str))
        messages.append({"role": "tool", "tool_call_id": call.id, "content": text or "(see the picture)"})
        pictures += [part for part in parts if isinstance(part, Picture)]
    content = [*pictures, *turn.parts]
    if messages and content and not user_after_result:
        messages[-1]["content"] = _content([messages[-1]["content"], *content])
    elif content:
        messages.append({"role": "user", "content": _content(content)})
    return messages


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
    if not isinstance(message, dict) or field(choice, "error") is not None:  # a router's, of the server behind it
        raise no_answer(choice if field(choice, "error") is not None else body)
    called = message.get("tool_calls") or []
    if message.get("function_call") is not None or not isinstance(called, list):
        raise unknown_answer(message.get("function_call") or called)
    for call in called:
        if not isinstance(field(call, "function"), dict):
            raise unknown_answer(call)
    calls = [
        tool_call(field(call, "function", "name"), field(call, "function", "arguments"), field(call, "id"))
        for call in called
    ]
    refusal = in_text(message.get("refusal"))
    finish = field(choice, "finish_reason")
    if refusal or finish == "content_filter":
        finish = "refusal"
    text = text_of(message.get("content"))
    tokens = count_tokens(body.get("usage"), ["prompt_tokens"], ["completion_tokens"])
    answer = reply(in_text(text) or refusal, calls, tokens, finish, body.get("model"), len(text) == len(in_text(text)))
    own = _further(message, _FIELDS)
    if isinstance(message.get("content"), list):
        own["content"] = message["content"]
    further = [_further(call, _CALL_FIELDS) for call in called]
    if any(further):
        own["tool_calls"] = further
    return replace(answer, own=(own,)) if own and calls else answer


def _further(entry: Json, known: Sequence[str]) -> Json:
    """Returns the fields of an entry, without those that are known and those that hold nothing."""
    return {name: value for name, value in entry.items() if name not in known and value is not None}


CLIENT = Client(("OPENAI_API_KEY",), ADDRESS, "OPENAI_BASE_URL", _connect, _ask, _read)
