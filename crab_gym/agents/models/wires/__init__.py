"""The vendors' wire formats: how a conversation is sent to a model server and its answer read."""
