"""Conversations with tools as tokens, by a tokenizer's chat template.

* `Chat` - prompts, tools' results and replies as tokens; whether a template can be trained on.
* `Example` - a conversation to imitate.
* `pictures` - the images of messages.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeAlias

from crab_gym.agents.answers.fitting import fitted
from crab_gym.integrations.finetune.session import Content
from crab_gym.integrations.finetune.tools import needs

__all__ = ["IGNORED", "Chat", "Example", "Tokens", "pictures"]

Tokens: TypeAlias = "list[int]"
IGNORED = -100
"""The label of a token that is not to be learned."""
_CHOOSE = (
    "choose an instruction-tuned model whose template TRL knows, such as Qwen 2.5, Qwen 3, Llama 3.1 or Llama 3.2, or "
    "save the tokenizer with a chat_template and a response_template of your own and give its path"
)
_WORDS = {"system": "word-of-system", "user": "word-of-user", "tool": "word-of-tool", "assistant": "word-of-assistant"}
"""Contents of the messages with which a template is tried."""


@dataclass(frozen=True, slots=True)
class Example:
    """A conversation to imitate.

    Attributes:
        ids: Its tokens.
        mask: For each token, 1 if it is the model's, 0 if it is a prompt's or a tool's.
        images: Its images in their order; none for a model that doesn't see.
    """

    ids: Tokens
    mask: list[int]
    images: list[Any] = field(default_factory=list)

    @property
    def labels(self) -> list[int]:
        """Its tokens, with `IGNORED` in place of those that aren't the model's."""
        return [token if own else IGNORED for token, own in zip(self.ids, self.mask, strict=True)]


def pictures(content: Content) -> list[Any]:
    """Returns the images of a message's content."""
    return [] if isinstance(content, str) else [part["image"] for part in content if part["type"] == "image"]


class Chat:
    """The tokens of conversations with tools, by a tokenizer's chat template.

    A template that renders earlier turns differently once others follow is replaced with the one that TRL has for
    training, if any.

    Args:
        tokenizer: A tokenizer of transformers with a ``response_template``, or with a chat template that TRL knows; or,
            for a model that sees, a processor with such a tokenizer.
        tools: The tools' schemas (`CrabSpec.tool_schemas`).
        options: Further arguments of the chat template, such as ``enable_thinking=False``.

    Raises:
        ImportError: TRL isn't installed (extra ``llm``).
        ValueError: There is no chat template, or TRL can't read its replies, or it can't be played on in turns.
    """

    def __init__(self, tokenizer: Any, tools: Sequence[Mapping[str, Any]], **options: Any) -> None:
        self._trl = needs("trl.chat_template_utils")
        if not tokenizer.chat_template:
            raise ValueError(f"the tokenizer has no chat template; {_CHOOSE}")
        self.sees = hasattr(tokenizer, "image_processor")
        self._writer = tokenizer
        self.tokenizer = tokenizer.tokenizer if self.sees else tokenizer
        if (
            getattr(self.tokenizer, "response_template", None) is None
            and getattr(self.tokenizer, "response_schema", None) is None
        ):
            try:
                self._trl.add_response_schema(tokenizer)
            except ValueError as error:
                raise ValueError(
                    f"TRL doesn't know the chat template, so the model's calls of tools can't be read; {_CHOOSE}"
                ) from error
        self._tools, self._options = list(tools), options
        self._template = self._patched()

    def _patched(self) -> str | None:
        """Returns TRL's template for training where the tokenizer's own can't be used; None where it can.

        Raises:
            ValueError: Neither can.
        """
        refusals = (needs("jinja2").TemplateError, TypeError, ValueError)
        try:
            if self._trl.is_chat_template_prefix_preserving(self._writer):
                return None
            why = "renders earlier turns differently once others follow"
        except refusals as error:
            why = f"doesn't take calls of tools and their results ({error})"
        try:
            patched: str | None = self._trl.get_training_chat_template(self._writer)
        except refusals as error:
            raise ValueError(f"the chat template {why}, and TRL has no other in its place; {_CHOOSE}") from error
        return patched

    def _render(
        self,
        messages: Sequence[Mapping[str, Any]],
        more: bool,
        tools: Sequence[Mapping[str, Any]] | None,
        tokenize: bool = True,
    ) -> Any:
        rendered = self._writer.apply_chat_template(
            [self._message(message) for message in messages],
            tools=tools if tools is None else list(tools),
            chat_template=self._template,
            add_generation_prompt=more,
            tokenize=tokenize,
            return_dict=False,
            **self._options,
        )
        return rendered[0] if self.sees and tokenize else rendered

    def _message(self, message: Mapping[str, Any]) -> dict[str, Any]:
        """Returns a message as its writer takes it: processors take parts only."""
        content = message["content"]
        if self.sees and isinstance(content, str):
            content = [{"type": "text", "text": content}] if content else []
        return {**message, "content": content}

    def _ids(
        self, messages: Sequence[Mapping[str, Any]], more: bool, tools: Sequence[Mapping[str, Any]] | None
    ) -> Tokens:
        return list(self._render(messages, more, tools))

    def start(self, messages: Sequence[Mapping[str, Any]]) -> Tokens:
        """Returns the tokens of a prompt, up to the model's answer."""
        return self._ids(messages, True, self._tools)

    def results(self, results: Sequence[tuple[str, Content]]) -> Tokens:
        """Returns the tokens between a reply that called tools and the next reply.

        Args:
            results: Name and content of each tool's result.
        """
        messages = [{"role": "tool", "name": name, "content": content} for name, content in results]
        called = {"type": "function", "function": {"name": results[0][0], "arguments": {}}}
        before: list[dict[str, Any]] = [
            {"role": "user", "content": "-"},
            {"role": "assistant", "content": "", "tool_calls": [called]},
        ]
        head, whole = self._ids(before, False, None), self._ids([*before, *messages], True, None)
        head = self._turn(head) or head
        if whole[: len(head)] != head:
            raise ValueError("the chat template writes a turn differently when another follows; expected it to go on")
        return whole[len(head) :]

    def _turn(self, ids: Tokens) -> Tokens:
        """Returns tokens up to the last end of a turn: a template may add others after it, which no reply has."""
        return ids[: len(ids) - ids[::-1].index(self.end)] if self.end in ids else []

    def example(self, messages: Sequence[Mapping[str, Any]]) -> Example:
        """Returns the tokens that an episode with these turns would have, and which of them are the model's.

        Unlike masks by a template's ``{% generation %}``, this needs no marks in the template.

        Args:
            messages: The conversation.

        Raises:
            ValueError: The template doesn't write a reply where it says that one begins, or doesn't end it.
        """
        whole = self._ids(messages, False, self._tools)
        mask = [0] * len(whole)
        end = 0
        for place, message in enumerate(messages):
            if message["role"] != "assistant":
                continue
            before = self.start(messages[:place])
            turn = self._turn(self._ids(messages[: place + 1], False, self._tools))
            if len(turn) <= len(before):
                raise ValueError(
                    f"the chat template doesn't end a reply with {self.tokenizer.eos_token!r}, the tokenizer's "
                    f"eos_token, at which generation stops; set it to what a reply ends with, or {_CHOOSE}"
                )
            if turn[: len(before)] != before or whole[: len(turn)] != turn:
                raise ValueError(
                    "the chat template writes a reply differently from how it lets one begin, or differently once "
                    'others follow; give it options with which it doesn\'t, such as {"enable_thinking": false}, or '
                    f"{_CHOOSE}"
                )
            end = len(turn)
            mask[len(before) : end] = [1] * (end - len(before))
        images = [image for message in messages for image in pictures(message["content"])]
        return Example(whole[:end], mask[:end], images)

    def check(self, system: bool = True) -> None:
        """Tries the template with a conversation.

        Args:
            system: Whether prompts have a system message.

        Raises:
            ValueError: It can't be trained on; the message says why, and what to do.
        """
        tool, arguments = self._call()
        messages: list[dict[str, Any]] = [
            *([{"role": "system", "content": _WORDS["system"]}] if system else []),
            {"role": "user", "content": _WORDS["user"]},
            {
                "role": "assistant",
                "content": "",
                "tool_calls": [{"type": "function", "function": {"name": tool, "arguments": arguments}}],
            },
            {"role": "tool", "name": tool, "content": self._probe()},
            {"role": "assistant", "content": _WORDS["assistant"]},
        ]
        parts = {
            **{f"the {message['role']} message": _WORDS[message["role"]] for message in messages[:-3]},
            "the call's tool": tool,
            "the tool's result": _WORDS["tool"],
            "the last answer": _WORDS["assistant"],
            **({"the image in a tool's result": self._writer.image_token} if self.sees else {}),
        }
        try:
            text = self._render(messages, False, self._tools, tokenize=False)
        except (needs("jinja2").TemplateError, TypeError) as error:
            raise ValueError(
                f"the chat template refuses a conversation of {', '.join(each['role'] for each in messages)} messages "
                f"({error}); {_CHOOSE}"
            ) from error
        missing = [part for part, word in parts.items() if word not in text]
        if missing:
            without = ", or leave out the system message" if system and missing == ["the system message"] else ""
            raise ValueError(f"the chat template leaves out {', '.join(missing)}; {_CHOOSE}{without}")
        whole = self.example(messages)
        before = self.start(messages[:-3])
        reply = self._turn(self._ids(messages[:-2], False, self._tools))[len(before) :]
        known = self.tokenizer.unk_token_id is None or self.tokenizer.unk_token_id not in whole.ids
        if known and self.calls(reply, before) != [(tool, arguments)]:
            raise ValueError(
                f"TRL doesn't read a call as the chat template writes it: {self.tokenizer.decode(reply)!r}, expected "
                f"{tool} with {arguments}; {_CHOOSE}"
            )

    def _probe(self) -> Content:
        """Returns a tool's result with which a template is tried."""
        if not self.sees:
            return _WORDS["tool"]
        image = needs("PIL.Image").new("RGB", (64, 64))
        return [{"type": "image", "image": image}, {"type": "text", "text": _WORDS["tool"]}]

    def _call(self) -> tuple[str, dict[str, Any]]:
        """Returns the name of a tool, and arguments for it."""
        function = self._tools[0]["function"]
        about = function["parameters"]["properties"]
        examples = {"integer": 3, "number": 1.5, "boolean": True, "array": ["a"]}
        required = function["parameters"].get("required") or list(about)[:1]
        return str(function["name"]), {
            name: next(iter(about[name].get("enum", ())), examples.get(about[name].get("type"), "some text"))
            for name in required
        }

    def calls(self, reply: Tokens, before: Tokens) -> list[tuple[str, Mapping[str, Any]]]:
        """Returns the names and fitted arguments of the tools that a reply calls; empty if it can't be read."""
        functions = {each["function"]["name"]: each["function"]["parameters"] for each in self._tools}
        message = self._trl.parse_response(self.tokenizer, reply, prefix=before, tools=self._tools)
        called: list[tuple[str, Mapping[str, Any]]] = []
        for call in message.get("tool_calls") or ():
            name, arguments = call["function"]["name"], call["function"]["arguments"]
            values = arguments if isinstance(arguments, Mapping) else {"arguments": arguments}
            called.append(fitted(str(name), values, functions))
        return called

    def has(self, tool: str) -> bool:
        """Returns whether there is a tool of this name."""
        return any(each["function"]["name"] == tool for each in self._tools)

    @cached_property
    def end(self) -> int:
        """The token that ends a turn."""
        return int(self.tokenizer.eos_token_id)
