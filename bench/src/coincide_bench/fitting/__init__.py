"""What fits share: the digest of their data, kept rows, monotone fits, held-out scores."""
