"""Many files on several processes, the results in the order of the files."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence

from mindport.cli.job import Checked, Task, check
from mindport.cli.problems import at
from mindport.texts import Text

FEW = 8
CHUNK = 8
_interrupted: list[bool] = []  # of a worker, once Ctrl-C was pressed


def run(tasks: Sequence[Task], jobs: int | None = None) -> Iterator[Checked]:
    """Each task's outcome in turn, on ``jobs`` processes.

    Without ``jobs``, a few files are checked in this process and more on every CPU.
    """
    if jobs is None:
        jobs = _cpus() if len(tasks) > FEW else 1
    jobs = min(jobs, len(tasks))
    if jobs <= 1:
        yield from map(check, tasks)
        return
    from concurrent.futures.process import BrokenProcessPool

    done = 0
    try:
        for checked in _parallel(tasks, jobs, CHUNK):
            done += 1
            yield checked
    except BrokenProcessPool:
        # A worker died (out of memory, for one). Who it was shows when each file has its own.
        for task in tasks[done:]:
            yield _alone(task)


def _parallel(tasks: Sequence[Task], jobs: int, chunk: int) -> Iterator[Checked]:
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    # A fork inherits what is loaded already; elsewhere each process starts afresh.
    context = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
    executor = ProcessPoolExecutor(jobs, mp_context=context, initializer=_hear_interrupts)
    try:
        yield from executor.map(_check, tasks, chunksize=chunk)
    finally:
        executor.shutdown(wait=True, cancel_futures=True)


def _alone(task: Task) -> Checked:
    from concurrent.futures.process import BrokenProcessPool

    try:
        return next(iter(_parallel([task], 1, 1)))
    except BrokenProcessPool:
        reason = Text(
            "the process that checked this file died; it may be too large for the memory",
            "检查该文件的进程意外退出，可能是文件过大、内存不足",
        )
        return Checked(error=at(task.path, reason))


def _hear_interrupts() -> None:
    """Ctrl-C is for the process that started this one, which waits for it: it ends its file alone."""
    import signal

    signal.signal(signal.SIGINT, lambda *_: _interrupted.append(True))


def _check(task: Task) -> Checked:
    return Checked() if _interrupted else check(task)


def _cpus() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
