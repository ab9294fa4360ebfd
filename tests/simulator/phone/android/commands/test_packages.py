"""``pm`` and ``cmd package``: which apps take an intent; ``app_process``: programs that clients bring along."""

from __future__ import annotations

import re

import pytest

from crab_sim.phone import Phone
from crab_sim.phone.android import Device
from crab_sim.phone.apps import APPS, with_icon
from crab_sim.phone.profile import ProfileName

LAUNCHER = "-a android.intent.action.MAIN -c android.intent.category.LAUNCHER"


@pytest.fixture
def device() -> Device:
    return Device(Phone())


def said(device: Device, line: str) -> list[str]:
    return device.run(line).stdout.decode().splitlines()


@pytest.mark.parametrize(
    ("profile", "dialer"), [("own", "com.android.dialer"), ("androidworld", "com.google.android.dialer")]
)
def test_a_launchers_query_names_the_activity_of_every_icon(profile: ProfileName, dialer: str) -> None:
    device = Device(Phone(profile=profile))
    names = said(device, f"cmd package query-activities --components {LAUNCHER}")
    assert len(names) == len(set(names)) == len(with_icon(APPS))
    assert f"{dialer}/.main.impl.MainActivity" in names
    for name in names:
        assert device.run(f"am start -n '{name}'").status == 0 and device.component == name


def test_the_forms_of_a_query_name_the_same(device: Device) -> None:
    query = f"cmd package query-activities {LAUNCHER}"
    names = said(device, f"{query} --components")
    brief, full = said(device, f"{query} --brief"), said(device, query)
    assert brief[0] == full[0] == f"{len(names)} activities found:"
    assert [line.strip() for line in brief if "/" in line] == names
    packages = re.findall(r"packageName=(.*)", "\n".join(full))
    assert packages == [name.partition("/")[0] for name in names]
    assert said(device, query.replace("cmd package", "pm")) == full


@pytest.mark.parametrize(
    ("intent", "packages"),
    [
        ("-a android.intent.action.VIEW -d https://shop.example", ["com.android.chrome"]),
        ("-a android.intent.action.DIAL -d tel:5550142", ["com.android.dialer"]),
        ("-a android.intent.action.MAIN -c android.intent.category.HOME", ["com.android.launcher3"]),
        (f"{LAUNCHER} -p com.google.android.contacts", ["com.google.android.contacts"]),
        (f"{LAUNCHER} com.example.nothing", []), ("-a com.example.NOTHING", []),
    ],
)  # fmt: skip
def test_a_query_names_the_apps_that_take_the_intent(device: Device, intent: str, packages: list[str]) -> None:
    names = said(device, f"cmd package query-activities --components {intent}")
    assert [name.partition("/")[0] for name in names] == (packages or ["No activities found"])
    if packages and "HOME" not in intent and "LAUNCHER" not in intent:
        assert said(device, f"cmd package resolve-activity --brief {intent}")[1] == names[0]


def test_a_shared_text_is_taken_by_every_app_of_the_share_sheet(device: Device) -> None:
    intent = "-a android.intent.action.SEND -t text/plain -e android.intent.extra.TEXT hello"
    names = said(device, f"cmd package query-activities --components {intent}")
    assert {"com.google.android.gm", "com.google.android.keep"} <= {name.partition("/")[0] for name in names}


def test_disabled_packages_are_left_out(device: Device) -> None:
    device.run("pm disable-user --user 0 com.android.chrome")
    assert not [name for name in said(device, f"pm query-activities --components {LAUNCHER}") if "chrome" in name]


@pytest.mark.parametrize(
    "line",
    ["app_process / com.example.Main", "app_process", "app_process -Djava.class.path=/sdcard/a.jar / com.example.Main",
     "CLASSPATH=/sdcard/a.jar app_process / com.example.Main com.wetest.uia2.Main",
     "CLASSPATH=/sdcard/a.jar app_process64 / --nice-name=x com.example.Main 1.0",
     "CLASSPATH=/sdcard/none.jar app_process / com.wetest.uia2.Main",
     "CLASSPATH=/sdcard/a.jar app_process / com.wetest.uia2.Main -p 0"],
)  # fmt: skip
def test_a_class_that_is_unknown_fails(device: Device, line: str) -> None:
    device.run("echo x > /sdcard/a.jar")
    output = device.run(line)
    assert output.status == 1 and output.stdout == b"" and not output.follow
    assert output.stderr.startswith(b"Error: Could not find or load main class")


def test_the_server_of_ui_automation_is_started(device: Device) -> None:
    device.run("echo x > /sdcard/a.jar")
    for line in (
        "CLASSPATH=/sdcard/a.jar app_process / com.wetest.uia2.Main -p 9010",
        "app_process -Djava.class.path=/sdcard/a.jar / --nice-name=u2 com.wetest.uia2.Main -p 9010",
    ):
        assert device.run(line).follow == "automation 9010"
