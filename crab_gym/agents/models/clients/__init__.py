"""The clients of the vendors' servers: they send a conversation in the vendor's format and read the answer."""
