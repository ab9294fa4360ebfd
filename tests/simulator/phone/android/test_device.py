"""The phone behind its interfaces: one state for touches and commands, its clock, saved states, the log."""

from __future__ import annotations

import base64
import time

import numpy as np
import pytest

from crab_gym.backends.sim import SimBackend
from crab_sim.devices.android_keycodes import KEYCODE_OF, KEYCODES, NUMBERS, key_of
from crab_sim.machine import touch
from crab_sim.machine.slices import CLIPBOARD, WINDOWS
from crab_sim.phone import Phone
from crab_sim.phone.android import Device, storage
from crab_sim.phone.android.output import Output
from crab_sim.phone.android.steps import Asleep
from crab_sim.phone.apps.contacts.data import CONTACTS
from crab_sim.phone.apps.tasks.data import TODOS
from crab_sim.phone.system.settings_store import SETTINGS
from crab_sim.ui.node import Node
from tests.simulator.phone import _drive as drive


@pytest.fixture
def device() -> Device:
    phone = Phone()
    phone.boot(5)
    return Device(phone)


def node(device: Device, text: str = "", role: str = "") -> Node:
    return next(n for n in device.phone.scene.nodes if (not text or n.text == text) and (not role or n.role == role))


def tap(device: Device, text: str) -> None:
    left, top, right, bottom = node(device, text).bounds
    assert device.run(f"input tap {(left + right) // 2} {(top + bottom) // 2}").status == 0


def typed(device: Device) -> str:
    return node(device, role="text_field").text


def test_pixels_are_those_of_the_simulated_backend(device: Device) -> None:
    backend = SimBackend("android", (360, 800))
    backend.reset(5)
    assert np.array_equal(device.screenshot(), backend.screenshot())
    backend.execute("open_app", {"name": "Settings"})
    device.run("monkey -p com.android.settings 1")
    assert np.array_equal(device.screenshot(), backend.screenshot())
    assert device.phone.fingerprint() == backend.fingerprint()


def test_a_touch_and_a_verb_do_the_same(device: Device) -> None:
    other = device.phone.fork()
    tap(device, "Contacts")
    left, top, right, bottom = next(n for n in other.scene.nodes if n.text == "Contacts").bounds
    touch.tap(other, (left + right) // 2, (top + bottom) // 2)
    assert device.phone.fingerprint() == other.fingerprint()
    assert device.component.startswith("com.android.contacts/")


def test_keys_and_text_reach_the_field(device: Device) -> None:
    device.run("cmd crab_gym advance 0")
    device.phone.execute("open_app_drawer", {})
    device.run("input text 'a%sb'; input keyevent 29 KEYCODE_SPACE KEYCODE_DEL; input keyevent --longpress C")
    assert typed(device) == "a bac"
    device.run("input keyevent KEYCODE_HOME")
    assert device.phone.front is None and not [n for n in device.phone.scene.nodes if n.role == "text_field"]


def test_a_text_with_special_characters_is_typed_whole(device: Device) -> None:
    device.phone.execute("open_app_drawer", {})
    text = 'it\'s "$HOME" `x` & <b>; | * ? # \\ ~ 100%'
    assert device.run_argv(["input", "text", text.replace(" ", "%s")]).status == 0
    assert typed(device) == text


def test_the_unicode_keyboard_types_anything(device: Device) -> None:
    device.phone.execute("open_app_drawer", {})
    encoded = base64.b64encode("Grüße 🦀 日本".encode()).decode()
    device.run(f"am broadcast -a ADB_INPUT_B64 --es msg {encoded}")
    assert typed(device) == "Grüße 🦀 日本"
    assert device.run("am broadcast -a ADB_INPUT_B64 --es msg '***'").status == 0
    assert typed(device) == "Grüße 🦀 日本"


def test_the_keyboard_clears_a_field(device: Device) -> None:
    device.run("am start -a android.intent.action.INSERT -t vnd.android.cursor.dir/contact -e name Ada")
    window = device.phone.front
    assert window is not None and "Ada" in window.page.fields.values()
    focus = next(key for key, value in window.page.fields.items() if value == "Ada")
    device.phone.put_window(window._replace(pages=(*window.pages[:-1], window.page._replace(focus=focus))))
    device.run("am broadcast -a ADB_CLEAR_TEXT")
    front = device.phone.front
    assert front is not None and front.page.fields[focus] == ""


def test_a_swipe_scrolls_and_a_still_finger_is_a_long_tap(device: Device) -> None:
    device.run("monkey -p com.android.settings 1")
    before = device.hierarchy()
    device.run("input swipe 180 600 180 300 200")
    assert device.hierarchy() != before
    device.run("input motionevent DOWN 180 300; input motionevent MOVE 180 400; input motionevent UP 180 600")
    assert device.hierarchy() == before


def test_the_clock_stands_still_unless_it_is_advanced(device: Device) -> None:
    start = device.phone.now
    device.run("date; sleep 5; input tap 1 1")
    assert device.phone.now == start
    device.run("cmd crab_gym advance 12.5")
    assert device.phone.now == start + 12.5


def test_a_real_clock_runs_by_itself(device: Device) -> None:
    start = device.phone.now
    device.run("cmd crab_gym clock real")
    time.sleep(0.02)
    device.run("true")
    assert device.phone.now > start
    device.run("cmd crab_gym clock virtual")
    now = device.phone.now
    time.sleep(0.02)
    device.run("true")
    assert device.phone.now == now


def test_a_seed_boots_the_phone_that_it_determines(device: Device) -> None:
    device.run("pm clear com.android.providers.contacts; setprop debug.x 1; wm size 400x900")
    device.run("cmd crab_gym reset 9; wm size reset")
    fresh = Phone()
    fresh.boot(9)
    assert device.phone.fingerprint() == fresh.fingerprint()
    assert device.run("cmd crab_gym fingerprint").stdout.decode().strip() == fresh.fingerprint()
    assert device.run("getprop debug.x").stdout == b"\n"


def test_states_are_saved_and_loaded(device: Device) -> None:
    before = device.phone.fingerprint()
    device.run("cmd crab_gym snapshot save one; am start -n com.android.settings/.Settings; wm size 400x900")
    assert device.phone.fingerprint() != before
    assert device.run("cmd crab_gym snapshot load one").status == 0
    assert device.phone.fingerprint() == before and device.screenshot().shape == (800, 360, 3)
    device.run("cmd crab_gym snapshot delete one")
    output = device.run("cmd crab_gym snapshot load one")
    assert output.status == 1 and b"no snapshot 'one'" in output.stderr


def test_a_size_is_really_laid_out(device: Device) -> None:
    device.run("monkey -p com.android.settings 1; wm size 600x800")
    assert device.screenshot().shape == (800, 600, 3)
    assert max(n.bounds[2] for n in device.phone.scene.nodes) == 600
    other = Phone(600, 800)
    other.boot(5)
    other.launch("settings")
    assert [n.bounds for n in other.scene.nodes] == [n.bounds for n in device.phone.scene.nodes]
    device.run("wm size reset")
    assert device.screenshot().shape == (800, 360, 3)


def test_clearing_a_package_erases_its_data(device: Device) -> None:
    assert device.phone.get(TODOS) and device.phone.get(CONTACTS)
    device.run("monkey -p org.tasks 1; pm clear org.tasks; pm clear com.android.contacts")
    assert device.phone.get(TODOS) == () and device.phone.get(WINDOWS) == ()
    assert device.phone.get(CONTACTS)  # they belong to the provider
    device.run("pm clear com.android.providers.contacts")
    assert device.phone.get(CONTACTS) == ()


def test_a_restart_closes_apps_and_keeps_data(device: Device) -> None:
    todos, contacts = device.phone.get(TODOS), device.phone.get(CONTACTS)
    device.run("monkey -p org.tasks 1; setprop debug.x 1; reboot")
    assert device.phone.get(WINDOWS) == () and device.phone.front is None
    assert device.phone.get(TODOS) == todos and device.phone.get(CONTACTS) == contacts
    assert device.run("getprop debug.x").stdout == b"\n"


def test_processes_are_the_open_apps(device: Device) -> None:
    device.run("monkey -p org.tasks 1; monkey -p com.android.settings 1")
    pid = device.run("pidof com.android.settings").stdout.decode().strip()
    assert device.run(f"kill {pid}").status == 0
    assert device.run("pidof com.android.settings").status == 1
    assert device.component.startswith("com.android.launcher3/")
    device.run("am kill-all")
    assert device.run("ps -A -o NAME | grep tasks").status == 1


def test_settings_change_through_the_services(device: Device) -> None:
    device.run("svc wifi disable; svc bluetooth enable; cmd uimode night yes; cmd notification set_dnd on")
    settings = device.phone.get(SETTINGS)
    assert settings["global", "wifi_on"] == "0" and settings["global", "bluetooth_on"] == "1"
    assert settings["secure", "ui_night_mode"] == "2" and settings["global", "zen_mode"] == "1"
    device.run("cmd connectivity airplane-mode enable")
    assert device.phone.get(SETTINGS)["global", "bluetooth_on"] == "0"
    device.run("am broadcast -a android.intent.action.AIRPLANE_MODE --ez state false")
    assert device.phone.get(SETTINGS)["global", "bluetooth_on"] == "1"
    device.run("cmd media_session volume --stream 3 --set 9; input keyevent 24")
    assert device.phone.get(SETTINGS)["system", "volume_music"] == "10"


def test_the_log_is_followed_from_where_it_was(device: Device) -> None:
    output = device.run("logcat -v brief -T 1")
    assert output.follow == "logcat -v brief -T 1"
    at, nothing = device.log_since(-1, output.follow)
    assert nothing == b""
    device.run("log -t Tag one")
    at, lines = device.log_since(at, output.follow)
    assert lines == b"I/Tag     ( 1020): one\n"
    assert device.log_since(at, output.follow) == (at, b"")
    assert device.run("logcat -d | wc -l").follow == ""


def test_commands_of_a_line_see_each_others_files(device: Device) -> None:
    output = device.run(
        "uiautomator dump /sdcard/a.xml && head -c 5 /sdcard/a.xml; screencap /sdcard/b; wc -c < /sdcard/b"
    )
    assert output.stdout.decode().split("\n")[1:3] == [f"<?xml{16 + 360 * 800 * 4}", ""]
    assert device.files.is_file("/sdcard/a.xml")


def test_a_shell_keeps_its_state(device: Device) -> None:
    state = device.run("cd /sdcard; x=5").state
    assert device.run("pwd; echo $x", state=state).stdout == b"/sdcard\n5\n"
    assert device.run("pwd; echo $x").stdout == b"/\n\n"
    assert device.run("exit 3").exited and device.run("exit 3").status == 3


def test_keycodes_lead_there_and_back() -> None:
    assert all(KEYCODES[name] == key for key, name in KEYCODE_OF.items())
    assert all(KEYCODES[str(number)] == KEYCODES[name] for name, number in NUMBERS.items())
    assert key_of("HOME") == key_of("keycode_home") == key_of("3") == "home"
    assert (NUMBERS["KEYCODE_A"], NUMBERS["KEYCODE_ENTER"], NUMBERS["KEYCODE_APP_SWITCH"]) == (29, 66, 187)


def test_what_a_command_does_to_files_outlives_its_line(device: Device) -> None:
    device.run("mkdir -p /sdcard/Android/data/org.tasks; pm clear org.tasks; echo > /sdcard/Download/a.png")
    assert not device.files.exists("/sdcard/Android/data/org.tasks")
    assert device.files.is_file("/sdcard/Download/a.png")
    device.run("content delete --uri content://media/external/downloads; true")
    assert not device.files.exists("/sdcard/Download/a.png")


@pytest.mark.parametrize(
    "line", ["date", "whoami", "ps -A", "pm list packages", "screencap", "uiautomator dump /dev/tty"]
)
def test_lines_that_need_no_files_print_the_same_beside_those_that_do(device: Device, line: str) -> None:
    assert device.run(line).stdout == device.run(f"{line} && true").stdout != b""


def test_todos_are_the_rows_of_the_tasks_database(device: Device) -> None:
    path = "/data/data/org.tasks/databases/database"
    device.run(f'sqlite3 {path} "DELETE FROM tasks;" && am force-stop org.tasks')
    assert device.phone.get(TODOS) == ()
    assert device.run(f"rm -r {path}; ls -1 /data/data/org.tasks/databases").status == 0


def test_ctrl_with_home_and_end_moves_through_the_whole_text(device: Device) -> None:
    device.run("am start -a android.intent.action.SENDTO -d sms:5550101 --es sms_body 'one two'")
    moves = (("CTRL_LEFT MOVE_HOME", (0, 0)), ("113 123", (7, 7)), ("SHIFT_LEFT CTRL_LEFT MOVE_HOME", (7, 0)))
    for keys, selection in moves:
        assert device.run(f"input keycombination {keys}").status == 0
        front = device.phone.front
        assert front is not None and front.page.selection == selection


@pytest.mark.crashes
@pytest.mark.parametrize("look", ["uiautomator dump /dev/tty", "screencap", "input tap 50 50"])
def test_an_app_that_can_not_be_drawn_is_closed(look: str) -> None:
    device = Device(drive.breaking())
    drive.tap(device.phone, "Break")
    output = device.run(look)
    assert output.status == (255 if look.startswith("input") else 0)
    assert device.phone.front is None
    assert b"LookupError: nothing to show" in device.run("logcat -d AndroidRuntime:E '*:S'").stdout
    assert device.hierarchy().endswith("</hierarchy>") and device.screenshot().any()
    device.run("monkey -p com.android.settings 1")
    assert device.component == "com.android.settings/.Settings"


@pytest.mark.crashes
def test_an_app_that_fails_at_a_touch_is_closed() -> None:
    device = Device(drive.breaking())
    device.phone.launch("recipes")
    left, top, right, bottom = drive.node(device.phone, "Break").bounds
    before = device.phone.fork()
    before.close_window("recipes")
    line = f"settings put system font_scale 1.3; input tap {(left + right) // 2} {(top + bottom) // 2}; echo after"
    output = device.run(line)
    assert output.status == 255 and output.stderr == b"LookupError: nothing to do\n"
    assert device.phone.fingerprint() == before.fingerprint(), "what the phone was before, without the app"
    assert [crash.app for crash in device.phone.crashes] == ["recipes"]
    assert b"LookupError: nothing to do" in device.run("logcat -d AndroidRuntime:E '*:S'").stdout
    assert device.run("echo alive").stdout == b"alive\n"


@pytest.mark.crashes
def test_a_fault_of_the_shell_closes_no_app(device: Device, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: object) -> None:
        raise LookupError("no such thing")

    device.phone.launch("contacts")
    monkeypatch.setattr(storage, "commit", fail)
    output = device.run("echo a > /sdcard/a.txt")
    assert output.status == 255 and output.stderr == b"LookupError: no such thing\n"
    front = device.phone.front
    assert front is not None and front.app == "contacts"
    assert [crash.app for crash in device.phone.crashes] == ["system"]
    assert b"Process: com.android.systemui" in device.run("logcat -d AndroidRuntime:E '*:S'").stdout


@pytest.mark.crashes
def test_a_line_that_has_slept_undoes_nothing_where_an_app_fails() -> None:
    device = Device(drive.breaking())
    device.waits, device.clock = True, "real"
    device.phone.launch("recipes")
    left, top, right, bottom = drive.node(device.phone, "Break").bounds
    steps = device.begin(f"sleep 0.01; input tap {(left + right) // 2} {(top + bottom) // 2}")
    assert steps is not None and isinstance(steps.resume(), Asleep)
    device.phone.put(CLIPBOARD, "of another host")
    output = steps.resume()
    assert isinstance(output, Output) and output.status == 255
    assert device.phone.front is None and device.phone.get(CLIPBOARD) == "of another host"
