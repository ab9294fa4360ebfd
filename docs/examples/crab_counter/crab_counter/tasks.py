"""A task with the phone's Counter."""

from crab_counter.phone import DATABASE
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Task, action
from crab_gym.task.parameters import integer
from crab_sim.devices.footprints import may_add
from crab_tasks.kits.moves import tap
from crab_tasks.kits.state import app_opened


def setup(devices, params, rng):
    devices.android.set_table(DATABASE.path, "kept", [])


def is_kept(state, number):
    """The number is the only one in the table."""
    return [row["number"] for row in state.android.table(DATABASE.path, "kept")] == [number]


def checkpoints(params):
    kept = check(is_kept, number=params.number)
    return [
        app_opened("counter", "counter_open"),
        Checkpoint(id="kept", device="android", app="counter", evaluator=kept, after=("counter_open",)),
    ]


def open_counter(params, look):
    yield action("android", "open_app", name="Counter")


def count_and_keep(params, look):
    for _ in range(params.number):
        yield tap(look, text="+1")
    yield tap(look, text="Keep")


def one_too_many(params, look):
    yield from open_counter(params, look)
    yield tap(look, text="+1")
    yield from count_and_keep(params, look)


TASK = Task(
    name="android.my_count",
    description="In the Counter app of the phone, count to {number} and keep that number.",
    devices=("android",),
    parameters={"number": integer(3, 14, default=5)},
    setup=setup,
    checkpoints=checkpoints,
    oracle={"counter_open": open_counter, "kept": count_and_keep},
    near_misses={"one_too_many": one_too_many},
    footprint=lambda params: [may_add("android", "state", most=1, slice="counter.kept", value=params.number)],
    step_limit=48,
)
