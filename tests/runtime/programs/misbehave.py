"""Jobs that end in every way a job can end."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import time
from pathlib import Path


def greet(name: str) -> dict[str, str]:
    print(f"hello {name}")
    return {"name": name, "folder": str(Path.cwd())}


def leave_a_file() -> str:
    Path("left.txt").write_text("x", encoding="utf-8")
    return str(Path("left.txt").absolute())


def raise_error() -> None:
    raise LookupError("nothing there")


def never_end() -> None:
    sys.stdout.write("started\n")
    sys.stdout.flush()
    while True:
        time.sleep(0.01)


def print_a_gigabyte() -> None:
    sys.stdout.write("first line\n")
    row = "x" * 1023 + "\n"
    for _ in range(1 << 20):
        sys.stdout.write(row)
    sys.stdout.write("last line\n")


def eat_memory() -> None:
    held = []
    while True:
        held.append(bytearray(os.urandom(1)) * (8 << 20))


def eat_memory_in_children() -> None:
    for _ in range(4):
        subprocess.Popen([sys.executable, "-c", "x = b'x' * (150 << 20); input()"], stdin=-1)
    time.sleep(600)


def ask_for_a_terabyte() -> int:
    return len(bytearray(1 << 40))


def kill_itself() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def kill_the_worker() -> None:
    os.kill(os.getppid(), signal.SIGKILL)
    time.sleep(600)


def exit_on_the_spot() -> None:
    os._exit(3)


def read_address_zero() -> None:
    ctypes.string_at(0)


def leave_children(note: str) -> None:
    """Children that leave the process group and outlive their parents."""
    Path(note).touch()
    for detach in (False, True, True):
        if os.fork() == 0:
            if detach:
                os.setsid()
            if os.fork():
                os._exit(0)
            with Path(note).open("a", encoding="utf-8") as file:
                file.write(f"{os.getpid()}\n")
            time.sleep(600)
    while len(Path(note).read_text(encoding="utf-8").split()) < 3:
        time.sleep(0.01)


def return_something_odd() -> object:
    return object()
