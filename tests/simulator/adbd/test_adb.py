"""Phones through the real adb: what people and programs type."""

from __future__ import annotations

import io
import os
import socket
import threading
import time
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from crab_sim.adbd.hosting import PhoneServer, phones
from crab_sim.phone.apps.messages.data import MESSAGES
from tests.adb import Adb


def test_devices_are_listed_with_their_model(adb: Adb, serial: str) -> None:
    line = next(line for line in adb.text("devices", "-l").splitlines() if line.startswith(serial))
    assert line.split()[1] == "device" and "model:Crab_Phone" in line
    assert adb.text("-s", serial, "get-state") == "device"
    assert adb.text("-s", serial, "features").split() == ["shell_v2", "cmd"]
    adb.run("-s", serial, "wait-for-device")


def test_shell_keeps_streams_and_exit_codes_apart(adb: Adb, serial: str) -> None:
    done = adb.run("-s", serial, "shell", "echo out; echo err >&2; exit 3", status=3)
    assert (done.stdout, done.stderr) == (b"out\n", b"err\n")
    adb.run("-s", serial, "shell", "true")
    assert b"inaccessible or not found" in adb.run("-s", serial, "shell", "nope", status=127).stderr


def test_shell_reads_standard_input(adb: Adb, serial: str) -> None:
    assert adb.run("-s", serial, "shell", "wc -c", input=b"abc" * 100_000).stdout.strip() == b"300000"
    data = os.urandom(200_000)
    adb.run("-s", serial, "shell", "cat > /sdcard/piped.bin", input=data)
    assert adb.run("-s", serial, "shell", "cat /sdcard/piped.bin").stdout == data
    adb.run("-s", serial, "exec-in", "cat > /sdcard/in.bin", input=data)
    for _ in range(100):  # adb doesn't wait for the command's end
        found = adb.run("-s", serial, "exec-out", "cat /sdcard/in.bin").stdout
        if found == data:
            break
        time.sleep(0.1)
    assert found == data


def test_a_command_that_reads_nothing_waits_for_no_input(adb: Adb, serial: str) -> None:
    process = adb.open("-s", serial, "shell", "echo done")  # its input stays open
    assert process.stdout is not None and process.stdin is not None
    assert process.stdout.read() == b"done\n"
    process.stdin.close()
    assert process.wait(30) == 0
    process.stdout.close()


def test_a_command_runs_once_although_its_input_comes_late(adb: Adb, serial: str) -> None:
    adb.run("-s", serial, "shell", "echo x >> /sdcard/log; cat > /sdcard/rest; echo y >> /sdcard/log", input=b"r")
    assert adb.run("-s", serial, "shell", "cat /sdcard/log /sdcard/rest").stdout == b"x\ny\nr"


def test_adb_waits_for_what_sleeps(adb: Adb, serial: str) -> None:
    sleeper = adb.open("-s", serial, "shell", "sleep 9999; echo never")
    assert adb.text("-s", serial, "shell", "sleep 0.2; echo woke") == "woke"
    assert sleeper.poll() is None and sleeper.stdout is not None and sleeper.stdin is not None
    sleeper.terminate()
    sleeper.wait(10)
    sleeper.stdin.close()
    assert sleeper.stdout.read() == b""
    sleeper.stdout.close()


def test_output_arrives_as_it_is_written(adb: Adb, serial: str) -> None:
    process = adb.open("-s", serial, "shell", "for i in 1 2; do echo $i; sleep 0.5; done; sleep 9999; echo never")
    assert process.stdout is not None and process.stdin is not None
    assert [process.stdout.readline(), process.stdout.readline()] == [b"1\n", b"2\n"]  # while it goes on
    assert process.poll() is None
    process.terminate()
    process.wait(10)
    process.stdin.close()
    process.stdout.close()


def test_what_follows_a_sleep_happens_after_it(adb: Adb, serial: str) -> None:
    line = "echo early > /sdcard/a; sleep 0.6; cat /sdcard/a; date +%s > /sdcard/b; echo $? >&2; exit 4"
    sleeper = adb.open("-s", serial, "shell", line)
    while adb.run("-s", serial, "shell", "cat /sdcard/a", status=None).stdout != b"early\n":
        pass
    adb.run("-s", serial, "shell", "cat /sdcard/b", status=1)
    adb.run("-s", serial, "shell", "echo other > /sdcard/a; mkdir /sdcard/kept")
    assert sleeper.stdout is not None and sleeper.stdin is not None
    assert sleeper.stdout.read() == b"other\n0\n" and sleeper.wait(30) == 4
    sleeper.stdin.close()
    sleeper.stdout.close()
    assert adb.text("-s", serial, "shell", "ls -d /sdcard/kept /sdcard/b").split() == ["/sdcard/b", "/sdcard/kept"]


def test_a_line_whose_client_is_gone_goes_no_further(adb: Adb, serial: str) -> None:
    sleeper = adb.open("-s", serial, "shell", "echo begun; sleep 0.7; touch /sdcard/late")
    assert sleeper.stdout is not None and sleeper.stdin is not None
    assert sleeper.stdout.readline() == b"begun\n"
    sleeper.kill()
    sleeper.wait(10)
    sleeper.stdin.close()
    sleeper.stdout.close()
    adb.run("-s", serial, "shell", "sleep 1; test -e /sdcard/late", status=1)


def test_a_script_is_run_from_standard_input(adb: Adb, serial: str) -> None:
    script = b"cd /sdcard\nfor i in 1 2; do\n  echo $i\ndone\npwd\nexit 4\necho never\n"
    assert adb.run("-s", serial, "shell", input=script, status=4).stdout == b"1\n2\n/sdcard\n"
    assert adb.run("-s", serial, "shell", input=b"read a\none\necho got $a\ncat\nx\ny").stdout == b"got one\nx\ny"


def test_a_terminal_echoes_prompts_and_edits(adb: Adb, serial: str) -> None:
    typed = b"echo hex\x7f\x7fello\r\x03x=5\recho $((x+\r1))\recho drop\x15cat\rback\r\x04exit 7\r"
    shown = adb.run("-s", serial, "shell", "-tt", input=typed, status=7).stdout
    assert b"\r\nhello\r\n" in shown and b"\r\n6\r\n" in shown and b"^C\r\n" in shown
    assert shown.count(b"back\r\n") == 2  # typed, and printed
    assert b"\n" not in shown.replace(b"\r\n", b"")


def test_a_command_on_a_terminal_ends_lines_as_terminals_want(adb: Adb, serial: str) -> None:
    done = adb.run("-s", serial, "shell", "-tt", "ls /nope; echo x; exit 2", status=2)
    assert done.stdout == b"ls: /nope: No such file or directory\r\nx\r\n"


@pytest.mark.parametrize("name", ["plain.bin", "a name with spaces.bin", "Überraschung 文件 🦀.bin", "it's $HOME;.bin"])
def test_files_are_pushed_and_pulled(adb: Adb, serial: str, tmp_path: Path, name: str) -> None:
    source, back = tmp_path / name, tmp_path / "back"
    source.write_bytes(os.urandom(10 * 1024 * 1024 + 1) if name == "plain.bin" else name.encode())
    os.utime(source, (1_600_000_000, 1_600_000_000))
    target = f"/sdcard/Download/new folder/{name}"
    assert "1 file pushed" in adb.text("-s", serial, "push", source, target)
    assert "1 file pulled" in adb.text("-s", serial, "pull", "-a", target, back)
    assert back.read_bytes() == source.read_bytes()
    assert back.stat().st_mtime == 1_600_000_000
    assert name in adb.text("-s", serial, "shell", "ls", "'/sdcard/Download/new folder'")


def test_folders_and_links_are_pushed_and_pulled(adb: Adb, serial: str, tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    (tree / "deep" / "er").mkdir(parents=True)
    (tree / "a.txt").write_text("a")
    (tree / "deep" / "er" / "b.sh").write_text("b")
    (tree / "deep" / "er" / "b.sh").chmod(0o755)
    adb.run("-s", serial, "push", tree, "/data/local/tmp/")
    assert adb.text("-s", serial, "shell", "stat -c %a /data/local/tmp/tree/deep/er/b.sh") == "777"
    adb.run("-s", serial, "pull", "/data/local/tmp/tree", tmp_path / "out")
    assert (tmp_path / "out" / "deep" / "er" / "b.sh").read_text() == "b"
    adb.run("-s", serial, "push", "--sync", tree, "/data/local/tmp/")


def test_what_cannot_be_pushed_or_pulled_is_told(adb: Adb, serial: str, tmp_path: Path) -> None:
    file = tmp_path / "f"
    file.write_text("x")
    assert "does not exist" in adb.text("-s", serial, "pull", "/sdcard/none", tmp_path, status=1)
    adb.run("-s", serial, "shell", "echo > /sdcard/file")
    assert "Not a directory" in adb.text("-s", serial, "push", file, "/sdcard/file/x", status=1)
    file.write_bytes(bytes(70 * 1024 * 1024))
    assert "No space left on device" in adb.text("-s", serial, "push", file, "/sdcard/f", status=1)
    assert adb.text("-s", serial, "shell", "echo alive") == "alive"


def test_files_of_the_kernel_are_looked_at_and_pulled(adb: Adb, serial: str, tmp_path: Path) -> None:
    names = {line.split(maxsplit=3)[3] for line in adb.text("-s", serial, "ls", "/dev").splitlines()}
    assert names == {"null", "tty", "zero"}
    adb.run("-s", serial, "pull", "/proc/meminfo", tmp_path / "meminfo")
    assert (tmp_path / "meminfo").read_text().startswith("MemTotal:        4035412 kB\n")
    adb.run("-s", serial, "push", tmp_path / "meminfo", "/dev/null")
    assert adb.text("-s", serial, "shell", "stat -c %s /dev/null; head -n 1 /proc/stat").startswith("0\ncpu ")


def test_ls_lists_a_folder(adb: Adb, serial: str) -> None:
    names = [line.split(maxsplit=3)[3] for line in adb.text("-s", serial, "ls", "/sdcard/").splitlines()]
    assert {"DCIM", "Download", "Pictures"} <= set(names)


def test_packages_are_installed(adb: Adb, serial: str, tmp_path: Path) -> None:
    package = tmp_path / "app.apk"
    package.write_bytes(b"PK\x03\x04" + os.urandom(300_000))
    assert "Success" in adb.text("-s", serial, "install", "-r", "-t", "-g", package)
    assert "Success" in adb.text("-s", serial, "install", "--no-streaming", package)


@pytest.mark.parametrize("data", [b"", b"junk", bytes(100_000)])
def test_what_is_no_package_is_refused(adb: Adb, serial: str, tmp_path: Path, data: bytes) -> None:
    package = tmp_path / "app.apk"
    package.write_bytes(data)
    for way in ("--streaming", "--no-streaming"):
        assert "INSTALL_PARSE_FAILED_NOT_APK" in adb.text("-s", serial, "install", way, package, status=1)
    assert adb.text("-s", serial, "shell", "echo alive") == "alive"


def test_the_log_is_printed_and_followed(adb: Adb, serial: str) -> None:
    adb.run("-s", serial, "shell", "log -t Crab 'hello there'")
    assert "Crab" in adb.text("-s", serial, "logcat", "-d")
    process = adb.open("-s", serial, "logcat", "Crab:V", "*:S")
    assert process.stdout is not None and process.stdin is not None
    while b"hello there" not in process.stdout.readline():
        pass
    adb.run("-s", serial, "shell", "log -t Other no; log -t Crab second")
    line = process.stdout.readline()
    process.terminate()
    process.wait(10)
    process.stdin.close()
    process.stdout.close()
    assert b"second" in line


def test_screens_are_those_of_the_phone(adb: Adb, server: PhoneServer, serial: str) -> None:
    device = server.devices[0]
    adb.run("-s", serial, "shell", "cmd crab_gym clock virtual")
    adb.run("-s", serial, "shell", "am start -n com.android.settings/.Settings")
    png = adb.run("-s", serial, "exec-out", "screencap", "-p").stdout
    assert np.array_equal(np.asarray(Image.open(io.BytesIO(png)).convert("RGB")), server.call(device.screenshot))
    adb.run("-s", serial, "shell", "input keyevent KEYCODE_HOME")
    assert not np.array_equal(np.asarray(Image.open(io.BytesIO(png)).convert("RGB")), server.call(device.screenshot))


def test_the_hierarchy_is_dumped_and_pulled(adb: Adb, serial: str, tmp_path: Path) -> None:
    said = adb.text("-s", serial, "shell", "uiautomator", "dump")
    assert said == "UI hierchary dumped to: /sdcard/window_dump.xml"
    adb.run("-s", serial, "pull", "/sdcard/window_dump.xml", tmp_path / "dump.xml")
    nodes = list(ET.parse(tmp_path / "dump.xml").iter("node"))
    assert any(node.get("text") == "Contacts" for node in nodes)
    both = adb.run("-s", serial, "exec-out", "uiautomator dump /dev/tty").stdout
    assert both.startswith(b"<?xml") and b"</hierarchy>UI hierchary dumped to: /dev/tty" in both


def test_a_picture_is_shown_by_its_row(adb: Adb, server: PhoneServer, serial: str) -> None:
    assert "interactiveState=INTERACTIVE_STATE_AWAKE" in adb.text("-s", serial, "shell", "dumpsys", "window", "policy")
    address = "content://media/external/images/media"
    rows = adb.text("-s", serial, "shell", f"content query --uri {address} --projection _id:_data").splitlines()
    number, path = rows[0].partition("_id=")[2].split(", _data=")
    started = adb.text("-s", serial, "shell", f"am start -a android.intent.action.VIEW -d {address}/{number}")
    assert "Error" not in started
    window = server.call(lambda: server.devices[0].phone.front)
    assert window is not None and window.app == "gallery" and path in str(window.pages)
    assert "Error" not in adb.text("-s", serial, "shell", f"am start -a android.intent.action.VIEW -d {address}/")


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        (["root"], "adbd is already running as root"),
        (["unroot"], "adbd of this phone runs as root only"),
        (["remount"], "remount succeeded"),
        (["usb"], "restarting in USB mode"),
        (["tcpip", "5555"], "restarting in TCP mode port: 5555"),
        (["jdwp"], ""),
        (["disable-verity"], "verity is already disabled"),
    ],
)
def test_services_that_only_answer(adb: Adb, serial: str, command: list[str], answer: str) -> None:
    assert adb.text("-s", serial, *command) == answer


def test_reboot_closes_the_apps(adb: Adb, serial: str, server: PhoneServer) -> None:
    adb.run("-s", serial, "shell", "am start -n com.android.settings/.Settings; echo kept > /sdcard/kept")
    adb.run("-s", serial, "reboot")
    adb.run("-s", serial, "wait-for-device")
    assert adb.text("-s", serial, "shell", "cat /sdcard/kept") == "kept"
    assert server.call(lambda: server.devices[0].phone.front) is None


def test_reverse_connections_are_listed_and_removed(adb: Adb, serial: str) -> None:
    adb.run("-s", serial, "reverse", "tcp:7000", "tcp:7001")
    assert int(adb.text("-s", serial, "reverse", "tcp:0", "tcp:7002")) > 0
    assert "cannot rebind" in adb.text("-s", serial, "reverse", "--no-rebind", "tcp:7000", "tcp:1", status=1)
    assert "(reverse) tcp:7000 tcp:7001" in adb.text("-s", serial, "reverse", "--list")
    assert "not found" in adb.text("-s", serial, "reverse", "--remove", "tcp:1", status=1)
    adb.run("-s", serial, "reverse", "--remove", "tcp:7000")
    assert "tcp:7000" not in adb.text("-s", serial, "reverse", "--list")
    adb.run("-s", serial, "reverse", "--remove-all")
    assert adb.text("-s", serial, "reverse", "--list") == ""


def test_forward_leads_to_what_listens_on_the_phone_and_reverse_back(adb: Adb, serial: str) -> None:
    """Through the phone and back: a forward to a port that a reverse connection listens on."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        adb.run("-s", serial, "reverse", "tcp:7000", f"tcp:{listener.getsockname()[1]}")
        port = int(adb.text("-s", serial, "forward", "tcp:0", "tcp:7000"))
        assert f"{serial} tcp:{port} tcp:7000" in adb.text("forward", "--list")
        data = os.urandom(3_000_000)
        with socket.create_connection(("127.0.0.1", port), 20) as near:
            far, _ = listener.accept()
            with far:
                sender = threading.Thread(target=lambda: (near.sendall(data), near.shutdown(socket.SHUT_WR)))
                sender.start()
                got = bytearray()
                while part := far.recv(1 << 20):
                    got += part
                sender.join()
        assert got == data
    adb.run("-s", serial, "forward", "--remove", f"tcp:{port}")


def test_forward_to_where_nothing_listens_is_refused(adb: Adb, serial: str) -> None:
    port = int(adb.text("-s", serial, "forward", "tcp:0", "tcp:9"))
    with socket.create_connection(("127.0.0.1", port), 20) as connection:
        assert connection.recv(1) == b""
    adb.run("-s", serial, "forward", "--remove-all")


def test_a_phone_can_be_disconnected_and_connected_again(adb: Adb, server: PhoneServer, serial: str) -> None:
    adb.run("-s", serial, "shell", "echo 1 > /sdcard/kept")
    assert adb.text("disconnect", serial) == f"disconnected {serial}"
    assert serial not in adb.text("devices")
    adb.run("-s", serial, "shell", "true", status=1)
    assert adb.text("connect", serial) == f"connected to {serial}"
    assert adb.text("-s", serial, "shell", "cat /sdcard/kept") == "1"
    assert server.drop() == 1
    adb.run("disconnect", serial, status=None)
    adb.run("connect", serial)
    assert adb.text("-s", serial, "shell", "cat /sdcard/kept") == "1"


def test_an_emulator_takes_messages_and_calls(adb: Adb, server: PhoneServer, emulator: str) -> None:
    adb.run("-s", emulator, "emu", "sms", "send", "555-0123", "Meet  me at 5; ok?")
    device = server.devices[0]
    row = max(server.call(lambda: device.phone.get(MESSAGES)), key=lambda row: row.id)
    assert (row.address, row.body, row.box) == ("555-0123", "Meet  me at 5; ok?", "inbox")
    adb.run("-s", emulator, "emu", "gsm", "call", "5550123")
    assert "mCallState=1" in adb.text("-s", emulator, "shell", "dumpsys telephony.registry")
    assert "inbound from 5550123 : incoming" in adb.text("-s", emulator, "emu", "gsm", "list")
    adb.run("-s", emulator, "emu", "gsm", "cancel", "5550123")
    assert "mCallState=0" in adb.text("-s", emulator, "shell", "dumpsys telephony.registry")
    assert adb.text("-s", emulator, "emu", "nonsense").startswith("KO: unknown command")


def test_many_phones_of_one_process_are_connected_at_once(adb: Adb) -> None:
    with PhoneServer(phones(64)) as server:
        for serial in server.serials:
            adb.run("connect", serial)
        listed = adb.text("devices")
        assert all(f"{serial}\tdevice" in listed for serial in server.serials)
        for number in (0, 31, 63):
            adb.run("-s", server.serials[number], "shell", f"echo {number} > /sdcard/number")
        held = [server.call(lambda d=d: d.files.exists("/sdcard/number")) for d in server.devices]
        assert [number for number, yes in enumerate(held) if yes] == [0, 31, 63]
        adb.run("disconnect")
