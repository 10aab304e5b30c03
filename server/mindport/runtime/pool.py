"""Workers that run jobs one after the other, and pools of them for many jobs at once."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any, Literal

from .capture import Capture
from .jobs import Framework, Job, JobError, JobResult, OnOutput, Outcome, WorkerError
from .memory import exceeds
from .process import PATIENCE, Forked, ForkServer, Spawned, environment, probe

CAN_FORK = sys.platform == "linux"  # macOS has fork, but its frameworks do not survive one
TICK = 0.05
Stop = Literal["timeout", "memory", "cancelled"]


class Worker:
    """Runs jobs in processes of one interpreter that has one framework loaded.

    Use ``Worker.start``; ``submit`` blocks, and may be called from any thread. A job that takes the
    worker process down with it costs the next job a restart, nothing more.
    """

    def __init__(
        self, framework: Framework, python: str, env: Mapping[str, str], fork: bool
    ) -> None:
        self._framework: Framework = framework
        self._python = python
        self._env = env
        self._fork = fork
        self._lock = threading.Lock()
        self._closed = False
        self._server: ForkServer | None = None
        self.versions: dict[str, str] = {}
        if fork:
            self.versions = self._running_server().versions
        elif framework != "none":
            self.versions = probe(framework, python, env)

    @classmethod
    def start(
        cls,
        framework: Framework,
        python: str = sys.executable,
        *,
        env: Mapping[str, str] | None = None,
        fork: bool = CAN_FORK,
    ) -> Worker:
        """Load ``framework`` in a process of ``python``.

        Raises FrameworkError when the framework is absent or its import fails, WorkerError when the
        interpreter itself does not start.
        """
        return cls(framework, python, environment(framework, env), fork)

    def submit(
        self,
        job: Job,
        on_output: OnOutput | None = None,
        cancel: threading.Event | None = None,
    ) -> JobResult:
        """Run ``job`` and wait for its end; never raises for what the job does."""
        with self._lock:
            if self._closed:
                raise WorkerError("The worker is closed.")
            scratch = Path(tempfile.mkdtemp(prefix="mindport-"))
            try:
                return self._submit(job, scratch, on_output, cancel)
            finally:
                shutil.rmtree(scratch, ignore_errors=True)

    def close(self) -> None:
        """End the worker process. A job that is running is killed."""
        self._closed = True
        server, self._server = self._server, None
        if server is not None:
            server.close()

    def __enter__(self) -> Worker:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _submit(
        self,
        job: Job,
        scratch: Path,
        on_output: OnOutput | None,
        cancel: threading.Event | None,
    ) -> JobResult:
        request = _write_request(job, scratch)
        out_read, out_write = os.pipe()
        err_read, err_write = os.pipe()
        begin = time.monotonic()
        try:
            process = self._start_process(request, job.call, out_write, err_write)
        except BaseException:
            for pipe in (out_read, err_read):
                os.close(pipe)
            raise
        finally:
            for pipe in (out_write, err_write):
                os.close(pipe)
        stdout = Capture(out_read, "stdout", on_output)
        stderr = Capture(err_read, "stderr", on_output)
        try:
            stop, exit_code = _supervise(process, job, cancel)
        except BaseException:
            process.kill()
            self._drop_server()
            raise
        if process.server_lost or exit_code is None:
            self._drop_server()
        return _result(
            stop,
            exit_code,
            _read_answer(scratch),
            seconds=time.monotonic() - begin,
            stdout=stdout.finish(2.0),
            stderr=stderr.finish(2.0),
        )

    def _start_process(
        self, request: Path, call: str, stdout: int, stderr: int
    ) -> Forked | Spawned:
        if not self._fork:
            return Spawned(self._framework, self._python, self._env, request, stdout, stderr)
        try:
            return self._running_server().start(request, call, stdout, stderr)
        except WorkerError:
            self._drop_server()  # it died between two jobs
            return self._running_server().start(request, call, stdout, stderr)

    def _running_server(self) -> ForkServer:
        if self._server is None:
            self._server = ForkServer(self._framework, self._python, self._env)
        return self._server

    def _drop_server(self) -> None:
        server, self._server = self._server, None
        if server is not None:
            server.close()


class Pool:
    """Some workers of one framework, started when they are first needed."""

    def __init__(
        self,
        framework: Framework,
        size: int,
        python: str = sys.executable,
        *,
        env: Mapping[str, str] | None = None,
        fork: bool = CAN_FORK,
    ) -> None:
        self._start: Callable[[], Worker] = partial(
            Worker.start, framework, python, env=env, fork=fork
        )
        self._free: queue.SimpleQueue[Worker | None] = queue.SimpleQueue()
        self._all: list[Worker] = []
        self.size = size
        self._threads = ThreadPoolExecutor(size, thread_name_prefix=f"mindport-{framework}")
        for _ in range(size):
            self._free.put(None)

    @property
    def versions(self) -> dict[str, str]:
        """The versions of what the workers have loaded: {"mindspore": "2.10.0", …}."""
        worker = self._take()
        self._free.put(worker)
        return worker.versions

    def submit(
        self,
        job: Job,
        on_output: OnOutput | None = None,
        cancel: threading.Event | None = None,
    ) -> JobResult:
        """Run one job on the next free worker."""
        worker = self._take()
        try:
            return worker.submit(job, on_output, cancel)
        finally:
            self._free.put(worker)

    def map(
        self, jobs: Iterable[Job], on_result: Callable[[int, JobResult], None] | None = None
    ) -> list[JobResult]:
        """Run the jobs side by side; the results are in the jobs' order.

        ``on_result`` hears of each as it ends, with its index, from a pool's thread.
        """

        def one(index: int, job: Job) -> JobResult:
            result = self.submit(job)
            if on_result is not None:
                on_result(index, result)
            return result

        futures = [self._threads.submit(one, index, job) for index, job in enumerate(jobs)]
        try:
            return [future.result() for future in futures]
        except BaseException:
            for future in futures:
                future.cancel()
            raise

    def close(self) -> None:
        """End all workers."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        for worker in self._all:
            worker.close()

    def __enter__(self) -> Pool:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _take(self) -> Worker:
        worker = self._free.get()
        if worker is not None:
            return worker
        try:
            worker = self._start()
        except BaseException:
            self._free.put(None)
            raise
        self._all.append(worker)
        return worker


def _write_request(job: Job, scratch: Path) -> Path:
    request = scratch / "request.json"
    workplace = scratch / "folder"
    workplace.mkdir()
    content = {
        "call": job.call,
        "arguments": dict(job.arguments),
        "scratch": str(scratch),
        "folder": job.folder or str(workplace),
        "memory": job.memory,
        "finish": job.finish,
    }
    request.write_text(json.dumps(content), encoding="utf-8")
    return request


def _supervise(
    process: Forked | Spawned, job: Job, cancel: threading.Event | None
) -> tuple[Stop | None, int | None]:
    """Wait for the end, or bring it about; no exit code means that the process did not obey."""
    deadline = time.monotonic() + job.timeout
    ticks = 0
    while True:
        left = deadline - time.monotonic()
        exit_code = process.wait(max(0.001, min(TICK, left)))
        if exit_code is not None:
            return None, exit_code
        ticks += 1
        stop: Stop | None = None
        if cancel is not None and cancel.is_set():
            stop = "cancelled"
        elif left <= 0:
            stop = "timeout"
        elif ticks % 2 == 0 and exceeds(
            job.memory, process.root, counting_root=process.counting_root
        ):
            stop = "memory"
        if stop is not None:
            process.kill()
            return stop, process.wait(PATIENCE)


def _read_answer(scratch: Path) -> dict[str, Any]:
    with contextlib.suppress(OSError, ValueError):
        answer = json.loads((scratch / "result.json").read_text(encoding="utf-8"))
        if isinstance(answer, dict):
            return answer
    return {}


def _result(
    stop: Stop | None,
    exit_code: int | None,
    answer: dict[str, Any],
    *,
    seconds: float,
    stdout: str,
    stderr: str,
) -> JobResult:
    error = answer.get("error")
    failure = (
        JobError(error["type"], error["message"], tuple(error["frames"]))
        if isinstance(error, dict)
        else None
    )
    outcome: Outcome = "killed"
    if stop is not None:
        outcome = stop
    elif failure is not None:
        outcome = "memory" if failure.type == "MemoryError" else "exception"
    elif "value" in answer and exit_code is not None and exit_code >= 0:
        outcome = "ok"
    return JobResult(
        outcome=outcome,
        value=answer.get("value"),
        error=failure,
        exit_code=exit_code,
        seconds=round(seconds, 3),
        stdout=stdout,
        stderr=stderr,
    )
