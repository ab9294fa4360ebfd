"""`RemoteBackend`: a client for any backend on another host."""

from __future__ import annotations

import json
import time
import weakref
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar, NamedTuple

from crab_gym.backends.base import (
    Backend,
    DesktopSetup,
    DesktopState,
    DeviceError,
    Element,
    Image,
    PhoneSetup,
    PhoneState,
)
from crab_gym.backends.remote.client import Endpoint, Link, ask_kind
from crab_gym.backends.remote.handshake import DEFAULT_PORT
from crab_gym.backends.remote.operations import OPERATIONS, VIEWS, Operation
from crab_gym.backends.remote.session import ERRORS, MAX_CACHED_BYTES, MAX_EXTRA_QUESTIONS, byte_count
from crab_gym.backends.remote.wire import Frame, WireError

__all__ = ["OPTIONS", "RemoteBackend", "hosted_kind"]

OPTIONS: Mapping[str, Any] = {
    "address": f"127.0.0.1:{DEFAULT_PORT}",
    "token": None,
    "token_file": None,
    "tls": False,
    "timeout": 90.0,
    "encoding": "",
    "options": {},
}
"""The options with their defaults."""

FRESH_SECONDS = 0.25
"""Largest age of a cached answer, in seconds, of a device whose clock runs by itself."""

_MAX_PENDING = 1024


def _endpoint(options: Mapping[str, Any]) -> Endpoint:
    unknown = sorted(set(options) - set(OPTIONS))
    if unknown:
        raise ValueError(f"backend 'remote' has no option {', '.join(unknown)}; it has: {', '.join(OPTIONS)}")
    return Endpoint(**{**OPTIONS, **options}).checked()


def hosted_kind(device: str, options: Mapping[str, Any]) -> str:
    """Returns the kind of backend that plays a device on a server, which is asked once.

    Args:
        device: The role.
        options: Those of `OPTIONS`.

    Raises:
        DeviceError: The server can't be asked.
        ValueError: The server doesn't play the device, or an option is invalid.
    """
    _endpoint(options)
    return _asked_kind(device, json.dumps(options, sort_keys=True, default=dict))


@lru_cache(maxsize=64)
def _asked_kind(device: str, options: str) -> str:
    return ask_kind(_endpoint(json.loads(options)), device, (1280, 720))


def _forwarding(view: str, device: str) -> Any:
    """Returns a class of a device's view (``"state"`` or ``"setup"``) that forwards all methods to a server."""
    owner = VIEWS[view][device]

    def method(name: str, operation: Operation) -> Any:
        def forward(self: Any, *args: Any, **kwargs: Any) -> Any:
            return self._ask(name, operation.bind(*args, **kwargs))

        forward.__name__, forward.__doc__ = operation.name, getattr(owner, operation.name).__doc__
        return forward

    def init(self: Any, ask: Callable[[str, Mapping[str, Any]], Any]) -> None:
        self._ask = ask

    methods = {
        row.name: method(name, row) for name, row in OPERATIONS.items() if row.view == view and hasattr(owner, row.name)
    }
    return type(f"Remote{owner.__name__}", (owner,), {"__init__": init, "device": device, **methods})


_FORWARDING = {(view, device): _forwarding(view, device) for view in VIEWS for device in VIEWS[view]}
_key: Callable[[Any], str] = json.JSONEncoder(default=list).encode
_ERRORS_OF_DEVICE: tuple[type[Exception], ...] = (DeviceError, *ERRORS.values())  # as opposed to broken connections


class _Snapshot:
    """A handle of a state that the server keeps as long as this object lives."""

    def __init__(self, link: Link, number: int, dropped: list[int]) -> None:
        self.link, self.number = link, number
        weakref.finalize(self, dropped.append, number)


class _Answer(NamedTuple):
    """The server's answer to a question, and the time when it came."""

    value: Any
    error: Exception | None
    time: float


class RemoteBackend(Backend):
    """A device on another host or in a virtual machine, served there by ``crab-gym serve``.

    A step takes one round trip: its answer includes the screen and the answers to all questions that followed the
    previous step, since the same questions are likely to follow again. Answers are cached until the device changes, but
    for 0.25 s at most if its clock runs by itself.

    Args:
        device: The role to play.
        screen_size: Width and height in pixels.
        options: Those of `OPTIONS`: ``address``, ``"HOST:PORT"`` or ``"[::1]:PORT"``; ``token``, else ``token_file``,
            else the environment variable ``CRAB_GYM_TOKEN``; ``tls``, ``True`` or the path of a certificate to trust;
            ``timeout``, seconds without an answer after which the server counts as lost; ``encoding`` of screens,
            ``"raw"`` (the default on loopback), ``"zlib"`` (elsewhere) or ``"png"``; ``options`` of the backend there,
            as far as the server lets clients choose them.

    Raises:
        ValueError: An option is unknown or has an invalid value.
    """

    kind: ClassVar[str] = "remote"
    devices: ClassVar[tuple[str, ...]] = ("ubuntu", "android")

    def __init__(self, device: str, screen_size: tuple[int, int], **options: Any) -> None:
        super().__init__(device, screen_size, **{name: options[name] for name in options if name != "token"})
        self._endpoint = _endpoint(options)
        self._link: Link | None = None
        self._reason = "not connected; reset() connects"
        self._plays = self.kind
        self._facts: Mapping[str, Any] = {"real_time": True, "deterministic": False}
        # Questions and answers, by the question as JSON.
        self._questions: dict[str, list[Any]] = {}  # asked since the last change
        self._expected: dict[str, list[Any]] = {}  # likely to be asked after the next change
        self._known: dict[str, _Answer] = {}
        self._advances: list[float] = []  # not yet sent
        self._dropped: list[int] = []  # snapshots that the server may forget
        self._last_returned: Image | None = None
        self._state: PhoneState | DesktopState = _FORWARDING["state", device](self._ask)
        self._setup: PhoneSetup | DesktopSetup = _FORWARDING["setup", device](self._ask)

    @property
    def plays(self) -> str:
        """The kind of the backend there, once connected."""
        return self._plays

    @property
    def real_time(self) -> bool:  # type: ignore[override] # only known once the device is up
        """Whether the clock there runs by itself."""
        return bool(self._facts["real_time"])

    @property
    def deterministic(self) -> bool:  # type: ignore[override]
        """Whether equal seeds and actions give equal bytes there."""
        return bool(self._facts["deterministic"])

    @property
    def state(self) -> PhoneState | DesktopState:
        """The read-only view for evaluators."""
        return self._state

    @property
    def setup(self) -> PhoneSetup | DesktopSetup:
        """The writing view for a task's setup."""
        return self._setup

    # Connection -------------------------------------------------------------------------------------------------

    def reset(self, seed: int) -> None:
        """Brings the device there to a known state, connecting where needed."""
        self._forget()
        self._advances = []
        frame = self._first_request("device.reset", {"seed": seed})
        facts = frame.header.get("facts")
        if type(facts) is not dict or not isinstance(facts.get("plays"), str):
            raise self._drop("it doesn't say what it serves")
        self._facts, self._plays = facts, facts["plays"]
        self._state.home, self._setup.home = map(str, facts["home"])

    def unplayable(self, apps: Sequence[str]) -> str:
        """Returns why a task that needs some apps can't be played there, with the commands that help."""
        self._forget()
        self._advances = []
        return str(self._value("device.unplayable", self._first_request("device.unplayable", {"apps": list(apps)})))

    def _first_request(self, name: str, args: Mapping[str, Any]) -> Frame:
        """Sends a request of a device that need not be up, connecting where needed."""
        was_connected = self._link is not None
        self._connect()
        try:
            return self._send(name, args)
        except DeviceError:
            if not was_connected or self._link is not None:
                raise
            self._connect()  # the server was restarted in the meantime
            return self._send(name, args)

    def _connect(self) -> None:
        if self._link is None:
            self._link = Link(self._endpoint, self.device, self.screen_size)
            self._plays = self._link.plays
            self._dropped = []

    def _drop(self, why: str) -> DeviceError:
        """Ends the connection, and returns the error of all calls until the next reset."""
        link, self._link = self._link, None
        self._reason = f"the server at {self._endpoint.address} was lost: {why}; reset() connects again"
        self._forget()
        if link is not None:
            link.close()
        return DeviceError(self.device, self._reason)

    def _forget(self) -> None:
        self._questions, self._known = {}, {}

    def close(self) -> None:
        """Ends the connection, upon which the server closes the device."""
        self._drop("")
        self._reason = "closed; reset() connects again"
        self._advances = []

    # Asking -----------------------------------------------------------------------------------------------------

    def _send(self, name: str, args: Mapping[str, Any], extra: Mapping[str, list[Any]] | None = None) -> Frame:
        """Sends a request and returns the answer.

        Args:
            name: Name of the operation.
            args: Its arguments.
            extra: Further questions, whose answers come along and are cached.

        Raises:
            DeviceError: There is no connection, or it was lost.
            Exception: The device's own error (see `ERRORS`).
        """
        link = self._link
        if link is None:
            raise DeviceError(self.device, self._reason)
        request: dict[str, Any] = {"op": name, "args": args}
        if self._advances:
            request["advance"], self._advances = self._advances, []
        if self._dropped:
            drop, self._dropped[:] = list(self._dropped), []
            request["drop"] = drop
        if extra:
            request["also"] = list(extra.values())
        try:
            frame = link.ask(request)
            if "error" in frame.header:
                raise link.error(frame.header["error"])
            if extra:
                self._cache_extra(link, extra, frame)
        except WireError as error:
            raise self._drop(str(error)) from None
        except _ERRORS_OF_DEVICE:
            raise
        except BaseException:  # for example a signal in the middle of an answer, whose rest must not be read later
            self._drop("the last request was interrupted")
            raise
        return frame

    def _cache_extra(self, link: Link, extra: Mapping[str, list[Any]], frame: Frame) -> None:
        answers = frame.header.get("also")
        if type(answers) is not list or len(answers) != len(extra):
            raise WireError("it didn't answer every question")
        now = time.monotonic()
        for (key, (name, _)), answer in zip(extra.items(), answers, strict=True):
            if type(answer) is not dict:
                raise WireError("its answer has an unknown form")
            if "error" in answer:
                self._known[key] = _Answer(None, link.error(answer["error"]), now)
            elif "ok" in answer:
                self._known[key] = _Answer(self._read(link, name, answer["ok"], frame), None, now)

    @staticmethod
    def _read(link: Link, name: str, value: Any, frame: Frame) -> Any:
        return link.screen(value, frame) if name == "screenshot" else OPERATIONS[name].result(value, frame.parts)

    def _ask(self, name: str, args: Mapping[str, Any]) -> Any:
        """Returns the result of an operation; answers to questions may come from the cache."""
        if name != "screenshot" and OPERATIONS[name].changes:
            self._forget()
            frame = self._send(name, args)
            return self._value(name, frame)
        key = _key([name, args])
        self._questions[key] = [name, args]
        answer = self._known.get(key)
        if answer is None or (self.real_time and time.monotonic() - answer.time > FRESH_SECONDS):
            extra = {}
            if self._advances:  # the first question after a change
                extra = {other: question for other, question in self._expected.items() if other != key}
            frame = self._send(name, args, extra)
            answer = _Answer(self._value(name, frame), None, time.monotonic())
            if byte_count(answer.value) <= MAX_CACHED_BYTES:
                self._known[key] = answer
        if answer.error is not None:
            raise answer.error
        return answer.value

    def _value(self, name: str, frame: Frame) -> Any:
        link = self._link
        if link is None or "ok" not in frame.header:
            raise self._drop("its answer has an unknown form")
        try:
            return self._read(link, name, frame.header["ok"], frame)
        except WireError as error:
            raise self._drop(str(error)) from None

    def _change(self) -> None:
        """Prepares for a change: the questions since the last one are expected again after it."""
        if self._questions:
            self._expected = dict(list(self._questions.items())[-MAX_EXTRA_QUESTIONS:])
        self._forget()

    # The device -------------------------------------------------------------------------------------------------

    def execute(self, name: str, args: Mapping[str, Any]) -> None:
        """Carries out one action."""
        self._ask("device.execute", {"name": name, "args": args})

    def settle(self) -> None:
        """Waits until the screen there no longer changes."""
        self._ask("device.settle", {})

    def act(self, name: str, args: Mapping[str, Any], seconds: float) -> str:
        """Carries out a whole step; the answer brings along the screen and all that is expected to be asked."""
        self._change()
        frame = self._send("device.act", {"name": name, "args": args, "seconds": seconds}, self._expected)
        cut_short: str = self._value("device.act", frame)
        return cut_short

    def advance(self, seconds: float) -> None:
        """Lets virtual time pass; the server learns of it with the next question."""
        self._change()
        self._advances.append(seconds)
        if self._link is None or len(self._advances) >= _MAX_PENDING:
            self._send("state.foreground", {})

    def screenshot(self) -> Image:
        """Returns the screen, as another array at each call."""
        image: Image = self._ask("screenshot", {})
        if image is self._last_returned:
            image = image.copy()
            image.flags.writeable = False
        else:
            self._last_returned = image
        return image

    def elements(self) -> tuple[Element, ...]:
        """Returns the elements on the screen, back to front."""
        elements: tuple[Element, ...] = self._ask("device.elements", {})
        return elements

    def fingerprint(self) -> str:
        """Returns a digest of the device's state."""
        return str(self._ask("device.fingerprint", {}))

    def snapshot(self) -> Any:
        """Makes the server keep the device's state, as long as the handle and the connection live."""
        frame = self._send("snapshot", {})
        number, link = frame.header.get("ok"), self._link
        if type(number) is not int or link is None:
            raise self._drop("its answer is no handle")
        return _Snapshot(link, number, self._dropped)

    def restore(self, handle: Any) -> None:
        """Brings the device back to a snapshot.

        Raises:
            ValueError: The snapshot belongs to another connection.
        """
        if not isinstance(handle, _Snapshot) or (self._link is not None and handle.link is not self._link):
            raise ValueError("the snapshot was taken on another connection; take one after this reset()")
        self._forget()
        self._send("restore", {"handle": handle.number})
