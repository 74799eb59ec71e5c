"""What exact values mean to people: verdicts in words, reviews of games, puzzles."""
