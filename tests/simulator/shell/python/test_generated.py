"""The simulated Python agrees with the real one on generated expressions and programs."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.simulator.shell.python._programs import both

NAMES = st.sampled_from(["a", "b", "s", "t", "xs", "ys", "d", "p"])
SETUP = """
a, b, s, t, xs, ys, d, p = 7, -3, "hello world", "o", [3, 1, 2], [[1], ["x"]], {"k": 1, 2: "v"}, (1, 2.5, None)
def f(x=1, *r, k=2): return (x, r, k)
"""
LITERALS = st.one_of(
    st.integers(-100, 100).map(lambda n: f"({n})"),
    st.sampled_from(
        ["0.5", "2.0", "1e3", "True", "False", "None", "''", "'ab'", "'é\\n'", "[]", "()", "{}", "(1,)", "b'x'"]
    ),
    NAMES,
)
OPERATORS = st.sampled_from([*"+ - * / // % ** & | ^ << >> == != < <= > >= and or in".split(), "not in"])
METHODS = st.sampled_from(
    """
s.upper() s.split() s.split('o',1) s.replace('o','0') s.find('o') s[1:4] s[::-1] s[-1] s.title()
s.center(15,'*') s.partition(' ') s.count(t) t.join(['a','b']) s.startswith('he') xs[0] xs[-2:]
xs[::2] sorted(xs) xs.index(2) ys[1][0] xs.copy() xs+ys d.get('k') d.get(9,0) d[2] list(d)
list(d.items()) list(d.keys()) {**d} len(s) len(d) sum(xs) max(xs) min(s) f() f(1,2,k=3) f(*xs)
f(**{'k':0}) list(map(str,xs)) list(zip(s,xs)) dict(zip(s,xs)) list(enumerate(t)) list(reversed(xs))
any(xs) all(p) tuple(s) set(xs) repr(s) str(p) int(a/2) float(b) round(2.567,1) abs(b) divmod(a,b)
pow(a,2,5) bin(a) hex(255) ord(t) chr(a+60) isinstance(a,int) type(p).__name__ bool(xs) [*xs,*t]
{*xs} p[1] p[3] xs.nope s.nope() zz int(s) xs['a'] d[0] s+a a+s -s len(a) xs[9] 1/0 a%0 [].pop()
s.index('z')
""".split()
)


def compound(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    pair = st.tuples(inner, inner)
    return st.one_of(
        st.tuples(inner, OPERATORS, inner).map(lambda parts: "({} {} {})".format(*parts)),
        inner.map(lambda one: f"(not {one})"),
        inner.map(lambda one: f"(-{one})"),
        st.tuples(inner, inner, inner).map(lambda parts: "({} if {} else {})".format(*parts)),
        st.lists(inner, max_size=3).map(lambda items: f"[{', '.join(items)}]"),
        st.lists(inner, min_size=1, max_size=3).map(lambda items: f"({', '.join(items)},)"),
        pair.map(lambda parts: "{{{!r}: {}, 'z': {}}}".format("y", *parts)),
        inner.map(lambda one: f"f'<{{{one}!r:>12}}>'" if "'" not in one and "\\" not in one else one),
        pair.map(lambda parts: "[{} for i in range(3) if {}]".format(*parts)),
        inner.map(lambda one: f"(lambda x: [x, x])({one})"),
        inner.map(lambda one: f"str({one})"),
        inner.map(lambda one: f"sorted({one})"),
        inner.map(lambda one: f"list({one})"),
        st.tuples(inner, st.integers(-3, 3)).map(lambda parts: "{}[{}]".format(*parts)),
        st.tuples(inner, st.integers(-3, 3), st.integers(1, 3)).map(lambda parts: "{}[{}::{}]".format(*parts)),
    )


EXPRESSIONS = st.recursive(st.one_of(LITERALS, METHODS), compound, max_leaves=6)


@given(st.lists(EXPRESSIONS, min_size=20, max_size=40))
@settings(max_examples=12)
def test_expressions(expressions: list[str]) -> None:
    program = SETUP + "".join(
        f"try: print({number}, repr({one}))\nexcept Exception as e: print({number}, type(e).__name__)\n"
        for number, one in enumerate(expressions)
        if "**" not in one or "<<" not in one  # of the huge numbers that such make, the bounds differ
    )
    ours, real, _ = both(program)
    assert ours == real


@st.composite
def block(draw: st.DrawFn, depth: int, loop: bool = False, function: bool = False) -> list[str]:
    lines: list[str] = []
    for _ in range(draw(st.integers(1, 3))):
        lines += draw(statement(depth, loop, function))
    return lines


def indented(lines: list[str]) -> list[str]:
    return [f"    {line}" for line in lines]


@st.composite
def statement(draw: st.DrawFn, depth: int, loop: bool, function: bool) -> list[str]:
    value = draw(st.one_of(LITERALS, METHODS))
    simple = [
        [f"print({value})"],
        [f"n += 1; xs.append({value})"],
        [f"q = {value}"],
        ["d['n'] = d.get('n', 0) + 1"],
        ["raise KeyError(n)"],
        ["first, *rest = xs; print(first, len(rest))"],
        ["assert n < 5, n"],
    ]
    if loop:
        simple += [["if n > 2: break"], ["if n % 2: continue"], ["break"], ["continue"]]
    if function:
        simple += [["return n"], [f"return {value}"]]
    if depth == 0 or draw(st.integers(0, 2)) == 0:
        return draw(st.sampled_from(simple))
    inner = draw(block(depth - 1, loop, function))
    other = draw(block(depth - 1, loop, function))
    kind = draw(st.integers(0, 7))
    if kind == 0:
        return [f"if {value}:", *indented(inner), "else:", *indented(other)]
    if kind == 1:
        body = draw(block(depth - 1, True, function))
        return ["for i in range(3):", *indented(["n += 1", *body]), "else:", *indented(other)]
    if kind == 2:
        body = draw(block(depth - 1, True, function))
        return ["w = 0", "while w < 3:", *indented(["w += 1", *body]), "else:", *indented(other)]
    if kind == 3:
        return ["try:", *indented(inner), "except (KeyError, TypeError) as e:", *indented(["print(type(e))", *other])]
    if kind == 4:
        return ["try:", *indented(inner), "finally:", *indented(["print('finally', n)", *other])]
    if kind == 5:
        handlers = ["except ValueError:", "    print('value')", "except Exception as e:", "    print(type(e).__name__)"]
        return ["try:", *indented(inner), *handlers, "else:", *indented(other), "finally:", "    print('end')"]
    if kind == 6:
        return ["with M(n):", *indented(inner)]
    body = draw(block(depth - 1, False, True))
    made = draw(st.sampled_from(["print(g())", "print(list(h()))", "for y in h(): print(y)"]))
    define = ["def g():", *indented(["global n, q", "n += 1", *body])]
    return [*define, "def h():", *indented(["yield n", "yield g()"]), made]


MANAGER = """
n, q = 0, None
class M:
    def __init__(self, n): self.n = n
    def __enter__(self): print("in", self.n)
    def __exit__(self, kind, value, trace): print("out", kind); return self.n % 2
"""


@given(block(3))
@settings(max_examples=40)
def test_programs(lines: list[str]) -> None:
    ours, real, result = both(SETUP + MANAGER + "\n".join(lines) + "\nprint('done', n, q, xs, d)\n")
    assert ours == real, result.stderr.decode()
