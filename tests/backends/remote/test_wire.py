"""Frames and values arrive unchanged, and invalid frames do no harm."""

from __future__ import annotations

import json
import math
import socket
import struct
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import Any, get_type_hints

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from crab_gym.backends import base
from crab_gym.backends.base import Backend, DeviceError, InvalidAction, SnapshotUnsupported, UnsupportedQuery
from crab_gym.backends.errors import BrokenInside
from crab_gym.backends.remote import RemoteBackend
from crab_gym.backends.remote.handshake import nonce, proof, split_address
from crab_gym.backends.remote.operations import DEVICE, OPERATIONS
from crab_gym.backends.remote.screens import ENCODINGS, ScreenReader, ScreenWriter, changed_box
from crab_gym.backends.remote.session import encode_error
from crab_gym.backends.remote.wire import MAGIC, MAX_HEADER, Channel, Frame, WireError
from tests.remote import RunningServer

SIZE = (1280, 720)
SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text() | st.binary()
ROWS = st.tuples(st.dictionaries(st.text(), SCALARS))
VALUES: Mapping[Any, st.SearchStrategy[Any]] = {
    int: st.integers(),
    str: st.text(st.characters(codec=None)),
    float: st.floats(allow_nan=False, allow_infinity=False),
    bool: st.booleans(),
}


def rows_of(kind: Any) -> st.SearchStrategy[Any]:
    hints = get_type_hints(kind)
    bounds = st.tuples(*[st.integers()] * 4)
    return st.builds(kind, **{name: VALUES.get(hints[name], bounds) for name in kind._fields})


RESULTS: Mapping[str, st.SearchStrategy[Any]] = {
    "state.foreground": rows_of(base.Foreground),
    "state.windows": st.lists(rows_of(base.Window)).map(tuple),
    "state.processes": st.lists(VALUES[str]).map(tuple),
    "state.exists": st.booleans(),
    "state.read_file": st.none() | st.binary(),
    "state.setting": st.none() | VALUES[str],
    "state.contacts": st.lists(rows_of(base.Contact)).map(tuple),
    "state.messages": st.lists(rows_of(base.Message)).map(tuple),
    "state.todos": st.lists(rows_of(base.Todo)).map(tuple),
    "state.calls": st.lists(rows_of(base.Call)).map(tuple),
    "state.calendar": st.lists(rows_of(base.Event)).map(tuple),
    "state.media": st.lists(rows_of(base.Media)).map(tuple),
    "state.table": st.lists(st.dictionaries(st.text(), SCALARS)).map(tuple),
    "state.run": rows_of(base.CommandResult),
    "device.elements": st.lists(rows_of(base.Element)).map(tuple),
    "setup.now": VALUES[float],
}


@contextmanager
def channels() -> Iterator[tuple[Channel, Channel]]:
    left, right = socket.socketpair()
    with left, right:
        yield Channel(left), Channel(right)


def passed(header: Mapping[str, Any]) -> Frame:
    """Returns a frame as it arrives through a socket."""
    with channels() as (left, right):
        thread = threading.Thread(target=left.send, args=(header, 5.0))
        thread.start()
        try:
            return right.receive(5.0, 5.0)
        finally:
            thread.join()


SETUPS = (base.PhoneSetup, base.DesktopSetup)


@pytest.mark.parametrize("name", list(RESULTS))
@settings(max_examples=40)
@given(data=st.data())
def test_results_come_out_as_they_went_in(name: str, data: st.DataObject) -> None:
    value = data.draw(RESULTS[name])
    frame = passed({"ok": value})
    result = OPERATIONS[name].result(frame.header["ok"], frame.parts)
    assert result == value and type(result) is type(value)


def test_every_method_of_a_device_can_be_asked_for() -> None:
    for owners, view in (((base.PhoneState, base.DesktopState), "state"), (SETUPS, "setup")):
        names = {(owner, name) for owner in owners for name in dir(owner) if not name.startswith("_")}
        methods = {name for owner, name in names if callable(getattr(owner, name))}
        assert {name for name in methods if name != "read_text"} == {
            row.name for row in OPERATIONS.values() if row.view == view
        }
    special = {"screenshot", "snapshot", "restore", "fork", "close", "differences", "revision", "impose", "in_english"}
    special |= {"crashes", "usual_elements"}  # which the server logs, and which follow from the elements
    special |= {"reads", "tools", "call", "display_list"}  # which only a device in this process has
    methods = {name for name, value in vars(Backend).items() if callable(value) and not name.startswith("_")}
    assert methods == special | set(DEVICE)
    writers = {row.name for row in OPERATIONS.values() if row.changes and row.view != "device"}
    assert writers == {
        name
        for setup, state in zip(SETUPS, (base.PhoneState, base.DesktopState), strict=True)
        for name in {*dir(setup)} - {*dir(state), "now"}
        if not name.startswith("_")
    }


@cache
def hints_of(name: str) -> dict[str, Any]:
    """Returns the types of an operation's arguments."""
    operation = OPERATIONS[name]
    owners = (Backend,) if operation.view == "device" else SETUPS
    return get_type_hints(next(getattr(owner, operation.name) for owner in owners if hasattr(owner, operation.name)))


@given(
    given=st.recursive(
        SCALARS, lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(["path", "bytes", "x"]), inner)
    )
)
@pytest.mark.parametrize("name", list(OPERATIONS))
@settings(max_examples=20)
def test_arguments_are_of_their_types_or_refused(name: str, given: Any) -> None:
    operation = OPERATIONS[name]
    hints = hints_of(name)
    parts = (memoryview(b"one"),)
    plain = json.loads(json.dumps(given, default=lambda data: {"bytes": len(data) % 3}))
    names = list(operation.signature.parameters)
    for args in (plain, dict.fromkeys(names, plain), {**dict.fromkeys(names, "text"), "other": 1}):
        try:
            checked = operation.check(args, parts)
        except ValueError:
            continue
        assert set(checked) <= set(names)
        for argument, value in checked.items():
            if hints[argument] in (int, str, bool):
                assert type(value) is hints[argument]
            if hints[argument] is float:
                assert math.isfinite(value)


def test_errors_keep_their_type_and_sentence() -> None:
    for error, sent in (
        (InvalidAction("no such app"), ["InvalidAction", "no such app"]),
        (UnsupportedQuery("no calendar()"), ["UnsupportedQuery", "no calendar()"]),
        (SnapshotUnsupported("it can't"), ["SnapshotUnsupported", "it can't"]),
        (ValueError("a bad path"), ["ValueError", "a bad path"]),
        (json.JSONDecodeError("odd", "x", 0), ["ValueError", "odd: line 1 column 1 (char 0)"]),
        (DeviceError("ubuntu", "the box is gone"), ["DeviceError", "the box is gone"]),
        (BrokenInside("ubuntu", "Xvfb ended"), ["BrokenInside", "Xvfb ended"]),
        (KeyError("nothing"), ["DeviceError", "KeyError: 'nothing'"]),
        (OSError(28, "No space left"), ["DeviceError", "OSError: [Errno 28] No space left"]),
    ):  # fmt: skip
        assert encode_error(error, "ubuntu") == sent


@settings(max_examples=200)
@given(data=st.binary(max_size=80), valid=st.booleans(), sizes=st.tuples(*[st.integers(0, 2**32 - 1)] * 2))
@example(data=b"[" * 70, valid=True, sizes=(70, 0))
@example(data=b"{}", valid=True, sizes=(2, 0))
@example(data=b"", valid=True, sizes=(MAX_HEADER + 1, 0))
def test_a_channel_takes_frames_only(data: bytes, valid: bool, sizes: tuple[int, int]) -> None:
    head = struct.pack(">4sII", MAGIC, *sizes) if valid else b""
    with channels() as (left, right):
        left.connection.sendall(head + data)
        left.close()
        try:
            frame = right.receive(5.0, 5.0)
        except WireError:
            return
        assert isinstance(frame.header, dict) and len(frame.parts) == sizes[1]


def test_depth_and_length_have_limits() -> None:
    for text in (b"[" * 100_000, b"1" * 5000, b'"\xff"', b"[]", b"nul"):
        with channels() as (left, right):
            left.connection.sendall(struct.pack(">4sII", MAGIC, len(text), 0) + text)
            with pytest.raises(WireError, match=r"isn't JSON|isn't an object"):
                right.receive(5.0, 5.0)
    with channels() as (left, right):
        left.connection.sendall(struct.pack(">4sIII", MAGIC, 2, 1, 1 << 30))
        with pytest.raises(WireError, match="at most"):
            right.receive(5.0, 5.0)


@given(
    frames=st.lists(
        st.tuples(st.integers(0, 5), st.integers(0, 6), st.integers(1, 3), st.integers(1, 4), st.integers(0, 255)),
        min_size=1, max_size=6,
    ),
    encoding=st.sampled_from(ENCODINGS),
    size=st.sampled_from([(8, 9), (7, 5), (16, 3)]),
    told=st.booleans(),
)  # fmt: skip
def test_screens_come_out_as_they_went_in(frames: list[Any], encoding: str, size: tuple[int, int], told: bool) -> None:
    places: list[tuple[int, int, int, int]] = []
    writer = ScreenWriter(encoding, lambda image, since: (None, places if told else None))
    reader = ScreenReader(encoding, size)
    image = np.zeros((size[1], size[0], 3), np.uint8)
    for left, top, width, height, value in frames:
        places.clear()
        if left < size[0] and top < size[1]:
            places += (left, top, left + 1, top + 1), (left, top, left + width, top + height)
        before, image = image, image.copy()
        image[top : top + height, left : left + width, value % 3] = value
        box = changed_box(before, image)
        if box is None:
            assert np.array_equal(before, image)
        else:
            mask = np.ones(image.shape[:2], bool)
            mask[box[1] : box[3], box[0] : box[2]] = False
            assert np.array_equal(before[mask], image[mask])
        frame = passed({"ok": writer.write(image)})
        assert np.array_equal(reader.read(frame.header["ok"], frame.parts), image)
    assert writer.write(image) == writer.write(image.copy()) == {"same": True}
    places.clear()
    assert writer.write(image.copy()) == {"same": True}


PARTS = {"rows": {"bytes": 1}, "pixels": {"bytes": 0}}


@pytest.mark.parametrize(
    "value",
    [
        None, {}, {"same": True}, {"box": [0, 0, 9, 9], **PARTS}, {"box": [0.5, 0, 4, 4], **PARTS},
        {"box": [0, 0, 4, 4], **PARTS, "pixels": {"bytes": 9}}, {"box": [0, 0, 4, 4], **PARTS},
        {"box": [0, 0, 2, 2], **PARTS}, {"box": ["a", 0, 4, 4], **PARTS}, {"box": [0, 0, 4], **PARTS},
        {"box": [0, 0, 4, 4], "pixels": {"bytes": 0}}, {"box": [0, 0, 4, 4], **PARTS, "rows": {"bytes": 2}},
    ],
)  # fmt: skip
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_what_is_no_screen_is_refused(value: Any, encoding: str) -> None:
    with pytest.raises(WireError, match="no screen"):
        parts = b"\x89PNG short", b"\xf0", b"\0"
        ScreenReader(encoding, (4, 4)).read(value, tuple(map(memoryview, parts)))


def opened(server: RunningServer) -> Channel:
    """Returns a channel of a session with a desktop."""
    channel = Channel(socket.create_connection(split_address(server.address)))
    nonces = {"server": channel.receive(20, 5).header["nonce"], "client": nonce()}
    hello = {"nonce": nonces["client"], "proof": proof("", "client", nonces), "want": "session", "device": "ubuntu"}
    channel.send({**hello, "size": SIZE, "encoding": "raw", "options": {}}, 5)
    assert channel.receive(20, 5).header["plays"] == "sim"
    assert channel.receive(20, 5).header == {"ok": True}
    return channel


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
REQUESTS = st.fixed_dictionaries(
    {"op": st.sampled_from([*OPERATIONS, "screenshot", "snapshot", "restore"]) | JSON},
    optional={
        "args": JSON | st.fixed_dictionaries({"path": st.text(max_size=5)}),
        "also": JSON | st.lists(st.tuples(st.sampled_from([*OPERATIONS, "screenshot"]), JSON), max_size=3),
        "advance": JSON | st.lists(st.floats(), max_size=3),
        "drop": JSON,
    },
)


@settings(max_examples=25)
@given(requests=st.lists(REQUESTS, max_size=6), rest=st.binary(max_size=20))
def test_whatever_is_asked_ends_at_most_its_own_session(
    shared: RunningServer, requests: list[dict[str, Any]], rest: bytes
) -> None:
    channel = opened(shared)
    with channel.connection:
        channel.send({"op": "device.reset", "args": {"seed": 1}}, 5)
        assert "ok" in channel.receive(30, 5).header
        try:
            for request in requests:
                channel.send(request, 5)
                answer = channel.receive(30, 5).header
                assert ("ok" in answer) != ("error" in answer)
            channel.connection.sendall(rest)
        except WireError as error:
            assert "hung up" in str(error) or "broke" in str(error)
    assert shared.process.poll() is None


def test_a_session_goes_on_beside_one_that_breaks(shared: RunningServer) -> None:
    backend = RemoteBackend("ubuntu", SIZE, address=shared.address)
    backend.reset(1)
    state = backend.fingerprint()
    for junk in (b"GET / HTTP/1.1\r\n\r\n", b"\x80\x04\x95cos\nsystem\n", MAGIC + b"\xff" * 8):
        channel = opened(shared)
        with channel.connection:
            channel.connection.sendall(junk)
            with pytest.raises(WireError, match=r"hung up|broke"):
                channel.receive(10, 5)
    backend.restore(backend.snapshot())
    assert backend.fingerprint() == state
    backend.close()


@settings(max_examples=60)
@given(answers=st.lists(st.binary(max_size=40) | JSON.filter(lambda value: isinstance(value, dict)), max_size=4))
def test_a_client_believes_no_nonsense(answers: list[Any]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def answer() -> None:
            connection, _ = listener.accept()
            with connection:
                channel = Channel(connection)
                try:
                    nonces = {"server": nonce()}
                    channel.send({"protocol": 1, "nonce": nonces["server"]}, 5)
                    nonces["client"] = channel.receive(5, 5).header["nonce"]
                    channel.send({"proof": proof("", "server", nonces), "plays": "sim"}, 5)
                    channel.send({"ok": True}, 5)
                    for said in answers:
                        channel.receive(5, 5)
                        if not isinstance(said, dict):
                            connection.sendall(said)
                            break
                        channel.send(said, 5)
                except (WireError, OSError):
                    pass

        thread = threading.Thread(target=answer)
        thread.start()
        backend = RemoteBackend("ubuntu", (64, 64), address=f"127.0.0.1:{listener.getsockname()[1]}", timeout=5)
        with pytest.raises((DeviceError, ValueError)):
            backend.reset(0)
            backend.screenshot()
            backend.elements()
            backend.snapshot()
        backend.close()
        thread.join()
