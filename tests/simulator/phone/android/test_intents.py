"""The apps that intents start, and their arguments."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crab_sim.machine import keyboard
from crab_sim.machine.slices import FILES
from crab_sim.phone import Phone
from crab_sim.phone.android import Device
from crab_sim.phone.android.intents import CATEGORIES, BadIntent, parse, resolve
from crab_sim.phone.android.providers.media import all_rows, media_rows
from crab_sim.phone.apps import INSTALLED
from crab_sim.phone.apps.settings.intents import PAGES as SETTINGS_PAGES
from crab_sim.phone.apps.settings.pages import PAGES
from crab_sim.phone.intents import AndroidIntent

ACTIONS = [name for app in INSTALLED for rule in app.intents for name in rule.actions.split()]


INSERT = "-a android.intent.action.INSERT"
ALARM = "android.intent.extra.alarm"
VIEW = "-a android.intent.action.VIEW"
CASES = [
    (f"{VIEW} -d tel:5550100", "phone", ("dial", "5550100")),
    ("-a android.intent.action.DIAL -d tel:%2B15550100", "phone", ("dial", "+15550100")),
    ("-a android.intent.action.DIAL", "phone", ("dial", "")),
    ("-a android.intent.action.CALL -d tel:5550100", "phone", ("call", "5550100")),
    ("-a android.intent.action.SENDTO -d sms:5550101 --es sms_body hello", "messages", ("compose", "5550101", "hello")),
    (f"{VIEW} -d smsto:5550101?body=a%20b", "messages", ("compose", "5550101", "a b")),
    ("-a android.intent.action.SENDTO -d mailto:a@example.com?subject=s", "mail",
     ("compose", "a@example.com", "s", "")),
    (f"{VIEW} -d https://example.com/a?b=c", "browser", ("open", "https://example.com/a?b=c")),
    (f"{VIEW} -d https://[", "browser", ("open", "https://[")),
    (f"{VIEW} -d geo:0,0?q=museum", "maps", ("search", "museum")),
    (f"{VIEW} -d geo:47.5,-122.25", "maps", ("point", 47.5, -122.25)),
    (f"{VIEW} -d google.navigation:q=Main+Street", "maps", ("directions", "", "Main Street")),
    (f"{INSERT} -t vnd.android.cursor.dir/contact -e name A -e phone 5550100 -e email a@example.com",
     "contacts", ("insert", "A", "5550100", "a@example.com")),
    (f"{INSERT} -t vnd.android.cursor.dir/contact --es name A", "contacts", ("insert", "A", "", "")),
    (f"{VIEW} -d content://contacts/people/1", "contacts", ("show", 1)),
    (f"{VIEW} -d content://contacts/people/999999", "contacts", ()),
    ("-a android.intent.action.INSERT -t vnd.android.cursor.item/event --el beginTime 1791792000000 --es title T",
     "calendar", ("insert", "T", 1791792000.0, 1791795600.0, "", "")),
    (f"{VIEW} -d content://com.android.calendar/time/1791792000000", "calendar", ("day", 1791792000.0)),
    (f"-a android.intent.action.SET_ALARM --ei {ALARM}.HOUR 7 --ei {ALARM}.MINUTES 30",
     "clock", ("alarm", 7, 30, "")),
    ("-a android.intent.action.SET_TIMER --ei android.intent.extra.alarm.LENGTH 90", "clock", ("timer", 90)),
    ("-a android.media.action.IMAGE_CAPTURE", "camera", ("photo",)),
    ("-a android.media.action.VIDEO_CAPTURE", "camera", ("video",)),
    ("-a android.settings.BLUETOOTH_SETTINGS", "settings", ("page", "devices")),
    ("-a android.settings.SETTINGS", "settings", ()),
    ("-n com.android.settings/.Settings$DisplaySettingsActivity", "settings", ("page", "display")),
    ("-a android.intent.action.MAIN -c android.intent.category.APP_CONTACTS", "contacts", ()),
    ("-a android.intent.action.MAIN -c android.intent.category.HOME", "launcher", ()),
    ("-n com.android.launcher3/.Launcher", "launcher", ()),
    ("-n org.tasks/com.todoroo.astrid.activity.MainActivity", "tasks", ()),
    ("com.android.settings", "settings", ()),
    ("com.android.settings/.Settings", "settings", ()),
]  # fmt: skip


@pytest.mark.parametrize(("args", "app", "intent"), CASES, ids=[case[0][:60] for case in CASES])
def test_intents_reach_their_app(args: str, app: str, intent: tuple[object, ...]) -> None:
    phone = Phone()
    if app != "launcher" and app not in phone.apps:
        pytest.skip(f"{app} is not installed")
    assert resolve(phone, parse(args.split())) == (app, intent)


PICTURES = f"{VIEW} -d content://media/external/images/media"


def test_the_gallery_shows_what_the_media_provider_names() -> None:
    phone = Phone()
    row = next(row for row in media_rows(phone.files) if row.media_type == 1)
    sound = next(row for row in media_rows(phone.files) if row.media_type == 2)
    for args, intent in [
        (PICTURES, ()),
        (f"{PICTURES}/", ()),
        (f"{PICTURES}/{row.id}", ("show", row.path)),
        (f"{PICTURES}/{row.id} -t image/jpeg", ("show", row.path)),
        (f"{PICTURES}/1", ()),
        (f"{PICTURES}/{sound.id}", ()),
    ]:
        assert resolve(phone, parse(args.split())) == ("gallery", intent)


@pytest.mark.parametrize(
    ("args", "url"),
    [
        ("-t text/html -d file:///sdcard/Download/a%20b.html", "file:///sdcard/Download/a%20b.html"),
        ("-d file:///sdcard/Download/a.htm", "file:///sdcard/Download/a.htm"),
        ("-d content://com.android.externalstorage.documents/document/primary%3ADownload%2Fa.html",
         "file:///storage/emulated/0/Download/a.html"),
        ("-t text/html -d content://com.android.providers.downloads.documents/document/raw%3A%2Fstorage%2Femulated%2F0"
         "%2FDownload%2Fa.html", "file:///storage/emulated/0/Download/a.html"),
        ("-t text/html -d content://some.other.provider/7", "content://some.other.provider/7"),
        ("-d http://localhost:8000/task.html", "http://localhost:8000/task.html"),
    ],
)  # fmt: skip
def test_pages_open_in_the_browser(args: str, url: str) -> None:
    target = resolve(Phone(), parse(f"{VIEW} {args}".split()))
    assert target is not None and (target.app, target.intent) == ("browser", ("open", url))


def test_the_browser_shows_pages_that_the_media_provider_names() -> None:
    phone = Phone()
    phone.boot(0)
    path = "/storage/emulated/0/Download/a b.html"
    phone.put(FILES, phone.files.write(path, b"<h1>Hi</h1>", phone.now))
    number = next(row.id for row in all_rows(phone.files) if row.path == path)
    for wanted, intent in ((number, ("open", f"file://{path.replace(' ', '%20')}")), (10**9, ())):
        args = f"{VIEW} -t text/html -d content://media/external/file/{wanted}".split()
        target = resolve(phone, parse(args))
        assert target is not None and (target.app, target.intent) == ("browser", intent)


@pytest.mark.parametrize(
    "args", ["-n a.b/.C", "-n org.tasks/1x", "-a x.y", "-p com.nobody", "-a android.intent.action.VIEW"]
)
def test_nothing_takes_it(args: str) -> None:
    assert resolve(Phone(), parse(args.split())) is None


@pytest.mark.parametrize("args", ["-x", "-a", "--ei n x", "--ez n 7", "-n nopackage", "-f zz", "--es n"])
def test_wrong_arguments_are_refused(args: str) -> None:
    with pytest.raises(BadIntent):
        parse(args.split())


def test_the_tables_name_what_exists() -> None:
    from crab_sim.devices.apps import APPS

    apps = {app.id for app in APPS if app.device == "android"}
    assert set(CATEGORIES.values()) <= apps
    assert set(SETTINGS_PAGES.values()) <= set(PAGES)


def test_a_file_opens_in_the_app_for_it_and_a_missing_one_opens_none() -> None:
    phone = Phone()
    phone.put(FILES, phone.files.write("/storage/emulated/0/Pictures/a.png", b"x", phone.now))
    for path, wanted in (("a.png", ("show", "/storage/emulated/0/Pictures/a.png")), ("no.png", ())):
        intent = parse(
            ["-a", "android.intent.action.VIEW", "-d", f"file:///storage/emulated/0/Pictures/{path}", "-t", "image/png"]
        )
        target = resolve(phone, intent)
        assert target is None if "gallery" not in phone.apps else target == ("gallery", wanted)


def test_an_intent_prints_as_android_prints_it() -> None:
    intent = parse("-a x.A -c c.C -d tel:1 -t a/b -f 0x20 -p p.q -n p.q/.R --es k v".split())
    assert str(intent) == "Intent { act=x.A cat=[c.C] dat=tel:1 typ=a/b flg=0x20 pkg=p.q cmp=p.q/.R (has extras) }"


def test_a_disabled_app_takes_nothing() -> None:
    device = Device(Phone())
    device.run("pm disable-user org.tasks")
    assert device.run("am start -n org.tasks/.MainActivity").status == 1
    device.run("pm enable org.tasks")
    assert device.run("am start -n org.tasks/.MainActivity").status == 0


TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=30)
CONTACTS = "vnd.android.cursor.dir/contact"
URIS = st.builds(
    "{}:{}".format,
    st.sampled_from(["tel", "sms", "geo", "http", "https", "file", "content", "mailto", "google.navigation", "x", ""]),
    TEXT | st.from_regex(r"//[a-z.]{0,12}/[a-z/]{0,12}\?q=[a-z%&=]{0,12}", fullmatch=True),
)


@given(
    st.sampled_from([f"android.intent.action.{name}" for name in ACTIONS] + ["", "x"]),
    URIS | TEXT,
    st.sampled_from(["", "image/png", "video/mp4", "text/plain", "vnd.android.cursor.item/event", CONTACTS]),
    st.dictionaries(
        st.sampled_from(["name", "beginTime", "android.intent.extra.TEXT", "android.intent.extra.STREAM",
                         "android.intent.extra.alarm.HOUR", "android.intent.extra.alarm.LENGTH", "query", "sms_body"]),
        TEXT | st.integers(-(10**20), 10**20).map(str), max_size=4,
    ),
)  # fmt: skip
def test_no_intent_breaks_the_phone(action: str, data: str, kind: str, extras: dict[str, str]) -> None:
    device = Device(Phone())
    device.phone.set_drawn(False)
    argv = ["am", "start", "-a", action, "-d", data, "-t", kind]
    for name, value in extras.items():
        argv += ["--es", name, value]
    output = device.run_argv(argv)
    assert output.stdout.startswith(b"Starting: Intent {") and output.status in (0, 1)
    assert device.phone.scene.nodes
    keyboard.press(device.phone, "home")
    assert device.run("am stack list").status == 0


def test_extras_of_androids_own_may_be_named_in_full() -> None:
    intent = AndroidIntent(extras={"android.intent.extra.TEXT": "a", "android.intent.extra.alarm.HOUR": "7"})
    assert intent.extra("TEXT") == "a" and intent.number("HOUR") == 7
