"""macOS, where it differs from Linux for the simulator."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

from docx import Document

import crab_sim.documents

READ = """
import resource, sys
limit = resource.setrlimit

def setrlimit(what, limits):
    if what == resource.RLIMIT_AS:  # of which each process of macOS has more than any sensible limit
        raise ValueError("current limit exceeds maximum limit")
    limit(what, limits)

resource.setrlimit = setrlimit
sys.platform = "darwin"
sys.path.insert(0, sys.argv.pop(1))
from readers.main import main
main()
"""


def test_documents_are_read_where_addresses_cannot_be_limited() -> None:
    document, file = Document(), io.BytesIO()
    document.add_paragraph("Hello")
    document.save(file)
    folder = str(Path(crab_sim.documents.__file__).parent)
    command = [sys.executable, "-P", "-c", READ, folder, "text"]
    done = subprocess.run(command, input=file.getvalue(), capture_output=True, check=True)
    ready, _, answer = done.stdout.partition(b"\n")
    assert ready == b"ready" and "Hello" in json.dumps(json.loads(answer)["document"])
