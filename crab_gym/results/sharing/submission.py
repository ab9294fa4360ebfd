"""Runs as archives from which others can recompute their tables.

* `pack` - writes the archive of a run.
* `check` - unpacks one, verifies the hashes of its files, and recomputes its contents and its table from its records.
* `changed_tasks` - tasks of an archive that have another definition here.

    manifest.json                  format, packing version, contents, and each file's hash
    run.json, episodes.jsonl       the run's configuration and episodes, without secrets
    episodes/<episode>/steps.jsonl their steps, without secrets and pictures
    table.json                     the table that the records give
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import file_digest, sha256
from pathlib import Path
from typing import Any, NamedTuple

from crab_gym.records import EpisodeRecord, RecordError, last_attempts, read_attempts, read_bytes, read_config
from crab_gym.results import table
from crab_gym.results.sharing.archive import SubmissionError, unpack, write_archive
from crab_gym.results.sharing.plausibility import check_attempts, check_complete, check_episode
from crab_gym.results.sharing.redaction import Redactor
from crab_gym.task import read_index

__all__ = ["FORMAT", "Packed", "Submission", "changed_tasks", "check", "pack"]

FORMAT = 1
"""Version of the archives' format."""
_SCREENS = ("screens", "before")
"""Fields that name pictures, which aren't packed."""


class Packed(NamedTuple):
    """The archive that `pack` has written.

    Attributes:
        path: The file.
        digest: The hash of its manifest, and so of all its files; it tells submissions apart.
        size: Its size in bytes.
        episodes: Number of episodes.
        removed: Number of secrets that were removed.
    """

    path: Path
    digest: str
    size: int
    episodes: int
    removed: int


class Submission(NamedTuple):
    """An archive that has passed the check.

    Attributes:
        path: The file.
        digest: See `Packed`.
        version: The version of crab-gym that packed it.
        contents: Its tasks, policies, seeds, devices, versions and options, as its records have them.
        config: The run's configuration.
        records: The last attempt at each episode.
    """

    path: Path
    digest: str
    version: str
    contents: Mapping[str, Any]
    config: Mapping[str, Any]
    records: Sequence[EpisodeRecord]


def pack(run: Path | str, out: Path | str, environment: Mapping[str, str] | None = None) -> Packed:
    """Writes the archive of a run. The same run gives the same bytes, as long as the same zlib compresses them.

    Args:
        run: The run's folder.
        out: The archive, whose name ends in ``.zip``. An existing file is replaced once the new one is complete.
        environment: The environment variables, whose secrets are removed; by default those of this process.

    Raises:
        RecordError: There is no run, it has no finished episodes, a file of it is damaged, or it can't be shared.
        ValueError: The archive's name has another ending.
        OSError: The archive can't be written.
    """
    from crab_gym import __version__

    folder, path = Path(run), Path(out)
    if path.suffix != ".zip":
        raise ValueError(f"{path}: expected the name of an archive, which ends in .zip")
    attempts = read_attempts(folder, steps=True)
    if not attempts:
        raise SubmissionError(f"the run in {folder} has no finished episodes")
    redactor = Redactor(environment)
    with tempfile.TemporaryDirectory(prefix="crab-gym-") as name:
        staged = Path(name)
        _stage(folder, staged, attempts, redactor)
        run_data = _read(staged)
        _write_json(staged / "table.json", run_data.table)
        hashes = {name: _hash_of(staged / name) for name in sorted(_files(staged))}
        manifest = {"format": FORMAT, "crab_gym": __version__, "contents": run_data.contents, "files": hashes}
        _write_json(staged / "manifest.json", manifest)
        with _replacing(path) as draft:
            write_archive(draft, staged, _files(staged))
        digest = _hash_of(staged / "manifest.json")
    return Packed(path, digest, path.stat().st_size, len(run_data.records), redactor.removed)


def check(path: Path | str, into: Path | str | None = None) -> Submission:
    """Verifies an archive.

    Args:
        path: The archive.
        into: A new or empty folder that keeps what it unpacks, which is then a run's folder without pictures.

    Raises:
        SubmissionError: The archive isn't what it says: a file, a hash, its contents or its table is wrong.
        OSError: It can't be read.
    """
    file = Path(path)
    if into is None:
        with tempfile.TemporaryDirectory(prefix="crab-gym-") as name:
            return _checked(file, Path(name))
    folder = Path(into)
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.iterdir()):
        raise SubmissionError(f"{folder} isn't empty; choose another folder")
    return _checked(file, folder)


def changed_tasks(submission: Submission) -> list[str]:
    """Returns the tasks of a submission that have another definition in this version of crab-gym."""
    index = read_index()
    tasks: Mapping[str, Sequence[str]] = submission.contents["tasks"]
    return [
        name
        for name, definitions in tasks.items()
        if name in index and list(definitions) != [f"{index[name].version} {index[name].hash}"]
    ]


def _checked(path: Path, folder: Path) -> Submission:
    names = unpack(path, folder)
    manifest = _read_manifest(folder)
    _check_hashes(folder, names, manifest["files"])
    run_data = _read(folder)
    for name, value in manifest["contents"].items():
        if run_data.contents.get(name) != value:
            raise SubmissionError(f"its manifest has other {name} than its records")
    if run_data.contents.keys() != manifest["contents"].keys():
        raise SubmissionError("its manifest doesn't describe its records")
    _check_table(_read_json(folder / "table.json"), run_data.table, manifest["crab_gym"])
    digest = _hash_of(folder / "manifest.json")
    return Submission(path, digest, manifest["crab_gym"], run_data.contents, run_data.config, run_data.records)


class _RunData(NamedTuple):
    """What the files of a run give."""

    records: list[EpisodeRecord]
    config: dict[str, Any]
    contents: dict[str, Any]
    table: list[dict[str, Any]]


def _read(folder: Path) -> _RunData:
    """Reads a run and computes its contents and its table.

    Raises:
        SubmissionError: Its records are damaged, or contradict themselves.
    """
    try:
        attempts = read_attempts(folder, steps=True)
        config = read_config(folder)
        records = list(last_attempts(attempts).values())
        check_attempts(attempts)
        check_complete(records, config)
        for record in records:
            check_episode(record)
        rows = json.loads(table.to_json(table.summarize(records, ["task", "platform"])))
        contents = _contents(attempts, records, config)
    except SubmissionError:
        raise
    except RecordError as error:
        raise SubmissionError(str(error).replace(f"{folder}{os.sep}", "")) from error
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
        raise SubmissionError(f"its records can't be read: {error}") from error
    if not records:
        raise SubmissionError("it has no episodes")
    return _RunData(records, config, contents, rows)


def _contents(
    attempts: Sequence[EpisodeRecord], records: Sequence[EpisodeRecord], config: Mapping[str, Any]
) -> dict[str, Any]:
    """Returns what a run consists of, as JSON data."""
    tasks: dict[str, set[str]] = {}
    backends: dict[str, set[str]] = {}
    versions: dict[str, set[str]] = {}
    for record in records:
        tasks.setdefault(record.task, set()).add(f"{record.version} {record.definition_hash}")
        for groups, values in ((backends, record.backends), (versions, record.versions)):
            for name, value in values.items():
                groups.setdefault(name, set()).add(value)
    contents = {
        "episodes": len(records),
        "attempts": len(attempts),
        "tasks": _sorted(tasks),
        "seeds": sorted({record.seed for record in records}),
        "policies": {record.policy_id: record.policy for record in sorted(records, key=lambda each: each.policy_id)},
        "backends": _sorted(backends),
        "versions": _sorted(versions),
        "options": {name: value for name, value in config.items() if name not in ("tasks", "seeds", "policies")},
    }
    plain: dict[str, Any] = json.loads(json.dumps(contents))
    return plain


def _sorted(groups: Mapping[str, set[str]]) -> dict[str, list[str]]:
    return {name: sorted(groups[name]) for name in sorted(groups)}


def _stage(run: Path, staged: Path, attempts: Sequence[EpisodeRecord], redactor: Redactor) -> None:
    """Writes a run's files without secrets and pictures into another folder.

    Raises:
        SubmissionError: An episode's name has a secret, so that it can't be removed.
    """
    header = json.loads(read_bytes(run, "run.json"))
    header_to_keep = {"config": read_config(run), "versions": header.get("versions", {})}
    _write_json(staged / "run.json", redactor.clean(header_to_keep, named=True))
    episodes = [json.loads(line) for line in read_bytes(run, "episodes.jsonl").split(b"\n")[:-1]]
    _write_lines(staged / "episodes.jsonl", [_clean_episode(line, redactor) for line in episodes])
    for record in attempts:
        before = redactor.removed
        redactor.clean(record.folder)
        if redactor.removed != before:
            raise SubmissionError(f"the name of the episode {record.task} seed {record.seed} has a secret")
        steps = read_bytes(run, f"episodes/{record.folder}/steps.jsonl").split(b"\n")[:-1]
        (staged / "episodes" / record.folder).mkdir(parents=True, exist_ok=True)
        cleaned = [_clean_step(json.loads(line), redactor) for line in steps]
        _write_lines(staged / "episodes" / record.folder / "steps.jsonl", cleaned)


def _clean_episode(line: dict[str, Any], redactor: Redactor) -> dict[str, Any]:
    cleaned: dict[str, Any] = redactor.clean({**line, "screens": {}})
    return cleaned


def _clean_step(line: dict[str, Any], redactor: Redactor) -> dict[str, Any]:
    without = {name: {} if name in _SCREENS else value for name, value in line.items()}
    notes = redactor.clean(without.pop("notes", {}), named=True)
    cleaned: dict[str, Any] = redactor.clean(without)
    return {**cleaned, "notes": notes}


def _read_manifest(folder: Path) -> dict[str, Any]:
    manifest = _read_json(folder / "manifest.json")
    kinds = {"format": int, "crab_gym": str, "contents": dict, "files": dict}
    if not isinstance(manifest, dict) or any(type(manifest.get(name)) is not kind for name, kind in kinds.items()):
        raise SubmissionError("its manifest lacks a part")
    if manifest["format"] != FORMAT:
        raise SubmissionError(f"its format is {manifest['format']}; this version of crab-gym reads {FORMAT}")
    return manifest


def _check_hashes(folder: Path, names: Sequence[str], hashes: Mapping[str, Any]) -> None:
    there = {name for name in names if name != "manifest.json"}
    for name in sorted(there ^ hashes.keys()):
        raise SubmissionError(f"its manifest doesn't list {name}" if name in there else f"{name!r} is missing")
    for name in sorted(there):
        if _hash_of(folder / name) != hashes[name]:
            raise SubmissionError(f"{name} was changed: its hash differs from the manifest's")


def _check_table(rows: Any, own_rows: Sequence[Mapping[str, Any]], version: str) -> None:
    """Compares the table in an archive with the one that its records give.

    Raises:
        SubmissionError: They differ.
    """
    from crab_gym import __version__

    hint = "" if version == __version__ else f" (packed by crab-gym {version}, this is {__version__})"
    if not isinstance(rows, list) or len(rows) != len(own_rows):
        raise SubmissionError(f"its table has other rows than its records give{hint}")
    for theirs, ours in zip(rows, own_rows, strict=True):
        if theirs != ours:
            row = f"the row {ours['group']}" + (f" of {ours['policy']}" if ours["policy"] else "")
            names = [name for name in ours if not isinstance(theirs, dict) or theirs.get(name) != ours[name]]
            raise SubmissionError(f"{row} of its table differs in {', '.join(names) or 'its columns'}{hint}")


def _files(folder: Path) -> list[str]:
    return [path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()]


def _hash_of(path: Path) -> str:
    with open(path, "rb") as file:
        return file_digest(file, sha256).hexdigest()


def _read_json(path: Path) -> Any:
    try:
        return json.loads(path.read_bytes())
    except FileNotFoundError:
        raise SubmissionError(f"it has no {path.name}") from None
    except (ValueError, RecursionError) as error:
        raise SubmissionError(f"its {path.name} can't be read ({error})") from error


def _write_json(path: Path, data: Any) -> None:
    path.write_text(json.dumps(data, indent=1) + "\n", encoding="ascii")


def _write_lines(path: Path, lines: Sequence[Any]) -> None:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="ascii")


@contextmanager
def _replacing(path: Path) -> Iterator[Path]:
    """Gives a file to write, which takes a path's place once it is complete."""
    folder = Path(tempfile.mkdtemp(prefix=".crab-gym-", dir=path.parent))
    try:
        yield folder / path.name
        os.replace(folder / path.name, path)
    finally:
        shutil.rmtree(folder)
