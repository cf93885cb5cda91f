"""Which clock is right, and what keeps an answer from being certain: facts and posteriors."""
