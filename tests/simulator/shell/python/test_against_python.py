"""The simulated Python agrees with the real one: output, exit status and files of handwritten programs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.simulator.shell.python._programs import both

SCRIPTS = {
    name.strip(): text
    for file in sorted((Path(__file__).parent / "scripts").glob("*.txt"))
    for name, text in re.findall(r"^%% (.*)\n((?:(?!%% ).*\n)*)", file.read_text(), re.MULTILINE)
}
# The simulated Python is 3.11; later ones word these messages differently.
REWORDED = {
    "max() iterable argument is empty": "max() arg is an empty sequence",
    "min() iterable argument is empty": "min() arg is an empty sequence",
}


@pytest.mark.parametrize("name", SCRIPTS)
def test_program(name: str) -> None:
    ours, real, result = both(SCRIPTS[name])
    said = real.stdout
    for now, before in REWORDED.items():
        said = said.replace(now, before)
    assert ours.stdout == said, result.stderr.decode()
    assert ours.status == real.status, result.stderr.decode()
    assert ours.files == real.files
