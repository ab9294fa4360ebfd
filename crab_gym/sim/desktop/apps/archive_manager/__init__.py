"""The Archive Manager: what is in an archive, extracting and adding."""
