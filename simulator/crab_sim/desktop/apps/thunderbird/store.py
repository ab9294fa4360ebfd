"""Thunderbird's mails: mbox files in its profile, as the real one keeps them.

State: slice ``"mail_profile"`` has the profile as the seed makes it, a small file system. It is planted among the
machine's files when Thunderbird is first used (slice ``"mail_started"``), so that machines on which nobody reads mail
have no mails to make. From then on the files are all there is.

* `profile_files`, `start_profile` - the files that hold the mails; planting them.
* `Listed`, `listed` - the mails of a folder. `folder_list`, `put_mails`, `file_mail` - folders and their content.
* `mailboxes` - the files of all folders, for evaluators.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from crab_sim.devices.mail_filters import Filter, read_filters, write_filters
from crab_sim.devices.mail_profile import ACCOUNT, LOCAL, LOCAL_FOLDERS, LOGIN, PROFILES, RULES, id_from, mailbox_path
from crab_sim.devices.mailboxes import (
    MAX_MAILBOX,
    MAX_MAILS,
    Heads,
    StoredMail,
    folder_names,
    heads_of,
    in_order,
    join_mailbox,
    split_mailbox,
)
from crab_sim.files import File, FileError, Files
from crab_sim.files.errors import FileSystemFull
from crab_sim.machine.machine import Machine
from crab_sim.machine.memory import Memory
from crab_sim.machine.slices import EFFECTS, FILES, Slice

__all__ = [
    "MAIL_PROFILE", "MAIL_STARTED", "Listed", "children_of", "create_folder", "file_mail", "filters_of", "folder_list",
    "listed", "long_name", "mailboxes", "new_id", "profile_files", "put_filters", "put_mails", "remembered_files",
    "remove_folder", "rename_folder", "short_name", "start_profile", "stored_mails",
]  # fmt: skip

_USER: Final = "user"
_MAX_KEPT: Final = 16

MAIL_PROFILE: Final = Slice[Files]("mail_profile", volatile="the seed of the mails, which are facts")
MAIL_STARTED: Final = Slice[bool]("mail_started", volatile="whether its files were made")


# The profile --------------------------------------------------------------------------------------------------------


def profile_files(machine: Machine) -> Files:
    """Returns the files that hold the mails: the machine's own, or those that the seed makes before the first use."""
    if machine.peek(MAIL_STARTED, False):
        return machine.get(FILES)
    return machine.get(MAIL_PROFILE)


def remembered_files(memory: Memory) -> Files:
    """Returns the files that hold the mails of a remembered state; see `profile_files`."""
    files: Files = memory.value(MAIL_PROFILE.name if memory.source(MAIL_STARTED.name) is None else FILES.name)
    return files


def start_profile(machine: Machine) -> None:
    """Plants the profile among the machine's files, unless it was before."""
    if machine.peek(MAIL_STARTED, False):
        return
    files = machine.get(FILES)
    machine.put(MAIL_STARTED, True)
    if files.exists(PROFILES):  # the user's own doing
        files = files.remove(PROFILES, recursive=True)
    entries = [(path, entry) for path, entry in machine.get(MAIL_PROFILE).walk(PROFILES)]
    machine.put(FILES, files.plant(entries))


class _Folders(NamedTuple):
    """The names of the folders in some files: each view asks for them several times, and walks through files."""

    files: Files
    names: tuple[str, ...]


_folders: dict[int, _Folders] = {}


def folder_list(files: Files) -> tuple[str, ...]:
    """Returns the names of all folders in the order in which they are shown: the account's, then the local ones."""
    known = _folders.get(id(files))
    if known is None or known.files is not files:  # an id is used again once its object is gone
        own = in_order({*_names_below(files, ACCOUNT), "Inbox"})
        local = [f"{LOCAL_FOLDERS}/{name}" for name in in_order(_names_below(files, LOCAL))]
        known = _Folders(files, (*own, *local))
        for stale in list(_folders)[: 1 - _MAX_KEPT] if len(_folders) >= _MAX_KEPT else []:
            _folders.pop(stale, None)
        _folders[id(files)] = known
    return known.names


def _names_below(files: Files, account: str) -> list[str]:
    if not files.is_dir(account):
        return []
    start = len(account) + 1
    found = [path[start:] for path, entry in files.walk(account) if type(entry) is File or files.is_file(path)]
    return list(_names_of(tuple(found)))


@lru_cache(maxsize=64)
def _names_of(paths: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(folder_names(paths))


def short_name(folder: str) -> str:
    """Returns the last part of a folder's name as it is shown; Thunderbird calls its folder Junk "Spam"."""
    return "Spam" if folder == "Junk" else folder.rpartition("/")[2]


def long_name(folder: str) -> str:
    """Returns a folder's name as lists show it, with the folders that it is in.

    >>> long_name("Archives/2026"), long_name("Junk")
    ('Archives › 2026', 'Spam')
    """
    return "Spam" if folder == "Junk" else folder.replace("/", " › ")


def children_of(folders: Sequence[str], folder: str) -> bool:
    """Returns whether a folder has folders in it."""
    return any([name.startswith(f"{folder}/") for name in folders])


# Mails --------------------------------------------------------------------------------------------------------------


class Listed(NamedTuple):
    """A mail in a folder: its key, unique there, the stored mail, and its headers."""

    key: str
    mail: StoredMail
    heads: Heads


def listed(files: Files, folder: str) -> tuple[Listed, ...]:
    """Returns the mails of a folder, in the order of its file."""
    path = mailbox_path(folder)
    if not files.is_file(path):
        return ()
    return _listed(files.read(path))


@lru_cache(maxsize=64)
def _listed(data: bytes) -> tuple[Listed, ...]:
    seen: Counter[str] = Counter()
    rows = []
    for mail in split_mailbox(data):
        heads = heads_of(mail.source)
        seen[heads.id] += 1
        rows.append(Listed(heads.id if seen[heads.id] == 1 else f"{heads.id}#{seen[heads.id]}", mail, heads))
    return tuple(rows)


def stored_mails(files: Files, folder: str) -> tuple[StoredMail, ...]:
    """Returns the mails of a folder, in the order of its file, without their headers."""
    path = mailbox_path(folder)
    return split_mailbox(files.read(path)) if files.is_file(path) else ()


def put_mails(files: Files, folder: str, mails: Sequence[StoredMail], now: float) -> Files:
    """Returns the files with other mails in a folder, which is made if need be.

    Args:
        files: The machine's files.
        folder: The folder.
        mails: The mails.
        now: The machine's clock.

    Raises:
        FileError: The file can't be written.
    """
    path = mailbox_path(folder)
    above = path.rpartition("/")[0]
    if not files.is_dir(above):
        files = files.mkdir(above, now, parents=True, owner=_USER)
    data = join_mailbox(mails)
    if len(data) > MAX_MAILBOX or len(mails) > MAX_MAILS:
        raise FileSystemFull(path)  # what lies beyond would not be read again
    return files.write(path, data, now, owner=_USER)


def file_mail(files: Files, folder: str, mail: StoredMail, now: float) -> Files:
    """Returns the files with one more mail at the end of a folder.

    Args:
        files: The machine's files.
        folder: The folder.
        mail: The mail.
        now: The machine's clock.

    Raises:
        FileError: The file can't be written.
    """
    return put_mails(files, folder, [*stored_mails(files, folder), mail], now)


def create_folder(files: Files, folder: str, now: float) -> Files:
    """Returns the files with a new empty folder.

    Raises:
        FileError: The file can't be written.
    """
    return put_mails(files, folder, (), now)


def remove_folder(files: Files, folder: str, now: float) -> Files:
    """Returns the files without a folder, whose mails go to the trash, and those of the folders in it."""
    names = [folder, *[name for name in folder_list(files) if name.startswith(f"{folder}/")]]
    trash = [row.mail for row in listed(files, "Trash")]
    for name in names:
        trash += [row.mail for row in listed(files, name)]
        files = files.remove(mailbox_path(name))
    below = f"{mailbox_path(folder)}.sbd"
    if files.exists(below):
        files = files.remove(below, recursive=True)
    return put_mails(files, "Trash", trash, now)


def rename_folder(files: Files, folder: str, name: str, now: float) -> Files:
    """Returns the files with another name for a folder; the folders in it go with it.

    Args:
        files: The machine's files.
        folder: The folder's full name.
        name: Its new full name.
        now: The machine's clock.

    Raises:
        FileError: The file can't be renamed.
    """
    old, new = mailbox_path(folder), mailbox_path(name)
    files = files.move(old, new, mtime=now)
    return files.move(f"{old}.sbd", f"{new}.sbd", mtime=now) if files.exists(f"{old}.sbd") else files


def new_id(machine: Machine, *parts: str) -> str:
    """Returns an id for a new mail, which follows from its content, the time, and the mails that were sent before."""
    return id_from(*parts, repr(machine.now), str(len(machine.peek(EFFECTS, ()))))


def mailboxes(files: Files) -> Iterator[tuple[str, bytes]]:
    """Yields the name and the file of each folder, in the order of `folder_list`."""
    for folder in folder_list(files):
        path = mailbox_path(folder)
        if files.is_file(path):
            yield folder, files.read(path)


# Filters ------------------------------------------------------------------------------------------------------------


def filters_of(files: Files) -> tuple[Filter, ...]:
    """Returns the account's message filters, in the order in which they run."""
    try:
        return read_filters(files.read(RULES)) if files.is_file(RULES) else ()
    except FileError:
        return ()


def put_filters(files: Files, filters: Sequence[Filter], now: float) -> Files:
    """Returns the files with other message filters.

    Raises:
        FileError: The file can't be written.
    """
    if not files.is_dir(ACCOUNT):
        files = files.mkdir(ACCOUNT, now, parents=True, owner=_USER)
    return files.write(RULES, write_filters(filters, LOGIN), now, owner=_USER)
