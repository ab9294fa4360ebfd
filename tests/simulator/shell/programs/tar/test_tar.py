"""The simulated tar prints and does what GNU tar does."""

from __future__ import annotations

import gzip
import io
import tarfile
from pathlib import Path

import pytest

from crab_sim.engines.archives import MAX_BYTES
from crab_sim.files import Link
from crab_sim.shell import Result
from tests.simulator.shell.programs._beside import WHEN, files_of, is_gnu, real, simulated

TREE = {"a.txt": b"hello\n", "b.txt": b"x" * 500, "d/c.md": b"deep\n", "d/e/f.png": bytes(200), "sp ace": b"s"}
LINES = {
    "pack": "tar cf o.tar a.txt b.txt d/c.md; tar tf o.tar; tar -cvf p.tar d/e a.txt; tar --list --file=p.tar",
    "gzip": "tar czf o.tgz a.txt d/c.md; tar tzf o.tgz; tar -tf o.tgz; tar -c -z -f q.tar.gz a.txt; tar xvf q.tar.gz",
    "auto": "tar caf o.tar.gz a.txt; tar tzf o.tar.gz; tar caf o.tar a.txt; tar tzf o.tar; echo $?",
    "unpack": (
        "chmod 750 a.txt; tar cf o.tar a.txt d/e; rm -r a.txt d; tar xvf o.tar; "
        "stat -c '%a %Y %n' a.txt d/e d/e/*"
    ),
    "into": (
        "tar czf o.tgz a.txt d/c.md; mkdir n; tar xzf o.tgz -C n; tar xvzf o.tgz -C n d; "
        "tar x -f o.tgz -C nope; echo $?"
    ),
    "from": "tar cvf o.tar -C d c.md e/f.png -C .. a.txt; tar tf o.tar; tar -C d -czf o.tgz .; tar tzf o.tgz | sort",
    "stripped": (
        "tar cf o.tar d/c.md a.txt; mkdir n; tar xvf o.tar -C n --strip-components=1; ls n; "
        "tar xf o.tar --strip=x"
    ),
    "some": "tar cf o.tar a.txt d; tar xvf o.tar a.txt nope; echo $?; tar tf o.tar d/e/ d/e; tar tf o.tar ./a.txt",
    "wildcards": "tar cf o.tar a.txt b.txt d; tar tf o.tar '*.txt'; echo $?; tar tf o.tar --wildcards '*.md' 'b*'",
    "excluded": "tar cf o.tar --exclude='*.md' --exclude=b.txt a.txt b.txt d; tar tf o.tar; tar tf o.tar --exclude=e",
    "excluded deep": (
        "tar cvf o.tar --exclude=d/e ./d; tar cvf o.tar --exclude='d/*' d; "
        "tar cvf o.tar --exclude ./d/e ./d"
    ),
    "excluded late": "tar cvf o.tar a.txt --exclude='*.txt'; echo $?; tar tf o.tar; tar cf o.tar a.txt -C d; echo $?",
    "missing": (
        "tar cf o.tar nope a.txt; echo $?; tar tf o.tar; tar cf p.tar nope; tar tf p.tar; tar tf nope.tar; "
        "echo $?"
    ),
    "missing gzip": "tar xzf nope.tgz; echo $?; tar cf x/o.tar a.txt; echo $?",
    "listed": "tar cf o.tar a.txt d/e/f.png; tar tvf o.tar --no-same-owner | cut -c1-10,28-; tar cvf o.tar d/e | cat",
    "listed twice": "tar cvvf o.tar a.txt | cut -c28-; ln -s a.txt l; tar cf p.tar l; tar tvf p.tar | cut -c48-; rm l",
    "streams": (
        "tar c a.txt | tar t; tar cz a.txt d/c.md | tar tzv | wc -l; tar cvf - a.txt > o.tar; tar xOf o.tar; "
        "tar tf - < o.tar"
    ),
    "compressed input": "tar cz a.txt | tar t; echo $?; tar tzf a.txt; echo $?; tar cf o.tar a.txt; tar xzf o.tar",
    "no archive": (
        "tar tf a.txt; echo $?; tar xf b.txt; echo $?; touch e; tar xf e; head -c 30 e > f; tar tzf f; "
        "echo $?"
    ),
    "cut off": "tar czf o.tgz b.txt; head -c 40 o.tgz > p.tgz; tar xf p.tgz; echo $?; tar xzf p.tgz",
    "usage": (
        "tar; echo $?; tar cf; echo $?; tar -cf; echo $?; tar cf o.tar; echo $?; tar xcf o.tar; echo $?; "
        "tar f o.tar"
    ),
    "unknown": (
        "tar --no-such-option; echo $?; tar -q; echo $?; tar qf a; echo $?; tar --exclude; echo $?; "
        "tar --file; tar -"
    ),
    "absolute": (
        "tar cf o.tar $PWD/a.txt 2>&1; tar xvf o.tar > /dev/null; tar tf o.tar d/../a.txt; "
        "tar cvf p.tar d/../a.txt; tar tf p.tar"
    ),
    "itself": "tar cf o.tar o.tar a.txt; tar tf o.tar",
    "over": (
        "tar cf o.tar a.txt d/c.md; echo new > a.txt; tar xf o.tar; cat a.txt; echo new > a.txt; "
        "tar xkf o.tar; echo $?; cat a.txt"
    ),
    "over others": (
        "tar cf o.tar d/c.md; rm -r d; echo > d; tar xf o.tar; echo $?; rm d; mkdir -p d/c.md/x; "
        "tar xf o.tar; echo $?"
    ),
    "over a link": (
        "tar cf o.tar a.txt; rm a.txt; ln -s b.txt a.txt; tar xf o.tar; cat a.txt; wc -c b.txt; "
        "tar xmf o.tar"
    ),
    "links": "ln -s a.txt l; ln -s ../../x m; tar cf o.tar l m; rm l m; tar xvf o.tar; readlink l m; rm l m",
    "names": "touch 'new\nline' 'ü' 'back\\slash'; tar cf o.tar new* ü back* 'sp ace'; tar tf o.tar; tar xf o.tar",
    "folder": "tar tf d; echo $?; mkdir e; tar cvf o.tar e/ e; tar cf d a.txt; echo $?; tar cvf o.tar d//c.md d/c.md/",
    "long": (
        "tar --create --gzip --verbose --file o.tgz --directory d c.md; "
        "tar --extract --file=o.tgz --to-stdout; tar --get -f o.tgz"
    ),
    "permissions": (
        "chmod 600 a.txt; chmod 777 b.txt; tar cf o.tar a.txt b.txt; rm *.txt; tar xpf o.tar; "
        "stat -c %a *.txt"
    ),
}  # fmt: skip


@pytest.mark.skipif(not is_gnu("tar"), reason="this host has no GNU tar")
@pytest.mark.parametrize("name", LINES)
def test_it_does_what_the_real_one_does(name: str, tmp_path: Path) -> None:
    told, there = real(LINES[name], TREE, tmp_path)
    ours = simulated(LINES[name], TREE)
    assert ours.terminal.decode().splitlines() == told.replace(str(tmp_path), "/home/user").splitlines()
    here = files_of(ours.files)
    gone = f"{tmp_path}/".lstrip("/")
    assert sorted(here) == sorted({each.replace(gone, "home/user/") for each in there})
    packed = (".tar", ".gz", ".tgz")
    assert {each for each in here if each in there and here[each] != there[each]} <= {
        each for each in here if each.endswith(packed) or each == "f"
    }


def test_other_programs_read_what_tar_packs() -> None:
    line = "chmod 700 d; ln -s a.txt l; tar czf o.tgz a.txt d l"
    first, again = [files_of(simulated(line, TREE).files)["o.tgz"] for _ in range(2)]
    assert first == again
    with tarfile.open(fileobj=io.BytesIO(first)) as archive:
        infos = {info.name: info for info in archive}
        assert sorted(infos) == ["a.txt", "d", "d/c.md", "d/e", "d/e/f.png", "l"]
        assert infos["d"].isdir() and infos["d"].mode == 0o700 and infos["l"].linkname == "a.txt"
        assert (infos["a.txt"].mtime, infos["a.txt"].uname) == (WHEN, "user")
        content = archive.extractfile("d/c.md")
        assert content is not None and content.read() == TREE["d/c.md"]
    assert len(gzip.decompress(first)) % 10240 == 0


# Archives that nobody means well with ----------------------------------------------------------------------------


def _archive(*members: tuple[str, bytes | None, str], mode: int = 0o644, **headers: str) -> bytes:
    """Returns an archive of members: a name, a type for other things than files, and where a link leads."""
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w", format=tarfile.PAX_FORMAT if headers else tarfile.GNU_FORMAT) as made:
        for name, kind, target in members:
            info = tarfile.TarInfo(name)
            info.type, info.linkname, info.mode = kind or tarfile.REGTYPE, target, mode
            info.size = 0 if kind else 1
            info.pax_headers = dict(headers)
            made.addfile(info, io.BytesIO(b"x"))
    return stream.getvalue()


def _unpacked(archive: bytes, line: str = "cd d; tar xf ../h.tar") -> Result:
    return simulated(line, {"h.tar": archive, "d/in": b""})


def _new(result: Result) -> list[str]:
    return sorted(set(files_of(result.files)) - {"h.tar", "d/in"})


def test_what_leads_out_of_the_folder_stays_in_it_or_is_refused() -> None:
    archive = _archive(*[(name, None, "") for name in ("../up", "a/../b", "/abs", "ok", "..", "c/..", "")])
    result = _unpacked(archive)
    assert _new(result) == ["d/abs", "d/ok"] and result.status == 2
    told = result.stderr.decode().splitlines()
    assert told == [
        "tar: Removing leading `../' from member names", "tar: ../up: Member name contains '..'",
        "tar: Removing leading `a/../' from member names", "tar: a/../b: Member name contains '..'",
        "tar: Removing leading `/' from member names",
        "tar: Removing leading `..' from member names", "tar: ..: Member name contains '..'",
        "tar: Removing leading `c/..' from member names", "tar: c/..: Member name contains '..'",
        "tar: Substituting `.' for empty member name", "tar: .: Cannot open: File exists",
        "tar: Exiting with failure status due to previous errors",
    ]  # fmt: skip


@pytest.mark.parametrize("target", ["/home/user", "..", "/etc"])
def test_a_link_that_leads_out_is_not_followed(target: str) -> None:
    result = _unpacked(_archive(("s", tarfile.SYMTYPE, target), ("s/evil", None, "")))
    assert result.stderr.decode().splitlines()[0] == "tar: s/evil: Cannot open: Not a directory"
    assert _new(result) == [] and not result.files.exists("/etc/evil")
    entry = result.files.lstat("/home/user/d/s")
    assert isinstance(entry, Link) and entry.target == target


def test_hard_links_are_copies_of_files_in_the_folder() -> None:
    links = [("ok", None, ""), ("h", tarfile.LNKTYPE, "ok"), ("i", tarfile.LNKTYPE, "/etc/hostname"),
             ("j", tarfile.LNKTYPE, "../../../etc/hostname")]  # fmt: skip
    result = _unpacked(_archive(*links))
    assert _new(result) == ["d/h", "d/ok"]
    assert "tar: i: Cannot hard link to 'etc/hostname': No such file or directory" in result.stderr.decode()


def test_devices_and_rights_are_not_made() -> None:
    result = _unpacked(_archive(("f", tarfile.FIFOTYPE, ""), ("c", tarfile.CHRTYPE, ""), ("s", None, ""), mode=0o6777))
    assert result.stderr.decode().splitlines()[:2] == [
        "tar: f: Cannot mkfifo: Operation not permitted", "tar: c: Cannot mknod: Operation not permitted",
    ]  # fmt: skip
    assert _new(result) == ["d/s"] and result.files.stat("/home/user/d/s").mode == 0o755


@pytest.mark.parametrize("value", ["inf", "nan", "-1e300", "1e300", "99999999999999999999"])
def test_any_time_can_be_shown(value: str) -> None:
    result = _unpacked(_archive(("s", None, ""), mtime=value), "tar xf h.tar; tar tvf h.tar; ls -l s; stat s")
    assert "s" in _new(result) and b" s\n" in result.stdout


def test_what_is_too_large_is_refused() -> None:
    many = _archive(*[(f"n{i}", None, "") for i in range(2001)])
    zeros = io.BytesIO()
    with tarfile.open(fileobj=zeros, mode="w:gz") as made:
        info = tarfile.TarInfo("zeros")
        info.size = MAX_BYTES - 4096
        made.addfile(info, io.BytesIO(bytes(info.size)))
        made.addfile(info, io.BytesIO(bytes(info.size)))
    for archive in (many, zeros.getvalue()):
        result = _unpacked(archive)
        assert result.status == 2 and b"it holds more than" in result.stderr and _new(result) == []


def test_damaged_archives_are_told() -> None:
    header = tarfile.TarInfo("pax")
    header.type = b"x"
    for archive in (b"\0" * 100 + b"x", header.tobuf() * 3000, _archive(("a", None, ""))[:600], b"\xff" * 3000):
        result = _unpacked(archive, "tar tf h.tar; tar xf h.tar")
        assert result.status in (0, 2)
    cut = _unpacked(_archive(("a", None, ""), ("b", None, ""))[:1600], "tar xf h.tar")
    assert cut.status == 2 and b"Unexpected EOF in archive" in cut.stderr and "a" in _new(cut)


def test_deep_names_are_charged_for() -> None:
    archive = _archive(("x", None, ""), path="a/" * 50_000 + "b")
    for line in ("tar xf h.tar --exclude=c", "tar tf h.tar --wildcards '*c'", "tar xf h.tar"):
        result = _unpacked(archive, line)
        assert result.status != 0 and _new(result) == []


def test_it_needs_rights() -> None:
    told = simulated("tar cf /etc/o.tar a.txt; tar cf o.tar a.txt; cd /etc; tar xf ~/o.tar", TREE).stderr.decode()
    assert told.splitlines()[:2] == ["tar: /etc/o.tar: Cannot open: Permission denied",
                                     "tar: Error is not recoverable: exiting now"]  # fmt: skip
    assert "tar: a.txt: Cannot open: Permission denied" in told
    result = simulated("chmod 000 b.txt d; tar cf o.tar a.txt b.txt d; tar tf o.tar", TREE)
    assert result.stderr.decode().splitlines()[:2] == [
        "tar: b.txt: Cannot open: Permission denied", "tar: d: Cannot open: Permission denied",
    ]  # fmt: skip
    assert result.stdout == b"a.txt\n"
