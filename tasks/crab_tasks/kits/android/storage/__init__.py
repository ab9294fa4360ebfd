"""Kits of the phone's apps for what is stored: pictures, texts, files in the cloud."""
