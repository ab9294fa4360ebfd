"""Five thousand hostile lines in the shells of the simulated devices: no exception, no growth, none that takes long."""

from __future__ import annotations

import pytest

from crab_sim.files import MAX_BYTES
from crab_sim.phone import Phone
from crab_sim.phone.android import AndroidHost, Device
from crab_sim.shell import COMMANDS, complete, is_incomplete, login_state, run
from crab_sim.shell.limits import MAX_OUTPUT
from crab_sim.shell.testing import example_files, example_host
from tests.redteam._lines import BOMBS, Lines
from tests.redteam._measure import Slowest, resident

ATTACKS = 5_000
"""Lines of the slow tier: half for the desktop's shell, half for the phone's."""
QUICK = 120
"""Lines for each shell in every run of the tests, drawn after the bombs."""
_SESSION = 20  # lines that follow each other in one shell; then it begins anew
_SECONDS = 2.0
_GROWTH_MB = 24.0


class DesktopShell:
    """Runs lines in the desktop's shell, each after the other as a terminal does."""

    def __init__(self, seed: int) -> None:
        self.lines = Lines(seed, sorted(COMMANDS))
        self.slowest, self.count = Slowest(), 0
        self._host = example_host()

    def play(self, count: int) -> None:
        """Runs some lines."""
        for _ in range(count):
            if self.count % _SESSION == 0:
                self._files, self._state = example_files(), login_state(self._host)
            self._line(self.lines.draw())

    def _line(self, line: str) -> None:
        with self.slowest.measure(line):
            is_incomplete(line)
            complete(line[-200:], self._files, self._state, self._host)
            result = run(line, self._files, self._state, self._host, b"one\ntwo\n")
        self.count += 1
        assert 0 <= result.status <= 255
        assert len(result.stdout) <= MAX_OUTPUT and len(result.stderr) <= MAX_OUTPUT + 1000
        assert result.files.size <= MAX_BYTES
        for text in (result.state.cwd, *result.state.variables.values(), *result.state.history):
            text.encode()
        if result.files.is_dir(result.state.cwd):  # else the line has removed the folder
            self._files, self._state = result.files, result.state


class PhoneShell:
    """Runs lines in the shell of a simulated phone, whose commands change the phone."""

    def __init__(self, seed: int) -> None:
        self.lines = Lines(seed, sorted({*COMMANDS, *AndroidHost(Device(Phone())).commands}))
        self.slowest, self.count = Slowest(), 0

    def play(self, count: int) -> None:
        """Runs some lines."""
        for _ in range(count):
            if self.count % _SESSION == 0:
                self._device = Device(Phone())
                self._device.phone.set_drawn(False)
            line = self.lines.draw()
            with self.slowest.measure(line):
                output = self._device.run(line, b"one\ntwo\n")
            self.count += 1
            assert 0 <= output.status <= 255
            if self.count % _SESSION == _SESSION - 1:
                assert self._device.run_argv(["echo", "well"]).stdout == b"well\n"
                assert self._device.hierarchy().endswith("</hierarchy>")


SHELLS = {"desktop": DesktopShell, "phone": PhoneShell}


@pytest.mark.parametrize("name", SHELLS)
def test_hostile_lines_never_raise(name: str) -> None:
    shell = SHELLS[name](1)
    for _ in range(len(BOMBS)):
        shell.lines.draw()
    shell.play(QUICK)


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("name", SHELLS)
def test_thousands_of_hostile_lines(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    shell, count = SHELLS[name](0), ATTACKS // len(SHELLS)
    shell.play(count // 2)
    before = resident()
    shell.play(count - count // 2)
    grown = resident() - before
    with capsys.disabled():
        print(f"\n{shell.count} hostile lines on the {name}; {grown:.1f} MB grown; {shell.slowest}")
    assert shell.count == count > len(BOMBS)
    assert grown < _GROWTH_MB
    assert shell.slowest.seconds < _SECONDS, shell.slowest
