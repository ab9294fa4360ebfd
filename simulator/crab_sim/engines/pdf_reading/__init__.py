"""Reading PDF files: their pages as the items of `crab_sim.engines.pdf`, their text, outline and properties."""
