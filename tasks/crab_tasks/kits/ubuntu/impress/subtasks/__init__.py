"""LibreOffice Impress: sub-tasks."""
