"""LibreOffice Impress."""
