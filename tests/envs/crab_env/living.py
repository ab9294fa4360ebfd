"""Tasks in a world that doesn't wait, with a person who can be asked, for the tests of events and questions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from crab_gym.backends.base import Devices, State
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Params, Task
from crab_gym.task.events import Moment, TaskEvent, cause
from crab_gym.task.user import Detail, User, told
from crab_sim.devices.footprints import Footprint, may_add, may_change, may_send

BOSS = "+12125550177"


def text_arrives(devices: Devices, *, body: str) -> None:
    devices.android.receive_text(BOSS, body)


def call_rings(devices: Devices) -> None:
    devices.android.ring(BOSS)


def file_is_dropped(devices: Devices, *, path: str) -> None:
    devices.ubuntu.write_file(path, "a file of somebody else\n")


def has_todo(state: State, *, title: str) -> bool:
    return any(todo.title == title for todo in state.android.todos())


def todo_done(state: State, *, title: str) -> bool:
    return any(todo.title == title and todo.done for todo in state.android.todos())


def was_texted(state: State, *, body: str) -> bool:
    return any(message.body == body for message in state.android.messages())


def took_call(state: State) -> bool:
    return any(call.number == BOSS and call.kind == "incoming" for call in state.android.calls())


def _events(params: Params) -> Sequence[TaskEvent]:
    return (
        TaskEvent(id="text", when=Moment(20), does=cause(text_arrives, body="The meeting is at four.")),
        TaskEvent(id="file", when=Moment(5, event="text"), does=cause(file_is_dropped, path="/home/user/Dropped.txt")),
        TaskEvent(id="call", when=Moment(app=("android", "contacts")), does=cause(call_rings)),
        TaskEvent(id="late", when=Moment(steps=30), does=cause(text_arrives, body="Are you there?")),
        TaskEvent(id="changed", when=Moment(checkpoint="milk"), words="Make that oat milk, please."),
    )


def _checkpoints(params: Params) -> Sequence[Checkpoint]:
    return (
        Checkpoint(
            id="milk", device="android", app="tasks", evaluator=check(has_todo, title="Buy milk"), until="changed"
        ),
        Checkpoint(
            id="oats", device="android", app="tasks", evaluator=check(has_todo, title="Buy oat milk"), since="changed"
        ),
        Checkpoint(id="home", device="android", app="tasks", evaluator=check(has_todo, title="Call home")),
    )


def _footprint(params: Params) -> Footprint:
    titles = frozenset(("Buy milk", "Buy oat milk", "Call home"))
    return (
        may_add("android", "todo", most=3, title=titles),
        may_change("android", "todo", ("title",), becomes={"title": titles}),
    )


TASK = Task(
    name="cross.living_world",
    description="Add the task “Buy milk” to the Tasks app, and the task “Call home”.",
    devices=("android", "ubuntu"),
    checkpoints=_checkpoints,
    oracle={},
    events=_events,
    footprint=_footprint,
    step_limit=60,
)


def _person(params: Params) -> User:
    return User(
        (
            Detail("size", "Large.", ((("size", "how big"),), (("large",), ("small",))), ("desk",)),
            Detail("colour", "Red, of course.", ((("colour", "color"),),)),
            Detail("both", "The large red one.", ((("size",), ("colour", "color")),)),
            Detail("price", "About 30 dollars.", ((("is it",), ("#",)),)),
            Detail("name", "I am Kim.", ((("name", "who"),),), needed=False),
        )
    )


def _asked(params: Params) -> Sequence[Checkpoint]:
    return (
        Checkpoint(id="asked", device="root", app="person", evaluator=check(told, detail="size"), hold=False),
        Checkpoint(
            id="texted", device="android", app="tasks", evaluator=check(has_todo, title="Large"), after=("asked",)
        ),
    )


ASKED = Task(
    name="cross.asked",
    description="Add the size of my shirt to the Tasks app.",
    devices=("android",),
    checkpoints=_asked,
    oracle={},
    user=_person,
    footprint=lambda params: (may_add("android", "todo", most=1, title="Large"), may_send("android", "text")),
    step_limit=30,
)


def file_in_the_drive(devices: Devices) -> None:
    rows = devices.ubuntu.web("drive.example", "files")
    new = {**rows[0], "id": 9_999, "name": "Minutes of the others.txt"}
    devices.ubuntu.set_web("drive.example", "files", [*rows, new])


DRIVE = replace(
    TASK,
    account=("drive",),
    checkpoints=lambda params: [replace(node, since="", until="") for node in _checkpoints(params)],
    events=lambda params: [TaskEvent(id="minutes", when=Moment(10), does=cause(file_in_the_drive))],
)
