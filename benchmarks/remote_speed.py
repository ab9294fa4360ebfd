"""What a simulated device at a distance costs beside the same one in-process, and round trips beside a bare socket's.

    python benchmarks/remote_speed.py [--quick] [--json]

The server is a process of its own on this machine, so the distance costs what encoding and two processes cost, and no
network. Limits are for processor time, of both sides together, which tells the same on a busy machine; the time that
passes is told, too. Each figure is the median of some repeats, each measured just beside its peer. Linux only. Exits
with 1 where a limit is missed.
"""

from __future__ import annotations

import argparse
import itertools
import json
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from crab_gym.backends.remote import RemoteBackend
from crab_gym.backends.remote.client import Link
from crab_gym.backends.remote.wire import Frame
from crab_gym.envs.crab_env import CrabEnv

TASK = "cross.dark_mode_from_todo"
ACTIONS = [
    ("android", "open_app_drawer", {}), ("ubuntu", "press", {"key": "win"}), ("android", "press", {"key": "home"}),
    ("ubuntu", "press", {"key": "esc"}), ("android", "open_app", {"name": "Tasks"}),
    ("ubuntu", "right_click", {"x": 700, "y": 400}),
]  # fmt: skip
"""Each changes the acted device's whole screen, or much of it."""


@contextmanager
def served() -> Iterator[tuple[str, int]]:
    """Serves in a process of its own; yields the specification that leads there, and the process's number."""
    command = [sys.executable, "-u", "-m", "crab_gym", "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        try:
            assert process.stdout is not None
            yield process.stdout.readline().strip(), process.pid
        finally:
            process.terminate()


_PEER = """
import socket, struct, sys
with socket.create_server(("127.0.0.1", 0)) as listener:
    print(listener.getsockname()[1], flush=True)
    connection, _ = listener.accept()
connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
while data := connection.recv(256, socket.MSG_WAITALL):
    connection.sendall(bytes(struct.unpack(">I", data[:4])[0]))
"""


@contextmanager
def peer() -> Iterator[tuple[Callable[[int], None], int]]:
    """Yields a bare round trip, 256 bytes to another process and a number of bytes back, and that process's number."""
    with subprocess.Popen([sys.executable, "-c", _PEER], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        with socket.create_connection(("127.0.0.1", int(process.stdout.readline()))) as connection:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            buffer = bytearray(4 << 20)

            def ask(size: int) -> None:
                connection.sendall(struct.pack(">I252x", size))
                view = memoryview(buffer)[:size]
                while view:
                    view = view[connection.recv_into(view) :]

            yield ask, process.pid


class Cost(NamedTuple):
    """Seconds of a call: that passed, and that processors worked."""

    passed: float
    worked: float


def worked(number: int) -> float:
    """Returns the processor time of a process and of those that it has started, in seconds."""
    own = int(Path(f"/proc/{number}/schedstat").read_text().split()[0]) / 1e9
    children = Path(f"/proc/{number}/task/{number}/children").read_text().split()
    return own + sum(worked(int(child)) for child in children)


def cost(call: Callable[[], Any], times: int, other: int = 0) -> Cost:
    """Returns what a call costs, the mean over some; `other` is the process that helps with it."""

    def now() -> tuple[float, float]:
        return time.perf_counter(), time.process_time() + (worked(other) if other else 0.0)

    start = now()
    for _ in range(times):
        call()
    return Cost(*((after - before) / times for before, after in zip(start, now(), strict=True)))


def stepper(env: CrabEnv, look: bool) -> Callable[[], Any]:
    """Returns what takes the next step, and looks at the elements where asked."""
    env.reset(seed=1)
    actions = itertools.cycle(ACTIONS)

    def step() -> None:
        device, name, args = next(actions)
        env.step({"device": device, "name": name, "args": args})
        if look:
            env.elements(device)

    for _ in range(2 * len(ACTIONS)):
        step()
    return step


def main() -> int:
    """Runs the benchmark and prints its table; returns the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--quick", action="store_true", help="fewer repeats, for a first look")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    args = parser.parse_args()
    repeats, times = (3, 30) if args.quick else (5, 120)
    rows: list[tuple[str, float, str, float]] = []
    notes: list[str] = []
    asked = received = 0
    ask = Link.ask

    def count(link: Link, request: Mapping[str, Any]) -> Frame:
        nonlocal asked, received
        frame = ask(link, request)
        asked += 1
        received += sum(map(len, frame.parts)) + len(json.dumps(frame.header))
        return frame

    with served() as (there, server), peer() as (bare, other):
        address = there.removeprefix("remote:")
        backend = RemoteBackend("ubuntu", (1280, 720), address=address)
        backend.reset(0)
        paths = (f"/home/user/{number}" for number in itertools.count())

        def question() -> None:
            backend.state.exists(next(paths))  # another each time: what is known isn't asked again

        for call in (partial(bare, 30), question):
            cost(call, times)
        pairs = [(cost(partial(bare, 30), 4 * times, other), cost(question, 4 * times, server)) for _ in range(repeats)]
        backend.close()
        rows.append(("a question", median(own.worked / plain.worked for plain, own in pairs), "bare round trips", 20.0))
        plain, own = (median(row.passed for row in column) for column in zip(*pairs, strict=True))
        notes.append(f"round trip: bare socket {plain * 1e6:.0f} µs, a question {own * 1e6:.0f} µs")

        Link.ask = count  # type: ignore[method-assign,assignment]
        for label, screens, encoding, limit in (
            ("screens=False", False, "raw", 10.0),
            ("both screens, raw", True, "raw", 8.0),
            ("both screens, zlib", True, "zlib", 15.0),
            ("both screens, PNG", True, "png", 40.0),
        ):
            place = {"kind": "remote", "address": address, "encoding": encoding}
            backends: list[Any] = ["sim", {"ubuntu": place, "android": place}]
            envs = [CrabEnv(TASK, backend=chosen, screens=screens, max_steps=1_000_000) for chosen in backends]
            local, remote = (stepper(env, look=not screens) for env in envs)
            asked = received = 0
            cost(remote, len(ACTIONS))
            trips, size = asked / len(ACTIONS), received // asked
            laps = [
                (cost(local, times), cost(partial(bare, size), times, other), cost(remote, times, server))
                for _ in range(repeats)
            ]
            here, _, away = (median(row.passed for row in column) for column in zip(*laps, strict=True))
            notes.append(
                f"{label}: {1 / here:.0f} steps a second in-process, {1 / away:.0f} at a distance "
                f"({away / here:.1f} times as long), {trips * size / 1e3:.0f} kB a step"
            )
            rows.append((f"round trips of a step on two devices, {label}", trips, "", 2.0))
            ratio = median(far.worked / (near.worked + trips * way.worked) for near, way, far in laps)
            rows.append((f"a step, {label}", ratio, "steps in-process with two bare round trips", limit))
            for env in envs:
                env.close()
    if args.json:
        print(json.dumps([dict(zip(("name", "value", "unit", "limit"), row, strict=True)) for row in rows], indent=2))
    else:
        print("\n".join([*notes, ""]))
        for name, value, unit, limit in rows:
            print(f"{name:56} {value:6.2f}   limit {limit:5.2f}   {'ok    ' if value <= limit else 'MISSED'}  {unit}")
    return 0 if all(row[1] <= row[3] for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
