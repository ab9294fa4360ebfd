"""Tools and taps: what a tool does to the things that the user owns can't be told from what touches do."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

import pytest

from crab_gym.backends.base import StateReader
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.envs.guidance import look_of
from crab_gym.task import Action, Look, Params
from crab_gym.task.catalogue import find_subtask
from crab_gym.task.composition import compose
from crab_gym.task.composition.composed import ComposedTask
from crab_gym.task.types import typed
from crab_sim.desktop.tools import TOOLS as ON_DESKTOP
from crab_sim.devices.facts import Effect, Facts, changes
from crab_sim.phone.tools import TOOLS as ON_PHONE
from crab_tasks.kits.android.clock import moves as clock
from crab_tasks.kits.android.contacts import moves as contacts
from crab_tasks.kits.android.gallery import moves as gallery
from crab_tasks.kits.android.mail import moves as mails
from crab_tasks.kits.android.messages import moves as messages
from crab_tasks.kits.android.notes import moves as notes
from crab_tasks.kits.android.pages import open_first_page, open_row
from crab_tasks.kits.android.recipes import moves as recipes
from crab_tasks.kits.by_tools import BY_TOOLS
from crab_tasks.kits.moves import tap
from crab_tasks.kits.ubuntu.calendar import moves as desktop_calendar
from crab_tasks.kits.ubuntu.files import moves as files

SEED = 3
Owned: TypeAlias = Mapping[str, tuple[Facts, Sequence[Effect]]]
"""The facts and the effects of each device."""
PLAIN = "cross.dark_mode_from_todo"
MOMENTS = range(4)
"""Seconds before the end of the taps at which they may have done what the tool does at once."""
FREE = {"calendar.add_desktop_event": "the goal leaves the time of day open, and the taps take the next full hour"}
COUNTED = ("clock.time_gap", "folders.count_pictures", "music.longest")
"""Look-ups whose value follows from the result without standing in it, or stands there in another form."""


def part_task(name: str) -> ComposedTask:
    """Returns a task of one sub-task, and of an answer where its output has to be used."""
    try:
        return compose([(name, {})])
    except ValueError:
        return compose([(name, {}), ("answer.submit", {})], [(0, 1, "text")])


def made(task: ComposedTask, tools: bool) -> CrabEnv:
    """Returns an environment of the task, in which nothing ends by itself."""
    env = CrabEnv(task.to_json(), screens=False, max_steps=5000, tools=tools, success_at="complete")
    env.reset(seed=SEED)
    return env


def taps(env: CrabEnv, task: ComposedTask) -> int:
    """Does the first part by its oracle on the screen; returns the number of steps."""
    steps = 0
    for name in task.orders(env.evaluator.graph, 1)[0]:
        if name.startswith("0.") and name not in env.evaluator.passed:
            for action in task.oracle[name](env.params, look_of(env)):
                env.step(action)
                steps += 1
    return steps


def data_of(result: str) -> Any:
    """Returns a result as data; a sentence as it is."""
    try:
        return json.loads(result)
    except ValueError:
        return result


def calls(env: CrabEnv, name: str, params: Params) -> tuple[int, list[str]]:
    """Does a sub-task by its tools; returns the number of steps, and the results."""
    results: list[str] = []
    steps = 0
    for action in BY_TOOLS[name](params, lambda: data_of(results[-1])):
        info = env.step(action)[4]
        assert not info["invalid_action"] and not info["app_crash"], (action, info)
        results.append(info["result"])
        steps += 1
    return steps, results


def wait(env: CrabEnv, seconds: int) -> None:
    """Lets time pass."""
    while seconds > 0:
        env.step({"device": "root", "name": "wait", "args": {"seconds": min(60, seconds)}})
        seconds -= 60


def owned(env: CrabEnv) -> Owned:
    """Returns the facts and the effects of each device; which web pages were seen on the way is left out."""
    states: dict[str, StateReader] = {name: backend.state for name, backend in env.backends.items()}
    return {
        name: ({kind: table for kind, table in state.facts().items() if kind != "visited"}, state.effects())
        for name, state in states.items()
    }


def differences(one: CrabEnv, other: CrabEnv) -> list[str]:
    """Returns the differences of what is owned, in words."""
    return differing(owned(one), owned(other))


def differing(before: Owned, after: Owned) -> list[str]:
    """Returns the differences between what was owned at two times, in words."""
    found: list[str] = []
    for device, (facts, effects) in before.items():
        found += [str(change) for change in changes(facts, after[device][0])]
        found += [] if list(effects) == list(after[device][1]) else [f"{effects} {after[device][1]}"]
    return found


def told(kind: str, value: str | int, results: Sequence[str]) -> bool:
    """Returns whether a value stands in the results: as it is, as people write it, or as a number."""
    text = "\n".join(results)
    forms = {str(value), typed(kind, value) if kind in ("date", "time", "amount") else ""}
    forms |= {f"{float(str(value)):g}"} if kind == "amount" else set()
    return any([form in text for form in forms if form])


@pytest.mark.parametrize("name", BY_TOOLS)
def test_a_subtask_by_tools_is_what_it_is_by_taps(name: str) -> None:
    task, subtask = part_task(name), find_subtask(name)
    by_taps = made(task, tools=False)
    steps = taps(by_taps, task)
    params = task.told_to_oracle(by_taps.params, "0.")
    first = made(task, tools=True)
    needed, results = calls(first.fork(), name, params)
    passed = {point for point in by_taps.evaluator.passed if point.startswith("0.")}
    assert needed <= steps
    unlike: list[str] = []
    for moment in MOMENTS:
        by_tools = first.fork()
        wait(by_tools, steps - needed - moment)
        calls(by_tools, name, params)
        assert passed <= set(by_tools.evaluator.passed)
        unlike = differences(by_taps, by_tools)
        if not unlike:
            break
    assert not unlike or name in FREE
    if subtask.produce is not None and subtask.output != "file" and name not in COUNTED:
        assert told(subtask.output, subtask.produce(params), results), results


# Tools that no sub-task uses ----------------------------------------------------------------------------------------


class Case(NamedTuple):
    """A tool and the taps that do the same: what they are about is drawn from the devices' state."""

    tool: str
    device: str
    subject: Callable[[CrabEnv], Any]
    taps: Callable[[Look, Any], Iterator[Action]]
    args: Callable[[Any], dict[str, Any]]


def _deleted_contact(look: Look, name: str) -> Iterator[Action]:
    yield from contacts.open_contact(look, name)
    yield from contacts.delete_entry(look)


def _deleted_thread(look: Look, listed: str) -> Iterator[Action]:
    yield from messages.open_chat(look, listed)
    yield tap(look, description="More options")
    yield tap(look, text="Delete", role="menu_item")
    yield tap(look, text="Delete", role="button")


def _deleted_alarm(look: Look, time: str) -> Iterator[Action]:
    yield from clock.open_alarm(look, time)
    yield tap(look, text="Delete", role="button")


def _deleted_todo(look: Look, title: str) -> Iterator[Action]:
    yield from open_first_page(look, "Tasks", "fab")
    yield from open_row(look, title)
    yield tap(look, description="Delete task")
    yield tap(look, text="Delete", role="button")


def _deleted_recipe(look: Look, title: str) -> Iterator[Action]:
    yield from recipes.open_recipe(look, title)
    yield tap(look, description="More options")
    yield tap(look, text="Delete", role="menu_item")
    yield tap(look, text="Delete", role="button")


def _trashed_note(look: Look, title: str) -> Iterator[Action]:
    yield from notes.note_action(look, title, "Delete")


def _binned_photo(look: Look, path: str) -> Iterator[Action]:
    folder, _, name = path.rpartition("/")
    yield from gallery.album_photo(look, folder.rpartition("/")[2], name)
    yield tap(look, text="Delete")
    yield tap(look, text="Move to bin", role="button")


def _first(kind: str, field: str, device: str = "android") -> Callable[[CrabEnv], Any]:
    """Returns a function that picks a fact of a kind whose field no other one has, by that field."""

    def pick(env: CrabEnv) -> Any:
        rows = [row[field] for row in dict(env.backends[device].state.facts()[kind].rows).values()]
        return next(value for value in rows if value and rows.count(value) == 1)

    return pick


CASES = (
    Case("contacts_delete", "android", _first("contact", "name"), _deleted_contact, lambda name: {"name": name}),
    Case("messages_delete_thread", "android", lambda env: _stranger(env), _deleted_thread, lambda n: {"person": n}),
    Case("alarms_delete", "android", lambda env: _alarm(env), _deleted_alarm, lambda time: {"alarm": time}),
    Case("tasks_delete", "android", _first("todo", "title"), _deleted_todo, lambda title: {"title": title}),
    Case("recipes_delete", "android", _first("recipe", "title"), _deleted_recipe, lambda title: {"title": title}),
    Case("notes_trash", "android", lambda env: _plain_note(env), _trashed_note, lambda title: {"title": title}),
    Case("photos_delete", "android", lambda env: _photo(env), _binned_photo, lambda path: {"path": path}),
    Case(
        "mail_reply",
        "android",
        lambda env: _mail(env),
        lambda look, mail: mails.reply(look, mail["subject"], "Thanks!"),
        lambda mail: {"mail_id": mail["id"], "text": "Thanks!"},
    ),
    Case(
        "files_rename",
        "ubuntu",
        lambda env: _document(env),
        lambda look, name: files.rename_file(look, DOCUMENTS, name, "other.txt"),
        lambda name: {"path": f"Documents/{name}", "name": "other.txt"},
    ),
    Case(
        "files_trash",
        "ubuntu",
        lambda env: _document(env),
        lambda look, name: files.trash_file(look, DOCUMENTS, name),
        lambda name: {"path": f"Documents/{name}"},
    ),
    Case(
        "calendar_delete",
        "ubuntu",
        _first("event", "title", "ubuntu"),
        lambda look, title: desktop_calendar.delete_event(look, title),
        lambda title: {"title": title},
    ),
)
DOCUMENTS = "/home/user/Documents"


def _listed(env: CrabEnv, tool: str, **args: object) -> list[dict[str, Any]]:
    """Returns what a reading tool of the phone tells."""
    info = env.fork().step({"device": "android", "name": tool, "args": args})[4]
    rows: list[dict[str, Any]] = json.loads(info["result"])
    return rows


def _stranger(env: CrabEnv) -> Any:
    """Returns the number of a conversation with somebody who isn't in the address book."""
    return next(row["number"] for row in _listed(env, "messages_threads") if row["number"] == row["with"])


def _alarm(env: CrabEnv) -> Any:
    return _listed(env, "alarms_list")[0]["time"]


def _plain_note(env: CrabEnv) -> Any:
    return next(row["title"] for row in _listed(env, "notes_search") if row["title"] and "place" not in row)


def _photo(env: CrabEnv) -> Any:
    return next(row["path"] for row in _listed(env, "photos_list") if "/DCIM/" in row["path"])


def _mail(env: CrabEnv) -> Any:
    return _listed(env, "mail_list")[0]


def _document(env: CrabEnv) -> str:
    names = env.backends["ubuntu"].state.list_dir(DOCUMENTS)
    return next(name for name in names if name.endswith(".txt"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.device}.{case.tool}")
def test_a_tool_does_what_taps_do(case: Case) -> None:
    by_taps = CrabEnv(PLAIN, screens=False, max_steps=5000, success_at="complete")
    first = CrabEnv(PLAIN, screens=False, max_steps=5000, success_at="complete", tools=True)
    by_taps.reset(seed=SEED)
    first.reset(seed=SEED)
    before, subject = owned(by_taps), case.subject(first)
    steps = 0
    for action in case.taps(look_of(by_taps), subject):
        assert not by_taps.step(action)[4]["invalid_action"]
        steps += 1
    assert differing(before, owned(by_taps))
    unlike: list[str] = []
    for moment in MOMENTS:
        by_tool = first.fork()
        wait(by_tool, steps - 1 - moment)
        info = by_tool.step({"device": case.device, "name": case.tool, "args": case.args(subject)})[4]
        assert not info["invalid_action"] and info["result"], info
        unlike = differences(by_taps, by_tool)
        if not unlike:
            return
    assert not unlike


def changing(env: CrabEnv, name: str, params: Params) -> set[tuple[str, str]]:
    """Does a sub-task by its tools; returns those that changed what is owned."""
    found: set[tuple[str, str]] = set()
    results: list[str] = []
    before = owned(env)
    for action in BY_TOOLS[name](params, lambda: data_of(results[-1])):
        results.append(env.step(action)[4]["result"])
        after = owned(env)
        if differing(before, after):
            found.add((action["device"], action["name"]))
        before = after
    return found


def test_every_tool_that_writes_is_compared_with_taps() -> None:
    """A case compares one tool; a sub-task those by which something has changed that its taps have to change, too."""
    compared = {(case.device, case.tool) for case in CASES}
    for name in BY_TOOLS:
        task = part_task(name)
        env = made(task, tools=True)
        compared |= changing(env, name, task.told_to_oracle(env.params, "0."))
    for device, tools in (("android", ON_PHONE), ("ubuntu", ON_DESKTOP)):
        assert [name for name, tool in tools.items() if not tool.facts.reads and (device, name) not in compared] == []
