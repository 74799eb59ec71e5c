"""Crossed Paths: the rules, and everything that is special about this game."""
