"""The web page and its API: a thin room around matches, kept in a database."""
