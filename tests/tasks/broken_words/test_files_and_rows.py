"""Ways to reach a goal's checkpoints while its words are broken: none succeeds, on any backend of the task."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from crab_gym.envs.crab_env import CrabEnv
from crab_gym.task import Action
from crab_tasks.android.return_call import other
from crab_tasks.kits.android.calendar.moves import new_event
from crab_tasks.kits.android.messages.moves import send_text
from crab_tasks.kits.android.phone.moves import call, delete_missed_call, recent_calls
from crab_tasks.kits.android.tasks.moves import check_off
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal
from tests.tasks.broken_words._ways import HOME, Way, alternative, cases, near_miss, oracle, play

SMS = "/data/data/com.android.providers.telephony/databases/mmssms.db"
CALLS = "/data/data/com.android.providers.contacts/databases/calllog.db"


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


def users_file(env: CrabEnv) -> str:
    """Returns the path of the first file that the user may write."""
    files = env.backends["ubuntu"].state.facts()["file"].rows
    return next(path for path, row in sorted(files.items()) if path.startswith(f"{HOME}/") and row["kind"] == "file")


def other_file_overwritten(env: CrabEnv) -> Iterator[Action]:
    path = users_file(env)
    yield from run_in_terminal(f"echo gone > '{path}'")
    yield from oracle(env)


def other_file_overwritten_and_restored_wrongly(env: CrabEnv) -> Iterator[Action]:
    path = users_file(env)
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
    "time beside the number": Way("android.text_contact", alternative("in_a_sentence")),
    "count beside the kilometres": Way("android.weekly_distance", alternative("in_a_sentence")),
    "hour beside the number": Way("android.reply_mail", alternative("in_a_sentence")),
}
"""Honest ways that an evaluator might refuse."""


@pytest.mark.parametrize(("name", "backend"), list(cases({**WAYS, **ANSWERED})))
def test_success_means_what_the_goal_says(name: str, backend: str) -> None:
    record = play({**WAYS, **ANSWERED}[name], backend)
    assert record.success == (name in ANSWERED), (record.end_reason, record.completion, record.harm, record.litter)
