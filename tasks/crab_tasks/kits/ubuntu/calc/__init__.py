"""LibreOffice Calc."""
