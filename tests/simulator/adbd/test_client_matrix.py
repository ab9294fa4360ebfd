"""The table of clients in docs/adb.md: every call of each client passes."""

from __future__ import annotations

import gc
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
MATRIX = runpy.run_path(str(ROOT / "scripts" / "foreign" / "client_matrix.py"))
EXTRA = {"adb-shell": "adb_shell", "androidviewclient": "culebratester_client", "uiautomator2": "uiautomator2"}
NAMES = [
    pytest.param(name, marks=pytest.mark.extra(EXTRA[name])) if name in EXTRA else name for name in MATRIX["CLIENTS"]
]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", NAMES)
def test_every_call_passes_and_is_listed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ANDROID_ADB_SERVER_PORT", raising=False)
    row = MATRIX["tried"](name, MATRIX["CLIENTS"][name][1])
    gc.collect()
    assert row.failed == ()
    rows = [line for line in (ROOT / "docs" / "adb.md").read_text(encoding="utf-8").splitlines() if line[:2] == "| "]
    listed = next(line for line in rows if line.split(" ")[1] == name)
    assert listed.split(" | ")[1] == "; ".join(row.passed)
