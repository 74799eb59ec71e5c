"""Three Walkers, a game with moving pieces for tests."""
