"""Phones through the libraries that Python programs use: adbutils and pure-python-adb."""

from __future__ import annotations

import gc
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from crab_sim.adbd.hosting import PhoneServer
from tests.adb import Adb

adbutils = pytest.importorskip("adbutils")

# adbutils leaves sockets to the garbage collector
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning", "ignore::ResourceWarning")

SETTINGS = "com.android.settings"


@pytest.fixture(autouse=True)
def _collected() -> Iterator[None]:
    """Collects what adbutils left before another test is blamed for it."""
    yield
    gc.collect()


@pytest.fixture
def client(adb: Adb) -> adbutils.AdbClient:
    return adbutils.AdbClient(port=adb.port)


@pytest.fixture
def device(client: adbutils.AdbClient, serial: str) -> Iterator[adbutils.AdbDevice]:
    yield client.device(serial)


def test_devices_come_and_go(client: adbutils.AdbClient, server: PhoneServer) -> None:
    serial = server.serials[0]
    assert client.server_version() >= 41
    assert client.connect(serial, timeout=20) == f"connected to {serial}"
    client.wait_for(serial, timeout=20)
    assert serial in [info.serial for info in client.list()]
    extended = next(info for info in client.list(extended=True) if info.serial == serial)
    assert extended.tags["model"] == "Crab_Phone"
    assert serial in [event.serial for event in [next(client.track_devices())]]
    client.disconnect(serial, raise_error=True)
    assert serial not in [device.serial for device in client.device_list()]


def test_what_the_adb_server_knows_of_a_phone(
    device: adbutils.AdbDevice, adb: Adb, serial: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert device.get_state() == "device"
    assert device.get_serialno() == serial
    assert set(device.get_features().split(",")) == {"shell_v2", "cmd"}
    assert device.get_devpath() == "unknown"
    assert device.info["state"] == "device"
    for name, value in adb.environment.items():
        monkeypatch.setenv(name, value)
    assert device.adb_output("shell", "echo through adb").strip() == "through adb"


def test_shells(device: adbutils.AdbDevice) -> None:
    assert device.shell("echo hi") == "hi"
    assert device.shell(["echo", "it's $HOME;", "*"]) == "it's $HOME; *"
    assert device.shell("printf '\\377'", encoding=None) == b"\xff"
    old = device.shell2("echo out; (exit 3)")
    assert (old.returncode, old.output) == (3, "out\n")
    new = device.shell2("echo out; echo err >&2; exit 3", v2=True)
    assert (new.returncode, new.stdout, new.stderr) == (3, "out\n", "err\n")
    with device.shell("cat", stream=True) as connection:
        connection.send(b"typed\n")
        assert connection.read(0) == b""
    with device.open_shell("echo opened") as connection:
        assert connection.read_until_close() == "opened\n"


def test_files(device: adbutils.AdbDevice, tmp_path: Path) -> None:
    path = "/sdcard/Download/ü 1.txt"
    assert device.sync.push(b"x" * 100_000, path) == 100_000
    assert device.sync.exists(path) and not device.sync.exists("/sdcard/nope")
    info = device.sync.stat(path)
    assert info.size == 100_000 and info.mtime is not None
    assert path.rpartition("/")[2] in [entry.path for entry in device.sync.list("/sdcard/Download")]
    assert device.sync.read_bytes(path) == b"x" * 100_000
    device.sync.push(b"text", path)
    assert device.sync.read_text(path) == "text"
    assert b"".join(device.sync.iter_content(path)) == b"text"
    assert device.sync.pull(path, tmp_path / "back") == 4
    device.shell("mkdir -p /sdcard/folder/deep; echo inner > /sdcard/folder/deep/file")
    assert device.sync.pull("/sdcard/folder", tmp_path / "out") == 6
    assert (tmp_path / "out" / "deep" / "file").read_text() == "inner\n"
    with pytest.raises(adbutils.AdbError, match="No such file"):
        device.sync.read_bytes("/sdcard/nope")
    device.remove(path)
    device.rmtree("/sdcard/folder")
    assert not device.sync.exists(path) and not device.sync.exists("/sdcard/folder")


def test_screens(device: adbutils.AdbDevice, server: PhoneServer) -> None:
    device.shell("cmd crab_gym clock virtual")
    shown = server.call(server.devices[0].screenshot)
    assert np.array_equal(np.asarray(device.screenshot(error_ok=False)), shown)
    assert np.array_equal(np.asarray(device.framebuffer().convert("RGB")), shown)
    assert device.window_size() == (360, 800)
    assert device.rotation() == 0
    xml = device.dump_hierarchy()
    assert xml.startswith("<?xml") and 'text="Contacts"' in xml


def test_fingers_and_keys(device: adbutils.AdbDevice, server: PhoneServer) -> None:
    device.app_start("com.android.contacts")
    assert device.app_current().package == "com.android.contacts"
    device.click(330, 60)
    device.swipe(180, 600, 180, 300, 0.2)
    device.drag(180, 300, 180, 600, 0.2)
    device.send_keys("Ada 1.2")
    device.keyevent("BACK")
    device.keyevent("HOME")
    device.volume_up()
    device.volume_down()
    device.volume_mute()
    assert server.call(lambda: server.devices[0].phone.front) is None


def test_apps_and_packages(device: adbutils.AdbDevice) -> None:
    device.app_start(SETTINGS, ".Settings")
    current = device.app_current()
    assert (current.package, current.activity.rpartition(".")[2]) == (SETTINGS, "Settings")
    info = device.app_info(SETTINGS)
    assert info is not None and info.package_name == SETTINGS
    assert device.app_info("com.example.none") is None
    device.app_stop(SETTINGS)
    device.app_clear("com.android.contacts")
    assert SETTINGS in device.list_packages() and SETTINGS not in device.list_packages(["-3"])
    device.open_browser("https://example.com")
    device.uninstall("com.example.none")


def test_settings_and_state(device: adbutils.AdbDevice) -> None:
    assert device.getprop("ro.product.model") == device.prop.model == "Crab Phone"
    assert device.prop.name == "crab_phone" and device.prop.device == "crab"
    battery = device.battery()
    assert battery.level == 82 and battery.usb_powered is True
    assert device.is_screen_on()
    device.switch_screen(False)
    assert not device.is_screen_on() and device.screenshot().getextrema() == ((0, 0),) * 3
    device.switch_screen(True)
    assert device.is_screen_on()
    device.brightness_value = 77
    assert device.brightness_value == 77
    device.brightness_mode = adbutils.BrightnessMode.MANUAL
    assert device.brightness_mode == adbutils.BrightnessMode.MANUAL
    assert device.wlan_ip().count(".") == 3
    device.switch_airplane(True)
    assert device.shell("settings get global airplane_mode_on") == "1"
    device.switch_airplane(False)
    device.switch_wifi(False)
    assert device.shell("settings get global wifi_on") == "0"


def test_services(device: adbutils.AdbDevice, tmp_path: Path) -> None:
    assert device.root() == "adbd is already running as root\n"
    assert "5555" in device.tcpip(5555)
    logcat = device.logcat(tmp_path / "log.txt", clear=True, command="logcat -v time")
    device.shell("log -t Crab followed")
    while "followed" not in (tmp_path / "log.txt").read_text():
        pass
    logcat.stop_nowait()
    device.shell("log -t Crab last")  # it looks whether to stop at every line
    logcat.stop(timeout=20)


def test_connections(device: adbutils.AdbDevice) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        device.reverse("tcp:7100", f"tcp:{listener.getsockname()[1]}")
        assert [item.remote for item in device.reverse_list()] == ["tcp:7100"]
        port = device.forward_port(7100)
        assert [item.remote for item in device.forward_list()] == ["tcp:7100"]
        got: list[bytes] = []

        def serve() -> None:
            far, _ = listener.accept()
            with far:
                got.append(far.recv(100))
                far.sendall(b"answer")

        thread = threading.Thread(target=serve)
        thread.start()
        near = device.create_connection(adbutils.Network.TCP, 7100)
        near.settimeout(20)
        near.sendall(b"question")
        assert near.recv(100) == b"answer"
        near.close()
        thread.join(20)
        assert got == [b"question"]
        device.reverse_remove("tcp:7100")
        assert device.reverse_list() == []
        device.reverse("tcp:7101", "tcp:1")
        device.reverse_remove_all()
    device.forward_remove(f"tcp:{port}")
    with pytest.raises(adbutils.AdbError):
        device.create_connection(adbutils.Network.TCP, 7999)


def test_pure_python_adb(adb: Adb, serial: str, tmp_path: Path) -> None:
    ppadb = pytest.importorskip("ppadb.client")
    client = ppadb.Client("127.0.0.1", adb.port)
    assert serial in [device.serial for device in client.devices()]
    device = client.device(serial)
    assert device.shell("echo hi; echo err >&2") == "hi\nerr\n"
    assert device.screencap().startswith(b"\x89PNG")
    source = tmp_path / "ü.bin"
    source.write_bytes(b"PK\x03\x04" + bytes(range(256)) * 1000)  # begins as a package does
    device.push(str(source), "/sdcard/ü.bin")
    device.pull("/sdcard/ü.bin", str(tmp_path / "back"))
    assert (tmp_path / "back").read_bytes() == source.read_bytes()
    assert device.is_installed(SETTINGS) and not device.is_installed("com.example.none")
    assert device.install(str(source)) is True
    assert device.wm_size() == (360, 800)
    assert device.get_battery_level() == 82
    device.input_tap(10, 10)
    device.input_keyevent("KEYCODE_HOME")
