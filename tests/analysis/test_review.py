"""Reviews: only what was played punishes, sides stand apart, and one thing is learned."""

from dataclasses import replace
from random import Random

import pytest

from helpers import call
from quincunx.analysis.document import review_document
from quincunx.analysis.review import WIN_DELAYED, review
from quincunx.core import Player
from quincunx.games import game
from quincunx.oracle import Value, analyze
from quincunx.play.match import Match
from quincunx.play.record import read

SMALL = [("swap-nine", (3, 3)), ("zone-conquest", (2, 3)), ("grid-clash", (2, 3))]
WHY = (
    "If O occupies zone 6, X attacks zone 1 and holds four zones to one, of which O can attack "
    "only zone 5."
)
"""In the book's game: what the solution's best reply to 6 leads to."""
GAME = '[Game "zone-conquest"]\n{tags}\n1. 5 1 2. 2 4 3. x4 6 4. 8 9 5. 7 X\n'
"""O gives the draw away with 6, and X, who replies 8, delays the win."""


def played(name: str, size: tuple[int, int], seed: int) -> Match:
    random = Random(seed)
    match = Match(game(name, size).start(seed=seed))
    while match.outcome is None and match.ply < 40:
        match.advance(random.choice(match.legal_moves()))
    return match


@pytest.mark.parametrize(("name", "size"), SMALL)
def test_only_what_was_played_punishes(name: str, size: tuple[int, int]) -> None:
    punished = let_off = 0
    for seed in range(12):
        match = played(name, size, seed)
        found = review(match)
        for made in found.moves:
            if made.mistake in (None, WIN_DELAYED):
                assert made.punished_by is None
                continue
            after = match.positions[made.ply]
            gained = analyze(after).value
            keeping = [item.move for item in analyze(after).moves if item.value is gained]
            following = match.moves[made.ply] if made.ply < match.ply else None
            assert made.punished_by == (following if following in keeping else None)
            punished += made.punished_by is not None
            let_off += made.punished_by is None
    assert punished
    assert let_off


@pytest.mark.parametrize(("name", "size"), SMALL)
def test_a_sign_for_each_move(name: str, size: tuple[int, int]) -> None:
    signs = {Value.WIN: "+", Value.DRAW: "=", Value.LOSS: "-"}
    for seed in range(4):
        match = played(name, size, seed)
        line = review(match).value_line()
        assert len(line) == match.ply
        for sign, position in zip(line, match.positions[1:], strict=True):
            value = analyze(position).value
            assert sign == signs[value if position.turn is Player.X else value.reverse]


@pytest.mark.parametrize(
    ("tags", "sentence"),
    [
        # Nobody is known to be a person, or both are: who lost learns.
        ("", f"One thing to learn, move 6 of Player 2 (O): x2 draws, 6 loses in 6 moves. {WHY}"),
        (
            '[X "Ann"]\n[O "Bob"]\n',
            f"One thing to learn, move 6 of Bob (O): x2 draws, 6 loses in 6 moves. {WHY}",
        ),
        # The only person learns, even from a win.
        (
            '[X "Ann"]\n[SeatO "skilled"]\n',
            "One thing to learn, move 7 of Ann (X): x1 wins in 5 moves, 8 wins in 13 moves. After "
            "occupying zone 8, X holds four zones to two, of which O can attack zones 2, 4 and 5.",
        ),
        (
            '[SeatX "skilled"]\n',
            f"One thing to learn, move 6 of Player 2 (O): x2 draws, 6 loses in 6 moves. {WHY}",
        ),
    ],
)
def test_one_thing_to_learn(tags: str, sentence: str) -> None:
    found = review(read(GAME.format(tags=tags)))
    assert found.to_learn() == sentence
    assert review_document(found)["to_learn"] == sentence


def test_the_costliest_mistake_is_the_one_to_learn_from() -> None:
    """From a win to a loss costs more than any other; the later of two that cost the same."""
    several = 0
    for seed in range(60):
        found = review(played("zone-conquest", (2, 3), seed))
        made = found.mistakes(found.learner)
        if not made:
            assert " away" in found.to_learn()
            continue
        worth = {Value.WIN: 2, Value.DRAW: 1, Value.LOSS: 0}
        costs = [worth[one.before.value] - worth[one.after.value] for one in made]
        worst = max(one.ply for one, cost in zip(made, costs, strict=True) if cost == max(costs))
        assert f"move {worst} of" in found.to_learn()
        several += len(set(costs)) > 1
    assert several


def test_nothing_given_away_and_nothing_known() -> None:
    perfect = review(read('[Game "crossed-paths"]\n[Size "1x3"]\n\n1. A1 B1 2. C1 X\n'))
    assert perfect.to_learn() == "Player 2 (O) gave nothing away."
    large = read('[Game "swap-nine"]\n[Size "6x6"]\n\n1. 1 *\n')
    assert review(large).to_learn() == "Nobody gave anything away that is known."
    assert review_document(review(Match(game("swap-nine").start())))["to_learn"] is None


def test_the_sides_stand_apart() -> None:
    shown = call("review", "-", stdin=GAME.format(tags='[X "Ann"]\n[O "Bob"]\n')).stdout
    assert shown.startswith("Zone Conquest 3x3: Ann (X), Bob (O)\n  1. Ann (X) 5: draws\n")
    assert "\nAs X sees it: =====++++ (" in shown
    assert shown.endswith(
        "Ann (X): 1 mistake, 50% accurate\n"
        "  7. X 8: wins in 13 moves - win delayed: x1 wins in 5 moves\n"
        "Bob (O): 1 mistake, 67% accurate\n"
        "  6. O 6: loses in 6 moves - draw given away: x2 draws, punished by 8\n"
        "Ann (X) won: X controls five zones.\n"
        f"One thing to learn, move 6 of Bob (O): x2 draws, 6 loses in 6 moves. {WHY}\n"
    )


def test_accuracy_is_below_a_hundred_where_there_is_a_mistake() -> None:
    delayed = 0
    for name, size in SMALL:
        for seed in range(20):
            found = review(played(name, size, seed))
            for side in Player:
                share, made = found.accuracy(side), found.mistakes(side)
                assert share is not None or not made
                assert (share == 1) == (share is not None and not made)
                delayed += bool(made) and all(one.mistake == WIN_DELAYED for one in made)
    assert delayed


def test_a_mistake_is_not_rounded_away() -> None:
    found = review(read(GAME.format(tags="")))
    right = next(one for one in found.moves if one.player is Player.O and one.mattered)
    assert not right.mistake
    many = replace(found, moves=(right,) * 400)
    assert many.accuracy_in_words(Player.O) == "100% accurate"
    many = replace(found, moves=(right,) * 400 + found.moves)
    assert many.accuracy_in_words(Player.O) == "99% accurate"
