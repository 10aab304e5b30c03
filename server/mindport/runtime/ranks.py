"""Runs a call in several processes at once that can form a process group: torch's with gloo,
MindSpore's with its collectives for the CPU (MCCL) and the scheduler that these need.

The variables are those that torchrun and msrun set; as with msrun, the scheduler runs the call, too,
and stays where that joins the others. Where a process fails, the others are ended: they would wait for
it.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

from .errors import describe

HOST = "127.0.0.1"
TICK = 0.05
ANSWER, ERROR = "answer.json", "error.json"
Call = Callable[[], dict[str, Any]]


class RankError(Exception):
    """One of the processes failed; the message begins with what it raised."""


def run_ranks(framework: str, places: Sequence[Path], calls: Sequence[Call]) -> list[Any]:
    """What the calls return, as JSON has it: each runs in a fork of this process, as the rank of
    its index, in the folder of its index.

    Nothing may have run in the framework before: its threads do not survive a fork.

    Raises:
        RankError: a call raised, that of the scheduler as well, or its process ended without an answer.
    """
    ranks = _torch_ranks if framework == "torch" else _mindspore_ranks
    variables = ranks(len(calls), _free_port())
    aside = [] if framework == "torch" else [places[0].with_name("scheduler")]
    for place in (*places, *aside):
        place.mkdir(parents=True, exist_ok=True)
        for name in (ANSWER, ERROR):
            (place / name).unlink(missing_ok=True)
    started = [_fork(variables.pop(), place, partial(_schedule, calls[0])) for place in aside]
    waiting = {
        _fork(own, place, call): place
        for own, place, call in zip(variables, places, calls, strict=True)
    }
    started.extend(waiting)
    try:
        while waiting:
            time.sleep(TICK)
            for place in aside:
                _raise_what_it_raised(place)
            waiting = {pid: place for pid, place in waiting.items() if not _answered(pid, place)}
    finally:
        for pid in started:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
            with contextlib.suppress(ChildProcessError):
                os.waitpid(pid, 0)
    return [json.loads((place / ANSWER).read_text(encoding="utf-8")) for place in places]


def _torch_ranks(count: int, port: int) -> list[dict[str, str]]:
    """The variables of each rank, as torchrun sets them."""
    common = {
        "MASTER_ADDR": HOST,
        "MASTER_PORT": str(port),
        "WORLD_SIZE": str(count),
        "LOCAL_WORLD_SIZE": str(count),
        "GLOO_SOCKET_IFNAME": "lo",
    }
    return [{**common, "RANK": str(rank), "LOCAL_RANK": str(rank)} for rank in range(count)]


def _mindspore_ranks(count: int, port: int) -> list[dict[str, str]]:
    """The variables of each rank, as msrun sets them, and behind them the scheduler's."""
    common = {
        "MS_WORKER_NUM": str(count),
        "MS_SCHED_HOST": HOST,
        "MS_SCHED_PORT": str(port),
    }
    workers = [
        {
            **common,
            "MS_ROLE": "MS_WORKER",
            "MS_NODE_ID": str(rank),
            "RANK_ID": str(rank),
            "DEVICE_ID": str(rank),
        }
        for rank in range(count)
    ]
    return [*workers, {**common, "MS_ROLE": "MS_SCHED", "RANK_ID": "0"}]


def _schedule(call: Call) -> dict[str, Any]:
    """The scheduler's part: the workers find each other through it, where the call joins them."""
    with contextlib.suppress(SystemExit):  # what ends it there when they are done
        call()
    signal.pause()
    return {}


def _fork(variables: Mapping[str, str], place: Path, call: Call) -> int:
    pid = os.fork()
    if pid == 0:
        _answer(variables, place, call)
    return pid


def _answer(variables: Mapping[str, str], place: Path, call: Call) -> NoReturn:
    """In the forked process: run the call, leave what it returned or raised, and stay.

    The others may still wait for what this process has queued, or speak to it.
    """
    os.environ.update(variables)
    os.chdir(place)
    name = ANSWER
    try:
        text = json.dumps(call())
    except BaseException as error:
        name, text = ERROR, json.dumps(describe(error))
    part = place / "answer.part"
    part.write_text(text, encoding="utf-8")
    part.replace(place / name)
    while True:
        signal.pause()


def _answered(pid: int, place: Path) -> bool:
    """Whether a process has left its answer.

    Raises:
        RankError: it raised, or is gone.
    """
    if (place / ANSWER).exists():
        return True
    _raise_what_it_raised(place)
    # WNOWAIT keeps the number taken until the process is killed with the others.
    ended = os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    if ended is not None:
        raise RankError(f"ended by itself, {ended.si_status} ({place.name})")
    return False


def _raise_what_it_raised(place: Path) -> None:
    if (place / ERROR).exists():
        error = json.loads((place / ERROR).read_text(encoding="utf-8"))
        raise RankError(f"{error['type']}: {error['message']} ({place.name})")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])
