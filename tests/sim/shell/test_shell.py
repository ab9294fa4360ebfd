"""The shell's own ways: state, effects, permissions, messages, the two kinds of host."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest

from crab_gym.sim.files import Directory, File, Files
from crab_gym.sim.shell import CommandContext, Result, ShellState, complete, is_incomplete, login_state, run, run_argv
from crab_gym.sim.shell.testing import ExampleHost, example_files, example_host

HOST = example_host()
FILES = example_files()
STATE = login_state(HOST)


def sh(line: str, before: Result | None = None, stdin: bytes = b"") -> Result:
    """Run a line in the example machine, or after what `before` left."""
    files, state = (FILES, STATE) if before is None else (before.files, before.state)
    return run(line, files, state, HOST, stdin)


@pytest.mark.parametrize(
    ("line", "shown", "status"),
    [
        ("nosuch", "bash: nosuch: command not found\n", 127),
        ("./nosuch", "bash: ./nosuch: No such file or directory\n", 127),
        ("./docs", "bash: ./docs: Is a directory\n", 126),
        ("./notes.txt", "bash: ./notes.txt: Permission denied\n", 126),
        ("cat nope", "cat: nope: No such file or directory\n", 1),
        ("cat docs", "cat: docs: Is a directory\n", 1),
        ("cd nope", "bash: cd: nope: No such file or directory\n", 1),
        ("cd notes.txt", "bash: cd: notes.txt: Not a directory\n", 1),
        ("ls nope", "ls: cannot access 'nope': No such file or directory\n", 2),
        ("rm docs", "rm: cannot remove 'docs': Is a directory\n", 1),
        ("rm nope", "rm: cannot remove 'nope': No such file or directory\n", 1),
        ("rmdir docs", "rmdir: failed to remove 'docs': Directory not empty\n", 1),
        ("mkdir docs", "mkdir: cannot create directory ‘docs’: File exists\n", 1),
        ("mkdir a/b", "mkdir: cannot create directory ‘a/b’: No such file or directory\n", 1),
        ("cp docs x", "cp: -r not specified; omitting directory 'docs'\n", 1),
        ("cp nope x", "cp: cannot stat 'nope': No such file or directory\n", 1),
        ("cp notes.txt notes.txt", "cp: 'notes.txt' and 'notes.txt' are the same file\n", 1),
        ("cp -r docs docs", "cp: cannot copy a directory, 'docs', into itself, 'docs/docs'\n", 1),
        ("mv nope x", "mv: cannot stat 'nope': No such file or directory\n", 1),
        ("mv docs docs", "mv: cannot move 'docs' to a subdirectory of itself, 'docs/docs'\n", 1),
        ("echo x > nope/y", "bash: nope/y: No such file or directory\n", 1),
        ("echo x > docs", "bash: docs: Is a directory\n", 1),
        ("cat < nope", "bash: nope: No such file or directory\n", 1),
        ("rm -rf /", "rm: it is dangerous to operate recursively on '/'\n", 1),
        ("ls --zzz", "ls: unrecognized option '--zzz'\nTry 'ls --help' for more information.\n", 2),
        ("grep", "grep: usage: grep [OPTION]... PATTERNS [FILE]...\nTry 'grep --help' for more information.\n", 2),
        ("grep '[a' notes.txt", "grep: Unmatched [, [^, [:, [., or [=\n", 2),
        ("sed 's/a' notes.txt", "sed: -e expression #1, char 3: unterminated `s' command\n", 1),
        ("sort -k0 notes.txt", "sort: invalid number at field start: invalid count at start of ‘0’\n", 2),
        ("head -n x notes.txt", "head: invalid number of lines: ‘x’\n", 1),
        ("find nope", "find: ‘nope’: No such file or directory\n", 1),
        ("find . -zzz", "find: unknown predicate `-zzz'\n", 1),
        ("chmod 999 notes.txt", "chmod: invalid mode: '999'\nTry 'chmod --help' for more information.\n", 1),
        ("date -d rubbish", "date: invalid date ‘rubbish’\n", 1),
        ("[ 1 -eq x ]", "bash: [: x: integer expression expected\n", 2),
        ("echo $((1/0))", 'bash: 1/0: division by 0 (error token is "0")\n', 1),
        ("echo ${x:?gone}", "bash: x: gone\n", 1),
        ("if true", "bash: syntax error: unexpected end of file\n", 2),
        ("echo |", "bash: syntax error: unexpected end of file\n", 2),
        ("echo )", "bash: syntax error near unexpected token `)'\n", 2),
        ("a=(1 2)", "bash: arrays are not supported by this shell\n", 2),
        ("'open", "bash: unexpected EOF while looking for matching `''\n", 2),
        ("curl https://example.com/x", "curl: (6) Could not resolve host: example.com\n", 6),
        ("wget -q example.com", "wget: unable to resolve host address ‘example.com’\n", 4),
    ],
)  # fmt: skip
def test_error_messages(line: str, shown: str, status: int) -> None:
    result = sh(line)
    assert (result.terminal.decode(), result.status) == (shown, status)
    assert result.stdout == b""
    assert result.files == FILES


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("ls", "docs\nfruit.txt\nnotes.txt\n"),
        ("ls -l notes.txt", "-rw-r--r-- 1 user user 8 Apr 24 23:06 notes.txt\n"),
        ("ls -ld docs /etc", "drwxr-xr-x 2 root root 4096 Jan  1  1970 /etc\n"
                             "drwxr-xr-x 2 user user 4096 Apr 24 23:06 docs\n"),
        ("ls -R docs .", ".:\ndocs\nfruit.txt\nnotes.txt\n\n./docs:\nplan.md\n\ndocs:\nplan.md\n"),
        ("whoami; hostname; id -u; pwd", "user\ndesktop\n1000\n/home/user\n"),
        ("date; date +%F", "Mon May  6 12:53:20 UTC 2024\n2024-05-06\n"),
        ("ps", "    PID TTY          TIME CMD\n      1 ?        00:00:00 init\n    812 ?        00:00:00 gnome-shell\n"
               "   4242 ?        00:00:00 bash\n"),
        ("pgrep gnome; pidof init", "812\n1\n"),
        ("uname -a", "Linux desktop 6.1.0-18-amd64 #1 SMP PREEMPT_DYNAMIC x86_64 GNU/Linux\n"),
        ("echo ~ $HOME $USER", "/home/user /home/user user\n"),
        ("which ls cd; type cd ls", "/usr/bin/ls\ncd is a shell builtin\nls is /usr/bin/ls\n"),
        ("stat -c '%n %s %U %a' notes.txt", "notes.txt 8 user 644\n"),
        ("file notes.txt docs", "notes.txt: ASCII text\ndocs:      directory\n"),
        ("wc docs/plan.md; wc -m < docs/plan.md", " 3  4 16 docs/plan.md\n15\n"),
        ("cat --help", "Usage: cat [-n] [-b] [-s] [-A] [FILE]...\nJoin files.\n"),
        ("du -h docs", "8.0K\tdocs\n"),
        ("printenv HOME NOPE", "/home/user\n"),
        ("history", "    1  history\n"),
        ("seq 3 | paste -sd+ | xargs -I{} echo 'sum {}'", "sum 1+2+3\n"),
        ("awk '{n+=$2} END {print n/NR}' fruit.txt", "6.66667\n"),
        ("sleep 1m; date +%T; sleep 0.5", "12:54:20\n"),
        ("ls /usr/bin 2>/dev/null || /bin/echo from a path", "from a path\n"),
    ],
)  # fmt: skip
def test_output(line: str, shown: str) -> None:
    assert sh(line).stdout.decode() == shown


def test_streams_are_kept_apart_and_shown_in_order() -> None:
    result = sh("echo a; nosuch; echo b; cat nope; echo c")
    assert result.stdout == b"a\nb\nc\n"
    assert result.stderr == b"bash: nosuch: command not found\ncat: nope: No such file or directory\n"
    assert result.terminal == b"a\nbash: nosuch: command not found\nb\ncat: nope: No such file or directory\nc\n"


def test_bytes_survive() -> None:
    data = bytes(range(256)) * 3
    files = FILES.write("/home/user/raw.bin", data, 1.0)
    result = run("cat raw.bin | cat > copy; cat < copy; base64 raw.bin | base64 -d > again", files, STATE, HOST)
    assert result.stdout == data
    assert result.files.read("/home/user/copy") == result.files.read("/home/user/again") == data
    assert sh("cat", stdin=data).stdout == data


def test_state_lives_on() -> None:
    result = sh(
        "x='a b'; export Y=2; cd docs; alias say='echo said'; f() { echo f:$1:$x; return 3; }; set -- p q; false"
    )
    assert result.state.cwd == "/home/user/docs"
    assert result.state.status == 1
    again = sh('say $?; f 1; echo "$x" $# $2; sh -c \'echo "[$x]$Y"\'; pwd', result)
    assert again.stdout == b"said 1\nf:1:a b\na b 2 q\n[]2\n/home/user/docs\n"
    assert sh("f 1", result).status == 3
    assert sh("unalias say; unset -f f; unset x; say; f; echo $x", again).stdout == b"\n"


def test_state_is_plain_data() -> None:
    result = sh("x=$(printf '\\xff'); echo $x; f() { :; }")
    assert pickle.loads(pickle.dumps(result.state)) == result.state
    assert result.stdout == b"\xff\n"
    for text in result.state.variables.values():
        assert text.encode().decode() == text


def test_subshells_change_files_but_not_the_shell() -> None:
    result = sh("(cd /; x=1; echo in > ~/made; exit 4); echo $? $x; pwd; echo x | read y; echo [$y]")
    assert result.stdout == b"4\n/home/user\n[]\n"
    assert result.files.read("/home/user/made") == b"in\n"
    assert result.effects == ()


def test_effects() -> None:
    result = sh("sleep 2; clear; kill 812; pkill -9 init; kill 77; exit 3; echo never")
    assert result.effects == (("sleep", 2.0), ("clear",), ("kill", 812, 15), ("kill", 1, 9), ("exit",))
    assert result.stderr == b"bash: kill: (77) - No such process\n"
    assert (result.status, result.stdout) == (3, b"")


def test_times_of_files_follow_the_virtual_clock() -> None:
    result = sh("echo a > one; sleep 100; echo b > two; touch -d '2020-01-01' three")
    assert result.files.stat("/home/user/one").mtime == HOST.now
    assert result.files.stat("/home/user/two").mtime == HOST.now + 100
    assert sh("ls -t one two three; find . -newer one", result).stdout == b"two\none\nthree\n.\n./two\n"


@pytest.mark.parametrize(
    "line",
    [
        "echo x > /etc/hostname",
        "rm /etc/hostname",
        "touch /etc/new",
        "mkdir /etc/new",
        "mv /etc/hostname .",
        "cp notes.txt /etc",
        "chmod 777 /etc/hostname",
        "chown user /etc/hostname",
        "rm -rf /etc",
        "sed -i s/d/x/ /etc/hostname",
        "mv notes.txt /",
        "cat notes.txt | tee /etc/hostname",
        "find /etc -delete",
        "ln -s x /etc/l",
        "echo > /tmp/theirs",
        "rm /tmp/theirs",
    ],
)
def test_only_ones_own_files_can_be_changed(line: str) -> None:
    files = FILES.write("/tmp/theirs", b"t", 0.0, owner="other")
    result = run(line, files, STATE, HOST)
    assert result.files == files
    assert result.status == 1
    assert b"Permission denied" in result.stderr or b"not permitted" in result.stderr
    root = replace(HOST, user="root")
    assert run(line, files, STATE, root).status == 0


def test_secrets_of_others_cannot_be_read() -> None:
    files = FILES.write("/etc/shadow", b"hash", 0.0, mode=0o600).mkdir("/root", 0.0).chmod("/root", 0o700)
    files = files.write("/root/key", b"key", 0.0)
    result = run(
        "cat /etc/shadow; grep h < /etc/shadow; cat /root/key; ls /root; cd /root; cp /etc/shadow .", files, STATE, HOST
    )
    assert (result.stdout, result.files) == (b"", files)
    assert result.stderr.count(b"Permission denied") == 6


def test_scripts() -> None:
    made = sh("printf '#!/bin/bash\\nset -e\\necho \"$0 $1 $#\"\\nfalse\\necho no\\n' > s.sh; chmod +x s.sh")
    result = sh("./s.sh a b; echo $?; bash s.sh; . ./s.sh; echo no", made)
    assert result.stdout == b"./s.sh a 2\n1\ns.sh  0\nbash  0\n"
    assert result.effects == (("exit",),)
    assert sh("printf '#!/usr/bin/python3\\n' > p; chmod +x p; ./p").stderr == (
        b"bash: ./p: /usr/bin/python3: bad interpreter: No such file or directory\n"
    )


def test_run_argv_parses_nothing() -> None:
    result = run_argv(["echo", "$HOME; ls *", "> x", "$(id)"], FILES, STATE, HOST)
    assert (result.stdout, result.status, result.files) == (b"$HOME; ls * > x $(id)\n", 0, FILES)
    assert result.state.history == ()
    assert run_argv(["cat", "-"], FILES, STATE, HOST, b"in").stdout == b"in"
    assert run_argv(["nosuch"], FILES, STATE, HOST).status == 127
    assert run_argv(["rm", "notes.txt"], FILES, STATE, HOST).files.exists("/home/user/notes.txt") is False


def settings(context: CommandContext) -> int:
    """Read and change settings.

    Usage: settings put NAMESPACE KEY VALUE
    """
    if context.args[:1] != ["put"] or len(context.args) != 4:
        return context.fail("bad command", 255)
    context.effect("setting", *context.args[1:])
    context.line(f"{context.host.hostname}:{context.cwd}:{context.env.get('HOME')}:{context.stdin.decode()}")
    context.files = context.files.write("/data/log", b"put", context.time())
    return 0


def test_a_phone_is_another_host() -> None:
    phone = ExampleHost(
        user="shell",
        hostname="phone",
        home="/",
        unknown_command="/system/bin/sh: {name}: inaccessible or not found",
        commands={"settings": settings},
    )
    files = Files([("/data", Directory(0.0, 0o755, "shell")), ("/sdcard/a", File(b"a"))])
    state = login_state(phone)
    result = run("echo hi | settings put system font_scale 1.3; settings; nosuch; cd nope", files, state, phone)
    assert result.effects == (("setting", "system", "font_scale", "1.3"),)
    assert result.stdout == b"phone:/:/:hi\n\n"
    assert result.stderr == (
        b"settings: bad command\n/system/bin/sh: nosuch: inaccessible or not found\n"
        b"/system/bin/sh: cd: nope: No such file or directory\n"
    )
    assert result.files.read("/data/log") == b"put"
    assert run("which settings; settings --help", files, state, phone).stdout == (
        b"/system/bin/settings\nUsage: settings put NAMESPACE KEY VALUE\nRead and change settings.\n"
    )


def test_history_is_bounded() -> None:
    state = STATE
    for number in range(505):
        state = run(f": {number}", FILES, state, HOST).state
    assert len(state.history) == 500
    assert state.history[-1] == ": 504"
    assert run(" : hidden", FILES, state, HOST).state.history == state.history


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("whoa", ["whoami"]),
        ("cat no", ["notes.txt"]),
        ("cat d", ["docs/"]),
        ("cat docs/", ["docs/plan.md"]),
        ("cat ~/do", ["~/docs/"]),
        ("ls; whoa", ["whoami"]),
        ("echo a | whoa", ["whoami"]),
        ("echo $HO", ["$HOME"]),
        ("cat /etc/h", ["/etc/hostname"]),
        ("cat nope/", []),
        ("cat 'my", ["my\\ file"]),
        ("cat my\\ ", ["my\\ file"]),
        ("./do", ["./docs/"]),
    ],
)
def test_completion(line: str, found: list[str]) -> None:
    files = FILES.write("/home/user/my file", b"", 0.0)
    assert complete(line, files, STATE, HOST) == found


def test_completion_knows_aliases_and_host_commands() -> None:
    state = ShellState(cwd="/", aliases={"zalias": "ls"}, functions={"zfunction": "{ :; }"})
    host = replace(HOST, commands={"zcommand": settings})
    assert complete("z", FILES, state, host) == ["zalias", "zcommand", "zfunction"]


def test_incomplete_lines() -> None:
    for line in (
        "echo 'a",
        "if true; then",
        "for x in a; do echo",
        "cat <<E\nx",
        "f() {",
        "a &&",
        "echo $(ls",
        "a |",
        '"',
    ):
        assert is_incomplete(line), line
    for line in ("echo", "", "fi", "echo )", "cat <<E\nx\nE", "${x"[:0]):
        assert not is_incomplete(line), line
