"""Errors of git commands."""

from __future__ import annotations

__all__ = ["GitError"]


class GitError(Exception):
    """A command fails.

    Args:
        message: The text for standard error, such as ``fatal: not a valid object name``.
        status: The exit status.
    """

    def __init__(self, message: str, status: int = 128) -> None:
        super().__init__(message)
        self.message, self.status = message, status
