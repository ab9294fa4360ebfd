"""LibreOffice Writer: sub-tasks."""
