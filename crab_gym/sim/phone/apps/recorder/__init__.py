"""The phone's Recorder app."""
