"""Zone Conquest: the rules, and everything that is special about this game."""
