"""Visual Studio Code: sub-tasks."""
