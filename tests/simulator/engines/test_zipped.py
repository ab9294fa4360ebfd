from __future__ import annotations

import io
import random
import zipfile

from crab_sim.engines.zipped import Member, zipped


def _reference(members: list[Member], mode: int) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, data, packed in members:
            info = zipfile.ZipInfo(name)
            info.external_attr, info.create_system = mode << 16, 3
            info.compress_type = zipfile.ZIP_DEFLATED if packed else zipfile.ZIP_STORED
            archive.writestr(info, data)
    return stream.getvalue()


def test_the_bytes_are_those_of_zipfile() -> None:
    rng = random.Random(0)
    for _ in range(100):
        members = [
            Member(
                f"{rng.choice(('content', 'Pictures/ä', 'META-INF/x'))}{number}.xml",
                bytes(rng.choices(b"<text:p>", k=rng.choice((0, 7, 900, 20_000)))),
                rng.random() < 0.7,
            )
            for number in range(rng.randrange(6))
        ]
        mode = rng.choice((0o600, 0o644))
        assert zipped(members, mode) == _reference(members, mode)


def test_an_archive_reads_back() -> None:
    with zipfile.ZipFile(io.BytesIO(zipped([Member("a/b.txt", b"x" * 50_000), Member("c", b"", False)]))) as archive:
        assert archive.testzip() is None
        assert archive.read("a/b.txt") == b"x" * 50_000 and archive.read("c") == b""
