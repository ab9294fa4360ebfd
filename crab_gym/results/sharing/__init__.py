"""Runs to share: archives that others can check.

* `pack` - writes a run as an archive; `check` - verifies an archive, and recomputes its table.
* `Submission` - a checked archive; `SubmissionError` - the reason why one isn't what it says.
"""

from crab_gym.results.sharing.archive import SubmissionError
from crab_gym.results.sharing.submission import Submission, check, pack

__all__ = ["Submission", "SubmissionError", "check", "pack"]
