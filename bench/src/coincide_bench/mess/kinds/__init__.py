"""Kinds of ordinary trouble, one room for each family, by name in ``registry``."""
