"""Reads the sentences of a reason back and checks every claim: moves, counts and ends by the
simple rules, values by the solution. Nothing here calls what made the sentences, and a sentence
that cannot be read is a failure."""

import re
from dataclasses import dataclass, field
from itertools import pairwise

import quincunx
import simple_rules
from analysis.claims import Claims, Predicate
from analysis.common import number
from analysis.sentences import BASE, NAME, NUMBER, PARTICIPLE, THIRD, VERDICT, predicates
from quincunx.analysis.reasons import Explanation
from quincunx.core import AnyPosition, Player
from quincunx.oracle import Value


@dataclass
class Reader:
    position: AnyPosition
    reason: Explanation
    you: Player | None = None
    claims: Claims = field(init=False)

    def __post_init__(self) -> None:
        self.game, self.start = self.position.game.id(), str(self.position)
        self.claims = Claims(self.game, self.reason.pairs)
        self.mover = self.position.turn
        self.analysis = quincunx.analyze(self.position)
        self.move = str(self.reason.move)
        self.verdicts = {str(item.move): item.verdict for item in self.analysis.moves}

    def check(self) -> None:
        assert 1 <= len(self.reason.sentences) <= 3
        self.check_line()
        for sentence in self.reason.sentences[:-1]:
            self.check_sentence(sentence)
        self.check_last_word(self.reason.sentences[-1])

    # The structured form.

    def check_line(self) -> None:
        """Legal, best after the first move, and with the cells that change; no line where the
        move's worth is not known, but its cells."""
        line = [str(move) for move in self.reason.line]
        states = [self.start]
        assert bool(line) == (self.verdicts[self.move].value is not Value.UNKNOWN)
        line = line or [self.move]
        assert line[0] == self.move
        for move in line:
            states.append(self.claims.children(states[-1])[move])
        for before, after in pairwise(states[1:]):
            assert self.claims.is_best(before, after), (before, after)
        assert len(self.reason.cells) == len(line)
        for (before, after), cells in zip(pairwise(states), self.reason.cells, strict=True):
            grids = [simple_rules.read(self.game, text)[0] for text in (before, after)]
            changed = {cell for cell in grids[0] if grids[0][cell] != grids[1][cell]}
            keys = [cell.key for cell in self.position.board().cells]
            assert {keys[sorted(grids[0]).index(cell)] for cell in changed} <= set(cells)
            assert set(cells) <= set(keys)
        if self.reason.pairs:
            begun = 1 if self.verdicts[line[0]].value is Value.WIN else 2
            won, partner = states[begun], self.claims.partner
            assert len(partner) == 2 * len(self.reason.pairs)
            assert self.claims.children(won).keys() <= partner.keys()
            self.claims.check_pairs(won)
            self.claims.won = won
            for taken, answer in zip(line[begun::2], line[begun + 1 :: 2], strict=False):
                assert partner[taken] == answer

    # Sentences.

    def check_sentence(self, sentence: str) -> None:
        assert sentence.endswith(".")
        text = sentence[:-1]
        if not re.match("[XO] ", text):
            text = text[0].lower() + text[1:]
        for form, check in (
            (f"(?:by|after) (.+?), ({NAME} .+)", self.check_does),
            (f"({NAME} .+) (?:by|after) (.+)", lambda did, doing: self.check_does(doing, did)),
            (f"(if|then|otherwise, if) ({NAME} .+)", self.check_story),
            (f"(.+) instead ({VERDICT})(?:: ({NAME}) then (.+))?", self.check_better),
            (
                f"(every move loses|all moves lose|nothing saves {NAME}|there is no other move)"
                "(?:, (but|and after) (.+?)(?: sets the hardest problem:| is hardest to answer:|) "
                f"(every reply wins|(?:only )?{NUMBER} of {NUMBER} replies wins?|"
                "holds out as long as any move))?",
                self.check_lost,
            ),
            ("of ([0-9]+) moves, (.+)", self.check_certain),
            ("(.+)", self.check_drawn),
        ):
            if (found := re.fullmatch(form, text)) and check(*found.groups()):
                return
        raise AssertionError(f"{sentence!r} cannot be read")

    def player(self, name: str) -> str:
        assert (name == "you") == (self.you is not None and name not in ("X", "O"))
        assert name != self.you, "who is addressed is never told of"
        return str(self.you) if name == "you" else name

    def did(self, text: str) -> tuple[str, list[Predicate]] | None:
        """Who did what."""
        name, _, rest = text.partition(" ")
        if not re.fullmatch(NAME, name):
            return None
        found = predicates(rest, BASE if name == "you" else THIRD)
        return None if found is None else (self.player(name), found)

    def move_of(self, text: str, form: int, state: str | None = None) -> str | None:
        found = predicates(text, form)
        return None if found is None else self.claims.move(state or self.start, found)

    def check_does(self, doing: str, did: str) -> bool:
        """What a move has, threatens, stops or ends."""
        move, told = self.move_of(doing, PARTICIPLE), self.did(did)
        if move is None or told is None:
            return False
        assert told[0] == self.mover
        after = self.claims.children(self.start)[move]
        self.claims.check_facts(self.start, after, *told)
        return True

    def check_story(self, opening: str, text: str) -> bool:
        """A line in words: clauses, each of one player."""
        parts = re.split(rf", (?:and )?(?={NAME} )", text)
        clauses = [self.did(part) for part in parts]
        if None in clauses:
            return False
        state, told = self.start, []
        if clauses[0] and clauses[0][0] != self.mover:
            state = self.claims.children(state)[self.move]
            told = [self.move]
        assert opening != "then" or told
        for clause in filter(None, clauses):
            player, facts = clause
            move = self.claims.move(state, facts)
            before = state
            if move is not None:
                assert player == state.split(" ")[1], f"{player} is not to move: {text}"
                state = self.claims.children(state)[move]
                assert not told or self.claims.is_best(before, state), f"{move} is not best: {text}"
                told.append(move)
            self.claims.check_facts(before, state, player, facts)
        line = [str(move) for move in self.reason.line]
        if opening == "otherwise, if":
            others = [
                item.verdict.order() for item in self.analysis.moves if str(item.move) != line[0]
            ]
            assert told[0] != self.move
            assert self.verdicts[told[0]].order() == min(others)
        else:
            assert told == line[: len(told)]
        assert len(told) > 1 or simple_rules.winner(self.game, state)
        return True

    def check_better(self, doing: str, verdict: str, name: str | None, rest: str | None) -> bool:
        move = self.move_of(doing, PARTICIPLE)
        if move is None:
            return False
        assert self.verdicts[move].order() == min(one.order() for one in self.verdicts.values())
        assert self.verdicts[move].order() < self.verdicts[self.move].order()
        self.claims.check_verdict(self.verdicts[move], verdict)
        if name and rest:
            facts = predicates(rest, BASE if name == "you" else THIRD)
            after = self.claims.children(self.start)[move]
            assert facts
            assert self.player(name) == self.mover
            self.claims.check_facts(self.start, after, str(self.mover), facts)
        return True

    def check_lost(self, every: str, kind: str | None, doing: str | None, said: str | None) -> bool:
        assert {verdict.value for verdict in self.verdicts.values()} == {Value.LOSS}
        assert (len(self.verdicts) == 1) == (every == "there is no other move")
        if every.startswith("nothing saves "):
            assert self.player(every.removeprefix("nothing saves ")) == self.mover
        if not (doing and said):
            return True
        assert self.move_of(doing, PARTICIPLE) == self.move
        if said == "holds out as long as any move":
            lasts = [verdict.distance or 0 for verdict in self.verdicts.values()]
            assert self.verdicts[self.move].distance == max(lasts)
            assert self.verdicts[self.move].distance_exact
            return True
        wins, every_reply = self.claims.winning_replies(self.start, self.move)
        if said == "every reply wins":
            assert wins == every_reply
        else:
            part, whole = re.findall(f"({NUMBER}) of ({NUMBER})", said)[0]
            assert (number(part), number(whole)) == (wins, every_reply)
            assert ("only" in said) == (2 * wins <= every_reply)
        if kind == "but":
            shares = [self.claims.winning_replies(self.start, move) for move in self.verdicts]
            assert wins / every_reply == min(won / every if every else 1 for won, every in shares)
        return True

    def check_certain(self, count: str, words: str) -> bool:
        values = [verdict.value for verdict in self.verdicts.values()]
        assert int(count) == len(values)
        assert Value.WIN not in values
        told = {"draw": 0, "lose": 0}
        for part in words.split(" and "):
            found = re.fullmatch("([0-9]+) (?:is|are) proved to (draw|lose)", part)
            assert found, words
            told[found[2]] = number(found[1])
        assert told == {"draw": values.count(Value.DRAW), "lose": values.count(Value.LOSS)}
        return True

    def check_drawn(self, text: str) -> bool:
        """Which moves keep the draw, and what the opponent hopes for."""
        keeping = {move for move, verdict in self.verdicts.items() if verdict.value is Value.DRAW}
        after = self.claims.children(self.start)[self.move]
        assert self.move in keeping
        for part in text.split("; "):
            if part == "every move keeps the draw":
                assert keeping == set(self.verdicts)
            elif found := re.fullmatch(f"({NUMBER}) of ({NUMBER}) moves keep the draw", part):
                assert (number(found[1]), number(found[2])) == (len(keeping), len(self.verdicts))
            elif found := re.fullmatch("only (.+) keep the draw", part):
                said = re.split(", | and ", found[1])
                assert {self.move_of(doing, PARTICIPLE) for doing in said} == keeping
            elif found := re.fullmatch(f"({NAME}) hopes? to (.+), when (.+)", part):
                assert self.player(found[1]) != self.mover
                reply = self.move_of(found[2], BASE, after)
                assert reply is not None
                self.claims.check_hope(
                    after,
                    reply,
                    found[3],
                    lambda text, state: self.move_of(text, PARTICIPLE, state),
                )
            elif found := re.fullmatch(f"({NAME}) can set no trap on the next turn", part):
                assert self.player(found[1]) != self.mover
                assert self.claims.greatest_trap(after) == 0
            else:
                return False
        return True

    def check_last_word(self, sentence: str) -> None:
        words = sentence[0].lower() + sentence[1:-1]
        both = re.fullmatch(f"(.+?) ({VERDICT}), (?:and so does )?(.+)", words)
        if both and self.check_both(*both.groups()):
            return
        if words == "not proved":
            assert self.analysis.value is self.verdicts[self.move].value is Value.UNKNOWN
            return
        if found := re.fullmatch("what (.+) is worth is not known", words):
            assert self.move_of(found[1], PARTICIPLE) == self.move
            assert self.verdicts[self.move].value is Value.UNKNOWN
            return
        verdict = self.verdicts[self.move]
        found = re.match(f"gives the win away|keeps the draw|{VERDICT}", words)
        assert found, sentence
        if found[0] in ("gives the win away", "keeps the draw"):
            assert verdict.value is Value.DRAW
            assert self.analysis.value is (Value.WIN if "away" in found[0] else Value.DRAW)
        else:
            self.claims.check_verdict(verdict, found[0])
        self.check_others(words[found.end() :])

    def check_others(self, words: str) -> None:
        """What the last word adds of the other moves."""
        values = [v.value for move, v in self.verdicts.items() if move != self.move]
        if found := re.fullmatch("; (.+) other moves? wins? too", words):
            assert number(found[1]) == values.count(Value.WIN)
        elif found := re.fullmatch(", the (win|draw) is gone", words):
            assert self.analysis.value == found[1]
            assert self.verdicts[self.move].value is Value.LOSS
        elif words == ", every other move loses":
            assert set(values) == {Value.LOSS}
        elif words == ", the only move that wins":
            assert values
            assert not {Value.WIN, Value.UNKNOWN} & set(values)
        elif words == ", the only move":
            assert not values
        else:
            assert words == ""

    def check_both(self, doing: str, worth: str, rest: str) -> bool:
        """Of a choice."""
        found = re.fullmatch(f"(.+?)(?: ({VERDICT}))?", rest)
        assert found
        moves = [self.move_of(text, PARTICIPLE) for text in (doing, found[1])]
        if moves[0] is None or moves[1] is None:
            return False
        orders = [self.verdicts[str(move)].order() for move in moves]
        assert orders[0] <= orders[1]
        for move, said in zip(moves, (worth, found[2] or worth), strict=True):
            self.claims.check_verdict(self.verdicts[str(move)], said)
        return True
