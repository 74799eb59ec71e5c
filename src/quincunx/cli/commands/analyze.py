"""Analyze a position: the value of it and of each move with best play, and the proof.

example:
  quincunx analyze zone-conquest --position "OX-/XXO/-O- X 4 -"
"""

from argparse import Namespace

from quincunx.analysis.reasons import explain
from quincunx.cli.options import JSON, START, flag, print_json, start_match
from quincunx.oracle import analyze

GROUP = "study"


OPTIONS = START | {"--why": flag("explain the best move in sentences")} | JSON


def run(options: Namespace) -> None:
    analysis = analyze(start_match(options).position)
    if options.json:
        from quincunx.analysis.document import analysis_document, explanation_document

        why = {"why": explanation_document(explain(analysis.position))} if options.why else {}
        print_json(analysis_document(analysis) | why)
        return
    from quincunx.analysis.words import move_in_words, position_in_words

    print(analysis.position)
    print(position_in_words(analysis))
    if options.why and analysis.moves:
        reason = explain(analysis.position)
        print("\n  ".join([f"Why {reason.move}:", *reason.sentences]))
    width = max((len(str(item.move)) for item in analysis.moves), default=0)
    for item in analysis.moves:
        print(f"  {item.move!s:{width}}  {move_in_words(item, analysis)}")
    if analysis.line:
        print(f"Best play: {' '.join(map(str, analysis.line))}")
