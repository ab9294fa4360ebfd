"""Erasing an app's data: the app opens again, and what belongs to the system stays."""

from __future__ import annotations

import pytest

from crab_sim.devices.phone_facts import SAVED_PLACES
from crab_sim.phone import Phone
from crab_sim.phone.android import Device, catalog
from crab_sim.phone.apps import INSTALLED
from crab_sim.phone.apps.camera.data import CAMERA
from crab_sim.phone.apps.maps.data import LOCATION, saved
from crab_sim.phone.apps.recorder.data import RECORDER
from crab_sim.phone.media.library import RECORDS
from tests.simulator.phone import _drive as drive

APPS = [app.spec.id for app in INSTALLED]


@pytest.mark.parametrize("package", ["net.osmand", "com.google.android.apps.maps"])
def test_maps_keeps_the_phones_position(package: str) -> None:
    device = Device(drive.phone())
    position = device.phone.get(LOCATION)
    assert saved(device.phone.files)
    assert device.run(f"pm clear {package}").stdout == b"Success\n"
    assert device.phone.get(LOCATION) == position and saved(device.phone.files) == ()
    device.run(f"monkey -p {package} 1")
    assert "Zoom in" in device.hierarchy()


@pytest.mark.parametrize("app", APPS)
def test_each_app_opens_without_its_data(app: str) -> None:
    phone: Phone = drive.phone()
    phone.shell(("erase", app))
    phone.launch(app)
    front = phone.front
    assert front is not None and front.app == app and len(phone.scene.nodes) > 3


@pytest.mark.parametrize("way", ["am force-stop", "pm clear"])
@pytest.mark.parametrize("app", ["camera", "recorder"])
def test_a_stopped_app_records_no_longer(app: str, way: str) -> None:
    device = Device(drive.phone())
    package, before = catalog.package_of(app), device.phone.files
    device.run(f"monkey -p {package} 1")
    if app == "camera":
        drive.tap(device.phone, "Video")
        drive.tap(device.phone, description="Record video")
    else:
        drive.tap(device.phone, rid="btn_record")
    drive.press(device.phone, "home")
    device.run("cmd crab_gym advance 20")
    assert device.phone.get(CAMERA).recording is not None or device.phone.get(RECORDER).recording is not None
    device.run(f"{way} {package}")
    assert device.phone.get(CAMERA).recording is None and device.phone.get(RECORDER).recording is None
    assert device.phone.files == before or way == "pm clear"  # which empties the recorder's folder
    device.run(f"monkey -p {package} 1")
    assert not drive.nodes(device.phone, rid="recording_time")


def test_settings_stop_a_recording() -> None:
    phone = drive.phone(app="Recorder")
    drive.tap(phone, rid="btn_record")
    drive.press(phone, "home")
    phone.launch("settings", ("page", "apps"))
    drive.scroll_to(phone, "Recorder")
    drive.tap(phone, "Recorder")
    drive.tap(phone, "Force stop")
    drive.tap(phone, "OK")
    assert phone.get(RECORDER).recording is None


@pytest.mark.parametrize(
    ("package", "folder"), [("com.dimowner.audiorecorder", RECORDS), ("net.osmand", SAVED_PLACES.rpartition("/")[0])]
)
def test_an_apps_folder_is_there_again_and_empty(package: str, folder: str) -> None:
    device = Device(drive.phone())
    device.run(f"mkdir -p {folder}; echo x > {folder}/x; pm clear {package}")
    output = device.run(f"ls {folder}")
    assert output.status == 0 and output.stdout == b""
