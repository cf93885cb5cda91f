"""The suite "as-is": every real event with its tags, run as a user would."""
