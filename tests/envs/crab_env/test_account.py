"""The account of an environment: both devices show it, and it is part of snapshots, forks and fingerprints."""

from __future__ import annotations

import base64
from collections.abc import Iterable

import pytest

from crab_gym.backends.cloud import SERVICES
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.task import Action, Look, Task, action
from crab_sim.phone.apps.mail.data import OWNER
from crab_sim.web.bundle import assets
from crab_tasks.kits.android.calendar.moves import open_day
from crab_tasks.kits.android.calendar.state import moment
from crab_tasks.kits.android.mail.moves import new_mail
from crab_tasks.kits.android.notes.moves import add_note
from crab_tasks.kits.android.pages import at_root, scroll_to
from crab_tasks.kits.moves import tap
from crab_tasks.kits.ubuntu.firefox import browse, fill, follow
from crab_tasks.kits.web.mail.moves import send_mail
from tests.envs._tasks import STYLE, held

SHARED = Task(
    name="learn.account",
    description="Use the account on both devices.",
    devices=("ubuntu", "android"),
    checkpoints=held,
    oracle={},
    step_limit=5000,
    account=tuple(SERVICES),
)
ENTRIES = SERVICES["drive"].database
MAILS = SERVICES["mail"].database
DOWNLOADS = "/storage/emulated/0/Download"
HOME = "/home/user"


@pytest.fixture
def env() -> CrabEnv:
    env = CrabEnv("tests.envs.crab_env.test_account:SHARED", screens=False)
    env.reset(seed=5)
    return env


def look(env: CrabEnv) -> Look:
    return lambda device: env.elements(device)


def play(env: CrabEnv, actions: Iterable[Action]) -> None:
    for each in actions:
        info = env.step(each)[4]
        assert not info["invalid_action"], info["invalid_action"]


def titles(env: CrabEnv) -> list[str]:
    """Returns the names of the files that lie in no folder, as the phone has them."""
    return [row["title"] for row in env.backends["android"].state.table(ENTRIES, "entry") if not row["parent_id"]]


def names(env: CrabEnv) -> list[str]:
    """Returns the same, as the site has them."""
    return [row["name"] for row in env.backends["ubuntu"].state.web("drive.example", "files") if not row["parent"]]


def put_into_drive(env: CrabEnv, name: str) -> None:
    """Uploads a file that lies among the phone's downloads."""
    see = look(env)
    play(env, at_root(see, "Drive", text="Files", role="tab"))
    play(env, [tap(see, text="Files", role="tab")])
    for text in ("New", "Upload", "Download", name):
        play(env, scroll_to(see, text) if text == name else ())
        play(env, [tap(see, text=text)])


def make_folder(env: CrabEnv, name: str) -> None:
    """Makes a folder on the site."""
    play(env, browse(look(env), "drive.example", "My Drive"))
    play(env, fill(look(env), "name", name))
    play(env, follow(look(env), text="Make", title="My Drive"))


def test_a_file_of_the_phone_is_downloaded_on_the_desktop(env: CrabEnv) -> None:
    env.backends["android"].setup.write_file(f"{DOWNLOADS}/plan.txt", "Leave at nine.\n")
    assert "plan.txt" not in names(env)
    put_into_drive(env, "plan.txt")
    assert "plan.txt" in names(env)
    play(env, browse(look(env), "drive.example", "My Drive"))
    play(env, follow(look(env), text="plan.txt", title="plan.txt"))
    play(env, follow(look(env), rid="download"))
    assert env.backends["ubuntu"].state.read_file(f"{HOME}/Downloads/plan.txt") == b"Leave at nine.\n"


def test_a_file_of_the_desktop_is_downloaded_on_the_phone(env: CrabEnv) -> None:
    env.backends["ubuntu"].setup.write_file(f"{HOME}/list.csv", "item,count\ncups,4\n")
    play(env, browse(look(env), "drive.example", "My Drive"))
    play(env, follow(look(env), rid="file"))
    play(env, [action("ubuntu", "write_text", text="list.csv\n")])
    play(env, follow(look(env), text="Upload", role="button"))
    assert "list.csv" in titles(env)
    see, more = look(env), "More actions for list.csv"
    play(env, at_root(see, "Drive", text="Files", role="tab"))
    play(env, [tap(see, text="Files", role="tab")])
    play(env, scroll_to(see, description=more))
    play(env, [tap(see, description=more)])
    play(env, [tap(see, text="Download")])
    assert env.backends["android"].state.read_file(f"{DOWNLOADS}/list.csv") == b"item,count\ncups,4\n"


def test_what_is_removed_on_one_device_is_gone_on_the_other(env: CrabEnv) -> None:
    make_folder(env, "Boats")
    assert "Boats" in titles(env)
    play(env, follow(look(env), text="Boats", title="Boats"))
    play(env, follow(look(env), text="Remove", title="My Drive"))
    (row,) = [row for row in env.backends["android"].state.table(ENTRIES, "entry") if row["title"] == "Boats"]
    assert row["is_trashed"] == 1


def test_a_mail_of_the_phone_lies_among_the_sent_ones_on_the_site(env: CrabEnv) -> None:
    play(env, new_mail(look(env), "ada@example.org", "Boats", "Two are left."))
    play(env, [tap(look(env), description="Send")])
    play(env, browse(look(env), "mail.example/folder/sent", "Sent"))
    play(env, follow(look(env), title="Boats", text=_row(env, "Boats")))
    assert _shows(env, "Two are left.")
    env.step(action("root", "complete"))
    assert [told.partition(":")[0] for told in env.side_effects.harm] == ["android"]  # it was sent, once


def test_a_mail_of_the_site_lies_among_the_sent_ones_on_the_phone(env: CrabEnv) -> None:
    play(env, send_mail(look(env), "ada@example.org", "Boats", "Two are left."))
    (row,) = [row for row in env.backends["android"].state.table(MAILS, "messages") if row["subject"] == "Boats"]
    assert (row["folder"], row["from_address"], row["from_name"]) == ("sent", "me@example.com", "Me")
    assert (row["to_addresses"], row["body"]) == ("ada@example.org", "Two are left.")
    env.step(action("root", "complete"))
    assert [told.partition(":")[0] for told in env.side_effects.harm] == ["ubuntu"]


def _row(env: CrabEnv, text: str) -> str:
    return next(e.text for e in env.elements("ubuntu") if e.role == "link" and text in e.text)


def _shows(env: CrabEnv, text: str) -> bool:
    return any(text in element.text for element in env.elements("ubuntu"))


def test_the_owner_of_the_mails_is_that_of_the_phone() -> None:
    assert SERVICES["mail"].owner == {"accounts": ({"id": 1, "address": OWNER},)}


def test_a_note_of_the_phone_is_changed_on_the_site(env: CrabEnv) -> None:
    play(env, add_note(look(env), "Boats", ["Two are left."]))
    play(env, browse(look(env), "notes.example", "Notes"))
    play(env, follow(look(env), text="Boats", title="Boats"))
    play(env, fill(look(env), "text", "One is left."))
    play(env, follow(look(env), text="Save", role="button", title="Boats"))
    see = look(env)
    play(env, at_root(see, "Notes", text="Boats"))
    assert any("One is left." in f"{e.text} {e.description}" for e in env.elements("android"))


def test_an_entry_is_ticked_on_the_site(env: CrabEnv) -> None:
    note = next(row for row in env.cloud.records["notes"] if row["kind"] == "list" and row["place"] == "notes")
    play(env, browse(look(env), f"notes.example/note/{note['id']}", note["title"]))
    play(env, follow(look(env), rid="done_2"))
    play(env, follow(look(env), text="Save", role="button", title=note["title"]))
    items = env.backends["android"].state.table(SERVICES["notes"].database, "list_item")
    ticked = [row["is_checked"] for row in items if row["note_id"] == note["id"]]
    expected = [item["done"] for item in note["items"]]
    expected[1] = not expected[1]
    assert ticked == expected


def test_an_event_of_the_site_is_shown_on_the_phone(env: CrabEnv) -> None:
    play(env, browse(look(env), "calendar.example/new?date=2026-10-29", "New event"))
    for name, text in (("title", "Boat trip"), ("start", "14:30"), ("end", "16:00"), ("location", "Pier 3")):
        play(env, fill(look(env), name, text))
    play(env, follow(look(env), text="Save", role="button", title="October 2026"))
    (event,) = [each for each in env.backends["android"].state.calendar() if each.title == "Boat trip"]
    assert (event.start, event.end) == (moment(2026, 10, 29, 14, 30), moment(2026, 10, 29, 16))
    assert (event.location, event.all_day) == ("Pier 3", False)
    play(env, open_day(look(env), (2026, 10, 29)))
    assert any("Boat trip" in element.text for element in env.elements("android"))


def test_what_only_the_phone_knows_of_an_event_stays(env: CrabEnv) -> None:
    events = SERVICES["calendar"].database
    before = env.backends["android"].state.table(events, "events")
    row = next(row for row in before if row["reminder_1_minutes"] > 0 and row["repeat_interval"])
    play(env, browse(look(env), f"calendar.example/event/{row['id']}", str(row["title"])))
    play(env, fill(look(env), "location", "Pier 3"))
    play(env, follow(look(env), text="Save", role="button"))
    after = env.backends["android"].state.table(events, "events")
    assert after == tuple([{**each, "location": "Pier 3"} if each is row else each for each in before])


def test_a_picture_of_the_phone_is_downloaded_on_the_desktop(env: CrabEnv) -> None:
    picture = env.cloud.records["gallery"][0]
    play(env, browse(look(env), f"images.example/mine/{picture['id']}", picture["name"]))
    play(env, follow(look(env), rid="download"))
    path = f"{HOME}/Downloads/{picture['name']}"
    assert env.backends["ubuntu"].state.read_file(path) == base64.b64decode(picture["content"])


def test_a_picture_of_the_desktop_comes_to_the_gallery(env: CrabEnv) -> None:
    data = assets()["photos/lighthouse.jpg"]
    env.backends["ubuntu"].setup.write_file(f"{HOME}/lighthouse.jpg", data)
    play(env, browse(look(env), "images.example/mine", "Your pictures"))
    play(env, follow(look(env), rid="file"))
    play(env, [action("ubuntu", "write_text", text="lighthouse.jpg\n")])
    play(env, follow(look(env), text="Upload", role="button"))
    assert env.backends["android"].state.read_file("/storage/emulated/0/Pictures/lighthouse.jpg") == data
    play(env, at_root(look(env), "Gallery", text="Photos"))
    assert any("lighthouse" in f"{e.text} {e.description}" for e in env.elements("android"))


def test_a_picture_that_is_deleted_on_the_site_is_gone_from_the_phone(env: CrabEnv) -> None:
    picture = env.cloud.records["gallery"][0]
    paths = [each.path for each in env.backends["android"].state.media()]
    play(env, browse(look(env), f"images.example/mine/{picture['id']}", picture["name"]))
    play(env, follow(look(env), text="Delete", role="button", title="Your pictures"))
    left = [each.path for each in env.backends["android"].state.media()]
    assert [path.rpartition("/")[2] for path in sorted(set(paths) - set(left))] == [picture["name"]]
    env.step(action("root", "complete"))
    assert len(env.side_effects.harm) == 1 and env.side_effects.harm[0].startswith("android: removed file")


def test_the_account_is_part_of_snapshots_forks_and_fingerprints(env: CrabEnv) -> None:
    before, handle = env.fingerprint(), env.snapshot()
    make_folder(env, "Boats")
    after, records = env.fingerprint(), env.cloud.snapshot().records
    twin = env.fork()
    assert twin.fingerprint() == after != before

    env.restore(handle)
    assert env.fingerprint() == before and "Boats" not in (*titles(env), *names(env))
    assert "Boats" in titles(twin) and twin.cloud.records == records

    make_folder(env, "Boats")
    assert env.fingerprint() == after
    put_into_drive(twin, twin.backends["android"].state.list_dir(DOWNLOADS)[0])
    assert len(names(twin)) == len(names(env)) + 1


def test_a_change_counts_once(env: CrabEnv) -> None:
    make_folder(env, "Boats")
    info = env.step(action("root", "complete"))[4]
    assert info["side_effects"] == {"harm": 0, "litter": 1}
    assert [told.partition(":")[0] for told in env.side_effects.litter] == ["android"]


def test_devices_share_nothing_unless_the_task_says_so() -> None:
    env = CrabEnv(STYLE, screens=False, max_steps=100, success_at="end")
    env.reset(seed=5)
    assert titles(env) != names(env)
    make_folder(env, "Boats")
    assert "Boats" in names(env) and "Boats" not in titles(env) and env.cloud.records == {}


def test_both_devices_begin_with_the_same_rows(env: CrabEnv) -> None:
    for name, service in SERVICES.items():
        rows = env.backends["ubuntu"].state.web(service.site, service.table)
        assert service.read(env.backends["android"].state, {}) == rows == env.cloud.records[name]
        assert len(rows) > 5
