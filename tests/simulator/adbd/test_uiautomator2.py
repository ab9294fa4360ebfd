"""uiautomator2, unmodified, against a served phone."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.adb import Adb

pytestmark = [
    pytest.mark.extra("uiautomator2"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning", "ignore::ResourceWarning"),
]


@pytest.fixture
def phone(adb: Adb, serial: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    import adbutils
    import uiautomator2

    monkeypatch.setattr(adbutils, "adb", adbutils.AdbClient(port=adb.port))  # a private server, not that of port 5037
    connected = uiautomator2.connect(serial)
    yield connected
    connected.stop_uiautomator()
    gc.collect()


def test_the_phone_is_told_and_shown(phone: Any) -> None:
    assert phone.info["displayWidth"] == 360 and phone.window_size() == (360, 800)
    assert phone.screenshot().size == (360, 800)
    assert phone.device_info["model"] == "Crab Phone" and phone.shell("echo hi").output == "hi\n"


def test_apps_start_and_stop(phone: Any) -> None:
    phone.app_start("com.android.settings", wait=True)
    assert phone.app_current()["package"] == "com.android.settings"
    assert phone.app_wait("com.android.settings", timeout=3) and "com.android.settings" in phone.app_list_running()
    phone.app_stop("com.android.settings")
    assert phone.app_current()["package"] == "com.android.launcher3"
    assert phone.app_info("com.android.chrome")["versionName"]


def test_elements_are_found_waited_for_and_touched(phone: Any) -> None:
    import uiautomator2

    phone.app_start("com.android.settings")
    assert phone(text="Display").wait(timeout=3) and not phone(text="Nothing").exists
    phone(text="Display").click()
    assert phone.xpath('//*[@text="Dark theme"]').exists
    phone.xpath('//*[@text="Dark theme"]').click()
    phone.press("back")
    phone(scrollable=True).scroll.toEnd()
    assert phone(scrollable=True).child(text="About phone").exists
    assert phone(text="Display").wait_gone(timeout=0.2) is False
    with pytest.raises(uiautomator2.UiObjectNotFoundError):
        phone(text="Nothing").click(timeout=0.2)
    assert '"Display"' in phone.dump_hierarchy()


def test_texts_are_typed(phone: Any) -> None:
    phone.app_start("com.android.contacts")
    phone(description="Create contact").click()
    field = phone(className="android.widget.EditText", instance=0)
    field.set_text("Zoë ☃")
    assert field.get_text() == "Zoë ☃"
    field.clear_text()
    phone.send_keys("Ada")
    assert field.get_text() == "Ada"
    phone.clear_text()
    phone.clipboard = "copied"
    assert phone.clipboard == "copied" and field.get_text() == "First name"


def test_movements_files_and_a_new_server(phone: Any, tmp_path: Path) -> None:
    phone.swipe(180, 700, 180, 300)
    assert phone(textContains="Search").exists
    phone.press("home")
    phone.open_notification()
    phone.press("back")
    (tmp_path / "a.txt").write_text("pushed")
    phone.push(str(tmp_path / "a.txt"), "/sdcard/a.txt")
    phone.pull("/sdcard/a.txt", str(tmp_path / "b.txt"))
    assert (tmp_path / "b.txt").read_text() == "pushed"
    phone.reset_uiautomator()
    assert phone.info["currentPackageName"] == "com.android.launcher3"
