"""Objects of a repository: blobs, trees, commits and tags, their bytes and their names.

* `hash_object`, `pack`, `unpack` - names and stored bytes.
* `TreeEntry`, `tree_bytes`, `read_tree` - folders. `Commit`, `commit_bytes`, `read_commit` - commits.
* `Tag`, `tag_bytes`, `read_tag` - annotated tags.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from crab_sim.shell.programs.git.errors import GitError
from crab_sim.shell.text import decode, encode

__all__ = [
    "EXECUTABLE", "FOLDER", "LINK", "REGULAR", "Commit", "RawObject", "Tag", "TreeEntry", "commit_bytes", "hash_object",
    "pack", "read_commit", "read_tag", "read_tree", "tag_bytes", "tree_bytes", "unpack",
]  # fmt: skip

REGULAR: Final = 0o100644
EXECUTABLE: Final = 0o100755
LINK: Final = 0o120000
FOLDER: Final = 0o040000

_MAX_OBJECT: Final = 64 * 1024 * 1024


class RawObject(NamedTuple):
    """An object: its kind (``blob``, ``tree``, ``commit`` or ``tag``) and its content."""

    kind: str
    data: bytes


class TreeEntry(NamedTuple):
    """An entry of a folder: its mode, such as `REGULAR`, its name, and its object."""

    mode: int
    name: str
    id: str


class Commit(NamedTuple):
    """A commit.

    Attributes:
        id: Its name.
        tree: The folder that it records.
        parents: The commits before it.
        author: ``Name <email> seconds zone``.
        committer: The same of the one who has committed it.
        message: Its message.
    """

    id: str
    tree: str
    parents: tuple[str, ...]
    author: str
    committer: str
    message: str

    @property
    def subject(self) -> str:
        """The message's first paragraph on one line."""
        return " ".join(self.message.strip("\n").split("\n\n")[0].split("\n")).strip()

    @property
    def time(self) -> int:
        """The committer's time, in seconds since 1970."""
        words = self.committer.rsplit(" ", 2)
        return int(words[1]) if len(words) == 3 and words[1].isdigit() else 0


class Tag(NamedTuple):
    """An annotated tag: what it names, that one's kind, its own name, who made it, and its message."""

    target: str
    kind: str
    name: str
    tagger: str
    message: str


def _framed(kind: str, data: bytes) -> bytes:
    return f"{kind} {len(data)}\0".encode() + data


@lru_cache(maxsize=4096)  # whether a file has changed is asked again and again
def hash_object(kind: str, data: bytes) -> str:
    """Returns an object's name.

    >>> hash_object("blob", b"")
    'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391'
    """
    return hashlib.sha1(_framed(kind, data), usedforsecurity=False).hexdigest()


def pack(kind: str, data: bytes) -> bytes:
    """Returns the bytes of an object's file."""
    return zlib.compress(_framed(kind, data), 1)


@lru_cache(maxsize=2048)
def unpack(stored: bytes) -> RawObject:
    """Returns the object of a file's bytes.

    Raises:
        GitError: They are those of no object.
    """
    try:
        framed = zlib.decompressobj().decompress(stored, _MAX_OBJECT)
    except zlib.error:
        raise GitError(
            "error: inflate: data stream error (incorrect header check)\nfatal: loose object is corrupt"
        ) from None
    head, zero, data = framed.partition(b"\0")
    kind, _, size = head.decode("latin-1").partition(" ")
    if not zero or kind not in ("blob", "tree", "commit", "tag") or size != str(len(data)):
        raise GitError("fatal: loose object is corrupt")
    return RawObject(kind, data)


def tree_bytes(entries: Iterable[TreeEntry]) -> bytes:
    """Returns the content of a folder's object; folders are ordered as if their names ended in a slash."""

    def order(entry: TreeEntry) -> bytes:
        return encode(entry.name) + (b"/" if entry.mode == FOLDER else b"")

    return b"".join(
        [f"{entry.mode:o} ".encode() + encode(entry.name) + b"\0" + bytes.fromhex(entry.id)
         for entry in sorted(entries, key=order)]
    )  # fmt: skip


@lru_cache(maxsize=1024)
def read_tree(data: bytes) -> tuple[TreeEntry, ...]:
    """Returns the entries of a folder's content.

    Raises:
        GitError: The content is that of no folder.
    """
    entries = []
    at = 0
    while at < len(data):
        zero = data.find(b"\0", at)
        mode, blank, name = data[at : max(at, zero)].partition(b" ")
        if zero < 0 or not blank or zero + 21 > len(data) or not mode.isdigit():
            raise GitError("fatal: corrupt tree file")
        entries.append(TreeEntry(int(mode, 8) if mode.strip(b"01234567") == b"" else 0, decode(name),
                                 data[zero + 1 : zero + 21].hex()))  # fmt: skip
        at = zero + 21
    return tuple(entries)


def commit_bytes(tree: str, parents: Sequence[str], author: str, committer: str, message: str) -> bytes:
    """Returns the content of a commit's object.

    Args:
        tree: Id of the object of its root folder.
        parents: Ids of the commits before it, none for the first one.
        author: Name, email address, time and zone of the author, as in an object's header.
        committer: The same of the committer.
        message: The message, with its last line break.
    """
    lines = [f"tree {tree}", *[f"parent {parent}" for parent in parents], f"author {author}", f"committer {committer}"]
    return encode("\n".join(lines) + "\n\n" + message)


def _headers(data: bytes) -> tuple[list[tuple[str, str]], str]:
    head, _, message = decode(data).partition("\n\n")
    rows = [(name, value) for name, _, value in [line.partition(" ") for line in head.split("\n")]]
    return rows, message


@lru_cache(maxsize=2048)
def read_commit(id: str, data: bytes) -> Commit:
    """Returns the commit of an object's content."""
    rows, message = _headers(data)
    first = dict(reversed(rows))
    parents = tuple([value for name, value in rows if name == "parent"])
    return Commit(id, first.get("tree", ""), parents, first.get("author", ""), first.get("committer", ""), message)


def tag_bytes(target: str, kind: str, name: str, tagger: str, message: str) -> bytes:
    """Returns the content of an annotated tag's object.

    Args:
        target: Id of the object that has the tag.
        kind: Type of that object, such as ``commit``.
        name: The tag's name, without ``refs/tags/``.
        tagger: Name, email address, time and zone of its author.
        message: The message, with its last line break.
    """
    return encode(f"object {target}\ntype {kind}\ntag {name}\ntagger {tagger}\n\n{message}")


def read_tag(data: bytes) -> Tag:
    """Returns the annotated tag of an object's content."""
    rows, message = _headers(data)
    first = dict(rows)
    return Tag(first.get("object", ""), first.get("type", ""), first.get("tag", ""), first.get("tagger", ""), message)
