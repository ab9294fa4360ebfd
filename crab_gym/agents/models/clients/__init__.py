"""The vendors' wire formats: sending a conversation to a model's server, and reading its answer."""
