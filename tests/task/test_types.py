"""Values of sub-tasks: how they are told, and compared."""

from __future__ import annotations

from crab_gym.task.types import states, words


def test_names_of_programs_are_quoted_and_exact() -> None:
    assert words("program", "scan-mails") == '"scan-mails"'
    assert states("program", " scan-mails", "scan-mails") and not states("program", "scan-mail", "scan-mails")
