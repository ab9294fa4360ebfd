"""A model behind a server: keys, time-outs, retries, budgets and error messages."""

from __future__ import annotations

import os
import re
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from typing import Any

from crab_gym.agents.chat import Message, ModelError, Reply, Tokens, Tool
from crab_gym.agents.json_repair import plain_json
from crab_gym.agents.models.budget import Budget
from crab_gym.agents.models.clients.base import UNKNOWN_TOKENS, Client, Json, Request, Sampling, field
from crab_gym.agents.models.deadline import Deadline, follow
from crab_gym.agents.models.names import address_of, name_at
from crab_gym.agents.models.retry import Fault, Patience, retry_after
from crab_gym.agents.models.server_features import ServerFeatures
from crab_gym.agents.models.turns import turns

__all__ = ["MAX_BODY", "RemoteModel"]

MAX_BODY = 32 * 1024 * 1024
"""Maximum number of bytes of an answer; a longer one counts as a fault of the server."""
_PASSING = (408, 409, 425, 429)
_TRANSPORT = {"APIConnectionError", "RequestError", "OSError"}
"""Names of the libraries' base classes of connection errors."""
_MAX_QUOTE = 300


class RemoteModel:
    """A model that is asked over HTTP.

    Args:
        vendor: Name of the format, such as ``"openai"``.
        client: The client of the vendor's servers.
        model: The model's name at its server.
        base_url: The server's address; None for the vendor's.
        key_env: Environment variable that holds the key; None for the vendor's variable, whose key is sent to the
            vendor's server only.
        sampling: Options of the answer.
        timeout: Maximum number of seconds for an answer.
        patience: Number of seconds to keep trying if a server doesn't answer, or a `Patience`.
        budget: Limits of tokens, calls and money.
        calls_tools: Whether the model calls tools natively.
        needs_usage: Whether an answer without a token count is an error; otherwise its tokens count as 0.
        features: The features that the server is known to have; one that it refuses is left out from then on.

    Raises:
        ValueError: An option is invalid.
    """

    def __init__(
        self,
        vendor: str,
        client: Client,
        model: str,
        base_url: str | None = None,
        key_env: str | None = None,
        sampling: Sampling | None = None,
        timeout: float = 120.0,
        patience: float | Patience = 180.0,
        budget: Budget | None = None,
        calls_tools: bool = True,
        needs_usage: bool = True,
        features: ServerFeatures | None = None,
    ) -> None:
        if not timeout > 0:
            raise ValueError(f"timeout is {timeout!r}; expected seconds above 0")
        if key_env is not None and not re.fullmatch(r"[A-Z_][A-Z0-9_]{0,63}", key_env):
            raise ValueError("key_env isn't the name of an environment variable; expected such as 'OPENAI_API_KEY'")
        if (
            budget is not None
            and not needs_usage
            and any(budget.limits[what] is not None for what in ("tokens", "money"))
        ):
            raise ValueError("a budget of tokens or money needs token counts; leave out needs_usage=False")
        self._client = client
        self._model = model
        self._own = base_url is None
        self._address = address_of(client, base_url)
        self.name = name_at(vendor, model, client, self._address)
        self.calls_tools = calls_tools
        self._keys = (key_env,) if key_env else client.keys if self._own else ()
        self._sampling = sampling or Sampling()
        client.check(self._sampling)
        self._timeout = timeout
        self._patience = patience if isinstance(patience, Patience) else Patience(patience)
        self.budget = budget
        self._needs_usage = needs_usage
        self._initial_features = self._features = features or ServerFeatures()
        self._send: Callable[[Json], bytes | str] | None = None
        self._lock = threading.Lock()

    @property
    def settings(self) -> Json:
        """The settings that its answers depend on, without secrets."""
        left_out = {name: accepted for name, accepted in self._initial_features._asdict().items() if not accepted}
        return {"name": self.name, "calls_tools": self.calls_tools, **asdict(self._sampling), **left_out}

    def __repr__(self) -> str:
        return f"RemoteModel({self.name!r})"

    def __getstate__(self) -> Json:
        """Returns the state for another process, without the connection; the key is read from the environment there."""
        return {**self.__dict__, "_send": None, "_lock": None}

    def __setstate__(self, state: Json) -> None:
        self.__dict__.update(state, _lock=threading.Lock())

    def ask(self, messages: Sequence[Message], tools: Sequence[Tool] = (), force: bool = False) -> Reply:
        """Returns the answer to a conversation.

        Raises:
            ValueError: The conversation doesn't begin and end with the user, or a result belongs to no call.
            ModelError: The model can't be asked.
            ModelUnavailable: It didn't answer after all tries.
            BudgetSpent: The budget for it is used up.
        """
        offered = tuple(tools) if self.calls_tools else ()
        system, conversation = turns(messages, bool(offered))
        asking = Request(self._model, system, conversation, offered, force and bool(offered), self._sampling)
        if self.budget is None:
            return self._persist(asking)
        self.budget.begin(self.name)
        try:
            reply = self._persist(asking)
        except BaseException:
            self.budget.give_up()
            raise
        self.budget.charge(self.name, reply.tokens)
        return reply

    def check(self) -> None:
        """Checks that the model can be asked, as far as that is known without asking it.

        Raises:
            ModelError: Its key or the vendor's library is missing, or the budget of money has no price of it.
        """
        self._connected(self._key())
        if self.budget is not None:
            self.budget.require_price(self.name)

    def _persist(self, asking: Request) -> Reply:
        key = self._key()
        send = self._connected(key)
        tries = 0

        def attempt() -> Reply:
            nonlocal tries
            tries += 1
            return self._try(send, asking, key)

        return replace(self._patience.persist(attempt, self.name), retries=tries - 1)

    def _connected(self, key: str) -> Callable[[Json], bytes | str]:
        """Returns the function that sends a request, made by the vendor's library."""
        with self._lock:
            if self._send is None:
                http = {
                    "event_hooks": {"request": [follow], "response": [_limit_body]},
                    "follow_redirects": False,  # the key would be sent along
                    "headers": _HEADERS,
                }
                self._send = self._client.connect(key, self._address, self._timeout, http)
            return self._send

    def _try(self, send: Callable[[Json], bytes | str], asking: Request, key: str) -> Reply:
        """Asks once; if the server refuses a part that can be left out, asks again without it.

        Raises:
            Fault: It failed temporarily.
            ModelError: It failed for good.
        """
        features = self._features
        while True:
            body, failure, words = self._exchange(send, self._client.ask(features.fit(asking)), key)
            if failure is None:
                with self._lock:
                    self._features = self._features.both(features)
                return self._with_tokens(self._client.read(body))
            fewer = features.without(words, asking)
            if fewer is None:
                raise failure
            features = fewer

    def _exchange(
        self, send: Callable[[Json], bytes | str], request: Json, key: str
    ) -> tuple[Json, Exception | None, str]:
        """Returns the body of the answer, or a `Fault` or `ModelError` and what the server said with its refusal.

        The failure isn't raised here, where the library's error, as its context, may hold the key in a header.
        """
        deadline = Deadline(self._timeout)
        late = Fault(f"there is no whole answer within {self._timeout:g} s")
        try:
            with deadline:
                body = send(request)
        except Exception as error:
            return ({}, late, "") if deadline.passed else ({}, self._failure(error, key), _server_message(error))
        try:
            answer = plain_json(body)
        except (ValueError, RecursionError):
            return {}, late if deadline.passed else Fault("its answer isn't whole JSON"), ""
        return answer if isinstance(answer, dict) else {}, None, ""

    def _with_tokens(self, reply: Reply) -> Reply:
        if reply.tokens != UNKNOWN_TOKENS:
            return reply
        if self._needs_usage:
            raise ModelError(
                f"{self.name} doesn't report how many tokens its answer took, and none are guessed; let its server "
                "report the usage, or count them as 0 with needs_usage=False"
            )
        return replace(reply, tokens=Tokens())

    def _key(self) -> str:
        for name in self._keys:
            if key := os.environ.get(name, "").strip():
                return key
        if self._keys:
            raise ModelError(f"{self.name} needs a key in the environment variable {' or '.join(self._keys)}")
        return "none"  # the libraries want one; local servers mostly have none

    def _failure(self, error: Exception, key: str) -> Exception:
        """Returns the `Fault` or `ModelError` for an error of a library."""
        if isinstance(error, ModelError):
            return error
        status = getattr(error, "status_code", None) or getattr(error, "code", None)
        if type(status) is not int:
            if _TRANSPORT.isdisjoint(cls.__name__ for cls in type(error).__mro__):
                return ModelError(
                    f"{self.name} can't be asked: {type(error).__name__}: {self._quoted(str(error), key)}"
                )
            cause = error.__cause__ or error
            return Fault(f"{type(cause).__name__}: {self._quoted(str(cause), key)}")
        message = self._quoted(_server_message(error), key)
        if status == 401 or (status == 400 and "API key" in message):
            keys = " or ".join(self._keys) or "which key_env names"
            return ModelError(f"{self.name} refuses the key (HTTP {status}); check the environment variable {keys}")
        if status == 403:  # a key without the right, or a moderated text: the server knows
            return ModelError(f"{self.name} denies access (HTTP 403): {message}")
        if status == 404:
            return ModelError(f"{self.name}: there is no such model or address (HTTP 404): {message}")
        if status == 429 and "insufficient_quota" in _server_message(error):
            return ModelError(f"{self.name}: the account's quota is used up (HTTP 429): {message}")
        if status in _PASSING or status >= 500:
            headers = getattr(getattr(error, "response", None), "headers", None) or {}
            return Fault(f"HTTP {status}: {message}", retry_after(headers.get("retry-after")))
        return ModelError(f"{self.name} refuses the request (HTTP {status}): {message}")

    def _quoted(self, text: str, key: str) -> str:
        """Returns the beginning of a server's or library's message, without the key."""
        if key != "none":
            text = text.replace(key, "…")
        return " ".join(text.split())[:_MAX_QUOTE] or "no reason given"


_HEADERS = {
    "Accept-Encoding": "identity",  # so that the answer's length is known
    "Connection": "close",  # calls are seconds apart; a connection that was kept may be gone by then
}


def _server_message(error: Exception) -> str:
    body = getattr(error, "body", None) or getattr(error, "details", None)
    body = body[0] if isinstance(body, list) and body else body  # Google's, by OpenAI's format
    message = field(body, "error", "message") or field(body, "message")
    code = field(body, "error", "code") or field(body, "code")
    message = message if isinstance(message, str) else str(error)
    return f"{message} ({code})" if isinstance(code, str) else message


def _limit_body(response: Any) -> None:
    """Limits the size of a response's body before it is read."""
    package = sys.modules[type(response).__module__.partition(".")[0]]  # whichever httpx the library uses
    stream = response.stream

    class Bounded(package.SyncByteStream):  # type: ignore[misc, name-defined]
        def __iter__(self) -> Iterator[bytes]:
            size = 0
            for chunk in stream:
                size += len(chunk)
                if size > MAX_BODY:
                    raise package.ReadError(f"the answer is longer than {MAX_BODY} bytes")
                yield chunk

        def close(self) -> None:
            with suppress(Exception):
                stream.close()

    if response.headers.get("content-encoding", "identity") != "identity":
        raise package.ReadError("the answer is compressed, though none was asked for")
    response.stream = Bounded()
