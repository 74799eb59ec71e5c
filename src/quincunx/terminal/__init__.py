"""Play in the terminal, in the rule books' own words."""
