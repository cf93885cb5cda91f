"""What commands print: tables, progress, placements, questions, outcomes of plans."""
