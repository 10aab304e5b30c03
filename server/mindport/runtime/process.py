"""The two ways a job becomes a process: forked from a worker, or started anew."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from .capture import Capture
from .install import framework_error
from .jobs import Framework, WorkerError

SCRIPT = str(Path(__file__).with_name("worker.py"))
MESSAGE = 65536
PATIENCE = 30.0  # seconds that a process gets to obey, on a busy machine too
LOAD_TIMEOUT = 180.0  # seconds that a framework gets to load
# Set where the environment is silent. MindSpore logs no more than its exceptions say; in pools a
# job has one thread. MindSpore's oneDNN has no fast convolution for AVX-512: with 3 x 3 kernels it
# takes 80 times as long as with AVX2 (2.9.0, 2.10.0).
QUIET = {"GLOG_v": "4"}
FASTEST = {"ONEDNN_MAX_CPU_ISA": "AVX2"}
ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}


def environment(framework: Framework, extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """The variables of a worker: the caller's, with ``extra`` on top."""
    defaults = dict(QUIET) if framework == "none" else {**QUIET, **ONE_THREAD}
    if framework == "mindspore":
        defaults |= FASTEST
    return {**defaults, **os.environ, "PYTHONIOENCODING": "utf-8", **(extra or {})}


class ForkServer:
    """A worker process that has a framework loaded and forks for each request."""

    def __init__(self, framework: Framework, python: str, env: Mapping[str, str]) -> None:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._connection = ours
        # A pipe, as the jobs' output is: the streams that a fork inherits behave alike.
        log_read, log_write = os.pipe()
        self._log = Capture(log_read, "stderr", None)
        with theirs:
            try:
                self._process = subprocess.Popen(
                    [python, SCRIPT, "serve", framework, str(theirs.fileno())],
                    pass_fds=[theirs.fileno()],
                    stdin=subprocess.DEVNULL,
                    stdout=log_write,
                    stderr=log_write,
                    start_new_session=True,
                    env=dict(env),
                )
            except OSError as error:
                ours.close()
                raise WorkerError(
                    f"Cannot start the Python interpreter {python}: {error}"
                ) from None
            finally:
                os.close(log_write)
        self.pid = self._process.pid
        try:
            hello = self.receive(LOAD_TIMEOUT)
            check_hello(hello, framework, python, self._end_of_log)
        except BaseException:
            self.close()
            raise
        self.versions: dict[str, str] = dict((hello or {}).get("versions", {}))

    def _end_of_log(self) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(PATIENCE)
        return (
            self._log.finish(1.0).strip()
            or f"the process ended with code {self._process.returncode}"
        )

    def start(self, request: Path, call: str, stdout: int, stderr: int) -> Forked:
        """Fork for ``request``; the descriptors are the write ends of the job's output."""
        message = json.dumps({"request": str(request), "call": call}).encode()
        try:
            socket.send_fds(self._connection, [message], [stdout, stderr])
        except OSError:
            raise WorkerError("The worker process has ended.") from None
        started = self.receive(LOAD_TIMEOUT)  # the first job of a module waits for its import
        if not started:
            raise WorkerError("The worker process has ended.")
        return Forked(self)

    def receive(self, timeout: float) -> dict[str, Any] | None:
        """The next message; {} when the worker is gone, None when there is none in time."""
        self._connection.settimeout(timeout)
        try:
            message = self._connection.recv(MESSAGE)
        except TimeoutError:
            return None
        except OSError:
            return {}
        return json.loads(message) if message else {}

    def kill_job(self) -> None:
        with contextlib.suppress(OSError):
            self._connection.send(b'{"kill": true}')

    def close(self) -> None:
        """End the worker and the job that it may be running."""
        self._connection.close()
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._log.finish(1.0)


class Forked:
    """A job forked from a worker; the worker kills and buries it."""

    def __init__(self, server: ForkServer) -> None:
        self._server = server
        self.root = server.pid
        self.counting_root = False
        self.server_lost = False

    def wait(self, seconds: float) -> int | None:
        """The exit code, or None when it is still running after ``seconds``."""
        message = self._server.receive(seconds)
        if message is None:
            return None
        if not message:
            self.server_lost = True
            return -int(signal.SIGTERM)
        return int(message["exit"])

    def kill(self) -> None:
        self._server.kill_job()


class Spawned:
    """A job in a fresh interpreter."""

    counting_root = True
    server_lost = False

    def __init__(
        self,
        framework: Framework,
        python: str,
        env: Mapping[str, str],
        request: Path,
        stdout: int,
        stderr: int,
    ) -> None:
        self._process = subprocess.Popen(
            [python, SCRIPT, "once", framework, str(request)],
            stdin=subprocess.DEVNULL,
            stdout=stdout,
            stderr=stderr,
            start_new_session=True,
            env=dict(env),
        )
        self.root = self._process.pid

    def wait(self, seconds: float) -> int | None:
        """The exit code, or None when it is still running after ``seconds``."""
        try:
            exit_code = self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None
        self.kill()  # what it left in its group
        return exit_code

    def kill(self) -> None:
        if sys.platform == "win32":
            tree = ["taskkill", "/T", "/F", "/PID", str(self.root)]
            subprocess.run(tree, capture_output=True, check=False)
            return
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.root, signal.SIGKILL)


def probe(framework: Framework, python: str, env: Mapping[str, str]) -> dict[str, str]:
    """The versions that a fresh interpreter loads; raises FrameworkError as a worker would."""
    try:
        done = subprocess.run(
            [python, SCRIPT, "probe", framework, "-"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            env=dict(env),
            timeout=LOAD_TIMEOUT,
            check=False,
        )
    except OSError as error:
        raise WorkerError(f"Cannot start the Python interpreter {python}: {error}") from None
    except subprocess.TimeoutExpired:
        raise WorkerError(f"{python} did not load {framework} in time.") from None
    rows = done.stdout.decode("utf-8", errors="replace").splitlines()
    hello = json.loads(rows[-1]) if rows and rows[-1].startswith("{") else {}
    log = done.stderr.decode("utf-8", errors="replace").strip()
    code = f"the process ended with code {done.returncode}"
    check_hello(hello, framework, python, lambda: log or code)
    return dict(hello["versions"])


def check_hello(
    hello: dict[str, Any] | None, framework: Framework, python: str, log: Callable[[], str]
) -> None:
    """Raise what a worker's first message means, unless it is ready."""
    if hello is None:
        raise WorkerError(f"{python} did not load {framework} in {LOAD_TIMEOUT:.0f} seconds.")
    if hello.get("ready"):
        return
    if hello:
        raise framework_error(
            framework, hello["reason"], hello["message"], hello["executable"], hello["python"]
        )
    if framework == "none":
        raise WorkerError(f"{python} cannot run Mindport's worker: {log().splitlines()[-1]}")
    raise framework_error(framework, "broken-install", log()[-1000:], python, "")
