"""Deep nesting and texts that double, typed into simulated machines: nothing raises, no app crashes, nothing grows."""

from __future__ import annotations

import pytest

from crab_gym.backends.sim.backend import SimBackend
from crab_sim.desktop.machine import Desktop
from crab_sim.engines.arithmetic import CalculationError, evaluate
from crab_sim.machine.slices import FILES
from crab_sim.shell.testing import example_run
from tests.redteam._measure import resident

N = 3000
_GROWTH_MB = 150.0
"""Memory that stays after all lines of a test; the largest texts are some MB."""


def nested(opening: str, middle: str = "1", closing: str = "") -> str:
    return opening * N + middle + closing * N


NESTED_LINES = (
    nested("(", "true", ")"), nested("{ ", "true", " ;}"), "echo " + nested("$(", "x", ")"),
    "echo " + nested("`", "", ""),
    f"echo $(({nested('(', '1', ')')}))", f"echo $(({nested('-')}))", f"echo $(({nested('1?', '1', ':1')}))",
    f"echo $(({nested('a[', '1', ']')}))", f"echo $(({nested('2**')}))", f"[[ {nested('( ', 'a', ' )')} ]]",
    nested("! ", "true"), nested("if "), "echo " + nested("${a:-", "x", "}"), "echo " + nested("{a,", "b", "}"),
    "echo " + nested("@(", "a", ")"), nested("true|", "true"), "f(){ f; }; f", "a=b; b=a; echo $((a))",
    "echo '. ./s' > s; . ./s", f"awk 'BEGIN{{print {nested('(', '1', ')')}}}'",
    f"awk 'BEGIN{nested('{', 'print', '}')}'",
    f"awk 'BEGIN{{print {nested('!')}}}'", f"awk 'BEGIN{{print {nested('$')}}}'", f"awk '/{nested('(', 'a', ')')}/'",
    "awk 'function f(n){return f(n+1)} BEGIN{f(1)}'", f"sed '{nested('{', 'p', '}')}' /etc/passwd",
    f"grep -E '{nested('(', 'a', ')')}' /etc/passwd", f"expr {nested('( ', '1', ' )')}", f"[ {nested('! ', 'a')} ]",
    f"find . {nested('! ', '-name x')}",
)  # fmt: skip
GROWING_LINES = (
    "a=x; for i in $(seq 60); do a=$a$a; done; echo ${#a}", "echo {1..100}{1..100}{1..100}{1..100}", "seq 10000000000",
    "printf %1000000000s x", "printf -v a %1000000000s x; echo ${#a}", "printf %.1000000000f 1",
    "yes | head -c 9999999999",
    "head -c 9999999999 /dev/zero > z; ls -l z", "dd if=/dev/zero of=z bs=10G count=1", "truncate -s 100T z",
    "echo aaaa > f; for i in $(seq 60); do cat f f > g; mv g f; done; wc f",
    "a=(x); for i in $(seq 60); do a+=(${a[@]}); done",
    "awk 'BEGIN{x=\"a\"; for(i=0;i<60;i++) x=x x}'", "awk 'BEGIN{printf \"%1000000000s\", 1}'",
    "awk 'BEGIN{$1000000000=1; print NF}'", "echo aaaa | sed ':x;s/a/aa/g;bx'", "echo aaaa | sed -n 'h;:x;H;g;bx'",
    "grep -E '(((a{100}){100}){100}){100}' /etc/passwd", "printf 'a\\tb' | expand -t 1000000000", "date +%1000000000Y",
    "mkdir -p a; cp -r . a; for i in $(seq 30); do cp -r a a/b; done",
)  # fmt: skip
PROGRAMS = (
    nested("(", "1", ")"), nested("[", "", "]"), nested("-"), nested("not "), nested("1 if 1 else "), nested("lambda:"),
    f"eval('{nested('(', '1', ')')}')", "def f(): f()\nf()", "a=[]\nfor i in range(10**5): a=[a]\nprint(a)",
    "a=()\nfor i in range(10**5): a=(a,)\nhash(a)", "import json\njson.loads('['*10**5)",
    "class A:\n def __repr__(s): return repr(s)\nprint(A())", "def f(n): return sorted([n], key=f)\nf(1)",
    "'a'*10**10", "[0]*10**10", "bytes(10**10)", "10**10**10", "1<<10**10", "str(10**5000)", "'%1000000000d'%1",
    "f'{1:>1000000000}'", "'a'.ljust(10**9)", "list(range(10**9))", "x='a'\nwhile 1: x+=x", "x=[1]\nwhile 1: x+=x",
    "x=2\nwhile 1: x*=x", "x=[1]\nfor i in range(60): x=[x,x]\nprint(x)",
    "f=open('a','w')\nwhile 1: f.write('x'*10**6)",
    "open('a','w').truncate(10**12)", "import math\nmath.factorial(10**6)", "'ab'.replace('','x'*10**6)*10**6",
)  # fmt: skip


def typed(device: SimBackend, *texts: str) -> None:
    """Types texts into the desktop's terminal; a crash of an app fails the test."""
    for text in texts:
        device.act("write_text", {"text": text}, 1.0)
        assert device.crashes() == []


def terminal() -> SimBackend:
    device = SimBackend("ubuntu", (1280, 720))
    device.reset(0)
    device.act("hotkey", {"keys": ["ctrl", "alt", "t"]}, 1.0)
    return device


@pytest.mark.parametrize(
    "lines", [NESTED_LINES[:15], NESTED_LINES[15:], GROWING_LINES], ids=["deep", "deeper", "large"]
)
def test_lines_in_the_terminal(lines: tuple[str, ...]) -> None:
    terminal()
    before = resident()
    for line in lines:
        device = terminal()
        typed(device, line + "\n", "echo al''ive\n")
        device.act("press", {"key": "enter"}, 1.0)
        assert any("alive" in element.text for element in device.elements()), line[:60]
    assert resident() - before < _GROWTH_MB


def test_programs_in_python() -> None:
    example_run("python3 -c 1")
    before = resident()
    for program in PROGRAMS:
        result = example_run("python3 -", stdin=program.encode())
        assert 0 <= result.status <= 255, program[:60]
    assert resident() - before < _GROWTH_MB


def test_what_an_editor_doubles_is_bounded() -> None:
    for keys in (["ggVGyGp"] * 10, ["yy1000000000p"]):
        device = terminal()
        typed(device, "vim a\n", "iabc abc")
        device.act("press", {"key": "esc"}, 1.0)
        typed(device, *keys, ":wq\n")
        machine = device.machine
        assert isinstance(machine, Desktop)
        assert len(machine.get(FILES).read("/home/user/a")) < 4_000_000, keys


@pytest.mark.parametrize(
    "text", [nested("("), nested("√"), "sin(" * 75, "2^" * 140 + "2", "(" * 290 + "1", "1" + "!" * 290]
)
def test_the_calculators_expressions(text: str) -> None:
    try:
        evaluate(text)
    except CalculationError:
        pass
    device = SimBackend("ubuntu", (1280, 720))
    device.reset(0)
    device.act("search_app", {"name": "Calculator"}, 1.0)
    device.act("press", {"key": "enter"}, 1.0)
    typed(device, f"{text}\n" * 40, "1+1\n")
    assert any(element.text in ("2", "1+1, =, 2") for element in device.elements())
