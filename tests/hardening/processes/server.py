"""A process that forks itself for every command line it is sent: a fork has its own standard
streams, made as Python makes them, and Python's own end, without the start-up of a new process.

A request and its answer are a line of JSON each, on standard input and output.
"""

import fcntl
import io
import json
import os
import pty
import struct
import sys
import termios
from importlib import import_module
from typing import Any, NoReturn

from rnn_examples.__main__ import main
from rnn_examples.cli.catalogue import COMMANDS, module_of

# What every fork has at once.
WARM = (
    *(module_of(entry.name) for entry in COMMANDS),
    *("numpy", "rich.console", "rich.table", "rich.progress", "typer.rich_utils"),
    *(f"rnn_examples.tables.{name}" for name in ("terminal", "json", "csv", "lookup")),
)


def serve() -> None:
    for name in WARM:
        import_module(name)
    requests, answers = os.fdopen(os.dup(0)), os.fdopen(os.dup(1), "w")
    for line in requests:
        answers.write(json.dumps(answer(json.loads(line))) + "\n")
        answers.flush()


def answer(asked: dict[str, Any]) -> dict[str, Any]:
    """The exit code of a command line, what it printed and what it told.

    output: "read" to its end, "head" (its first line is read), "gone" (nobody reads), "closed",
    "full", or the columns of a terminal, a number; errors: "read", "closed", or "terminal", that of
    the output; input: "empty" or "closed"; encoding: of all three.
    """
    terminal = isinstance(asked["output"], int)
    reader, writer = pty.openpty() if terminal else os.pipe()
    if terminal:
        fcntl.ioctl(writer, termios.TIOCSWINSZ, struct.pack("HHHH", 24, asked["output"], 0, 0))
    told, teller = os.pipe()
    if asked["errors"] == "terminal":
        os.dup2(writer, teller)
    child = os.fork()
    if not child:
        os.close(reader)
        os.close(told)
        become(asked, writer, teller)
    os.close(writer)
    os.close(teller)
    printed = b""
    if asked["output"] == "head":
        while b"\n" not in printed and (piece := os.read(reader, 1)):
            printed += piece
    elif asked["output"] != "gone":
        printed = everything(reader)
    os.close(reader)
    words = everything(told)
    os.close(told)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return {"code": code, "printed": printed.decode("latin-1"), "told": words.decode("latin-1")}


def everything(file: int) -> bytes:
    found = b""
    while True:
        try:
            piece = os.read(file, 1 << 16)
        except OSError:  # a terminal that its last process has left
            return found
        if not piece:
            return found
        found += piece


def become(asked: dict[str, Any], writer: int, teller: int) -> NoReturn:
    """In the fork: the command line, run as a new process would."""
    null = os.open(os.devnull, os.O_RDONLY)
    if asked["output"] == "full":
        writer = os.open("/dev/full", os.O_WRONLY)
    for wanted, file in ((0, null), (1, writer), (2, teller)):
        os.dup2(file, wanted)
    for file in {null, writer, teller} - {0, 1, 2}:
        os.close(file)
    closed = [
        number
        for number, name in enumerate(("input", "output", "errors"))
        if asked[name] == "closed"
    ]
    for number in closed:
        os.close(number)
    streams = [None if n in closed else stream(n, asked["encoding"]) for n in range(3)]
    sys.stdin, sys.stdout, sys.stderr = streams
    sys.__stdin__, sys.__stdout__, sys.__stderr__ = streams
    os.chdir(asked["folder"])
    os.environ.update(asked["environment"])
    sys.argv = ["rnn-examples", *asked["arguments"]]
    sys.exit(main())


def stream(number: int, encoding: str) -> io.TextIOWrapper:
    raw = io.FileIO(number, "r" if number == 0 else "w", closefd=False)
    return io.TextIOWrapper(
        io.BufferedReader(raw) if number == 0 else io.BufferedWriter(raw),
        encoding,
        errors="backslashreplace" if number == 2 else "strict",
        newline=None if number == 0 else "\n",
        line_buffering=number == 2 or raw.isatty(),
    )


if __name__ == "__main__":
    serve()
