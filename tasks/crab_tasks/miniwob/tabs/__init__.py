"""Pages on which something lies behind tabs or in sections."""
