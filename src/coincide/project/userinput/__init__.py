"""Everything a person states about an event: hints, choices, people, the album's edits."""
