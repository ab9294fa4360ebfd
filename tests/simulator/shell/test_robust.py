"""No input makes the shell raise, run for ever or grow without end."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crab_sim.files import MAX_BYTES
from crab_sim.shell import COMMANDS, Result, complete, login_state, run, run_argv
from crab_sim.shell.limits import MAX_OUTPUT
from crab_sim.shell.testing import example_files, example_host

HOST = example_host()
FILES = example_files()
STATE = login_state(HOST)


def check(result: Result) -> None:
    """Checks the promises of every result."""
    assert 0 <= result.status <= 255
    assert len(result.stdout) <= MAX_OUTPUT and len(result.stderr) <= MAX_OUTPUT + 1000
    assert len(result.terminal) == len(result.stdout) + len(result.stderr)
    assert result.files.size <= MAX_BYTES
    assert result.files.is_dir(result.state.cwd)
    for text in (result.state.cwd, *result.state.variables.values(), *result.state.history):
        text.encode()


@given(st.text(max_size=60))
@settings(max_examples=300)
def test_any_text(line: str) -> None:
    check(run(line, FILES, STATE, HOST))
    complete(line, FILES, STATE, HOST)


WORDS = st.sampled_from(
    [
        '-n', '-r', '-e', 'a', '*', '*.txt', 'notes.txt', 'docs', '/', '..', '$x', "'a b'", '"$x"', '-1', '-k2', '-t',
        '-d', '-f1', '-c', '-i', 's/a/b/g', '/o/p', '2d', "'{print $1*2}'", '-F:', '+%F', "'[a-'", "'(a+)+$'",
        "'\\(a\\)\\1'", 'nope', '-name', '-type', 'f', '-exec', 'echo', '{}', '\\;', '+', '(', ')', '!', '-o', '=', '1',
        '999999999999999999999', '-5', '0x1f', '$((x', '$((1+2))', '${x:-y}', '${x', '$(ls)', '`pwd`', '{1..3}',
        '{a,b}', '~', "''", '--', '-', '755', 'u+x', '%d\\n', "'%*d'", '\xe9', '\ud800', '\x00', 'TERM=1', '-delete',
        '-size', '+1k', '-newer', '-mtime', '-maxdepth', '%5.999999f', 'a-z', '[:alpha:]', 'z-a', '1,2', '2-1', '-w',
        '-u', 'out', '-v', '-x', '-s', '-l', '--foo=1', '-A3', "'a|b*'", "'.*.*.*x'", 'tomorrow', '3 days ago',
        '@99999999999999', "'NR==1'", '\'BEGIN{while(1)x=x "a"}\'', "'y/ab/c/'", "'a\\'", "'{'", "'s/x'", "'$!N;D'",
        "':a;ba'", '<(ls)', '-print0', '-printf', '/dev/null', '/dev/stdin',
    ]
)  # fmt: skip
GLUE = st.sampled_from(
    [
        ' ; ', ' | ', ' && ', ' || ', ' > ', ' >> ', ' < ', ' 2>&1 ', ' & ', '\n', ' <<E\n', '\nE\n', ' ( ', ' ) ',
        ' { ', '; } ', ' if ', '; then ', '; fi ', ' for i in ', '; do ', '; done ', ' while ', ' case x in ', ' esac ',
        ';;', ' [[ ', ' ]] ', ' (( ', ' )) ', ' f() ', ' ! ', "'", '"', '`', '$(', ' <<< ', ' =~ ',
    ]
)  # fmt: skip
NAMES = st.sampled_from(sorted(COMMANDS))
CALLS = st.tuples(NAMES, st.lists(WORDS, max_size=4)).map(lambda call: " ".join([call[0], *call[1]]))
PIPES = st.lists(CALLS, min_size=1, max_size=3).map(" | ".join)
SOUP = st.lists(st.one_of(CALLS, CALLS, WORDS, GLUE), min_size=1, max_size=8).map("".join)


@given(st.one_of(PIPES, SOUP), st.one_of(PIPES, SOUP))
@settings(max_examples=600)
def test_soup_of_commands(first: str, second: str) -> None:
    result = run(first, FILES, STATE, HOST, b"some text\nb c\n")
    check(result)
    check(run(second, result.files, result.state, HOST))


@given(NAMES, st.lists(st.one_of(WORDS, st.text(max_size=8)), max_size=4), st.binary(max_size=40))
@settings(max_examples=400)
def test_any_arguments_and_input(name: str, args: list[str], stdin: bytes) -> None:
    check(run_argv([name, *args], FILES, STATE, HOST, stdin))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("while :; do :; done", "too much work"),
        ("x=a; while :; do x=$x$x; done", "a value is too long"),
        ("f() { f; }; f", "maximum nesting level"),
        (":() { : | :; }; :", "maximum nesting level"),
        ("printf 'source ~/s\\n' > ~/s; . ~/s", "maximum nesting level"),
        ("printf './s\\n' > s; chmod +x s; ./s", "maximum nesting level"),
        ("echo " + "$(" * 100 + ")" * 100, "nesting too deep"),
        ("( " * 500 + "ls" + " )" * 500, "nesting too deep"),
        ("echo $(( " + "(" * 500 + "1" + ")" * 500 + " ))", "recursion level exceeded"),
        ("[[ " + "( " * 500 + "a" + " )" * 500 + " ]]", "nesting too deep"),
        ("echo {1..100}{1..100}{1..100}", "too many words"),
        ("echo " + "{a,b}" * 40, "too many words"),
        ("echo {1..99999999}", "too many words"),
        ("seq 1000000", "bytes of output"),
        ("yes aaaaaaaa > f; while :; do cat f f > g; cat g g > f; done", "too much"),
        ("printf '%999999d'", "width or precision too large"),
        ("awk 'BEGIN{while(1)i++}'", "too much work"),
        ("awk 'BEGIN{s=\"a\";while(1)s=s s}'", "too long"),
        ("awk 'function f(x){return f(x)} BEGIN{f(1)}'", "nested too deeply"),
        ("sed ':a;ba' notes.txt", "too much work"),
        ("sed ':a;s/o/oo/g;ta' notes.txt", "too much work"),
        ("truncate -s 15M a; for i in 1 2 3 4 5; do cp a a$i; done", "No space left on device"),
        ("echo x" + "y" * 200_000, "line too long"),
        ("touch " + "n" * 300, "File name too long"),
        ("yes " + "a" * 60 + " | grep -E '(a|aa)+b'", "too much work"),
        ("grep -E '" + "(" * 200 + "a" + ")" * 200 + "' notes.txt", "Regular expression too big"),
        ("grep -E 'a{40000}' notes.txt", "Regular expression too big"),
        ("find . " + "! " * 500 + "-name x", "nested too deeply"),
        ("x=x; echo $((x))", "recursion level exceeded"),
    ],
)
def test_limits(line: str, message: str) -> None:
    result = run(line, FILES, STATE, HOST)
    check(result)
    assert message in result.stderr.decode()
    assert result.status != 0


@pytest.mark.parametrize("line", ["seq 999 > new", "{ echo x; seq 999; } > new", "seq 999 | cat >> notes.txt"])
def test_a_full_file_system_ends_what_writes(line: str) -> None:
    full = FILES.write("/home/user/all", bytes(MAX_BYTES - FILES.size - 1000), 0.0)
    result = run(f"{line}; echo status $?", full, STATE, HOST)
    check(result)
    assert result.stdout == b"status 1\n"
    assert "write error: No space left on device" in result.stderr.decode()


@given(st.text("ab()|*+?.[]^${}12,\\", max_size=14), st.text("ab", max_size=30))
@settings(max_examples=300)
def test_any_pattern(pattern: str, text: str) -> None:
    quoted = "'" + pattern + "'"
    for command in (
        f"grep -oE {quoted}",
        f"grep -c {quoted}",
        f"sed -E s/{quoted}/x/g",
        f"awk /{quoted}/",
        f"expr ab : {quoted}",
    ):
        check(run(command, FILES, STATE, HOST, text.encode()))
