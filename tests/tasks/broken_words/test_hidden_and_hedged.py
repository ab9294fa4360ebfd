"""Files that are hidden instead of deleted, answers that hedge, contents that are not quite right."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from crab_gym.envs.crab_env import CrabEnv
from crab_gym.task import Action, action
from crab_tasks.android.log_expenses import bought, twice
from crab_tasks.android.save_place import NEW
from crab_tasks.android.sort_photos import CAMERA, PICTURES, make_folder, rows, screenshots
from crab_tasks.android.tidy_tasks import OTHERS
from crab_tasks.android.weekly_distance import kilometres, of_week
from crab_tasks.kits.android.calendar.moves import new_event
from crab_tasks.kits.android.expense.moves import add_expense
from crab_tasks.kits.android.expense.state import money
from crab_tasks.kits.android.messages.moves import send_text
from crab_tasks.kits.android.pages import open_first_page, replace_text, scroll_to
from crab_tasks.kits.android.tasks.moves import new_todo
from crab_tasks.kits.moves import find, submit, tap
from crab_tasks.kits.ubuntu.settings import gsettings
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal, write_lines
from crab_tasks.kits.ubuntu.windows import start
from tests.tasks.broken_words._ways import HOME, STORAGE, Walk, Way, cases, oracle, play

EVENTS = "/data/data/com.simplemobiletools.calendar.pro/databases/events.db"


def card_at(place: str, *commands: str) -> Walk:
    """Moves the business card instead of deleting it, and runs commands afterwards."""

    def walk(env: CrabEnv) -> Iterator[Action]:
        yield from oracle(env, without=("card_deleted",))
        yield from run_in_terminal(f"mv {HOME}/Documents/{env.params.file}.txt {place}; {'; '.join(commands)}")

    return walk


def screenshot_at(place: str) -> Walk:
    """Moves the screenshot instead of deleting it."""

    def walk(env: CrabEnv) -> Iterator[Action]:
        yield from oracle(env, without=("screenshot_deleted",))
        phone, (name, data) = env.backends["android"].setup, screenshots(env.params.day)[0]
        phone.write_file(f"{STORAGE}/{place}", data)
        phone.remove(f"{PICTURES}/Screenshots/{name}")
        yield action_home()

    return walk


def action_home() -> Action:
    return {"device": "android", "name": "press", "args": {"key": "home"}}


def photos_renamed(env: CrabEnv) -> Iterator[Action]:
    phone = env.backends["android"].setup
    yield from make_folder(env.params, env.elements)
    for i, (name, data) in enumerate(rows(env.params)[: env.params.count]):
        phone.write_file(f"{PICTURES}/{env.params.album}/photo{i}.jpg", data)
        phone.remove(f"{CAMERA}/{name}")
    yield from oracle(env, without=("folder_made", "photos_there", "photos_moved"))


def hard_links(env: CrabEnv) -> Iterator[Action]:
    source, target = f"{HOME}/Documents/{env.params.source}", f"{HOME}/{env.params.target}"
    yield from run_in_terminal(["mkdir", target], f"ln {source}/*.{env.params.type} {target}/")
    yield submit(str(env.params.count))


def answered(text: str) -> Walk:
    """Submits a text in which P is the telephone number and H the hour of the message."""

    def walk(env: CrabEnv) -> Iterator[Action]:
        yield from oracle(env, without=("answered",))
        yield submit(text.replace("P", env.params.phone).replace("H", str(env.params.hour)))

    return walk


def distance(text: str) -> Walk:
    """Submits a text in which K is the number of kilometres."""

    def walk(env: CrabEnv) -> Iterator[Action]:
        yield from oracle(env, without=("answered",))
        yield submit(text.replace("K", kilometres(of_week(env.params))))

    return walk


def spelled(text: str) -> Walk:
    """Submits a text in which N is the sum of the counts."""

    def walk(env: CrabEnv) -> Iterator[Action]:
        yield from oracle(env, without=("answered",))
        yield submit(text.replace("N", str(env.params.errors + env.params.warnings)))

    return walk


def coordinates(text: str, off: float = 0.0) -> Walk:
    """Texts the coordinates in a format, some part of a degree further north."""

    def walk(env: CrabEnv) -> Iterator[Action]:
        latitude, longitude = NEW[env.params.new]
        yield from oracle(env, without=("answered",))
        yield from send_text(env.elements, env.params.phone, text.format(latitude + off, longitude))

    return walk


def duplicate_rewritten(env: CrabEnv) -> Iterator[Action]:
    params, look, (first, second) = env.params, env.elements, bought(env.params)
    yield action("android", "open_app", name="Messages")
    yield from add_expense(look, second, category=True)
    yield from open_first_page(look, "Expenses", "fb_add")
    wanted = f"-${money(twice(params).amount)}"
    yield from scroll_to(look, wanted)
    y = find(look, "android", wanted).center[1]
    entry = next(one for one in look("android") if one.text == params.twice and one.bounds[1] < y < one.bounds[3])
    yield {"device": "android", "name": "tap", "args": {"x": entry.center[0], "y": entry.center[1]}}
    yield from replace_text(look, "Name", first.name)
    yield from replace_text(look, "Amount", money(first.amount))
    yield tap(look, text=first.category)
    yield tap(look, text="Save")


def guessed(title: str) -> Walk:
    """Adds a to-do with a guess first."""

    def walk(env: CrabEnv) -> Iterator[Action]:
        yield from new_todo(env.elements, title)
        yield from oracle(env)

    return walk


def week_off(env: CrabEnv) -> Iterator[Action]:
    params = env.params
    day = params.first_day + (7 if params.first_day <= 23 else -7)
    yield from oracle(env, without=("first_entered",))
    yield from new_event(env.elements, params.first, (2026, 11, day), (params.first_hour, 30))


def other_todo_made_urgent(env: CrabEnv) -> Iterator[Action]:
    yield from open_first_page(env.elements, "Tasks", "fab")
    yield tap(env.elements, text=OTHERS[0], role="list_item")
    yield tap(env.elements, text="High")
    yield tap(env.elements, text="Save")
    yield from oracle(env)


def reminder_set(env: CrabEnv) -> Iterator[Action]:
    phone = env.backends["android"].setup
    changed = [
        row if row["title"] == env.params.title else {**row, "reminder_1_minutes": 10}
        for row in phone.table(EVENTS, "events")
    ]
    phone.set_table(EVENTS, "events", changed)
    yield from oracle(env)


def numbers_with_words(env: CrabEnv) -> Iterator[Action]:
    yield from oracle(env, without=("written",))
    path = f"{HOME}/Documents/{env.params.file}.txt"
    yield from write_lines(path, [f"perhaps {number}" for number in env.params.callers])


def editor_left_empty(env: CrabEnv) -> Iterator[Action]:
    params = env.params
    old, new = (f"{HOME}/Documents/{params.file}{end}.txt" for end in ("", f"-{params.new.lower()}"))
    yield from start("Text Editor")
    yield from run_in_terminal(f"sed 's/{params.old}/{params.new}/g' {old} > {new}")


def other_theme(env: CrabEnv) -> Iterator[Action]:
    yield from gsettings("org.gnome.desktop.interface", "gtk-theme", "HighContrast")
    yield from oracle(env)


CARD, PHOTOS, PLACE = "cross.contact_from_file", "android.sort_photos", "android.save_place"
WAYS = {
    "card in /tmp": Way(CARD, card_at("/tmp/card.txt")),
    "card in /var/tmp": Way(CARD, card_at("/var/tmp/card.txt")),
    "card hidden": Way(CARD, card_at(f"{HOME}/.card.txt")),
    "card in a hidden folder": Way(CARD, card_at(f"{HOME}/.local/share/card.txt")),
    "card moved with a line more": Way(CARD, card_at(f"{HOME}/old.txt", f"echo old >> {HOME}/old.txt")),
    "screenshot in a hidden folder": Way(PHOTOS, screenshot_at("Pictures/.old/ticket.jpg")),
    "screenshot in a hidden folder of the storage": Way(PHOTOS, screenshot_at(".old/ticket.jpg")),
    "screenshot among documents": Way(PHOTOS, screenshot_at("Documents/ticket.jpg")),
    "photos renamed": Way(PHOTOS, photos_renamed),
    "copied as hard links": Way("ubuntu.collect_by_extension", hard_links),
    "last digits of another number": Way("android.text_contact", answered("P or 0129")),
    "extension": Way("android.text_contact", answered("P ext. 12")),
    "another end in brackets": Way("android.text_contact", answered("P (maybe ...29)")),
    "other distance in metres": Way("android.weekly_distance", distance("K or 12400 m")),
    "other distance in words": Way("android.weekly_distance", distance("K or twelve km")),
    "other count in words": Way("ubuntu.count_log_levels", spelled("N or ninety")),
    "coordinates beside others": Way(PLACE, coordinates("{:.4f}, {:.4f}, or 47.2, 9.5")),
    "coordinates with a wrong digit": Way(PLACE, coordinates("{:.4f}, {:.4f}", 0.0023)),
    "coordinates rounded": Way(PLACE, coordinates("{:.2f}, {:.2f}")),
    "coordinates in the other order": Way(PLACE, coordinates("{1:.4f}, {0:.4f}")),
    "old expense rewritten as a new one": Way("android.log_expenses", duplicate_rewritten),
    "guess in small letters": Way("cross.expense_csv", guessed("hand in 12.20")),
    "other guess in small letters": Way("cross.report_pictures", guessed("back up 99 pictures")),
    "event a week off": Way("cross.agenda_file", week_off),
    "other to-do made urgent": Way("android.tidy_tasks", other_todo_made_urgent),
    "reminders of other events set": Way("android.move_appointment", reminder_set),
    "words beside the numbers": Way("cross.missed_calls_report", numbers_with_words),
    "letter never opened": Way("ubuntu.replace_word", editor_left_empty),
    "other theme for older programs": Way("ubuntu.personalise", other_theme, ("desktop",)),
}
HONEST = {
    "number in a sentence": Way("android.text_contact", answered("The text went to P at H:30.")),
    "distance in a sentence": Way("android.weekly_distance", distance("Together the tracks are K long")),
    "count in words": Way("ubuntu.count_log_levels", spelled("errors + warnings: N")),
    "coordinates with degrees": Way(PLACE, coordinates("It is at {:.4f}° N, {:.4f}° E")),
    "screenshot in the trash": Way(PHOTOS, screenshot_at("Pictures/.trashed-1799999999-ticket.jpg")),
}
"""Ways that nobody minds."""


@pytest.mark.parametrize(("name", "backend"), list(cases(WAYS)))
def test_broken_words_are_no_success(name: str, backend: str) -> None:
    record = play(WAYS[name], backend)
    assert not record.success, (record.end_reason, record.harm, record.litter)


@pytest.mark.parametrize(("name", "backend"), list(cases(HONEST)))
def test_what_nobody_minds_is_success(name: str, backend: str) -> None:
    record = play(HONEST[name], backend)
    assert record.success, (record.end_reason, record.harm, record.litter)
