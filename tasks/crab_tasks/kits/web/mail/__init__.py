"""The site of the account's mail."""
