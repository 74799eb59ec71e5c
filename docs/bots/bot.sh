#!/bin/sh
# A bot in shell: plays the first legal move, whatever the game.
# Every line of input is a question, every line of output the answer to it.
while read -r question; do
    moves=${question#*\"moves\": [\"}
    echo "{\"move\": \"${moves%%\"*}\"}"
done
