"""The lock of a run's folder, which keeps a second process from writing to it."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path

from crab_gym.records import RecordError
from crab_gym.records.writer import LOCK_FILE

try:
    import fcntl
except ImportError:  # on Windows
    fcntl = None  # type: ignore[assignment]

__all__ = ["lock_run"]

PATIENCE = 3.0
"""Seconds to wait for another process that writes to the same run: a killed one may take a moment to disappear."""


@contextmanager
def lock_run(out: Path | str | None) -> Iterator[None]:
    """Keeps other processes from writing to a run's folder; the lock ends with this process, however that ends.

    A folder that is made for it and stays empty is removed.

    Raises:
        RecordError: Another process writes to it.
    """
    with ExitStack() as held:
        if out is not None:
            with suppress(OSError, sqlite3.Error):  # RunFolder reports errors of the folder
                held.enter_context((_lock_file if fcntl is None else _lock_folder)(Path(out)))
        yield


@contextmanager
def _lock_folder(out: Path) -> Iterator[None]:
    made = False
    with ExitStack() as held:

        def lock() -> bool:
            """Locks the folder that is there: the process that made it may remove it at any time before."""
            nonlocal made
            while True:
                made = _make(out) or made
                try:
                    handle = _locked(out)
                except FileNotFoundError:
                    if out.is_symlink():  # to nothing
                        raise
                    continue
                if handle is None:
                    return False
                if _is_at(out, handle):
                    held.callback(os.close, handle)
                    return True
                os.close(handle)

        _wait_for(lock, out)
        if made:
            held.callback(_remove_empty, out)  # while it is still locked
        yield


def _make(folder: Path) -> bool:
    """Makes a folder, with those around it; returns whether there was none."""
    try:
        folder.mkdir(parents=True)
    except FileExistsError:
        return False
    return True


def _locked(folder: Path) -> int | None:
    """Opens and locks a folder; returns None if another process has locked it."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(handle)
        return None
    except OSError:  # a file system without locks
        pass
    return handle


def _is_at(path: Path, handle: int) -> bool:
    try:
        return os.path.samestat(os.fstat(handle), path.stat())
    except FileNotFoundError:
        return False


def _remove_empty(folder: Path) -> None:
    with suppress(OSError):  # it isn't empty
        folder.rmdir()


@contextmanager
def _lock_file(out: Path) -> Iterator[None]:
    """Locks a file in the folder, which Windows can't lock itself, by SQLite, which knows each system's way."""
    path, made = out / LOCK_FILE, _make(out)
    with ExitStack() as held:
        if made:
            held.callback(_remove_empty, out)
        connection = sqlite3.connect(path, timeout=0, isolation_level=None, check_same_thread=False)
        held.enter_context(closing(connection))

        def lock() -> bool:
            try:
                connection.execute("PRAGMA journal_mode = OFF")  # which would be a second file
                connection.execute("BEGIN EXCLUSIVE")
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
                    return False
                raise
            return True

        _wait_for(lock, out)
        try:
            yield
        finally:
            connection.close()  # an open file can't be removed; one that another process has opened can't, either
            with suppress(OSError):
                path.unlink()


def _wait_for(lock: Callable[[], bool], out: Path) -> None:
    """Locks as soon as nobody else does.

    Raises:
        RecordError: Another process keeps the lock.
    """
    deadline = time.monotonic() + PATIENCE
    while not lock():
        if time.monotonic() > deadline:
            raise RecordError(
                f"another process writes to the run in {out}; wait until it has ended, or choose another folder"
            )
        time.sleep(0.1)
