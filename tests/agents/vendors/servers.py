"""Servers as strict as their vendors' documentation says, each in a few lines of data or a small class.

`vendor(name)` makes one to give to a `FakeServer` as its `speaks`. Beyond `tests.agents.dialects` they check that
thoughts and signatures come back with the calls that they led to, unchanged; that ids of calls are the server's own;
which roles may follow one another; whether a call can be forced; and that no message has a field which the vendor
doesn't know.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import count, pairwise
from typing import Any

from crab_gym.agents.chat import Reply, ToolCall
from tests.agents.dialects import Anthropic, Dialect, Google, Heard, OpenAI, need, only, signature

THOUGHT = "The drafts that I dropped: root__complete()."

_MESSAGES = {
    "system": "role content",
    "user": "role content",
    "assistant": "role content tool_calls",
    "tool": "role tool_call_id content",
}
_CALLS = "id type function"


@dataclass(frozen=True)
class Rules:
    """What a server with OpenAI's format asks for.

    Attributes:
        forced: Its words where a call is forced; "" if that may be.
        system: Its words where there is a message of the system.
        after_result: Its words where a message of the user's follows a tool's result.
        code: The status of these refusals.
        tools: Whether it knows tools.
        ids: How it numbers calls, and which ids it takes.
        fields: Further fields of requests.
        message: Further fields of an assistant's messages.
        call: Further fields of calls.
        thoughts: Adds thoughts to an assistant's message that it writes.
        checks: Checks a message with calls that comes back.
        wraps_errors: Whether its errors are in a list.
    """

    forced: str = ""
    system: str = ""
    after_result: str = ""
    code: int = 400
    tools: bool = True
    ids: str = "call_{:024}"
    fields: str = "max_completion_tokens seed"
    message: str = ""
    call: str = ""
    thoughts: Callable[[dict[str, Any]], None] = lambda message: None
    checks: Callable[[Mapping[str, Any]], None] = lambda message: None
    wraps_errors: bool = False

    @property
    def words(self) -> dict[str, str]:
        """The words of its refusals that are found out."""
        given = {"forced": self.forced, "system": self.system, "after_result": self.after_result}
        return {what: words for what, words in given.items() if words}


def _thinks(message: dict[str, Any]) -> None:
    message["reasoning_content"] = THOUGHT if message.get("tool_calls") else ""


def _wants_thoughts(message: Mapping[str, Any]) -> None:
    need(
        message.get("reasoning_content") == THOUGHT,
        "The `reasoning_content` in the thinking mode must be passed back to the API.",
    )


def _reasons(message: dict[str, Any]) -> None:
    sealed = signature(message["tool_calls"][0]["id"] if "tool_calls" in message else "")
    details = {"type": "reasoning.encrypted", "data": sealed, "id": "r1", "format": "anthropic-claude-v1", "index": 0}
    message |= {"reasoning": THOUGHT, "reasoning_details": [details]}


def _wants_reasons(message: Mapping[str, Any]) -> None:
    given: dict[str, Any] = {"tool_calls": message["tool_calls"]}
    _reasons(given)
    need(message.get("reasoning_details") == given["reasoning_details"], "the reasoning_details were changed")


def _signs(message: dict[str, Any]) -> None:
    for call in message.get("tool_calls", ())[:1]:  # of parallel calls, the first
        call["extra_content"] = {"google": {"thought_signature": signature(call["id"])}}


def _wants_signature(message: Mapping[str, Any]) -> None:
    first = message["tool_calls"][0]
    sealed = first.get("extra_content", {}).get("google", {}).get("thought_signature")
    need(sealed == signature(first["id"]), "Function call is missing a thought_signature in functionCall parts.")


def _thinks_in_parts(message: dict[str, Any]) -> None:
    said = [{"type": "text", "text": message["content"]}] if message["content"] else []
    message["content"] = [{"type": "thinking", "thinking": [{"type": "text", "text": THOUGHT}]}, *said]
    message.pop("refusal")


def _wants_parts(message: Mapping[str, Any]) -> None:
    need(message["content"][0]["type"] == "thinking", "the thoughts of the message are gone")


COMPATIBLE: Mapping[str, Rules] = {
    "openai": Rules(),
    "deepseek": Rules(
        forced="Thinking mode does not support this tool_choice",
        fields="max_tokens thinking",
        message="reasoning_content",
        call="index",
        thoughts=_thinks,
        checks=_wants_thoughts,
    ),
    "qwen": Rules(
        forced="<400> InternalError.Algo.InvalidParameter: The tool_choice parameter does not support being set to "
        "required or object in thinking mode",
        fields="max_tokens seed enable_thinking",
        message="reasoning_content",
        call="index",
        thoughts=_thinks,
    ),
    "openrouter": Rules(
        fields="max_tokens seed reasoning provider",
        message="reasoning reasoning_details",
        thoughts=_reasons,
        checks=_wants_reasons,
    ),
    "gemini_by_openai": Rules(
        ids="function-call-{:020}",
        call="extra_content",
        thoughts=_signs,
        checks=_wants_signature,
        wraps_errors=True,
    ),
    "mistral": Rules(
        after_result="Unexpected role 'user' after role 'tool'",
        ids="{:09}",
        fields="max_tokens random_seed",
        thoughts=_thinks_in_parts,
        checks=_wants_parts,
    ),
    "vllm_gemma": Rules(system="System role not supported", tools=False, fields="max_tokens seed"),
    "llama_cpp_gemma": Rules(system="Jinja Exception: System role not supported", code=500, tools=False),
}


class Compatible(OpenAI):
    """A server with OpenAI's format and rules of its own."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.fields = f"model messages tools tool_choice temperature top_p {rules.fields}"
        self._numbers = count(1)
        self._given: set[str] = set()

    def read(self, path: str, body: Any) -> Heard:
        rules, messages = self.rules, body["messages"]
        need(rules.tools or "tools" not in body, "no parser of calls is set up")
        self._refuse(rules.forced, "tools" in body and body.get("tool_choice") not in ("auto", "none"))
        self._refuse(rules.system, any(message["role"] == "system" for message in messages))
        for before, message in pairwise([{"role": ""}, *messages]):
            role = message["role"]
            self._refuse(rules.after_result, (before["role"], role) == ("tool", "user"))
            need(role == "tool" or role != before["role"], f"two messages of the {role} in a row")
            only(message, _MESSAGES[role] + (f" {rules.message}" if role == "assistant" else ""))
            for call in message.get("tool_calls", ()):
                only(call, f"{_CALLS} {rules.call}")
                need(call["id"] in self._given, f"Tool call id was {call['id']}, which isn't the server's")
            if message.get("tool_calls"):
                rules.checks(message)
        return super().read(path, body)

    def _refuse(self, words: str, applies: bool) -> None:
        need(not (words and applies), words, self.rules.code)

    def _parts(self, content: Any, role: str) -> Any:
        if isinstance(content, list) and role == "assistant":
            content = [part for part in content if part["type"] == "text"]
        return super()._parts(content, "user" if role == "tool" and self.rules.after_result else role)

    def write(self, model: str, reply: Reply, tells_usage: bool) -> dict[str, Any]:
        answer = super().write(model, reply, tells_usage)
        message = answer["choices"][0]["message"]
        for place, call in enumerate(message.get("tool_calls", ())):
            call["id"] = self.rules.ids.format(next(self._numbers))
            self._given.add(call["id"])
            if "index" in self.rules.call:
                call["index"] = place
        self.rules.thoughts(message)
        return answer

    def error(self, code: int, message: str) -> Any:
        error = super().error(code, message)
        return [error] if self.rules.wraps_errors else error


class Claude(Anthropic):
    """Claude, which thinks by itself, and begins with a blank text."""

    always_thinks = True

    def __init__(self) -> None:
        self._numbers = count(1)

    def write(self, model: str, reply: Reply, tells_usage: bool) -> dict[str, Any]:
        calls = tuple(
            ToolCall(call.name, call.arguments, call.raw, f"toolu_{next(self._numbers):020}") for call in reply.calls
        )
        thought = {"type": "thinking", "thinking": THOUGHT, "signature": signature(THOUGHT)}
        said = Reply(reply.text, calls, reply.tokens, reply.finish, own=(thought, {"type": "text", "text": "\n"}))
        return super().write(model, said, tells_usage)


@dataclass
class Gemini(Google):
    """Gemini by its own format, which signs the first call of each answer and gives calls their ids."""

    numbers: Any = field(default_factory=lambda: count(1))

    def read(self, path: str, body: Any) -> Heard:
        asked: list[str] = []
        for entry in body["contents"]:
            answered = [part["functionResponse"].get("id") for part in entry["parts"] if "functionResponse" in part]
            need(answered == asked, "function responses without the ids of their calls")
            called = [part for part in entry["parts"] if "functionCall" in part]
            asked = [part["functionCall"].get("id") for part in called]
            if called:
                sealed = called[0].get("thoughtSignature", "").replace("-", "+").replace("_", "/")
                need(sealed == _sealed(asked[0]), "Function call is missing a thought_signature in functionCall parts.")
        return super().read(path, body)

    def write(self, model: str, reply: Reply, tells_usage: bool) -> dict[str, Any]:
        answer = super().write(model, reply, tells_usage)
        content = answer["candidates"][0].get("content", {"parts": []})
        called = [part for part in content["parts"] if "functionCall" in part]
        for part in called:
            part["functionCall"]["id"] = f"fc{next(self.numbers):08}"
        for part in called[:1]:
            part["thoughtSignature"] = _sealed(part["functionCall"]["id"])
        content["parts"].insert(0, {"text": THOUGHT, "thought": True})
        return answer


def _sealed(name: str) -> str:
    return base64.b64encode(signature(name).encode()).decode()


VENDORS = (*COMPATIBLE, "claude", "gemini")


def vendor(name: str) -> Dialect:
    """Returns a new server of a vendor."""
    if name in COMPATIBLE:
        return Compatible(COMPATIBLE[name])
    return Claude() if name == "claude" else Gemini()


def words_of(name: str) -> dict[str, str]:
    """Returns the words of a vendor's refusals that are found out."""
    if name in COMPATIBLE:
        return COMPATIBLE[name].words
    return {"forced": "Thinking may not be enabled when tool_choice forces tool use."} if name == "claude" else {}
