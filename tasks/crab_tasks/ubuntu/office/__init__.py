"""Tasks on the desktop: office documents."""
