"""Understanding on the page: lessons, reasons shown on the board, exploring, puzzles, reviews."""

from itertools import pairwise
from random import Random
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Locator, expect

import quincunx
from quincunx.analysis.puzzles import find
from quincunx.analysis.reasons import explain
from quincunx.core import random_play
from quincunx.lessons import lesson, lesson_ids
from quincunx.oracle import Value
from quincunx.play.match import Match
from quincunx.play.record import write
from web.playing import People, Person, board_of, on_both
from web.serving import Server

PAIRED = "X---/----/----/---- O A1"
MISTAKEN = '[Game "zone-conquest"]\n\n1. 5 1 2. 2 4 3. x4 6 4. 8 9 5. 7 X\n'


@pytest.fixture
def pupil(people: People) -> Person:
    """The checker's script is let past the page's own policy."""
    (pupil,) = people(1, bypass_csp=True)
    return pupil


def state_of(server: Server, position: object, game: str, move: object = None) -> dict[str, Any]:
    asked = {"game": game, "position": position} | ({"move": move} if move else {})
    found: dict[str, Any] = server.call("GET", f"/api/position?{urlencode(asked)}").json()
    return found


def board(person: Person, game: str, position: object) -> None:
    person.open(f"/board?{urlencode({'game': game, 'position': position})}")
    person.page.wait_for_selector(".values .verdict")


def walk(person: Person) -> Locator:
    """The steps of what the coach shows."""
    return person.page.get_by_role("group", name="Steps of what follows")


def do(person: Person, game: str, number: int) -> None:
    """A step of a lesson: first what does not do it, where there is such a move, then what does."""
    step = lesson(game).steps[number]
    state = state_of(person.server, step.position, game)
    expect(person.page.locator(".task")).to_have_text(step.task)
    moves = step.position.legal_moves()
    right = step.answers[0] if step.answers else moves[-1]
    if wrong := [move for move in moves if step.answers and move not in step.answers]:
        person.play(state, str(wrong[0]))
        person.sees(step.otherwise)
    person.play(state, str(right))
    person.sees(" ".join(step.follows))
    after = board_of(state_of(person.server, step.position, game, right))
    assert sum(map(bool, person.marks())) == sum(map(bool, after))


@pytest.mark.slow
def test_a_lesson_is_taken_up_where_it_was_left(pupil: Person) -> None:
    pupil.open("/learn")
    expect(pupil.page.locator(".lessons li")).to_have_count(len(lesson_ids()))
    pupil.page.get_by_role("link", name="Swap Nine").click()
    pupil.sees(lesson("swap-nine").opening)
    do(pupil, "swap-nine", 0)
    pupil.is_accessible()
    pupil.page.keyboard.press("Enter")  # the focus is on what goes on
    pupil.sees("Step 2 of 7")
    pupil.page.reload()
    do(pupil, "swap-nine", 1)
    pupil.open("/learn")
    pupil.sees("2 of 7 steps done")


@pytest.mark.slow
@pytest.mark.parametrize("game", lesson_ids())
def test_every_lesson_leads_to_a_game(person: Person, game: str) -> None:
    person.open(f"/learn/{game}")
    count = len(lesson(game).steps)
    for number in range(count):
        person.sees(f"Step {number + 1} of {count}")
        do(person, game, number)
        if number + 1 < count:
            person.presses("Next")
    person.page.get_by_role("link", name="Play it").click()
    person.page.wait_for_url(f"**/new/{game}")
    person.open("/learn")
    expect(person.page.locator(".lessons li", has_text="✓ done")).to_have_count(1)


@pytest.mark.slow
def test_a_hint_is_told_and_shown_but_not_played(pupil: Person) -> None:
    board(pupil, "crossed-paths", PAIRED)
    reason = explain(quincunx.parse("crossed-paths", PAIRED), you=None)
    before, marks = pupil.marks(), pupil.page.locator(".cell .mark")
    pupil.page.keyboard.press("h")
    pupil.sees(f"Try {reason.move}. {' '.join(reason.sentences)}")
    assert pupil.marks() == before
    expect(pupil.page.locator(".cell.marked")).to_have_attribute("data-key", str(reason.move))
    for move in reason.line[:2]:
        walk(pupil).get_by_role("button", name="One move forward").click()
        pupil.sees(f"Shown, not played: {move}.")
    expect(marks).to_have_count(3)
    expect(pupil.page.locator(".pairs path")).to_have_count(len(reason.pairs))
    expect(pupil.page.locator(".cell.can")).to_have_count(0)
    pupil.is_accessible()
    cell = pupil.page.locator(".cell").first.bounding_box()
    line = pupil.page.locator(".pairs").bounding_box()
    assert cell
    assert line
    assert line["x"] <= cell["x"] <= line["x"] + line["width"]
    pupil.page.keyboard.press("ArrowLeft")
    pupil.sees(f"Shown, not played: {reason.move}.")
    pupil.page.keyboard.press("Escape")
    expect(pupil.page.locator(".pairs")).to_have_count(0)
    expect(pupil.page.locator(".cell.can")).to_have_count(len(_legal(PAIRED)))
    assert pupil.marks() == before
    other = str(_legal(PAIRED)[-1])
    pupil.page.get_by_role("button", name=f"Why {other}", exact=True).click()
    told = explain(quincunx.parse("crossed-paths", PAIRED), other)
    pupil.sees(f"{other}: {' '.join(told.sentences)}")


def _legal(text: str) -> Any:
    return quincunx.parse("crossed-paths", text).legal_moves()


@pytest.mark.slow
def test_hints_in_a_game_but_not_between_two_people(person: Person) -> None:
    server = person.server
    person.sit(server.create("swap-nine", o={"kind": "computer", "level": "random"}))
    person.presses("Hint")
    reason = explain(quincunx.game("swap-nine").start(), you=quincunx.Player("X"))
    person.sees(f"Try {reason.move}. {reason.sentences[0]}")
    person.page.wait_for_selector(".cell.can")
    person.play(server.state(person.game), "5")
    person.sees_moves(2)
    expect(person.page.locator(".explanation p")).to_have_count(0)
    person.presses("Why")
    state = server.state(person.game)
    position = quincunx.game("swap-nine").start().play("5")
    told = explain(position, state["moves"][1], quincunx.Player("X"))
    person.sees(f"{state['moves'][1]}: {' '.join(told.sentences)}")
    begun = server.create("swap-nine")
    person.sit(begun, "x")
    person.page.wait_for_selector(".cell.can")
    for name in ("Hint", "Why"):
        expect(person.page.get_by_role("button", name=name)).to_have_count(0)
    expect(person.page.get_by_text("what every move is worth")).to_have_count(0)
    with_no_answer = person.asked("GET", "position=")
    person.page.keyboard.press("h")
    person.settles()
    assert with_no_answer == []


@pytest.mark.slow
def test_exploring_walks_best_play(person: Person) -> None:
    puzzles = (find(quincunx.game("zone-conquest"), number) for number in range(100))
    puzzle = next(one for one in puzzles if one.goal is Value.WIN and one.position.turn == "X")
    board(person, "zone-conquest", puzzle.position)
    found = quincunx.analyze(puzzle.position)
    expect(person.page.locator(".moves .badge").first).to_have_text(f"+W{found.distance}!")
    expect(person.page.locator(".cell .badge", has_text="!")).to_have_count(1)
    assert found.line is not None
    before = after = found.position
    for number, move in enumerate(found.line):
        if number % 2:
            person.page.keyboard.press("ArrowRight")
        else:
            person.presses("Best move")
        before, after = after, after.after(move)
        # What was announced is no sign: the same move may be played twice in a row.
        expect(person.page.get_by_label("Position", exact=True)).to_have_value(str(after))
        expect(person.page.locator("#announcements p").last).to_have_text(
            f"{before.turn} played {move}."
        )
        person.page.wait_for_selector(".values:not([inert])")
    person.sees("X wins")
    person.page.keyboard.press("ArrowLeft")
    expect(person.page.locator(".status")).to_have_text("X to move.")
    onwards = person.page.get_by_role("link", name="Play the computer from here")
    asked = urlencode({"position": str(before)})
    expect(onwards).to_have_attribute("href", f"/new/zone-conquest?{asked}")


@pytest.mark.slow
def test_what_is_not_known_is_said_once(person: Person) -> None:
    board(person, "swap-nine", "-----/-----/-----/-----/----- X")
    person.sees("is not known")
    assert person.page.inner_text("main").count("not known") == 1
    for thing in (".badge", ".cell.good", ".moves li"):
        expect(person.page.locator(thing)).to_have_count(0)
    labels = person.page.eval_on_selector_all(".cell", "all => all.map(one => one.ariaLabel)")
    assert not [label for label in labels if "known" in label]
    person.presses("Best move")
    expect(person.page.locator(".problem").first).to_contain_text("is not known")


@pytest.mark.slow
def test_every_move_of_a_long_list_is_in_reach(person: Person) -> None:
    played = [*random_play(quincunx.game("crossed-paths").start(), Random(3))]
    match = Match(played[0])
    for before, after in pairwise(played):
        match.play(next(move for move in before.legal_moves() if before.after(move) == after))
    assert match.ply > 30
    person.open("/review")
    person.page.fill("textarea", write(match))
    person.presses("Review")
    person.sees_moves(match.ply)
    shown = person.page.locator(".list")
    assert shown.evaluate("list => list.scrollWidth - list.clientWidth") == 0
    inside = (
        "move => { const box = (of) => of.getBoundingClientRect();"
        " const [a, b] = [box(move), box(move.closest('.list'))];"
        " return a.top > b.top - 1 && a.bottom < b.bottom + 1 && a.right <= b.right }"
    )
    for name, current in (("To the start", 1), ("To the end", match.ply)):
        place = person.page.get_by_role("button", name=name).first
        place.evaluate("place => place.click()")  # without a look at it
        person.sees("The start." if current == 1 else f"After {match.ply} of")
        assert person.page.locator(".list .move").nth(current - 1).evaluate(inside)
        assert person.page.evaluate("scrollY") == 0
    move = person.page.locator(".list .move").nth(10)
    move.click()
    person.sees("After 11 of")
    expect(move).to_be_focused()


@pytest.mark.slow
def test_a_puzzle_of_several_moves(person: Person) -> None:
    puzzle = find(quincunx.game("zone-conquest"), 0, None, 2)
    asked = {"game": "zone-conquest", "seed": puzzle.seed, "moves": 2}
    person.open(f"/puzzle?{urlencode(asked)}")
    person.sees("2 moves in a row are to be found")
    wrong = next(move for move in puzzle.position.legal_moves() if move != puzzle.solution)
    state = state_of(person.server, puzzle.position, "zone-conquest")
    person.play(state, str(wrong))
    expect(person.page.locator(".verdict")).to_have_text(f"{puzzle.check(wrong).words} Try again.")
    person.play(state, str(puzzle.solution))
    then = puzzle.next_puzzle
    assert then
    expect(person.page.locator(".task")).to_have_text(
        f"{puzzle.reply} is the answer. {then.question()}"
    )
    shown = state_of(person.server, then.position, "zone-conquest")
    expect(person.page.locator(".cell .mark")).to_have_count(
        sum(cell["owner"] is not None for cell in shown["board"]["cells"])
    )
    person.play(shown, str(then.solution))
    person.sees(f"Right: {then.check(then.solution).words}")
    for move in then.proof()[:2]:
        walk(person).get_by_role("button", name="One move forward").click()
        person.sees(f"Shown, not played: {move}.")
    person.page.keyboard.press("Escape")
    person.page.get_by_label("Moves to find").select_option("4")
    offered = person.page.get_by_label("Difficulty").locator("option:enabled")
    expect(offered).to_have_text(["Any", "4 of 5", "5 of 5"])
    person.page.get_by_label("Difficulty").select_option("5")
    person.presses("Next puzzle")
    person.sees("difficulty 5 of 5: 4 moves in a row are to be found")
    person.page.get_by_label("Game").select_option("")
    expect(person.page.get_by_label("Game").locator("option:enabled")).to_have_text(
        ["Any", "Grid Clash", "Zone Conquest"]
    )
    person.presses("Next puzzle")
    person.sees("difficulty 5 of 5: 4 moves in a row are to be found")


@pytest.mark.slow
def test_the_puzzle_of_the_day_counts_days(person: Person) -> None:
    person.context.grant_permissions(["clipboard-read", "clipboard-write"])
    person.page.add_init_script("delete Navigator.prototype.share")
    with person.page.expect_response("**/api/puzzle") as answered:
        person.open("/puzzle")
    asked = answered.value.json()
    day = asked["seed"]
    person.sees("Solve it every day for a streak")
    person.keep("puzzles", {"run": {"day": day - 1, "length": 4}})
    person.page.reload()
    person.sees("Solved on 4 days in a row")
    which = urlencode({"game": asked["game"], "seed": day})
    answer = person.server.call("GET", f"/api/puzzle/solution?{which}").json()["move"]
    person.page.wait_for_selector(".can")
    person.play(state_of(person.server, asked["position"], asked["game"]), answer)
    person.sees("Solved on 5 days in a row.")
    person.presses("Share")
    expect(person.page.locator("#announcements")).to_contain_text("copied")
    text = person.page.evaluate("navigator.clipboard.readText()")
    assert text.splitlines()[1:] == ["✓ at once, 5 days in a row", f"{person.server.base}/puzzle"]
    person.keep("puzzles", {"run": {"day": day - 2, "length": 9}})
    person.page.reload()
    person.sees("Solve it every day for a streak")


@pytest.mark.slow
@pytest.mark.parametrize("shown", [False, True])
@on_both
def test_the_puzzle_of_the_day_stays_solved_or_shown(person: Person, shown: bool) -> None:
    """Solved on the first page, after a wrong answer, or shown on its own."""
    person.open("/puzzle" if shown else "/")
    person.page.wait_for_selector(".can")
    puzzle = person.api("puzzle", {})
    which = {"game": puzzle["game"], "seed": puzzle["seed"]}
    answer = person.api("solvePuzzle", which)["move"]
    if shown:
        person.presses("Show the answer")
        person.sees("You have seen today's answer")
    else:
        state = person.api("position", {"game": puzzle["game"], "position": puzzle["position"]})
        moves = [item["move"] for item in state["legal_moves"]]
        person.play(state, next(move for move in moves if move != answer))
        person.sees("Try again.")
        person.page.wait_for_selector(".today .can")
        person.play(state, answer)
        person.sees("Right!")
    person.open("/puzzle")
    person.page.reload()
    person.sees("You have seen today's answer" if shown else "Solved on 1 day in a row.")
    person.sees(f"{answer} is the move.")
    expect(person.page.locator(".can")).to_have_count(0)
    person.open("/")
    person.sees("You have seen the answer: come back" if shown else "Solved: come back tomorrow.")
    expect(person.page.locator(".today .can")).to_have_count(0)


@pytest.mark.slow
@on_both
def test_what_is_not_proved_is_an_experts_choice(person: Person) -> None:
    start = quincunx.game("swap-nine", (6, 6)).start()
    board(person, "swap-nine", start)
    person.page.keyboard.press("h")
    person.sees(f"Try {explain(start).move}. Not proved.")
    expect(person.page.locator(".cell.marked")).to_have_count(1)
    expect(person.page.locator(".walk")).to_be_hidden()


@pytest.mark.slow
def test_a_review_outlives_a_reload_and_says_why(pupil: Person) -> None:
    pupil.open("/review")
    pupil.page.fill("textarea", MISTAKEN)
    font = pupil.page.locator("textarea").evaluate("text => getComputedStyle(text).fontFamily")
    assert "mono" in font
    pupil.presses("Review")
    pupil.page.wait_for_selector(".mistakes")
    pupil.page.reload()
    pupil.page.wait_for_selector(".mistakes")
    pupil.sees("X: no mistakes in 1 choice that mattered; O: 1 mistake in 3 choices")
    for words in ("%", "plies"):
        assert words not in pupil.page.inner_text("main")
    for key, words in (("ArrowLeft", "After 8 of 9"), ("ArrowRight", "After 9 of 9")):
        pupil.page.keyboard.press(key)
        pupil.sees(words)
    pupil.page.locator(".mistakes").get_by_role("button", name="Why 6", exact=True).click()
    before = quincunx.parse("zone-conquest", "OX-/XX-/--- O 4 -")
    pupil.sees(f"6: {' '.join(explain(before, '6').sentences)}")
    pupil.is_accessible()
    onwards = pupil.page.get_by_role("link", name="Play on from here")
    assert "OX-%2FXXO%2F---+X+4+-" in (onwards.get_attribute("href") or "")
    pupil.page.go_back()
    pupil.page.wait_for_selector("textarea:not([readonly])")
