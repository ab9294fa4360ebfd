"""No program raises out of the shell, runs for ever, grows without end, or reaches anything of the host."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

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


SECRETS = r"""
().__class__.__bases__
().__class__.__mro__[1].__subclasses__()
[].append.__self__
(lambda: 0).__globals__
(lambda: 0).__code__
(lambda: 0).__closure__
print.__self__
len.call
print.call
"".__class__.mro()
"{0.__class__.__bases__}".format(1)
"{0.__globals__}".format(print)
"{0.call}".format(len)
"{a.__init__.__globals__}".format(a=Exception())
f"{(1).__class__.__base__}"
"%(__class__)s" % {}
getattr((), "__reduce__")()
getattr(print, "call")
__builtins__
__import__("os")
eval("1")
exec("1")
compile("1", "", "eval")
open.call
type("X", (), {})
type(1).__subclasses__()
int.__subclasses__()
object.__subclasses__()
type.__call__(int)
Exception().__traceback__.tb_frame
ValueError.__init__.__globals__
(x for x in [1]).gi_frame
(x for x in [1]).frame
(x for x in [1]).machine
(lambda: 0).code
(lambda: 0).variables
(lambda: 0).closure
str.format.__func__
[].__len__.__call__
{}.__class_getitem__
import os; os.sys
import os; os.path.os
import json; json.decoder
import json; json.codecs
import re; re.sys
import re; re.compile("a").native
import re; re.match("a", "a").re.native
import random; random.Random().seed.__self__
import random; random._os
import pathlib; pathlib.Path("x").pure
import csv; csv.reader([]).reader
import io; io.StringIO()._system
import collections; collections.abc.sys
import datetime; datetime.sys
import datetime; datetime.datetime.now().__reduce__()
import functools; functools.partial(print).func.call
import subprocess; subprocess.os
import string; string.Template("a").pattern
import string; string.Formatter
import hashlib; hashlib.md5().hash
import types
import ctypes
import importlib
import socket
import inspect
import builtins
import gc
import threading
class A(type): pass
class A(int): pass
class A(dict): pass
class A: pass; A.__class__ = int
import dataclasses; dataclasses.field().factory
import sys; sys.stdout._machine
import sys; sys.stdin.number
import sys; sys._getframe()
import sys; sys.modules["os"].system.call
import typing; typing.Any.name
import contextlib; contextlib.suppress().kinds
import operator; operator.attrgetter("__class__.__base__")(1)
import operator; operator.methodcaller("__reduce__")(1)
class A: pass\nA.__dict__
class A: pass\nA()._members_of_program
class A: pass\nA._members_of_program
class A: pass\nA.__subclasses__()
class A: pass\nA.__init__.__globals__
class A:\n  def f(self): super().__getattribute__("f")\nA().f()
class A:\n  def f(self): pass\nA().f.function
class A:\n  def f(self): pass\nA().f.__func__
try: 1/0\nexcept Exception as e: e.__traceback__
try: 1/0\nexcept Exception as e: e._trace_of_program
"a".encode("zlib_codec")
b"a".decode("rot13")
open("/etc/passwd").read()
open("/proc/self/environ").read()
"""


@pytest.mark.parametrize("program", [line.replace("\\n", "\n") for line in SECRETS.strip().split("\n")])
def test_nothing_of_the_host_is_in_reach(program: str) -> None:
    result = python(program)
    assert result.status == 1, result.stdout
    last = result.stderr.decode().strip().split("\n")[-1]
    kinds = ("AttributeError", "TypeError", "NameError", "RuntimeError", "ModuleNotFoundError", "KeyError")
    assert last.startswith((*kinds, "LookupError", "FileNotFoundError")), last


FINALLY = (
    "".join("  " * i + "try:\n" + "  " * i + "  pass\n" + "  " * i + "finally:\n" for i in range(18)) + "  " * 18 + "0"
)


BOUNDS = [
    ("while True: pass", "too much work"),
    ("while True:\n  try: x = 1 / 0\n  except: pass", "too much work"),
    ("while True:\n  try:\n    while True: pass\n  except: continue\n  finally: continue", "too much work"),
    ("for x in iter(int, 1): pass", "too much work"),
    ("def f(): yield 1; yield from f()\nlist(f())", "RecursionError"),
    ("sum(iter(int, 1))", "too much work"),
    ("import itertools; sum(itertools.count())", "too much work"),
    ("import itertools; max(itertools.cycle([1]))", "too much work"),
    ("import itertools; next(filter(None, itertools.repeat(0)))", "too much work"),
    ("import itertools; list(itertools.count())", "MemoryError"),
    ("import itertools; print(5.5 in itertools.count())", "too much work"),
    ("import itertools; next(itertools.islice(itertools.count(), 10**15, None))", "too much work"),
    ("import itertools; next(itertools.product(range(1000), repeat=10**9))", "MemoryError"),
    ("print(1.5 in range(10**18))", "too much work"),
    ("10**10**10", "MemoryError"),
    ("x = 7\nwhile True: x = x * x", "MemoryError"),
    ("x = 3\nwhile True: x += x", "MemoryError"),
    ("1 << 10**9", "MemoryError"),
    ("pow(3, 10**4000, 10**4000)", "too much work"),
    ("2 ** 100000 ** 2", "MemoryError"),
    ("import math; math.factorial(10**9)", "MemoryError"),
    ("import math; math.comb(10**9, 10**8)", "MemoryError"),
    ("'a' * 10**12", "MemoryError"),
    ("[0] * 10**12", "MemoryError"),
    ("(0,) * 10**10", "MemoryError"),
    ("bytes(10**10)", "MemoryError"),
    ("list(range(10**12))", "MemoryError"),
    ("x = 'a'\nwhile True: x += x", "MemoryError"),
    ("x = [1]\nwhile True: x += x", "MemoryError"),
    ("x = [1]\nwhile True: x.extend(x)", "MemoryError"),
    ("x = [1]\nwhile True: x[len(x):] = x", "MemoryError"),
    ("x = []\nwhile True: x.append('a' * 4000000)", "too much work"),
    ("x = {}\nwhile True: x[len(x)] = {}", "too much work"),
    ("f'{1:>1000000000}'", "MemoryError"),
    ("'%1000000000d' % 1", "MemoryError"),
    ("'%*d' % (10**9, 1)", "MemoryError"),
    ("'{:1000000000}'.format(1)", "MemoryError"),
    ("'{:{}}'.format(1, 10**9)", "MemoryError"),
    ("format(1.5, '.1000000000f')", "MemoryError"),
    ("'a'.ljust(10**10)", "MemoryError"),
    ("'a'.zfill(10**10)", "MemoryError"),
    ("'\\t'.expandtabs(10**9)", "MemoryError"),
    ("('a' * 4000).replace('', 'b' * 4000)", "MemoryError"),
    ("('b' * 4000).join('a' * 4000)", "MemoryError"),
    ("('a' * 100000).translate({97: 'b' * 100000})", "MemoryError"),
    ("'a' * 4000000 + 'a' * 4000000", "MemoryError"),
    ("x = '{0}' * 100000\nfor i in range(10): x.format(1)", "too much work"),
    ("x = '{{' * 300000\nfor i in range(10): x.format(1)", "too much work"),
    ("x = '{0' + '.real' * 100000 + '}'\nfor i in range(10): x.format(1)", "too much work"),
    ("x, y = '%d' * 100000, (1,) * 100000\nfor i in range(10): x % y", "too much work"),
    ("a, b = 'a' * 4000000, 'a' * 4000000\nfor i in range(1000): a == b", "too much work"),
    ("a, b = b'a' * 4000000, b'a' * 4000000\nfor i in range(1000): a == b", "too much work"),
    ("a = 'a ' * 2000000\nfor i in range(30): a.split()", "too much work"),
    ("import random; x = list(range(200000))\nfor i in range(10): random.shuffle(x)", "too much work"),
    ("import csv\nfor i in range(200): list(csv.reader(['a,' * 50000]))", "too much work"),
    ("import copy; x = [[i] for i in range(40000)]\nfor i in range(99): copy.deepcopy(x)", "too much work"),
    ("import heapq; x = [(1,) * 1000 + (i,) for i in range(1000)]\nheapq.heapify(x * 9)", "too much work"),
    ("import re\nfor i in range(3000): re.compile('(a|b)*' * 50 + str(i))", "too much work"),
    ("import json; x = [[i] for i in range(50000)]\nfor i in range(99): json.dumps(x, indent=1)", "too much work"),
    ("x = ['a' * 100000 + str(i) for i in range(30)] * 1000\nsorted(x)", "too much work"),
    ("x = 1 << 131000\nfor i in range(300000): hash(x)", "too much work"),
    ("import bisect; x = [1] * 1000000\nfor i in range(30000): bisect.insort(x, 0)", "too much work"),
    (
        "import collections; x = collections.Counter(range(60000))\nfor i in range(30): x.most_common()",
        "too much work",
    ),
    ("def f(): f()\nf()", "RecursionError"),
    ("def f(): sorted([1], key=lambda x: f())\nf()", "RecursionError"),
    ("class A:\n  def __repr__(self): return repr(self)\nprint(A())", "RecursionError"),
    ("class A:\n  def __eq__(self, o): return self == o\nA() == A()", "RecursionError"),
    ("class A:\n  def __getattr__(self, n): return getattr(self, n + 'x')\nA().y", "RecursionError"),
    ("class A:\n  def __len__(self):\n    while True: pass\nlen(A())", "too much work"),
    ("a = []\nfor i in range(100000): a = [a]\nprint(a)", "RecursionError"),
    ("a = ()\nfor i in range(100000): a = (a,)\nhash(a)", "RecursionError"),
    ("a = ()\nfor i in range(100000): a = (a,)\n{a: 1}", "RecursionError"),
    ("a = ()\nfor i in range(100000): a = (a,)\n{a}", "RecursionError"),
    ("a = []\nfor i in range(100000): a = [a]\na == a[:]", "RecursionError"),
    ("import json\na = []\nfor i in range(100000): a = [a]\njson.dumps(a)", "RecursionError"),
    ("a = [1]\nfor i in range(60): a = [a, a]\nprint(a)", "stopped"),
    ("a = [1]\nb = [1]\nfor i in range(60): a, b = [a, a], [b, b]\na == b", "stopped"),
    ("a = (1,)\nfor i in range(60): a = (a, a)\nhash(a)", "stopped"),
    ("import copy\na = [1]\nfor i in range(60): a = [a, a]\ncopy.deepcopy(a)", "stopped"),
    ("a = iter([1])\nfor i in range(100000): a = zip(a)\nnext(a)", "RecursionError"),
    ("a = iter([1])\nfor i in range(100000): a = enumerate(a)\nnext(a)", "RecursionError"),
    ("def g(x):\n  for i in x: yield i\na = iter([1])\nfor i in range(5000): a = g(a)\nnext(a)", "RecursionError"),
    ("import json; json.loads('[' * 100000)", "RecursionError"),
    ("print(" + "(" * 500 + ")" * 500 + ")", "Error"),
    ("x = " + "-" * 20000 + "1", "Error"),
    ("x = " + "1+" * 20000 + "1", "Error"),
    ("x = " + "[" * 150 + "]" * 150 + "; print(x)", "RecursionError"),
    (FINALLY, "simulated machine's Python has no programs of this size"),
    ("x = '" + "a" * 140_000 + "'", "no programs of this size"),
    ("import re; re.search('(a+)+$', 'a' * 1000000 + 'b')", "too much work"),
    ("import re; re.search(r'(a*)*\\1b', 'a' * 5000)", "could take too long"),
    ("import re; re.search(r'(?=(a+)+$)b', 'a' * 5000)", "could take too long"),
    ("import re; re.sub('.*.*.*x', '', 'a' * 1000000)", "too much work"),
    ("import re; re.compile('a' * 5000)", "too long"),
    ("import re; re.compile('(' * 900 + ')' * 900)", "Error"),
    ("import re; re.search('(((a{1,500}){1,500}){1,500})b', 'a' * 1000)", "too large"),
    ("import time\nwhile True: time.sleep(1)", "too much work"),
    ("import subprocess\nwhile True: subprocess.run(['true'])", "too much work"),
    ("import subprocess, sys\nsubprocess.run(['python3', '-c', 'while True: pass'])", "too much work"),
    ("while True: print('x' * 1000)", "bytes of output"),
    ("while True: open('f', 'a').write('x' * 100000)", "too much work"),
    ("x = [open('f%d' % i, 'w') for i in range(3000)]", "Too many open files"),
    ("import os\nwhile True: os.mkdir('d'); os.chdir('d')", "Error"),
    ("raise SystemExit(SystemExit)", ""),
    ("import sys\nclass A:\n  def __str__(self): sys.exit(3)\nprint(str(A()))", ""),
    ("class A:\n  def __next__(self): raise SystemExit(2)\n  def __iter__(self): return self\nlist(A())", ""),
    ("class E(Exception):\n  def __str__(self): return 1\nraise E", "str() failed"),
    ("class E(Exception):\n  def __str__(self):\n    while True: pass\nraise E", "too much work"),
    ("class A:\n  def __str__(self): raise SystemExit(1)\nraise SystemExit(A())", ""),
    ("class A:\n  def __str__(self): 1 / 0\nraise SystemExit(A())", ""),
    ("class E(Exception): pass\ne = E()\ne._trace_of_program = 5\nraise e", "AttributeError"),
    ("class E(Exception): pass\ne = E()\nvars(e)['_trace_of_program'] = 5\nraise e", "E"),
    ("class A: pass\nvars(A())['__class__'] = 1\nraise A()", "TypeError"),
    ("input()", "EOFError"),
    ("import random; random.getrandbits(10**10)", "MemoryError"),
    ("import textwrap; textwrap.indent('a\\n' * 10000, 'b' * 10000)", "MemoryError"),
    ("import string; string.Template('$a' * 10000).substitute(a='b' * 100000)", "MemoryError"),
    ("int('9' * 100000)", "ValueError"),
    ("str(10 ** 5000)", "ValueError"),
]  # fmt: skip
"""Programs that would take too much, and what the shell says; some take a second, so most are in the slow tier."""


@pytest.mark.parametrize(
    ("program", "message"),
    [pytest.param(*case, marks=[pytest.mark.slow] if i % 6 else []) for i, case in enumerate(BOUNDS)],
)
def test_bounds(program: str, message: str) -> None:
    result = python(program)
    assert result.status != 0
    assert message in result.stderr.decode()[-2000:]


SAME = "[i * (2**61 - 1) for i in range(60000)]"
"""Keys with the same hash."""
COLLIDING = [
    f"set({SAME})",
    f"frozenset({SAME})",
    f"dict.fromkeys({SAME})",
    f"dict([(x, 1) for x in {SAME}])",
    f"s = {{*{SAME}}}",
    f"d = {{x: 1 for x in {SAME}}}",
    f"s = {{(x,) for x in {SAME}}}",
    f"s = set([frozenset([x]) for x in {SAME}])",
    f"s = set()\nfor x in {SAME}: s.add(x)",
    f"s = set(); s.update({SAME})",
    f"d = {{}}\nfor x in {SAME}: d[x] = 1",
    f"d = {{}}\nfor x in {SAME}: d.setdefault(x, 1)",
    f"d = {{}}; d.update([(x, 1) for x in {SAME}])",
    f"from collections import Counter; Counter({SAME})",
    f"from collections import Counter; c = Counter(); c.update({SAME})",
    f"from collections import defaultdict; d = defaultdict(int)\nfor x in {SAME}: d[x] += 1",
    f"from functools import lru_cache\n@lru_cache(None)\ndef f(x): pass\nfor x in {SAME}: f(x)",
    f"import statistics; statistics.mode({SAME})",
    f"s = set({SAME}[:3000])\nfor i in range(1000): s.copy()",
    f"s = set({SAME}[:3000])\nfor i in range(1000): s | {{1}}",
    f"s = set({SAME}[:3000])\nfor i in range(1000000): 2**61 - 1 in s",
    f"class A: pass\na = A()\ns = {{(a, x) for x in {SAME}}}",
    "class A:\n  def __hash__(self): return 1\ns = {A() for i in range(60000)}",
    "class A:\n  def __hash__(self): return 1\ns = {(A(),) for i in range(60000)}",
    "class A:\n  def __hash__(self): return 1\n  def __eq__(self, other): return self is other\n"
    "s = {A() for i in range(60000)}",
]
"""Programs that look such keys up, in every way; each uses up all the work of a line, so most are in the slow tier."""


@pytest.mark.parametrize(
    "program", [pytest.param(one, marks=[pytest.mark.slow] if i % 5 else []) for i, one in enumerate(COLLIDING)]
)
def test_keys_with_the_same_hash_are_paid_for(program: str) -> None:
    assert "too much work" in python(program).stderr.decode()


def test_usual_keys_are_cheap() -> None:
    grid = (
        "x = {}\nfor i in range(100):\n  for j in range(-60, 60): x[i, j, -1] = x.get((i, j, -2), 0) + 1\nprint(len(x))"
    )
    assert python(grid).stdout == b"12000\n"
    assert python("s = set(range(10**5)); print(sum(i in s for i in range(0, 10**5, 2)))").stdout == b"50000\n"
    named = (
        "class P:\n  def __init__(self, x): self.x = x\n  def __eq__(self, o): return self.x == o.x\n"
        "  def __hash__(self): return hash(self.x)\nprint(len({P(i % 500) for i in range(2000)}))"
    )
    assert python(named).stdout == b"500\n"


def test_patterns_that_explode_elsewhere_are_linear() -> None:
    result = python("import re; print(re.search('(a+)+$', 'a' * 3000 + 'b'), re.match('(a|aa)+c', 'a' * 3000))")
    assert result.stdout == b"None None\n"


def test_the_work_of_a_line_is_shared() -> None:
    loop = "for i in range(100000): pass"
    result = run(f'for i in $(seq 100); do python3 -c "{loop}" || break; done', FILES, STATE, HOST)
    assert "too much work" in result.stderr.decode()


def test_a_script_that_runs_itself_ends() -> None:
    program = "import subprocess; subprocess.run(['python3', 's.py'])"
    result = run(f'echo "{program}" > s.py; python3 s.py', FILES, STATE, HOST)
    assert "nesting level" in result.stderr.decode() or "RecursionError" in result.stderr.decode()


WORDS = st.sampled_from(
    "x y f A print len int str list dict set range open type super self ( ) [ ] { } : , . = == + - * ** // % @ < > if"
    " else elif for in while def class return yield lambda try except finally with as import from not and or is None"
    " True 1 0 2.5 10**9 'a' b'b' f'{x}' \\n \\n\\t \\n\\t\\t := del raise assert global nonlocal pass break continue *"
    " .__class__ .append .format .join await async match case \" ''' # \\\\ ; ! ? \x00 é os re json sys".split(" ")
)


@given(st.lists(WORDS, max_size=30).map(" ".join))
@settings(max_examples=300)
def test_any_words(text: str) -> None:
    python(text.replace("\\n", "\n").replace("\\t", "\t"))


@given(st.binary(max_size=60))
@settings(max_examples=100)
def test_any_bytes(data: bytes) -> None:
    result = run_argv(["python3", "-"], FILES, STATE, HOST, data)
    assert 0 <= result.status <= 255


@given(st.text("ab()|*+?.[]^$\\dw{}12,:=!<P>", max_size=14), st.text("ab1 ", max_size=30))
@settings(max_examples=200)
def test_any_pattern(pattern: str, text: str) -> None:
    python(f"import re; print(re.findall({pattern!r}, {text!r}), re.sub({pattern!r}, 'x', {text!r}))")
