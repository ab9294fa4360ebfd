"""The shell's state between lines."""

from __future__ import annotations

import pickle

from crab_sim.shell import login_state, run
from crab_sim.shell.testing import example_files, example_host, example_run

HOST = example_host()
FILES = example_files()
STATE = login_state(HOST)


def test_state_lives_on() -> None:
    result = example_run(
        "x='a b'; export Y=2; cd docs; alias say='echo said'; f() { echo f:$1:$x; return 3; }; set -- p q; false"
    )
    assert result.state.cwd == "/home/user/docs"
    assert result.state.status == 1
    again = example_run('say $?; f 1; echo "$x" $# $2; sh -c \'echo "[$x]$Y"\'; pwd', result)
    assert again.stdout == b"said 1\nf:1:a b\na b 2 q\n[]2\n/home/user/docs\n"
    assert example_run("f 1", result).status == 3
    assert example_run("unalias say; unset -f f; unset x; say; f; echo $x", again).stdout == b"\n"


def test_state_is_plain_data() -> None:
    result = example_run("x=$(printf '\\xff'); echo $x; f() { :; }")
    assert pickle.loads(pickle.dumps(result.state)) == result.state
    assert result.stdout == b"\xff\n"
    for text in result.state.variables.values():
        assert text.encode().decode() == text


def test_history_is_bounded() -> None:
    state = STATE
    for number in range(505):
        state = run(f": {number}", FILES, state, HOST).state
    assert len(state.history) == 500
    assert state.history[-1] == ": 504"
    assert run(" : hidden", FILES, state, HOST).state.history == state.history
