"""The same shell scripts leave the same files on the simulated desktop and on the real one."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest

from crab_gym.backends.base import Backend
from crab_gym.backends.specs import make_backend, parse_backends

FOLDER = "/home/user/Documents/work"
PROGRAM = """import csv, json, os, re, sys
from collections import Counter
from pathlib import Path

words = Counter(re.findall(r"[a-z]+", Path("text.txt").read_text().lower()))
with open("counts.csv", "w", newline="") as file:
    writer = csv.writer(file)
    writer.writerow(["word", "count"])
    writer.writerows(sorted(words.items(), key=lambda pair: (-pair[1], pair[0])))
Path("out/deep").mkdir(parents=True, exist_ok=True)
for number, name in enumerate(sorted(os.listdir("files")), 1):
    os.rename(f"files/{name}", f"out/deep/{number:02d}_{name.upper()}")
print(json.dumps({"args": sys.argv[1:], "total": sum(words.values())}, sort_keys=True))
sys.exit(len(words))
"""
FILES = {"text.txt": "The cat, the dog.\nA cat!\n", "files/b.txt": "b", "files/a.txt": "a", "run.py": PROGRAM}
SCRIPTS = {
    "a program": (
        "python3 run.py one 'two three' > said; echo $? >> said",
        ["said", "counts.csv", "out/deep/01_A.TXT"],
    ),
    "code on the line": (
        "python3 -c 'import sys; print([n * n for n in range(5)], sys.argv)' a b > said"
        " && printf '3\\n4\\n' | python3 -c 'import sys; print(sum(map(int, sys.stdin)))' >> said",
        ["said"],
    ),
    "a program on standard input": (
        "printf 'print(6 * 7)\\n' | python3 - > said; python3 -c '1 / 0'; echo $? >> said",
        ["said"],
    ),
    "json": ('echo \'{"b": [1, 2], "a": null}\' | python3 -m json.tool > said', ["said"]),
    "errors": (
        "python3 -c 'import os; os.remove(\"nope\")' 2> said; echo $? >> said; python3 nope.py; echo $? >> said"
        "; python3 -c 'print(1' ; echo $? >> said; python3 -c 'raise SystemExit(\"bye\")' 2>> said; echo $? >> said",
        ["said"],
    ),
    "links": (
        "mkdir links && ln -s ../text.txt ../files links/ && ls links > said"
        " && cat links/text.txt links/files/a.txt >> said",
        ["said"],
    ),
    "trash": ("gio trash text.txt files && ls > said; gio trash nope; echo $? >> said; rm -r run.py", ["said"]),
}
"""Lines, and the files that they write."""


def booted(kind: str) -> Backend:
    spec = parse_backends({"ubuntu": kind if kind == "sim" else {"kind": kind, "spare": False}}, ("ubuntu",))["ubuntu"]
    backend = make_backend(spec, "ubuntu", (1280, 720))
    backend.reset(3)
    return backend


def act(backend: Backend, verb: str, **args: Any) -> None:
    backend.execute(verb, args)
    backend.settle()


def wait(backend: Backend, condition: Callable[[], bool]) -> None:
    """Waits until a condition holds, for as long as a test may last: real programs take their time."""
    while not condition():
        backend.advance(1)  # which takes no time on a real desktop
        time.sleep(0.05)


def open_terminal(backend: Backend) -> None:
    act(backend, "search_app", name="Terminal")
    act(backend, "press", key="enter")
    wait(backend, lambda: backend.state.foreground().app == "terminal")


def outcome(backend: Backend, name: str) -> dict[str, bytes | None]:
    """Types the line of a script into the terminal, in a fresh folder, and returns the files that it has written."""
    line, paths = SCRIPTS[name]
    folder = f"{FOLDER}/{name.replace(' ', '-')}"
    for path, text in FILES.items():
        backend.setup.write_file(f"{folder}/{path}", text)
    act(backend, "write_text", text=f"cd {folder}; {line}; echo > done\n")
    wait(backend, lambda: backend.state.exists(f"{folder}/done"))
    return {path: backend.state.read_file(f"{folder}/{path}") for path in paths}


EXPECTED = {
    "a program": {
        "said": b'{"args": ["one", "two three"], "total": 6}\n4\n',
        "counts.csv": b"word,count\r\ncat,2\r\nthe,2\r\na,1\r\ndog,1\r\n",
        "out/deep/01_A.TXT": b"a",
    },
    "code on the line": {"said": b"[0, 1, 4, 9, 16] ['-c', 'a', 'b']\n7\n"},
    "a program on standard input": {"said": b"42\n1\n"},
    "json": {"said": b'{\n    "b": [\n        1,\n        2\n    ],\n    "a": null\n}\n'},
    "errors": {
        "said": b"Traceback (most recent call last):\n"
        b'  File "<string>", line 1, in <module>\n'
        b"FileNotFoundError: [Errno 2] No such file or directory: 'nope'\n1\n2\n1\nbye\n1\n"
    },
    "links": {"said": b"files\ntext.txt\nThe cat, the dog.\nA cat!\na"},
    "trash": {"said": b"run.py\nsaid\n1\n"},
}


@pytest.mark.parametrize("kind", ["sim", pytest.param("desktop", marks=pytest.mark.desktop)])
def test_scripts(kind: str) -> None:
    backend = booted(kind)
    try:
        open_terminal(backend)
        assert {name: outcome(backend, name) for name in SCRIPTS} == EXPECTED
    finally:
        backend.close()
