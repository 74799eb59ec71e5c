"""A game: saved after every move as in the dialogue, against people, levels and programs."""

import asyncio
from string import ascii_lowercase
from typing import Any

from quincunx.analysis.reasons import explain
from quincunx.analysis.words import position_in_words
from quincunx.books import Book
from quincunx.oracle import analyze
from quincunx.play.events import Change
from quincunx.play.saved_games import SavedGame, next_game
from quincunx.players.levels import LevelPlayer, level_move
from quincunx.screen.base import in_background
from quincunx.screen.board_screen import BoardScreen

COACH = "The coach is thinking …"


class GameScreen(BoardScreen):
    HELP = f"{BoardScreen.HELP} A hint marks the cells that it names, in their order: a), b), …"
    BINDINGS = [
        ("u", "undo", "Undo"),
        ("i", "hint", "Hint"),
        ("v", "values", "Values"),
        ("r", "resign", "Resign"),
        ("n", "onward", "Again, sides swapped"),
        ("m", "review", "Review"),
    ]
    ending = ""
    """What is told when it is over."""

    def __init__(self, game: SavedGame) -> None:
        super().__init__(game.book)
        self.game = game

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("undo", "onward", "review"):
            return bool(self.ending) == (action != "undo")
        return super().check_action(action, parameters)

    def open(self) -> None:
        game = self.game
        self.note(game.series.standing(game.book), game.toss_in_words())
        self.tell(game.save())
        self.turn()

    def turn(self) -> None:
        """Somebody thinks, or is asked; or the game is over."""
        self.coached: list[tuple[str, ...]] = []
        if self.match.outcome and not self.ending:
            self.end()
        elif self.match.turn in self.game.players:
            self.compute()
        self.draw()

    @in_background("thinking …")
    async def compute(self) -> None:
        game, match, turn = self.game, self.match, self.match.position.turn
        self.busy = f"{match.names[turn]} is thinking …"
        self.draw()
        pause = asyncio.create_task(asyncio.sleep(self.app.pace))
        if isinstance(game.players[turn], LevelPlayer):
            move = await self.app.ask(level_move, *game.session.request())
            changes = game.session.play(move)
        else:
            changes = await asyncio.to_thread(game.reply)
        await pause
        self.busy = ""
        self.commit(changes)

    def play(self, move: Any) -> None:
        self.commit(self.game.session.advance(move))

    def commit(self, changes: list[Change]) -> None:
        """Play and show what a person or a computer does on its turn."""
        before, match = self.match.position, self.match
        book = self.book if self.game.players else self.book.for_onlookers()
        self.tell(self.game.commit(changes))
        if match.termination:
            self.note(match.tags["Forfeit"])
        else:
            (move,) = match.moves[-1:]
            sentences = book.sentences(move, before) or Book.sentences(book, move, before)
            self.note(*sentences, self.game.warning())
        self.fresh = True
        self.set_timer(2 * self.app.pace, self.settle)
        self.turn()

    def settle(self) -> None:
        self.fresh = False
        self.draw()

    def end(self) -> None:
        """What follows a game is told, counted and remembered as in the dialogue."""
        game, outcome = self.game, self.match.outcome
        assert outcome
        board, told = self.book.board(), self.book.end(outcome)
        told = [line for line in told if line and line != board and not line.endswith(":")]
        self.tell(game.remember())
        told += game.series.counted(game.book)
        self.ending = " ".join(told)
        self.note(*told)
        if game.series.over:
            game.forget()

    def prompt(self) -> str:
        return self.ending or super().prompt()

    @property
    def asking(self) -> bool:
        return super().asking and self.match.turn not in self.game.players

    def action_undo(self) -> None:
        self.attempt(self.undo)

    def undo(self) -> None:
        """Also while a computer thinks."""
        self.workers.cancel_node(self)
        self.clear()
        saving, self.busy = self.game.undo(), ""
        self.said = self.game.nothing_to_undo() if saving is None else ""
        self.note("" if saving is None else "The last move is taken back.")
        self.tell(saving or "")
        self.turn()

    @in_background(COACH)
    async def action_hint(self) -> None:
        """In words; the moves that they speak of are marked in their order."""
        self.clear()
        reason = await self.app.ask(explain, self.match.position, None, self.match.turn)
        self.note_once(f"Try to {self.book.imperative(reason.move)}.", *reason.sentences)
        marks = zip(reason.cells[: reason.plies], ascii_lowercase, strict=False)
        for keys, letter in reversed([*marks]):
            self.badges |= dict.fromkeys(keys, f"{letter})")
        self.grid.reveal(self.badges)

    def note_once(self, *words: str) -> None:
        """Add what the coach says of this position, if it has not said so already."""
        told = tuple(map(self.book.with_markers, words))
        if told not in self.coached:
            self.coached.append(told)
            self.note(*told)

    def action_values(self) -> None:
        if self.analysis:
            self.analysis = None
            self.draw()
        else:
            self.evaluate()

    @in_background(COACH)
    async def evaluate(self) -> None:
        self.badges, self.said = {}, ""
        self.analysis = await self.app.ask(analyze, self.match.position)
        self.note_once(position_in_words(self.analysis))

    def action_resign(self) -> None:
        self.sure("Give the game up?", self.resign)

    def resign(self) -> None:
        self.tell(self.game.resign())
        self.turn()

    @in_background("The next game is set up …")
    async def action_onward(self) -> None:
        """The next game of the series, or another with sides swapped."""
        await self.go_on(GameScreen(await asyncio.to_thread(next_game, self.game, True)))

    def action_review(self) -> None:
        from quincunx.screen.study import ReviewScreen

        self.app.push_screen(ReviewScreen(self.match))

    def action_back(self) -> None:
        if self.busy and self.match.turn not in self.game.players:
            self.workers.cancel_node(self)  # the coach
        else:
            super().action_back()

    def leave(self) -> None:
        self.attempt(lambda: self.tell("" if self.ending else self.game.save()))
        if self.game.trouble and not self.ending:
            trouble = f"The latest moves are not saved: {self.game.trouble}"
            self.sure(f"{trouble} Leave all the same?", super().leave)
        elif self.is_active:
            super().leave()

    def on_unmount(self) -> None:
        for computer in self.game.players.values():
            computer.close()
        self.game.release()
