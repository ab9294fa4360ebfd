"""The conversation between agents and models, and the protocol of a model.

* `Message`, `Picture`, `ToolCall`, `Tool` - a conversation.
* `Reply`, `Tokens` - a model's answer, and its cost.
* `Model` - the protocol: a client of a server, or a script.
* `ModelError` and its kinds - failures that are not the agent's fault.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias, runtime_checkable

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "BudgetSpent",
    "ConversationTooLong",
    "Display",
    "Message",
    "Model",
    "ModelError",
    "ModelUnavailable",
    "Picture",
    "Reply",
    "Tokens",
    "Tool",
    "ToolCall",
]

Part: TypeAlias = "str | Picture"


class ModelError(RuntimeError):
    """A model can't be asked: a wrong key or name, a request that it refuses. Asking again won't help.

    Attributes:
        error_kind: Its name in records.
        transient: Whether an episode that ended with it is worth running again at once.
    """

    error_kind = "model"
    transient = False


class ConversationTooLong(ModelError):
    """A model has no room for a conversation and an answer to it."""


class ModelUnavailable(ModelError):
    """A model's server didn't answer after all tries. The episode is recorded as an error, never scored; run it
    again.
    """

    transient = True


class BudgetSpent(ModelError):
    """Tokens, calls or money that were set aside for a run are used up."""

    error_kind = "budget"


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """An image in a message.

    Attributes:
        pixels: ``(H, W, 3) uint8`` RGB.
        name: The name of the thing shown, such as ``"android"``.
    """

    pixels: NDArray[np.uint8]
    name: str = ""


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A model's call of a tool.

    Attributes:
        name: The tool's name.
        arguments: The call's arguments; None where the model's text couldn't be read as a JSON object.
        raw: The arguments as the model wrote them.
        id: The server's name for the call, which the call's result has to repeat.
        signature: A token that the server wants back with the call, unread: Google's thought signature.
    """

    name: str
    arguments: Mapping[str, Any] | None
    raw: str = ""
    id: str = ""
    signature: str = ""


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a conversation.

    Attributes:
        role: The speaker; ``"tool"`` gives the result of a call.
        parts: Texts and pictures, in order.
        calls: An assistant's tool calls.
        call_id: The call that a tool's result answers.
        own: An assistant's message in its vendor's own form, see `Reply.own`; it is sent beside its parts and calls, or
            in their place.
    """

    role: Literal["system", "user", "assistant", "tool"]
    parts: tuple[Part, ...] = ()
    calls: tuple[ToolCall, ...] = ()
    call_id: str = ""
    own: tuple[Mapping[str, Any], ...] = ()

    @property
    def text(self) -> str:
        """The texts, joined by line ends."""
        return "\n".join(part for part in self.parts if isinstance(part, str))


class Display(NamedTuple):
    """The screen of a vendor's own computer tool, which its models know without a description.

    Attributes:
        kind: The vendor's name for the tool's version, such as ``"computer_20250124"``.
        width: The screen's width in pixels.
        height: Its height.
        excluded: Names of the tool's functions that can't be called here.
    """

    kind: str
    width: int
    height: int
    excluded: tuple[str, ...] = ()


class Tool(NamedTuple):
    """A function that a model may call.

    Attributes:
        name: Its name, ``[a-zA-Z0-9_-]{1,64}``.
        description: Its purpose, for the model.
        parameters: JSON schema of its arguments, an object.
        display: Of a vendor's own computer tool its screen; None for a function.
    """

    name: str
    description: str
    parameters: Mapping[str, Any]
    display: Display | None = None


class Tokens(NamedTuple):
    """Tokens of a call, as its server counted them.

    Attributes:
        prompt: Tokens of the request, pictures included.
        completion: Tokens of the answer, thinking included.
    """

    prompt: int = 0
    completion: int = 0

    @property
    def total(self) -> int:
        """The sum of both."""
        return self.prompt + self.completion

    def plus(self, more: Tokens) -> Tokens:
        """Returns the sum of the tokens of two calls."""
        return Tokens(self.prompt + more.prompt, self.completion + more.completion)


NO_TOKENS = Tokens()


@dataclass(frozen=True, slots=True)
class Reply:
    """A model's answer.

    Attributes:
        text: Its text, ``""`` where there is none.
        calls: Its tool calls.
        tokens: Its cost.
        finish: The reason why the model stopped: ``"stop"``, ``"calls"``, ``"length"`` (cut off) or ``"refusal"``.
        model: The server's name for the model that answered.
        cached: Whether it came from the cache of replies.
        own: The answer in the vendor's own form, as its blocks, items or parts, where text and calls don't tell all of
            it: thoughts that the vendor wants back with the calls that they led to, and calls of its computer tool.
        retries: How often the request had to be sent again. The server may have counted the tokens of earlier ones,
            such as of an answer that came too late.
    """

    text: str = ""
    calls: tuple[ToolCall, ...] = ()
    tokens: Tokens = NO_TOKENS
    finish: Literal["stop", "calls", "length", "refusal"] = "stop"
    model: str = ""
    cached: bool = False
    own: tuple[Mapping[str, Any], ...] = ()
    retries: int = 0


@runtime_checkable
class Model(Protocol):
    """Answers conversations. One model may serve many agents at once, from several threads."""

    name: str
    """Its name in records, such as ``"openai:gpt-4o"``; never a secret."""
    calls_tools: bool
    """Whether it calls tools natively; otherwise agents describe them in text and read JSON from its answer."""

    def ask(self, messages: Sequence[Message], tools: Sequence[Tool] = (), force: bool = False) -> Reply:
        """Returns the answer to a conversation.

        Args:
            messages: The conversation; the last one isn't the assistant's.
            tools: The tools that it may call.
            force: Whether it has to call one of them.

        Raises:
            ModelError: The model can't be asked.
            ModelUnavailable: It didn't answer after all tries.
            BudgetSpent: The budget for it is used up.
        """
        ...
