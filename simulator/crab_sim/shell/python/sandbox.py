"""The program of the worker: runs programs one after the other in Monty, a sandboxed interpreter of Python.

It is started by its path (see `worker`), in a process of its own: the client of Monty has threads, which a fork of
the simulator's process would break. It imports nothing of the simulator. Messages are lines of JSON: a job is read;
calls of the system are written, each answered by the next line that is read; last comes what the program has left.
"""

from __future__ import annotations

import base64
import json
import sys
from datetime import UTC, datetime, tzinfo
from typing import Any

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

Message = dict[str, Any]
LIMITS = ("feed time limit", "memory limit", "suspension limit")
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
    """Answers a program's calls of the system with those of the simulated machine."""

    def __call__(self, *, name: str, args: tuple[Any, ...], kwargs: dict[str, Any], **_: object) -> Any:
        """Returns the answer to a call.

        Args:
            name: The call, such as ``"Path.read_text"``.
            args: Its arguments.
            kwargs: Its named arguments.

        Raises:
            OSError: As the simulated machine says.
        """
        send({"call": name, "args": [self.plain(one) for one in args], "named": kwargs})
        answer = receive()
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
    end: Message = {"kind": "", "message": "", "frames": [], "stopped": False}
    try:
        with pool.checkout(
            script_name=job["name"], limits=limits, os_policy=policy, assert_message_annotations=False
        ) as session:
            try:
                for text in job["feeds"]:
                    session.feed_run(text + "\nNone", print_callback=output, cwd=job["cwd"], os=System())
            except (MontyRuntimeError, MontySyntaxError) as error:
                end = described(error)
            if not end["stopped"]:
                session.feed_run(job["last"], print_callback=output, os=System())
    except MontyCrashedError:
        end["stopped"] = True
    except MontyRuntimeError as error:  # the files that are still open can't be written
        end = end if end["kind"] else described(error)
    return {**end, "output": output.output}


def described(error: MontyRuntimeError | MontySyntaxError) -> Message:
    """Returns what is known of a program's error."""
    kind, _, message = error.display("type-msg").partition(": ")
    frames = [[frame.filename, frame.line, frame.function_name or "<module>"] for frame in error.traceback()]
    return {"kind": kind, "message": message, "frames": frames, "stopped": message.startswith(LIMITS)}


def main() -> None:
    """Runs the jobs that come."""
    with Monty(min_processes=1, max_processes=1, feed_duration_limit_grace=0.25) as pool:
        while True:
            send(run(pool, receive()))


if __name__ == "__main__":
    main()
