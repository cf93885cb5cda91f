"""Sounds, frames and header times of clips, as the solver uses them."""
