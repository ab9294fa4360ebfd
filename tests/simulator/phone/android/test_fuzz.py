"""Random intents, broadcasts, force stops, cleared data, touches and keys: no app fails, and the screen is shown."""

from __future__ import annotations

import random
import shlex
from collections.abc import Callable, Sequence

import pytest

from crab_sim.adbd.hosting import PhoneServer
from crab_sim.machine.slices import WINDOWS
from crab_sim.phone import Phone
from crab_sim.phone.android import Device, catalog
from crab_sim.phone.apps import INSTALLED
from tests.simulator.adbd._host import Host

PACKAGES = [*catalog.packages(), *catalog.SYSTEM_PACKAGES]
APPS = [app.spec.id for app in INSTALLED]
ACTIONS = [
    action if "." in action else f"android.intent.action.{action}"
    for app in INSTALLED
    for rule in app.intents
    for action in rule.actions.replace("*", "X").split()
] + ["android.intent.action.MAIN", "android.intent.action.SEND", "android.settings.WIFI_SETTINGS", "", "nonsense"]
TYPES = """
text/plain text/markdown image/jpeg image/* audio/mp4 video/mp4 resource/folder message/rfc822 application/pdf
vnd.android.cursor.item/event vnd.android.cursor.dir/contact vnd.android.cursor.dir/event text/html x */*
""".split()
PATHS = """
/sdcard /sdcard/DCIM /sdcard/Download/none.pdf /sdcard/Music/none.mp3 /sdcard/a.md /sdcard/broken.jpg
/sdcard/broken.mp3 /sdcard/broken.mp4 /sdcard/broken.txt /sdcard/game.html / /dev/null
/data/data/org.tasks/databases/database
""".split()
NUMBERS = "0 1 -1 23 24 60 86400 86401 1e9 253402300800000 99999999999999 -62135596800001 nan 3.7 9999999999999".split()
TEXTS = [
    "",
    " ",
    "a",
    "Vaduz",
    "48.2, 16.37",
    "x" * 300,
    "é🦀\u200f",
    "' \" \\ % \n",
    "+43 1 234",
    "<b>&amp;",
    *NUMBERS,
]
DATA: Sequence[Callable[[random.Random], str]] = (
    lambda rng: f"file://{rng.choice(PATHS)}",
    lambda rng: f"geo:{rng.choice(NUMBERS)},{rng.choice(NUMBERS)}?q={rng.choice(TEXTS)}",
    lambda rng: f"geo:{rng.uniform(-91, 91):.5f},{rng.uniform(-181, 181):.5f}",
    lambda rng: f"google.navigation:q={rng.choice(TEXTS)}",
    lambda rng: f"https://www.google.com/maps/dir/?origin={rng.choice(TEXTS)}&destination={rng.choice(TEXTS)}",
    lambda rng: f"https://{rng.choice(('mail.example', 'shop.example/cart', 'none.example', '[', ''))}",
    lambda rng: f"content://com.android.calendar/time/{rng.choice(NUMBERS)}",
    lambda rng: f"content://com.android.calendar/events/{rng.choice(NUMBERS)}",
    lambda rng: f"content://com.android.contacts/contacts/{rng.choice(NUMBERS)}",
    lambda rng: f"content://media/external/images/media/{rng.choice(NUMBERS)}",
    lambda rng: f"content://com.android.externalstorage.documents/document/primary%3A{rng.choice(PATHS)[8:]}",
    lambda rng: f"{rng.choice(('tel', 'sms', 'smsto', 'mailto', 'voicemail', 'http', 'x'))}:{rng.choice(TEXTS)}",
    lambda rng: f"package:{rng.choice(PACKAGES)}",
)  # fmt: skip
EXTRAS = """
query title beginTime endTime eventLocation description android.intent.extra.alarm.HOUR
android.intent.extra.alarm.MINUTES android.intent.extra.alarm.LENGTH android.intent.extra.alarm.MESSAGE
android.intent.extra.TEXT android.intent.extra.SUBJECT android.intent.extra.STREAM android.intent.extra.EMAIL name
phone email sms_body address text msg code state
""".split()
BROADCASTS = """
clipper.get clipper.set ADB_INPUT_TEXT ADB_INPUT_B64 ADB_INPUT_CODE ADB_CLEAR_TEXT android.intent.action.AIRPLANE_MODE
android.intent.action.BOOT_COMPLETED android.intent.action.MEDIA_SCANNER_SCAN_FILE android.intent.action.BATTERY_LOW
android.intent.action.PACKAGE_REMOVED android.intent.action.LOCALE_CHANGED android.intent.action.TIME_SET nonsense
""".split()
TYPED = (("--ei", "0"), ("--ei", "99999999999"), ("--ez", "true"), ("--ez", "x"), ("--el", "-1"), ("--eia", "1,x"))
KEYS = "BACK HOME APP_SWITCH ENTER TAB DEL SPACE DPAD_DOWN PAGE_DOWN MOVE_END VOLUME_UP NOTIFICATION ESCAPE A 9".split()
SPANS = "0 1 30 600 7200 86400 2592000".split()


def intent(rng: random.Random) -> list[str]:
    """Returns the arguments of an intent."""
    args: list[str] = []
    if rng.random() < 0.9:
        args += ["-a", rng.choice(ACTIONS)]
    if rng.random() < 0.6:
        args += ["-d", rng.choice(DATA)(rng)]
    if rng.random() < 0.3:
        args += ["-t", rng.choice(TYPES)]
    if rng.random() < 0.3:
        args += ["-p", rng.choice(PACKAGES)]
    if rng.random() < 0.2:
        args += ["-n", f"{rng.choice(PACKAGES)}/.{rng.choice(('Main', 'MainActivity', 'WifiSettingsActivity'))}"]
    for name in rng.sample(EXTRAS, rng.choice((0, 0, 1, 2, 6))):
        value = f"file://{rng.choice(PATHS)}" if name.endswith("STREAM") else rng.choice(TEXTS)
        args += ["--es", name, value]
    return args


def broadcast(rng: random.Random) -> list[str]:
    """Returns the arguments of a broadcast: one that somebody takes, any other, or an intent meant for an activity."""
    args = ["-a", rng.choice(BROADCASTS)] if rng.random() < 0.8 else intent(rng)
    for option, value in rng.sample(TYPED, rng.choice((0, 0, 1, 2))):
        args += [option, rng.choice(("state", "code", "enabled")), value]
    for name in rng.sample(("msg", "text", "code", "state"), rng.choice((0, 1, 1, 2))):
        args += [rng.choice(("-e", "--es")), name, rng.choice(TEXTS)]
    if rng.random() < 0.3:
        args += rng.choice((["-p", rng.choice(PACKAGES)], ["-n", f"{rng.choice(PACKAGES)}/.Receiver"], ["-f", "0x20"]))
    return args


def touch(rng: random.Random, phone: Phone) -> list[str]:
    """Returns a tap, a long tap or a swipe at a node of the screen."""
    nodes = [node for node in phone.scene.nodes if node.message is not None] or phone.scene.nodes
    left, top, right, bottom = rng.choice(nodes).bounds
    x, y = str((left + right) // 2), str((top + bottom) // 2)
    if rng.random() < 0.7:
        return ["input", "tap", x, y]
    to = (x, y) if rng.random() < 0.5 else (str(rng.randrange(phone.width)), str(rng.randrange(phone.height)))
    return ["input", "swipe", x, y, *to, "1000"]


def step(rng: random.Random, device: Device) -> list[str]:
    """Returns a random command."""
    package = rng.choice(PACKAGES)
    kind = rng.random()
    if kind < 0.35:
        return ["am", "start", *intent(rng)]
    if kind < 0.45:
        return ["monkey", "-p", package, "1"]
    if kind < 0.53:
        return ["pm", "clear", package]
    if kind < 0.58:
        return ["am", rng.choice(("force-stop", "kill")), package]
    if kind < 0.68:
        return ["am", "broadcast", *broadcast(rng)]
    if kind < 0.9:
        return touch(rng, device.phone)
    if kind < 0.97:
        return ["input", "keyevent", rng.choice(KEYS)]
    return ["cmd", "crab_gym", "advance", rng.choice(SPANS)]


_GAME = "<button onclick='n++;this.textContent=n'>go</button><input><canvas></canvas><script>let n = 0;" \
        "setInterval(() => { document.title = Date.now() }, 700)</script>"  # fmt: skip


def prepared(seed: int) -> Device:
    """Returns a phone with files that no app can read, and a page with scripts."""
    phone = Phone(permission_dialogs=seed % 2 == 1)
    phone.boot(seed)
    device = Device(phone)
    for kind in ("jpg", "mp3", "mp4", "txt"):
        device.run(f"printf 'no \\377 {kind}' > /sdcard/broken.{kind}")
    device.run("cat > /sdcard/game.html", _GAME.encode())
    return device


def fuzz(seed: int, steps: int, caplog: pytest.LogCaptureFixture) -> None:
    """Carries out random commands; the first that makes an app fail is told."""
    rng = random.Random(seed)
    device = prepared(seed)
    phone = device.phone
    done: list[str] = []
    for _ in range(steps):
        args = step(rng, device)
        done.append(shlex.join(args))
        output = device.run_argv(args)
        shown = device.hierarchy()
        story = "\n".join(done[-8:])
        assert not caplog.records, f"{story}\n{caplog.records[0].exc_text}"
        assert 0 <= output.status <= 255 and shown.endswith("</hierarchy>"), story
    assert device.run("echo alive").stdout == b"alive\n" and len(phone.get(WINDOWS)) <= len(APPS)


@pytest.mark.parametrize("seed", range(4))
def test_no_app_fails(seed: int, caplog: pytest.LogCaptureFixture) -> None:
    fuzz(seed, 100, caplog)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10, 30))
def test_no_app_fails_in_ten_thousand_steps(seed: int, caplog: pytest.LogCaptureFixture) -> None:
    fuzz(seed, 500, caplog)


def fuzz_over_a_socket(seed: int, steps: int, caplog: pytest.LogCaptureFixture) -> None:
    """Carries out random commands over one connection, which must not die."""
    rng, device = random.Random(seed), prepared(seed)
    with PhoneServer([device]) as server, Host(server.ports[0]) as host:
        for i in range(steps):
            line = shlex.join(server.call(lambda: step(rng, device)))
            host.ask(f"shell:{line}")
            assert host.ask(f"exec:echo {i}") == b"%d\n" % i, line
            assert not caplog.records, f"{line}\n{caplog.records[0].exc_text}"
        assert host.ask("exec:screencap -p").startswith(b"\x89PNG")


def test_no_connection_dies(caplog: pytest.LogCaptureFixture) -> None:
    fuzz_over_a_socket(4, 150, caplog)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(40, 50))
def test_no_connection_dies_in_ten_thousand_steps(seed: int, caplog: pytest.LogCaptureFixture) -> None:
    fuzz_over_a_socket(seed, 1000, caplog)
