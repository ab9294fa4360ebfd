"""The engine of web pages: parsing, style sheets, layout, forms and history, for the browsers of both devices."""
