"""Kits of the phone's apps for what is stored: pictures, files in the cloud."""
