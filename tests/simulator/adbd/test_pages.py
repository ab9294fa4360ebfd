"""Pages with scripts over the real adb: pushed or served by the computer, opened by an intent, played with taps."""

from __future__ import annotations

import http.server
import re
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.adb import Adb
from tests.simulator.phone.apps.browser.test_scripts import MAZE


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


class _Server(http.server.BaseHTTPRequestHandler):
    """A server of the computer that the phone is connected to, with one page."""

    def do_GET(self) -> None:
        """Answers with the page, or that there is none."""
        found = self.path == "/task.html"
        self.send_response(200 if found else 404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(MAZE.encode() if found else b"<h1>Nothing here</h1>")

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing."""


@pytest.fixture
def site() -> Iterator[int]:
    """The port of such a server."""
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), _Server) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server.server_port
        server.shutdown()
        thread.join()


def _until(adb: Adb, serial: str, text: str) -> str:
    for _ in range(50):
        found = _dump(adb, serial)
        if f'text="{text}"' in found:
            return found
        time.sleep(0.1)
    raise AssertionError(found)


def test_reverse_leads_the_browser_to_the_computer(adb: Adb, serial: str, site: int) -> None:
    start = "am start -n com.android.chrome/com.google.android.apps.chrome.Main -a android.intent.action.VIEW -d"
    adb.run("-s", serial, "shell", f"{start} http://localhost:8000/task.html")
    assert "ERR_CONNECTION_REFUSED" in _until(adb, serial, "This site can’t be reached")
    adb.run("-s", serial, "reverse", "tcp:8000", f"tcp:{site}")
    adb.run("-s", serial, "shell", f"{start} 'http://localhost:8000/task.html'")
    for way in ("Down", "Down", "Right", "Right", "Right"):
        node = re.search(rf'text="{way}"[^>]*bounds="\[(\d+),(\d+)\]\[(\d+),(\d+)\]"', _until(adb, serial, way))
        assert node
        left, top, right, bottom = map(int, node.groups())
        adb.run("-s", serial, "shell", f"input tap {(left + right) // 2} {(top + bottom) // 2}")
    assert 'text="localhost:8000/task.html"' in _until(adb, serial, "Success!")
    adb.run("-s", serial, "shell", f"{start} http://127.0.0.1:8000/other")
    _until(adb, serial, "Nothing here")
    adb.run("-s", serial, "shell", "pm clear com.android.chrome")
    adb.run("-s", serial, "reverse", "--remove-all")
    adb.run("-s", serial, "shell", f"{start} http://localhost:8000/task.html")
    _until(adb, serial, "This site can’t be reached")
