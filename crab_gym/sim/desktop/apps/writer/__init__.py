"""The desktop's word processor, after LibreOffice Writer."""
