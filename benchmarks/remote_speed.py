"""Cost of remote simulated devices, as ratios to the same devices in-process and to a bare socket's round trips.

    python benchmarks/remote_speed.py [--quick] [--json]

The server is another process on this machine, so the figures include encoding and two processes but no network. Limits
apply to the processor time of both sides, which doesn't depend on the machine's load; elapsed time is printed too.
Each figure is the median of several repeats, each measured directly beside its peer. Linux only. Exits with 1 if a
limit is missed.
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
"""Each changes most or all of its device's screen."""


@contextmanager
def served() -> Iterator[tuple[str, int]]:
    """Serves devices in another process; yields their backend specification and the process's id."""
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
    """Yields a function for bare round trips (256 bytes there, a number of bytes back), and its process's id."""
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


class Figure(NamedTuple):
    """A line of the table."""

    name: str
    value: float
    unit: str
    limit: float


class Cost(NamedTuple):
    """Seconds per call: elapsed, and of the processors."""

    elapsed: float
    processor: float


def processor_time(pid: int) -> float:
    """Returns the processor time of a process and its descendants, in seconds."""
    own = int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1e9
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return own + sum(processor_time(int(child)) for child in children)


def cost(call: Callable[[], Any], times: int, other: int = 0) -> Cost:
    """Returns the mean cost of a call.

    Args:
        call: The call.
        times: Number of calls.
        other: Id of another process that works on the call, if there is one.
    """

    def now() -> tuple[float, float]:
        return time.perf_counter(), time.process_time() + (processor_time(other) if other else 0.0)

    start = now()
    for _ in range(times):
        call()
    return Cost(*((after - before) / times for before, after in zip(start, now(), strict=True)))


def stepper(env: CrabEnv, look: bool) -> Callable[[], Any]:
    """Returns a function that takes the next step.

    Args:
        env: The environment.
        look: Whether the function also reads the acted device's elements.
    """
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
    figures: list[Figure] = []
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
            backend.state.exists(next(paths))  # a new path each time, since known answers aren't requested again

        for call in (partial(bare, 30), question):
            cost(call, times)
        pairs = [(cost(partial(bare, 30), 4 * times, other), cost(question, 4 * times, server)) for _ in range(repeats)]
        backend.close()
        ratio = median(own.processor / plain.processor for plain, own in pairs)
        figures.append(Figure("a question", ratio, "bare round trips", 20.0))
        plain, own = (median(cost.elapsed for cost in column) for column in zip(*pairs, strict=True))
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
            here, _, away = (median(cost.elapsed for cost in column) for column in zip(*laps, strict=True))
            notes.append(
                f"{label}: {1 / here:.0f} steps per second in-process, {1 / away:.0f} remote "
                f"({away / here:.1f} times as long), {trips * size / 1e3:.0f} kB per step"
            )
            figures.append(Figure(f"round trips of a step on two devices, {label}", trips, "", 2.0))
            ratio = median(far.processor / (near.processor + trips * way.processor) for near, way, far in laps)
            figures.append(Figure(f"a step, {label}", ratio, "steps in-process with two bare round trips", limit))
            for env in envs:
                env.close()
    if args.json:
        print(json.dumps([figure._asdict() for figure in figures], indent=2))
    else:
        print("\n".join([*notes, ""]))
        for name, value, unit, limit in figures:
            print(f"{name:56} {value:6.2f}   limit {limit:5.2f}   {'ok    ' if value <= limit else 'MISSED'}  {unit}")
    return 0 if all(figure.value <= figure.limit for figure in figures) else 1


if __name__ == "__main__":
    sys.exit(main())
