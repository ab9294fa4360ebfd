"""What AndroidWorld's tasks do to a phone and look for on it, through the real adb."""

from __future__ import annotations

import io
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tests.adb import Adb


class Client:
    """A client of one phone that knows nothing of it but what adb tells.

    Args:
        adb: The adb.
        serial: The phone's serial number.
    """

    def __init__(self, adb: Adb, serial: str) -> None:
        self.adb, self.serial = adb, serial

    def shell(self, line: str) -> str:
        return self.adb.text("-s", self.serial, "shell", line)

    def nodes(self) -> list[ET.Element]:
        """Returns the nodes on the screen."""
        xml = self.shell("uiautomator dump /sdcard/window_dump.xml > /dev/null && cat /sdcard/window_dump.xml")
        return list(ET.fromstring(xml).iter("node"))

    def find(self, **attributes: str) -> ET.Element:
        """Returns the last node with these attributes; ``_`` stands for the hyphen in their names."""
        wanted = {name.replace("_", "-"): value for name, value in attributes.items()}
        found = [node for node in self.nodes() if wanted.items() <= node.attrib.items()]
        assert found, (wanted, [node.attrib for node in self.nodes()])
        return found[-1]

    def touch(self, **attributes: str) -> None:
        left, top, right, bottom = bounds(self.find(**attributes))
        self.shell(f"input tap {(left + right) // 2} {(top + bottom) // 2}")

    def hold(self, **attributes: str) -> None:
        left, top, right, bottom = bounds(self.find(**attributes))
        at = f"{(left + right) // 2} {(top + bottom) // 2}"
        self.shell(f"input swipe {at} {at} 1000")

    def front(self) -> str:
        """Returns the package in front."""
        line = self.shell("am stack list | grep -E visible=true").splitlines()[0]
        return line.rpartition("{")[2].partition("/")[0]


def bounds(node: ET.Element) -> tuple[int, int, int, int]:
    left, top, right, bottom = node.attrib["bounds"].replace("][", ",").strip("[]").split(",")
    return int(left), int(top), int(right), int(bottom)


def test_a_contacts_draft_shows_the_label_of_its_number(adb: Adb, serial: str) -> None:
    client = Client(adb, serial)
    contact = "-t vnd.android.cursor.dir/contact -e name 'Eva Smith' -e phone 415-555-0199"
    client.shell(f"am start -a android.intent.action.INSERT {contact} -p com.google.android.contacts")
    assert client.front() == "com.google.android.contacts"
    client.touch(text="Mobile")
    client.touch(text="Work")
    label = client.find(text="Work")
    assert label.attrib["content-desc"] == "Work Phone"
    client.touch(text="Save")
    rows = client.shell("content query --uri content://contacts/phones --projection display_name:number:data2")
    assert "display_name=Eva Smith, number=415-555-0199, data2=3" in rows
    assert client.find(text="415-555-0199").attrib["content-desc"] == "Work"


def test_a_receipt_is_copied_in_the_gallery(adb: Adb, serial: str) -> None:
    client = Client(adb, serial)
    photo = client.shell("ls /sdcard/DCIM/Camera").splitlines()[0]
    client.shell(f"mkdir -p /sdcard/DCIM/Receipts; cp /sdcard/DCIM/Camera/{photo} /sdcard/DCIM/Receipts/receipt.jpg")
    client.shell("am start -W -n com.simplemobiletools.gallery.pro/.activities.SplashActivity")
    client.touch(text="Library")
    client.touch(text="Receipts")
    client.hold(resource_id="com.google.android.apps.photos:id/photo")
    client.touch(content_desc="More options")
    client.touch(text="Copy to")
    client.touch(text="Download")
    client.touch(text="Copy here")
    assert "receipt.jpg" in client.shell("ls -1 /sdcard/Download").splitlines()
    assert "receipt.jpg" in client.shell("ls -1 /sdcard/DCIM/Receipts").splitlines()


@pytest.mark.parametrize("ending", ["png", "jpg", "svg"])
def test_a_drawing_is_saved_under_its_name(adb: Adb, serial: str, ending: str) -> None:
    client, name = Client(adb, serial), f"lorem_2023_10.{ending}"
    client.shell("am start -W -n com.simplemobiletools.draw.pro/.activities.MainActivity")
    assert client.front() == "com.simplemobiletools.draw.pro"
    left, top, right, bottom = bounds(client.find(content_desc="Canvas"))
    client.shell(f"input swipe {left + 50} {top + 50} {right - 50} {bottom - 50} 300")
    client.touch(content_desc="Save")
    client.touch(text=ending.upper())
    client.shell(f"input text {name}")
    client.touch(text="OK")
    client.touch(text="Save")
    assert client.shell(f"ls -1 /storage/emulated/0/Pictures | grep {name}") == name
    content = adb.run("-s", serial, "exec-out", f"cat /sdcard/Pictures/{name}").stdout
    assert content.startswith({"png": b"\x89PNG", "jpg": b"\xff\xd8\xff", "svg": b"<svg "}[ending])


def test_the_clipboard_is_read_and_written_through_clipper(adb: Adb, serial: str) -> None:
    client = Client(adb, serial)
    assert "Error" not in client.shell("am start -W -n ca.zgrs.clipper/ca.zgrs.clipper.Main")
    assert (
        client.shell("am stack list | grep -E visible=true")
        .splitlines()[0]
        .endswith("topActivity=ComponentInfo{ca.zgrs.clipper/ca.zgrs.clipper.Main}")
    )
    assert client.shell("am broadcast -a clipper.get").endswith("result=0")
    client.shell("am broadcast -a clipper.set -e text '12 Hill St, apt 4'")
    assert client.shell("am broadcast -a clipper.get").endswith('result=-1, data="12 Hill St, apt 4"')
    assert client.find(text="12 Hill St, apt 4").attrib["package"] == "ca.zgrs.clipper"
    client.shell("am force-stop ca.zgrs.clipper")
    assert client.front() != "ca.zgrs.clipper"


def test_a_note_has_the_extension_that_is_typed(adb: Adb, serial: str) -> None:
    client = Client(adb, serial)
    client.shell("am start -W -n net.gsantner.markor/.activity.MainActivity")
    client.touch(resource_id="net.gsantner.markor:id/fab_add_new_item")
    client.shell("input text meeting_2023_10_15")
    client.touch(resource_id="net.gsantner.markor:id/new_file_dialog__ext")
    client.shell("input keycombination 113 29 && input keyevent 67")
    client.shell("input text .txt")
    client.touch(text="OK")
    client.shell("input text Agenda%s1")
    client.touch(content_desc="Save")
    assert client.shell("cat /storage/emulated/0/Documents/Markor/meeting_2023_10_15.txt") == "Agenda 1"


def test_an_apps_databases_are_there_once_it_has_started(adb: Adb, serial: str) -> None:
    client = Client(adb, serial)
    folder, package = "/data/data/code.name.monkey.retromusic/databases", "code.name.monkey.retromusic"
    tables = f"sqlite3 {folder}/music_playback_state.db .tables"
    assert {"playing_queue", "original_playing_queue"} <= set(client.shell(tables).split())
    client.shell(f"cp {folder}/playlist.db /sdcard/p.db; rm -r {folder}/*; cp /sdcard/p.db {folder}/playlist.db")
    assert client.shell(f"ls {folder}") == "playlist.db"
    client.shell(f"am start -W -n {package}/.activities.MainActivity")
    assert "playing_queue" in client.shell(tables).split()
    client.shell(f"rm -r {folder}/*; pm clear {package}")
    assert "playing_queue" in client.shell(tables).split()
    assert client.shell(f"sqlite3 {folder}/playlist.db 'SELECT count(*) FROM PlaylistEntity'") == "0"


def test_folders_that_clients_list_are_there_and_stay(adb: Adb, serial: str) -> None:
    client, own = Client(adb, serial), "/sdcard/Android/data"
    folders = (f"{own}/com.dimowner.audiorecorder/files/Music/records", f"{own}/net.osmand/files/tracks")
    for folder in folders:
        assert client.shell(f"[ -d {folder} ] && echo there") == "there"
        client.shell("pm clear com.dimowner.audiorecorder; pm clear net.osmand")
        assert client.shell(f"ls -1 {folder}; echo $?") == "0"


def test_events_are_dated_in_milliseconds(adb: Adb, serial: str) -> None:
    client = Client(adb, serial)
    database = "/data/data/com.simplemobiletools.calendar.pro/databases/events.db"
    assert len(client.shell(f"sqlite3 {database} 'SELECT last_updated FROM events LIMIT 1'")) == 13


@pytest.mark.extra("imageio_ffmpeg")
def test_a_pushed_video_is_watched(adb: Adb, serial: str, tmp_path: Path) -> None:
    import imageio_ffmpeg

    client, path, colors = Client(adb, serial), tmp_path / "clip.mp4", ((200, 30, 30), (30, 160, 30))
    writer = imageio_ffmpeg.write_frames(str(path), (320, 240), fps=2, codec="mpeg4")
    writer.send(None)
    for color in colors:
        for _ in range(16):
            writer.send(np.full((240, 320, 3), color, np.uint8).tobytes())
    writer.close()
    adb.run("-s", serial, "push", path, "/storage/emulated/0/Download/clip.mp4")
    client.shell("cmd crab_gym sleep instant")
    file = "file:///storage/emulated/0/Download/clip.mp4"
    client.shell(f"am start -W -a android.intent.action.VIEW -d {file} -t video/mp4 -p org.videolan.vlc")
    assert client.front() == "org.videolan.vlc"
    left, top, right, bottom = bounds(client.find(resource_id="org.videolan.vlc:id/player_surface"))
    for color in colors:
        with Image.open(io.BytesIO(adb.run("-s", serial, "exec-out", "screencap -p").stdout)) as screen:
            seen = screen.convert("RGB").getpixel(((left + right) // 2, (top + bottom) // 2))
        assert isinstance(seen, tuple) and max(abs(a - b) for a, b in zip(seen, color, strict=True)) < 16
        client.shell("sleep 9")


def test_a_track_with_waypoints_in_order_is_saved(adb: Adb, serial: str) -> None:
    client, folder = Client(adb, serial), "/data/media/0/Android/data/net.osmand/files/tracks"
    stops = {"Balzers, Liechtenstein": (47.0688832, 9.5061564), "Schönberg, Liechtenstein": (47.1303814, 9.5930117),
             "Bendern, Liechtenstein": (47.2122151, 9.5062101)}  # fmt: skip
    client.shell(f"rm -rf {folder}/*")
    client.shell("am start -W -n net.osmand/net.osmand.plus.activities.MapActivity")
    client.touch(text="Saved")
    client.touch(content_desc="Plan a route")
    for stop in stops:
        client.touch(text="Add point")
        client.shell(f"am broadcast -a ADB_INPUT_TEXT --es msg '{stop}'")
        client.shell("input keyevent KEYCODE_ENTER")
    client.touch(text="Save")
    client.touch(text="Save")
    [name] = client.shell(f"ls -1 {folder}").splitlines()
    text = client.shell(f"cat '{folder}/{name}'")
    points = ET.fromstring(text).iter("{http://www.topografix.com/GPX/1/1}trkpt")
    track = [(float(point.attrib["lat"]), float(point.attrib["lon"])) for point in points]
    places = [
        next(i for i, (lat, lon) in enumerate(track) if abs(lat - stop[0]) < 0.0005 and abs(lon - stop[1]) < 0.0005)
        for stop in stops.values()
    ]
    assert places == sorted(places) and len(set(places)) == 3
