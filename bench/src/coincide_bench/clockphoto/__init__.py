"""Photographed clock pages: drawn as screens show them and cameras see them, and read back."""
