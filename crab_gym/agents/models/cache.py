"""A cache of a model's answers on disk, so that a run can be replayed without asking the model."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from crab_gym.agents.chat import Message, Model, ModelError, Picture, Reply, Tokens, Tool, ToolCall

__all__ = ["CachedModel"]


class CachedModel:
    """Returns the answer that a model gave before to the same request, at no cost; asks the model otherwise.

    A request consists of the model with its options, the conversation with its pictures, and the tools. The same
    request has one answer, even at a temperature where the model would vary it. An answer from the cache has ``cached``
    set, and the tokens that the server counted when it gave the answer.

    Args:
        model: The model.
        path: The folder that keeps the answers, one per file; created if missing. Several processes may use it.
        ask: Whether to ask the model for an answer that isn't in the folder; otherwise its absence is an error.

    Example:
        >>> import tempfile
        >>> from crab_gym.agents.models import ScriptedModel
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     model = CachedModel(ScriptedModel(["Once."]), folder)
        ...     [model.ask([Message("user", ("Hi!",))]).cached for _ in range(2)]
        [False, True]
    """

    def __init__(self, model: Model, path: str | Path, ask: bool = True) -> None:
        self.model = model
        self.name = model.name
        self.calls_tools = model.calls_tools
        self.forces_calls = getattr(model, "forces_calls", True)
        self.path = Path(path).absolute()
        self._ask = ask

    @property
    def settings(self) -> dict[str, Any]:
        """The settings that its answers depend on."""
        return dict(getattr(self.model, "settings", {"name": self.name}))

    def check(self) -> None:
        """Checks that the model can be asked, unless there are answers that may make this needless.

        Raises:
            ModelError: It can't be.
        """
        check = getattr(self.model, "check", None)
        if check is not None and self._ask and next(self.path.glob("*/*.json"), None) is None:
            check()

    def ask(self, messages: Sequence[Message], tools: Sequence[Tool] = (), force: bool = False) -> Reply:
        """Returns the answer to a conversation.

        Raises:
            ModelError: The model can't be asked; or the answer isn't in the folder and `ask` is false; or the folder
                can't be written.
        """
        key = _key(self.settings, messages, tools, force)
        file = self.path / key[:2] / f"{key}.json"
        cached = _read(file)
        if cached is not None:
            return replace(cached, cached=True, retries=0)
        if not self._ask:
            raise ModelError(
                f"the cache {self.path} has no answer to this request of {self.name}, and only it is asked"
            )
        reply = self.model.ask(messages, tools, force)
        try:
            _write(file, json.dumps({"model": self.name, "reply": asdict(reply)}))
        except OSError as error:
            raise ModelError(f"the answer can't be kept in the cache {self.path}: {error.strerror}") from error
        return reply


def _key(settings: dict[str, Any], messages: Sequence[Message], tools: Sequence[Tool], force: bool) -> str:
    conversation = [
        {
            "role": message.role,
            "parts": [_digest(part) if isinstance(part, Picture) else part for part in message.parts],
            "calls": [[call.name, call.arguments, call.raw, call.id] for call in message.calls],
            "call_id": message.call_id,
            **({"own": message.own} if message.own else {}),
        }
        for message in messages
    ]
    offered = [[part for part in tool if part is not None] for tool in tools]
    request = [settings, conversation, offered, force]
    return hashlib.sha256(json.dumps(request, sort_keys=True, default=dict).encode()).hexdigest()


def _digest(picture: Picture) -> dict[str, Any]:
    return {"picture": hashlib.sha256(picture.pixels.tobytes()).hexdigest(), "shape": list(picture.pixels.shape)}


def _read(file: Path) -> Reply | None:
    """Returns the answer in a file; None if there is no file, or it can't be read."""
    try:
        fields = dict(json.loads(file.read_bytes())["reply"])
        calls = tuple(ToolCall(**call) for call in fields.pop("calls"))
        own = tuple(fields.pop("own", ()))
        return Reply(**fields | {"calls": calls, "tokens": Tokens(*fields["tokens"]), "own": own})
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None


def _write(file: Path, text: str) -> None:
    """Writes a file atomically: another process sees all of it or nothing."""
    file.parent.mkdir(parents=True, exist_ok=True)
    descriptor, part = tempfile.mkstemp(dir=file.parent, suffix=".part")
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as opened:
            opened.write(text)
        os.replace(part, file)
    except BaseException:
        Path(part).unlink(missing_ok=True)
        raise
