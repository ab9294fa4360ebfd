"""LibreOffice Calc of the simulated desktop."""
