"""One file a rule book: its prompts, and how an answer is read."""
