"""Requests to models before any model is asked: rehearsed, shown as text, and their tokens estimated."""
