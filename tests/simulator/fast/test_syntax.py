"""Parsing in several threads."""

from __future__ import annotations

import ast
import threading

import pytest

from crab_sim.fast.syntax import parse


@pytest.mark.interpreted
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
