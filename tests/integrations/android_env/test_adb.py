"""Every request of android_env's ADB protobuf on a phone of this process."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.extras import reason

pytest.importorskip("android_env", reason=reason("android_env"))
pytestmark = pytest.mark.extra("android_env")

CONTACTS = "com.android.contacts/.activities.PeopleActivity"
APK = b"PK\x03\x04" + bytes(20_000)


@pytest.fixture
def env() -> Any:
    from crab_gym.integrations.android_env import AndroidEnv

    env = AndroidEnv(seed=7)
    env.reset()
    return env


def request(**fields: Any) -> Any:
    from android_env.proto import adb_pb2

    return adb_pb2.AdbRequest(**fields)


def ok(env: Any, **fields: Any) -> Any:
    response = env.execute_adb_call(request(**fields))
    assert response.status == type(response).Status.OK, response
    return response


def adb(env: Any, *args: str) -> str:
    output: bytes = ok(env, generic={"args": args}).generic.output
    return output.decode()


def test_activities_start_and_stop(env: Any) -> None:
    started = ok(env, start_activity={"full_activity": CONTACTS, "extra_args": ["--es", "a", "b"]})
    assert started.start_activity.full_activity == CONTACTS
    assert b"Status: ok" in started.start_activity.output
    current = ok(env, get_current_activity={}).get_current_activity.full_activity
    assert current == "com.android.contacts/com.android.contacts.activities.PeopleActivity"
    ok(env, start_screen_pinning={"full_activity": current})
    ok(env, force_stop={"package_name": "com.android.contacts"})
    assert "launcher" in ok(env, get_current_activity={}).get_current_activity.full_activity
    again = ok(env, start_activity={"full_activity": CONTACTS, "force_stop": True})
    assert b"Stopping" in again.start_activity.output


def test_touches_buttons_and_text(env: Any) -> None:
    ok(env, start_activity={"full_activity": CONTACTS})
    assert ok(env, press_button={"button": "HOME"}).press_button.output == b""
    assert "launcher" in env.device.component
    adb(env, "shell", "am start -a android.intent.action.INSERT -t vnd.android.cursor.dir/contact -e phone 1")
    ok(env, tap={"x": 100, "y": 222})
    ok(env, input_text={"text": "Ada"})
    ok(env, press_button={"button": "ENTER"})
    ok(env, input_text={"text": "Hopper"})
    assert 'text="Ada"' in env.device.hierarchy() and 'text="Hopper"' in env.device.hierarchy()
    ok(env, press_button={"button": "BACK"})


def test_settings(env: Any) -> None:
    wifi = {"name_space": "GLOBAL", "put": {"key": "wifi_on", "value": "0"}}
    ok(env, settings=wifi)
    assert ok(env, settings={"name_space": "GLOBAL", "get": {"key": "wifi_on"}}).settings.output == b"0\n"
    ok(env, settings={"name_space": "SYSTEM", "put": {"key": "own", "value": "7"}})
    assert b"own=7\n" in ok(env, settings={"name_space": "SYSTEM", "list": {}}).settings.output
    ok(env, settings={"name_space": "SYSTEM", "delete_key": {"key": "own"}})
    assert ok(env, settings={"name_space": "SYSTEM", "get": {"key": "own"}}).settings.output == b"null\n"
    ok(env, settings={"name_space": "SECURE", "reset": {"mode": "UNTRUSTED_DEFAULTS"}})


def test_files_go_there_and_back(env: Any) -> None:
    content = bytes(range(256)) * 1000
    ok(env, push={"content": content, "path": "/sdcard/Download/new folder/a.bin"})
    assert ok(env, pull={"path": "/sdcard/Download/new folder/a.bin"}).pull.content == content
    assert adb(env, "shell", "ls -1 '/sdcard/Download/new folder'") == "a.bin\n"


def test_packages(env: Any) -> None:
    listed = ok(env, package_manager={"list": {"packages": {}}}).package_manager
    assert "com.android.settings" in listed.list.items and b"package:android\n" in listed.output
    assert ok(env, package_manager={"list": {"features": {}}}).package_manager.list.items
    assert ok(env, package_manager={"list": {"libraries": {}}}).package_manager.list.items
    permission = "android.permission.READ_CONTACTS"
    ok(env, package_manager={"grant": {"package_name": "com.android.contacts", "permissions": [permission]}})
    cleared = ok(env, package_manager={"clear": {"package_name": "com.android.contacts"}})
    assert cleared.package_manager.output == b"Success\n"
    ok(env, install_apk={"blob": {"contents": APK}})
    assert env.execute_adb_call(request(uninstall_package={"package_name": "com.example.no"})).error_message


def test_services_and_broadcasts(env: Any) -> None:
    assert b"mResumedActivity" in ok(env, dumpsys={"service": "activity", "args": ["activities"]}).dumpsys.output
    assert b"activity" in ok(env, dumpsys={"list_only": True}).dumpsys.output
    assert ok(env, get_orientation={}).get_orientation.orientation == 0
    ok(env, send_broadcast={"action": "com.example.ANY", "component": "com.example/.Receiver"})
    adb(env, "shell", "am broadcast -a clipper.set -e text 'a word'")
    assert adb(env, "shell", "am broadcast -a clipper.get").endswith('result=-1, data="a word"\n')


def test_what_an_adb_program_does(env: Any, tmp_path: Path) -> None:
    assert adb(env, "shell", "date", "+%Y", "|", "wc", "-c") == "5\n"
    assert adb(env, "exec-out", "echo a; nope") == "a\n/system/bin/sh: nope: inaccessible or not found\n"
    assert "device" in adb(env, "devices") and adb(env, "get-state") == "device\n"
    assert "root" in adb(env, "root")
    assert adb(env, "emu", "sms", "send", "5550199", "hello", "there") == "OK\r\n"
    assert "body=hello there" in adb(
        env, "shell", "content query --uri content://sms/inbox --where \"address='5550199'\""
    )
    (tmp_path / "x").mkdir()
    (tmp_path / "x" / "one.txt").write_text("1")
    (tmp_path / "x" / "two.txt").write_text("2")
    adb(env, "push", str(tmp_path / "x"), "/sdcard/Download")
    assert adb(env, "shell", "cat /sdcard/Download/x/*.txt") == "12"
    adb(env, "pull", "/sdcard/Download/x", str(tmp_path / "back"))
    assert (tmp_path / "back" / "two.txt").read_text() == "2"
    assert "Boot completed" in adb(env, "logcat")
    ok(env, start_activity={"full_activity": CONTACTS})
    adb(env, "reboot")
    assert "launcher" in env.device.component


@pytest.mark.parametrize(
    "args",
    [["shell", "false"], ["frobnicate"], [], ["push", "/no such file", "/sdcard"], ["pull", "/sdcard/no"], ["push"]],
)
def test_a_command_that_fails_is_android_env_s_error(env: Any, args: list[str]) -> None:
    from android_env.components import errors

    with pytest.raises(errors.AdbControllerError):
        env.execute_adb_call(request(generic={"args": args}))


def test_requests_that_make_no_sense_are_answered(env: Any) -> None:
    status = type(ok(env, get_orientation={})).Status
    assert env.execute_adb_call(request()).status == status.UNKNOWN_COMMAND
    refused = (
        {"tap": {"x": -1, "y": 0}}, {"force_stop": {}}, {"settings": {"get": {"key": "a"}}}, {"input_text": {}},
        {"push": {}}, {"pull": {}}, {"install_apk": {}}, {"start_activity": {}},
    )  # fmt: skip
    for fields in refused:
        assert env.execute_adb_call(request(**fields)).status == status.FAILED_PRECONDITION


def test_every_kind_of_request_has_a_test() -> None:
    from android_env.proto import adb_pb2

    kinds = {field.name for field in adb_pb2.AdbRequest.DESCRIPTOR.oneofs_by_name["command"].fields}
    source = Path(__file__).read_text(encoding="utf-8")
    assert [kind for kind in kinds if f"{kind}=" not in source] == []
