"""A model whose requests and answers are written into files, so that a person can read them."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from crab_gym.agents.chat import Message, Model, ModelError, Reply, Tool

__all__ = ["TranscriptModel"]


class TranscriptModel:
    """Writes each request and its answer into a file.

    The requests of one conversation, that is with the same system message, are in one folder, in their order.

    Args:
        model: The model.
        path: The folder, created if missing. Several processes may use it.

    Example:
        >>> import tempfile
        >>> from crab_gym.agents.models import ScriptedModel
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     model = TranscriptModel(ScriptedModel(["Yes."]), folder)
        ...     reply = model.ask([Message("system", ("You are the judge.",)), Message("user", ("Is it done?",))])
        ...     print(*sorted(path.name for path in Path(folder).glob("judge-*/*")))
        0001.txt
    """

    def __init__(self, model: Model, path: str | Path) -> None:
        self.model = model
        self.name = model.name
        self.calls_tools = model.calls_tools
        self.path = Path(path).absolute()

    @property
    def settings(self) -> dict[str, Any]:
        """The settings that its answers depend on."""
        return dict(getattr(self.model, "settings", {"name": self.name}))

    def check(self) -> None:
        """Checks that the model can be asked, as far as that is known without asking it."""
        check = getattr(self.model, "check", None)
        if check is not None:
            check()

    def ask(self, messages: Sequence[Message], tools: Sequence[Tool] = (), force: bool = False) -> Reply:
        """Returns the answer to a conversation.

        Raises:
            ModelError: The model can't be asked, or the file can't be written.
        """
        reply = self.model.ask(messages, tools, force)
        from crab_gym.agents.requests.text import describe_reply, describe_request

        text = f"model: {self.name}\ntokens: {reply.tokens.prompt} sent, {reply.tokens.completion} answered\n"
        text += f"{describe_request(messages, tools)}\n--- answer\n{describe_reply(reply)}\n"
        try:
            self._write(self._folder(messages), text)
        except OSError as error:
            raise ModelError(f"the request can't be saved in {self.path}: {error.strerror}") from error
        return reply

    def _folder(self, messages: Sequence[Message]) -> Path:
        system = messages[0].text if messages and messages[0].role == "system" else ""
        role = re.match(r"You are the ([\w -]{1,40})\.", system)
        digest = hashlib.sha256(system.encode("utf-8", "replace")).hexdigest()[:8]
        return self.path / f"{role[1].replace(' ', '_') if role else 'model'}-{digest}"

    def _write(self, folder: Path, text: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        number = sum(1 for _ in folder.glob("*.txt"))
        while True:
            number += 1
            try:
                with (folder / f"{number:04}.txt").open("x", encoding="utf-8", errors="replace") as file:
                    file.write(text)
                return
            except FileExistsError:  # another thread or process was faster
                continue
