"""Runs to share: archives that others can check, and a page that ranks them.

* `pack` - writes a run as an archive; `check` - verifies an archive, and recomputes its table.
* `Submission` - a checked archive; `SubmissionError` - the reason why one isn't what it says.
* `write_leaderboard` - writes the page of a folder of archives.
"""

from crab_gym.results.sharing.archive import SubmissionError
from crab_gym.results.sharing.page import write_leaderboard
from crab_gym.results.sharing.submission import Submission, check, pack

__all__ = ["Submission", "SubmissionError", "check", "pack", "write_leaderboard"]
