"""The programs of LibreOffice: evaluators of documents, setups, moves."""
