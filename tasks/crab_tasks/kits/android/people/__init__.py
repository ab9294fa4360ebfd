"""Kits of sub-tasks about people: contacts, calls, texts, mails."""
