"""Three in a Row, a sixth game for tests."""
