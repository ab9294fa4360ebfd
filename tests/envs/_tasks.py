"""Small tasks, and a phone that breaks on demand, for tests of the environment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from crab_gym.backends.base import DeviceError, Element, Image, State
from crab_gym.backends.sim import SimBackend
from crab_gym.backends.sim.desktop_state import SimDesktopState
from crab_gym.backends.sim.phone_state import SimPhoneState
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.evaluation import Checkpoint, check, check_answer
from crab_gym.task import Action, Params, Task, action
from crab_gym.task.parameters import choice, integer

HERE = "tests.envs._tasks:"
CONTACT = "crab_tasks.android.add_contact:TASK"
STYLE = "crab_tasks.cross.dark_mode_from_todo:TASK"
NOTE = "crab_tasks.ubuntu.text.write_note:TASK"


def in_front(state: State, app: str) -> bool:
    return state.android.foreground().app == app


def answer_is(state: State, answer: str | None, value: str) -> bool:
    return answer == value


def clipboard_breaks(state: State) -> bool:
    if state.android.foreground().app == "tasks":
        raise ZeroDivisionError("a bug")
    return False


def chain(params: Params) -> list[Checkpoint]:
    """Contacts in front, then Tasks in front, then the answer; only the answer must hold at the end."""
    return [
        Checkpoint(
            id="first_stop", device="android", app="contacts", evaluator=check(in_front, app="contacts"), hold=False
        ),
        Checkpoint(
            id="second_stop",
            device="android",
            app="tasks",
            evaluator=check(in_front, app="tasks"),
            after=("first_stop",),
            hold=False,
        ),
        Checkpoint(
            id="word_given",
            device="root",
            app="answer",
            evaluator=check_answer(answer_is, value=params.word),
            after=("second_stop",),
        ),
    ]


def held(params: Params) -> list[Checkpoint]:
    """Contacts in front, and an answer; both must hold at the end."""
    return [
        Checkpoint(id="stay_there", device="android", app="contacts", evaluator=check(in_front, app="contacts")),
        Checkpoint(id="word_given", device="root", app="answer", evaluator=check_answer(answer_is, value="go")),
    ]


def buggy(params: Params) -> list[Checkpoint]:
    return [Checkpoint(id="has_a_bug", device="android", app="tasks", evaluator=check(clipboard_breaks))]


CHAIN = Task(
    name="learn.chain",
    description="Visit two apps, then submit a word of {size} letters.",
    devices=("android",),
    checkpoints=chain,
    oracle={},
    parameters={"word": choice(("sesame", "xyzzy", "plugh", "abraxas")), "size": integer(1, 1000, 6)},
    step_limit=20,
)
ASKED = replace(CHAIN, name="learn.asked", revisable=True)
HELD = Task(name="learn.held", description="Stay.", devices=("android",), checkpoints=held, oracle={}, step_limit=20)
BUGGY = Task(name="learn.buggy", description="Wait.", devices=("android",), checkpoints=buggy, oracle={}, step_limit=20)

CONTACTS = action("android", "open_app", name="Contacts")
TASKS = action("android", "open_app", name="Tasks")
HOME = action("android", "press", key="home")
COMPLETE = action("root", "complete")
BAD = action("android", "open_app", name="Nonesuch")


def submit(answer: str) -> Action:
    return action("root", "submit", answer=answer)


def wait(seconds: float) -> Action:
    return action("root", "wait", seconds=seconds)


def chain_env(word: str = "xyzzy", **options: Any) -> CrabEnv:
    env = CrabEnv(f"{HERE}CHAIN", **{"screens": False, **options})
    env.reset(seed=1, options={"parameters": {"word": word}})
    return env


def held_env(**options: Any) -> CrabEnv:
    env = CrabEnv(f"{HERE}HELD", **{"screens": False, **options})
    env.reset(seed=1)
    return env


class Fragile(SimBackend):
    """A simulated device that breaks on a magic text, and stays broken until it is reset.

    ``break`` breaks it at once, ``break state`` when evaluators look, ``break screen`` when its screen is captured.
    """

    kind = "fragile"
    in_process = False

    def __init__(self, device: str, screen_size: tuple[int, int], **options: Any) -> None:
        super().__init__(device, screen_size, **options)
        self.broken = ""
        self.resets = 0

    def _look(self, what: str) -> None:
        if self.broken in ("break", what):
            self.broken = "break"
            raise DeviceError(self.device, "the cable is cut")

    def reset(self, seed: int) -> None:
        self.broken, self.resets = "", self.resets + 1
        super().reset(seed)

    def execute(self, name: str, args: Mapping[str, Any]) -> None:
        self._look("break")
        if name == "write_text" and args["text"].startswith("break"):
            self.broken = args["text"]
            self._look("break")
        super().execute(name, args)

    def settle(self) -> None:
        self._look("break")

    def screenshot(self) -> Image:
        self._look("break screen")
        return super().screenshot()

    def elements(self) -> tuple[Element, ...]:
        self._look("break")
        return super().elements()

    def reads(self) -> None:
        return None  # as of a device outside

    @property
    def state(self) -> SimDesktopState | SimPhoneState:
        return _Watched(self) if self.device == "android" else super().state


class _Watched(SimPhoneState):
    def __init__(self, backend: Fragile) -> None:
        super().__init__(backend.machine)
        self._backend = backend

    def foreground(self) -> Any:
        self._backend._look("break state")
        return super().foreground()
