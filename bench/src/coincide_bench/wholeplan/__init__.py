"""What a default plan does to each photo of an event whose true times are known."""
