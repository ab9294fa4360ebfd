"""The program that reads one document from standard input and writes its content to standard output as JSON.

It writes a line ``ready`` (from then on, an end without an answer is the document's fault), then either ``{"document":
...}`` or ``{"unreadable": reason}``.
"""

from __future__ import annotations

import importlib
import json
import os
import sys

READERS = {
    "text": ("text_document", ""),
    "sheets": ("spreadsheet", ""),
    "slides": ("presentation", ""),
    "pdf": ("pdf", "pypdf"),
    "pdf_pictures": ("pdf", "pypdf PIL"),
}
"""Module of each kind of reader, whose function is ``read_<kind>``, and the libraries that it always needs."""

MAX_MEMORY = 1536 << 20
"""Maximum address space of a reader, in bytes."""
MAX_CPU_SECONDS = 10
"""Maximum processor time of a reader."""
MAX_ANSWER = 16 << 20
"""Maximum number of bytes of an answer."""


def main() -> None:
    """Writes one answer and ends."""
    # Libraries' prints must not mix with the answer: file descriptor 1 becomes the null device.
    answer = os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    kind = sys.argv[1]
    module, libraries = READERS[kind]
    data = sys.stdin.buffer.read()
    os.environ["PATH"] = ""  # no library asks a program that this host may have
    sys.modules["numpy"] = None  # type: ignore[assignment]  # openpyxl would spend a third of a second on it
    for name in libraries.split():
        importlib.import_module(name)
    read = getattr(importlib.import_module(f".{module}", __package__), f"read_{kind}")
    _limit()
    answer.write(b"ready\n")
    answer.flush()
    try:
        body = json.dumps({"document": read(data)}).encode()
        if len(body) > MAX_ANSWER:
            raise ValueError(f"what is in it takes {len(body)} bytes, at most {MAX_ANSWER} are read")
    except ImportError:  # a broken installation, not a broken document
        raise
    except (Exception, RecursionError, MemoryError) as problem:
        body = json.dumps({"unreadable": f"{type(problem).__name__}: {problem}"[:1000]}).encode()
    answer.write(body)
    answer.close()
    os._exit(0)  # freeing a tree of a million nodes would only take time


def _limit() -> None:
    try:
        import resource
    except ImportError:  # on Windows, only the sizes are limited
        return
    limits = [(resource.RLIMIT_CPU, MAX_CPU_SECONDS)]
    if sys.platform != "darwin":  # macOS refuses a limit of addresses below those that a process has from the start
        limits.append((resource.RLIMIT_AS, MAX_MEMORY))
    for what, limit in limits:
        hard = resource.getrlimit(what)[1]
        if hard != resource.RLIM_INFINITY:
            limit = min(limit, hard)
        resource.setrlimit(what, (limit, hard))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
