"""The server's side of one conversation: a backend of its own, asked for by name until the client hangs up."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from crab_gym.backends.base import Backend, DeviceError, InvalidAction, SnapshotUnsupported, UnsupportedQuery
from crab_gym.backends.remote.operations import OPERATIONS, Operation
from crab_gym.backends.remote.screens import ScreenWriter
from crab_gym.backends.remote.wire import Channel, Frame, WireError

__all__ = ["ERRORS", "LIGHT", "MAX_ALSO", "Check", "Session", "told", "weight"]

Check: TypeAlias = Callable[[str, str, Mapping[str, Any], tuple[int, int]], Mapping[str, Any]]
"""From a device, a verb, its arguments and the screen's size to the arguments, or `InvalidAction`."""

ERRORS: Mapping[str, type[Exception]] = {
    error.__name__: error for error in (InvalidAction, UnsupportedQuery, SnapshotUnsupported, ValueError)
}
"""What is raised again as what it was, by name; whatever else breaks here is a `DeviceError` there."""

MAX_ALSO = 64
"""Most questions that one request may ask along."""
LIGHT = 4 << 20
"""Bytes of an answer that is given or kept for later; longer ones only go to who asks for them."""
_MAX_ADVANCES = 4096
_MAX_SNAPSHOTS = 4096
_SEND_SECONDS = 60.0
_FRAME_SECONDS = 30.0


def told(error: Exception, device: str) -> list[str]:
    """Returns an exception as it is sent: the name of its type, and its sentence."""
    for name, kind in ERRORS.items():
        if isinstance(error, kind):
            return [name, str(error)[:4000]]
    if isinstance(error, DeviceError):
        return ["DeviceError", str(error).removeprefix(f"{device}: ")[:4000]]
    return ["DeviceError", f"{type(error).__name__}: {error}"[:4000]]


class Session:
    """Answers one client.

    Args:
        channel: The client, who has shown that they know the token.
        backend: What plays the device; it is the session's own.
        encoding: How screens are sent.
        check: Checks verbs: what a client sends is not to be trusted, even where it is one of ours.
        idle: Seconds without a request after which the client is taken for gone.
    """

    def __init__(self, channel: Channel, backend: Backend, encoding: str, check: Check, idle: float) -> None:
        self._channel, self._backend, self._check, self._idle = channel, backend, check, idle
        self._screens = ScreenWriter(encoding, backend.differences)
        self._snapshots: dict[int, Any] = {}
        self._taken = 0

    def serve(self) -> None:
        """Answers until the client is gone.

        Raises:
            WireError: The client hung up, fell silent, or sent what is no request; the message says which.
        """
        while True:
            request = self._channel.receive(self._idle, _FRAME_SECONDS)
            self._channel.send(self._answer(request), _SEND_SECONDS)

    def _answer(self, request: Frame) -> dict[str, Any]:
        header = request.header
        name, also = header.get("op"), header.get("also", [])
        advances, drop = header.get("advance", []), header.get("drop", [])
        lists = type(also) is list and type(advances) is list and type(drop) is list
        if not lists or len(also) > MAX_ALSO or len(advances) > _MAX_ADVANCES:
            raise WireError("it sent what is no request")
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
            return {"error": told(error, self._backend.device)}
        if name == "device.reset":
            answer["facts"] = self._facts()
        if also:
            answer["also"] = [self._ask_along(question, request) for question in also]
        return answer

    def _ask_along(self, question: Any, request: Frame) -> dict[str, Any]:
        if type(question) is not list or len(question) != 2:
            raise WireError("it sent what is no request")
        name, args = question
        if name != "screenshot" and (not isinstance(name, str) or name not in OPERATIONS or OPERATIONS[name].changes):
            raise WireError("it asked along for what may change the device")
        try:
            value = self._do(name, args, request)
        except WireError:
            raise
        except Exception as error:
            return {"error": told(error, self._backend.device)}
        return {"ok": value} if weight(value) <= LIGHT or name == "screenshot" else {"later": True}

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
            raise WireError(f"it asked for {repr(name)[:80]}, which nobody has")
        operation: Operation = OPERATIONS[name]
        given = operation.check(args, request.parts)
        if operation.view == "device" and "args" in given:
            given["args"] = self._check(backend.device, given["name"], given["args"], backend.screen_size)
        owner = backend if operation.view == "device" else getattr(backend, operation.view)
        return getattr(owner, operation.name)(**given)

    def _snapshot(self) -> int:
        if len(self._snapshots) >= _MAX_SNAPSHOTS:
            raise SnapshotUnsupported(f"{_MAX_SNAPSHOTS} snapshots are kept already; let go of some")
        self._taken += 1
        self._snapshots[self._taken] = self._backend.snapshot()
        return self._taken

    def _facts(self) -> dict[str, Any]:
        """Returns what is known of the device once it is up."""
        backend = self._backend
        return {
            "real_time": bool(backend.real_time),
            "deterministic": bool(backend.deterministic),
            "plays": backend.plays,
            "home": [backend.state.home, backend.setup.home],
        }


def weight(value: Any) -> int:
    """Returns about how many bytes an answer takes, counting only what can be long by itself."""
    if isinstance(value, tuple):
        return sum(len(item) for item in value if isinstance(item, (str, bytes)))
    return len(value) if isinstance(value, (str, bytes)) else 0
