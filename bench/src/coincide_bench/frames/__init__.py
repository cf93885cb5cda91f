"""Photos looked for in clips: films whose every moment is known, and photos taken during them."""
