"""ADB clients' commands, and the answers that their parsers need: one row each, on a freshly booted phone."""

from __future__ import annotations

import re
from datetime import datetime

import pytest

from crab_sim.machine.slices import WINDOWS
from crab_sim.phone import Phone
from crab_sim.phone.android import Device

DOCUMENTS = "/storage/emulated/0/Documents"


def device(seed: int = 0) -> Device:
    phone = Phone()
    phone.boot(seed)
    return Device(phone)


# (what was run before, the command, pattern that the whole output matches, exit status)
SETTINGS = "am start -n com.android.settings/.Settings"
ROWS: list[tuple[str, str, str, int]] = [
    # starting and stopping
    ("", "am stack list | grep -E visible=true", r".* visible=true topActivity=ComponentInfo\{com\.android\.launcher3/"
     r"com\.android\.launcher3\.Launcher\}\n", 0),
    (SETTINGS, "am stack list | grep -E visible=true", r"  taskId=34: com\.android\.settings/\.Settings bounds="
     r"\[0,0\]\[360,800\] userId=0 visible=true topActivity=ComponentInfo\{com\.android\.settings/"
     r"com\.android\.settings\.Settings\}\n", 0),
    ("", SETTINGS, r"Starting: Intent \{ cmp=com\.android\.settings/\.Settings \}\n", 0),
    ("", "am start -S -W -n com.android.settings/.Settings --es a b", r"Stopping: com\.android\.settings\n"
     r"Starting: Intent \{ cmp=com\.android\.settings/\.Settings \(has extras\) \}\nStatus: ok\nLaunchState: COLD\n"
     r"Activity: com\.android\.settings/\.Settings\nTotalTime: \d+\nWaitTime: \d+\nComplete\n", 0),
    (SETTINGS, "am start -W -n com.android.settings/.Settings", r"(?s).*Warning: Activity not started, intent has been "
     r"delivered to currently running top-most instance\.\nStatus: ok\nLaunchState: UNKNOWN \(0\)\n.*Complete\n", 0),
    ("", "am start-activity -a android.intent.action.MAIN -c android.intent.category.HOME",
     r"Starting: Intent \{ act=android\.intent\.action\.MAIN cat=\[android\.intent\.category\.HOME\] \}\n.*\n", 0),
    ("", "am start -n com.nobody/.Main", r"Starting: Intent \{ cmp=com\.nobody/\.Main \}\nError type 3\n"
     r"Error: Activity class \{com\.nobody/com\.nobody\.Main\} does not exist\.\n", 1),
    ("", "am start -a some.action", r"Starting: .*\nError: Activity not started, unable to resolve Intent "
     r"\{ act=some\.action flg=0x10000000 \}\n", 1),
    ("", "am start -W -a android.intent.action.VIEW -d nothing:x", r"Starting: .*\nError: Activity not started.*\n", 1),
    (SETTINGS, "am force-stop com.android.settings", "", 0),
    ("", "am force-stop com.nobody", "", 0),
    (SETTINGS, "am stack remove 34", "", 0),
    ("", "am task lock 34", "", 0),
    ("", "am get-current-user", "0\n", 0),
    ("", "am instrument -w com.x/y", r"(?s)INSTRUMENTATION_STATUS: .*INSTRUMENTATION_FAILED: com\.x/y\n", 1),
    ("", "am nonsense", "Unknown command: nonsense\n", 255),
    ("", "monkey -p org.tasks -c android.intent.category.LAUNCHER 1", r"(?s)Events injected: 1\n.*", 0),
    ("", "monkey -p com.nobody 1", r"\*\* No activities found to run, monkey aborted\.\n", 252),
    # broadcasts
    ("", "am broadcast -a clipper.get", r"Broadcasting: Intent \{ act=clipper\.get flg=0x400000 \}\n"
     r"Broadcast completed: result=0\n", 0),
    ("am broadcast -a clipper.set -e text 'a \"b\"'", "am broadcast -a clipper.get",
     r'(?s).*\nBroadcast completed: result=-1, data="a "b""\n', 0),
    ("", 'am broadcast -a android.intent.action.MEDIA_SCANNER_SCAN_FILE -d "file:///sdcard/x"',
     r"Broadcasting: .* dat=file:///sdcard/x flg=0x400000 \}\nBroadcast completed: result=0\n", 0),
    ("", "am broadcast -a com.example.ACTION_UPDATE_OVERLAY --es text x", r"(?s).*result=0\n", 0),
    # packages
    ("", "pm list packages", r"(package:[\w.]+\n)+", 0),
    ("", "pm list packages -f org.tasks", r"package:/data/app/\S+/base\.apk=org\.tasks\n", 0),
    ("", "pm list packages -3 | grep android", r"", 1),
    ("", "pm path org.tasks", r"package:/data/app/\S+\.apk\n", 0),
    ("", "pm path com.nobody", "", 1),
    ("", "pm clear org.tasks", "Success\n", 0),
    ("", "pm clear com.nobody", "Failed\n", 1),
    ("", "pm clear com.android.providers.contacts", "Success\n", 0),
    ("", "pm grant org.tasks android.permission.CAMERA", "", 0),
    ("", "pm grant com.nobody android.permission.CAMERA", r"(?s).*Unknown package: com\.nobody\n", 255),
    ("printf 'PK\\003\\004 and more' > /data/local/tmp/x.apk", "pm install -r -t -g /data/local/tmp/x.apk",
     "Success\n", 0),
    ("echo junk > /sdcard/x.apk", "pm install /sdcard/x.apk", r"Failure \[INSTALL_PARSE_FAILED_NOT_APK: .*\]\n", 1),
    ("", "cmd package install -r /data/local/tmp/none.apk", r"(?s)Error: Unable to open file: .*none\.apk\n.*", 255),
    ("", "pm install -S 0", r"Failure \[INSTALL_PARSE_FAILED_NOT_APK: .*\]\n", 1),
    ("", "echo junk | pm install -S 5", r"Failure \[INSTALL_PARSE_FAILED_NOT_APK: .*\]\n", 1),
    ("", "pm install-existing org.tasks", "Package org.tasks installed for user: 0\n", 0),
    ("", "pm install-existing com.nobody", r".*NameNotFoundException: Package com\.nobody doesn't exist\n", 1),
    ("", "cmd package install -S 3", r"Error: must either specify a package size or an APK file\n", 1),
    ("", "pm uninstall org.tasks", r"Failure \[DELETE_FAILED_INTERNAL_ERROR\]\n", 1),
    ("", "pm disable-user --user 0 org.tasks", "Package org.tasks new state: disabled-user\n", 0),
    ("", "pm list users", r"Users:\n\tUserInfo\{0:Owner:c13\} running\n", 0),
    # dumpsys
    (SETTINGS, "dumpsys activity recents", r"(?s).*\bid=34\b.*", 0),
    ("", "dumpsys input | grep logicalFrame", r".*\blogicalFrame=\[0, 0, 360, 800\].*\n", 0),
    ("", "dumpsys input | grep physicalFrame", r".*\bphysicalFrame=\[0, 0, 360, 800\].*\n", 0),
    ("", "dumpsys input", r"(?s).*\n  PhysicalWidth: 360px\n.*\n  SurfaceOrientation: 0\n.*", 0),
    ("", "dumpsys window | grep mCurrentRotation", r"  mCurrentRotation=ROTATION_0\n", 0),
    ("", "dumpsys window policy | grep interactiveState", "    interactiveState=INTERACTIVE_STATE_AWAKE\n", 0),
    ("", "dumpsys window | grep -c interactiveState", "1\n", 0),
    (SETTINGS, "dumpsys window windows", r"(?s).*mCurrentFocus=Window\{\w+ u0 com\.android\.settings/"
     r"com\.android\.settings\.Settings\}\n  mFocusedApp=ActivityRecord\{\w+ u0 com\.android\.settings/"
     r"\.Settings t34\}.*", 0),
    (SETTINGS, "dumpsys activity activities | grep mResumedActivity",
     r"    mResumedActivity: ActivityRecord\{\w+ u0 com\.android\.settings/\.Settings t34\}\n", 0),
    (SETTINGS, "dumpsys activity top", r"(?s).*\n  ACTIVITY com\.android\.settings/\.Settings \w+ pid=\d+\n.*", 0),
    ("", "dumpsys telephony.registry | grep mCallState", "    mCallState=0\n", 0),
    ("", "dumpsys display", r"(?s).*?orientation=0.*", 0),
    ("", "dumpsys battery", r"Current Battery Service state:\n(  [\w ]+: [\w-]+\n)+", 0),
    ("dumpsys battery set level 7", "dumpsys battery | grep level", "  level: 7\n", 0),
    ("", "dumpsys power | grep mHoldingDisplaySuspendBlocker", "  mHoldingDisplaySuspendBlocker=true\n", 0),
    ("", "dumpsys package org.tasks | grep -E 'versionName|versionCode'",
     r"    versionCode=\d+ minSdk=\d+ targetSdk=\d+\n    versionName=[\d.]+\n", 0),
    ("", "dumpsys package com.nobody", "Unable to find package: com.nobody\n", 0),
    ("", "dumpsys nothing", "Can't find service: nothing\n", 0),
    ("", "dumpsys -l", r"Currently running services:\n(  [\w.]+\n)+", 0),
    # screen
    ("", "wm size", "Physical size: 360x800\n", 0),
    ("wm size 400x900", "wm size", "Physical size: 360x800\nOverride size: 400x900\n", 0),
    ("wm size 400x900; wm size reset", "wm size", "Physical size: 360x800\n", 0),
    ("", "wm size 10x10", r"Error: .*\n", 255),
    ("", "wm density", "Physical density: 160\n", 0),
    ("", "uiautomator dump", "UI hierchary dumped to: /sdcard/window_dump.xml\n", 0),
    ("", "uiautomator dump /dev/tty", r"<\?xml .*</hierarchy>UI hierchary dumped to: /dev/tty\n", 0),
    ("", "rm -f /data/local/tmp/uidump.xml; uiautomator dump /data/local/tmp/uidump.xml && echo success",
     "UI hierchary dumped to: /data/local/tmp/uidump.xml\nsuccess\n", 0),
    ("", "screencap -p | head -c 8 | od -An -tx1 | wc -c", r"\d+\n", 0),
    ("", "input tap 1 1", "", 0),
    ("", "input text caf\u00e9", r"(?s).*java\.lang\.NullPointerException: Attempt to get length of null array\n.*",
     255),
    ("", "input tap 1 y", r"(?s).*java\.lang\.NumberFormatException: For input string: \"y\"\n.*", 255),
    ("", "input keyevent KEYCODE_ENDCALL", "", 0),
    # the system
    ("", "whoami", "root\n", 0),
    ("", "date +%s", r"\d{10}\n", 0),
    ("", "date", r"\w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d UTC \d{4}\n", 0),
    ("date 101517042023.16", "date", "Sun Oct 15 17:04:16 UTC 2023\n", 0),
    ("date @1697389456", "date +%s", "1697389456\n", 0),
    ("", "date 139917042023.16", r"date: bad date .*\n", 1),
    ("", "getprop ro.build.version.sdk", "34\n", 0),
    ("", "getprop ro.nothing", "\n", 0),
    ("setprop debug.x 5", "getprop debug.x", "5\n", 0),
    ("", "service call alarm 3 s16 UTC", r"Result: Parcel\(.*\)\n", 0),
    ("", "service check nothing", "Service nothing: not found\n", 0),
    ("", "svc wifi disable", "", 0),
    ("svc wifi disable", "dumpsys wifi | head -n 1", "Wi-Fi is disabled\n", 0),
    ("cmd uimode night yes", "cmd uimode night", "Night mode: yes\n", 0),
    ("", "getenforce", "Permissive\n", 0),
    ("", "cmd nothing", "cmd: Can't find service: nothing\n", 20),
    ("", "ime list -s", r"(\S+/\.\w+\n)+", 0),
    (SETTINGS, "pidof com.android.settings", r"\d+\n", 0),
    ("", "pidof com.android.settings", "", 1),
    (SETTINGS, "ps -A -o NAME | grep settings", "com.android.settings\n", 0),
    ("", "id -u", "0\n", 0),
    ("", "screenrecord /sdcard/a.mp4", r".*\n", 1),
    # files
    ("", "ls -1 /sdcard | head -n 2", "Alarms\nAndroid\n", 0),
    ("mkdir /sdcard/E", "ls /sdcard/E", "", 0),
    ("", "ls /nope", "ls: /nope: No such file or directory\n", 1),
    ("", "cat /nope", "cat: /nope: No such file or directory\n", 1),
    ("", "rm /nope", "rm: /nope: No such file or directory\n", 1),
    ("", "cp /nope /sdcard", "cp: bad '/nope': No such file or directory\n", 1),
    ("", "mkdir /sdcard", "mkdir: '/sdcard': File exists\n", 1),
    (f"echo 'a b' > '{DOCUMENTS}/name with spaces.txt'", f"cat '{DOCUMENTS}/name with spaces.txt'", "a b\n", 0),
    ("mkdir -p /sdcard/D/s && touch /sdcard/D/s/f", "find /sdcard/D -type f -o -type d",
     "/sdcard/D\n/sdcard/D/s\n/sdcard/D/s/f\n", 0),
    ("mkdir -p /sdcard/D/s && touch /sdcard/D/s/f", "find /sdcard/D -mindepth 1 -type f -delete; ls /sdcard/D/s", "",
     0),
    ("mkdir -p /sdcard/D && touch /sdcard/D/f", "cp -a /sdcard/D/. /sdcard/Music/ && ls /sdcard/Music/f", ".*/f\n", 0),
    ("touch /sdcard/f", "chmod 777 /sdcard/f && ls -l /sdcard/f", r"-rwxrwxrwx 1 root media_rw .*\n", 0),
    ("", "chmod 777 -R /sdcard/Music; restorecon -RD /sdcard/Music; chcon x /sdcard/Music", "", 0),
    ("", f"rm -r {DOCUMENTS}/*; ls {DOCUMENTS}", "", 0),
    ("", f'if [ -d "{DOCUMENTS}" ]; then\n  echo "Exists";\nelse\n  echo "Does not exist";\nfi', "Exists\n", 0),
    ("", 'if [ -f "/x" ]; then echo "Exists"; else echo "Does not exist"; fi', "Does not exist\n", 0),
    ("", "nothing; echo X4EXIT:$?", "/system/bin/sh: nothing: inaccessible or not found\nX4EXIT:127\n", 0),
    ("", "echo 'it'\"'\"'s'", "it's\n", 0),
    # the log
    ("log -t Tag -p w hello", "logcat -d -s Tag", r"--------- beginning of main\n\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}"
     r"  1020  1020 W Tag     : hello\n", 0),
    ("log -t Tag hello", "logcat -d -v time Tag:I '*:S'", r"(?s).*\d{3} I/Tag     \( 1020\): hello\n", 0),
    ("log -t Tag hello", "logcat -d -v epoch Tag:W '*:S'", r".*\n", 0),
    ("", "logcat -b all -c", "", 0),
]  # fmt: skip


@pytest.mark.parametrize(("before", "command", "pattern", "status"), ROWS, ids=[row[1][:60] for row in ROWS])
def test_the_answer_is_what_the_client_parses(before: str, command: str, pattern: str, status: int) -> None:
    phone = device()
    if before:
        assert phone.run(before).status == 0
    output = phone.run(command)
    said = output.terminal.decode()
    assert re.fullmatch(pattern, said), said[:2000]
    assert output.status == status


def test_files_with_their_times_parse_as_clients_do() -> None:
    phone = device()
    phone.run(f"date 112823172023.43; touch '{DOCUMENTS}/name with spaces.txt'")
    lines = phone.run(f"ls {DOCUMENTS} -ll -au").stdout.decode().splitlines()
    files = {line.split(maxsplit=8)[8]: line.split(maxsplit=8) for line in lines if line.startswith("-")}
    parts = files["name with spaces.txt"]
    assert parts[3] == "media_rw" and int(parts[4]) == 0
    stamp = " ".join(parts[5:7])[:-3]
    assert datetime.fromisoformat(stamp) == datetime(2023, 11, 28, 23, 17, 43)
    assert parts[7] == "+0000"


def test_a_client_reads_the_recent_tasks_and_removes_them() -> None:
    phone = device()
    for package in ("org.tasks", "com.android.settings", "com.android.contacts"):
        phone.run(f"monkey -p {package} 1")
    recents = phone.run("dumpsys activity recents").stdout.decode()
    ids = re.findall(r"id=(\d+)", recents)
    assert len(ids) == 3
    for number in ids:
        assert phone.run(f"am stack remove {number}").stdout == b""
    assert phone.phone.get(WINDOWS) == () and phone.component == "com.android.launcher3/.Launcher"


def test_a_pictures_header_is_followed_by_its_pixels() -> None:
    phone = device()
    data = phone.run("screencap").stdout
    assert data[:16] == b"".join(n.to_bytes(4, "little") for n in (360, 800, 1, 1))
    assert len(data) == 16 + 360 * 800 * 4
    rgb = [data[16 + i :: 4] for i in range(3)]
    image = phone.screenshot()
    assert [bytes(image[:, :, i].ravel()) for i in range(3)] == rgb
    large = Device(Phone(1080, 2400))
    assert len(large.run("screencap").stdout) == 16 + 1080 * 2400 * 4
