"""Ways to reach a goal's checkpoints while its words are broken: none succeeds, on any backend of the task."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from typing import NamedTuple

import pytest
from crab_tasks.android.people.return_call import other
from crab_tasks.kits.android.calendar import new_event
from crab_tasks.kits.android.messages import send_text
from crab_tasks.kits.android.phone import call, delete_missed_call, recent_calls
from crab_tasks.kits.android.tasks import check_off
from crab_tasks.kits.ubuntu.terminal import run_in_terminal

from crab_gym.envs.crab_env import CrabEnv
from crab_gym.policies import ScriptPolicy
from crab_gym.rollout import run_episode
from crab_gym.task import Action, load

HOME = "/home/user"
SMS = "/data/data/com.android.providers.telephony/databases/mmssms.db"
CALLS = "/data/data/com.android.providers.contacts/databases/calllog.db"

Walk = Callable[[CrabEnv], Iterator[Action]]


def oracle(env: CrabEnv, without: tuple[str, ...] = ()) -> Iterator[Action]:
    """The task's own way, but for its parts for some checkpoints."""
    order = next(env.evaluator.graph.topological_orders(1))
    parts = env.task.oracle_for({device: backend.plays for device, backend in env.backends.items()})
    return chain.from_iterable(parts[name](env.params, env.elements) for name in order if name not in without)


def near_miss(name: str) -> Walk:
    return lambda env: env.task.near_misses[name](env.params, env.elements)


def card_moved(env: CrabEnv) -> Iterator[Action]:
    yield from oracle(env, without=("card_deleted",))
    yield from run_in_terminal(["mv", f"{HOME}/Documents/{env.params.file}.txt", f"{HOME}/Desktop/old.txt"])


def card_kept_as_link(env: CrabEnv) -> Iterator[Action]:
    card = f"{HOME}/Documents/{env.params.file}.txt"
    yield from oracle(env, without=("card_deleted",))
    yield from run_in_terminal(["mv", card, f"{HOME}/Pictures/old"], ["ln", "-s", f"{HOME}/Pictures/old", card])


def copied_as_links(env: CrabEnv) -> Iterator[Action]:
    source, target = f"{HOME}/Documents/{env.params.source}", f"{HOME}/{env.params.target}"
    links = f"for f in {source}/*.{env.params.type}; do ln -s $f {target}/; done"
    yield from run_in_terminal(["mkdir", target], links)
    yield from env.task.oracle["answered"](env.params, env.elements)


def renamed_with_a_link_left(env: CrabEnv) -> Iterator[Action]:
    folder = f"{HOME}/Downloads"
    yield from run_in_terminal(
        ["mv", f"{folder}/{env.params.old}", f"{folder}/{env.params.new}"],
        ["ln", "-s", env.params.new, f"{folder}/{env.params.old}"],
    )
    yield from oracle(env, without=("renamed",))


def other_file_overwritten(env: CrabEnv) -> Iterator[Action]:
    files = env.backends["ubuntu"].state.facts()["file"].rows
    path = next(path for path, fields in sorted(files.items()) if fields["kind"] == "file")
    yield from run_in_terminal(f"echo gone > '{path}'")
    yield from oracle(env)


def other_file_overwritten_and_restored_wrongly(env: CrabEnv) -> Iterator[Action]:
    files = env.backends["ubuntu"].state.facts()["file"].rows
    path = next(path for path, fields in sorted(files.items()) if fields["kind"] == "file")
    yield from run_in_terminal(["mv", path, f"{path}.bak"], ["ln", "-s", f"{path}.bak", path])
    yield from oracle(env)


def other_todo_checked_off(env: CrabEnv) -> Iterator[Action]:
    rows = env.backends["android"].state.facts()["todo"].rows.values()
    wanted = (env.params.first, env.params.second)
    title = next(str(r["title"]) for r in rows if not r["done"] and not any(name in str(r["title"]) for name in wanted))
    yield from check_off(env.elements, title)
    yield from oracle(env)


def other_person_texted(env: CrabEnv) -> Iterator[Action]:
    yield from send_text(env.elements, "+1 555 0177", "Hello")
    yield from oracle(env)


def wrong_text_deleted(env: CrabEnv) -> Iterator[Action]:
    setup = env.backends["android"].setup
    before = setup.table(SMS, "sms")
    yield from send_text(env.elements, "+1 555 0177", "Hello")
    setup.set_table(SMS, "sms", before)
    yield from oracle(env)


def wrong_call_deleted(env: CrabEnv) -> Iterator[Action]:
    setup = env.backends["android"].setup
    before = setup.table(CALLS, "calls")
    yield from call(env.elements, "+1 555 0177")
    setup.set_table(CALLS, "calls", before)
    yield from recent_calls(env.elements)
    yield from oracle(env)


def other_call_deleted(env: CrabEnv) -> Iterator[Action]:
    yield from oracle(env, without=("entry_deleted",))
    yield from delete_missed_call(env.elements, other(env.params, 3))
    yield from oracle(env, without=("called_back", "saved", "only_one"))


def number_with_more(env: CrabEnv) -> Iterator[Action]:
    params, (hour, minute) = env.params, (env.params.hour, env.params.minute)
    end = divmod(60 * hour + minute + params.length, 60)
    texts = {"Add location": params.place, "Add description": f"Call {params.phone} in time"}
    yield from new_event(env.elements, params.title, (2026, 11, params.day), (hour, minute), end, texts)


class Way(NamedTuple):
    """One way to break a goal's words.

    Attributes:
        task: The task's name.
        walk: The actions.
    """

    task: str
    walk: Walk


WAYS = {
    "card moved": Way("cross.contact_from_file", card_moved),
    "card kept as a link": Way("cross.contact_from_file", card_kept_as_link),
    "copied as links": Way("ubuntu.collect_by_extension", copied_as_links),
    "renamed with a link left": Way("ubuntu.tidy_downloads", renamed_with_a_link_left),
    "other file overwritten": Way("ubuntu.write_note", other_file_overwritten),
    "other file made a link": Way("ubuntu.write_note", other_file_overwritten_and_restored_wrongly),
    "other to-do checked off": Way("cross.files_from_list", other_todo_checked_off),
    "two to-dos checked off": Way("learn.check_todo", near_miss("two_done")),
    "other person texted": Way("android.text_contact", other_person_texted),
    "wrong text sent and deleted": Way("android.text_contact", wrong_text_deleted),
    "wrong call made and deleted": Way("android.return_call", wrong_call_deleted),
    "other call deleted": Way("android.return_call", other_call_deleted),
    "other photo deleted": Way("android.sort_photos", near_miss("other_screenshot")),
    "more than the number": Way("android.plan_meeting", number_with_more),
    "mail with Re: instead of a reply": Way("android.reply_mail", near_miss("other_mail")),
    "event made anew without its place": Way("android.move_appointment", near_miss("without_place")),
}

ANSWERED = {
    "time beside the number": Way("android.text_contact", lambda env: alternative(env, "in_a_sentence")),
    "count beside the kilometres": Way("android.weekly_distance", lambda env: alternative(env, "in_a_sentence")),
    "hour beside the number": Way("android.reply_mail", lambda env: alternative(env, "in_a_sentence")),
}
"""Honest ways that an evaluator might refuse."""


def alternative(env: CrabEnv, name: str) -> Iterator[Action]:
    return env.task.alternatives[name](env.params, env.elements)


def _cases() -> Iterator[object]:
    for name, way in {**WAYS, **ANSWERED}.items():
        task = load(way.task)
        yield pytest.param(name, "sim", id=f"{name}-sim")
        if "adb" in task.backends.get("android", ()):
            yield pytest.param(name, {"android": "adb:simulated"}, id=f"{name}-adb")
        if "desktop" in task.backends.get("ubuntu", ()):
            desktop = {"ubuntu": {"kind": "desktop", "spare": False}}
            yield pytest.param(name, desktop, id=f"{name}-desktop", marks=pytest.mark.desktop)


@pytest.mark.parametrize(("name", "backend"), list(_cases()))
def test_success_means_what_the_goal_says(name: str, backend: object) -> None:
    way = {**WAYS, **ANSWERED}[name]
    env = CrabEnv(way.task, backend=backend, screens=False, max_steps=200)  # type: ignore[arg-type]
    try:
        record = run_episode(env, ScriptPolicy(name, lambda: way.walk(env)), seed=4)
    finally:
        env.close()
    assert not record.error, record.error
    assert record.success == (name in ANSWERED), (record.end_reason, record.completion, record.harm, record.litter)
