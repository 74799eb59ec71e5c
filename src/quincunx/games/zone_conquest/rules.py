"""Zone Conquest

1. Objective
   Be the first to hold more than half of the zones: five of the nine on the 3x3 grid.

2. Setup
   The grid starts empty. Player 1 is X, Player 2 is O. X begins unless you agree otherwise or
   toss for it.

3. Components
   Zones are numbered from 1, row by row. An empty zone shows its number.

4. Turns
   On your turn do one of two things; you may not pass.
   - Occupy any empty zone.
   - Attack a zone of your opponent.

5. Attacking
   You may attack a zone that lies directly above, below, left or right of a zone you hold,
   unless it is the very zone that you attacked on your own turn before. An attack always
   succeeds: the zone becomes yours.

6. Winning
   The game ends at once when a player holds the winning number of zones.

7. Rulings
   - "The same zone on two consecutive turns" speaks of the attacker's own turns: your opponent
     may take a zone back at once.
   - Zones that touch only at a corner are not neighbours, so 6 cannot attack 8; 1 and 2 are
     neighbours, so 1 can attack 2, whatever the book's example says.
   - The book's example counts a win with four zones; five are needed.
   - The book has no end for endless play: when a position stands for the third time, the game
     is a draw. Playing by the book's letter, without this rule, is possible.
   - On a full grid of even size with half each, play goes on by attacking; the mover always has
     an attack, and it wins.
   - Other sizes, from 2x2 to 6x6, are played by the same rules.
"""

import re
from dataclasses import dataclass, field
from operator import itemgetter

from quincunx.core import (
    Board,
    Cell,
    Game,
    Move,
    Outcome,
    Player,
    Position,
    PositionError,
    Refusal,
    Tally,
)
from quincunx.core.board import Count, Highlight
from quincunx.core.grid import EXCHANGED, STRAIGHT, Symmetry, count_owners, neighbours
from quincunx.core.quick import cached_by, fast_constructor
from quincunx.core.text import NUMBER, in_words, is_whole_number, quote


@dataclass(frozen=True, slots=True)
class Action(Move):
    """`5` occupies zone 5; `x4` attacks zone 4."""

    zone: int
    attack: bool

    @property
    def clicks(self) -> tuple[tuple[str, ...], ...]:
        return ((str(self.zone + 1),),)


@dataclass(frozen=True, slots=True, repr=False)
class ZoneConquestPosition(Position[Action]):
    """The zones, who is to move, and the last attacks."""

    game: "ZoneConquest" = field(hash=False)
    zones: str
    turn: Player
    own_attack: int | None = None
    """The zone that the player to move attacked on their last turn."""
    rival_attack: int | None = None
    """The zone that the other player attacked on theirs."""

    def decides(self) -> tuple[str, Player, int | None]:
        """What is legal follows from this: the last attack on a zone still held forbids nothing."""
        zones, turn, own = self.zones, self.turn, self.own_attack
        return zones, turn, None if own is None or zones[own] == turn else own

    # Turns: occupy an empty zone, or attack.

    @cached_by(decides)
    def legal_moves(self) -> list[Action]:
        game, zones = self.game, self.zones
        mover, rival = self.turn.letter, self.turn.other.letter
        if zones.count(rival) >= game.winning_count:
            return []
        moves = [game.occupations[zone] for zone, owner in enumerate(zones) if owner == "-"]
        for zone, owner in enumerate(zones):
            if owner == rival and zone != self.own_attack and mover in game.around[zone](zones):
                moves.append(game.attacks[zone])
        return moves

    legal_actions = cached_by(decides)(Position.legal_actions)

    def why_not(self, move: Action) -> Refusal | None:
        number, owner = move.zone + 1, self.zones[move.zone]
        if not move.attack:
            if owner == "-":
                return None
            words = f"Zone {number} is held by {owner}: only an empty zone can be occupied."
            return Refusal("occupied", words)
        rival = self.turn.other
        if owner != rival:
            state, rule = ("empty", "empty") if owner == "-" else ("your own", "own")
            words = f"Zone {number} is {state}: only a zone of {rival} can be attacked."
            return Refusal(rule, words)
        # Attacking zones: both conditions.
        if self.turn not in self.game.around[move.zone](self.zones):
            return Refusal(
                "not-adjacent",
                f"Zone {number} touches none of yours: attack directly above, below, left or "
                "right of a zone that you hold.",
            )
        if move.zone == self.own_attack:
            return Refusal(
                "repeated",
                f"You attacked zone {number} on your last turn: attack another zone, "
                "or occupy an empty one.",
            )
        return None

    def after(self, move: Action) -> "ZoneConquestPosition":
        zone, zones = move.zone, self.zones
        return made(
            self.game,
            zones[:zone] + self.turn + zones[zone + 1 :],
            self.turn.other,
            own_attack=self.rival_attack,
            rival_attack=zone if move.attack else None,
        )

    def key(self) -> tuple[str, int | None, int | None]:
        """From the mover's side, as X; and few remembered attacks matter: the mover's while it
        forbids something, and the other player's if the mover can attack that zone now and so
        forbid taking it back."""
        zones, own, rival = self.zones, self.own_attack, self.rival_attack
        if own is not None and zones[own] != self.turn.other:
            own = None
        if rival is not None and (rival == own or self.turn not in self.game.around[rival](zones)):
            rival = None
        return zones if self.turn == "X" else zones.translate(EXCHANGED), own, rival

    # Winning the game.

    @property
    def outcome(self) -> Outcome | None:
        winner = self.turn.other
        if self.zones.count(winner) < self.game.winning_count:
            return None
        tally = Tally("zone", *count_owners(self.zones))
        reason = f"{winner} controls {in_words(self.game.winning_count)} zones"
        return Outcome(winner, reason, (tally,), "majority")

    def board(self) -> Board:
        # What may not be attacked now is the zone that was taken back at once.
        forbidden = self.own_attack is not None and self.own_attack == self.rival_attack
        attacked: dict[int | None, Highlight] = {
            self.rival_attack: "forbidden" if forbidden else "last"
        }
        cells = tuple(
            Cell(str(zone + 1), label=str(zone + 1))
            if owner == "-"
            else Cell(str(zone + 1), Player(owner), highlight=attacked.get(zone))
            for zone, owner in enumerate(self.zones)
        )
        notes: tuple[str, ...] = ()
        if self.own_attack is not None and forbidden:
            notes = (
                f"{self.turn} attacked zone {self.own_attack + 1} last turn and may not again.",
            )
        counts = (Count("zones", *count_owners(self.zones), of=self.game.winning_count),)
        return Board(self.game.rows, self.game.columns, cells, notes=notes, counts=counts)

    def features(self) -> tuple[int, ...]:
        """Each zone: 1 mine, -1 theirs, 0 empty; then my last attack and theirs, 0 for none."""
        mine = 0 if self.own_attack is None else self.own_attack + 1
        theirs = 0 if self.rival_attack is None else self.rival_attack + 1
        return (*map(self.turn.signs.__getitem__, self.zones), mine, theirs)

    def mapped(self, symmetry: Symmetry) -> "ZoneConquestPosition":
        own, rival = map(symmetry.moved_cell, (self.own_attack, self.rival_attack))
        zones = symmetry.moved_owners(self.zones)
        return ZoneConquestPosition(self.game, zones, symmetry.player(self.turn), own, rival)

    def __str__(self) -> str:
        attacks = (self.own_attack, self.rival_attack)
        own, rival = ("-" if zone is None else str(zone + 1) for zone in attacks)
        by_x, by_o = (own, rival) if self.turn == Player.X else (rival, own)
        return f"{self.game.write_grid(self.zones)} {self.turn} {by_x} {by_o}"


made = fast_constructor(ZoneConquestPosition)


class ZoneConquest(Game[ZoneConquestPosition]):
    title = "Zone Conquest"
    summary = "Occupy empty zones, attack neighbouring ones, and be first to hold more than half."
    default_size = (3, 3)
    smallest, largest = (2, 2), (6, 6)
    example = "OX-/XXO/-O- X 4 -"
    cell_form = re.compile("[-XO]")
    cell_words = "a zone is -, X or O"
    fields = 4
    move_form = re.compile(f"([xX]?){NUMBER}")
    move_words = "5 to occupy zone 5, or x4 to attack zone 4"
    sections = {
        "occupied": "Occupying Zones",
        "no-cell": "Occupying Zones",
        "empty": "Attacking Zones",
        "own": "Attacking Zones",
        "not-adjacent": "Attacking Zones",
        "repeated": "No Repeated Attacks",
        "over": "Winning the Game",
        "majority": "Winning the Game",
    }
    sign = "M6 22V3h13l-3.5 5 3.5 5H6"

    def __init__(self, rows: int, columns: int) -> None:
        super().__init__(rows, columns)
        self.winning_count = self.cells // 2 + 1
        self.neighbours = neighbours(rows, columns, STRAIGHT)
        # around[zone](zones): the owners of the zones next to it.
        self.around = tuple(itemgetter(*zones) for zones in self.neighbours)
        self.occupations = tuple(Action(z, f"{z + 1}", z, False) for z in range(self.cells))
        self.attacks = tuple(
            Action(self.cells + z, f"x{z + 1}", z, True) for z in range(self.cells)
        )

    def start(self, first: str = Player.X, seed: int | None = None) -> ZoneConquestPosition:
        return ZoneConquestPosition(self, "-" * self.cells, Player(first))

    def parse(self, text: str) -> ZoneConquestPosition:
        cells, turn, attacks = self.read_fields(text)
        zones, rival = "".join(cells), turn.other
        by_x, by_o = (self._read_attack(attack) for attack in attacks)
        own_attack, rival_attack = (by_x, by_o) if turn == Player.X else (by_o, by_x)
        for player in Player:
            if zones.count(player) > self.winning_count:
                raise PositionError(
                    f"{player} holds {zones.count(player)} zones, but the game ends "
                    f"at {self.winning_count}."
                )
        if zones.count(turn) == self.winning_count:
            raise PositionError(
                f"{turn} holds {self.winning_count} zones and has won, so {rival} is to move."
            )
        if rival_attack is not None:
            number = rival_attack + 1
            if zones[rival_attack] != rival:
                raise PositionError(
                    f"{rival} just attacked zone {number}, so zone {number} must be {rival}."
                )
            if rival not in self.around[rival_attack](zones):
                raise PositionError(
                    f"{rival} just attacked zone {number}, so a zone next to it must be {rival}."
                )
        if own_attack is not None and zones[own_attack] != turn and own_attack != rival_attack:
            number = own_attack + 1
            raise PositionError(
                f"{turn} attacked zone {number} one turn ago, so it must be {turn} unless {rival} "
                "has just attacked it."
            )
        return ZoneConquestPosition(self, zones, turn, own_attack, rival_attack)

    def _read_attack(self, text: str) -> int | None:
        if text == "-":
            return None
        if not (is_whole_number(text) and 1 <= int(text) <= self.cells):
            raise PositionError(
                f"{quote(text)} is no last attack: write a zone from 1 to {self.cells}, or -."
            )
        return int(text) - 1

    def all_moves(self) -> tuple[Action, ...]:
        return self.occupations + self.attacks

    def why_never(self, *parts: str) -> Refusal:
        words = f"There is no zone {parts[1]}: zones are numbered 1 to {self.cells}."
        return Refusal("no-cell", words)

    def mapped_move(self, move: Action, symmetry: Symmetry) -> Action:
        return (self.attacks if move.attack else self.occupations)[symmetry.target[move.zone]]
