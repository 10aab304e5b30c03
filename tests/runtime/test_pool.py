"""Workers: whatever a job does, it is a result, and the next job runs as if nothing had been."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from mindport.runtime.install import framework_error
from mindport.runtime.jobs import FrameworkError, Job, WorkerError
from mindport.runtime.pool import CAN_FORK, Pool, Worker

from .conftest import PROGRAMS

MEGABYTE = 1 << 20


def job(function: str, **arguments: object) -> Job:
    return Job(f"misbehave:{function}", arguments, timeout=60)


@pytest.fixture(params=["fork", "spawn"])
def worker(request: pytest.FixtureRequest, plain_worker: Worker) -> Worker:
    if request.param == "fork":
        if not CAN_FORK:
            pytest.skip("no fork here")
        return plain_worker
    return Worker.start("none", env=PROGRAMS, fork=False)


def test_a_job_gives_its_value_and_its_output(worker: Worker) -> None:
    result = worker.submit(job("greet", name="测试"))
    assert (result.outcome, result.exit_code, result.stderr) == ("ok", 0, "")
    assert result.value["name"] == "测试"
    assert result.stdout == "hello 测试\n"


def test_a_job_has_a_scratch_folder_that_is_deleted(worker: Worker) -> None:
    path = Path(worker.submit(job("leave_a_file")).value)
    assert path.name == "left.txt"
    assert not path.parent.exists()


def test_output_is_heard_while_the_job_runs(worker: Worker) -> None:
    cancel = threading.Event()
    heard: list[tuple[str, str]] = []

    def on_output(stream: str, text: str) -> None:
        heard.append((stream, text))
        cancel.set()

    result = worker.submit(job("never_end"), on_output, cancel)
    assert result.outcome == "cancelled"
    assert heard == [("stdout", "started\n")]


def test_an_exception_is_described_from_the_users_code_on(worker: Worker) -> None:
    result = worker.submit(job("raise_error"))
    assert result.outcome == "exception"
    assert result.error is not None
    assert (result.error.type, result.error.message) == ("LookupError", "nothing there")
    assert [frame["function"] for frame in result.error.frames] == ["raise_error"]


def test_a_value_that_is_not_json_is_an_exception(worker: Worker) -> None:
    result = worker.submit(job("return_something_odd"))
    assert result.outcome == "exception"
    assert result.error is not None
    assert result.error.type == "TypeError"


def test_a_job_that_never_ends_is_stopped(worker: Worker) -> None:
    result = worker.submit(Job("misbehave:never_end", timeout=1))
    assert result.outcome == "timeout"
    assert result.stdout == "started\n"


def test_a_printed_gigabyte_keeps_its_head_and_tail(worker: Worker) -> None:
    result = worker.submit(job("print_a_gigabyte"))
    assert result.outcome == "ok"
    assert result.stdout.startswith("first line\n")
    assert result.stdout.endswith("last line\n")
    assert "bytes left out" in result.stdout
    assert len(result.stdout) < MEGABYTE
    kept = len(result.stdout) - len("\n[... 1,073,414,165 bytes left out ...]\n")
    cut = int(result.stdout.split("[... ")[1].split(" bytes")[0].replace(",", ""))
    assert kept + cut == (1 << 30) + len("first line\nlast line\n")


@pytest.mark.parametrize("name", ["eat_memory", "eat_memory_in_children"])
def test_a_job_that_eats_memory_is_stopped(worker: Worker, name: str) -> None:
    result = worker.submit(Job(f"misbehave:{name}", timeout=60, memory=400 * MEGABYTE))
    assert result.outcome == "memory"


def test_a_huge_allocation_is_a_memory_error(plain_worker: Worker) -> None:
    result = plain_worker.submit(job("ask_for_a_terabyte"))
    assert result.outcome == "memory"
    assert result.error is not None
    assert result.error.frames[-1]["function"] == "ask_for_a_terabyte"


@pytest.mark.parametrize(
    ("name", "exit_code"),
    [("kill_itself", -9), ("exit_on_the_spot", 3), ("read_address_zero", -11)],
)
def test_a_crash_is_a_result(worker: Worker, name: str, exit_code: int) -> None:
    result = worker.submit(job(name))
    assert (result.outcome, result.exit_code) == ("killed", exit_code)
    assert worker.submit(job("greet", name="again")).outcome == "ok"


@pytest.mark.skipif(not CAN_FORK, reason="no fork here")
def test_children_die_with_the_job_even_those_that_left_its_group(
    plain_worker: Worker, tmp_path: Path
) -> None:
    note = tmp_path / "children"
    assert plain_worker.submit(job("leave_children", note=str(note))).outcome == "ok"
    pids = [int(row) for row in note.read_text(encoding="utf-8").split()]
    assert len(pids) == 3
    assert [pid for pid in pids if Path(f"/proc/{pid}").exists()] == []


@pytest.mark.skipif(not CAN_FORK, reason="no fork here")
def test_a_job_that_kills_its_worker_costs_a_restart() -> None:
    with Worker.start("none", env=PROGRAMS) as worker:
        assert worker.submit(job("kill_the_worker")).outcome == "killed"
        assert worker.submit(job("greet", name="again")).outcome == "ok"


@pytest.mark.skipif(not CAN_FORK, reason="no fork here")
def test_nothing_stays_when_the_client_is_killed(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    client = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import sys\n"
            "from mindport.runtime.pool import Worker\n"
            "from mindport.runtime.jobs import Job\n"
            "w = Worker.start('none', env={'PYTHONPATH': sys.argv[1]})\n"
            "w.submit(Job('misbehave:leave_children', {'note': sys.argv[2]}))\n"
            "w.submit(Job('misbehave:never_end'), lambda *_: print('running', flush=True))\n",
            PROGRAMS["PYTHONPATH"],
            str(note),
        ],
        stdout=subprocess.PIPE,
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
            "TMPDIR": str(tmp_path),
        },
    )
    assert client.stdout is not None
    assert client.stdout.readline() == b"running\n"
    descendants = _children(client.pid) + [
        pid for child in _children(client.pid) for pid in _children(child)
    ]
    assert len(descendants) == 2
    client.kill()
    client.wait()
    client.stdout.close()
    deadline = time.monotonic() + 30
    while any(_alive(pid) for pid in descendants) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert [pid for pid in descendants if _alive(pid)] == []


def test_a_closed_worker_says_so() -> None:
    worker = Worker.start("none", env=PROGRAMS)
    worker.close()
    with pytest.raises(WorkerError, match="closed"):
        worker.submit(job("greet", name="x"))


def test_a_pool_keeps_the_order_and_reports_each_result() -> None:
    seen: dict[int, str] = {}
    with Pool("none", 2, env=PROGRAMS) as pool:
        jobs = [job("greet", name=str(number)) for number in range(6)]
        results = pool.map(jobs, lambda index, result: seen.update({index: result.value["name"]}))
    names = [str(number) for number in range(6)]
    assert [result.value["name"] for result in results] == names
    assert [seen[number] for number in range(6)] == names


def test_mindspore_runs_in_every_fork(mindspore_pool: Pool) -> None:
    assert mindspore_pool.versions["mindspore"]
    for _ in range(2):
        result = mindspore_pool.submit(Job("mindspore.hal:is_available", {"device_target": "CPU"}))
        assert (result.outcome, result.value) == ("ok", True)


def test_an_interpreter_that_is_not_there() -> None:
    with pytest.raises(WorkerError, match="/nowhere/python"):
        Worker.start("none", "/nowhere/python")


@pytest.mark.parametrize("fork", [True, False] if CAN_FORK else [False])
def test_a_missing_framework_tells_how_to_install_it(bare_python: str, fork: bool) -> None:
    with pytest.raises(FrameworkError) as caught:
        Worker.start("mindspore", bare_python, fork=fork)
    assert caught.value.reason == "not-installed"
    for text in (caught.value.text.en, caught.value.text.zh):
        assert f"{bare_python} -m pip install mindspore" in text
        assert "numpy<2" in text


@pytest.mark.parametrize("fork", [True, False] if CAN_FORK else [False])
@pytest.mark.parametrize("failure", ["raise ImportError('libgomp.so')", "import os; os._exit(7)"])
def test_a_broken_framework_is_told_from_a_missing_one(
    bare_python: str, tmp_path: Path, failure: str, fork: bool
) -> None:
    (tmp_path / "mindspore").mkdir()
    (tmp_path / "mindspore" / "__init__.py").write_text(failure, encoding="utf-8")
    with pytest.raises(FrameworkError) as caught:
        Worker.start("mindspore", bare_python, env={"PYTHONPATH": str(tmp_path)}, fork=fork)
    assert caught.value.reason == "broken-install"
    assert "libgomp.so" in caught.value.text.en or "code 7" in caught.value.text.en
    assert "重新安装" in caught.value.text.zh


def test_a_python_without_packages_of_the_framework_is_advised_to_change() -> None:
    error = framework_error("mindspore", "not-installed", "", "/opt/python", "3.13.0")
    assert "between Python 3.9 and 3.12" in error.text.en
    assert "3.9 至 3.12" in error.text.zh


def test_a_missing_dependency_of_the_framework_counts_as_broken(
    bare_python: str, tmp_path: Path
) -> None:
    (tmp_path / "mindspore").mkdir()
    (tmp_path / "mindspore" / "__init__.py").write_text("import numpy", encoding="utf-8")
    with pytest.raises(FrameworkError) as caught:
        Worker.start("mindspore", bare_python, env={"PYTHONPATH": str(tmp_path)})
    assert caught.value.reason == "broken-install"
    assert "numpy" in caught.value.text.en


def _children(pid: int) -> list[int]:
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and _parent(entry) == pid:
            found.append(int(entry.name))
    return found


def _parent(entry: Path) -> int:
    try:
        return int((entry / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()[1])
    except OSError:
        return 0


def _alive(pid: int) -> bool:
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"
