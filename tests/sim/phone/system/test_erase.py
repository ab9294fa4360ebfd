"""Erasing an app's data: the app opens again, and what belongs to the system stays."""

from __future__ import annotations

import pytest

from crab_gym.sim.phone import Phone
from crab_gym.sim.phone.android import Device
from crab_gym.sim.phone.apps import INSTALLED
from crab_gym.sim.phone.apps.maps.data import FAVOURITES, LOCATION
from tests.sim.phone import _drive as drive

APPS = [app.spec.id for app in INSTALLED]


@pytest.mark.parametrize("package", ["net.osmand", "com.google.android.apps.maps"])
def test_maps_keeps_the_phones_position(package: str) -> None:
    device = Device(drive.phone())
    position = device.phone.get(LOCATION)
    assert device.run(f"pm clear {package}").stdout == b"Success\n"
    assert device.phone.get(LOCATION) == position and device.phone.get(FAVOURITES) == ()
    device.run(f"monkey -p {package} 1")
    assert "Zoom in" in device.hierarchy()


@pytest.mark.parametrize("app", APPS)
def test_each_app_opens_without_its_data(app: str) -> None:
    phone: Phone = drive.phone()
    phone.shell(("erase", app))
    phone.launch(app)
    front = phone.front
    assert front is not None and front.app == app and len(phone.scene.nodes) > 3
