"""LibreOffice Calc: sub-tasks."""
