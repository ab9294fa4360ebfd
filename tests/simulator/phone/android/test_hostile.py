"""Hostile lines: `run` returns for any of them, and the phone can still be used."""

from __future__ import annotations

import shlex

from hypothesis import given, settings
from hypothesis import strategies as st

from crab_sim.machine import keyboard
from crab_sim.machine.slices import CLIPBOARD
from crab_sim.phone import Phone
from crab_sim.phone.android import AndroidHost, Device

COMMANDS = sorted(AndroidHost(Device(Phone())).commands)
WORDS = st.sampled_from(
    r"""
start force-stop broadcast stack list remove task lock kill -a -n -d -e --es --ei --ez -W -S -p -c
-f android.intent.action.VIEW android.intent.action.INSERT com.android.settings/.Settings org.tasks
com.android.contacts packages clear grant path install crab_gym advance snapshot save load elements
reset clock real virtual fingerprint package activity clipboard set get uimode night yes no
statusbar expand-notifications collapse notification post wifi set-wifi-enabled enabled window
windows input display battery set level recents activities top size reset 360x800 400x900 9x9
density tap swipe text keyevent motionevent DOWN UP keycombination draganddrop dump /dev/tty
/sdcard/x /nope - -- 0 1 -1 5 180 400 99999999999999999999 1e9 nan inf 3.5 101517042023.16 @0
@99999999999 +%s -d -c -t -v time Tag:V *:S -l -la -ll -au -o NAME enable disable call check alarm
user --user %s é 🦀 ' " $(date) `id` ; | && > < * ? [ ] { } \ # ~ = !
""".split()
)
ARGS = WORDS | st.text(max_size=12) | st.integers(-(10**6), 10**6).map(str)


def usable(device: Device) -> None:
    device.run("cmd crab_gym clock virtual; wm size reset")
    keyboard.press(device.phone, "home")
    assert device.run("echo ok; whoami").stdout == b"ok\nroot\n"
    assert device.hierarchy().endswith("</hierarchy>")
    assert not [line for line in device.log if line.tag == "AndroidRuntime"]  # nothing has crashed
    device.phone.launch("settings")
    assert device.component == "com.android.settings/.Settings"


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(COMMANDS), st.lists(ARGS, max_size=6)), min_size=1, max_size=4))
def test_no_arguments_break_a_command(calls: list[tuple[str, list[str]]]) -> None:
    device = Device(Phone())
    device.phone.set_drawn(False)
    for name, args in calls:
        output = device.run_argv([name, *args])
        assert 0 <= output.status <= 255
    usable(device)


@settings(max_examples=70, deadline=None)
@given(st.lists(st.sampled_from(COMMANDS) | ARGS, max_size=10).map(" ".join))
def test_no_line_breaks_the_shell(line: str) -> None:
    device = Device(Phone())
    device.phone.set_drawn(False)
    assert 0 <= device.run(line, b"stdin").status <= 255
    usable(device)


@given(st.text(max_size=200))
def test_quoted_text_arrives_whole(text: str) -> None:
    device = Device(Phone())
    clean = text.encode("utf-8", "replace").decode().replace("\0", "")
    output = device.run(f"am broadcast -a clipper.set -e text {shlex.quote(text)}")
    assert output.status == 0 and device.phone.get(CLIPBOARD) == clean


def test_the_host_stays_out_of_reach(tmp_path: object) -> None:
    device = Device(Phone())
    for line in (f"ls {tmp_path}", f"cat {__file__}", "cat /etc/hostname", f"touch {tmp_path}/x"):
        assert device.run(line).status != 0
