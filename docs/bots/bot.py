"""A bot in Python: takes a move that ends the game in its favour, else any move.

Every line of input is a question, every line of output the answer to it. What the bot knows of
the rules comes from the package quincunx; one without it would use "moves" alone.
"""

import json
import random
import sys

import quincunx

for line in sys.stdin:
    question = json.loads(line)
    position = quincunx.parse(question["game"], question["position"])
    answer = random.choice(question["moves"])
    for move in question["moves"]:
        outcome = position.play(move).outcome
        if outcome and outcome.winner == question["to_move"]:
            answer = move
    print(json.dumps({"move": answer}), flush=True)
