"""Archives that others made: nothing leaves the folder, nothing is too large."""

from __future__ import annotations

import stat
import zipfile
from pathlib import Path

import pytest

from crab_gym.results.sharing import archive
from crab_gym.results.sharing.archive import SubmissionError, unpack, write_archive


def made(path: Path, *names: str, mode: int = 0, data: bytes = b"{}", method: int = zipfile.ZIP_STORED) -> Path:
    with zipfile.ZipFile(path, "w") as file:
        for name in names:
            info = zipfile.ZipInfo(name)
            info.external_attr = mode << 16
            info.compress_type = method
            file.writestr(info, data)
    return path


@pytest.mark.parametrize(
    "name",
    [
        "../run.json", "/run.json", "/etc/passwd", "episodes/../../x/steps.jsonl", "episodes/../steps.jsonl",
        "episodes/.hidden/steps.jsonl", "episodes/a/b/steps.jsonl", "episodes\\..\\steps.jsonl", "C:/run.json",
        "episodes/a/step_000.png", "run.json/", "RUN.JSON", "episodes/a/steps.jsonl\n", "setup.py",
        "episodes//steps.jsonl",
    ],
)  # fmt: skip
def test_only_names_of_runs_are_unpacked(name: str, tmp_path: Path) -> None:
    (tmp_path / "to").mkdir()
    with pytest.raises(SubmissionError, match="which no run has"):
        unpack(made(tmp_path / "a.zip", "table.json", name), tmp_path / "to")
    assert list((tmp_path / "to").iterdir()) == []
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.zip", "to"]


def test_a_name_that_hides_behind_a_null_is_refused(tmp_path: Path) -> None:
    path = made(tmp_path / "a.zip", "run.jsonX")
    path.write_bytes(path.read_bytes().replace(b"run.jsonX", b"run.json\0"))
    with pytest.raises(SubmissionError, match="which no run has"):
        unpack(path, tmp_path)


def test_links_and_odd_members_are_refused(tmp_path: Path) -> None:
    with pytest.raises(SubmissionError, match="is a link"):
        unpack(made(tmp_path / "a.zip", "run.json", mode=stat.S_IFLNK | 0o777, data=b"/etc/passwd"), tmp_path)
    with pytest.raises(SubmissionError, match="unusual method"):
        unpack(made(tmp_path / "b.zip", "run.json", method=zipfile.ZIP_LZMA), tmp_path)
    with pytest.warns(UserWarning, match="Duplicate"):
        twice = made(tmp_path / "c.zip", "run.json", "run.json")
    with pytest.raises(SubmissionError, match="two files"):
        unpack(twice, tmp_path)


def test_sizes_are_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = made(tmp_path / "a.zip", "run.json", "table.json", data=b" " * 2_000_000, method=zipfile.ZIP_DEFLATED)
    assert path.stat().st_size < 10_000
    limits = {"MAX_FILE": (1_000_000, "run.json has 2 MB"), "MAX_TOTAL": (3_000_000, "have 4 MB")}
    for limit, (value, reason) in {**limits, "MAX_FILES": (1, "2 files")}.items():
        with monkeypatch.context() as changed:
            changed.setattr(archive, limit, value)
            with pytest.raises(SubmissionError, match=reason):
                unpack(path, tmp_path)
            (tmp_path / "run.json").write_bytes(b" " * 2_000_000)
            (tmp_path / "table.json").write_bytes(b" " * 2_000_000)
            with pytest.raises(SubmissionError, match=reason):
                write_archive(tmp_path / "b.zip", tmp_path, ["run.json", "table.json"])
            (tmp_path / "run.json").unlink()


def test_a_member_that_is_larger_than_it_says_is_refused(tmp_path: Path) -> None:
    path = made(tmp_path / "a.zip", "run.json", data=b" " * 5000, method=zipfile.ZIP_DEFLATED)
    data = path.read_bytes()
    size, smaller = (5000).to_bytes(4, "little"), (50).to_bytes(4, "little")
    assert data.count(size) == 2
    path.write_bytes(data.replace(size, smaller))
    (tmp_path / "to").mkdir()
    with pytest.raises(SubmissionError, match="damaged"):
        unpack(path, tmp_path / "to")
    assert sum(file.stat().st_size for file in (tmp_path / "to").iterdir()) <= 50


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", b"no archive at all" * 100])
def test_what_is_no_archive_is_told(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(data)
    with pytest.raises(SubmissionError, match="it is no archive"):
        unpack(tmp_path / "a.zip", tmp_path)


def test_every_damaged_byte_is_noticed_or_harmless(tmp_path: Path) -> None:
    path = made(tmp_path / "a.zip", "run.json", "table.json", data=b'{"some": "data"}', method=zipfile.ZIP_DEFLATED)
    whole = path.read_bytes()
    for place in range(len(whole)):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 0x55]) + whole[place + 1 :])
        folder = tmp_path / str(place)
        folder.mkdir()
        try:
            names = unpack(path, folder)
        except SubmissionError:
            continue
        assert {(folder / name).read_bytes() for name in names} <= {b'{"some": "data"}'}
