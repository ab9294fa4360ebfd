"""A run as one HTML file: its tables and plots, and every episode step by step.

* `write_report` - writes the file; `ReportFile` - its size and contents.
* `Shrink` - the scale and quality of its pictures.
"""

from crab_gym.results.report.data import PICTURES
from crab_gym.results.report.page import ReportFile, write_report
from crab_gym.results.report.pictures import Shrink

__all__ = ["PICTURES", "ReportFile", "Shrink", "write_report"]
