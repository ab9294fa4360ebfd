"""The Archive Manager: an archive's files, extracting and adding."""
