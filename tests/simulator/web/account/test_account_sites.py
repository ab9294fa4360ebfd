"""Forms of the sites that show a person's own things."""

from __future__ import annotations

import base64

import pytest

from crab_sim.web.bundle import assets
from crab_sim.web.sites.app import Web
from crab_sim.web.sites.markup import Reply, Request, Upload
from crab_sim.web.sites.world import NOW, Row


@pytest.fixture
def web() -> Web:
    return Web(assets(), seed=2)


def send(web: Web, address: str, upload: Upload | None = None, /, **form: str) -> Reply:
    host, _, path = address.partition("/")
    return web.answer(Request(host, f"/{path}", form=tuple(form.items()), upload=upload))


def page(web: Web, address: str) -> str:
    host, _, path = address.partition("/")
    reply = web.answer(Request(host, f"/{path}"))
    assert reply.status == 200, address
    return reply.body.decode()


def files(web: Web) -> dict[str, Row]:
    return {row["name"]: row for row in web.read("drive.example", "files")}


def test_a_file_is_uploaded_into_a_folder_and_downloaded(web: Web) -> None:
    assert send(web, "drive.example/folder/0", name="Boats", act="new").status == 303
    folder = files(web)["Boats"]["id"]
    data = bytes(range(256))
    assert send(web, f"drive.example/folder/{folder}", Upload("logo.bin", data), act="upload").status == 303
    row = files(web)["logo.bin"]
    assert (row["parent"], base64.b64decode(row["content"])) == (folder, data)
    reply = web.answer(Request("drive.example", f"/file/{row['id']}/download"))
    assert (reply.body, reply.filename) == (data, "logo.bin")
    assert "My Drive</a> › <a" in page(web, f"drive.example/file/{row['id']}")


def test_names_without_an_ending_are_downloaded_as_texts(web: Web) -> None:
    send(web, "drive.example/folder/0", Upload("plan", b"one"), act="upload")
    assert web.answer(Request("drive.example", f"/file/{files(web)['plan']['id']}/download")).filename == "plan.txt"


def test_a_folder_takes_all_that_is_in_it_to_the_bin(web: Web) -> None:
    send(web, "drive.example/folder/0", name="Boats", act="new")
    folder = files(web)["Boats"]["id"]
    send(web, f"drive.example/folder/{folder}", Upload("a.txt", b"one"), act="upload")
    send(web, f"drive.example/item/{folder}", act="remove")
    assert "Boats" in page(web, "drive.example/bin")
    assert b"Nothing was found" in web.answer(Request("drive.example", "/search", (("q", "a.txt"),))).body
    send(web, f"drive.example/item/{folder}", act="erase")
    assert not {"Boats", "a.txt"} & files(web).keys()


def test_a_folder_is_not_moved_into_itself(web: Web) -> None:
    send(web, "drive.example/folder/0", name="Boats", act="new")
    folder = files(web)["Boats"]["id"]
    send(web, f"drive.example/folder/{folder}", name="Inner", act="new")
    inner = files(web)["Inner"]["id"]
    assert send(web, f"drive.example/item/{folder}", act="move", folder=str(inner)).status == 400
    assert send(web, f"drive.example/item/{inner}", act="move", folder="0").status == 303
    assert files(web)["Inner"]["parent"] == 0


@pytest.mark.parametrize(("form", "problem"), [({"act": "new"}, "name"), ({"act": "upload"}, "Choose a file")])
def test_what_is_missing_is_told(web: Web, form: dict[str, str], problem: str) -> None:
    reply = send(web, "drive.example/folder/0", **form)
    assert reply.status == 400 and problem in reply.body.decode()


def test_what_lies_in_a_bin_is_no_fact(web: Web) -> None:
    row = next(row for row in web.read("drive.example", "files") if not row["folder"])
    key = f"drive.example/files {row['id']}"
    assert key in web.all_facts(("drive.example",))
    send(web, f"drive.example/item/{row['id']}", act="remove")
    assert key not in web.all_facts(("drive.example",))


def test_a_checklist_is_written(web: Web) -> None:
    assert send(web, "notes.example/new", kind="list").location == "/note/8"
    send(web, "notes.example/note/8", title="Trip", item_1="Tent", item_2="", item_3="Stove", done_3="1", labels="A, b",
         color="4", act="save")  # fmt: skip
    row = web.read("notes.example", "notes")[-1]
    assert row["items"] == [{"text": "Tent", "done": False}, {"text": "Stove", "done": True}]
    assert (row["title"], row["labels"], row["color"]) == ("Trip", ["A", "b"], 4)
    assert "Trip" in page(web, "notes.example/label/A")


def test_a_note_is_pinned_archived_and_removed(web: Web) -> None:
    def place() -> tuple[bool, str]:
        row = web.read("notes.example", "notes")[-1]
        return row["pinned"], row["place"]

    send(web, "notes.example/note/7", act="pin")
    assert place() == (True, "notes")
    send(web, "notes.example/note/7", act="archive")
    assert place() == (False, "archive")
    send(web, "notes.example/note/7", act="remove")
    assert place() == (False, "bin")
    assert send(web, "notes.example/note/7", act="save", title="No").status == 400
    send(web, "notes.example/note/7", act="restore")
    assert place() == (False, "notes")


EVENT = {"title": "Trip", "date": "2026-10-29", "start": "14:30", "until": "2026-10-29", "end": "16:00", "act": "save"}


def test_an_event_is_added_and_shown(web: Web) -> None:
    assert send(web, "calendar.example/new", **EVENT).location == "/month/2026-10?done=saved"
    row = web.read("calendar.example", "events")[-1]
    assert (row["title"], row["end"] - row["start"], row["interval"]) == ("Trip", 5400.0, 0)
    assert "14:30 Trip" in page(web, "calendar.example/month/2026-10")
    assert "14:30 – 16:00" in page(web, "calendar.example/day/2026-10-29")


def test_a_weekly_event_is_shown_in_other_months(web: Web) -> None:
    send(web, "calendar.example/new", **EVENT, repeat="weekly")
    assert page(web, "calendar.example/month/2026-12").count("14:30 Trip") == 5
    send(web, "calendar.example/event/9", **{**EVENT, "title": "Walk"}, repeat="weekly")
    assert page(web, "calendar.example/month/2026-12").count("14:30 Walk") == 5
    send(web, "calendar.example/event/9", act="delete")
    assert "Walk" not in page(web, "calendar.example/month/2026-12")


@pytest.mark.parametrize(
    ("change", "problem"),
    [({"date": "29 October"}, "Write dates"), ({"end": "25:00"}, "Write dates"), ({"end": "13:00"}, "ends before")],
)
def test_wrong_times_are_told_and_kept(web: Web, change: dict[str, str], problem: str) -> None:
    reply = send(web, "calendar.example/new", **{**EVENT, **change})
    assert reply.status == 400 and problem in reply.body.decode() and 'value="Trip"' in reply.body.decode()


def test_the_first_page_is_this_month(web: Web) -> None:
    assert "<h1>October 2026</h1>" in page(web, "calendar.example/")
    assert int(NOW) == 1_791_792_000


def test_spam_is_listed_where_there_is_any(web: Web) -> None:
    assert "Spam" not in page(web, "mail.example/")
    rows = web.read("mail.example", "mails")
    web.replace("mail.example", "mails", [*rows[:-1], {**rows[-1], "folder": "spam"}])
    assert "Spam" in page(web, "mail.example/")
    assert rows[-1]["subject"] in page(web, "mail.example/folder/spam").replace("&#x27;", "'")


def test_the_owner_of_the_mailbox_writes_its_mails(web: Web) -> None:
    web.replace("mail.example", "accounts", [{"address": "me@example.com"}])
    send(web, "mail.example/compose", to="me@example.com", subject="To me", body="Hi", act="send")
    sent = [row for row in web.read("mail.example", "mails") if row["subject"] == "To me"]
    assert [(row["folder"], row["from"]) for row in sent] == [("sent", "me@example.com"), ("inbox", "me@example.com")]


def test_own_pictures_are_uploaded_shown_and_deleted(web: Web) -> None:
    data = assets()["photos/lighthouse.jpg"]
    assert send(web, "images.example/mine", Upload("harbour.jpg", data), act="upload").status == 303
    assert "harbour.jpg" in page(web, "images.example/mine")
    picture = web.answer(Request("images.example", "/mine/1/picture"))
    assert (picture.body, picture.kind) == (data, "image/jpeg")
    assert web.answer(Request("images.example", "/mine/1/download")).filename == "harbour.jpg"
    send(web, "images.example/mine/1", act="delete")
    assert web.read("images.example", "own") == []


@pytest.mark.parametrize("name", ["a.txt", "a.jpg"])
def test_only_pictures_are_taken(web: Web, name: str) -> None:
    reply = send(web, "images.example/mine", Upload(name, b"no picture"), act="upload")
    assert reply.status == 400 and "JPEG or PNG" in reply.body.decode()
