"""``lsp-check`` as a process among others: pipes, terminals, signals, workers."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from mindport.cli import pool
from mindport.cli.job import Task
from mindport.config import Config

from .conftest import ENGLISH, TORCH, Folder, Process

POSIX = pytest.mark.skipif(os.name == "nt", reason="needs a POSIX system")


def test_the_report_is_utf_8_whatever_the_locale(folder: Folder, process: Process) -> None:
    folder.write("\N{CJK UNIFIED IDEOGRAPH-4E2D}.py", "x = (\n")
    environment = {**os.environ, "LC_ALL": "C", "PYTHONIOENCODING": "ascii"}
    environment["PYTHONPATH"] = str(ENGLISH["PYTHONPATH"])
    command = [sys.executable, "-m", "mindport.cli.check", "--lang", "zh"]
    done = subprocess.run(command, capture_output=True, env=environment, timeout=60, check=False)
    assert "\N{CJK UNIFIED IDEOGRAPH-4E2D}.py:1:5: MP901" in done.stdout.decode()
    assert "无法解析" in done.stdout.decode()


@POSIX
def test_a_name_that_is_not_unicode_can_be_reported(folder: Folder, process: Process) -> None:
    folder.write(os.fsdecode(b"caf\xe9.py"), "x = (\n")
    for form in ("text", "json", "sarif", "junit", "html", "github", "gitlab"):
        done = process("--output-format", form)
        assert (done.returncode, done.stderr) == (1, b"")
        done.stdout.decode()


@POSIX
def test_a_closed_pipe_is_no_error(folder: Folder) -> None:
    for number in range(300):
        folder.write(f"m{number}.py", f"{TORCH}{'x = torch.ones(1)' * 1}\n" * 20)
    command = f"{sys.executable} -m mindport.cli.check --jobs 1 | head -n 1"
    environment = {**os.environ, "PYTHONPATH": str(ENGLISH["PYTHONPATH"])}
    done = subprocess.run(
        command, shell=True, capture_output=True, timeout=120, env=environment, check=False
    )
    assert done.stdout.count(b"\n") == 1
    assert done.stderr == b""


@POSIX
def test_a_terminal_gets_colours_and_progress_a_pipe_does_not(
    folder: Folder, process: Process
) -> None:
    import pty

    for number in range(25):
        folder.write(f"m{number}.py", "x = (\n")
    reader, writer = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}
    environment.pop("NO_COLOR", None)
    environment["PYTHONPATH"] = str(ENGLISH["PYTHONPATH"])
    command = [sys.executable, "-m", "mindport.cli.check", "--jobs", "2"]
    running = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=writer, stderr=writer, env=environment
    )
    os.close(writer)
    seen = b"".join(_read(reader))
    assert running.wait(timeout=60) == 1
    assert b"Checking" in seen
    assert b"\x1b[1mm0.py\x1b[0m" in seen
    piped = process()
    assert b"\x1b" not in piped.stdout
    assert piped.stderr == b""
    words = re.sub(rb"\x1b\[[0-9;?]*[A-Za-z]", b"", seen)
    assert b"m0.py:1:5: MP901" in words


def _read(descriptor: int) -> Iterator[bytes]:
    while True:
        try:
            chunk = os.read(descriptor, 65536)
        except OSError:  # Linux says so when the other end is closed
            return
        if not chunk:
            return
        yield chunk


def wait_for_workers(pid: int) -> None:
    """Until a process has begun to work; where the system does not tell, for as long as that takes."""
    children = Path(f"/proc/{pid}/task/{pid}/children")
    last = time.monotonic() + 30
    while time.monotonic() < last:
        if not children.exists() or children.read_text().split():
            break
        time.sleep(0.05)
    time.sleep(0.5 if children.exists() else 1.0)


@POSIX
def test_an_interrupt_ends_all_processes_quietly(folder: Folder) -> None:
    for number in range(60):
        folder.write(f"m{number}.py", TORCH + "x = torch.ones(1)\n" * 3000)
    environment = {**os.environ, "PYTHONPATH": str(ENGLISH["PYTHONPATH"])}
    command = [sys.executable, "-m", "mindport.cli.check", "--jobs", "2"]
    running = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
        start_new_session=True,
    )
    wait_for_workers(running.pid)
    os.killpg(running.pid, signal.SIGINT)
    _, errors = running.communicate(timeout=60)
    if running.returncode in (0, 1):
        pytest.skip("it was faster than the interrupt")
    assert running.returncode == 130
    assert b"Traceback" not in errors
    with pytest.raises(ProcessLookupError):
        os.killpg(running.pid, 0)


def task(folder: Folder, name: str) -> Task:
    return Task(name, str(folder.path / name), Config(), (str(folder.path),))


def test_workers_that_start_afresh_do_the_same(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a process cannot fork, workers are spawned."""
    for number in range(4):
        folder.write(f"m{number}.py")
    tasks = [task(folder, f"m{number}.py") for number in range(4)]
    alone = list(pool.run(tasks, 1))
    monkeypatch.setattr(sys, "platform", "darwin")
    assert list(pool.run(tasks, 2)) == alone


@POSIX
def test_a_worker_that_dies_takes_only_its_own_file_along(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(20):
        folder.write(f"m{number:02}.py")
    read = Path.read_bytes

    def dying(path: Path) -> bytes:
        if path.name == "m07.py":
            os.kill(os.getpid(), signal.SIGKILL)
        return read(path)

    monkeypatch.setattr(Path, "read_bytes", dying)
    outcomes = list(pool.run([task(folder, f"m{number:02}.py") for number in range(20)], 2))
    failed = [one.error.en for one in outcomes if one.error is not None]
    assert len(failed) == 1
    assert failed[0].startswith("m07.py: the process that checked this file died")
    assert [one.result.path for one in outcomes if one.result is not None] == [
        f"m{number:02}.py" for number in range(20) if number != 7
    ]


def test_a_single_file_loads_nothing_that_it_does_not_need(folder: Folder) -> None:
    folder.write("a.py")
    code = (
        "import sys, json\n"
        "from mindport.cli.check import check\n"
        "try:\n    check(['a.py', '--output-format', 'json', '--exit-zero'])\n"
        "except SystemExit: pass\n"
        "print(json.dumps(sorted(sys.modules)), file=sys.stderr)\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(ENGLISH["PYTHONPATH"])}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, env=environment, timeout=60, check=True
    )
    loaded = set(json.loads(done.stderr))
    heavy = {"jedi", "pygls", "lsprotocol", "rich", "pathspec", "torch", "mindspore", "yaml"}
    assert not loaded & {*heavy, "multiprocessing", "concurrent.futures.process", "tomli"}
