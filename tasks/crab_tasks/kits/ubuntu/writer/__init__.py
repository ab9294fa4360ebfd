"""LibreOffice Writer."""
