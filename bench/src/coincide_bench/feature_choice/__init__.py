"""Which features tell best what was taken at one moment, and what they cost."""
