"""The server's side of a connection: answers a client's requests to a backend until the client hangs up."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from crab_gym.backends.base import Backend, DeviceError, InvalidAction, SnapshotUnsupported, UnsupportedQuery
from crab_gym.backends.errors import BrokenInside
from crab_gym.backends.remote.operations import OPERATIONS, Operation
from crab_gym.backends.remote.screens import ScreenWriter
from crab_gym.backends.remote.wire import Channel, Frame, WireError

__all__ = ["ERRORS", "MAX_CACHED_BYTES", "MAX_EXTRA_QUESTIONS", "Check", "Session", "byte_count", "encode_error"]

Check: TypeAlias = Callable[[str, str, Mapping[str, Any], tuple[int, int]], Mapping[str, Any]]
"""Checks a verb: takes the device, the verb, its arguments and the screen's size; returns the arguments, or raises
`InvalidAction`."""

ERRORS: Mapping[str, type[Exception]] = {
    error.__name__: error for error in (InvalidAction, UnsupportedQuery, SnapshotUnsupported, ValueError)
}
"""Errors that the client raises with their own type, by name; any other becomes a `DeviceError` there."""

MAX_EXTRA_QUESTIONS = 64
"""Most extra questions in one request."""
MAX_CACHED_BYTES = 4 << 20
"""Largest answer, in bytes, that is cached or sent to an extra question; larger ones are sent on demand only."""
_MAX_ADVANCES = 4096
_MAX_SNAPSHOTS = 4096
_SEND_SECONDS = 60.0
_FRAME_SECONDS = 30.0


def encode_error(error: Exception, device: str) -> list[str]:
    """Returns an exception in the form in which it is sent: the name of its type, and its message."""
    for name, kind in ERRORS.items():
        if isinstance(error, kind):
            return [name, str(error)[:4000]]
    if isinstance(error, DeviceError):
        name = "BrokenInside" if isinstance(error, BrokenInside) else "DeviceError"
        return [name, str(error).removeprefix(f"{device}: ")[:4000]]
    return ["DeviceError", f"{type(error).__name__}: {error}"[:4000]]


class Session:
    """A session with one client.

    Args:
        channel: The connection to the client, who has proved to know the token.
        backend: The device's backend, used by this session only.
        encoding: Encoding of screens, one of `ENCODINGS`.
        check: Checks verbs, since nothing that a client sends can be trusted.
        idle: Seconds without a request after which the session ends.
    """

    def __init__(self, channel: Channel, backend: Backend, encoding: str, check: Check, idle: float) -> None:
        self._channel, self._backend, self._check, self._idle = channel, backend, check, idle
        self._screens = ScreenWriter(encoding, backend.differences)
        self._snapshots: dict[int, Any] = {}
        self._last_handle = 0

    def serve(self) -> None:
        """Answers requests until the client is gone.

        Raises:
            WireError: The client hung up, fell silent, or sent an invalid request; the message says which.
        """
        while True:
            request = self._channel.receive(self._idle, _FRAME_SECONDS)
            self._channel.send(self._answer(request), _SEND_SECONDS)

    def _answer(self, request: Frame) -> dict[str, Any]:
        header = request.header
        name, extra = header.get("op"), header.get("also", [])
        advances, drop = header.get("advance", []), header.get("drop", [])
        lists = type(extra) is list and type(advances) is list and type(drop) is list
        if not lists or len(extra) > MAX_EXTRA_QUESTIONS or len(advances) > _MAX_ADVANCES:
            raise WireError("it sent an invalid request")
        for handle in drop:
            if type(handle) is int:
                self._snapshots.pop(handle, None)
        try:
            for seconds in advances:
                if type(seconds) not in (int, float) or not (math.isfinite(seconds) and seconds >= 0):
                    raise ValueError(f"advance by {seconds!r}; expected seconds")
                self._backend.advance(seconds)
            answer: dict[str, Any] = {"ok": self._do(name, header.get("args", {}), request)}
        except WireError:
            raise
        except Exception as error:
            return {"error": encode_error(error, self._backend.device)}
        if name == "device.reset":
            answer["facts"] = self._facts()
        if extra:
            answer["also"] = [self._answer_extra(question, request) for question in extra]
        return answer

    def _answer_extra(self, question: Any, request: Frame) -> dict[str, Any]:
        if type(question) is not list or len(question) != 2:
            raise WireError("it sent an invalid request")
        name, args = question
        if name != "screenshot" and (not isinstance(name, str) or name not in OPERATIONS or OPERATIONS[name].changes):
            raise WireError("an extra question of it may change the device")
        try:
            value = self._do(name, args, request)
        except WireError:
            raise
        except Exception as error:
            return {"error": encode_error(error, self._backend.device)}
        return {"ok": value} if byte_count(value) <= MAX_CACHED_BYTES or name == "screenshot" else {"later": True}

    def _do(self, name: Any, args: Any, request: Frame) -> Any:
        backend = self._backend
        if name == "screenshot":
            return self._screens.write(backend.screenshot())
        if name == "snapshot":
            return self._snapshot()
        if name == "restore":
            handle = args.get("handle") if type(args) is dict else None
            if type(handle) is not int or handle not in self._snapshots:
                raise ValueError("the snapshot isn't this session's; take one after connecting")
            return backend.restore(self._snapshots[handle])
        if not isinstance(name, str) or name not in OPERATIONS:
            raise WireError(f"it asked for {repr(name)[:80]}, which doesn't exist")
        operation: Operation = OPERATIONS[name]
        arguments = operation.check(args, request.parts)
        if operation.view == "device" and "args" in arguments:
            arguments["args"] = self._check(backend.device, arguments["name"], arguments["args"], backend.screen_size)
        owner = backend if operation.view == "device" else getattr(backend, operation.view)
        method = getattr(owner, operation.name, None)
        if method is None:
            raise UnsupportedQuery(f"a device in the role {backend.device!r} has no {operation.name}()")
        return method(**arguments)

    def _snapshot(self) -> int:
        if len(self._snapshots) >= _MAX_SNAPSHOTS:
            raise SnapshotUnsupported(f"{_MAX_SNAPSHOTS} snapshots are kept already; release some of them")
        self._last_handle += 1
        self._snapshots[self._last_handle] = self._backend.snapshot()
        return self._last_handle

    def _facts(self) -> dict[str, Any]:
        """Returns the facts of the device that are known once it is up."""
        backend = self._backend
        return {
            "real_time": bool(backend.real_time),
            "deterministic": bool(backend.deterministic),
            "plays": backend.plays,
            "home": [backend.state.home, backend.setup.home],
        }


def byte_count(value: Any) -> int:
    """Returns about how many bytes an answer takes; only text and bytes are counted."""
    if isinstance(value, tuple):
        return sum(len(item) for item in value if isinstance(item, (str, bytes)))
    return len(value) if isinstance(value, (str, bytes)) else 0
