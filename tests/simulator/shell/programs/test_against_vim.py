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
    "h j k l w b W B e E 0 ^ $ gg G { } % + - _ | fe te Fe Te fa ; , n N * /e\r ?o\r `a 'a".split(" ")
)
OBJECTS = st.sampled_from("iw aw iW aW i\" a\" i( a( i{ a{ i[ a[ ip ap i' a'".split())
INSERTED = st.sampled_from(["X", "foo ", "a\rb", "q\x08r", "zz\x17", "x y\x15z", "", "(", "\t1"]).map(
    lambda t: t + "\x1b"
)
OPERATORS = st.sampled_from(["d", "y", ">", "<", "gu", "gU", "g~"])

_moves = st.builds("{}{}".format, COUNTS, MOTIONS)
# text objects take a count, too, but those of words don't go on in the next line
_targets = st.one_of(OBJECTS, st.builds("{}{}".format, COUNTS, MOTIONS))
_operations = st.builds("{}{}{}".format, REGISTERS, OPERATORS, _targets)
_changes = st.builds("{}c{}{}".format, REGISTERS, _targets, INSERTED)
_lines = st.builds("{}{}".format, COUNTS, st.sampled_from(["dd", "yy", ">>", "<<", "gUU", "guu", "g~~"]))
_inserts = st.builds("{}{}{}".format, COUNTS, st.sampled_from("i a I A o O s S C cc".split()), INSERTED)
_single = st.builds("{}{}{}".format, REGISTERS, COUNTS, st.sampled_from("x X D Y p P J ~ rZ".split()))
_repeats = st.builds("{}{}".format, COUNTS, st.sampled_from(["u", "\x12", ".", "ma"]))
_selections = st.builds(
    "{}{}{}\x1b".format,
    st.sampled_from(["v", "V"]),
    st.lists(st.sampled_from(["j", "k", "l", "w", "e", "b", "$", "o", "G", "2j"]), max_size=3).map("".join),
    st.sampled_from(["d", "y", ">", "<", "~", "u", "U", "J", "x", "r-", "\x1b", "p"]),
)
_ex = st.sampled_from(
    ["s/e/E/", "%s/o/0/g", r"%s/\(a\|e\)\(.\)/\2\1/", "g/e/d", "v/e/d", "2,3d", "3", "g/t/s/t/T/", r"s/ /\r/", ".,$d",
     "s/x*/-/g", r"%s/\s\+$//e", "d 2", "1,2y a", r"%s/.*/\U&/", r"s/\w\+/[&]/g", r"%s/\vt(\w)/<\1>/", r"%s/\n/;/",
     r"2s/.\{-}e\zs./_/", "u", "red", "/e/d", "$-1,$s/^/# /", "g/a/s//A/g|s/t/T/"]
).map(lambda command: f":{command}\r")  # fmt: skip
COMMANDS = st.one_of(_moves, _operations, _changes, _lines, _inserts, _single, _repeats, _selections, _ex)


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
        ("set shiftwidth=4 expandtab", "GggV>.j."),
        ("set ignorecase smartcase", "/Return\rx/RETURN\rx:%s/if/IF/g\r"),
        ("set tabstop=4 shiftwidth=4", ">>j>>j<<Vj>"),
        ("set nowrapscan", "/zzz\rdw/x\rx"),
        ("set softtabstop=4 expandtab", "jA\ta\x1b"),
        ("", "yiwP5.u3."),
        ("", "yiwGo\x12\"\x1b\"_dd"),
        ("", "jvjjy$p:%s/^a//\r"),
        ("", "wd2ft:s/\\v(x)(:)/\\2\\1/e\r"),
        ("", "3Aab\x1bjo\tz\x17y\x1b2Oq\x1b"),
        ("", 'ddjddjdd"1p..'),
        ("", "majjmb:'a,'bs/f/F/g\ry`a'bp"),
        ("", "vjjsX\x1bu\x12ggVGy\x1bGp"),
    ],
)  # fmt: skip
def test_chosen_keys_have_the_same_effect(options: str, keys: str, tmp_path: Path) -> None:
    for text in TEXTS[:3]:
        assert simulated(text, keys, options) == real(text, keys, tmp_path, options)
