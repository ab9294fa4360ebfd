"""Attacks by lines in the simulated shell: at the host's files and programs, and on the time of one action."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import gymnasium as gym
import pytest

import crab_gym  # noqa: F401 - registers the tasks
from crab_sim.shell.testing import example_run
from tests.redteam._measure import Slowest

pytestmark = pytest.mark.slow

SECONDS = 10.0
"""Processor time of an action that is too much; on an idle machine all take less than 2 s."""
REACHING = (
    "cat {path}",
    "cat < {path}",
    'echo "$(< {path})"',
    "cat /proc/self/root{path}",
    "cat /proc/1/root{path}",
    "cat /proc/{pid}/environ",
    "cat /proc/self/environ",
    "ls /proc/{pid}",
    "cat ../../../../../../../../..{path}",
    "ln -s {path} l; cat l",
    "cp {path} x; cat x",
    "find / -name secret.txt",
    "grep -r host /tmp",
    "source {path}",
    ". {path}",
    "read x < {path}; echo $x",
    "mapfile x < {path}; echo $x",
    "awk '{{print}}' {path}",
    "awk 'BEGIN {{ while ((getline x < \"{path}\") > 0) print x }}'",
    "awk 'BEGIN {{ while ((\"cat {path}\" | getline x) > 0) print x }}'",
    "awk 'BEGIN {{ system(\"cat {path}\") }}'",
    "sed -n 'r {path}' notes.txt",
    "sed -n 'p;e cat {path}' notes.txt",
    "sed 's/.*/cat {path}/e' notes.txt",
    "xargs -a {path} echo",
    "diff {path} /dev/null",
    "od -c {path}",
    "tar cf - {path}",
    "python3 -c \"print(open('{path}').read())\"",
    "sh -c 'cat {path}'",
    "env cat {path}",
    "exec 3< {path}; cat <&3",
    "cat <<< $(cat {path})",
    "echo {path}*",
    "cat {folder}/*",
    "curl file://{path}",
    "cat /dev/fd/0 < {path}",
    "test -e {path} && echo the secret",
    "stat {path}",
    "realpath -e {path}",
)
"""Lines that print a file of the host where the shell passes a path or a command on."""
WRITING = (
    "echo x > {path}",
    "touch {path}",
    "mkdir -p {path}",
    "cp notes.txt {path}",
    "tee {path} < notes.txt",
    "dd of={path} < notes.txt",
    "ln -s /etc {path}",
    "sed 'w {path}' notes.txt",
    "awk 'BEGIN {{ print 1 > \"{path}\" }}'",
    "awk 'BEGIN {{ print 1 | \"tee {path}\" }}'",
    "sh -c 'touch {path}'",
    "$(touch {path})",
    "`touch {path}`",
    "eval touch {path}",
    "trap 'touch {path}' EXIT",
    "x=([$(touch {path})]=1)",
    "echo $((x[$(touch {path})]))",
    "find . -exec touch {path} \\;",
    "find . -fprint {path}",
    "split notes.txt {path}",
    "sort -o {path} notes.txt",
    "install notes.txt {path}",
    'gsettings set x y "$(touch {path})"',
    "xdg-open 'x; touch {path}'",
    "gedit '; touch {path}'",
)
"""Lines that make a file on the host where the shell passes a path or a command on."""
TYPED = {
    "loops": "while :; do :; done\n" * 500,
    "loops between pauses": "sleep 1; while :; do :; done\n" * 340,
    "long values": "x=$(seq 100000); while :; do y=$x$x; done\n" * 230,
    "patterns in long values": "x=$(seq 100000); for i in {1..500}; do : ${x%%*1*2*}; done\n" * 160,
    "replacements in long values": "x=$(seq 100000); while :; do : ${x//?/b}; done\n" * 200,
    "cases of long values": "x=$(seq 100000); while :; do case $x in *1*2*3*x) ;; esac; done\n" * 140,
    "thousands of files": "touch f{1..9000}\nfor i in {1..99}; do : *z *a*a*b ?*?*z; done\n" * 140,
    "folders in folders": "mkdir -p a{1..50}/b{1..50}\nfor i in {1..99}; do : */*/*; done\n" * 140,
    "thousands of arguments": "set -- {1..9000}; while :; do : $*; done\n" * 230,
    "regular expressions": "x=$(seq 9999); while :; do [[ $x =~ (1*)*(2*)*x ]]; done\n" * 160,
    "patterns for each line": "seq 30000 > f; awk '$0 ~ $0' f; grep -f f f\n" * 200,
    "large files": "seq 100000 > f; while :; do cut -c1- f; sort f; od -c f; done > /dev/null\n" * 120,
    "long outputs": "seq 99999\n" * 1_000,
    "unclosed sets": "x=$(printf '[%.0s' {1..15000}); x=$x$x$x$x; while :; do case a in $x) ;; esac; done\n" * 110,
    "unfinished blocks": "if true; then\n" * 700,
    "unfinished documents": "cat <<E\n" * 1_200,
    "completions": "echo */*\t" * 1_100,
    "completed folders": "cd /u\t/\t" * 1_200,
    "scripts that call themselves": "echo './s; ./s' > s; chmod +x s; ./s\n" * 250,
}


def line(text: str, path: Path) -> str:
    """Returns a line with the path of the host's file."""
    return text.format(path=path, folder=path.parent, pid=os.getpid())


@pytest.mark.parametrize("attack", REACHING)
def test_no_file_of_the_host_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, attack: str) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("of the host")
    monkeypatch.setenv("CRAB_SECRET", "of the host")
    result = example_run(line(attack, secret))
    shown = result.stdout + result.stderr
    assert b"of the host" not in shown and b"the secret" not in result.stdout


@pytest.mark.parametrize("attack", WRITING)
def test_no_file_of_the_host_is_made(tmp_path: Path, attack: str) -> None:
    example_run(line(attack, tmp_path / "made"))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("attack", TYPED)
def test_no_action_takes_long(attack: str, capsys: pytest.CaptureFixture[str]) -> None:
    env: Any = gym.make("Crab-v0/ubuntu.write_note", max_steps=100).unwrapped
    env.reset(seed=0)
    env.step({"device": "ubuntu", "name": "search_app", "args": {"name": "Terminal"}})
    env.step({"device": "ubuntu", "name": "press", "args": {"key": "enter"}})
    slowest = Slowest()
    action = {"device": "ubuntu", "name": "write_text", "args": {"text": TYPED[attack][:10_000]}}
    with slowest.measure(attack):
        info = env.step(action)[4]
    assert not info["invalid_action"] and env.backends["ubuntu"].state.foreground().app == "terminal"
    with capsys.disabled():
        print(f"\n{attack}: {1000 * slowest.seconds:.0f} ms of processor time", end=" ")
    assert slowest.seconds < SECONDS
