"""The command line of ``python3``, scripts that name it, its messages, and what one run leaves to the next."""

from __future__ import annotations

import pytest

from crab_sim.files import Directory, Entry, File, Files
from crab_sim.shell import Result, login_state, run
from crab_sim.shell.python.source import LIBRARY
from crab_sim.shell.testing import example_files, example_run
from tests.simulator.shell.python._programs import host

HOST = host()


def shell(line: str, files: Files | None = None, stdin: bytes = b"") -> Result:
    return run(line, files or example_files(), login_state(HOST), HOST, stdin)


@pytest.mark.parametrize(
    ("line", "shown", "status"),
    [
        ("python3 --version", "Python 3.11.2\n", 0),
        ("python3 -V", "Python 3.11.2\n", 0),
        ("python3 -c 'print(1)'", "1\n", 0),
        ("python3 -u -B -c 'import sys; print(sys.argv)' a -b", "['-c', 'a', '-b']\n", 0),
        ("echo 'print(2)' | python3", "2\n", 0),
        ("echo 'import sys; print(sys.argv)' | python3 - x", "['-', 'x']\n", 0),
        ("python3 <<E\nprint(3)\nE", "3\n", 0),
        ("python3 -c 'print(input())' < fruit.txt", "apple 3\n", 0),
        ("python3 -c 'import os; print(os.getcwd(), os.environ[\"X\"])'", "", 1),
        ("X=5 python3 -c 'import os; print(os.getcwd(), os.environ[\"X\"])'", "/home/user 5\n", 0),
        ("cd docs; python3 -c 'import os; os.chdir(\"..\"); print(os.listdir())'; pwd",
         "['docs', 'fruit.txt', 'notes.txt']\n/home/user/docs\n", 0),
        ("printf '#!/usr/bin/env python3\\nimport sys\\nprint(sys.argv)\\n' > s; chmod +x s; ./s a",
         "['./s', 'a']\n", 0),
        ("python3 -m json.tool --compact <<< '{\"a\": [1, 2]}'", '{"a":[1,2]}\n', 0),
        ("/usr/bin/python3 -c 'print(4)' | cat -n", "     1\t4\n", 0),
        ("type python3 > /dev/null && echo yes", "yes\n", 0),
        ("python3 --help | head -n 1", "Usage: python3 [-c COMMAND | -m json.tool | FILE | -] [ARG]...\n", 0),
        ("python3 -c 'exit(7)'", "", 7),
        ("python3 -c 'exit(300)'", "", 44),
        ("python3 -c 'exit(-1)'", "", 255),
        ("python3 nope.py", "", 2),
        ("python3 -c", "", 2),
        ("python3 -Z", "", 2),
        ("python3 -m http.server", "", 1),
    ],
)  # fmt: skip
def test_lines(line: str, shown: str, status: int) -> None:
    result = shell(line)
    assert (result.stdout.decode(), result.status) == (shown, status)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("python3", "python3: the interactive mode isn't simulated; use 'python3 -c COMMAND' or 'python3 FILE'\n"),
        ("python3 nope.py", "python3: can't open file '/home/user/nope.py': [Errno 2] No such file or directory\n"),
        ("python3 docs", "python3: can't find '__main__' module in '/home/user/docs'\n"),
        ("python3 -m http.server", "/usr/bin/python3: No module named http.server\n"),
        ("python3 -c 'import numpy'", "Traceback (most recent call last):\n"
         '  File "<string>", line 1, in <module>\nModuleNotFoundError: No module named \'numpy\'\n'),
        ("python3 -c 'import subprocess'", "Traceback (most recent call last):\n"
         '  File "<string>", line 1, in <module>\nModuleNotFoundError: No module named \'subprocess\'\n'),
        ("printf 'def f():\\n    yield 1\\n' > s.py; python3 s.py", '  File "/home/user/s.py", line 2\n    yield 1\n'
         "SyntaxError: this Python doesn't support yield expressions\n"),
        ("printf 'def g():\\n    return h\\n' > m.py; python3 -c 'import m; m.g()'",
         "Traceback (most recent call last):\n"
         '  File "<string>", line 1, in <module>\n  File "/home/user/m.py", line 2, in g\n    return h\n'
         "NameError: name 'h' is not defined\n"),
        ("python3 -c 'open(\"nope\")'", "Traceback (most recent call last):\n"
         '  File "<string>", line 1, in <module>\n'
         "FileNotFoundError: [Errno 2] No such file or directory: 'nope'\n"),
        ("printf 'def f(x):\\n    return 1 / x\\n\\nf(0)\\n' > s.py; python3 s.py",
         "Traceback (most recent call last):\n"
         '  File "/home/user/s.py", line 4, in <module>\n    f(0)\n'
         '  File "/home/user/s.py", line 2, in f\n    return 1 / x\nZeroDivisionError: division by zero\n'),
        ("printf 'x = (\\n' > s.py; python3 s.py", '  File "/home/user/s.py", line 1\n    x = (\n'
         "        ^\nSyntaxError: '(' was never closed\n"),
        ("python3 -c 'return 1'", "  File \"<string>\", line 1\nSyntaxError: 'return' outside function\n"),
    ],
)  # fmt: skip
def test_messages(line: str, message: str) -> None:
    result = shell(line)
    assert result.stderr.decode() == message
    assert result.status in (1, 2)


def test_files_have_owners_and_permissions() -> None:
    entries: list[tuple[str, Entry]] = [
        ("/home/user", Directory(0.0, 0o755, "user")),
        ("/home/user/own.txt", File(b"own", 0.0, 0o400, "user")),
        ("/root/secret", File(b"s", 0.0, 0o600, "root")),
        ("/etc/conf", File(b"c", 0.0, 0o644, "root")),
    ]
    program = (
        "def attempt(act):\n    try: print(act())\n    except PermissionError as e: print('PermissionError', e)\n"
        "for act in (lambda: open('/root/secret'), lambda: open('/etc/conf', 'w'), lambda: open('/etc/new', 'w'),"
        " lambda: open('own.txt', 'a'), lambda: os.remove('/etc/conf'), lambda: os.mkdir('/etc/d'),"
        " lambda: os.rename('/etc/conf', 'c'), lambda: shutil.rmtree('/etc')):\n    attempt(act)\n"
        "open('new.txt', 'w').write('n')"
    )
    files = Files([*entries, ("/home/user/s.py", File(f"import os, shutil\n{program}\n".encode(), 0.0, 0o644, "user"))])
    result = shell("python3 s.py", files)
    assert result.stdout.decode().count("PermissionError") == 8, result.stderr
    entry = result.files.stat("/home/user/new.txt")
    assert (entry.owner, entry.mtime) == ("user", HOST.now)
    assert result.files.read("/etc/conf") == b"c"


def test_the_clock_is_the_machines() -> None:
    result = shell("python3 -c 'import time, datetime; time.sleep(60); print(datetime.datetime.now())'; date +%T")
    assert result.stdout == b"2024-05-06 12:54:20\n12:54:20\n"
    assert result.effects == (("sleep", 60.0),)


def test_random_numbers_and_addresses_are_the_same_in_each_run() -> None:
    program = "import random, os; print(random.random(), random.sample(range(99), 5), os.urandom(4), id([]), hash('a'))"
    first, second = shell(f'python3 -c "{program}"'), shell(f'python3 -c "{program}"')
    assert first.stdout == second.stdout and first.status == 0


def test_random_numbers_are_others_in_the_next_run_of_a_line() -> None:
    line = "python3 -c 'import random; print(random.random())'"
    first, second = shell(f"{line}; {line}").stdout.split()
    assert first != second


def test_output_keeps_the_order_of_its_streams() -> None:
    program = "import sys\nprint(1)\nprint(2, file=sys.stderr)\nsys.stdout.write('3\\n')"
    assert shell(f'python3 -c "{program}" 2>&1').stdout == b"1\n2\n3\n"


def test_standard_input_is_left_to_others_by_a_program_that_does_not_name_it() -> None:
    result = shell('while read line; do python3 -c \'print("-", end="")\'; echo $line; done < fruit.txt')
    assert result.stdout == b"".join(
        b"-" + line for line in example_files().read("/home/user/fruit.txt").splitlines(True)
    )
    program = "import sys\nprint(sys.stdin.readline(), open('/dev/stdin').read())"
    assert shell(f'python3 -c "{program}"', stdin=b"a\n").stdout == b"a\n \n"


def test_a_file_that_is_left_open_is_written() -> None:
    result = shell('python3 -c \'f = open("new", "w"); f.write("text"); 1 / 0\'; cat new')
    assert result.stdout == b"text"


@pytest.mark.parametrize("name", sorted(LIBRARY))
def test_modules_given_as_source_run(name: str) -> None:
    result = shell(f"python3 -c 'import {name}; print({name}.__name__)'")
    assert (result.stdout.decode(), result.stderr) == (f"{name}\n", b"")


def test_a_machine_without_it_says_so() -> None:
    assert example_run("python3 -c 1").stderr == b"bash: python3: command not found\n"


def test_a_module_has_the_names_that_nested_statements_bind() -> None:
    module = (
        "if True:\n    from math import pi\n    def f(): inner = 1\nelse:\n    missing = 0\n"
        "for i in [1, 2]:\n    last = i\ntry:\n    a, (b, *c) = 1, (2, 3)\nexcept ValueError as error:\n    pass\n"
        "d = [x for x in [4] if (seen := x)]\nmatch [5, 6]:\n    case [g, *rest]:\n        pass\n"
    )
    shown = "(m.pi > 3, m.f(), m.i, m.last, m.a, m.b, m.c, m.d, m.seen, m.g, m.rest)"
    lacking = "[hasattr(m, n) for n in ('missing', 'inner', 'x', 'error')]"
    result = shell(f"cat > m.py <<'E'\n{module}E\npython3 -c \"import m; print({shown}); print({lacking})\"")
    assert result.stderr == b""
    assert result.stdout.decode() == ("(True, None, 2, 2, 1, 2, [3], [4], 4, 5, [6])\n[False, False, False, False]\n")


def test_functions_that_a_program_defines_itself_are_its_own() -> None:
    program = (
        "import sys\ndef ValueError(x): return [x]\ndef SystemExit(x): return x + 1\nn = 1\n"
        "print(ValueError(n), SystemExit(n))\n"
        "class A:\n    def print(self): print('x', file=sys.stderr)\nA().print()\n"
    )
    result = shell(f"python3 <<'E'\n{program}E")
    assert (result.stdout, result.stderr) == (b"[1] 2\n", b"x\n")


def test_an_edit_within_another_one_changes_nothing_else() -> None:
    program = "é = 1; x = 'é'; del x; print(é); print(sorted([2, 1], key=__file__.index))"
    result = shell(f'echo "{program}" > s.py; python3 s.py')
    assert result.stdout == b"1\n"
    assert b"_crab" not in result.stderr and b"TypeError" in result.stderr
