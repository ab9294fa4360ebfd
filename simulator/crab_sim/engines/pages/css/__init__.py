"""Style sheets: parsing, matching, colours, and the styles that follow from them."""
