"""The command line: every command, and its messages about mistakes."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from typer.testing import CliRunner

import crab_gym
import crab_gym.experiments.index_tasks
import crab_gym.task.index
from crab_gym.backends.base import DeviceError
from crab_gym.backends.specs import KINDS, Kind
from crab_gym.cli import app
from crab_gym.cli.base import select
from crab_gym.cli.options import RunOptions
from crab_gym.cli.playable import playable
from crab_gym.evaluation import EvaluatorError
from crab_gym.experiments.verify import CHECKS
from crab_gym.records import RecordError, read_run
from crab_gym.task import TaskInfo, read_index

ROOT = Path(__file__).parents[2]
ROWS = [
    TaskInfo("cross.toy", "tests.cli_cross:TASK", ("ubuntu", "android"), "cross", 1, "00", 4, 4, 15,
             {"ubuntu": ("sim",), "android": ("sim",)}, ("toy",), "train"),
    TaskInfo("ubuntu.one", "tests.cli_one:TASK", ("ubuntu",), "ubuntu", 1, "00", 1, 1, 15,
             {"ubuntu": ("sim", "desktop")}, (), "test"),
]  # fmt: skip


@pytest.fixture(autouse=True)
def registered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An index with two toy tasks, on the toy backend."""
    from types import ModuleType

    from tests import toy

    monkeypatch.setitem(KINDS, "sim", Kind(("ubuntu", "android"), "tests.toy:ToyBackend"))
    for row, task in zip(ROWS, (toy.TASK, toy.ONE), strict=True):
        module = ModuleType(row.ref.partition(":")[0])
        module.TASK = task  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, module.__name__, module)
    file = tmp_path / "index.json"
    file.write_text(json.dumps({"tasks": [asdict(row) for row in ROWS]}))
    monkeypatch.setattr(crab_gym.task.index, "index_path", lambda: file)
    monkeypatch.setattr(crab_gym.experiments.index_tasks, "index_path", lambda: file)
    read_index.cache_clear()
    yield file
    read_index.cache_clear()


def run(*args: str | Path, code: int = 0) -> str:
    """Runs a command and returns its output, errors included."""
    result = CliRunner().invoke(app, [str(arg) for arg in args])
    assert result.exit_code == code, result.output
    assert "Traceback" not in result.output
    return result.output


def test_help_groups_every_command() -> None:
    panels: dict[str, list[str]] = {}
    for line in run("--help").splitlines():
        if title := re.match(r"╭─ (\w+) ─", line):
            panels[title[1]] = []
        elif name := re.match(r"│ ([a-z][a-z-]*) ", line):
            panels[next(reversed(panels))].append(name[1])
    assert panels == {
        "Options": [],
        "Tasks": ["list", "show", "subtasks", "compose", "import-crab", "omni"],
        "Run": ["rollout", "evaluate", "play", "challenge", "agents", "models"],
        "Look": ["table", "compare", "report", "submit", "leaderboard"],
        "Serve": ["phone", "serve", "web"],
        "Connect": ["mcp", "openenv", "minari"],
        "Maintain": ["verify", "index", "certify", "doctor", "setup"],
    }
    table = (ROOT / "docs" / "command_line.md").read_text("utf-8").partition("```")[0]
    rows = [row.split(" | ") for row in table.splitlines() if row.startswith("| ")][1:]
    described = [name for row in rows for name in re.findall(r"`([a-z-]+)[ `]", row[1])]
    assert list(dict.fromkeys(described)) == [name for names in panels.values() for name in names]


def test_help_imports_neither_environments_nor_networks() -> None:
    code = (
        "import sys; from typer.testing import CliRunner; from crab_gym.cli import app; "
        "assert CliRunner().invoke(app, ['--help']).exit_code == 0; "
        "print([name for name in ('crab_gym.envs.crab_env', 'networkx', 'PIL', 'pydantic') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_list_filters_by_pattern_platform_and_tag() -> None:
    assert [line.split()[0] for line in run("list").splitlines()] == ["task", "cross.toy", "ubuntu.one"]
    assert "ubuntu=sim|desktop" in run("list", "ubuntu.*", "--long")
    assert "cross.toy" not in run("list", "ubuntu.*")
    assert [row["id"] for row in json.loads(run("list", "--json", "--platform", "cross"))] == ["cross.toy"]
    assert [row["id"] for row in json.loads(run("list", "--json", "--tag", "toy"))] == ["cross.toy"]
    assert json.loads(run("list", "--json"))[0] == json.loads(json.dumps(asdict(ROWS[0])))


@pytest.mark.parametrize(
    ("args", "text"),
    [
        (["list", "ubunut.*"], "no task matches 'ubunut.*'. Did you mean 'ubuntu.*'?"),
        (["list", "--platform", "croos"], "unknown platform 'croos'; did you mean 'cross'?"),
        (["list", "--tag", "tyo"], "unknown tag of these tasks: 'tyo'; did you mean 'toy'?"),
        (["list", "ubuntu.*", "--tag", "toy"], "unknown tag of these tasks: 'toy'; known: there is none"),
        (["show", "cross.tyo"], "there is no task 'cross.tyo'. Did you mean 'cross.toy'?"),
        (["show", "cross.toy", "--parameters", "{"], "expected 'default' or a JSON object"),
        (["show", "cross.toy", "--parameters", "[1]"], "expected 'default' or a JSON object"),
        (["show", "cross.toy", "--parameters", '{"word": "omega"}'], "parameter 'word' is 'omega'; expected one of"),
        (["show", "cross.toy", "--png", "/dev/null/x.png"], "can't write /dev/null/x.png"),
        (["rollout", "ubuntu.oen"], "Did you mean 'ubuntu.one'?"),
        (["rollout", "tests.toy:NO"], "there is no task at tests.toy:NO"),
        (["rollout", "ubuntu.one", "--policy", "orcale"], "unknown policy 'orcale'; did you mean 'oracle'?"),
        (["rollout", "ubuntu.one", "--backend", "smi"], "unknown backend 'smi'. Did you mean 'sim'?"),
        (["rollout", "ubuntu.one", "--backend", "ubuntu"], "unknown backend 'ubuntu'"),
        (["rollout", "cross.toy", "--backend", "desktop"], "none of 1 task is made for --backend desktop"),
        (["rollout", "ubuntu.one", "--resume"], "--resume needs the folder"),
        (["table", "/nowhere"], "there is no run in /nowhere"),
        (["verify", "ubuntu.oen"], "Did you mean 'ubuntu.one'?"),
    ],
)
def test_a_mistake_is_told_in_one_line(args: list[str], text: str) -> None:
    output = run(*args, code=2)
    assert text in output
    assert output.startswith("crab-gym: ")
    assert output.count("\n") == 1


@pytest.mark.parametrize("args", [["rollout"], ["rollout", "*", "--episodes", "0"], ["shwo"], ["list", "--no"]])
def test_a_wrong_usage_ends_with_2(args: list[str]) -> None:
    run(*args, code=2)


@pytest.mark.parametrize("command", ["show", "rollout", "verify"])
def test_a_module_that_cannot_be_imported_is_told_in_one_line(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "broken_module.py").write_text("def (")
    monkeypatch.syspath_prepend(tmp_path)
    text = run(command, "broken_module:T", code=2)
    assert text == (
        "crab-gym: can't import broken_module for the task 'broken_module:T': "
        "SyntaxError: invalid syntax (broken_module.py, line 1)\n"
    )


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (TypeError("it broke\n  in two lines"), "it broke in two lines"),
        (ValueError("it broke"), "it broke"),
        (OSError(13, "Permission denied", "/x"), "[Errno 13] Permission denied: '/x'"),
        (EvaluatorError("one", "it broke"), "checkpoint 'one': it broke"),
        (DeviceError("ubuntu", "it broke"), "ubuntu: it broke"),
        (RecordError("it broke"), "it broke"),
        (PermissionError(), "PermissionError"),
    ],
)
def test_what_a_task_or_a_backend_raises_is_told_in_one_line(
    error: Exception, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests import toy

    def fail(*args: Any) -> Any:
        raise error

    monkeypatch.setattr(sys.modules["tests.cli_one"], "TASK", replace(toy.ONE, checkpoints=fail))
    assert run("show", "ubuntu.one", code=2) == f"crab-gym: {text}\n"


def test_a_reader_that_goes_away_is_no_mistake() -> None:
    code = "import sys; sys.argv[1:] = ['list', '--json']; sys.stdout.reconfigure(write_through=True)\n"
    code += "from crab_gym.cli import main; sys.stdin.read(); main()"
    process = subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout and process.stdin and process.stderr
    process.stdout.close()
    process.stdin.close()
    with process.stderr as stderr:
        assert b"crab-gym:" not in stderr.read()
    assert process.wait() == 1


def test_a_task_named_in_two_ways_is_taken_once(tmp_path: Path) -> None:
    text = run(
        "rollout", "tests.cli_one:TASK", "ubuntu.one", "tests.toy:ONE", "--episodes", "1", "--out", tmp_path / "x"
    )
    assert text.splitlines()[0] == "[1/1] ubuntu.one seed 0: success, CR 1.00, 2 actions"
    assert len((tmp_path / "x" / "episodes.jsonl").read_text().splitlines()) == 1
    assert "1 task on sim: 0 checks failed" in run("verify", "ubuntu.one", "tests.toy:ONE")


@pytest.mark.parametrize("command", ["rollout", "verify"])
def test_two_tasks_of_one_name_are_refused(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests import toy

    monkeypatch.setattr(toy, "OTHER", replace(toy.ONE, description="Something else."), raising=False)
    text = run(command, "ubuntu.*", "tests.toy:OTHER", code=2)
    assert text == "crab-gym: 'ubuntu.one' and 'tests.toy:OTHER' are two tasks of one name, 'ubuntu.one'; rename one\n"


def test_show_tells_the_whole_task() -> None:
    text = run("show", "cross.toy")
    assert "goal        Write alpha on both pads, then submit it." in text
    assert "parameter   word = 'alpha'  (choice: one of ('alpha'" in text
    assert "steps       4 by the oracle, 15 at most; train split" in text
    assert "near misses wrong word, undone" in text
    assert "complexity  dependency 4 (hard), instruction 4 (medium), knowledge 2 (medium)" in text
    assert ">    open   text_editor@ubuntu" in text
    assert "tell   answered(text='alpha')" in text


def test_show_takes_parameters_of_a_seed_or_given_ones() -> None:
    texts = {run("show", "cross.toy", "--seed", str(seed)).splitlines()[2] for seed in range(8)}
    assert len(texts) > 1
    assert "Write delta on both" in run("show", "cross.toy", "--seed", "1", "--parameters", '{"word": "delta"}')


def test_show_draws_the_graph(tmp_path: Path) -> None:
    file = tmp_path / "graph.png"
    assert f"wrote {file}" in run("show", "tests.toy:STUCK", "--png", file)
    with Image.open(file) as image:
        assert image.format == "PNG" and image.width > 500


def test_rollout_prints_a_line_an_episode_and_the_table() -> None:
    text = run("rollout", "*", "--episodes", "2", "--seed", "5")
    lines = text.splitlines()
    assert lines[0] == "[1/4] cross.toy seed 5: success, CR 1.00, 4 actions"
    assert lines[3] == "[4/4] ubuntu.one seed 6: success, CR 1.00, 2 actions"
    assert next(line for line in lines if line.startswith("all ")).split() == [
        "all", "4", "100±0", "34–100", "100±0", "3.0",
    ]  # fmt: skip
    assert "SR success" in text


def test_rollout_leaves_out_what_a_backend_cannot_play(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(KINDS, "desktop", Kind(("ubuntu",), "tests.toy:ToyBackend"))
    text = run("rollout", "*", "--backend", "ubuntu=desktop", "--episodes", "1")
    assert text.startswith("left out, not made for --backend ubuntu=desktop: cross.toy\n[1/1] ubuntu.one")


def test_rollout_tells_errors_apart_and_still_ends_well() -> None:
    text = run("rollout", "tests.toy:STUCK", "tests.toy:ONE", "--episodes", "1")
    reason = "at checkpoint 'one': no element 'Save' on 'ubuntu'"
    assert f"[1/2] ubuntu.stuck seed 0: error: oracle: {reason}" in text
    assert "1 of 2 episodes ended by an error and are not scored:" in text
    assert "  ubuntu.stuck seed 0: oracle: at checkpoint 'one': no element 'Save' on 'ubuntu'" in text


def test_rollout_runs_several_episodes_at_once() -> None:
    text = run("rollout", "tests.toy:ONE", "--episodes", "4", "--slots", "2", "--retries", "1", "--step-timeout", "60")
    assert sorted(re.findall(r"ubuntu.one seed (\d): success", text)) == ["0", "1", "2", "3"]
    assert "unknown engine 'proces'; did you mean 'process'?" in run(
        "rollout", "tests.toy:ONE", "--slots", "2", "--engine", "proces", code=2
    )


@pytest.mark.parametrize(("flags", "pictures"), [([], True), (["--pictures"], True), (["--no-screens"], False)])
def test_rollout_keeps_a_record_with_or_without_pictures(flags: list[str], pictures: bool, tmp_path: Path) -> None:
    out = tmp_path / "runs" / "x"
    text = run("rollout", "cross.toy", "--out", out, "--episodes", "1", *flags)
    assert text.endswith(f"record: {out}\n")
    (record,) = read_run(out)
    assert record.success
    assert bool(record.screens) is pictures
    assert bool(list(out.glob("episodes/*/*.png"))) is pictures


def test_rollout_resumes_and_refuses_to_write_over_a_run(tmp_path: Path) -> None:
    args = ["rollout", "ubuntu.one", "--out", str(tmp_path / "x"), "--policy", "noop", "--max-steps", "2"]
    run(*args, "--episodes", "1")
    assert "isn't empty; choose another folder, or resume the run (--resume)" in run(*args, code=2)
    assert "[3/3] ubuntu.one seed 2: step_limit, CR 0.00, 2 actions" in run(*args, "--resume")
    assert [record.seed for record in read_run(tmp_path / "x")] == [0, 1, 2]
    assert "made with policy='noop'" in run(*args[:5], "random", "--resume", code=2)


def test_a_recorded_run_is_tabulated_in_every_format(tmp_path: Path) -> None:
    out = tmp_path / "x"
    made = run("rollout", "*", "--out", out, "--episodes", "1", "--no-screens")
    assert run("table", out) in made
    rows = json.loads(run("table", out, "--format", "json"))
    assert [row["group"] for row in rows] == ["cross.toy", "ubuntu.one", "cross", "ubuntu", "all"]
    assert run("table", out, "--format", "csv").startswith("section,group,policy,episodes,errors,success,")
    assert run("table", out, "--format", "markdown").startswith("| task | n |")
    assert "unknown format 'cvs'; did you mean 'csv'?" in run("table", out, "--format", "cvs", code=2)


def test_verify_writes_its_findings(tmp_path: Path) -> None:
    out = tmp_path / "findings.jsonl"
    run("verify", "--check", "noop", "--check", "state", "--out", str(out))
    rows = [json.loads(line) for line in out.read_text().splitlines()]
    assert [(row["task"], row["check"], row["ok"]) for row in rows] == [
        (name, check, True) for name in ("cross.toy", "ubuntu.one") for check in ("state", "noop")
    ]
    assert rows[0]["trials"]["accepted"] == []
    assert "can't write" in run("verify", "--check", "noop", "--out", str(tmp_path), code=2)


def test_verify_is_a_gate() -> None:
    text = run("verify")
    assert text.splitlines()[1].split()[:2] == ["cross.toy", f"{len(CHECKS)}/{len(CHECKS)}"]
    assert "2 tasks on sim: 0 checks failed" in text
    shares = [line.split() for line in run("verify", "--check", "idle").splitlines() if line.startswith("opens")]
    assert shares == [["opens", "cross", "1", "0.000", "0.00"], ["opens", "ubuntu", "1", "0.000", "0.00"]]
    assert run("verify", "--check", "noop", "--check", "harm").splitlines()[1].split() == ["cross.toy", "2/2"]
    assert "unknown check 'nop'; did you mean 'noop'?" in run("verify", "--check", "nop", code=2)
    text = run("verify", "tests.toy:SOLVED", code=1)
    assert "FAILED ubuntu.solved, start: seed 0: checkpoint 'one' holds before the first action" in text


def test_verify_checks_only_what_claims_the_backend(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "none of these tasks is made for --backend ubuntu=desktop" in run(
        "verify", "cross.toy", "--backend", "ubuntu=desktop", code=2
    )


def test_index_is_written_and_checked(registered: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    refs = {row.id: row.ref for row in ROWS}
    monkeypatch.setattr(crab_gym.experiments.index_tasks, "find_tasks", lambda package: refs)
    stale = run("index", "--check", code=1)
    assert '-{"tasks": [' in stale and "run `crab-gym index`" in stale
    assert run("index") == f"wrote {registered}: 2 tasks\n"
    assert run("index", "--check") == "the index is up to date: 2 tasks\n"
    info = read_index()["ubuntu.one"]
    assert (info.oracle_steps, info.step_limit) == (1, 5)


def test_doctor_answers_in_one_screen() -> None:
    lines = run("doctor").splitlines()
    assert lines[:2] == ["works now:", "  every task on simulated devices"]
    assert len(lines) <= 24 and max(map(len, lines)) <= 80


def test_doctor_lists_a_part_and_what_installs_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    from crab_gym.cli import doctor
    from crab_gym.cli.doctor import Need

    needs = [Need("backend a", "x", True), Need("backend b", "y", False, "get y")]
    monkeypatch.setattr(doctor, "examine", lambda: needs)
    text = run("doctor", "all")
    assert "backend b  y      missing" in text
    assert text.endswith("incomplete: backend b. What installs the rest:\n  get y\n")
    monkeypatch.setattr(doctor, "examine", lambda: needs[:1])
    assert run("doctor", "a").endswith("everything is there\n")
    assert "nothing about 'b'; expected all or one of a\n" in run("doctor", "b", code=2)


def test_phones_are_served_until_interrupted() -> None:
    import signal

    from tests.simulator.adbd._host import Host

    command = [sys.executable, "-u", "-m", "crab_gym", "phone", "--port", "0", "--count", "2", "--size", "400x700"]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        preexec_fn=lambda: signal.signal(
            signal.SIGINT, signal.default_int_handler
        ),  # a job in the background ignores it
    ) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(3)]
        ports = [int(line.partition("127.0.0.1:")[2].split()[0]) for line in lines[:2]]
        assert lines[0] == f"adb connect 127.0.0.1:{ports[0]}  # console on port {ports[0] - 1}\n"
        assert lines[2] == "2 phones served to this machine. Ctrl+C ends.\n"
        with Host(ports[1]) as host:
            assert host.ask("shell:wm size") == b"Physical size: 400x700\n"
            process.send_signal(signal.SIGINT)
            assert process.stdout.read() == "ended\n"
    assert process.returncode == 0


def test_what_phones_cannot_be_served_is_told() -> None:
    assert "say which hosts may connect" in run("phone", "--port", "0", "--host", "0.0.0.0", code=2)
    assert "expected WIDTHxHEIGHT" in run("phone", "--port", "0", "--size", "big", code=2)
    assert "at most 4096" in run("phone", "--port", "0", "--size", "5000x800", code=2)
    assert "at least 280×480" in run("phone", "--port", "0", "--size", "100x100", code=2)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        assert "is taken" in run("phone", "--port", str(taken.getsockname()[1]), code=2)


def test_a_window_needs_a_display(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("tkinter")
    monkeypatch.delenv("DISPLAY", raising=False)
    assert "--window needs a display" in run("phone", "--port", "0", "--window", code=2)


def test_a_terminal_gets_drawn_tables() -> None:
    listed = subprocess.run(
        [sys.executable, "-m", "crab_gym", "list", "--json"], capture_output=True, text=True, check=True
    )
    names = [row["id"] for row in json.loads(listed.stdout)]
    done = _in_terminal("list")
    assert "─" in done and all(name in done for name in names)


def _in_terminal(*args: str) -> Any:
    """Runs the command line with a terminal as its output."""
    import os
    import pty

    parent, child = pty.openpty()
    process = subprocess.Popen([sys.executable, "-m", "crab_gym", *args], stdout=child, stderr=child)
    os.close(child)
    data = b""
    while True:
        try:
            chunk = os.read(parent, 4096)
        except OSError:  # Linux's way to say that the other side is closed
            break
        if not chunk:
            break
        data += chunk
    os.close(parent)
    assert process.wait() == 0
    return data.decode()


def test_version() -> None:
    assert run("--version") == f"crab-gym {crab_gym.__version__}\n"


def test_tasks_whose_apps_are_missing_are_refused_or_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    from tests import toy

    def lacks(self: object, apps: Iterable[str]) -> str:
        return "program gimp is missing: apt-get install gimp" if "tasks" in set(apps) else ""

    monkeypatch.setattr(toy.ToyBackend, "unplayable", lacks, raising=False)
    arguments = ("rollout", "tests.toy:TASK", "tests.toy:ONE", "--episodes", "1")
    refusal = run(*arguments, code=2)
    assert "cross.toy: android: program gimp is missing: apt-get install gimp" in refusal
    assert "Leave them out with --skip-unplayable" in refusal and refusal.count("\n") == 1
    text = run(*arguments, "--skip-unplayable")
    assert "left out, can't be played here:\ncross.toy: android: program gimp" in text
    assert "ubuntu.one" in text
    refusal = run("rollout", "tests.toy:TASK", code=2)
    assert "can't be played here" in refusal and "--skip" not in refusal  # that would leave none
    assert "can't be played here" in run("rollout", "tests.toy:TASK", "--skip-unplayable", code=2)


def test_each_device_is_asked_once_about_the_same_apps(monkeypatch: pytest.MonkeyPatch) -> None:
    from tests import toy

    asked: list[tuple[str, tuple[str, ...]]] = []
    made: list[str] = []
    init = toy.ToyBackend.__init__

    def count(self: toy.ToyBackend, *args: Any, **options: Any) -> None:
        init(self, *args, **options)
        made.append(self.device)

    def has(self: toy.ToyBackend, apps: Iterable[str]) -> str:
        asked.append((self.device, tuple(apps)))
        return ""

    monkeypatch.setattr(toy, "SAME", replace(toy.ONE, name="ubuntu.same"), raising=False)
    monkeypatch.setattr(toy.ToyBackend, "__init__", count)
    monkeypatch.setattr(toy.ToyBackend, "unplayable", has, raising=False)
    playable(["tests.toy:ONE", "tests.toy:SAME", "tests.toy:TASK"], RunOptions())
    assert sorted(made) == ["android", "ubuntu"]
    assert len(asked) == len(set(asked)) and {device for device, _ in asked} == {"android", "ubuntu"}


def test_synthesised_tasks_are_shown_sampled_and_selected() -> None:
    sampled = CliRunner().invoke(app, ["omni", "sample", "--capability", "parallel_planning", "-n", "2"])
    assert sampled.exit_code == 0, sampled.output
    first, second = (line.split()[0] for line in sampled.output.splitlines())
    shown = CliRunner().invoke(app, ["omni", "show", first])
    assert first in shown.output and "branch hard" in shown.output
    assert first in select(["omni:test:parallel_planning"]) and select([second]) == [second]
    stats = CliRunner().invoke(app, ["omni", "stats", "--split", "test"])
    assert "sub-tasks" in stats.output and "100.0%" in stats.output
    wrong = CliRunner().invoke(app, ["omni", "show", "omni.00000000"])
    assert wrong.exit_code != 0
