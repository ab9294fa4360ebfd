"""The server of UI automation on a port of the phone: JSON-RPC over HTTP, while its program runs.

* `Program` - the program, which listens on a port as long as its stream is open. `Automation` - a connection to it.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from typing import Final

from crab_sim.adbd.stream import Port, Service
from crab_sim.phone.android import Device
from crab_sim.phone.android.uiautomator.calls import METHODS, NoNode, Wait
from crab_sim.phone.android.uiautomator.selectors import BadSelector

__all__ = ["Automation", "Program"]

_POLL: Final = 0.1  # seconds between two looks at the screen
_MAX_REQUEST: Final = 1 << 20
_LENGTH: Final = re.compile(rb"\r\ncontent-length: *(\d{1,9})\r\n", re.IGNORECASE)
_NOT_FOUND: Final = -32001
_NO_METHOD: Final = -32601
_BAD: Final = -32602


class Program:
    """The server's program while it runs.

    Args:
        port: The end of the stream of the command that started it.
        number: The port of the phone on which it listens.
    """

    def __init__(self, port: Port, number: int) -> None:
        self._device, self._number = port.device, number
        self._device.automation[number] = self._device.automation.get(number, 0) + 1
        self.stopped = False

    def stop(self) -> None:
        """Ends it."""
        if not self.stopped:
            self.stopped = True
            left = self._device.automation[self._number] - 1
            if left:
                self._device.automation[self._number] = left
            else:
                del self._device.automation[self._number]


class Automation(Service):
    """A connection to the server: requests one after the other."""

    def __init__(self, port: Port) -> None:
        super().__init__(port)
        self._typed = bytearray()
        self._busy = False

    def receive(self, data: bytes) -> None:
        """Answers the requests that are complete."""
        self.port.hold(len(data))
        self._typed += data
        self._go()

    def _go(self) -> None:
        while not self._busy:
            end = self._typed.find(b"\r\n\r\n")
            if end < 0 or len(self._typed) > _MAX_REQUEST:
                if len(self._typed) > _MAX_REQUEST:
                    self.port.finish()
                return
            head = bytes(self._typed[: end + 2])
            length = _LENGTH.search(head)
            size = end + 4 + (int(length[1]) if length is not None else 0)
            if size > _MAX_REQUEST:
                self.port.finish()
            if size > min(len(self._typed), _MAX_REQUEST):
                return
            body = bytes(self._typed[end + 4 : size])
            del self._typed[:size]
            self.port.hold(-size)
            self._answer(head.split(b" ", 2)[:2], body)

    def _answer(self, request: list[bytes], body: bytes) -> None:
        match request:
            case [b"GET", b"/ping"]:
                self._say(b"pong", "text/plain")
            case [b"POST", path] if path.startswith(b"/jsonrpc/"):
                self._call(body)
            case _:
                self._say(b"not found", "text/plain", "404 Not Found")

    def _say(self, body: bytes, kind: str = "application/json", status: str = "200 OK") -> None:
        head = f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n"
        self.port.send(head.encode() + body)

    def _call(self, body: bytes) -> None:
        try:
            asked = json.loads(body)
        except (ValueError, RecursionError):
            asked = None
        if not isinstance(asked, dict):
            self._fail(None, -32700, "Parse error")
            return
        number, params = asked.get("id"), asked.get("params")
        method = METHODS.get(str(asked.get("method")))
        if method is None:
            self._fail(number, _NO_METHOD, "method not found")
            return
        args, named = (params, {}) if isinstance(params, list) else ([], params if isinstance(params, dict) else {})
        self._result(number, lambda device: method(device, *args, **named))

    def _result(self, number: object, call: Callable[[Device], object]) -> None:
        device = self.port.device
        device.tick()
        try:
            result = call(device)
        except NoNode as error:
            self._fail(number, _NOT_FOUND, f"androidx.test.uiautomator.UiObjectNotFoundException: {error}")
        except (BadSelector, TypeError, ValueError, OverflowError, RecursionError) as error:
            self._fail(number, _BAD, f"java.lang.IllegalArgumentException: {error}")
        else:
            if isinstance(result, Wait):
                self._wait(number, result, time.monotonic() + result.seconds)
            else:
                self._reply(number, result)

    def _wait(self, number: object, wait: Wait, until: float) -> None:
        """Answers once the screen is as it is waited for, or the time is over."""
        device = self.port.device
        try:
            holds = wait.holds(device)
        except (BadSelector, RecursionError) as error:
            self._fail(number, _BAD, f"java.lang.IllegalArgumentException: {error}")
            return
        if holds or time.monotonic() >= until or device.clock == "virtual":
            self._reply(number, holds)
            return
        self._busy = True
        self.port.later(_POLL, lambda: self._wait(number, wait, until))

    def _reply(self, number: object, result: object) -> None:
        self._finish({"jsonrpc": "2.0", "id": number, "result": result})

    def _fail(self, number: object, code: int, message: str) -> None:
        error = {"code": code, "message": message[:2000], "data": message[:2000]}
        self._finish({"jsonrpc": "2.0", "id": number, "error": error})

    def _finish(self, answer: dict[str, object]) -> None:
        self._say(json.dumps(answer).encode())
        if self._busy:
            self._busy = False
            self._go()
