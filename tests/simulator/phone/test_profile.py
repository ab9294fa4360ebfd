"""The profiles of the phone: the packages that its icons open, and the camera's folders."""

from __future__ import annotations

import pytest

from crab_sim.phone import Phone
from crab_sim.phone.android import Device, catalog
from crab_sim.phone.apps import APPS
from crab_sim.phone.profile import PROFILES, ProfileName
from tests.simulator.phone import _drive as drive

ICONS = {
    "Phone": ("com.android.dialer", "com.google.android.dialer"),
    "Contacts": ("com.android.contacts", "com.google.android.contacts"),
    "Messages": ("com.google.android.apps.messaging", "com.simplemobiletools.smsmessenger"),
}


@pytest.fixture(params=["own", "androidworld"])
def device(request: pytest.FixtureRequest) -> Device:
    return Device(Phone(profile=request.param))


def is_theirs(device: Device) -> bool:
    return device.package("maps") == "net.osmand"


@pytest.mark.parametrize("icon", ICONS)
def test_an_icon_opens_the_profiles_package(device: Device, icon: str) -> None:
    drive.tap(device.phone, icon, role="icon")
    package = ICONS[icon][is_theirs(device)]
    assert device.component.startswith(f"{package}/")
    assert f'package="{package}"' in device.hierarchy()
    assert "mCurrentFocus=Window{" in device.run("dumpsys window").stdout.decode()
    device.boot(7)
    device.run("input keyevent CONTACTS")
    assert device.component.startswith(f"{ICONS['Contacts'][is_theirs(device)]}/")


def test_a_package_that_is_named_is_the_one_in_front(device: Device) -> None:
    for package in ICONS["Contacts"]:
        device.run(f"monkey -p {package} 1")
        assert device.component.startswith(f"{package}/")
        device.run(f"am force-stop {package}")


def test_photos_and_videos_are_in_the_profiles_folders(device: Device) -> None:
    theirs = is_theirs(device)
    photos, videos = ("/sdcard/Pictures", "/sdcard/Movies") if theirs else ("/sdcard/DCIM/Camera",) * 2
    device.run("rm -rf /sdcard/Pictures/* /sdcard/Movies/* /sdcard/DCIM/Camera/*")
    device.run("am start -W -n com.android.camera2/com.android.camera.CameraLauncher")
    drive.tap(device.phone, description="Take photo")
    drive.tap(device.phone, "Video")
    drive.tap(device.phone, description="Record video")
    drive.tap(device.phone, description="Stop recording")
    listed = {path: device.run(f"ls {path}").stdout.decode().split() for path in (photos, videos)}
    assert [name[:4] for name in sorted({*listed[photos], *listed[videos]})] == ["IMG_", "VID_"]
    assert len(listed[photos]) == (1 if theirs else 2)


def test_the_button_that_sends_is_named_as_in_the_imitated_app(device: Device) -> None:
    device.run("am start -a android.intent.action.SENDTO -d sms:5550142 --es sms_body hello")
    drive.tap(device.phone, description="SMS" if is_theirs(device) else "Send SMS")
    assert b"body=hello" in device.run("content query --uri content://sms/sent").stdout


@pytest.mark.parametrize("name", PROFILES)
def test_every_package_of_a_profile_is_the_apps(name: ProfileName) -> None:
    for app in APPS:
        assert PROFILES[name].package(app) in catalog.packages_of(app)


def test_a_fork_and_a_snapshot_keep_the_profile() -> None:
    phone = Phone(profile="androidworld")
    handle = phone.snapshot()
    twin = phone.fork()
    twin.boot(5)
    assert is_theirs(Device(twin))
    phone.pass_for("own")
    assert not is_theirs(Device(phone))
    phone.restore(handle)
    assert is_theirs(Device(phone))
