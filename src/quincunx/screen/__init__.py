"""The full-screen way to play. It holds no rule: what to draw and to touch the positions say."""
