"""Prints which calls of which ADB clients work with the simulated phone, as the table in docs/adb.md.

    python scripts/foreign/client_matrix.py

A client that isn't installed is left out; ``pip install ".[dev]"`` installs all of them. Each client
gets a served phone of its own, and a call passes if it returns what it should.
"""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import redirect_stderr, redirect_stdout, suppress
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, NamedTuple

SETTINGS: Final = "com.android.settings"
Calls = Iterator[tuple[str, Callable[[], object]]]


class Row(NamedTuple):
    """A client: its name with its version, the calls that pass, and those that fail with the reason."""

    client: str
    passed: tuple[str, ...]
    failed: tuple[str, ...]


def adb(serial: str, port: int, folder: Path) -> Calls:
    """The adb program."""
    from crab_gym.backends.adb.adb_server import adb_binary

    def run(*args: str, status: int = 0) -> bytes:
        command = [adb_binary(), "-P", str(port), "-s", serial, *args]
        done = subprocess.run(command, capture_output=True, timeout=60)
        assert done.returncode == status, done.stderr
        return done.stdout

    def pushed() -> bool:
        (folder / "a.txt").write_text("text")
        run("push", str(folder / "a.txt"), "/sdcard/a.txt")
        run("pull", "/sdcard/a.txt", str(folder / "b.txt"))
        return (folder / "b.txt").read_text() == "text"

    yield "devices", lambda: serial.encode() in run("devices", "-l")
    yield "wait-for-device", lambda: run("wait-for-device") == b""
    yield "shell", lambda: run("shell", "echo out; exit 3", status=3) == b"out\n"
    yield "exec-out screencap", lambda: run("exec-out", "screencap", "-p").startswith(b"\x89PNG")
    yield "push, pull", pushed
    yield "ls", lambda: b"Download" in run("ls", "/sdcard/")
    yield "logcat -d", lambda: b"Boot completed" in run("logcat", "-d")
    yield "forward", lambda: run("forward", "tcp:0", "tcp:9008").strip().isdigit()
    yield "reverse", lambda: run("reverse", "tcp:6100", "tcp:6200") == b"" and b"6100" in run("reverse", "--list")
    yield "uiautomator dump", lambda: b"<hierarchy" in run("exec-out", "uiautomator", "dump", "/dev/tty")
    yield "root", lambda: b"already running as root" in run("root")
    yield "get-state", lambda: run("get-state") == b"device\n"


def adbutils(serial: str, port: int, folder: Path) -> Calls:
    """Adbutils."""
    import adbutils as library

    device = library.AdbClient(port=port).device(serial)

    def pushed() -> bool:
        device.sync.push(b"text", "/sdcard/a.txt")
        return bool(device.sync.read_text("/sdcard/a.txt") == "text") and device.sync.exists("/sdcard/a.txt")

    def started() -> bool:
        device.app_start(SETTINGS)
        return bool(device.app_current().package == SETTINGS)

    yield "shell, shell2", lambda: device.shell2("false").returncode == 1
    yield "screenshot", lambda: device.screenshot().size == (360, 800)
    yield "framebuffer", lambda: device.framebuffer().size == (360, 800)
    yield "window_size, rotation", lambda: (device.window_size(), device.rotation()) == ((360, 800), 0)
    yield "sync", pushed
    yield "app_start, app_current", started
    yield "app_info, list_packages", lambda: device.app_info(SETTINGS) and SETTINGS in device.list_packages()
    yield "dump_hierarchy", lambda: "<hierarchy" in device.dump_hierarchy()
    yield "click, swipe, send_keys, keyevent", lambda: [
        device.click(10, 10), device.swipe(9, 600, 9, 300), device.send_keys("a b"), device.keyevent("HOME"),
    ]  # fmt: skip
    yield "battery, prop", lambda: device.battery().level and device.prop.model == "Crab Phone"
    yield "forward_port, reverse", lambda: device.forward_port(9008) and device.reverse_list() is not None
    yield "logcat", lambda: device.logcat(folder / "log.txt").stop() is None


def adb_shell(serial: str, port: int, folder: Path) -> Calls:
    """adb-shell, which talks to the phone without a server."""
    from adb_shell.adb_device import AdbDeviceTcp

    host, _, number = serial.rpartition(":")
    device = AdbDeviceTcp(host, int(number), default_transport_timeout_s=10.0)

    def pushed() -> bool:
        (folder / "a.txt").write_text("text")
        device.push(str(folder / "a.txt"), "/sdcard/a.txt")
        device.pull("/sdcard/a.txt", str(folder / "b.txt"))
        return (folder / "b.txt").read_text() == "text"

    yield "connect", lambda: device.connect(rsa_keys=[], auth_timeout_s=1.0)
    yield "shell", lambda: device.shell("echo out") == "out\n"
    yield "streaming_shell", lambda: "out" in next(iter(device.streaming_shell("echo out")))
    yield "exec_out", lambda: device.exec_out("screencap -p", decode=False).startswith(b"\x89PNG")
    yield "push, pull", pushed
    yield "list, stat", lambda: device.list("/sdcard") and device.stat("/sdcard/a.txt")[1] == 4
    yield "root", lambda: device.root() is None
    yield "close", lambda: device.close() is None


def pure_python_adb(serial: str, port: int, folder: Path) -> Calls:
    """pure-python-adb."""
    from ppadb.client import Client

    client: Any = Client(port=port)
    device = client.device(serial)

    def pushed() -> bool:
        (folder / "a.txt").write_text("text")
        device.push(str(folder / "a.txt"), "/sdcard/a.txt")
        device.pull("/sdcard/a.txt", str(folder / "b.txt"))
        return (folder / "b.txt").read_text() == "text"

    yield "devices, version", lambda: client.version() and serial in [one.serial for one in client.devices()]
    yield "shell", lambda: device.shell("echo out") == "out\n"
    yield "screencap", lambda: bytes(device.screencap()).startswith(b"\x89PNG")
    yield "push, pull", pushed
    yield "wm_size, wm_density", lambda: (device.wm_size()[0], device.wm_density()) == (360, 1)
    yield "get_top_activity", lambda: device.get_top_activity().package
    yield "input_tap, input_swipe, input_text, input_keyevent", lambda: [
        device.input_tap(9, 9), device.input_swipe(9, 9, 9, 99, 100), device.input_text("a"), device.input_keyevent(3),
    ]  # fmt: skip
    yield "list_packages, is_installed", lambda: device.is_installed(SETTINGS)
    yield "get_properties, get_battery_level", lambda: device.get_properties() and device.get_battery_level()
    yield "forward", lambda: device.forward("tcp:0", "tcp:9008") is None  # its reverse sends what no phone takes


def androidviewclient(serial: str, port: int, folder: Path) -> Calls:
    """Androidviewclient."""
    from com.dtmilano.android.adb.adbclient import AdbClient
    from com.dtmilano.android.viewclient import ViewClient

    client = AdbClient(serial, port=port, timeout=20)
    views: list[Any] = []

    def opened() -> bool:
        from crab_gym.backends.adb.adb_server import adb_binary

        client.shell(f"am start -n {SETTINGS}/.Settings")
        views.append(ViewClient(client, serial, adb=adb_binary(), startviewserver=False))
        return True

    yield "shell, getProperty", lambda: client.shell("echo out") == "out\n" and client.getProperty("ro.product.model")
    yield "takeSnapshot", lambda: client.takeSnapshot(reconnect=True).size == (360, 800)
    yield "getDisplayInfo", lambda: client.getDisplayInfo()["width"] == 360
    yield "ViewClient, dump", opened
    yield "findViewWithText, touch", lambda: views[0].findViewWithTextOrRaise("Display").touch() is None
    yield "touch, drag, press, type", lambda: [
        client.touch(9, 400), client.drag((9, 600), (9, 300), 300), client.press("HOME"), client.type("a"),
    ]  # fmt: skip
    yield "startActivity, getTopActivityName", lambda: [
        client.startActivity(f"{SETTINGS}/.Settings"), client.getTopActivityName().startswith(SETTINGS),
    ][1]  # fmt: skip
    yield "getFocusedWindowName", lambda: client.getFocusedWindowName().startswith(SETTINGS)
    yield "isKeyboardShown, isLocked, isScreenOn", lambda: (
        client.isKeyboardShown(), client.isLocked(), client.isScreenOn(), client.press("POWER"), client.isScreenOn(),
        client.press("POWER"),
    ) == (False, False, True, None, False, None)  # fmt: skip
    yield "forceStop", lambda: client.forceStop(SETTINGS) is None


def uiautomator2(serial: str, port: int, folder: Path) -> Calls:
    """uiautomator2, with its server on the phone."""
    import adbutils as library

    library.adb = library.AdbClient(port=port)
    import uiautomator2 as client

    found: list[Any] = []

    def phone() -> Any:
        return found[0]

    def typed() -> bool:
        phone().app_start("com.android.contacts")
        phone()(description="Create contact").click()
        field = phone()(className="android.widget.EditText", instance=0)
        field.set_text("Zoë")
        return bool(field.get_text() == "Zoë")

    def sent() -> bool:
        phone()(className="android.widget.EditText", instance=0).clear_text()
        phone().send_keys("Ada ☃")
        return bool(phone()(text="Ada ☃").exists)

    def scrolled() -> bool:
        phone().app_start(SETTINGS)
        return bool(phone()(scrollable=True).scroll.to(text="About phone"))

    yield "connect", lambda: found.append(client.connect(serial)) is None
    yield "info, window_size", lambda: phone().info["displayWidth"] == phone().window_size()[0]
    yield "screenshot", lambda: phone().screenshot().size == (360, 800)
    yield "dump_hierarchy", lambda: "<hierarchy" in phone().dump_hierarchy()
    yield "app_start, app_wait, app_current", lambda: (
        phone().app_start(SETTINGS, wait=True), phone().app_current()["package"],
    )[1] == SETTINGS  # fmt: skip
    yield "exists, wait, wait_gone", lambda: (
        phone()(text="Display").wait(timeout=2), bool(phone()(text="Nothing").exists),
        phone()(text="Nothing").wait_gone(timeout=1),
    ) == (True, False, True)  # fmt: skip
    yield "selector click, info, child, count", lambda: [
        phone()(text="Display").info, phone()(scrollable=True).child(text="Display").count == 1,
        phone()(text="Display").click(),
    ][1]  # fmt: skip
    yield "xpath", lambda: phone().xpath('//*[@text="Dark theme"]').click_exists(timeout=2)
    yield "press", lambda: phone().press("back")
    yield "screen_off, screen_on", lambda: [
        phone().screen_off(), phone().info["screenOn"], phone().screen_on(), phone().info["screenOn"],
    ][1::2] == [False, True]  # fmt: skip
    yield "scroll", scrolled
    yield "click, long_click, swipe, drag", lambda: [
        phone().click(9, 400), phone().long_click(9, 400), phone().swipe(9, 600, 9, 300), phone().drag(9, 9, 9, 99),
    ]  # fmt: skip
    yield "set_text, get_text", typed
    yield "send_keys, clear_text", sent
    yield "clipboard", lambda: [phone().set_clipboard("x"), phone().clipboard == "x"][1]
    yield "open_notification, toast", lambda: [phone().open_notification(), phone().last_toast is None]
    yield "shell, push, pull", lambda: phone().shell("echo hi").output == "hi\n"
    yield "app_stop, app_list, app_info", lambda: [phone().app_stop(SETTINGS), SETTINGS in phone().app_list()][1]
    yield "reset_uiautomator", lambda: [phone().reset_uiautomator(), phone().stop_uiautomator()]


CLIENTS: Final[Mapping[str, tuple[str, Callable[[str, int, Path], Calls]]]] = {
    "adb": ("", adb),
    "adbutils": ("adbutils", adbutils),
    "adb-shell": ("adb_shell", adb_shell),
    "pure-python-adb": ("ppadb", pure_python_adb),
    "androidviewclient": ("com.dtmilano.android.viewclient", androidviewclient),
    "uiautomator2": ("uiautomator2", uiautomator2),
}


def is_installed(module: str) -> bool:
    """Returns whether a client's module can be imported."""
    with suppress(ModuleNotFoundError):
        return not module or find_spec(module) is not None
    return False


def tried(name: str, calls: Callable[[str, int, Path], Calls]) -> Row:
    """Returns a client's row: each call is made once, on a phone of its own."""
    from crab_gym.backends.adb.adb_server import server_port
    from crab_sim.adbd.hosting import PhoneServer, phones

    port = server_port()
    os.environ["ANDROID_ADB_SERVER_PORT"] = str(port)
    passed, failed = [], []
    with PhoneServer(phones(seed=7)) as server, tempfile.TemporaryDirectory() as folder:
        serial = server.serials[0]
        import adbutils as library

        library.AdbClient(port=port).connect(serial)
        quiet = io.StringIO()
        with warnings.catch_warnings(), redirect_stdout(quiet), redirect_stderr(quiet):
            warnings.simplefilter("ignore")
            for call, make in calls(serial, port, Path(folder)):
                try:
                    assert make() is not False, "another answer than expected"
                    passed.append(call)
                except (Exception, SystemExit) as error:
                    failed.append(f"{call} ({type(error).__name__}: {str(error)[:80]})")
        library.AdbClient(port=port).disconnect(serial)
    version = "" if name == "adb" else f" {metadata.version(name)}"
    return Row(f"{name}{version}", tuple(passed), tuple(failed))


def table(rows: list[Row]) -> str:
    """Returns rows as a table of Markdown."""
    lines = ["| client | calls that pass | calls that fail |", "|---|---|---|"]
    lines += [f"| {row.client} | {'; '.join(row.passed)} | {'; '.join(row.failed) or '–'} |" for row in rows]
    return "\n".join(lines)


def main(names: list[str]) -> None:
    """Prints the table of the clients with these names, or of all that are installed."""
    chosen = {name: one for name, one in CLIENTS.items() if (name in names or not names) and is_installed(one[0])}
    print(table([tried(name, calls) for name, (_, calls) in chosen.items()]))


if __name__ == "__main__":
    main(sys.argv[1:])
