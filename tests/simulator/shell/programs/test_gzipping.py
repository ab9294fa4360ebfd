"""The simulated gzip, gunzip and zcat print and do what GNU gzip does."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from crab_sim.engines.archives import MAX_BYTES
from tests.simulator.shell.programs._beside import files_of, is_gnu, real, simulated

TREE = {"a.txt": b"hello\n", "b.txt": b"x" * 5000, "d/c.md": b"deep\n" * 40, "empty": b""}
LINES = {
    "there and back": "gzip a.txt; ls; gunzip a.txt.gz; ls; stat -c '%a %Y' a.txt",
    "kept": "gzip -k a.txt; gzip -k a.txt; echo $?; gzip -kf a.txt; echo $?; gzip -d a.txt.gz; echo $?; ls",
    "output": "gzip -c a.txt | zcat; gzip < b.txt | gunzip | wc -c; gzip -c a.txt > x; zcat x; zcat < x; gzip -dc x",
    "missing": "gzip nope; echo $?; gunzip nope; echo $?; zcat nope a.txt; echo $?",
    "folder": "gzip d; echo $?; zcat d; echo $?; gzip -r d; ls d; gunzip -r d; ls d",
    "no gzip": "gunzip a.txt; echo $?; cp a.txt x.gz; gunzip x.gz; echo $?; zcat a.txt; echo $?; cat a.txt | zcat",
    "already": "gzip a.txt; gzip a.txt.gz; echo $?; mv a.txt.gz a.tgz; gunzip a.tgz; ls",
    "cut off": (
        "gzip -c b.txt > b; head -c 15 b > c.gz; zcat c.gz; echo $?; head -c 25 b | zcat | head -c 3; "
        "gunzip -c < empty; echo $?"
    ),
    "several": (
        "gzip -c a.txt > x.gz; gzip -c d/c.md >> x.gz; zcat x.gz | wc; echo z >> x.gz; gunzip x.gz; echo $?; "
        "wc x"
    ),
    "wrong sum": "gzip -c a.txt | head -c -8 > x.gz; echo 12345678 >> x.gz; gunzip x.gz 2>&1 | head -2; ls",
    "options": "gzip -Q a.txt; echo $?; gzip --no-such-option; echo $?; gunzip -Q 2>&1 | head -1; zcat -Q; ls",
    "by its stem": "gzip a.txt; zcat a; zcat a.txt; gunzip a.txt; ls",
    "as it is": "zcat -f a.txt; gzip -t a.txt; echo $?; gzip a.txt; gzip -t a.txt.gz; echo $?; gzip -tv a.txt.gz",
    "link": (
        "ln -s a.txt l; gzip l; echo $?; gzip -c l | zcat; gzip a.txt; ln -s a.txt.gz m.gz; gunzip m.gz; "
        "echo $?; rm m.gz"
    ),
    "verbose": "gzip -v a.txt empty; gunzip -v a.txt.gz; gzip -kv a.txt",
    "long": "gzip --keep --best a.txt; gunzip --stdout a.txt.gz; gzip --force a.txt; gzip --decompress a.txt.gz; ls",
    "level": "gzip -9 a.txt; gunzip a.txt.gz; gzip -1 a.txt; gunzip a.txt.gz; cat a.txt",
    "many": "gzip a.txt nope b.txt; echo $?; ls; gunzip *.gz; ls",
}  # fmt: skip


@pytest.mark.skipif(not is_gnu("gzip"), reason="this host has no GNU gzip")
@pytest.mark.parametrize("name", LINES)
def test_they_do_what_the_real_ones_do(name: str, tmp_path: Path) -> None:
    told, there = real(LINES[name], TREE, tmp_path)
    ours = simulated(LINES[name], TREE)
    assert ours.terminal.decode().splitlines() == told.splitlines()
    here = files_of(ours.files)
    assert sorted(here) == sorted(there)
    assert {each for each in here if here[each] != there[each]} <= {each for each in here if _packed(here[each])}


def _packed(data: bytes) -> bool:
    return data[:2] == b"\x1f\x8b"


def test_other_programs_read_what_gzip_writes() -> None:
    first, again = [files_of(simulated("gzip b.txt", TREE).files)["b.txt.gz"] for _ in range(2)]
    assert gzip.decompress(first) == TREE["b.txt"] and first == again
    assert first[4:8] == (1_714_000_000).to_bytes(4, "little") and first[10:16] == b"b.txt\0"
    assert files_of(simulated("gzip -n b.txt", TREE).files)["b.txt.gz"][3:8] == bytes(5)


def test_a_bomb_is_refused() -> None:
    bomb = gzip.compress(bytes(MAX_BYTES + 1), mtime=0)
    result = simulated("gunzip bomb.gz; echo $?", {"bomb.gz": bomb})
    assert result.terminal == b"gzip: bomb.gz: it holds more than 16 MB\n1\n"
    assert files_of(result.files) == {"bomb.gz": bomb}


def test_many_parts_are_charged_for() -> None:
    part = gzip.compress(b"", mtime=0)
    result = simulated("zcat parts.gz", {"parts.gz": part * 100_000})
    assert b"too much work" in result.stderr


def test_folders_of_others_stay() -> None:
    result = simulated("cp a.txt /tmp; cd /tmp; gzip a.txt; ls; cp a.txt.gz /etc; gzip -dc /tmp/a.txt.gz", TREE)
    assert result.stdout == b"a.txt.gz\nhello\n"
