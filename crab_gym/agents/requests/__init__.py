"""Requests to models before any model is asked: rehearsals, their text, and estimates of their tokens."""
