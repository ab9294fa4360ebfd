"""Limits of tools: they reach what fingers reach, and say what has happened."""

from __future__ import annotations

import json
from typing import Any

import pytest

from crab_gym.backends.sim import SimBackend
from crab_gym.envs.crab_env import CrabEnv
from crab_sim.machine.app import Context
from crab_sim.machine.interruptions import INTERRUPTIONS, KINDS, Interruptions
from crab_sim.machine.machine import Machine

TASK = "cross.dark_mode_from_todo"
STORAGE = "/storage/emulated/0"


def made(seed: int = 5) -> CrabEnv:
    env = CrabEnv(TASK, screens=False, max_steps=100_000, tools=True, success_at="complete")
    env.reset(seed=seed)
    return env


def machine_of(env: CrabEnv, device: str) -> Machine:
    """Returns a device's machine."""
    backend = env.backends[device]
    assert isinstance(backend, SimBackend)
    return backend.machine


def stepped(env: CrabEnv, device: str, name: str, /, **args: object) -> dict[str, Any]:
    """Calls a tool, which mustn't break an app; returns the step's infos."""
    info = env.step({"device": device, "name": name, "args": args})[4]
    assert not info["app_crash"], env.crashes
    return info


def call(env: CrabEnv, device: str, name: str, /, **args: object) -> Any:
    """Calls a tool; returns its result as data."""
    info = stepped(env, device, name, **args)
    assert not info["invalid_action"], info["invalid_action"]
    try:
        return json.loads(info["result"])
    except ValueError:
        return info["result"]


def refused(env: CrabEnv, device: str, name: str, /, **args: object) -> str:
    """Calls a tool, which has to refuse and to change nothing; returns what it says."""
    before = env.backends[device].fingerprint()
    info = stepped(env, device, name, **args)
    assert info["invalid_action"] and not info["result"], info["result"]
    assert env.backends[device].fingerprint() == before
    return str(info["invalid_action"])


# Paths --------------------------------------------------------------------------------------------------------------

OUTSIDE = ("/data/data", "/", "../../..", "/sdcard/../..", "//data/data")


@pytest.mark.parametrize("path", OUTSIDE)
def test_tools_of_the_phone_stay_on_its_storage(path: str) -> None:
    env = made()
    photo = call(env, "android", "photos_list")[0]["path"]
    for name, args in (
        ("files_list", {"folder": path}),
        ("files_read", {"path": f"{path}/hosts"}),
        ("files_delete", {"path": path}),
        ("files_move", {"path": path, "folder": "Download"}),
        ("files_make_folder", {"folder": path, "name": "New"}),
        ("photos_move", {"path": photo, "folder": path}),
        ("mail_send", {"to": ["a@b.example"], "attachment": f"{path}/hosts"}),
        ("markdown_read", {"file": f"{path}/hosts"}),
    ):
        assert "leads out of" in refused(env, "android", name, **args)
    assert "itself" in refused(env, "android", "files_delete", path="/sdcard")


@pytest.mark.parametrize("file", ["../../zz.md", "../zz.md", f"{STORAGE}/zz.md"])
def test_markdown_files_stay_in_their_folder(file: str) -> None:
    env = made()
    assert "leads out of the folder" in refused(env, "android", "markdown_write", file=file, text="x")
    assert call(env, "android", "markdown_write", file="a/../zz.md", text="x") == "saved zz.md"
    assert call(env, "android", "markdown_read", file="./zz.md") == "x"


def test_every_tool_takes_the_same_paths() -> None:
    env = made()
    texts = [row["name"] for row in call(env, "ubuntu", "files_list", folder="~/Documents/")]
    text = next(name for name in texts if name.endswith(".txt"))
    read = [call(env, "ubuntu", "text_read", path=f"{start}Documents/{text}") for start in ("", "~/", "/home/user/")]
    assert read[0] == read[1] == read[2]
    for start in ("", "~/", "/home/user/"):
        mail = {"to": ["a@b.example"], "subject": "A file", "text": "Here", "attachment": f"{start}Documents/{text}"}
        assert call(env, "ubuntu", "mails_send", **mail) == "sent"
    song = call(env, "ubuntu", "songs_search")[0]["path"].removeprefix("/home/user/")
    assert call(env, "ubuntu", "songs_tag", path=f"~/{song}", title="Other") == "changed the tags"
    name = call(env, "android", "markdown_list")[0]
    for start in ("", "/sdcard/", f"{STORAGE}/"):
        path = f"{start}Documents/Markor/{name}"
        read = call(env, "android", "files_read", path=path)
        assert read == call(env, "android", "markdown_read", file=path if start else name)
        assert call(env, "android", "mail_send", to=["a@b.example"], attachment=path) == "sent"


# What hasn't happened -----------------------------------------------------------------------------------------------


def test_what_an_app_does_not_take_over_is_refused() -> None:
    env = made()
    for _ in range(500 - len(call(env, "ubuntu", "todos_list"))):
        call(env, "ubuntu", "todos_add", title="Another")
    assert "no room" in refused(env, "ubuntu", "todos_add", title="One more")
    call(env, "android", "drive_add_folder", name="Outer")
    call(env, "android", "drive_add_folder", name="Inner", folder="Outer")
    assert "into itself" in refused(env, "android", "drive_move", name="Outer", folder="Inner")


@pytest.mark.parametrize(
    ("device", "name", "app", "args"),
    [
        ("android", "calendar_add", "calendar", {"title": "Talk", "date": "2026-11-12"}),
        ("android", "tasks_add", "tasks", {"title": "Talk"}),
        ("android", "expenses_add", "expense", {"name": "Talk", "amount": 5.0}),
        ("android", "recipes_add", "recipes", {"title": "Talk"}),
        ("android", "notes_add", "notes", {"title": "Talk"}),
        ("android", "contacts_add", "contacts", {"name": "Talk"}),
        ("android", "drive_add_folder", "drive", {"name": "Talk"}),
        ("android", "music_create_playlist", "music", {"name": "Talk"}),
        ("ubuntu", "calendar_add", "calendar", {"title": "Talk", "date": "2026-11-12"}),
        ("ubuntu", "todos_add", "endeavour", {"title": "Talk"}),
        ("ubuntu", "cards_add", "thunderbird", {"name": "Talk"}),
    ],
)
def test_a_tool_never_tells_something_else_in_place_of_what_was_not_saved(
    monkeypatch: pytest.MonkeyPatch, device: str, name: str, app: str, args: dict[str, object]
) -> None:
    env = made()
    apps = dict(machine_of(env, device).apps)
    update = apps[app].update

    def forgetful(context: Context, message: Any) -> None:
        """Handles all messages but those that take over what was typed."""
        if message[0] not in ("save", "named", "add", "save_card", "back"):
            update(context, message)

    monkeypatch.setattr(machine_of(env, device), "apps", {**apps, app: apps[app]._replace(update=forgetful)})
    assert refused(env, device, name, **args).startswith("the app doesn't accept")


# Far dates and long times -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("device", ["android", "ubuntu"])
def test_dates_and_lengths_have_bounds(device: str) -> None:
    env = made()
    for date, more in (
        ("9999-12-31", {"time": "23:30"}),
        ("9999-12-31", {}),
        ("0001-01-01", {}),
        ("1969-12-31", {}),
        ("2026-11-12", {"time": "09:30", "minutes": 10**10}),
        ("2026-11-12", {"time": "09:30", "minutes": 10**14}),
        ("2026-11-12", {"time": "09:30", "minutes": 0}),
    ):
        assert "expected" in refused(env, device, "calendar_add", title="Far", date=date, **more)
    assert call(env, device, "calendar_add", title="Last", date="2099-12-31", time="23:30")["ends"].startswith("2100")


@pytest.mark.parametrize("device", ["android", "ubuntu"])
def test_far_events_are_found(device: str) -> None:
    env = made()
    for year in ("1970", "2099"):
        added = call(env, device, "calendar_add", title=f"In {year}", date=f"{year}-06-01", time="10:00")
        assert call(env, device, "calendar_search", query=f"In {year}") == [added]
        call(env, device, "calendar_change", title=f"In {year}", place="Pier 9")
        there = call(env, device, "calendar_events", first=f"{year}-06-01")
        assert [row["place"] for row in there if row["title"] == added["title"]] == ["Pier 9"]
        call(env, device, "calendar_delete", title=f"In {year}")
        assert call(env, device, "calendar_search", query=f"In {year}") == []


# Web pages ----------------------------------------------------------------------------------------------------------

PAGE = """<!doctype html><title>A form</title>
<style>.gone {display: none} .tag {background: #eee; padding: 2px 6px; margin-left: 8px} .price {padding-left: 9px}
</style>
<p>Seen <b>by</b> all<span class="tag">new</span> and so on.</p>
<p><a href="one.html" style="display: flex"><span class="tag">1</span><span>First</span></a></p>
<p><a href="other.html"><span class="tag">An</span>other</a></p>
<p><span>Lamp</span><span class="price">$58.50</span></p>
<p class="gone">Planted words</p><p hidden>More of them</p>
<p class="gone"><a href="two.html">Second</a></p>
<table><tr><td>Rope</td><td>12 m</td></tr></table>
<form action="three.html"><label>Name <input name="name" value="Jana"></label>
<label>Password <input type="password" name="word" value="s3cret"></label>
<label class="gone">Code <input name="code" value="42"></label>
<input type="hidden" name="token" value="t0ken"><button>Log in</button></form>"""


def test_of_a_web_page_only_what_is_shown_is_told() -> None:
    env = made()
    call(env, "ubuntu", "text_write", path="Documents/form.html", text=PAGE)
    page = call(env, "ubuntu", "web_open", address="/home/user/Documents/form.html")
    lines = page["text"].splitlines()
    assert "Seen by all new and so on." in lines and "Lamp $58.50" in lines and "Rope 12 m" in lines
    assert list(page["links"]) == ["1 First", "An other"]
    assert [(each["name"], each.get("value")) for each in page["controls"]] == [
        ("Name", "Jana"), ("Password", "••••••"), ("Log in", None),
    ]  # fmt: skip
    told = json.dumps(page)
    assert not [word for word in ("Planted", "More of", "Second", "s3cret", "42", "t0ken") if word in told]
    assert "no link" in refused(env, "ubuntu", "web_follow", link="Second")
    assert "no control" in refused(env, "ubuntu", "web_submit", button="Log in", values=[["Code", "43"]])


def test_what_a_web_page_sets_apart_is_not_glued_together() -> None:
    env = made()
    text = call(env, "ubuntu", "web_open", address="shop.example/")["text"]
    assert "Harbour Goods" in text and "HHarbour" not in text and "Articles | Order form" in text
    assert "bridge carries" in call(env, "ubuntu", "web_open", address="wiki.example/bridge")["text"]


# Dialogs of the system ----------------------------------------------------------------------------------------------

BANNER, DIALOG = 0, 3


def interrupt(env: CrabEnv, device: str, kind: int) -> None:
    """Shows a banner or a dialog."""
    machine = machine_of(env, device)
    machine.put(INTERRUPTIONS, Interruptions((), kind, machine.now + 8))


@pytest.mark.parametrize(("device", "app"), [("android", "clock"), ("ubuntu", "clocks")])
def test_no_tool_acts_through_a_dialog_of_the_system(device: str, app: str) -> None:
    env = made()
    interrupt(env, device, BANNER)
    call(env, device, "alarms_list")
    front = machine_of(env, device).front
    assert front is not None and front.app == app
    assert refused(env, device, "dialog_close") == "the system shows no dialog"
    interrupt(env, device, DIALOG)
    title = KINDS[device][DIALOG].title
    for name, args in (("alarms_list", {}), ("alarms_add", {"time": "07:15"})):
        assert title in refused(env, device, name, **args)
    alarms = dict(env.backends[device].state.facts()["alarm"].rows)
    assert title in call(env, device, "dialog_close")
    assert dict(env.backends[device].state.facts()["alarm"].rows) == alarms
    assert call(env, device, "alarms_add", time="07:15")["time"] == "07:15"


# Lines --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["Anna\nBee", "Anna\tBee", "Anna\u2028Bee"])
def test_fields_of_one_line_take_no_other_text(text: str) -> None:
    env = made()
    for device, name, args in (
        ("android", "contacts_add", {"name": text}),
        ("android", "contacts_add", {"name": "Anna", "phone": f"1{text}"}),
        ("android", "tasks_add", {"title": text}),
        ("android", "mail_send", {"to": ["a@b.example"], "subject": text}),
        ("android", "recipes_add", {"title": text}),
        ("ubuntu", "todos_add", {"title": text}),
        ("ubuntu", "cards_add", {"name": "Anna", "email": text}),
        ("ubuntu", "mails_send", {"to": ["a@b.example"], "subject": text, "text": "x"}),
        ("ubuntu", "calendar_add", {"title": text, "date": "2026-11-12"}),
        ("ubuntu", "web_open", {"address": f"shop.example/{text}"}),
    ):
        assert "one line" in refused(env, device, name, **args), name


def test_fields_of_several_lines_take_them_also_while_they_are_scrolled_away() -> None:
    env = made()
    lines = [f"step {number}" for number in range(40)]
    added = call(env, "android", "recipes_add", title="Soup", ingredients=lines, directions=lines)
    assert added["ingredients"] == lines and added["directions"] == lines
    assert call(env, "android", "tasks_add", title="Soup", notes="a\nb")["notes"] == "a\nb"
    assert "one line" in refused(env, "android", "messages_send", to="+1 555 0100", text="a\nb")
    assert call(env, "android", "mail_send", to=["a@b.example"], subject="Soup", text="a\nb") == "sent"
    assert call(env, "android", "markdown_write", file="new.md", text="a\nb") == "saved new.md"
    assert call(env, "android", "notes_add", title="Soup", text="a\nb")["text"] == "a\nb"
    for device in ("android", "ubuntu"):
        event = call(env, device, "calendar_add", title="Soup", date="2026-11-12", notes="a\nb")
        assert event["notes"] == "a\nb"
    assert call(env, "ubuntu", "cards_add", name="Soup", notes="a\nb")["notes"] == "a\nb"
    assert call(env, "ubuntu", "mails_send", to=["a@b.example"], subject="Soup", text="a\nb") == "sent"
    assert call(env, "ubuntu", "text_write", path="Documents/new.txt", text="a\nb").startswith("saved")


# Words of results ---------------------------------------------------------------------------------------------------


def test_the_terminal_says_where_a_command_has_led() -> None:
    env = made()
    call(env, "ubuntu", "alarms_list")  # another window lies behind the terminal
    assert call(env, "ubuntu", "terminal_run", command="exit") == "(the terminal has closed)"
    assert call(env, "ubuntu", "terminal_run", command="less /etc/passwd").startswith("(a program goes on")
    assert call(env, "ubuntu", "terminal_run", command="echo here") == "here"
    assert call(env, "ubuntu", "terminal_run", command="xdg-open Documents") == "(a window of files has opened)"


def test_every_switch_of_the_phone_is_read_as_it_was_set() -> None:
    env = made()
    switches = call(env, "android", "settings_read")
    choices = env.table["android"]["settings_switch"].arguments[0].choices
    assert list(switches) == list(choices)
    for name, on in switches.items():
        call(env, "android", "settings_switch", switch=name, on=not on)
        assert call(env, "android", "settings_read")[name] is not on


def test_alarms_of_a_clock_with_twelve_hours_are_set_to_the_hour_that_was_meant() -> None:
    env = made()
    call(env, "ubuntu", "terminal_run", command="gsettings set org.gnome.desktop.interface clock-format 12h")
    for time in ("00:05", "09:05", "12:05", "23:05"):
        assert call(env, "ubuntu", "alarms_add", time=time, name=time)["time"] == time
