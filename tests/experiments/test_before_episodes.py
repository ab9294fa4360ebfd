"""Keys and packages that are missing: told before the first episode, in one line."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from crab_gym.agents.chat import ModelError, Reply, Tokens, ToolCall
from crab_gym.agents.models import RemoteModel
from crab_gym.backends.adb import adb_server
from crab_gym.cli import app
from crab_gym.experiments.evaluate import evaluate
from crab_gym.experiments.policy_makers import ModelMaker, policy_makers
from crab_gym.records import RecordError, read_run
from crab_gym.rollout import PoolError
from tests.agents.server import FakeServer

TASK = "learn.open_app"
SCRIPT = "script:tests.scripted:"
HERE = "http://127.0.0.1:9/v1"


def refused(*args: str | Path) -> str:
    """Runs ``crab-gym evaluate``, which refuses to start, and returns its output."""
    result = CliRunner().invoke(app, ["evaluate", TASK, "--no-screens", *map(str, args)])
    assert result.exit_code == 2 and "Traceback" not in result.output, result.output
    return result.output


def agent(spec: str, **options: Any) -> Any:
    return policy_makers(["single"], [ModelMaker(spec, **options)])


def test_a_missing_key_is_told_before_the_first_episode(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    args = ["--policy", "single", "--policy", "oracle", "--model", "openai:gpt-4o"]
    reason = "crab-gym: openai:gpt-4o needs a key in the environment variable OPENAI_API_KEY\n"
    assert refused(*args) == reason
    assert refused(*args, "--slots", "2", "--engine", "process", "--out", tmp_path / "a" / "b") == reason
    assert not (tmp_path / "a" / "b").exists()
    with pytest.raises(ModelError, match="needs a key"):
        evaluate([TASK], agent("openai:gpt-4o"))


def test_what_a_model_refuses_leaves_nothing_and_the_next_try_begins_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def play(key: str, code: int, *more: str, seeds: str = "0,1") -> str:
        monkeypatch.setenv(FakeServer.key_env, key)
        args = ["evaluate", TASK, "--no-screens", "--policy", "single", "--model", server.spec(), "--seeds", seeds]
        args += ["--model-option", f"key_env={server.key_env}", "--out", str(tmp_path / "run"), *more]
        result = CliRunner().invoke(app, args)
        assert result.exit_code == code and "Traceback" not in result.output, result.output
        return result.output

    with FakeServer(lambda messages, tools: Reply(calls=(ToolCall("root__complete", {}),))) as server:
        wrong = play("sk-wrong", 1)
        assert "refuses the key (HTTP 401)" in wrong and "nothing is kept, since the models refused" in wrong
        assert not (tmp_path / "run").exists()
        assert "unknown fields: ['no_such']" in play(server.key, 1, "--model-option", 'extra={"no_such": 1}')
        assert not (tmp_path / "run").exists()
        assert f"record: {tmp_path / 'run'}" in play(server.key, 0)
        assert "isn't empty" in play(server.key, 2)
        play("sk-wrong", 0, "--resume", seeds="0")  # nothing is left to play
    assert len(read_run(tmp_path / "run")) == 2


def test_a_model_that_refused_beside_another_policy_may_get_other_options(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(FakeServer.key_env, FakeServer.key)
    with FakeServer(lambda messages, tools: Reply(calls=(ToolCall("root__complete", {}),))) as server:
        options: dict[str, Any] = {"key_env": server.key_env}
        for extra, scored in (({"no_such": 1}, 1), ({"top_p": 0.5}, 2)):
            makers = {**agent(server.spec(), **options, extra=extra), "oracle": "oracle"}
            found = evaluate([TASK], makers, out=tmp_path, screens=False, resume=True)
            assert found.progress.scored == scored
        makers = agent(server.spec(), **options, extra={"top_p": 0.1})
        with pytest.raises(RecordError, match="was made with the model of single"):
            evaluate([TASK], makers, out=tmp_path, screens=False, resume=True)


def test_a_policy_that_cannot_be_made_leaves_nothing(tmp_path: Path) -> None:
    def made(env: object) -> Any:
        raise ValueError("it lacks a wheel")

    with pytest.raises((PoolError, ValueError), match="it lacks a wheel"):
        evaluate([TASK], {"broken": made}, out=tmp_path / "run", screens=False)
    assert [*tmp_path.iterdir()] == []


def test_answers_in_a_cache_need_no_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    said = Reply("", (ToolCall("root__complete", {}),), Tokens(10, 1))
    with monkeypatch.context() as patched:
        patched.setenv("OPENAI_API_KEY", "k")
        patched.setattr(RemoteModel, "_persist", lambda *_: said)
        assert evaluate([TASK], agent("openai:m", cache=tmp_path), screens=False).progress.scored == 1
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    assert evaluate([TASK], agent("openai:m", cache=tmp_path), screens=False).progress.scored == 1


def test_a_missing_library_is_told_with_the_command_that_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openai", None)
    text = refused("--policy", "functionality", "--model", f"caller=openai:m@{HERE},{SCRIPT}gives_up")
    assert 'install the extra "agents": pip install ".[agents]"' in text and text.count("\n") == 1
    monkeypatch.setitem(sys.modules, "cv2", None)
    text = refused("--policy", "single", "--model", SCRIPT + "gives_up", "--option", "sources=contours")
    assert 'pip install ".[vision]"' in text and text.count("\n") == 1


def test_a_backend_without_its_packages_is_told_in_one_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(adb_server, "_answers", lambda port: False)
    for name in ("ANDROID_ADB_SERVER_PORT", "ADBUTILS_ADB_PATH"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setitem(sys.modules, "adbutils", None)
    args = ["--policy", "single", "--model", SCRIPT + "gives_up", "--backend", "android=adb:emulator-5554"]
    result = CliRunner().invoke(app, ["evaluate", "android.add_contact", "--no-screens", *args])
    assert result.exit_code == 2 and 'pip install ".[android]"' in result.output and result.output.count("\n") == 1


def test_a_resumed_run_that_has_all_its_episodes_needs_no_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    checks: list[str] = []
    monkeypatch.setattr(ModelMaker, "check", lambda self: checks.append(self.spec))
    evaluate([TASK], agent(SCRIPT + "gives_up"), out=tmp_path, screens=False)
    evaluate([TASK], agent(SCRIPT + "gives_up"), out=tmp_path, screens=False, resume=True)
    assert checks == [SCRIPT + "gives_up"]
