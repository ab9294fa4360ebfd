from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crab_gym.backends.adb.elements import parse_dump, parse_list
from crab_gym.backends.base import ROLES
from crab_gym.backends.sim import SimBackend
from crab_sim.phone import Phone
from crab_sim.phone.android import Device


def node(**attributes: str) -> bytes:
    given = {"bounds": "[0,0][10,10]", "package": "org.tasks", **attributes}
    text = " ".join(f'{name}="{value}"' for name, value in given.items())
    return f"<hierarchy><node {text}/></hierarchy>".encode()


@pytest.mark.parametrize("app", list(Phone.apps))
def test_both_sources_tell_what_the_simulator_tells(app: str) -> None:
    backend = SimBackend("android", (360, 800))
    backend.reset(4)
    backend.machine.launch(app)
    device = Device(backend.machine)  # type: ignore[arg-type]
    expected = backend.elements()
    assert parse_list(device.run("cmd crab_gym elements").stdout) == expected
    assert sorted(parse_dump(device.run("uiautomator dump /dev/tty").stdout)) == sorted(expected)


def test_real_widgets_get_roles_of_the_vocabulary() -> None:
    names = {
        "android.widget.ImageView": "image", "androidx.appcompat.widget.SwitchCompat": "switch",
        "android.widget.AutoCompleteTextView": "text_field", "android.widget.ScrollView": "list",
        "com.example.Strange": "other",
    }  # fmt: skip
    for name, role in names.items():
        [element] = parse_dump(node(**{"class": name}))
        assert element.role == role
        assert role in ROLES
    [clickable] = parse_dump(node(**{"class": "com.example.Strange", "clickable": "true"}))
    assert clickable.role == "button"


def test_an_empty_field_shows_its_hint() -> None:
    [element] = parse_dump(node(**{"class": "android.widget.EditText", "text": "Name", "hint": "Name"}))
    assert (element.text, element.description, element.editable) == ("", "Name", True)


def test_apps_and_the_system_are_told_apart() -> None:
    assert parse_dump(node())[0].app == "tasks"
    assert parse_dump(node(package="com.android.systemui"))[0].app == "system"
    assert parse_dump(node(package="com.example.other"))[0].app == "com.example.other"


@pytest.mark.parametrize(
    "data",
    [
        b"", b"ERROR: could not get idle state.", b"<hierarchy><node", b"<hierarchy><a></hierarchy>",
        b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "b">]><hierarchy></hierarchy>',
        b"<hierarchy>" + b"<node>" * 5000 + b"</node>" * 5000 + b"</hierarchy>",
    ],
)  # fmt: skip
def test_what_is_no_dump_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match="hierarchy"):
        parse_dump(data)


@given(st.binary(max_size=60))
def test_broken_lists_are_refused(data: bytes) -> None:
    try:
        assert isinstance(parse_list(data), tuple)
    except ValueError:
        pass
