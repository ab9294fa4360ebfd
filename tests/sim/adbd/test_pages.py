"""Pages with scripts over the real adb: pushed, opened by an intent, played with taps."""

from __future__ import annotations

import re
from pathlib import Path

from tests.adb import Adb
from tests.sim.phone.apps.browser.test_scripts import MAZE


def _dump(adb: Adb, serial: str) -> str:
    return adb.run("-s", serial, "exec-out", "uiautomator dump /dev/tty").stdout.decode()


def test_a_pushed_page_is_played(adb: Adb, serial: str, tmp_path: Path) -> None:
    (tmp_path / "task.html").write_text(MAZE)
    adb.run("-s", serial, "push", str(tmp_path / "task.html"), "/sdcard/Download/task.html")
    view = "am start -a android.intent.action.VIEW -t text/html -d "
    adb.run("-s", serial, "shell", f"{view} file:///sdcard/Download/task.html")
    for way in ("Right", "Left", "Down", "Down", "Right", "Right", "Right"):
        node = re.search(rf'<node [^>]*text="{way}"[^>]*bounds="\[(\d+),(\d+)\]\[(\d+),(\d+)\]"', _dump(adb, serial))
        assert node
        left, top, right, bottom = map(int, node.groups())
        adb.run("-s", serial, "shell", f"input tap {(left + right) // 2} {(top + bottom) // 2}")
    success = re.search(r'<node [^>]*text="Success!"[^>]*>', _dump(adb, serial))
    assert success and 'package="com.android.chrome"' in success[0]
    document = "content://com.android.externalstorage.documents/document/primary%3ADownload%2Ftask.html"
    adb.run("-s", serial, "shell", f"{view} {document}")
    assert 'text="Right"' in _dump(adb, serial)
