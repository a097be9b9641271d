#!/usr/bin/env python3
"""A terminal that answers questions: runs a program in it, and prints what that did as JSON.

    terminal.py ANSWERS COLUMNS ROWS PROGRAM ARGUMENT…

ANSWERS are words: `kitty` understands the graphics protocol, `sixels` has them, `cells` and `area` know sizes in pixels,
`attributes` has device attributes, `interrupt` presses Ctrl-C instead of an answer.
"""
import fcntl
import json
import os
import pty
import select
import signal
import struct
import sys
import termios
import time


def replies(question, answers):
    """What the terminal says to a question."""
    reply = b""
    if "kitty" in answers and b"a=q" in question:
        reply += b"\x1b_Gi=31;OK\x1b\\"
    if "cells" in answers and b"\x1b[16t" in question:
        reply += b"\x1b[6;30;15t"
    if "area" in answers and b"\x1b[14t" in question:
        reply += b"\x1b[4;600;800t"
    if {"attributes", "sixels"} & answers:
        reply += b"\x1b[?62;4;22c" if "sixels" in answers else b"\x1b[?62;22c"
    return b"\x03" if "interrupt" in answers else reply


def main():
    answers, columns, rows = set(sys.argv[1].split(",")), int(sys.argv[2]), int(sys.argv[3])
    start = time.monotonic()
    child, terminal = pty.fork()
    if child == 0:
        # As a shell starts it, and not as the test runs.
        signal.pthread_sigmask(signal.SIG_SETMASK, [])
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        for name in ("TMUX", "STY", "COLORTERM", "TERM_PROGRAM", "KITTY_PID", "KITTY_WINDOW_ID", "NO_COLOR"):
            os.environ.pop(name, None)
        os.environ["TERM"] = "xterm-256color"
        os.execv(sys.argv[4], sys.argv[4:])
    text, asked = b"", False
    settings = termios.tcgetattr(terminal)[3]
    while select.select([terminal], [], [], 600)[0]:
        try:
            part = os.read(terminal, 65536)
        except OSError:
            break
        if not part:
            break
        text += part
        if not asked and text.endswith(b"\x1b[c"):
            asked = True
            question, text = text, b""
            os.write(terminal, replies(question, answers))
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    same = termios.tcgetattr(terminal)[3] == settings
    print(json.dumps({"asked": asked, "code": code, "same": same, "seconds": time.monotonic() - start,
                      "text": text.decode(errors="replace")}))


main()
