"""Speed of single steps and whole runs, each beside bare work on the same material."""
