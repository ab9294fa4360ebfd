from __future__ import annotations

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crab_gym.backends.adb.input_commands import KEYBOARD, KEYS, commands, has_unicode_keyboard
from crab_gym.backends.adb.shell import quote
from crab_gym.backends.base import InvalidAction
from crab_gym.backends.letterbox import Letterbox
from crab_gym.envs.verbs import ANDROID_KEYS, VERBS
from crab_sim.phone import Phone
from crab_sim.phone.android import Device

SAME = Letterbox.fit((360, 800), (360, 800))
INSTALLED = ("com.android.dialer", "net.gsantner.markor", "org.tasks", "com.example.other")


def typed(text: str, unicode: bool = True) -> list[tuple[str, ...]]:
    return list(commands("write_text", {"text": text}, SAME, (), unicode))


def test_every_verb_has_commands() -> None:
    examples = {
        "x": 5, "y": 6, "x1": 1, "y1": 2, "x2": 3, "y2": 4, "direction": "down", "distance": "short", "text": "a",
        "key": "home", "name": "Phone",
    }  # fmt: skip
    for verb in VERBS:
        if verb.device == "android":
            args = {argument.name: examples[argument.name] for argument in verb.arguments}
            assert commands(verb.name, args, SAME, INSTALLED, True), verb.name


def test_every_key_has_a_code() -> None:
    assert set(KEYS) == set(ANDROID_KEYS)


def test_touches_are_mapped_to_the_phones_pixels() -> None:
    large = Letterbox.fit((1080, 2400), (360, 800))
    assert commands("tap", {"x": 100, "y": 200}, large, (), True) == [("input", "tap", "301", "601")]
    [swipe] = commands("swipe", {"x": 180, "y": 400, "direction": "down", "distance": "short"}, large, (), True)
    assert swipe == ("input", "swipe", "541", "1201", "541", "841", "300")


def test_spaces_and_percent_signs_are_typed_as_they_are() -> None:
    assert typed("a b") == [("input", "text", "a%sb")]
    parts = [("input", "text", "100"), ("input", "text", "%"), ("input", "text", "sure")]
    assert typed("100%sure", unicode=False) == parts
    assert len(typed("100%sure" * 40)) == 1, "what types any text takes it whole"
    assert typed("a\nb\t") == [
        ("input", "text", "a"), ("input", "keyevent", "KEYCODE_ENTER"),
        ("input", "text", "b"), ("input", "keyevent", "KEYCODE_TAB"),
    ]  # fmt: skip
    assert typed("") == []
    assert typed("\n\n\t") == [
        ("input", "keyevent", "KEYCODE_ENTER", "KEYCODE_ENTER"), ("input", "keyevent", "KEYCODE_TAB"),
    ]  # fmt: skip


def test_unicode_goes_through_the_keyboard_app() -> None:
    [command] = typed("Grüße; $(reboot)")
    assert command[:4] == ("am", "broadcast", "-a", "ADB_INPUT_B64")
    assert base64.b64decode(command[-1]).decode() == "Grüße; $(reboot)"


def test_without_the_keyboard_app_unicode_is_refused_and_ascii_is_not() -> None:
    with pytest.raises(InvalidAction, match=r"'ü'.*ADBKeyBoard"):
        typed("Grüße", unicode=False)
    assert typed("Gruss", unicode=False)


@given(st.text(st.characters(codec="utf-8", exclude_characters="\0", exclude_categories=["Cc", "Cs"]), max_size=40))
def test_whatever_is_typed_arrives_and_nothing_else_happens(text: str) -> None:
    phone = Phone()
    phone.launch("notes" if "notes" in phone.apps else "tasks", ("add", ""))
    device = Device(phone)
    fresh = phone.front
    assert fresh is not None
    field = fresh.page.focus
    before = device.run("getprop; ls /storage/emulated/0").stdout
    for command in typed(text):
        output = device.run(quote(command))
        assert output.status == 0, output
    front = phone.front
    assert front is not None
    assert front.page.fields.get(field, "") == text
    assert device.run("getprop; ls /storage/emulated/0").stdout == before


@pytest.mark.parametrize(
    ("name", "package"),
    [
        ("Phone", "com.android.dialer"),
        ("markdown", "net.gsantner.markor"),
        (" TASKS ", "org.tasks"),
        ("com.example.other", "com.example.other"),
    ],
)
def test_apps_are_found_by_name_id_and_package(name: str, package: str) -> None:
    [command] = commands("open_app", {"name": name}, SAME, INSTALLED, True)
    assert command[:3] == ("monkey", "-p", package)


def test_an_app_that_is_not_installed_is_refused() -> None:
    with pytest.raises(InvalidAction, match=r"no app named 'Markdwn'.*Did you mean 'Markdown'"):
        commands("open_app", {"name": "Markdwn"}, SAME, INSTALLED, True)


def test_the_keyboard_app_is_chosen_where_it_is_installed() -> None:
    asked = []

    def run(argv: tuple[str, ...]) -> str:
        asked.append(argv)
        return f"com.android.latin/.Ime\n{KEYBOARD}\n" if argv[:2] == ("ime", "list") else "other\n"

    assert has_unicode_keyboard(run)
    assert ("ime", "set", KEYBOARD) in asked
    assert not has_unicode_keyboard(lambda argv: "com.android.latin/.Ime\n")
