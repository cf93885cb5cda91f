"""The page *Clocks*: a library's cameras over years, a card for each stretch, its plan."""
