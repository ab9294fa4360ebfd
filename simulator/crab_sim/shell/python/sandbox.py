"""The program of the worker: runs programs one after the other in Monty, a sandboxed interpreter of Python.

It is started by its path (see `worker`), in a process of its own: the client of Monty has threads, which a fork of
the simulator's process would break. It imports nothing of the simulator. Messages are lines of JSON. The first one
says that Monty is ready, or what is broken. Then a job is read; calls of the system are written, each answered by the
next line that is read; last comes what the program has left.
"""

from __future__ import annotations

import base64
import json
import sys
from datetime import UTC, datetime, tzinfo
from time import monotonic
from typing import Any

sys.path.extend(sys.argv[1:])  # the folder where the simulator has Monty: `-I` leaves out some where it may be
try:
    from pydantic_monty import (
        CollectStreams,
        Monty,
        MontyCrashedError,
        MontyFileHandle,
        MontyRuntimeError,
        MontySyntaxError,
        OSPolicy,
        ResourceLimits,
        ScanEntry,
        StatResult,
    )
except ImportError as error:
    print(json.dumps({"broken": f"{type(error).__name__}: {error}"}), flush=True)
    raise SystemExit from None

Message = dict[str, Any]
LIMITS = ("feed time limit", "memory limit", "suspension limit", "the worker exceeded its memory limit")
"""How the messages of errors begin that end a program at a limit."""


def send(message: Message) -> None:
    """Writes a message."""
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def receive() -> Message:
    """Reads a message; the process ends where the simulator's has ended."""
    line = sys.stdin.readline()
    if not line:
        raise SystemExit
    message: Message = json.loads(line)
    return message


class System:
    """Answers a program's calls of the system with those of the simulated machine.

    Attributes:
        waited: The seconds that the answers have taken.
    """

    def __init__(self) -> None:
        self.waited = 0.0

    def __call__(self, *, name: str, args: tuple[Any, ...], kwargs: dict[str, Any], **_: object) -> Any:
        """Returns the answer to a call.

        Args:
            name: The call, such as ``"Path.read_text"``.
            args: Its arguments.
            kwargs: Its named arguments.

        Raises:
            OSError: As the simulated machine says.
        """
        began = monotonic()
        send({"call": name, "args": [self.plain(one) for one in args], "named": kwargs})
        answer = receive()
        self.waited += monotonic() - began
        if "error" in answer:
            raise OSError(*answer["error"])
        value = answer["value"]
        if name == "open":
            return MontyFileHandle(str(args[0]), args[1])
        if name == "Path.stat":
            return StatResult(*value)
        if name == "Path.scan":
            return [ScanEntry(*entry) for entry in value]
        if name == "datetime.now":
            zone: tzinfo | None = args[0] if args else None
            moment = datetime.fromtimestamp(value, zone or UTC)
            return moment if zone else moment.replace(tzinfo=None)
        if name == "date.today":
            return datetime.fromtimestamp(value, UTC).date()
        return base64.b64decode(value) if name in ("Path.read_bytes", "os.urandom") else value

    @staticmethod
    def plain(value: Any) -> Any:
        """Returns an argument as JSON has it."""
        if isinstance(value, MontyFileHandle):
            return value.path
        if isinstance(value, (bytes, bytearray)):
            return base64.b64encode(value).decode()
        return value if value is None or isinstance(value, (bool, int, float, str)) else str(value)


def run(pool: Monty, job: Message) -> Message:
    """Runs a program and returns how it has ended.

    Args:
        pool: The worker of Monty.
        job: The texts to run after each other (`feeds`), what runs after them in any case (`last`), and the bounds.
    """
    output = CollectStreams(job["output"])
    limits: ResourceLimits = {
        "max_feed_duration_secs": job["seconds"],
        "max_memory": job["memory"],
        "max_suspensions": job["calls"],
    }
    policy: OSPolicy = {"datetime": "call_host", "sleep": "call_host", "random_start": {"seed": job["seed"]}}
    end: Message = {"kind": "", "message": "", "frames": [], "stopped": False, "died": False}
    system, began = System(), monotonic()
    try:
        with pool.checkout(
            script_name=job["name"], limits=limits, os_policy=policy, assert_message_annotations=False
        ) as session:
            try:
                for text in job["feeds"]:
                    if monotonic() - began - system.waited > job["seconds"]:  # Monty limits each feed by itself
                        return {**end, "stopped": True, "output": []}
                    session.feed_run(text + "\nNone", print_callback=output, cwd=job["cwd"], os=system)
            except (MontyRuntimeError, MontySyntaxError) as error:
                end = described(error)
            if not end["stopped"]:
                session.feed_run(job["last"], print_callback=output, os=system)
    except MontyCrashedError as error:
        end.update(stopped=error.timed_out, died=not error.timed_out)
    except MontyRuntimeError as error:  # the files that are still open can't be written
        last = described(error)
        end = last if last["stopped"] or not end["kind"] else end
    return {**end, "output": output.output}


def described(error: MontyRuntimeError | MontySyntaxError) -> Message:
    """Returns what is known of a program's error."""
    kind, _, message = error.display("type-msg").partition(": ")
    frames = [[frame.filename, frame.line, frame.function_name or "<module>"] for frame in error.traceback()]
    return {"kind": kind, "message": message, "frames": frames, "stopped": message.startswith(LIMITS), "died": False}


def main() -> None:
    """Runs the jobs that come."""
    try:
        with Monty(min_processes=1, max_processes=1, feed_duration_limit_grace=0.25) as pool:
            send({"ready": True})
            while True:
                send(run(pool, receive()))
    except Exception as error:  # the simulator tells what is broken, or starts another worker
        send({"broken": f"{type(error).__name__}: {error}"})


if __name__ == "__main__":
    main()
