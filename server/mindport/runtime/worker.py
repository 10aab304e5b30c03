"""The process that runs jobs: it preloads one framework and forks for each job.

Standard library only, and Python 3.9 at least: it runs in the user's interpreter. Three ways in:

    worker.py serve FRAMEWORK SOCKET_FD     fork for each request that comes through the socket
    worker.py once FRAMEWORK REQUEST_FILE   run one request in this process (where there is no fork)
    worker.py probe FRAMEWORK -             print whether the framework loads, and its versions

A request is a JSON file in the job's scratch folder; the answer is ``result.json`` beside it. What
goes through the socket is short: the path of a request, the start and the end of its process.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import os
import select
import signal
import socket
import sys
import time
from pathlib import Path
from typing import Any, NoReturn

FRAMEWORKS = ("torch", "mindspore")
PRELOAD = {"torch": ("torch", "numpy"), "mindspore": ("mindspore", "numpy")}
MESSAGE = 65536
SET_PARENT_DEATH_SIGNAL = 1  # prctl's numbers, from <linux/prctl.h>
SET_CHILD_SUBREAPER = 36
RLIMIT_HEADROOM = 4 << 30  # a framework's thread stacks and arenas: writable, hardly ever touched


def main() -> int:
    if sys.version_info < (3, 9):  # noqa: UP036 - the user's interpreter, not Mindport's
        sys.exit("Python 3.9 or newer is needed")
    mode, framework, where = sys.argv[1:4]
    find_own_package()
    if mode == "once":
        return run(json.loads(Path(where).read_text(encoding="utf-8")))
    if mode == "probe":
        print(json.dumps(preload(framework)))
        return 0
    return serve(socket.socket(fileno=int(where)), framework)


def find_own_package() -> None:
    """Make ``mindport.runtime`` importable, and nothing else that lies beside it."""
    root = str(Path(__file__).resolve().parents[2])
    sys.path[0] = root
    importlib.import_module("mindport.runtime")
    del sys.path[0]


def preload(framework: str) -> dict[str, Any]:
    """Import the framework; run nothing in it, since threads do not survive a fork."""
    try:
        versions = {}
        for name in PRELOAD.get(framework, ()):
            versions[name] = getattr(importlib.import_module(name), "__version__", "")
        return {"ready": True, "versions": versions}
    except BaseException as error:
        return {"ready": False, **import_failure(error, framework)}


def import_failure(error: BaseException, framework: str) -> dict[str, Any]:
    """Whether the framework is absent, or there and unable to load."""
    absent = isinstance(error, ModuleNotFoundError) and error.name == framework
    return {
        "reason": "not-installed" if absent else "broken-install",
        "message": f"{type(error).__name__}: {error}"[:2000],
        "python": ".".join(map(str, sys.version_info[:3])),
        "executable": sys.executable,
    }


def serve(connection: socket.socket, framework: str) -> int:
    prctl(SET_CHILD_SUBREAPER, 1)
    hello = preload(framework)
    connection.send(json.dumps(hello).encode())
    if not hello["ready"]:
        return 1
    gc.freeze()  # a fork's collector leaves the framework's objects, and so their pages, alone
    wake_in, wake_out = os.pipe()
    os.set_blocking(wake_out, False)
    os.set_blocking(wake_in, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(wake_out, warn_on_full_buffer=False)
    while True:
        message, files, _, _ = socket.recv_fds(connection, MESSAGE, 2)
        if not message:
            return 0
        command = json.loads(message)
        if "request" not in command:  # a kill that came after its job had ended
            continue
        keep_loaded(command["call"].partition(":")[0], framework)
        sys.stdout.flush()
        sys.stderr.flush()
        pid = os.fork()
        if pid == 0:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            os.close(wake_in)
            os.close(wake_out)
            connection.close()
            return child(Path(command["request"]), files)
        for file in files:
            os.close(file)
        connection.send(json.dumps({"pid": pid}).encode())
        if not watch(connection, pid, wake_in):
            return 0


def keep_loaded(module: str, framework: str) -> None:
    """Load Mindport's own modules here once, not in every fork; a user's module never.

    Of a framework what the module names in ``LOADS``: parts that it loads late and that take long.
    """
    if module.startswith("mindport.runtime."):
        with contextlib.suppress(Exception):  # the fork will report it
            loaded = importlib.import_module(module)
            for part in getattr(loaded, "LOADS", {}).get(framework, ()):
                importlib.import_module(part)


def watch(connection: socket.socket, pid: int, wake: int) -> bool:
    """Wait for the job's end, killing it when told to; False when nobody listens any more."""
    listening = True
    while True:
        # WNOWAIT keeps the process group's number taken until the group is killed.
        if os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None:
            break
        watched: list[Any] = [wake, connection] if listening else [wake]
        ready, _, _ = select.select(watched, [], [], 1.0)
        if wake in ready:
            os.read(wake, 4096)
        if connection in ready:
            listening = bool(connection.recv(MESSAGE))
            kill_group(pid)
    kill_group(pid)
    _, status = os.waitpid(pid, 0)
    kill_orphans()
    if listening:
        connection.send(json.dumps({"exit": os.waitstatus_to_exitcode(status)}).encode())
    return listening


def kill_group(pid: int) -> None:
    for kill in (os.killpg, os.kill):
        try:
            kill(pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            continue


def kill_orphans() -> None:
    """End what left the job's process group: a subreaper inherits it."""
    deadline = time.monotonic() + 5
    while time.monotonic() < deadline:
        for child_pid in own_children():
            kill_group(child_pid)
        try:
            if os.waitpid(-1, os.WNOHANG)[0] == 0:
                time.sleep(0.005)
        except ChildProcessError:
            return


def own_children() -> list[int]:
    me = str(os.getpid())
    children = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                stat = (entry / "stat").read_text(encoding="utf-8", errors="replace")
            except OSError:
                continue
            if stat.rpartition(")")[2].split()[1] == me:
                children.append(int(entry.name))
    return children


def child(request_file: Path, files: list[int]) -> int:
    """In the forked process: take the job's own group, files and folder, then run it."""
    os.setsid()
    prctl(SET_PARENT_DEATH_SIGNAL, signal.SIGKILL)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for source, number in ((nothing, 0), (files[0], 1), (files[1], 2)):
        os.dup2(source, number)
        os.close(source)
    request = json.loads(request_file.read_text(encoding="utf-8"))
    limit_data(request["memory"])
    return run(request)


def limit_data(memory: int) -> None:
    """A single huge allocation fails with MemoryError before the watcher has to kill."""
    import resource

    status = Path("/proc/self/status").read_text(encoding="utf-8", errors="replace")
    data = next((int(row.split()[1]) for row in status.splitlines() if row[:7] == "VmData:"), 0)
    limit = data * 1024 + memory + RLIMIT_HEADROOM
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    if hard == resource.RLIM_INFINITY or limit < hard:
        resource.setrlimit(resource.RLIMIT_DATA, (limit, hard))


def prctl(option: int, value: int) -> None:
    try:
        import ctypes

        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)
    except (ImportError, OSError, AttributeError):
        return  # only a second line of defence


def run(request: dict[str, Any]) -> int:
    """Call the function that the request names; its value or its exception is the answer."""
    os.chdir(request["folder"])
    sys.argv = [""]
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(line_buffering=True, errors="backslashreplace")  # type: ignore[union-attr]
    scratch = Path(request["scratch"])
    try:
        module, _, function = request["call"].partition(":")
        value = getattr(importlib.import_module(module), function)(**request["arguments"])
        answer: dict[str, Any] = {"value": value}
        text = json.dumps(answer)
    except BaseException as error:
        from mindport.runtime.errors import describe

        text = json.dumps({"error": describe(error)})
    part = scratch / "result.part"
    part.write_text(text, encoding="utf-8")
    part.replace(scratch / "result.json")
    if not request["finish"]:
        leave()
    return int(json.loads(text).get("value", {}).get("exit_code", 1))


def leave() -> NoReturn:
    """End without the framework's own clean-up, which costs time and may hang after a fork."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            continue
    os._exit(0)


if __name__ == "__main__":
    sys.exit(main())
