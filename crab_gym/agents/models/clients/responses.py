"""OpenAI's Responses, which alone has the computer tool; nothing is kept at the server.

* `ask` - the body of a request; `read` - the reply in the body of an answer.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from crab_gym.agents.chat import Part, Picture, Reply, Tool, ToolCall
from crab_gym.agents.models.clients.base import (
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
)
from crab_gym.agents.models.turns import Turn, data_url

__all__ = ["CHECKS", "COMPUTER", "ask", "read"]

COMPUTER = "computer"
"""The name that calls of the computer tool have in replies."""
CHECKS = "pending_safety_checks"
"""Argument of such a call for what the vendor wants a person to confirm; the call's result confirms it."""


def ask(asking: Request) -> Json:
    """Returns the body of a request."""
    computers = {tool.display.kind for tool in asking.tools if tool.display is not None}
    sampling = asking.sampling
    request: Json = {
        "model": asking.model,
        "input": [item for turn in asking.turns for item in _items(turn, "computer_use_preview" in computers)],
        "tools": [_tool(tool) for tool in asking.tools],
        "tool_choice": "required" if asking.force else "auto",
        "truncation": "auto",  # the computer tool wants it
        "store": False,
        "include": ["reasoning.encrypted_content"],
    }
    if asking.system:
        request["instructions"] = asking.system
    for ours, theirs in (("temperature", "temperature"), ("max_tokens", "max_output_tokens")):
        if getattr(sampling, ours) is not None:
            request[theirs] = getattr(sampling, ours)
    if sampling.extra:
        request["extra_body"] = dict(sampling.extra)
    return request


def _tool(tool: Tool) -> Json:
    if tool.display is None:
        own = {"name": tool.name, "description": tool.description, "parameters": dict(tool.parameters)}
        return {"type": "function", "strict": False, **own}
    kind, width, height, _ = tool.display
    if kind != "computer_use_preview":
        return {"type": kind}
    return {"type": kind, "display_width": width, "display_height": height, "environment": "linux"}


def _items(turn: Turn, single: bool) -> list[Json]:
    """Returns a turn's items.

    Args:
        turn: The turn.
        single: Whether a call of the computer tool has one action only.
    """
    if turn.own:
        return list(map(dict, turn.own))
    if turn.role == "assistant":
        text = "\n".join(part for part in turn.parts if isinstance(part, str))
        words = [{"role": "assistant", "content": [{"type": "output_text", "text": text}]}] if text else []
        return [*words, *(_call(call, single) for call in turn.calls)]
    outputs: list[Json] = []
    content: list[Part] = []
    for call, parts in turn.results:
        pictures = [part for part in parts if isinstance(part, Picture)]
        if call.name == COMPUTER and pictures:  # it takes nothing but the screen
            screen = {"type": "computer_screenshot", "image_url": data_url(pictures[-1])}
            outputs.append({"type": "computer_call_output", "call_id": call.id, "output": screen} | _confirmed(call))
            content += [part for part in parts if isinstance(part, str)]
        elif call.name == COMPUTER:
            raise ValueError("the result of a call of the computer tool has no picture; it has to have one")
        else:
            outputs.append({"type": "function_call_output", "call_id": call.id, "output": [_part(p) for p in parts]})
    content += turn.parts
    return [*outputs, {"role": "user", "content": [_part(part) for part in content]}] if content else outputs


def _confirmed(call: ToolCall) -> Json:
    checks = items(dict(call.arguments or {}), CHECKS)
    return {"acknowledged_safety_checks": checks} if checks else {}


def _call(call: ToolCall, single: bool) -> Json:
    arguments = dict(call.arguments or {})
    if call.name != COMPUTER:
        return {"type": "function_call", "call_id": call.id, "name": call.name, "arguments": json.dumps(arguments)}
    actions = items(arguments, "actions")
    does: Json = {"action": actions[0]} if single and actions else {"actions": actions}
    return {
        "type": "computer_call", "id": f"cu_{call.id}", "call_id": call.id, "status": "completed",
        CHECKS: items(arguments, CHECKS), **does,
    }  # fmt: skip


def _part(part: Part) -> Json:
    if isinstance(part, str):
        return {"type": "input_text", "text": part}
    return {"type": "input_image", "image_url": data_url(part), "detail": "auto"}


def read(body: Json) -> Reply:
    """Returns the reply in the body of an answer."""
    output = body.get("output")
    if not isinstance(output, list) or body.get("status") == "failed":
        raise no_answer(body)
    texts: list[str] = []
    calls: list[ToolCall] = []
    finish = None
    for item in output:
        match field(item, "type"):
            case "message":
                texts.append(text_of(field(item, "content")))
                refuses = any(field(part, "type") == "refusal" for part in items(item, "content"))
                finish = "refusal" if refuses else finish
            case "function_call":
                calls.append(tool_call(field(item, "name"), field(item, "arguments"), field(item, "call_id")))
            case "computer_call":
                calls.append(tool_call(COMPUTER, _arguments(item), field(item, "call_id")))
            case kind if kind != "reasoning":
                raise unknown_answer(item)
    if field(body, "incomplete_details", "reason") == "max_output_tokens":
        finish = "length"
    text = "".join(texts)
    tokens = count_tokens(body.get("usage"), ["input_tokens"], ["output_tokens"])
    answer = reply(in_text(text), calls, tokens, finish, body.get("model"), len(text) == len(in_text(text)))
    return replace(answer, own=tuple(output)) if calls else answer


def _arguments(item: Any) -> Json:
    action = field(item, "action")
    actions = items(item, "actions") or ([action] if isinstance(action, dict) else [])
    checks = items(item, CHECKS)
    return {"actions": actions} | ({CHECKS: checks} if checks else {})
