from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image

from crab_sim.devices import media
from crab_sim.devices.facts import content_digest
from crab_sim.draw.image_header import image_size
from crab_sim.draw.raster import Canvas
from crab_sim.machine.slices import FILES
from crab_sim.phone import Phone
from crab_sim.phone.app import SDCARD
from crab_sim.phone.apps.gallery import data
from crab_sim.phone.apps.gallery.data import BIN, Edit
from crab_sim.phone.media import storage
from crab_sim.phone.system.wallpaper import WALLPAPER, Wallpaper
from crab_sim.ui.node import SELECTED
from tests.simulator.phone._drive import center, long_tap, node, nodes, phone, press, tap, write

CAMERA = f"{SDCARD}/DCIM/Camera"


@pytest.fixture
def gallery() -> Phone:
    return phone(3, "Gallery")


def first(machine: Phone) -> storage.MediaFile:
    return data.shots(machine.files)[0]


def show(machine: Phone, path: str) -> None:
    machine.launch("gallery", ("show", path))


@pytest.mark.parametrize("seed", range(6))
def test_seeded_photos_are_dated_as_their_names_say(seed: int) -> None:
    machine = phone(seed)
    shots = storage.scan(machine.files, "image")
    assert 10 <= len(shots) <= 18
    for shot in shots:
        said = media.read_exif(shot.file.data)
        assert said.taken == shot.file.mtime <= machine.now and said.make == "Crab"
        if shot.folder == CAMERA:
            digits = "".join(c for c in shot.name if c.isdigit())
            taken = data.calendar.civil(int(said.taken // 86_400))
            assert digits.startswith("{}{:02}{:02}".format(*taken))
    again = phone(seed)
    assert again.files == machine.files


def test_days_are_headings_and_newest_come_first(gallery: Phone) -> None:
    dates = [data.taken(shot) for shot in data.shots(gallery.files)]
    assert dates == sorted(dates, reverse=True)
    assert nodes(gallery, rid="photo")[0].description.endswith(first(gallery).name)
    assert len(data.days(data.shots(gallery.files))) < len(dates)


def test_a_photo_is_drawn_from_its_own_file(gallery: Phone) -> None:
    out = io.BytesIO()
    Image.new("RGB", (64, 64), (200, 30, 60)).save(out, "PNG")
    gallery.put(FILES, gallery.files.write(f"{SDCARD}/Pictures/red.png", out.getvalue(), gallery.now))
    show(gallery, f"{SDCARD}/Pictures/red.png")
    at = center(node(gallery, rid="photo_view"))
    image = Canvas(gallery.width, gallery.height).frame(gallery.scene.ops)
    assert np.abs(image[at["y"], at["x"]].astype(int) - (200, 30, 60)).max() <= 2


@pytest.mark.parametrize("content", [b"", b"no photo", b"\xff\xd8\xff\xe1\xff", b"\x89PNG\r\n\x1a\n" + b"\0" * 40])
def test_broken_files_are_shown_as_such(gallery: Phone, content: bytes) -> None:
    path = f"{SDCARD}/Pictures/broken.jpg"
    gallery.put(FILES, gallery.files.write(path, content, gallery.now))
    show(gallery, path)
    Canvas(gallery.width, gallery.height).frame(gallery.scene.ops)
    tap(gallery, "Details")
    assert node(gallery, "broken.jpg", rid="label")
    press(gallery, "back")
    tap(gallery, "Edit")
    tap(gallery, "Rotate")
    assert data.edited(content, Edit()) is None
    before = gallery.files
    tap(gallery, "Save copy")
    assert gallery.files == before


def test_swipes_and_arrows_turn_to_the_neighbours(gallery: Phone) -> None:
    paths = [shot.path for shot in data.shots(gallery.files)]
    show(gallery, paths[0])
    assert node(gallery, f"1 of {len(paths)}")
    gallery.execute("swipe", {"x": 180, "y": 400, "direction": "right", "distance": "medium"})
    assert gallery.window("gallery").page.arg == paths[1]
    tap(gallery, description="Next photo")
    tap(gallery, description="Previous photo")
    assert gallery.window("gallery").page.arg == paths[1]


def test_details_show_the_exif(gallery: Phone) -> None:
    taken, place = 1_790_000_000.0, (47.3667, -8.5449)
    path = f"{CAMERA}/a.jpg"
    gallery.put(FILES, gallery.files.write(path, media.photo("cat", taken, place), gallery.now))
    show(gallery, path)
    tap(gallery, "Details")
    assert node(gallery, rid="datetime_item_layout").description == "Mon, 21 Sep 2026 14:13"
    assert nodes(gallery, rid="exif_item_layout")
    for text in ("a.jpg", "Crab Phone", "47.3667, -8.5449"):
        assert node(gallery, text, rid="label")
    assert any("640 × 480" in n.text for n in nodes(gallery))


def test_favourites(gallery: Phone) -> None:
    path = first(gallery).path
    show(gallery, path)
    tap(gallery, description="Favourite")
    assert gallery.get(data.LIBRARY).favourites == (path,)
    press(gallery, "back")
    tap(gallery, "Library")
    tap(gallery, "Favourites")
    tap(gallery, rid="photo")
    tap(gallery, description="Remove from favourites")
    press(gallery, "back")
    assert node(gallery, "Nothing here")


def test_bin_restore_and_delete(gallery: Phone) -> None:
    path = first(gallery).path
    show(gallery, path)
    for answer in ("Cancel", "Move to bin"):
        tap(gallery, "Delete")
        tap(gallery, answer)
    assert not gallery.files.exists(path) and len(gallery.files.list(BIN)) == 1
    assert path not in [shot.path for shot in data.shots(gallery.files)]
    press(gallery, "back")
    tap(gallery, "Library")
    tap(gallery, "Bin (1)")
    tap(gallery, rid="photo")
    tap(gallery, "Restore")
    assert gallery.files.is_file(path) and not gallery.get(data.LIBRARY).bin
    show(gallery, path)
    tap(gallery, "Delete")
    tap(gallery, "Move to bin")
    press(gallery, "back")
    tap(gallery, "Empty")
    tap(gallery, "Empty", role="button")
    assert not gallery.files.list(BIN) and not gallery.get(data.LIBRARY).bin


def test_edits_are_saved_as_a_copy(gallery: Phone) -> None:
    path = f"{CAMERA}/a.jpg"
    original = media.photo("cat", 1_790_000_000.0)
    gallery.put(FILES, gallery.files.write(path, original, gallery.now))
    show(gallery, path)
    tap(gallery, "Edit")
    tap(gallery, "Rotate")
    tap(gallery, "16:9")
    tap(gallery, "Filters")
    tap(gallery, "Mono")
    tap(gallery, "Save copy")
    copy = gallery.files.read(f"{CAMERA}/a~edited.jpg")
    assert gallery.files.read(path) == original
    assert image_size(copy) == (480, 270) and media.read_exif(copy) == media.read_exif(original)
    pixels = np.asarray(Image.open(io.BytesIO(copy)).convert("RGB")).astype(int)
    assert np.ptp(pixels, axis=2).max() <= 3
    assert gallery.window("gallery").page.arg == f"{CAMERA}/a~edited.jpg"


def test_search_by_name_and_date(gallery: Phone) -> None:
    tap(gallery, "Search")
    name = first(gallery).name
    write(gallery, name[:-4].lower())
    assert [n.description.rpartition(" ")[2] for n in nodes(gallery, rid="photo")] == [name]
    tap(gallery, description="Clear")
    write(gallery, "video nothing")
    assert node(gallery, "No results")


def test_no_photos() -> None:
    machine = phone(3)
    files = machine.files
    for kind in ("image", "video"):
        for shot in storage.scan(files, kind):
            files = files.remove(shot.path)
    machine.put(FILES, files)
    machine.execute("open_app", {"name": "Gallery"})
    assert node(machine, "No photos yet")


@pytest.mark.parametrize("size", [(280, 600), (600, 800)])
def test_other_screens(size: tuple[int, int]) -> None:
    machine = phone(3, "Gallery", *size)
    for label in ("Library", "Search", "Photos"):
        tap(machine, label, role="tab")
    tap(machine, rid="photo")
    assert all(found.bounds[2] <= size[0] for found in nodes(machine))


def _three(machine: Phone) -> list[str]:
    """Makes an album of three photos and opens it."""
    paths = [f"{SDCARD}/Pictures/Trip/{name}.jpg" for name in "abc"]
    files = machine.files.mkdir(f"{SDCARD}/Pictures/Trip", machine.now)
    for i, path in enumerate(paths):
        files = files.write(path, b"photo %d" % i, machine.now - i)
    machine.put(FILES, files)
    tap(machine, "Library", role="tab")
    tap(machine, "Trip", role="list_item")
    return paths


def _thumb(machine: Phone, name: str) -> str:
    return next(n.description for n in nodes(machine, rid="photo") if n.description.endswith(f", {name}"))


def test_selected_photos_are_copied_to_a_folder(gallery: Phone) -> None:
    paths = _three(gallery)
    long_tap(gallery, description=_thumb(gallery, "a.jpg"))
    tap(gallery, description=_thumb(gallery, "c.jpg"))
    assert node(gallery, "2")
    assert [bool(n.flags & SELECTED) for n in nodes(gallery, rid="photo")] == [True, False, True]
    tap(gallery, description="More options")
    tap(gallery, "Copy to")
    tap(gallery, "Download", role="list_item")
    tap(gallery, "Copy here")
    names = gallery.files.list(f"{SDCARD}/Download")
    assert "a.jpg" in names and "c.jpg" in names and "b.jpg" not in names
    assert gallery.files.read(f"{SDCARD}/Download/c.jpg") == b"photo 2"
    assert all(gallery.files.exists(path) for path in paths)
    assert node(gallery, "2 files copied to Download") and not nodes(gallery, "2")


def test_selected_photos_are_moved_to_a_new_folder_and_stay_favourites(gallery: Phone) -> None:
    paths = _three(gallery)
    tap(gallery, description=_thumb(gallery, "b.jpg"))
    tap(gallery, description="Favourite")
    press(gallery, "back")
    long_tap(gallery, description=_thumb(gallery, "b.jpg"))
    tap(gallery, description="More options")
    tap(gallery, "Move to")
    tap(gallery, "Pictures", role="list_item")
    tap(gallery, description="New folder")
    write(gallery, "Best")
    tap(gallery, "Create")
    assert node(gallery, "Internal storage/Pictures/Best")
    tap(gallery, "..")
    tap(gallery, description="New folder")
    write(gallery, "Best\n")
    assert node(gallery, "Something with this name is already here")
    tap(gallery, "OK")
    tap(gallery, "Best", role="list_item")
    tap(gallery, "Move here")
    moved = f"{SDCARD}/Pictures/Best/b.jpg"
    assert gallery.files.read(moved) == b"photo 1" and not gallery.files.exists(paths[1])
    assert gallery.get(data.LIBRARY).favourites == (moved,)


def test_a_shown_photo_is_copied_beside_itself_and_moved_away(gallery: Phone) -> None:
    paths = _three(gallery)
    tap(gallery, description=_thumb(gallery, "b.jpg"))
    for word, names in (("Copy", ["a.jpg", "b (1).jpg", "b.jpg", "c.jpg"]), ("Move", ["a.jpg", "b (1).jpg", "c.jpg"])):
        tap(gallery, description="More options")
        tap(gallery, f"{word} to")
        for folder in ("Pictures", "Trip") if word == "Copy" else ("Download",):
            tap(gallery, folder, role="list_item")
        tap(gallery, f"{word} here")
        assert sorted(gallery.files.list(f"{SDCARD}/Pictures/Trip")) == names
    assert gallery.window("gallery").page.arg != paths[1] and nodes(gallery, rid="photo_view")


def test_all_photos_are_selected_and_binned(gallery: Phone) -> None:
    paths = _three(gallery)
    long_tap(gallery, description=_thumb(gallery, "a.jpg"))
    tap(gallery, description="More options")
    tap(gallery, "Select all")
    tap(gallery, description="Delete")
    tap(gallery, "Move to bin", role="button")
    assert node(gallery, "Nothing here") and not any(gallery.files.exists(path) for path in paths)
    assert len(gallery.get(data.LIBRARY).bin) == 3


def pictures(machine: Phone) -> list[storage.MediaFile]:
    return [shot for shot in data.shots(machine.files) if shot.folder == CAMERA and shot.name.endswith(".jpg")]


def choose(machine: Phone, entry: str) -> None:
    """Chooses an entry of the menu of the photo that is shown."""
    tap(machine, description="More options")
    tap(machine, entry, role="menu_item")


def test_a_photo_is_renamed_and_stays_a_favourite(gallery: Phone) -> None:
    shot, other = pictures(gallery)[:2]
    show(gallery, shot.path)
    tap(gallery, description="Favourite")
    choose(gallery, "Rename")
    write(gallery, "lake")
    tap(gallery, "OK")
    renamed = f"{shot.folder}/lake.jpg"
    assert gallery.files.read(renamed) == shot.file.data and not gallery.files.exists(shot.path)
    assert gallery.get(data.LIBRARY).favourites == (renamed,)
    show(gallery, other.path)
    choose(gallery, "Rename")
    write(gallery, "lake")
    before = gallery.files
    tap(gallery, "OK")
    assert gallery.files == before and nodes(gallery, role="dialog")


@pytest.mark.parametrize("name", ["a/b", "x" * 300])
def test_a_photo_keeps_its_name_where_the_new_one_is_none(gallery: Phone, name: str) -> None:
    show(gallery, first(gallery).path)
    before = gallery.files
    choose(gallery, "Rename")
    write(gallery, name)
    tap(gallery, "OK")
    assert gallery.files == before and nodes(gallery, role="dialog")


def test_a_smaller_copy_is_saved(gallery: Phone) -> None:
    shot = pictures(gallery)[0]
    show(gallery, shot.path)
    choose(gallery, "Resize")
    write(gallery, "120")
    tap(gallery, "Save copy")
    copy = gallery.files.read(f"{shot.path.rpartition('.')[0]}_120.jpg")
    wide, high = image_size(shot.file.data) or (0, 0)
    assert image_size(copy) == (120, round(high * 120 / wide))
    assert media.read_exif(copy) == media.read_exif(shot.file.data)._replace(orientation=1)
    assert gallery.files.read(shot.path) == shot.file.data
    for width in ("0", "99999", "12a", "-4"):
        show(gallery, shot.path)
        choose(gallery, "Resize")
        write(gallery, width)
        before = gallery.files
        tap(gallery, "Save copy")
        assert gallery.files == before and nodes(gallery, role="dialog")
        tap(gallery, "OK")


def test_an_album_is_sorted_by_name_and_by_size(gallery: Phone) -> None:
    shots = [shot for shot in data.shots(gallery.files) if shot.folder == CAMERA]
    tap(gallery, "Library")
    tap(gallery, "Camera")
    orders = {
        "Name": sorted(shot.name for shot in shots),
        "Size": [shot.name for shot in sorted(shots, key=lambda shot: -len(shot.file.data))],
        "Date taken": [shot.name for shot in shots],
    }
    for order, names in orders.items():
        tap(gallery, description="Sort by")
        tap(gallery, order)
        shown = [n.description.rpartition(", ")[2] for n in nodes(gallery, rid="photo")]
        assert shown == names[: len(shown)]


def test_a_photo_becomes_the_wallpaper(gallery: Phone) -> None:
    shot = pictures(gallery)[0]
    show(gallery, shot.path)
    choose(gallery, "Set as wallpaper")
    assert gallery.get(WALLPAPER) == Wallpaper(content_digest(shot.file.data), shot.file.data)
    press(gallery, "home")
    screen = Canvas(gallery.width, gallery.height).frame(gallery.scene.ops)
    show(gallery, pictures(gallery)[1].path)
    choose(gallery, "Set as wallpaper")
    press(gallery, "home")
    assert not np.array_equal(screen, Canvas(gallery.width, gallery.height).frame(gallery.scene.ops))


def test_a_photos_place_is_shown_on_the_map() -> None:
    machine = phone(3)
    machine.put(FILES, machine.files.write(f"{CAMERA}/hut.jpg", media.photo("cat", 1e9, (47.0661, 9.5025)), 1e9))
    machine.launch("gallery", ("show", f"{CAMERA}/hut.jpg"))
    tap(machine, "Details")
    tap(machine, description="47.0661, 9.5025")
    assert machine.front is not None and machine.front.app == "maps"
    assert any("near Balzers" in f"{n.text} {n.description}" for n in nodes(machine))
