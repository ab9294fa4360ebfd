"""Records of episodes: plain data in a run folder, with a writer and a reader.

* `EpisodeRecord`, `StepRecord` - one episode, and one of its steps.
* `RunFolder`, `EpisodeFolder` - write a run and its episodes; `ScreenWriter` - their pictures.
* `read_run`, `read_attempts`, `read_study`, `read_config` - read them.
* `marks_of`, `graph_from_record` - the marks on the screens of a record, and its task graph.
* `RecordError` - the error for a folder that can't be written or read.
"""

from __future__ import annotations

from crab_gym.records.graph import NamedEvaluator, graph_from_record
from crab_gym.records.reader import (
    last_attempts,
    marks_of,
    read_attempts,
    read_bytes,
    read_config,
    read_run,
    read_step,
    read_study,
)  # fmt: skip
from crab_gym.records.record import (
    EpisodeKey,
    EpisodeRecord,
    RecordError,
    StepRecord,
    check_policy_id,
    folder_name,
    jsonable,
)  # fmt: skip
from crab_gym.records.writer import EpisodeFolder, RunFolder, ScreenWriter

__all__ = [
    "EpisodeFolder", "EpisodeKey", "EpisodeRecord", "NamedEvaluator", "RecordError", "RunFolder", "ScreenWriter",
    "StepRecord", "check_policy_id", "folder_name", "graph_from_record", "jsonable", "last_attempts", "marks_of",
    "read_attempts", "read_bytes", "read_config", "read_run", "read_step", "read_study",
]  # fmt: skip
