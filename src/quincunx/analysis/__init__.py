"""Exact values for people: verdicts in words, explanations, reviews, puzzles."""
