"""The suite "mess": ordinary trouble, written into real files and read by the whole pipeline."""
