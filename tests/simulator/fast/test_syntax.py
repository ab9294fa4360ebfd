"""Parsing in several threads."""

from __future__ import annotations

import ast
import os
import signal
import threading
import warnings

import pytest

from crab_sim.fast.syntax import parse, parse_program


def test_one_thread_parses_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    inside, most = 0, 0
    real, second = ast.parse, threading.Event()

    def watched(source: str) -> ast.Module:
        nonlocal inside, most
        inside += 1
        most = max(most, inside)
        second.wait(0.2)  # the other thread has come to the door by then
        inside -= 1
        return real(source)

    monkeypatch.setattr(ast, "parse", watched)
    threads = [threading.Thread(target=parse, args=("x = 1",)) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == 1


def test_no_python_is_a_syntax_error_and_the_next_is_parsed() -> None:
    with pytest.raises(SyntaxError):
        parse("x = ")
    assert isinstance(parse(b"x = 1").body[0], ast.Assign)


def test_the_compiler_accepts_a_program_too_and_nobody_is_warned() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert isinstance(parse_program("x = 1 is 1", "x.py"), ast.Module)
    with pytest.raises(SyntaxError, match=r"'return' outside function \(x.py, line 2\)"):
        parse_program("x = 1\nreturn", "x.py")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_a_process_parses_that_is_forked_while_a_thread_does(monkeypatch: pytest.MonkeyPatch) -> None:
    real, inside, forked = ast.parse, threading.Event(), threading.Event()

    def waiting(source: str) -> ast.Module:
        inside.set()
        forked.wait(10)
        return real(source)

    monkeypatch.setattr(ast, "parse", waiting)
    thread = threading.Thread(target=parse, args=("x = 1",))
    thread.start()
    inside.wait(10)
    monkeypatch.setattr(ast, "parse", real)
    child = os.fork()
    if child == 0:
        signal.alarm(10)  # ends the process if it waits for ever
        parse("y = 2")
        os._exit(0)
    forked.set()
    thread.join()
    assert os.waitpid(child, 0)[1] == 0
