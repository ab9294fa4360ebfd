"""Parsing documents in a separate process, with limits on time and memory.

* `parse_document` - a document's content as JSON values.
* `DocumentsUnavailable` - a package is missing, or this machine is too busy.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import threading
from collections import OrderedDict
from pathlib import Path
from typing import Any

__all__ = ["MAX_BYTES", "DocumentsUnavailable", "parse_document"]

MAX_BYTES = 32 << 20
"""Maximum number of bytes of a file."""

_BOOT = "import sys; sys.path.insert(0, sys.argv.pop(1)); from readers.main import main; main()"
_PACKAGES = {"odf": "odfpy", "openpyxl": "openpyxl", "pypdf": "pypdf", "PIL": "pillow"}
_SECONDS = 180.0
_KEPT, _MAX_KEPT_ANSWER = 32, 1 << 20
_kept: OrderedDict[tuple[str, bytes], Any] = OrderedDict()
_lock = threading.Lock()


class DocumentsUnavailable(RuntimeError):
    """Documents can't be read here: a library is missing, or the process that reads them could not work."""


def parse_document(kind: str, data: bytes) -> Any:
    """Returns a document's content, None if it can't be read.

    Args:
        kind: One of `crab_gym.documents.readers.main.READERS`.
        data: The file.

    Raises:
        DocumentsUnavailable: The failure isn't the document's: the extra ``desktop`` is missing, or the machine is so
            busy that the process got no result.
    """
    if len(data) > MAX_BYTES:
        return None
    key = kind, hashlib.sha256(data).digest()
    with _lock:
        if key in _kept:
            _kept.move_to_end(key)
            return _kept[key]
    answer, size = _ask(kind, data)
    if size <= _MAX_KEPT_ANSWER:
        with _lock:
            _kept[key] = answer
            while len(_kept) > _KEPT:
                _kept.popitem(last=False)
    return answer


def _ask(kind: str, data: bytes) -> tuple[Any, int]:
    argv = [sys.executable, "-P", "-c", _BOOT, str(Path(__file__).parent), kind]
    try:
        done = subprocess.run(argv, input=data, capture_output=True, timeout=_SECONDS)
    except subprocess.TimeoutExpired:
        raise DocumentsUnavailable(
            f"reading a document of {len(data)} bytes took more than {_SECONDS:.0f} s though its processor time is "
            "bounded to far less: the machine is too busy; run fewer environments at once"
        ) from None
    ready, _, body = done.stdout.partition(b"\n")
    if ready != b"ready":
        problem = json.loads(done.stdout) if done.stdout.startswith(b"{") else {}
        if "missing" in problem:
            raise DocumentsUnavailable(
                f"reading documents needs the package {_PACKAGES[problem['missing']]}, which is not installed; "
                'install the extra "desktop": pip install "crab-gym[desktop]"'
            )
        end = done.stderr.decode("utf-8", "replace")[-2000:].strip()
        raise DocumentsUnavailable(
            f"the process that reads documents did not start (exit code {done.returncode})\n{end}"
        )
    # Without an answer, the process reached its limits, or the document made it crash.
    reply = json.loads(body) if done.returncode == 0 and body else {}
    return reply.get("document"), len(body)
