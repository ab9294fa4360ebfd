"""No program raises out of the shell, runs for ever, grows without end, or reaches anything of the host."""

from __future__ import annotations

import os
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crab_sim.files import Directory, File, Files
from crab_sim.shell import Result, login_state, run, run_argv
from crab_sim.shell.limits import MAX_OUTPUT
from crab_sim.shell.testing import example_files
from tests.simulator.shell.python._programs import host

HOST = host()
FILES = example_files()
STATE = login_state(HOST)


def python(program: str, stdin: bytes = b"") -> Result:
    result = run_argv(["python3", "-c", program], FILES, STATE, HOST, stdin)
    assert 0 <= result.status <= 255
    assert len(result.stdout) <= MAX_OUTPUT
    return result


STOPPED = b"bash: the program needs too much time or memory and was stopped\n"
ENDLESS = [
    "while True: pass",
    "import itertools\nfor _ in itertools.count(): pass",
    "sum(range(10**12))",
    "x = 7\nwhile True: x = x * x",
    "import math; math.factorial(10**7)",
    "def f(*a): return f(*a, *a, 1)\nf()",
    "a = [1]\nfor i in range(60): a = [a, a]\nprint(a)",
    "a, b = [1], [1]\nfor i in range(60): a, b = [a, a], [b, b]\na == b",
    "try:\n    while True: pass\nexcept BaseException: print('caught')",
    "open('left', 'w').write('x')\nimport time\ntime.sleep(5)\nprint('shown')\nwhile True: pass",
]
"""Programs that take too long, or too much memory on fast hosts; each takes a second, so most are in the slow tier."""


@pytest.mark.parametrize(
    "program", [pytest.param(one, marks=[pytest.mark.slow] if i % 9 else []) for i, one in enumerate(ENDLESS)]
)
def test_nothing_is_kept_of_a_program_that_is_stopped(program: str) -> None:
    result = python(program)
    assert (result.stdout, result.stderr) == (b"", STOPPED)
    assert (result.files, result.effects) == (FILES, ())


BOUNDS = [
    ("x = [0] * 10**9", "too much time or memory"),
    ("x = 'a' * 10**10", "too much time or memory"),
    ("x = []\nwhile True: x.append('a' * 100000)", "too much time or memory"),
    ("10 ** 10 ** 8", "too much time or memory"),
    ("list(range(10**9))", "too much time or memory"),
    ("f'{1:>10000000000}'", "too much time or memory"),
    ("('a' * 4000).replace('', 'b' * 100000)", "too much time or memory"),
    ("try: x = 'a' * 10**10\nexcept BaseException: print('caught')", "too much time or memory"),
    ("def f(): f()\nf()", "RecursionError"),
    ("class A:\n  def __repr__(self): return repr(self)\nprint(A())", "RecursionError"),
    ("a = ()\nfor i in range(50000): a = (a,)\nhash(a)", "RecursionError"),
    ("import json; json.loads('[' * 200000)", "recursion limit"),
    ("print(" + "(" * 500 + ")" * 500 + ")", "Error"),
    ("x = " + "1+" * 20000 + "1", "Error"),
    ("x = '" + "a" * 140_000 + "'", "SyntaxError"),
    ("int('9' * 1000000)", "ValueError"),
    (r"import re; re.search(r'(a*)*\1b', 'a' * 5000)", "re.error"),
    ("import os\nwhile True: os.path.exists('x')", "too much time or memory"),
    ("import os\nwhile True: os.mkdir('d'); os.chdir('d')", "too much time or memory"),
    ("while True: open('f', 'a').write('x' * 100000)", "too much"),
    ("while True: open('f', 'w').write('x' * 1000000)", "too much"),
    ("import ctypes", "ModuleNotFoundError"),
    ("import socket", "ModuleNotFoundError"),
    ("import subprocess", "ModuleNotFoundError"),
    ("import os; os.system('true')", "AttributeError"),
    ("__import__('os')", "NameError"),
    ("open('../../../../../etc/passwd').read()", "FileNotFoundError"),
    ("open('/proc/self/environ').read()", "FileNotFoundError"),
    ("open('/dev/stdout', 'w').write('x')", "FileExistsError"),
    ("open('/dev/tty', 'w').write('x')", "FileExistsError"),
    ("open('/dev/../dev/tty', 'a').write('x')", "FileExistsError"),
    ("import os; os.makedirs('a/' * 900)", "File name too long"),
    ("import os; os.makedirs('a/' * 500000)", "/a/a/a"),
    ("E = SystemExit; raise E('9' * 5000)", "9999"),
    ("().__class__.__bases__[0].__subclasses__()", "AttributeError"),
    ("raise SystemExit(SystemExit)", "SystemExit"),
    ("class A:\n  def __str__(self): 1 / 0\nraise SystemExit(A())", "ZeroDivisionError"),
]
"""Programs that ask for too much or for what is the host's, and what the shell says."""


@pytest.mark.parametrize(("program", "message"), BOUNDS)
def test_bounds(program: str, message: str) -> None:
    result = python(program)
    assert result.status != 0
    assert message in result.stderr.decode()[-2000:]


def test_a_pattern_that_explodes_elsewhere_is_linear() -> None:
    assert python("import re; print(re.search('(a+)+$', 'a' * 3000 + 'b'))").stdout == b"None\n"


def test_nothing_of_the_host_is_read() -> None:
    os.environ["CRAB_SECRET"] = "secret"
    try:
        program = "import os; print(os.environ, os.getenv('CRAB_SECRET'), os.listdir('/'), os.getcwd(), __file__)"
        shown = python(program).stdout.decode()
    finally:
        del os.environ["CRAB_SECRET"]
    assert "secret" not in shown and "None ['etc', 'home', 'tmp'] /home/user" in shown
    year = python("import time, datetime; print(time.gmtime().tm_year, datetime.date.today().year)").stdout
    assert year == b"2024 2024\n" and time.gmtime().tm_year != 2024


def test_a_full_disk_is_an_error_of_the_program() -> None:
    full = Files([("/home/user", Directory(0.0, 0o755, "user")), ("/home/user/big", File(b"x" * ((64 << 20) - 10)))])
    result = run("python3 -c \"open('new', 'w').write('x' * 1000000)\"; python3 -c 'print(1)'", full, STATE, HOST)
    assert (b"No space left on device" in result.stderr, result.stdout) == (True, b"1\n")


def test_the_work_of_a_line_is_shared() -> None:
    result = run("for i in $(seq 1000); do python3 -c 'print(1)' || break; done", FILES, STATE, HOST)
    assert "too much work" in result.stderr.decode()


@pytest.mark.parametrize("status", ["9" * 20, "-", "\N{ARABIC-INDIC DIGIT THREE}"])
def test_a_status_that_is_no_number_is_printed(status: str) -> None:
    result = python(f"E = SystemExit; raise E({status!r})")
    assert (result.stderr.decode(), result.status) == (f"{status}\n", 1)


def test_a_file_system_as_deep_as_can_be_is_made_and_listed() -> None:
    program = (
        "import os\nfrom pathlib import Path\nos.makedirs('a/' * 250)\nprint(sum(1 for _ in Path('.').rglob('a')))"
    )
    assert python(program).stdout == b"250\n"


def test_memory_that_the_worker_itself_runs_out_of_stops_a_program(capfd: pytest.CaptureFixture[str]) -> None:
    result = python("x\n" * 65_000)
    assert (result.stdout, result.stderr) == (b"", STOPPED)
    assert python("print(1)").stdout == b"1\n"
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(("count", "size"), [(60, 1), (3, 50_000)])
def test_modules_are_bounded_together(count: int, size: int) -> None:
    own = File(b"#" * size, 0.0, 0o644, "user")
    files = Files(
        [("/home/user", Directory(0.0, 0o755, "user")), *((f"/home/user/m{i}.py", own) for i in range(count))]
    )
    program = "; ".join(f"import m{i}" for i in range(count))
    result = run_argv(["python3", "-c", program], files, STATE, HOST, b"")
    assert b"SyntaxError: the program's modules are too many or too long" in result.stderr


def test_long_programs_are_work_even_if_they_do_nothing() -> None:
    result = run(f"for i in $(seq 100); do python3 -c '{'#' * 100_000}' || break; done", FILES, STATE, HOST)
    assert "too much work" in result.stderr.decode()


WORDS = st.sampled_from(
    "x y f A print len int str list dict set range open type super self ( ) [ ] { } : , . = == + - * ** // % @ < > if"
    " else elif for in def class return yield lambda try except finally with as import from not and or is None"
    " True 1 0 2.5 10**9 'a' b'b' f'{x}' \\n \\n\\t \\n\\t\\t := del raise assert global nonlocal pass break continue *"
    " .__class__ .append .format .join await async match case \" ''' # \\\\ ; ! ? \x00 é os re json sys".split(" ")
)


@given(st.lists(WORDS, max_size=30).map(" ".join))
@settings(max_examples=200, deadline=None)
def test_any_words(text: str) -> None:
    python(text.replace("\\n", "\n").replace("\\t", "\t"))


@given(st.binary(max_size=60))
@settings(max_examples=100, deadline=None)
def test_any_bytes(data: bytes) -> None:
    result = run_argv(["python3", "-"], FILES, STATE, HOST, data)
    assert 0 <= result.status <= 255
