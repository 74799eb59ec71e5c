"""Four palettes. X and O differ by shape in all of them, and every state has a sign of its own."""

from textual.theme import Theme

NAMES = "background panel line quiet foreground x o lit chosen cursor success error".split()
PALETTES = {
    "dark": "#16181d #20242b #3a404b #8d95a3 #e6e2d9 #5cc4cb #f0975a #262c35 #3a4a5e #565f70 "
    "#8fc98a #ef7a7a",
    "light": "#faf8f4 #efece5 #c4bdaf #6f6a60 #24221e #00727d #b4510f #ece7da #d5e3e4 #c9c2b2 "
    "#2f7a35 #b3261e",
    # For weak eyes.
    "high contrast": "#000 #1a1a1a #fff #fff #fff #0ff #ff0 #2a2a2a #004060 #606060 #0f0 #ff7070",
    # In blue and orange, which everybody tells apart.
    "colour-blind": "#14171c #1f242c #3d4450 #98a1ae #f0f0f0 #56b4e9 #e69f00 #262e38 #34495e "
    "#566273 #56b4e9 #e69f00",
}


def theme(name: str) -> Theme:
    own = dict(zip(NAMES, PALETTES[name].split(), strict=True))
    own |= {"scrollbar": own["line"], "scrollbar-background": own["background"]}
    made = Theme(name, own["x"], accent=own["o"], warning=own["o"], surface=own["background"])
    for plain in ("background", "panel", "foreground", "success", "error"):
        setattr(made, plain, own.pop(plain))
    made.dark, made.variables = name != "light", own
    return made
