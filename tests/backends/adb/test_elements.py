from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crab_gym.backends.adb.elements import parse_dump, parse_list
from crab_gym.backends.base import ROLES
from crab_gym.backends.sim import SimBackend
from crab_sim.phone import Phone
from crab_sim.phone.android import Device
from tests.simulator.phone._front import in_front


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
    assert parse_list(device.run("cmd crab_gym elements").stdout) == backend.elements()
    assert list(parse_dump(device.run("uiautomator dump /dev/tty").stdout)) == in_front(device)


def test_a_row_has_the_texts_in_it() -> None:
    def view(name: str, inner: str = "", **attributes: str) -> str:
        given = {"class": f"android.widget.{name}", "bounds": "[0,0][90,90]", "package": "org.tasks", **attributes}
        return f"<node {' '.join(f'{key}={value!r}' for key, value in given.items())}>{inner}</node>"

    box = view("RelativeLayout", view("TextView", text="Wi-Fi") + view("TextView", text="Connected"))
    switch = view("LinearLayout", view("Switch", checkable="true", checked="true"))
    row = view("LinearLayout", box + switch, clickable="true", **{"resource-id": "org.tasks:id/row"})
    page = f"<hierarchy>{view('FrameLayout', view('ScrollView', row))}</hierarchy>".encode()
    scroll, read = parse_dump(page)
    assert (scroll.role, read.role, read.text, read.description) == ("list", "switch", "Wi-Fi", "Connected")
    assert read.clickable and read.checkable and read.checked and read.resource_id == "org.tasks:id/row"
    raw = parse_dump(page, raw=True)
    assert [e.role for e in raw] == ["other", "list", "other", "other", "text", "text", "other", "switch"]
    assert [e.text for e in raw if e.clickable] == [""]


def test_real_widgets_get_roles_of_the_vocabulary() -> None:
    names = {
        "android.widget.ImageButton": "button", "androidx.appcompat.widget.SwitchCompat": "switch",
        "android.widget.AutoCompleteTextView": "text_field", "android.widget.ScrollView": "list",
        "com.example.Strange": "other", "android.widget.TextView": "text",
    }  # fmt: skip
    for name, role in names.items():
        [element] = parse_dump(node(**{"class": name, "text": "Name"}))
        assert element.role == role
        assert role in ROLES
    [clickable] = parse_dump(node(**{"class": "com.example.Strange", "clickable": "true"}))
    assert clickable.role == "button"


def test_an_empty_field_shows_its_hint() -> None:
    [element] = parse_dump(node(**{"class": "android.widget.EditText", "text": "Name", "hint": "Name"}))
    assert (element.text, element.description, element.editable) == ("", "Name", True)


def test_apps_and_the_system_are_told_apart() -> None:
    assert parse_dump(node(text="Name"))[0].app == "tasks"
    assert parse_dump(node(text="Name", package="com.android.systemui"))[0].app == "system"
    assert parse_dump(node(text="Name", package="com.example.other"))[0].app == "com.example.other"


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
