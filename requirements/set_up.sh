#!/bin/sh
# set_up.sh FOLDER PYTHON: make a virtual environment there.
# set_up.sh FOLDER PYTHON COMMAND WORDS...: run pip install WORDS there.
#
# For the Makefile. A failure is explained in a sentence or two that end with what to do; COMMAND is
# what to type then.
folder=$1
python=$2
log=$folder/log

refuse() {
    printf '%s\n' "$@" >&2
    exit 2
}

begin() {
    mkdir -p "$folder" 2>/dev/null && touch "$1" 2>/dev/null ||
        refuse "You may not write to $(pwd): copy Quincunx to a folder of your own, and type the" \
            "same there."
}

make_environment() {
    another="add PYTHON=/path/to/python to what you typed."
    command -v "$python" >/dev/null ||
        refuse "$python is missing: install Python 3.11 or later (on Debian: apt-get install" \
            "python3 python3-venv), or if it has another name, $another"
    version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])') ||
        refuse "$python does not start: install Python 3.11 or later, or $another"
    case $version in
    [12].* | 3.[0-9] | 3.10)
        refuse "$python is Python $version, and Quincunx needs 3.11 or later: install it, or if it" \
            "has another name, $another"
        ;;
    esac
    "$python" -c 'import ensurepip, venv' 2>/dev/null ||
        refuse "$python has no venv module: install it (on Debian: apt-get install python3-venv)," \
            "then type the same again."
    [ -d "$folder" ] || [ ! -e "$folder" ] ||
        refuse "$folder is in the way: it is not a folder. Move it, then type the same again."
    # Start again what was begun here and not finished; keep an environment of the user's own.
    [ ! -e "$folder/begun" ] || rm -rf "$folder"
    begin "$folder/begun"
    output=$("$python" -m venv "$folder" 2>&1) ||
        refuse "$output" "$folder could not be made, for the reason above: fix it, then type the" \
            "same again."
    touch "$folder/made"
}

install() {
    again=$1
    shift
    begin "$log"
    "$folder/bin/python" -m pip --disable-pip-version-check install "$@" >"$log" 2>&1 && return
    # Show its errors, or the last line of a traceback; the log has everything.
    { grep -e 'ERROR: [^E]' "$log" || tail -n 1 "$log"; } | tail -n 3 >&2
    if grep -q 'No space left' "$log"; then
        refuse "The disk is full: make room, then type \`$again\` again."
    elif grep -q -e Retrying -e 'from versions: none' "$log"; then
        refuse "The packages could not be downloaded: check the network, then type \`$again\`" \
            "again. You can play without them: PYTHONPATH=src $python -m quincunx"
    fi
    refuse "The packages could not be installed; see $log. When that is fixed, type \`$again\`" \
        "again, or start from the beginning with \`make clean\`."
}

if [ $# -eq 2 ]; then make_environment; else shift 2 && install "$@"; fi
