"""Tasks on the phone: contacts, calls, messages and mail."""
