"""Engines that apps of both devices share."""
