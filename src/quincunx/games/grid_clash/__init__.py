"""Grid Clash: the rules, and everything that is special about this game."""
