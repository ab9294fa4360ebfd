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
    if out is None:
        yield
        return
    created = not os.path.isdir(out)
    try:
        with ExitStack() as held:
            with suppress(OSError, sqlite3.Error):  # RunFolder reports errors of the folder
                os.makedirs(out, exist_ok=True)
                held.enter_context((_lock_file if fcntl is None else _lock_folder)(Path(out)))
            yield
    finally:
        if created:
            with suppress(OSError):  # it isn't empty
                os.rmdir(out)


@contextmanager
def _lock_folder(out: Path) -> Iterator[None]:
    handle = os.open(out, os.O_RDONLY | os.O_DIRECTORY)

    def lock() -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:  # a file system without locks
            pass
        return True

    try:
        _wait_for(lock, out)
        yield
    finally:
        os.close(handle)


@contextmanager
def _lock_file(out: Path) -> Iterator[None]:
    """Locks a file in the folder, which Windows can't lock itself, by SQLite, which knows each system's way."""
    path = out / LOCK_FILE
    connection = sqlite3.connect(path, timeout=0, isolation_level=None, check_same_thread=False)

    def lock() -> bool:
        try:
            connection.execute("PRAGMA journal_mode = OFF")  # which would be a second file
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
                return False
            raise
        return True

    with closing(connection):
        _wait_for(lock, out)
        try:
            yield
        finally:
            connection.close()
            with suppress(OSError):  # another process has opened it
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
