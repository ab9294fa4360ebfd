"""Parsing documents with limits on time and memory: small ones here, others in a separate process.

A process of its own takes a tenth of a second to start, which is much more than a small document takes to be read.

* `parse_document` - a document's content as JSON values.
* `DocumentsUnavailable` - this machine is too busy.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from crab_sim.documents.readers.packages import SMALL, Limits
from crab_sim.documents.readers.presentation import read_slides
from crab_sim.documents.readers.simple_pdf import read_simple_pdf
from crab_sim.documents.readers.spreadsheet import read_sheets
from crab_sim.documents.readers.text_document import read_text

__all__ = ["MAX_BYTES", "DocumentsUnavailable", "parse_document"]

MAX_BYTES = 32 << 20
"""Maximum number of bytes of a file."""

_BOOT = "import sys; sys.path.insert(0, sys.argv.pop(1)); from readers.main import main; main()"
_HERE: Mapping[str, Callable[[bytes, Limits], Any]] = {
    "text": read_text, "sheets": read_sheets, "slides": read_slides,
    "pdf": lambda data, _limits: read_simple_pdf(data),
}  # fmt: skip
_SECONDS = 180.0
_MAX_ANSWER, _MAX_ANSWERS = 4 << 20, 32 << 20
_KNOWN, _MAX_KNOWN = 16, 1 << 20
_T = TypeVar("_T")
_lock = threading.Lock()


class DocumentsUnavailable(RuntimeError):
    """Documents can't be read here: the process that reads them could not work."""


def parse_document(kind: str, data: bytes, convert: Callable[[Any], _T]) -> _T | None:
    """Returns a document's content, None if it can't be read.

    Args:
        kind: One of `crab_sim.documents.readers.main.READERS`.
        data: The file.
        convert: Makes plain immutable data of the content as JSON values. It belongs to the kind.

    Raises:
        DocumentsUnavailable: The failure isn't the document's: the machine is so busy that the process got no result.
    """
    if len(data) > MAX_BYTES:
        return None
    with _lock:
        key = kind, _answers.digest(data)
        kept = _answers.get(key)
    if kept is not None:
        known: _T | None = kept.content
        return known
    answer = _read_here(kind, data)
    read = _ask(kind, data) if answer is None else _Answer(answer, len(json.dumps(answer)))
    content = None if read.content is None else convert(read.content)
    with _lock:
        _answers.put(key, _Answer(content, read.size))
    return content


class _Answer(NamedTuple):
    """A document's content, None if it can't be read, and about how many bytes it takes."""

    content: Any
    size: int


class _Answers:
    """The answers that were used last, of at most `_MAX_ANSWERS` bytes together."""

    def __init__(self) -> None:
        self._rows: OrderedDict[tuple[str, bytes], _Answer] = OrderedDict()
        self._size = 0
        self._digests: dict[int, tuple[bytes, bytes]] = {}

    def digest(self, data: bytes) -> bytes:
        """Returns a file's digest; of the same few objects, which evaluators ask about again and again, a known one."""
        known, found = self._digests.get(id(data), (b"", b""))
        if known is not data:
            found = hashlib.sha256(data).digest()
            if len(data) <= _MAX_KNOWN:
                if len(self._digests) >= _KNOWN:
                    self._digests.clear()
                self._digests[id(data)] = data, found
        return found

    def get(self, key: tuple[str, bytes]) -> _Answer | None:
        """Returns an answer, None where it isn't there any more."""
        found = self._rows.get(key)
        if found is not None:
            self._rows.move_to_end(key)
        return found

    def put(self, key: tuple[str, bytes], row: _Answer) -> None:
        """Keeps an answer, and drops the oldest ones where there are too many."""
        if row.size > _MAX_ANSWER or key in self._rows:
            return
        self._rows[key] = row
        self._size += row.size + 1000
        while self._size > _MAX_ANSWERS:
            self._size -= self._rows.popitem(last=False)[1].size + 1000


_answers = _Answers()


def _read_here(kind: str, data: bytes) -> Any:
    """Returns the content of a small document; None for any other, and where anything is wrong with it."""
    read = _HERE.get(kind)
    if read is None or len(data) > SMALL.size:
        return None
    try:
        return read(data, SMALL)
    except Exception:  # the separate process finds out what is wrong
        return None


def _ask(kind: str, data: bytes) -> _Answer:
    argv = [sys.executable, "-P", "-c", _BOOT, str(Path(__file__).parent), kind]
    try:
        done = subprocess.run(argv, input=data, capture_output=True, timeout=_SECONDS)
    except subprocess.TimeoutExpired:
        raise DocumentsUnavailable(
            f"reading a document of {len(data)} bytes took more than {_SECONDS:.0f} s though its processor time is "
            "bounded to far less: the machine is too busy; run fewer environments at once"
        ) from None
    ready, _, body = done.stdout.partition(b"\n")
    if ready != b"ready" or done.returncode == 1:  # of an error of Python; all that is the document's is in the answer
        end = done.stderr.decode("utf-8", "replace")[-2000:].strip()
        raise DocumentsUnavailable(
            f"the process that reads documents did not work (exit code {done.returncode})\n{end}"
        )
    # Without an answer, the process reached its limits, or the document made it crash.
    reply = json.loads(body) if done.returncode == 0 and body else {}
    return _Answer(reply.get("document"), len(body))
