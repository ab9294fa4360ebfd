"""Google's generateContent."""

from __future__ import annotations

import base64
from collections.abc import Callable, Set
from dataclasses import replace
from itertools import pairwise
from typing import Any

from crab_gym.agents.chat import Display, Part, Picture, Reply, ToolCall
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
    tool_call,
    unknown_answer,
    vendor,
)
from crab_gym.agents.models.turns import Turn, png

__all__ = ["CLIENT"]

_PARTS = ("text", "functionCall", "thoughtSignature")
"""Fields of parts, of which each part has one at least."""
_REFUSALS = ("SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "IMAGE_SAFETY", "LANGUAGE")


def _connect(key: str, address: str, timeout: float, http: Json) -> Callable[[Json], bytes | str]:
    genai = vendor("google.genai")
    client = genai.Client(
        api_key=key,
        vertexai=False,
        http_options={
            "base_url": address,
            "timeout": int(timeout * 1000),
            "retry_options": {"attempts": 1},
            "client_args": http,
        },
    )

    def send(request: Json) -> str:
        config = genai.types.GenerateContentConfig(**request["config"])
        answer = client.models.generate_content(**request | {"config": config})
        body: str = answer.sdk_http_response.body
        return body

    return send


def _ask(asking: Request) -> Json:
    sampling = asking.sampling
    config: Json = {"should_return_http_response": True, "automatic_function_calling": {"disable": True}}
    if asking.system:
        config["system_instruction"] = asking.system
    for ours, theirs in (("temperature", "temperature"), ("seed", "seed"), ("max_tokens", "max_output_tokens")):
        if getattr(sampling, ours) is not None:
            config[theirs] = getattr(sampling, ours)
    if asking.tools:
        declared = [
            {"name": tool.name, "description": tool.description, "parameters_json_schema": dict(tool.parameters)}
            for tool in asking.tools
            if tool.display is None
        ]
        computers = [_computer(tool.display) for tool in asking.tools if tool.display is not None]
        config["tools"] = [*computers, *([{"function_declarations": declared}] if declared else [])]
        config["tool_config"] = {"function_calling_config": {"mode": "ANY" if asking.force else "AUTO"}}
    if sampling.extra:
        config["http_options"] = {"extra_body": dict(sampling.extra)}
    sees = any(tool.display is not None for tool in asking.tools)
    contents = [
        {"role": "user" if turn.role == "user" else "model", "parts": _own(turn) or _parts(turn, sees, _ids(before))}
        for before, turn in pairwise([None, *asking.turns])
        if turn is not None
    ]
    return {"model": asking.model, "contents": contents, "config": config}


def _computer(display: Display) -> Json:
    return {"computer_use": {"environment": display.kind, "excluded_predefined_functions": list(display.excluded)}}


def _own(turn: Turn) -> list[Json]:
    """Returns the parts of an answer as they came; their signatures are bytes for the library."""
    return [
        dict(part) | {"thoughtSignature": base64.b64decode(part["thoughtSignature"])}
        if isinstance(part.get("thoughtSignature"), str)
        else dict(part)
        for part in turn.own
    ]


def _ids(turn: Turn | None) -> set[str]:
    """Returns the ids that Google gave to the calls of a turn, which their results have to repeat."""
    ids = [field(dict(part), "functionCall", "id") for part in (turn.own if turn is not None else ())]
    return {name for name in ids if isinstance(name, str)}


def _parts(turn: Turn, sees: bool, ids: Set[str]) -> list[Json]:
    """Returns the parts of a turn.

    Args:
        turn: The turn.
        ids: The ids that Google gave to the calls of the turn before it; it knows no others.
        sees: Whether the responses of functions take pictures, as those of the computer tool do; others take none.
    """
    entries: list[Json] = []
    pictures_of_results: list[Part] = []
    for call, parts in turn.results:
        text = "\n".join(part for part in parts if isinstance(part, str))
        response: Json = {"name": call.name, "response": {"result": text or "(see the picture)"} | _confirmed(call)}
        if call.id in ids:
            response["id"] = call.id
        pictures = [part for part in parts if isinstance(part, Picture)]
        if sees:
            response["response"]["url"] = ""  # the tool wants one, and there may be no browser
            response["parts"] = [{"inline_data": {"mime_type": "image/png", "data": png(part)}} for part in pictures]
        else:
            pictures_of_results += pictures
        entries.append({"function_response": response})
    for part in (*pictures_of_results, *turn.parts):
        entries.append(
            {"text": part} if isinstance(part, str) else {"inline_data": {"mime_type": "image/png", "data": png(part)}}
        )
    for call in turn.calls:
        entry: Json = {"function_call": {"name": call.name, "args": dict(call.arguments or {})}}
        entries.append(entry | ({"thought_signature": base64.b64decode(call.signature)} if call.signature else {}))
    return entries


def _confirmed(call: ToolCall) -> Json:
    """Returns what confirms a call that Google wants a person to confirm, without which it refuses the result."""
    decision = field(dict(call.arguments or {}), "safety_decision", "decision")
    return {"safety_acknowledgement": "true"} if decision == "require_confirmation" else {}


def _read(body: Json) -> Reply:
    candidate: Any = field(body, "candidates", 0)
    usage = body.get("usageMetadata")
    tokens = count_tokens(
        usage, ["promptTokenCount", "toolUsePromptTokenCount"], ["candidatesTokenCount", "thoughtsTokenCount"]
    )
    model = body.get("modelVersion")
    blocked = field(body, "promptFeedback", "blockReason")
    if not isinstance(candidate, dict):
        if blocked is None:
            raise no_answer(body)
        return reply(f"blocked: {in_text(blocked)}", (), tokens, "refusal", model)
    parts = items(candidate, "content", "parts")
    for part in parts:
        if all(field(part, name) is None for name in _PARTS):
            raise unknown_answer(part)
    text = "".join(t for part in parts if isinstance(t := field(part, "text"), str) and not field(part, "thought"))
    calls = [
        tool_call(field(call, "name"), field(call, "args") or {}, field(call, "id"), field(part, "thoughtSignature"))
        for part in parts
        if (call := field(part, "functionCall")) is not None
    ]
    reason = candidate.get("finishReason")
    finish = "length" if reason == "MAX_TOKENS" else "refusal" if reason in _REFUSALS else None
    answer = reply(in_text(text), calls, tokens, finish, model, len(text) == len(in_text(text)))
    signed = any(field(part, "thoughtSignature") and not field(part, "functionCall") for part in parts)
    return replace(answer, own=tuple(parts)) if calls and (signed or any(call.id for call in calls)) else answer


CLIENT = Client(
    ("GEMINI_API_KEY", "GOOGLE_API_KEY"),
    "https://generativelanguage.googleapis.com",
    "GOOGLE_GEMINI_BASE_URL",
    _connect,
    _ask,
    _read,
)
