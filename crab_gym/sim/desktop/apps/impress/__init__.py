"""LibreOffice Impress: presentations."""
