"""How Numeral Nexus is solved: threats on packed integers, a proof search, and a book."""
