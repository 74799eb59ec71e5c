"""A game that is played: the match, its record, who sits where, what is saved and remembered."""
