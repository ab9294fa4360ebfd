"""Questions about the entries of the Tasks app."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from crab_gym.backends.base import Devices
from crab_gym.evaluation import check_answer
from crab_gym.task import Action, Look, Params, Task
from crab_gym.task.parameters import Parameter, choice, integer
from crab_tasks.android_world.published import like
from crab_tasks.android_world.questions.asking import AHEAD, PAST, asked, submitting, texts
from crab_tasks.kits.android.pages import open_first_page, scroll_to
from crab_tasks.kits.android.tasks.moves import sort_todos
from crab_tasks.kits.android.tasks.state import Entry, plant_todos
from crab_tasks.kits.answers import answer_is, answer_names_all

TASKS = (
    "COMPLETED_FOR_DATE", "DUE_NEXT_WEEK", "DUE_ON_DATE", "HIGH_PRIORITY", "HIGH_PRIORITY_ON_DATE",
    "INCOMPLETE_ON_DATE",
)  # fmt: skip

_NOISE = 20
"""Entries that the question isn't about."""
_VERBS = ("Order", "Repair", "Collect", "Measure", "Label", "Replace", "Return")
_THINGS = ("the wall clock", "both bicycles", "garden tiles", "the roof lamp", "old slides", "choir folders",
           "the tent poles", "picture frames")  # fmt: skip
_NOTES = ("", "", "ask Nadia first", "before lunch", "see the drawing", "the blue ones")


class Draw(NamedTuple):
    """The entries of an episode: those that are asked for, and the others."""

    wanted: Sequence[Entry]
    others: Sequence[Entry]


def _drawn(params: Params, wanted: Sequence[Entry], fits: Callable[[Entry], bool], near: Sequence[Entry] = ()) -> Draw:
    """Gives entries titles and notes, and draws others.

    Args:
        params: The task's parameters.
        wanted: The entries that are asked for.
        fits: Returns whether an entry would be asked for as well, so that it can't be one of the others.
        near: Others that nearly are.
    """
    dice = random.Random(f"others {params.draw}")
    titles = dice.sample([f"{verb} {thing}" for verb in _VERBS for thing in _THINGS], len(wanted) + _NOISE)
    others = list(near)
    while len(others) < _NOISE:
        entry = Entry(
            "", dice.choice((None, *range(-10, 22))), dice.choice((None, None, 9 * 60, 17 * 60 + 30)),
            dice.choice((0, 1, 2, 3, 3)), dice.random() < 0.3,
        )  # fmt: skip
        if not fits(entry):
            others.append(entry)
    named = [
        entry._replace(title=title, notes=dice.choice(_NOTES))
        for entry, title in zip([*wanted, *others], titles, strict=True)
    ]
    return Draw(named[: len(wanted)], named[len(wanted) :])


Drawer = Callable[[Params], Draw]


def _setup(draw: Drawer) -> Callable[[Devices, Params, random.Random], None]:
    def plant(devices: Devices, params: Params, rng: random.Random) -> None:
        entries = [*draw(params).wanted, *draw(params).others]
        rng.shuffle(entries)
        plant_todos(devices.android, entries)

    return plant


def _titles(draw: Drawer) -> Callable[[Params], list[str]]:
    return lambda params: [entry.title for entry in draw(params).wanted]


def _open(params: Params, look: Look) -> Iterator[Action]:
    """Opens the app."""
    yield from open_first_page(look, "Tasks", "fab")


def _by_date(draw: Drawer) -> Callable[[Params, Look], Iterator[Action]]:
    """Sorts by due date, and looks at the entries."""

    def run(params: Params, look: Look) -> Iterator[Action]:
        yield from sort_todos(look, "Due date")
        yield from scroll_to(look, draw(params).wanted[-1].title)

    return run


def _by_priority(params: Params, look: Look) -> Iterator[Action]:
    yield from sort_todos(look, "Priority")


def _unsorted(draw: Drawer) -> Callable[[Params, Look], Iterator[Action]]:
    """Looks through the list as it is."""

    def run(params: Params, look: Look) -> Iterator[Action]:
        yield from _open(params, look)
        for entry in draw(params).wanted:
            yield from scroll_to(look, entry.title)

    return run


def _seed(default: int) -> Mapping[str, Parameter]:
    """Returns the parameter from which the entries are drawn; tasks differ in its default, and so in their entries."""
    return {"draw": integer(0, 99_999, default, type="seed")}


def _which(published: str, goal: str, draw: Drawer, default: int, days: Sequence[str] = ()) -> Task:
    """Returns a task that asks for the titles of some entries.

    Args:
        published: The name of AndroidWorld's task.
        goal: What is asked; ``{when}`` stands for the day.
        draw: Draws the entries.
        default: The default of the parameter from which they are drawn.
        days: The days that may be asked for, in words; empty if none is.
    """
    titles = _titles(draw)
    look_up = _by_date(draw) if days else _by_priority
    answer = submitting(look_up, texts(titles))

    def one_more(params: Params) -> str:
        return ", ".join([*titles(params), draw(params).others[0].title])

    def one_less(params: Params) -> str:
        return ", ".join(titles(params)[1:]) or "none"

    def one_for_all(params: Params) -> str:
        return ", ".join(titles(params)[:1] * max(2, len(titles(params))))

    def another(params: Params) -> str:
        return ", ".join([draw(params).others[0].title, *titles(params)[1:]])

    def backwards(params: Params) -> str:
        *firsts, last = [title.lower() for title in titles(params)[::-1]]
        return f"{', '.join(firsts)} and {last}." if firsts else f'"{last}"'

    return Task(
        **like(published),
        description=f"{goal} Submit the titles only, separated by commas if there are several.",
        parameters={**({"when": choice(days, type="day")} if days else {}), **_seed(default)},
        setup=_setup(draw),
        checkpoints=lambda params: asked("tasks", check_answer(answer_names_all, items=tuple(titles(params)))),
        oracle={"app_open": _open, "answered": answer},
        alternatives={
            "backwards": submitting(look_up, backwards),
            "unsorted": submitting(_unsorted(draw), texts(titles)),
        },
        near_misses={
            "one_more": submitting(look_up, one_more),
            "one_less": submitting(look_up, one_less),
            "one_for_all": submitting(look_up, one_for_all),
            "another": submitting(look_up, another),
        },
    )


def _due_on(params: Params) -> Draw:
    day = AHEAD[params.when]
    near = [Entry("", day - 1), Entry("", day + 1), Entry("", day + 7)]
    return _drawn(params, [Entry("", day), Entry("", day, 600), Entry("", day, None, 1)], lambda e: e.due == day, near)


DUE_ON_DATE = _which(
    "TasksDueOnDate", "Which entries in the phone's Tasks app are due {when}?", _due_on, 4, tuple(AHEAD)
)


def _high(params: Params) -> Draw:
    dice = random.Random(params.draw)
    wanted = [Entry("", dice.randint(1, 7), dice.randrange(0, 1440, 15), 0)]
    return _drawn(params, wanted, lambda e: e.priority == 0, [Entry("", 1, None, 1), Entry("", 2, None, 2)])


HIGH_PRIORITY = _which(
    "TasksHighPriorityTasks", "Which entries in the phone's Tasks app have a high priority?", _high, 8
)


def _high_on(params: Params) -> Draw:
    day = AHEAD[params.when]
    near = [Entry("", day, None, 1), Entry("", day, None, 3), Entry("", day + 1, None, 0), Entry("", day - 1, None, 0)]
    return _drawn(params, [Entry("", day, 17 * 60, 0)], lambda e: e.due == day and e.priority == 0, near)


HIGH_PRIORITY_ON_DATE = _which(
    "TasksHighPriorityTasksDueOnDate",
    "Which entries with a high priority in the phone's Tasks app are due {when}?",
    _high_on,
    12,
    tuple(AHEAD),
)

_AROUND = {**{word: -days for word, days in PAST.items() if 0 < days <= 5},
           **{word: days for word, days in AHEAD.items() if days <= 5}}  # fmt: skip


def _completed_for(params: Params) -> Draw:
    day = _AROUND[params.when]
    near = [Entry("", day), Entry("", day - 1, done=True), Entry("", day + 1, done=True)]
    wanted = [Entry("", day, done=True), Entry("", day, 600, done=True), Entry("", day, None, 1, done=True)]
    return _drawn(params, wanted, lambda e: e.due == day and e.done, near)


COMPLETED_FOR_DATE = _which(
    "TasksCompletedTasksForDate",
    "Of the entries in the phone's Tasks app whose due date is {when}, which are completed?",
    _completed_for,
    16,
    tuple(_AROUND),
)


def _incomplete_by(params: Params) -> Draw:
    day = AHEAD[params.when]
    near = [Entry("", day, done=True), Entry("", day - 1, done=True), Entry("", day + 1)]

    def fits(entry: Entry) -> bool:
        return entry.due is not None and entry.due <= day and not entry.done

    return _drawn(params, [Entry("", day), Entry("", day, 600), Entry("", day, None, 1)], fits, near)


INCOMPLETE_ON_DATE = _which(
    "TasksIncompleteTasksOnDate",
    "Of the entries in the phone's Tasks app that aren't completed, which are due {when} or earlier?",
    _incomplete_by,
    20,
    tuple(AHEAD),
)


def _next_week(params: Params, now: float) -> Draw:
    """Two to fourteen entries are due in next week; where that begins depends on the day of the week.

    Args:
        params: The task's parameters.
        now: The phone's time.
    """
    monday = 7 - datetime.fromtimestamp(now, UTC).weekday()
    dice = random.Random(params.draw)
    days = [monday + day for day in dice.choices(range(7), k=_count(params))]
    near = [Entry("", monday - 1), Entry("", monday + 7), Entry("", monday - 7)]
    return _drawn(params, [Entry("", day) for day in days], lambda e: e.due in range(monday, monday + 7), near)


def _count(params: Params) -> int:
    return random.Random(f"count {params.draw}").randint(2, 14)


def _plant_weeks(devices: Devices, params: Params, rng: random.Random) -> None:
    phone = devices.android
    draw = _next_week(params, phone.now())
    entries = [*draw.wanted, *draw.others]
    rng.shuffle(entries)
    plant_todos(phone, entries)


def _sort_and_scroll(params: Params, look: Look) -> Iterator[Action]:
    yield from sort_todos(look, "Due date")
    titles = [entry.title for entry in _next_week(params, 0.0).wanted]
    yield from scroll_to(look, titles[-1])


def _look_through(params: Params, look: Look) -> Iterator[Action]:
    yield from _open(params, look)
    for entry in _next_week(params, 0.0).wanted:
        yield from scroll_to(look, entry.title)


_DUE = "How many entries in the phone's Tasks app are due next week, from Monday to Sunday?"
DUE_NEXT_WEEK = Task(
    **like("TasksDueNextWeek"),
    description=f"{_DUE} Submit the number.",
    parameters=_seed(25),
    setup=_plant_weeks,
    checkpoints=lambda params: asked(
        "tasks", check_answer(answer_is, kind="count", value=_count(params), asks=f"{_DUE} How many tasks?")
    ),
    oracle={
        "app_open": _open, "answered": submitting(_sort_and_scroll, lambda params: str(_count(params))),
    },
    alternatives={
        "unsorted": submitting(_look_through, lambda params: f"There are {_count(params)}."),
        "in_a_sentence": submitting(_sort_and_scroll, lambda params: f"{_count(params)} tasks are due next week"),
    },
    near_misses={
        "one_more": submitting(_sort_and_scroll, lambda params: str(_count(params) + 1)),
        "one_less": submitting(_sort_and_scroll, lambda params: str(_count(params) - 1)),
        "a_guess": submitting(_sort_and_scroll, lambda params: f"{_count(params)} or {_count(params) + 1}"),
    },
)  # fmt: skip

CHANGES: Mapping[str, str] = {
    DUE_ON_DATE.name: "The list of its answer names each entry once; theirs takes one title three times.",
    HIGH_PRIORITY.name: "",
    HIGH_PRIORITY_ON_DATE.name: "Others of that day, and others of high priority, are always there.",
    COMPLETED_FOR_DATE.name: "An entry of that day that isn't completed is there as well; each title counts once.",
    INCOMPLETE_ON_DATE.name: "Completed entries of that day are there as well; each title counts once.",
    DUE_NEXT_WEEK.name: "Three to six are due rather than always six, which could be known without a look.",
}
