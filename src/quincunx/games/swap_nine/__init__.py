"""Swap Nine: the rules, and everything that is special about this game."""
