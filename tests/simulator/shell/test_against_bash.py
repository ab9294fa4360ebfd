"""The shell agrees with bash and the GNU tools on handwritten lines and on generated ones of a safe grammar."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crab_sim.files import Directory, File, Files
from crab_sim.shell import login_state, run
from crab_sim.shell.testing import ExampleHost

BASH = shutil.which("bash")
pytestmark = pytest.mark.skipif(
    BASH is None or shutil.which("awk") is None or sys.platform != "linux",
    reason="bash or the GNU tools are not installed",
)

TREE = {
    "a.txt": "one\ntwo\nthree\n",
    "b.txt": "  spaced   out \nlast: x\n",
    "c d.txt": "apple 3\npear 10\nfig 7\napple 3\n",
    ".hidden": "h\n",
    "sub/x.md": "# T\n",
    "sub/y.txt": "",
}


def in_bash(line: str, folder: Path) -> tuple[str, int, dict[str, str]]:
    """Runs a line in the real bash, in a fresh folder with an empty environment."""
    for name, text in TREE.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    env = {"PATH": "/usr/bin:/bin", "LC_ALL": "C", "HOME": str(folder)}
    done = subprocess.run(
        [str(BASH), "--norc", "--noprofile", "-c", line],
        cwd=folder, env=env, stdin=subprocess.DEVNULL, capture_output=True, timeout=10, check=False,
    )  # fmt: skip
    found = {
        str(path.relative_to(folder)): path.read_bytes().decode("utf-8", "replace")
        for path in folder.rglob("*")
        if path.is_file() and path.name != "err"  # the messages differ in what names the shell
    }
    return done.stdout.decode("utf-8", "replace"), done.returncode, found


def in_ours(line: str, folder: Path) -> tuple[str, int, dict[str, str]]:
    """Runs a line in the simulated shell, in a virtual folder of the same name."""
    entries = [(f"{folder}/{name}", File(text.encode(), 0.0, 0o644, "user")) for name, text in TREE.items()]
    folders = [(str(folder), Directory(0.0, 0o755, "user")), (f"{folder}/sub", Directory(0.0, 0o755, "user"))]
    host = ExampleHost(home=str(folder))
    result = run(line, Files([*folders, *entries]), login_state(host), host)
    found = {
        path.removeprefix(f"{folder}/"): entry.data.decode("utf-8", "replace")
        for path, entry in result.files.items()
        if type(entry) is File and not path.endswith("/err")
    }
    return result.stdout.decode("utf-8", "replace"), result.status, found


def both(line: str) -> tuple[tuple[str, int, dict[str, str]], tuple[str, int, dict[str, str]]]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "home"
        return in_ours(line, folder), in_bash(line, folder)


NAMES = st.sampled_from(["x", "y", "z"])
FILES = st.sampled_from(["a.txt", "b.txt", "'c d.txt'", "sub/x.md", "nope", "sub"])
PLAIN = st.sampled_from(
    [
        "one",
        "two",
        "a b",
        "",
        "*",
        "*.txt",
        "sub/*",
        "[ab].txt",
        "?.txt",
        "{p,q}r",
        "{1..3}",
        "~",
        "a=b",
        "x*y",
        "-n",
        "#no",
    ]
)
NUMBERS = st.integers(-20, 20)


@st.composite
def arithmetic(draw: st.DrawFn, depth: int = 2) -> str:
    if depth == 0 or draw(st.integers(0, 2)) == 0:
        return draw(
            st.one_of(NUMBERS.map(lambda n: f"{n}" if n >= 0 else f"({n})"), NAMES, NAMES.map(lambda n: f"${n}0"))
        )
    left, right = draw(arithmetic(depth - 1)), draw(arithmetic(depth - 1))
    operator = draw(
        st.sampled_from(["+", "-", "*", "/", "%", "<", ">=", "==", "!=", "&&", "||", "&", "|", "^", "<<", ","])
    )
    kind = draw(st.integers(0, 5))
    if kind == 0:
        return f"({left} ? {right} : {draw(arithmetic(0))})"
    if kind == 1:
        return f"!{left}" if draw(st.booleans()) else f"(-{left})"
    return f"({left} {operator} {right})"


@st.composite
def words(draw: st.DrawFn, depth: int = 2) -> str:
    kind = draw(st.integers(0, 11))
    name = draw(NAMES)
    plain = draw(PLAIN)
    if kind <= 2:
        return plain.replace(" ", "\\ ").replace("#", "\\#") or "''"
    if kind == 3:
        return f"'{plain}'"
    if kind == 4:
        return f'"{plain} ${name}"'
    if kind == 5:
        return draw(
            st.sampled_from([f"${name}", f"${{{name}}}", f'"${name}"', f"${{#{name}}}", f"pre${name}post", "$?", "$#"])
        )
    if kind == 6:
        word = draw(st.sampled_from(["d e", "", "'q r'", "$y", "*"]))
        operator = draw(st.sampled_from([":-", "-", ":+", "+", ":="]))
        return (
            f"${{{name}{operator}{word}}}"
            if draw(st.booleans())
            else f'"${{{name}{operator}{word.replace(chr(39), "")}}}"'
        )
    if kind == 7:
        pattern = draw(st.sampled_from(["o*", "*o", "?", "t", "[a-n]", "*", "' '"]))
        operator = draw(st.sampled_from(["#", "##", "%", "%%", "/", "//", "/#", "/%"]))
        return f'"${{{name}{operator}{pattern}{"/_" if operator.startswith("/") else ""}}}"'
    if kind == 8:
        return f"$(({draw(arithmetic())}))"
    if kind == 9 and depth:
        inner = draw(commands(depth - 1))
        return draw(st.sampled_from([f"$({inner})", f'"$({inner})"']))
    if kind == 10:
        return f'"${{{name}:{draw(st.integers(-3, 3))}:{draw(st.integers(0, 3))}}}"'.replace(":-", ": -")
    return "$'t\\tq\\n'"


@st.composite
def commands(draw: st.DrawFn, depth: int = 2) -> str:
    kind = draw(st.integers(0, 19))
    word = words(depth)
    if kind <= 4:
        return "echo " + " ".join(draw(st.lists(word, max_size=3)))
    if kind == 5:
        return "printf '<%s>\\n' " + " ".join(draw(st.lists(word, min_size=1, max_size=4)))
    if kind == 6:
        return f"{draw(NAMES)}={draw(word)}"
    if kind == 7:
        return f"cat {draw(FILES)}"
    if kind == 8:
        return draw(st.sampled_from(["true", "false", ":", "pwd", "cd sub", "cd nope", "shift", "set -- p 'q r' s"]))
    if kind == 9:
        test = draw(
            st.sampled_from(["-f a.txt", "-d sub", "-e nope", "-z $x", '-n "$y"', "1 -lt 2", '"$x" = one',
                             "! -s sub/y.txt", "a.txt -a -f b.txt", "-f nope -o -d sub"])
        )  # fmt: skip
        return draw(st.sampled_from([f"[ {test} ]", f"test {test}"]))
    if kind == 10:
        test = draw(
            st.sampled_from(
                ["$x == o*", "a < b", "-f a.txt && -d sub", "abc =~ ^a(b)", "$x != one || -n $y", "! -e nope"]
            )
        )
        return f"[[ {test} ]]"
    if kind == 11:
        return f"(( {draw(arithmetic())} ))"
    if kind == 12:
        target = draw(
            st.sampled_from(
                [">out", ">>a.txt", ">|out", "2>/dev/null", ">&2", "&>/dev/null", "2>err", "<a.txt", "<<<'in put'"]
            )
        )
        return f"{draw(commands(0))} {target}"
    if kind == 13:
        return f"{draw(commands(0))} | {draw(FILTERS)}"
    return "echo end" if depth == 0 else draw(compounds(kind, depth))


@st.composite
def compounds(draw: st.DrawFn, kind: int, depth: int) -> str:
    word = words(depth)
    inner, other = draw(commands(depth - 1)), draw(commands(depth - 1))
    if kind == 14:
        return f"{inner} {draw(st.sampled_from(['&&', '||', ';']))} {other}"
    if kind == 15:
        return f"if {inner}; then {other}; else echo no; fi"
    if kind == 16:
        last = draw(st.sampled_from(["break", "continue", ":"]))
        return f"for {draw(NAMES)} in {draw(word)} {draw(word)}; do {inner}; {last}; done"
    if kind == 17:
        return f"case {draw(word)} in o*|a*) {inner};; '*') echo star;; *) {other};; esac"
    if kind == 18:
        return draw(st.sampled_from([f"({inner}; {other})", f"{{ {inner}; {other}; }}", f"! {inner}"]))
    return f"i=0; while [ $i -lt 2 ]; do i=$((i+1)); {inner}; done"


FILTERS = st.sampled_from(
    r"""cat|sort|sort -r|wc -l|head -n 2|tail -n 1|tr a-z A-Z|grep -c o|grep -v o|cut -d' ' -f1|uniq|sed 's/o/0/g'
sed -n 2p|while read p q; do echo "$q-$p"; done|tac|rev|cut -c2-3|nl|sort -k2n|uniq -c|grep -n -i E|grep -o '[a-z]*e'
sed 's/\(.\)\(.\)/\2\1/'|tr -d aeiou|wc -w|awk '{print NF, $1}'|xargs|sed '$!d'""".replace("\n", "|").split("|")
)
LINES = st.lists(commands(), min_size=1, max_size=3).map("; ".join)


@given(LINES)
@settings(max_examples=100)
def test_generated_lines(line: str) -> None:
    line = "x=one; y='t w o'; " + line
    ours, real = both(line)
    assert ours == real


HAND_MADE = Path(__file__).with_name("bash_lines.txt").read_text().strip().split("\n\n")


@pytest.mark.parametrize("line", HAND_MADE, ids=range(len(HAND_MADE)))
def test_hand_made_lines(line: str) -> None:
    ours, real = both(line)
    assert ours == real
