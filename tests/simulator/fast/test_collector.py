"""The garbage collector in processes that do nothing but step."""

from __future__ import annotations

import subprocess
import sys


def test_what_exists_is_left_alone_and_new_objects_are_collected_less_often() -> None:
    code = (
        "import gc; from crab_sim.fast.collector import collect_seldom; before = gc.get_threshold();"
        "collect_seldom(); print(gc.get_freeze_count() > 1000, gc.get_threshold() > before, gc.isenabled())"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout == "True True True\n"
