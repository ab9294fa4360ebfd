"""What AndroidWorld's tasks ask an environment for, with the answers that their parsers read."""

from __future__ import annotations

import re
import sqlite3
from datetime import datetime
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.extras import reason
from tests.simulator.phone import _drive as drive

pytest.importorskip("android_env", reason=reason("android_env"))
pytestmark = pytest.mark.extra("android_env")

EVENTS = "/data/data/com.simplemobiletools.calendar.pro/databases/events.db"


class World:
    """An environment as AndroidWorld calls it."""

    def __init__(self) -> None:
        from crab_gym.integrations.android_env import AndroidEnv

        self.env = AndroidEnv(seed=30, screen_size=(1080, 2400))
        self.env.reset()

    def request(self, **fields: Any) -> Any:
        from android_env.proto import adb_pb2

        response = self.env.execute_adb_call(adb_pb2.AdbRequest(**fields))
        assert response.status == adb_pb2.AdbResponse.Status.OK, response
        return response

    def shell(self, *words: str) -> str:
        output: bytes = self.request(generic={"args": ["shell", *words]}).generic.output
        return output.decode()


@pytest.fixture
def world() -> World:
    return World()


def test_the_date_is_set_as_it_sets_it(world: World) -> None:
    assert world.shell("whoami") == "root\n"
    for key, value in (("auto_time", "0"), ("auto_time_zone", "0")):
        world.request(settings={"name_space": "GLOBAL", "put": {"key": key, "value": value}})
    world.shell("service", "call", "alarm", "3", "s16", "UTC")
    world.shell("date", "1015153423.00")
    assert datetime.strptime(world.shell("date").strip(), "%a %b %d %H:%M:%S %Z %Y") == datetime(2023, 10, 15, 15, 34)
    assert int(world.shell("date", "+%s")) == 1_697_384_040


def test_the_screen_is_as_it_measures_it(world: World) -> None:
    assert world.shell("wm", "size") == "Physical size: 1080x2400\n"
    for kind in ("logical", "physical"):
        assert f"{kind}Frame=[0, 0, 1080, 2400]" in world.shell("dumpsys", "input", "|", "grep", f"{kind}Frame")
    assert "mCurrentRotation=ROTATION_0" in world.shell("dumpsys", "window", "|", "grep", "mCurrentRotation")
    assert re.search(r"mCallState=0", world.shell("dumpsys", "telephony.registry"))
    assert world.shell("settings", "get", "global", "airplane_mode_on") == "0\n"


@pytest.mark.parametrize(
    ("icon", "package"),
    [
        ("Phone", "com.google.android.dialer"), ("Contacts", "com.google.android.contacts"),
        ("Messages", "com.simplemobiletools.smsmessenger"),
    ],
)  # fmt: skip
def test_an_icon_opens_the_package_that_it_checks(world: World, icon: str, package: str) -> None:
    nodes = [node for window in world.env.forest().windows for node in window.tree.nodes]
    bounds = next(node.bounds_in_screen for node in nodes if node.text == icon)
    world.shell("input", "tap", str((bounds.left + bounds.right) // 2), str((bounds.top + bounds.bottom) // 2))
    assert world.request(get_current_activity={}).get_current_activity.full_activity.startswith(f"{package}/")


def test_the_queue_of_the_music_player_is_there_after_a_scan(world: World) -> None:
    folder = "/data/data/code.name.monkey.retromusic/databases"
    content = world.request(pull={"path": f"{folder}/playlist.db"}).pull.content
    world.shell(f"rm -r {folder}/*")
    world.request(push={"content": content, "path": f"{folder}/playlist.db"})
    assert world.shell(f"ls {folder}") == "playlist.db\n"
    scan = "android.intent.action.MEDIA_SCANNER_SCAN_FILE"
    world.shell(f"am broadcast -a {scan} -d file:///storage/emulated/0/Music")
    assert "playing_queue" in world.shell(f"sqlite3 {folder}/music_playback_state.db .tables")


def test_favourites_are_cleared_as_it_clears_them(world: World) -> None:
    path = "/data/media/0/Android/data/net.osmand/files/favorites/favorites.gpx"
    space = "http://www.topografix.com/GPX/1/1"
    root = ElementTree.fromstring(world.request(pull={"path": path}).pull.content)
    for point in root.findall(f"{{{space}}}wpt"):
        root.remove(point)
    world.request(push={"content": ElementTree.tostring(root), "path": path})
    world.request(start_activity={"full_activity": "net.osmand/net.osmand.plus.activities.MapActivity"})
    device = world.env.device
    drive.tap(device.phone, "Saved")
    assert not [node for node in device.phone.scene.nodes if node.description.startswith("Remove ")
                and "marker" not in node.description]  # fmt: skip
    drive.tap(device.phone, "Explore")
    drive.tap(device.phone, rid="search_omnibox_text_box")
    drive.write(device.phone, "Ruggell\n")
    for text in ("Save", "Favourites", "Done"):
        drive.tap(device.phone, text)
    found = ElementTree.fromstring(world.request(pull={"path": path}).pull.content).findall(f"{{{space}}}wpt")
    assert [float(point.attrib["lat"]) for point in found] == [pytest.approx(47.23976, abs=0.001)]


def test_recent_apps_are_closed(world: World) -> None:
    world.request(start_activity={"full_activity": "net.gsantner.markor/net.gsantner.markor.activity.MainActivity"})
    found = re.findall(r"id=(\d+)", world.shell("dumpsys", "activity", "recents"))
    assert found
    for number in found:
        world.shell("am", "stack", "remove", number)
    assert "launcher" in world.request(get_current_activity={}).get_current_activity.full_activity


def test_messages_and_contacts_are_listed(world: World) -> None:
    for table in ("sms", "threads"):
        path = "/data/data/com.android.providers.telephony/databases/mmssms.db"
        world.shell(f"sqlite3 {path} 'DELETE FROM {table};'")
    assert world.shell("content query --uri content://sms/inbox") == "No result found.\n"
    world.request(generic={"args": ["emu", "sms", "send", "5550142", "Tea, or coffee?"]})
    (row,) = world.shell("content query --uri content://sms/inbox").strip().split("\nRow:")
    assert "address=5550142, " in row and re.search(r"body=Tea, or coffee\?, \w+=", row)
    world.request(package_manager={"clear": {"package_name": "com.android.providers.contacts"}})
    where = "content://contacts/phones/ --projection display_name:number"
    assert world.shell(f"content query --uri {where}") == "No result found.\n"


def test_files_are_made_listed_and_removed(world: World) -> None:
    folder = "/storage/emulated/0/Documents/Markor"
    world.shell(f"mkdir -p {folder}")
    if world.shell(f"ls -1 {folder}"):
        world.shell(f"rm -r {folder}/*")
    world.shell(f"echo 'Buy milk' > '{folder}/to do.md'")
    (line,) = (line for line in world.shell(f"ls {folder} -ll -au").splitlines() if line.startswith("-"))
    parts = line.split(None, 8)
    assert parts[4] == "9" and parts[8] == "to do.md"
    datetime.fromisoformat(f"{parts[5]} {parts[6][:-3]}")
    test = f'if [ -e "{folder}/to do.md" ]; then echo "Exists"; else echo "Does not exist"; fi'
    assert world.shell(test) == "Exists\n"
    world.shell(f"rm -r '{folder}/to do.md'")
    assert world.shell(test) == "Does not exist\n"


def test_a_database_is_taken_changed_and_put_back(world: World, tmp_path: Path) -> None:
    copy = tmp_path / "events.db"
    copy.write_bytes(world.request(pull={"path": EVENTS}).pull.content)
    begin = int(world.env.device.phone.now) + 3600
    with sqlite3.connect(copy) as database:
        columns = database.execute("SELECT name, type FROM pragma_table_info('events')").fetchall()
        blank = {name: 0 if kind == "INTEGER" else "" for name, kind in columns}
        event = {**blank, "id": 9001, "start_ts": begin, "end_ts": begin + 3600, "title": "Choir", "time_zone": "UTC"}
        event |= {"repetition_exceptions": "[]", "event_type": 1}
        event |= {f"reminder_{number}_minutes": -1 for number in (1, 2, 3)}
        database.execute("DELETE FROM events")
        names, slots = ", ".join(f'"{name}"' for name in event), ", ".join(f":{name}" for name in event)
        database.execute(f"INSERT INTO events ({names}) VALUES ({slots})", event)
    database.close()
    world.shell(f"rm -r {EVENTS.rpartition('/')[0]}/*")
    world.request(push={"content": copy.read_bytes(), "path": EVENTS})
    world.request(force_stop={"package_name": "com.simplemobiletools.calendar.pro"})
    activity = "com.simplemobiletools.calendar.pro/com.simplemobiletools.calendar.pro.activities.MainActivity"
    world.request(start_activity={"full_activity": activity, "extra_args": []})
    said = [node.text + node.content_description for w in world.env.forest().windows for node in w.tree.nodes]
    assert any("Choir" in text for text in said), said
