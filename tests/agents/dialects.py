"""The wire formats, from a server's side: requests to conversations, replies to answers, and what is refused."""

from __future__ import annotations

import base64
import io
import json
import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from PIL import Image

from crab_gym.agents.chat import Display, Message, Picture, Reply, Tool, ToolCall


class Refused(Exception):
    """A request that the real server would refuse."""

    def __init__(self, message: str, code: int = 400) -> None:
        super().__init__(message)
        self.code = code


class Heard(NamedTuple):
    """A request."""

    model: str
    messages: list[Message]
    tools: list[Tool]
    force: bool


def need(held: object, message: str, code: int = 400) -> None:
    if not held:
        raise Refused(message, code)


def only(body: Mapping[str, Any], allowed: str) -> None:
    extra = set(body) - set(allowed.split())
    need(not extra, f"unknown fields: {sorted(extra)}")


def picture(data: str, media: str) -> Picture:
    need(media == "image/png", f"no picture: {media}")
    with Image.open(io.BytesIO(base64.b64decode(data, validate=True))) as image:
        return Picture(np.asarray(image.convert("RGB")))


def tool(name: Any, description: Any, parameters: Any) -> Tool:
    need(isinstance(name, str) and re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", name), f"bad name of a tool: {name!r}")
    need(isinstance(parameters, dict) and parameters.get("type") == "object", "the parameters are no object's schema")
    return Tool(name, description, parameters)


def either(entry: Mapping[str, Any], name: str) -> Any:
    """Returns a field by its name in camel case or, as the real one takes it too, in snake case."""
    return entry[name] if name in entry else entry[re.sub(r"[A-Z]", lambda sign: "_" + sign[0].lower(), name)]


class Dialect(ABC):
    """A format."""

    name: str

    @abstractmethod
    def check_key(self, headers: Mapping[str, str], key: str) -> None:
        """Refuses a wrong key."""

    @abstractmethod
    def read(self, path: str, body: Any) -> Heard:
        """Returns what is asked."""

    @abstractmethod
    def write(self, model: str, reply: Reply, tells_usage: bool) -> dict[str, Any]:
        """Returns the answer."""

    def error(self, code: int, message: str) -> dict[str, Any]:
        """Returns the body of an error."""
        return {"error": {"message": message, "code": code, "type": "fault", "status": "FAULT"}}


class OpenAI(Dialect):
    """Chat completions."""

    name = "openai"
    fields = "model messages tools tool_choice temperature seed max_tokens max_completion_tokens top_p"

    def check_key(self, headers: Mapping[str, str], key: str) -> None:
        given = headers.get("Authorization", "")
        need(given == f"Bearer {key}", f"Incorrect API key provided: {given}", 401)

    def read(self, path: str, body: Any) -> Heard:
        only(body, self.fields)
        need(body["model"] != "missing", "The model `missing` does not exist", 404)
        need(body["messages"], "messages is empty")
        messages = []
        waiting: list[str] = []
        for entry in body["messages"]:
            role, content = entry["role"], entry.get("content")
            need(role == "tool" or not waiting, f"no tool message answers the calls {waiting}")
            calls: list[ToolCall] = []
            call_id = ""
            if role == "assistant":
                for call in entry.get("tool_calls", ()):
                    need(call["type"] == "function", "a call that is no function's")
                    raw = call["function"]["arguments"]
                    calls.append(ToolCall(call["function"]["name"], json.loads(raw), raw, call["id"]))
                waiting = [call.id for call in calls]
                need(len(set(waiting)) == len(waiting), "two calls have one id")
                need(content or calls, "an assistant's message with neither content nor calls")
            elif role == "tool":
                call_id = entry["tool_call_id"]
                need(call_id in waiting, f"no call has the id {call_id}")
                waiting.remove(call_id)
            else:
                need(role in ("system", "user"), f"no such role: {role}")
                need(content, "no content")
            messages.append(Message(role, self._parts(content, role), tuple(calls), call_id))
        need(not waiting, f"no tool message answers the calls {waiting}")
        need(messages[-1].role != "assistant", "the last message is the assistant's")
        tools = []
        for entry in body.get("tools", ()):
            need(entry["type"] == "function", "a tool that is no function")
            function = entry["function"]
            tools.append(tool(function["name"], function["description"], function["parameters"]))
        force = body.get("tool_choice") == "required"
        need(tools or "tool_choice" not in body, "tool_choice without tools")
        return Heard(body["model"], messages, tools, force)

    def _parts(self, content: Any, role: str) -> tuple[str | Picture, ...]:
        if content is None or isinstance(content, str):
            return (content,) if content else ()
        parts: list[str | Picture] = []
        for part in content:
            if part["type"] == "text":
                parts.append(part["text"])
            else:
                need(part["type"] == "image_url" and role == "user", f"a {role}'s part of type {part['type']}")
                head, _, data = part["image_url"]["url"].partition(",")
                need(head.startswith("data:") and head.endswith(";base64"), "a picture that is no data URL")
                parts.append(picture(data, head[5:-7]))
        return tuple(parts)

    def write(self, model: str, reply: Reply, tells_usage: bool) -> dict[str, Any]:
        message: dict[str, Any] = {"role": "assistant", "content": reply.text or None, "refusal": None}
        if reply.finish == "refusal":
            message |= {"content": None, "refusal": reply.text}
        if reply.calls:
            message["tool_calls"] = [
                {
                    "id": call.id or f"call_{i}x",
                    "type": "function",
                    "function": {
                        "name": call.name,
                        "arguments": call.raw if call.arguments is None else json.dumps(call.arguments),
                    },
                }
                for i, call in enumerate(reply.calls)
            ]
        finish = {"calls": "tool_calls", "refusal": "stop"}.get(reply.finish, reply.finish)
        answer: dict[str, Any] = {
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "created": 1,
            "model": f"{model}-served",
            "choices": [{"index": 0, "message": message, "finish_reason": finish}],
        }
        if tells_usage:
            prompt, completion = reply.tokens
            answer["usage"] = {
                "prompt_tokens": prompt,
                "completion_tokens": completion,
                "total_tokens": prompt + completion,
            }
        return answer


class Anthropic(Dialect):
    """Messages."""

    name = "anthropic"
    fields = "model messages system tools tool_choice temperature max_tokens top_p top_k thinking"
    always_thinks = False

    def check_key(self, headers: Mapping[str, str], key: str) -> None:
        need(headers.get("anthropic-version"), "anthropic-version: header is required")
        given = headers.get("x-api-key") or headers.get("Authorization", "").removeprefix("Bearer ")
        need(given == key, f"invalid x-api-key {given}", 401)

    def error(self, code: int, message: str) -> dict[str, Any]:
        return {"type": "error", "error": {"type": "fault", "message": message}}

    def read(self, path: str, body: Any) -> Heard:
        only(body, self.fields)
        need(body["model"] != "missing", "model: missing", 404)
        need(type(body.get("max_tokens")) is int, "max_tokens: Field required")
        messages = []
        for block in body.get("system", ()):
            need(block["cache_control"] == {"type": "ephemeral"}, "the system message isn't cached")
            messages.append(Message("system", (block["text"],)))
        tools = [self._tool(entry) for entry in body.get("tools", ())]
        thinks = self.always_thinks or body.get("thinking", {}).get("type") in ("enabled", "adaptive")
        last = "assistant"
        waiting: list[str] = []
        seen: set[str] = set()
        for entry in body["messages"]:
            role, content = entry["role"], entry["content"]
            need(role in ("user", "assistant") and role != last, "roles must alternate, the user's first")
            last = role
            blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
            need(blocks, "content is empty")
            parts: list[str | Picture] = []
            calls: list[ToolCall] = []
            thoughts = []
            for block in blocks:
                kind = block["type"]
                if kind == "thinking":
                    need(thinks and role == "assistant" and not parts and not calls, "a thought in the wrong place")
                    need(block["signature"] == signature(block["thinking"]), "a thought that was changed")
                    thoughts.append(block)
                    continue
                need(kind not in ("tool_use", "tool_result") or tools, "blocks of tools without tools")
                need(not waiting or kind == "tool_result", "`tool_use` blocks without `tool_result` right after")
                if kind == "tool_use":
                    need(role == "assistant" and re.fullmatch(r"[a-zA-Z0-9_-]+", block["id"]), "bad tool_use")
                    need(block["id"] not in seen, "`tool_use` ids must be unique")
                    need(isinstance(block["input"], dict), "input is no object")
                    seen.add(block["id"])
                    calls.append(ToolCall(block["name"], block["input"], json.dumps(block["input"]), block["id"]))
                elif kind == "tool_result":
                    need(block["tool_use_id"] in waiting, "`tool_result` without its `tool_use` just before")
                    waiting.remove(block["tool_use_id"])
                    messages.append(Message("tool", self._parts(block["content"]), (), block["tool_use_id"]))
                else:
                    need(not calls, "a block after tool_use")
                    parts += self._parts([block])
            need(not waiting, "`tool_use` blocks without `tool_result`")
            waiting = [call.id for call in calls]
            need(not (thinks and calls) or thoughts, "`tool_use` without the thinking before it")
            if parts or calls:
                messages.append(Message(role, tuple(parts), tuple(calls), own=tuple(thoughts)))
        need(last == "user", "the last message is the assistant's")
        choice = body.get("tool_choice", {})
        need(tools or not choice, "tool_choice without tools")
        need(not thinks or choice.get("type") != "any", "Thinking may not be enabled when tool_choice forces tool use.")
        return Heard(body["model"], messages, tools, choice.get("type") == "any")

    def _tool(self, entry: Mapping[str, Any]) -> Tool:
        if "type" not in entry:
            return tool(entry["name"], entry["description"], entry["input_schema"])
        need(re.fullmatch(r"computer_\d{8}", entry["type"]) and entry["name"] == "computer", "no such tool")
        display = Display(entry["type"], entry["display_width_px"], entry["display_height_px"])
        return Tool(entry["name"], "", {}, display)

    def _parts(self, blocks: Any) -> tuple[str | Picture, ...]:
        if isinstance(blocks, str):
            blocks = [{"type": "text", "text": blocks}]
        parts: list[str | Picture] = []
        for block in blocks:
            if block["type"] == "text":
                need(block["text"].strip(), "text content blocks must be non-empty")
                parts.append(block["text"])
            else:
                need(block["type"] == "image", f"no such block: {block['type']}")
                need(block["source"]["type"] == "base64", "a picture that isn't base64")
                parts.append(picture(block["source"]["data"], block["source"]["media_type"]))
        return tuple(parts)

    def write(self, model: str, reply: Reply, tells_usage: bool) -> dict[str, Any]:
        content: list[dict[str, Any]] = list(map(dict, reply.own))
        content += [{"type": "text", "text": reply.text}] if reply.text else []
        for i, call in enumerate(reply.calls):
            given = call.raw if call.arguments is None else dict(call.arguments)
            content.append({"type": "tool_use", "id": call.id or f"toolu_{i}x", "name": call.name, "input": given})
        stop = {"calls": "tool_use", "length": "max_tokens", "refusal": "refusal"}.get(reply.finish, "end_turn")
        answer: dict[str, Any] = {
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "model": f"{model}-served",
            "content": content,
            "stop_reason": stop,
            "stop_sequence": None,
        }
        if tells_usage:
            prompt, completion = reply.tokens
            cached = prompt // 3  # the real one counts what its cache held apart
            answer["usage"] = {
                "input_tokens": prompt - cached,
                "cache_read_input_tokens": cached,
                "cache_creation_input_tokens": 0,
                "output_tokens": completion,
            }
        return answer


class Google(Dialect):
    """generateContent."""

    name = "google"
    fields = "contents systemInstruction tools toolConfig generationConfig"
    config = "temperature seed maxOutputTokens topP topK candidateCount"

    def check_key(self, headers: Mapping[str, str], key: str) -> None:
        need(headers.get("x-goog-api-key") == key, f"API key not valid: {headers.get('x-goog-api-key')}", 400)

    def read(self, path: str, body: Any) -> Heard:
        only(body, self.fields)
        only(body.get("generationConfig", {}), self.config)
        model = path.rpartition("/")[2].partition(":")[0]
        need(model != "missing", "models/missing is not found", 404)
        system = body.get("systemInstruction", {}).get("parts", ())
        messages = [Message("system", tuple(part["text"] for part in system))] if system else []
        waiting: list[str] = []
        last = "model"
        for entry in body["contents"]:
            role = entry["role"]
            need(role in ("user", "model"), f"no such role: {role}")
            need(role != last, "turns must alternate, the user's first")
            need(entry["parts"], "contents.parts must not be empty")
            results = [part["functionResponse"] for part in entry["parts"] if "functionResponse" in part]
            need(
                [result["name"] for result in results] == waiting,
                "the number of function response parts must be equal to that of function call parts",
            )
            for result in results:
                need(isinstance(result["response"], dict), "a response that is no object")
                text = result["response"].get("result", "")
                shown = tuple(self._parts(result.get("parts", ()), "user")[0])
                messages.append(Message("tool", (*([text] if text else []), *shown), (), result["name"]))
            parts, calls = self._parts(entry["parts"], role)
            waiting = [call.name for call in calls]
            last = role
            if parts or calls:
                spoken = "user" if role == "user" else "assistant"
                messages.append(Message(spoken, tuple(parts), tuple(calls)))  # type: ignore[arg-type]
        need(last == "user", "the last turn is the model's")
        tools = [
            tool(declared["name"], declared["description"], either(declared, "parametersJsonSchema"))
            for group in body.get("tools", ())
            for declared in group.get("functionDeclarations", ())
        ]
        for group in body.get("tools", ()):
            if "computerUse" in group or "computer_use" in group:
                computer = either(group, "computerUse")
                display = Display(computer["environment"], 0, 0, tuple(either(computer, "excludedPredefinedFunctions")))
                tools.append(Tool("computer", "", {}, display))
        mode = body.get("toolConfig", {}).get("functionCallingConfig", {}).get("mode")
        return Heard(model, messages, tools, mode == "ANY")

    def _parts(self, entries: Sequence[Any], role: str) -> tuple[list[str | Picture], list[ToolCall]]:
        parts: list[str | Picture] = []
        calls: list[ToolCall] = []
        for part in entries:
            if "text" in part:
                need(part["text"], "an empty text")
                parts.append(part["text"])
            elif "inlineData" in part or "inline_data" in part:
                need(role == "user", "a picture of the model's")
                inline = either(part, "inlineData")
                data = inline["data"].replace("-", "+").replace("_", "/")
                parts.append(picture(data, either(inline, "mimeType")))
            elif "functionCall" in part:
                need(role == "model", "a function call of the user's")
                call = part["functionCall"]
                arguments = call.get("args", {})
                signature = part.get("thoughtSignature", "")
                calls.append(ToolCall(call["name"], arguments, json.dumps(arguments), "", signature))
            else:
                need("functionResponse" in part, f"no such part: {sorted(part)}")
        return parts, calls

    def write(self, model: str, reply: Reply, tells_usage: bool) -> dict[str, Any]:
        parts: list[dict[str, Any]] = [{"text": reply.text}] if reply.text else []
        for call in reply.calls:
            given = call.raw if call.arguments is None else dict(call.arguments)
            entry: dict[str, Any] = {"functionCall": {"name": call.name, "args": given}}
            parts.append(entry | ({"thoughtSignature": call.signature} if call.signature else {}))
        finish = {"length": "MAX_TOKENS", "refusal": "SAFETY"}.get(reply.finish, "STOP")
        candidate: dict[str, Any] = {"finishReason": finish, "index": 0}
        if parts:
            candidate["content"] = {"role": "model", "parts": parts}
        answer: dict[str, Any] = {"candidates": [candidate], "modelVersion": f"{model}-served"}
        if tells_usage:
            prompt, completion = reply.tokens
            thoughts = completion // 2  # the real one counts thoughts apart
            answer["usageMetadata"] = {
                "promptTokenCount": prompt,
                "candidatesTokenCount": completion - thoughts,
                "thoughtsTokenCount": thoughts,
                "totalTokenCount": prompt + completion,
            }
        return answer


class Responses(OpenAI):
    """Responses, for the computer tool."""

    fields = "model input instructions tools tool_choice truncation store include max_output_tokens temperature"

    def read(self, path: str, body: Any) -> Heard:
        only(body, self.fields)
        need(body["truncation"] == "auto", "the computer tool needs truncation auto")
        need(body["store"] is False and body["include"] == ["reasoning.encrypted_content"], "thoughts would be lost")
        messages = [Message("system", (body["instructions"],))] if body.get("instructions") else []
        waiting: dict[str, str] = {}
        thoughts: list[Any] = []
        for item in body["input"]:
            match item.get("type", "message"):
                case "message" if item["role"] == "user":
                    need(not waiting, f"no output for the calls {sorted(waiting)}")
                    messages.append(Message("user", tuple(map(self._shown, item["content"]))))
                case "message":
                    texts = tuple(part["text"] for part in item["content"] if part["type"] == "output_text")
                    messages.append(Message("assistant", texts))
                case "reasoning":
                    need(item["encrypted_content"] == signature(item["id"]), "a thought that was changed")
                    thoughts.append(item)
                case "computer_call" | "function_call" as kind:
                    need(item["call_id"] not in waiting, "two calls have one id")
                    waiting[item["call_id"]] = kind
                    given = json.loads(item["arguments"]) if kind == "function_call" else _actions(item)
                    call = ToolCall(item.get("name", "computer"), given, "", item["call_id"])
                    messages.append(Message("assistant", (), (call,), own=tuple(thoughts)))
                    thoughts = []
                case "computer_call_output" | "function_call_output" as kind:
                    need(waiting.pop(item["call_id"], "") + "_output" == kind, "an output without its call")
                    output = item["output"]
                    shown = output if kind == "function_call_output" else [output | {"type": "input_image"}]
                    messages.append(Message("tool", tuple(map(self._shown, shown)), (), item["call_id"]))
                case other:
                    raise Refused(f"no such item: {other}")
        need(not waiting, f"no output for the calls {sorted(waiting)}")
        tools = [self._tool(entry) for entry in body["tools"]]
        return Heard(body["model"], messages, tools, body["tool_choice"] == "required")

    def _tool(self, entry: Mapping[str, Any]) -> Tool:
        if entry["type"] == "function":
            return tool(entry["name"], entry["description"], entry["parameters"])
        only(entry, "type display_width display_height environment" if "preview" in entry["type"] else "type")
        return Tool("computer", "", {}, Display(entry["type"], entry.get("display_width", 0), 0))

    def _shown(self, part: Mapping[str, Any]) -> str | Picture:
        if part["type"] == "input_text":
            need(part["text"], "an empty text")
            return str(part["text"])
        need(part["type"] == "input_image", f"no such part: {part['type']}")
        return picture(part["image_url"].removeprefix("data:image/png;base64,"), "image/png")

    def write(self, model: str, reply: Reply, tells_usage: bool) -> dict[str, Any]:
        output: list[dict[str, Any]] = list(map(dict, reply.own))
        if reply.text:
            output.append({"type": "message", "role": "assistant", "id": "msg_1", "status": "completed",
                           "content": [{"type": "output_text", "text": reply.text, "annotations": []}]})  # fmt: skip
        for i, call in enumerate(reply.calls):
            item: dict[str, Any] = {"id": f"item_{i}", "call_id": call.id or f"call_{i}x", "status": "completed"}
            if call.name == "computer":
                item |= {"type": "computer_call", "pending_safety_checks": [], **dict(call.arguments or {})}
            else:
                item |= {"type": "function_call", "name": call.name, "arguments": json.dumps(call.arguments)}
            output.append(item)
        prompt, completion = reply.tokens
        usage = {"input_tokens": prompt, "output_tokens": completion, "total_tokens": prompt + completion}
        answer = {"id": "resp_1", "object": "response", "status": "completed", "model": f"{model}-served"}
        return {**answer, "output": output} | ({"usage": usage} if tells_usage else {})


def _actions(item: Mapping[str, Any]) -> dict[str, Any]:
    return {"actions": item["actions"] if "actions" in item else [item["action"]]}


def signature(thought: str) -> str:
    """Returns what a vendor signs a thought with, by which it knows that nobody changed it."""
    return f"signed {thought[::-1]}"


_DIALECTS: Mapping[str, Dialect] = {
    r"/v1/chat/completions": OpenAI(),
    r"/v1/messages": Anthropic(),
    r"/v1/responses": Responses(),
    r"/v1(beta)?/models/[^/:]+:generateContent": Google(),
}


def of_path(path: str) -> Dialect | None:
    """Returns the dialect format that is spoken at a path."""
    bare = path.partition("?")[0]
    return next((dialect for pattern, dialect in _DIALECTS.items() if re.fullmatch(pattern, bare)), None)
