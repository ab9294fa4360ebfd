"""Random keys typed into the real vim and into the simulated one lead to the same text, cursor, registers and file."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st

from tests.simulator.shell.programs._real import missing, real, simulated

pytestmark = pytest.mark.skipif(bool(missing()), reason=missing() or "-")

TEXTS = (
    'one two three\nfour, five; six\n\n  indented line (with "quoted text" and [brackets])\nlast.line here\n',
    "alpha beta\n\tgamma delta\n    epsilon\n\n\nzeta eta theta. Iota kappa! Lambda mu?\nnu { xi (omicron) pi } rho\n",
    "def f(x):\n    if x > 10:\n        return \"a b\" + 'c'\n    return 0x1F\n\ncount = 7\n",
    "a\n",
    "x = 1\ny = -2\nz = 30\n",
    "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\n",
)
COUNTS = st.sampled_from(["", "", "", "2", "3", "5"])
REGISTERS = st.sampled_from(["", "", "", '"a', '"b', '"A', '"_'])
MOTIONS = st.sampled_from(
    "h j k l w b W B e ge E gE 0 ^ $ gg G ( ) { } % + - _ | fe te Fe Te fa ; , n N * /e\r ?o\r `a 'a".split(" ")
)
OBJECTS = st.sampled_from("iw aw iW aW i\" a\" i( a( i{ a{ i[ a[ ip ap i' a'".split())
INSERTED = st.sampled_from(["X", "foo ", "a\rb", "q\x08r", "zz\x17", "x y\x15z", "", "(", "\t1"]).map(
    lambda t: t + "\x1b"
)
OPERATORS = st.sampled_from(["d", "y", ">", "<", "gu", "gU", "g~"])

_moves = st.builds("{}{}".format, COUNTS, MOTIONS)
_operations = st.builds("{}{}{}{}".format, REGISTERS, COUNTS, OPERATORS, st.one_of(OBJECTS, MOTIONS))
_changes = st.builds("{}{}c{}{}".format, REGISTERS, COUNTS, st.one_of(OBJECTS, MOTIONS), INSERTED)
_lines = st.builds("{}{}".format, COUNTS, st.sampled_from(["dd", "yy", ">>", "<<", "gUU", "guu", "g~~"]))
_inserts = st.builds("{}{}{}".format, COUNTS, st.sampled_from("i a I A o O s S C cc R".split()), INSERTED)
_single = st.builds("{}{}{}".format, REGISTERS, COUNTS, st.sampled_from("x X D Y p P gp gP J gJ ~ rZ".split()))
_repeats = st.builds("{}{}".format, COUNTS, st.sampled_from(["u", "\x12", ".", "ma", "\x01", "\x18"]))
_selections = st.builds(
    "{}{}{}\x1b".format,
    st.sampled_from(["v", "V", "\x16"]),
    st.lists(st.sampled_from(["j", "k", "l", "w", "e", "b", "$", "o", "G", "2j"]), max_size=3).map("".join),
    st.sampled_from(["d", "y", ">", "<", "~", "u", "U", "J", "x", "r-", "\x1b", "p"]),
)
_ex = st.sampled_from(
    ["s/e/E/", "%s/o/0/g", r"%s/\(a\|e\)\(.\)/\2\1/", "g/e/d", "v/e/d", "2,3d", "1m$", "2t.", "j", "2,4>", "sort", "3",
     "g/t/s/t/T/", "normal dw", "%normal A;", r"s/ /\r/", ".,$d", "g/a/normal x", "t0", "&&", "s/x*/-/g", "g/^/m0",
     r"%s/\s\+$//e", "d 2", "1,2y a", "pu", r"%s/.*/\U&/", r"s/\w\+/[&]/g", "g!/e/normal Ix", r"%s/\vt(\w)/<\1>/"]
).map(lambda command: f":{command}\r")  # fmt: skip
_macros = st.sampled_from(["qqdwq", "@q", "@@", "qaxjq", "@a", "3@a"])
COMMANDS = st.one_of(
    _moves, _operations, _changes, _lines, _inserts, _single, _repeats, _selections, _ex, _macros
)  # fmt: skip


@settings(max_examples=150, deadline=None, derandomize=True)
@given(text=st.sampled_from(TEXTS), commands=st.lists(COMMANDS, min_size=1, max_size=3))
def test_keys_have_the_same_effect(text: str, commands: list[str]) -> None:
    keys = "".join(commands) + "\x1b\x1b"
    note(repr(keys))
    with TemporaryDirectory() as folder:
        assert simulated(text, keys) == real(text, keys, Path(folder))


@pytest.mark.parametrize(
    ("options", "keys"),
    [
        ("set shiftwidth=4 expandtab autoindent", "jj>>otext\x1bo\x1b3>k"),
        ("set shiftwidth=4 expandtab", "G:2,3>\rggV>.j."),
        ("set ignorecase smartcase", "/Return\rx/RETURN\rx:%s/if/IF/g\r"),
        ("set tabstop=4 shiftwidth=4 shiftround", ">>j>>j<<:2,3>\r"),
        ("set tildeop", "~wg~2w"),
        ("set nowrapscan", "/zzz\rdw/x\rx"),
        ("", "qqf=r:jq5@q:2\rdaw"),
        ("", "yiwP5.u3."),
        ("", "yiwGo\x12\"\x1b:$put\r"),
        ("", "\x16jjI# \x1bjj.:%s/^# //\r"),
        ("", "wd2ft:s/\\v(x)(:)/\\2\\1/e\r"),
        ("", "3Aab\x1bjo\tz\x17y\x1b2Oq\x1b"),
        ("", 'ddjddjdd"1p..'),
        ("", "majjmb:'a,'bs/f/F/g\ry`a'bp"),
    ],
)  # fmt: skip
def test_chosen_keys_have_the_same_effect(options: str, keys: str, tmp_path: Path) -> None:
    for text in TEXTS[:3]:
        assert simulated(text, keys, options) == real(text, keys, tmp_path, options)
