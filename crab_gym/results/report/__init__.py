"""A run as one HTML file: its tables and plots, and every episode step by step.

* `write_report` - writes it; `Written` - what was written.
* `Shrink` - how its pictures are made small.
"""

from crab_gym.results.report.data import PICTURES
from crab_gym.results.report.page import Written, write_report
from crab_gym.results.report.pictures import Shrink

__all__ = ["PICTURES", "Shrink", "Written", "write_report"]
