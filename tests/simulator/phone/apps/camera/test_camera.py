from __future__ import annotations

import pytest

from crab_sim.devices import media
from crab_sim.files import MAX_BYTES
from crab_sim.machine.slices import FILES
from crab_sim.phone import Phone
from crab_sim.phone.apps.camera import app as camera
from crab_sim.phone.apps.camera.app import FOLDER
from crab_sim.phone.apps.camera.data import CAMERA
from crab_sim.phone.system.permissions import PERMISSION_DIALOGS
from crab_sim.phone.system.settings_store import SETTINGS
from tests.simulator.phone._drive import node, nodes, phone, tap


@pytest.fixture
def machine() -> Phone:
    return phone(3, "Camera")


def new(machine: Phone) -> list[str]:
    before = phone(3).files.list(FOLDER)
    return [name for name in machine.files.list(FOLDER) if name not in before]


def test_a_photo_becomes_a_file_with_exif(machine: Phone) -> None:
    now = machine.now
    tap(machine, rid="shutter_button")
    (name,) = new(machine)
    data = machine.files.read(f"{FOLDER}/{name}")
    assert name.startswith("IMG_2026") and name.endswith(".jpg")
    assert media.read_exif(data).taken == now and media.read_exif(data).model == "Crab Phone"
    assert data.endswith(media.bundled_photo(camera.sight(3, now, False))[2000:])
    tap(machine, rid="shutter_button")
    assert len(new(machine)) == 2


def test_the_keys_for_the_volume_press_the_shutter(machine: Phone) -> None:
    volume = machine.get(SETTINGS)["system", "volume_music"]
    machine.execute("press", {"key": "volumedown"})
    assert len(new(machine)) == 1 and machine.get(SETTINGS)["system", "volume_music"] == volume
    machine.execute("press", {"key": "home"})
    machine.execute("press", {"key": "volumedown"})
    assert len(new(machine)) == 1 and machine.get(SETTINGS)["system", "volume_music"] != volume


def test_the_thumbnail_opens_the_photo(machine: Phone) -> None:
    assert not nodes(machine, rid="rounded_thumbnail_view") and nodes(machine, rid="filmstrip_layout")
    tap(machine, rid="shutter_button")
    tap(machine, rid="rounded_thumbnail_view")
    front = machine.front
    assert front is not None and front.app == "gallery" and front.page.arg.endswith(new(machine)[0])


def test_the_front_camera_sees_somebody_else(machine: Phone) -> None:
    tap(machine, description="Switch to front camera")
    tap(machine, rid="shutter_button")
    assert machine.files.read(f"{FOLDER}/{new(machine)[0]}").endswith(media.bundled_photo("selfie")[2000:])
    tap(machine, description="Switch to back camera")
    assert not machine.get(CAMERA).front


def test_a_video_is_as_long_as_it_was_recorded(machine: Phone) -> None:
    tap(machine, "Video")
    tap(machine, description="Record video")
    machine.advance(75)
    assert node(machine, "01:15", rid="recording_time")
    assert not nodes(machine, rid="camera_toggle_button")
    tap(machine, description="Stop recording")
    (name,) = new(machine)
    assert name.startswith("VID_") and name.endswith(".mp4")
    assert media.read_tags(machine.files.read(f"{FOLDER}/{name}")).seconds == 75


def test_intents_choose_the_mode(machine: Phone) -> None:
    for mode in ("video", "photo"):
        machine.launch("camera", (mode,))
        assert machine.window("camera").page.arg == mode


def test_what_is_seen_changes_with_time_and_seed() -> None:
    assert len({camera.sight(1, 120.0 * i, False) for i in range(40)}) > 20
    assert len({camera.sight(seed, 0.0, False) for seed in range(10)}) > 5


def test_a_full_phone_says_so(machine: Phone) -> None:
    files = machine.files
    machine.put(FILES, files.write("/data/big", bytes(MAX_BYTES - files.size - 1000), 0.0))
    tap(machine, rid="shutter_button")
    assert node(machine, "Can't be saved: No space left on device.")
    assert not new(machine)


def test_the_camera_asks_for_permission(machine: Phone) -> None:
    machine.put(PERMISSION_DIALOGS, True)
    tap(machine, rid="shutter_button")
    assert not new(machine)
    tap(machine, "While using the app")
    assert len(new(machine)) == 1


@pytest.mark.parametrize("size", [(280, 600), (600, 800)])
def test_other_screens(size: tuple[int, int]) -> None:
    machine = phone(3, "Camera", *size)
    tap(machine, rid="shutter_button")
    for found in nodes(machine):
        assert 0 <= found.bounds[0] < found.bounds[2] <= size[0] and found.bounds[3] <= size[1]
