"""A toy backend and toy tasks, to test the running of tasks without the simulated machines.

The device is a note pad: ``write_text`` adds a line, ``press`` with "delete" removes the last one, and all other
actions do nothing. It breaks, or its evaluators do, when a magic line is written.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from crab_gym.backends.base import (
    Backend,
    CommandResult,
    DesktopSetup,
    DeviceError,
    Devices,
    Element,
    Foreground,
    Image,
    PhoneSetup,
)
from crab_gym.evaluation import Checkpoint, check, check_answer
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.parameters import choice
from tests.views import partial_view

REF = "tests.toy:"
BREAK = "break the device"


@partial_view
class Pad(PhoneSetup, DesktopSetup):
    """Reads and writes the pad's lines."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def foreground(self) -> Foreground:
        return Foreground("text_editor", "pad")

    def processes(self) -> tuple[str, ...]:
        return ()

    def exists(self, path: str) -> bool:
        return False

    def is_dir(self, path: str) -> bool:
        return False

    def read_file(self, path: str) -> bytes | None:
        return "\n".join(self.lines).encode()

    def list_dir(self, path: str) -> tuple[str, ...]:
        return ()

    def clipboard(self) -> str:
        return ""

    def setting(self, namespace: str, key: str) -> str | None:
        return None

    def run(self, argv: Sequence[str]) -> CommandResult:
        return CommandResult(0, "", "")

    def write_file(self, path: str, data: bytes | str) -> None:
        text = data if isinstance(data, str) else data.decode()
        self.lines[:] = text.split("\n")

    def make_dir(self, path: str) -> None:
        pass

    def remove(self, path: str) -> None:
        self.lines.clear()

    def set_clipboard(self, text: str) -> None:
        pass

    def set_setting(self, namespace: str, key: str, value: str) -> None:
        pass


class ToyBackend(Backend):
    """The note pad as a device."""

    kind = "sim"
    devices = ("ubuntu", "android")
    deterministic = True
    real_time = False

    def __init__(self, device: str, screen_size: tuple[int, int], **options: Any) -> None:
        super().__init__(device, screen_size, **options)
        self._pad = Pad()

    @property
    def state(self) -> Pad:
        return self._pad

    @property
    def setup(self) -> Pad:
        return self._pad

    def reset(self, seed: int) -> None:
        self._pad.lines.clear()

    def execute(self, name: str, args: Mapping[str, Any]) -> None:
        if name == "write_text":
            if args["text"] == BREAK:
                raise DeviceError(self.device, "the pad is torn")
            self._pad.lines.append(args["text"])
        elif name == "press" and args["key"] == "delete" and self._pad.lines:
            self._pad.lines.pop()

    def settle(self) -> None:
        pass

    def screenshot(self) -> Image:
        image = np.zeros((self.screen_size[1], self.screen_size[0], 3), np.uint8)
        image[: len(self._pad.lines) * 8] = 200
        return image

    def elements(self) -> tuple[Element, ...]:
        return tuple(Element("text", line) for line in self._pad.lines)

    def snapshot(self) -> tuple[str, ...]:
        return tuple(self._pad.lines)

    def restore(self, handle: Sequence[str]) -> None:
        self._pad.lines[:] = handle

    def fingerprint(self) -> str:
        return hashlib.sha256(repr(self._pad.lines).encode()).hexdigest()

    def close(self) -> None:
        pass


def has(state: Mapping[str, Any], device: str, line: str) -> bool:
    """Holds while a device's pad contains the line."""
    lines: list[str] = state[device].lines
    if "break the evaluator" in lines:
        raise RuntimeError("the evaluator is confused")
    return line in lines


def answered(state: Mapping[str, Any], answer: str | None, text: str) -> bool:
    """Holds when the answer was submitted."""
    return answer == text


def meddles(state: Mapping[str, Any]) -> bool:
    """An evaluator with a defect: it writes."""
    state.ubuntu.lines.append("seen")
    return "go" in state.ubuntu.lines


def write(device: str, *lines: str) -> Any:
    """An oracle that writes lines, each a template of the parameters."""

    def oracle(params: Params, look: Look) -> Iterator[Action]:
        for line in lines:
            yield action(device, "write_text", text=line.format_map(vars(params)))

    return oracle


def stuck(params: Params, look: Look) -> Iterator[Action]:
    """An oracle that looks for an absent element."""
    yield action("ubuntu", "write_text", text="other")
    raise LookupError("no element 'Save' on 'ubuntu'")


def submit(params: Params, look: Look) -> Iterator[Action]:
    """An oracle that answers with the word."""
    yield action("root", "submit", answer=params.word)


def _diamond(params: Params) -> list[Checkpoint]:
    return [
        Checkpoint(id="open", device="ubuntu", app="text_editor", evaluator=check(has, device="ubuntu", line="open")),
        Checkpoint(
            id="left",
            device="ubuntu",
            app="text_editor",
            evaluator=check(has, device="ubuntu", line=params.word),
            after=("open",),
        ),
        Checkpoint(
            id="right",
            device="android",
            app="tasks",
            evaluator=check(has, device="android", line=params.word),
            after=("open",),
        ),
        Checkpoint(
            id="tell",
            device="root",
            app="answer",
            evaluator=check_answer(answered, text=params.word),
            after=("left", "right"),
        ),
    ]


WORDS = ("alpha", "beta", "gamma", "delta", "epsilon")

TASK = Task(
    name="cross.toy",
    description="Write {word} on both pads, then submit it.",
    devices=("ubuntu", "android"),
    parameters={"word": choice(WORDS)},
    checkpoints=_diamond,
    oracle={
        "open": write("ubuntu", "open"),
        "left": write("ubuntu", "{word}"),
        "right": write("android", "{word}"),
        "tell": submit,
    },
    near_misses={"wrong word": write("ubuntu", "open", "wrong"), "undone": write("ubuntu", "open", "{word}")},
    step_limit=15,
    tags=("toy",),
)


def _lines(*names: str) -> Any:
    return lambda params: [
        Checkpoint(id=name, device="ubuntu", app="text_editor", evaluator=check(has, device="ubuntu", line=name))
        for name in names
    ]


def _write_notes(devices: Devices, params: Params, rng: random.Random) -> None:
    devices.ubuntu.write_file("/pad", "one")


ONE = Task(
    name="ubuntu.one",
    description="Write one.",
    devices=("ubuntu",),
    checkpoints=_lines("one"),
    oracle={"one": write("ubuntu", "one")},
    backends={"ubuntu": ("sim", "desktop")},
    step_limit=5,
)
STUCK = Task(
    name="ubuntu.stuck",
    description="Write one and two.",
    devices=("ubuntu",),
    checkpoints=_lines("one", "two"),
    oracle={"one": stuck, "two": write("ubuntu", "two")},
    step_limit=15,
)
GREEDY = Task(
    name="ubuntu.greedy",
    description="Write one and two.",
    devices=("ubuntu",),
    checkpoints=_lines("one", "two"),
    oracle={"one": write("ubuntu", "one", "two"), "two": write("ubuntu", "two", "one")},
    implies=("ubuntu.one",),
    step_limit=15,
)
SOLVED = Task(
    name="ubuntu.solved",
    description="Write one.",
    devices=("ubuntu",),
    checkpoints=_lines("one"),
    oracle={"one": write("ubuntu", "one")},
    setup=_write_notes,
    step_limit=15,
)
MEDDLING = Task(
    name="ubuntu.meddling",
    description="Write go.",
    devices=("ubuntu",),
    checkpoints=lambda params: [Checkpoint(id="go", device="ubuntu", app="text_editor", evaluator=check(meddles))],
    oracle={"go": write("ubuntu", "go")},
    step_limit=15,
)


def _raise(devices: Devices, params: Params, rng: random.Random) -> None:
    raise OSError("the setup has a bug")


BROKEN_SETUP = Task(
    name="ubuntu.broken_setup",
    description="Write one.",
    devices=("ubuntu",),
    checkpoints=_lines("one"),
    oracle={"one": write("ubuntu", "one")},
    setup=_raise,
    step_limit=15,
)
