"""Small pages to learn on: the families of MobileMiniWoB++, drawn anew with the phone's own widgets."""
