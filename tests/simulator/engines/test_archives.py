"""Archives: reading back what was packed, and files that somebody made to do harm."""

from __future__ import annotations

import gzip
import io
import tarfile
import zipfile

import pytest

from crab_sim.engines.archives import ArchiveError, Kind, Member, Packed, contents, members, pack

ROWS = (
    Packed("docs", None, 1_790_000_000.0), Packed("docs/a.txt", b"alpha\n" * 50, 1_790_000_000.0),
    Packed("docs/deep/b.bin", bytes(range(256)), 1_790_000_002.0), Packed("ü.txt", b"", 1_790_000_004.0),
)  # fmt: skip


def zipped(*files: tuple[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files:
            archive.writestr(name, data)
    return stream.getvalue()


def tarred(*infos: tuple[str, bytes, str]) -> bytes:
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w") as archive:
        for name, kind, target in infos:
            info = tarfile.TarInfo(name)
            info.type, info.linkname = kind, target
            archive.addfile(info, io.BytesIO())
    return stream.getvalue()


@pytest.mark.parametrize("kind", ["zip", "tar", "tar.gz"])
def test_what_is_packed_is_read_back(kind: Kind) -> None:
    data = pack(kind, ROWS)
    assert pack(kind, ROWS) == data
    assert members(data, kind) == (
        Member("docs", True, 0, 1_790_000_000.0, 0), Member("docs/a.txt", False, 300, 1_790_000_000.0, 1),
        Member("docs/deep", True, 0, 1_790_000_002.0, -1), Member("docs/deep/b.bin", False, 256, 1_790_000_002.0, 2),
        Member("ü.txt", False, 0, 1_790_000_004.0, 3),
    )  # fmt: skip
    assert contents(data, kind, ["docs/deep"]) == [
        Packed("docs/deep", None, 1_790_000_002.0), Packed("docs/deep/b.bin", bytes(range(256)), 1_790_000_002.0),
    ]  # fmt: skip
    assert {row.path for row in contents(data, kind)} == {"docs", "docs/a.txt", "docs/deep", "docs/deep/b.bin", "ü.txt"}


def test_other_programs_read_what_is_packed() -> None:
    with zipfile.ZipFile(io.BytesIO(pack("zip", ROWS))) as archive:
        assert archive.testzip() is None
        assert archive.read("docs/a.txt") == ROWS[1].data
    with tarfile.open(fileobj=io.BytesIO(pack("tar.gz", ROWS)), mode="r:gz") as tar:
        assert tar.getnames() == [row.path for row in ROWS]


def test_members_stay_below_their_folder() -> None:
    data = zipped(("../../etc/passwd", b"x"), ("/etc/shadow", b"y"), ("a/../b", b"z"), ("c//d/./e", b"w"))
    assert [row.path for row in contents(data, "zip") if row.data is not None] == ["c/d/e", "etc/shadow"]


def test_links_and_devices_are_left_out() -> None:
    data = tarred(("a", tarfile.SYMTYPE, "/etc"), ("b", tarfile.LNKTYPE, "a"), ("c", tarfile.FIFOTYPE, ""))
    assert members(data, "tar") == ()


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"", "zip"), (b"PK\3\4" + bytes(40), "zip"), (b"not a tar", "tar"), (b"\x1f\x8b\x08", "tar.gz"),
        (b"text", "tar.gz"), (pack("zip", ROWS)[:-30], "zip"),
    ],
)  # fmt: skip
def test_damaged_archives_say_so(data: bytes, kind: Kind) -> None:
    with pytest.raises(ArchiveError):
        assert members(data, kind) == ()
        raise ArchiveError("an empty one")


def test_a_member_whose_content_is_damaged_says_so() -> None:
    data = bytearray(pack("zip", (Packed("a", bytes(range(256)), 1.79e9),)))
    data[100] ^= 0xFF
    with pytest.raises(ArchiveError, match="damaged"):
        contents(bytes(data), "zip")


def test_bombs_are_refused_before_they_are_unpacked() -> None:
    zeros = bytes(1 << 20)
    with pytest.raises(ArchiveError, match="more than 16 MB"):
        contents(zipped(*[(str(i), zeros) for i in range(17)]), "zip")
    with pytest.raises(ArchiveError, match="more than 16 MB"):
        members(gzip.compress(bytes(17 << 20)), "tar.gz")
    with pytest.raises(ArchiveError, match="more than 2000 files"):
        members(zipped(*[(str(i), b"") for i in range(2001)]), "zip")
    with pytest.raises(ArchiveError, match="don't go into"):
        pack("zip", [Packed(str(i), zeros, 0.0) for i in range(17)])


def test_a_size_that_lies_reads_no_more_than_it_says() -> None:
    data = bytearray(pack("zip", (Packed("a", b"x" * 100_000, 1.79e9),)))
    central = data.rfind(b"PK\1\2")
    data[central + 24 : central + 28] = (10).to_bytes(4, "little")
    with pytest.raises(ArchiveError):
        assert len(contents(bytes(data), "zip")[0].data or b"") == 10
        raise ArchiveError("read no more than ten bytes")


@pytest.mark.parametrize("time", ["inf", "nan", "-5", "1e300"])
def test_the_time_of_a_member_of_a_tar_has_a_date(time: str) -> None:
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w", format=tarfile.PAX_FORMAT) as archive:
        info = tarfile.TarInfo("a")
        info.pax_headers = {"mtime": time}
        archive.addfile(info)
    (member,) = members(stream.getvalue(), "tar")
    assert 0 <= member.mtime <= 253_402_300_799


def test_headers_about_headers_are_no_archive() -> None:
    header = tarfile.TarInfo("pax")
    header.type = b"x"
    with pytest.raises(ArchiveError, match="damaged"):
        members(header.tobuf() * 3000, "tar")
