"""The sites that show a person's own things, which the phone's apps may show, too."""
