"""Agents against each other, and graded exactly; and the server for assistants."""
