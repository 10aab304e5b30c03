"""Running a migrated program: it sees what the user's file would, and errors name its lines."""

from __future__ import annotations

import os
import threading
from pathlib import Path
from typing import Any

import pytest

from mindport.runtime.run import RunResult, run_source

MISBEHAVE = str(Path(__file__).with_name("programs"))


@pytest.fixture
def main(tmp_path: Path) -> Path:
    """The user's file; on the disk it is still torch code."""
    path = tmp_path / "train.py"
    path.write_text("import torch\nraise SystemExit('the original ran')\n", encoding="utf-8")
    return path


def run(source: str, path: Path, **options: Any) -> RunResult:
    return run_source(source, path=str(path), **options)


def test_a_program_sees_itself_as_the_users_file(main: Path) -> None:
    result = run(
        "import inspect, os, sys, mindspore as ms\n"
        "def f(): pass\n"
        "print(__name__, __file__ == sys.argv[0], sys.argv[1:], os.getcwd() == sys.path[0])\n"
        "print(os.path.samefile(__file__, sys.argv[0]), inspect.getsource(f))\n"
        "print(ms.get_context('device_target'), ms.get_context('mode') == ms.PYNATIVE_MODE)\n"
        "print('problem', file=sys.stderr)\n",
        main,
        argv=["--epochs", "3"],
    )
    assert result.stderr == "problem\n"
    assert result.stdout.splitlines() == [
        "__main__ True ['--epochs', '3'] True",
        "True def f(): pass",
        "",
        "CPU True",
    ]
    assert (result.outcome, result.exit_code, result.text) == ("ok", 0, None)
    assert sorted(entry.name for entry in main.parent.iterdir()) == ["train.py"]


def test_a_module_runs_inside_its_package(tmp_path: Path) -> None:
    package = tmp_path / "models"
    package.mkdir()
    for name in ("__init__", "layers", "train"):
        (package / f"{name}.py").write_text("import torch\n" * (name != "__init__"), "utf-8")
    result = run(
        "import sys\nfrom .layers import SIZE\nprint(__package__, SIZE, sys.path[0])\n",
        package / "train.py",
        module="models.train",
        overlays={str(package / "layers.py"): "SIZE = 5\n"},
    )
    assert result.stdout == f"models 5 {tmp_path}\n"


def test_an_exit_handler_and_a_thread_still_run(main: Path) -> None:
    result = run(
        "import atexit, threading, time\n"
        "atexit.register(print, 'bye')\n"
        "threading.Thread(target=lambda: (time.sleep(0.1), print('thread'))).start()\n",
        main,
    )
    assert (result.outcome, result.stdout) == ("ok", "thread\nbye\n")


@pytest.mark.parametrize(
    ("source", "outcome", "exit_code"),
    [
        ("import sys; sys.exit()", "ok", 0),
        ("import sys; sys.exit(0)", "ok", 0),
        ("import sys; sys.exit(3)", "exception", 3),
        ("raise SystemExit('no data')", "exception", 1),
    ],
)
def test_sys_exit(main: Path, source: str, outcome: str, exit_code: int) -> None:
    result = run(source, main)
    assert (result.outcome, result.exit_code) == (outcome, exit_code)
    assert result.stderr == ("no data\n" if "no data" in source else "")


def test_an_error_names_the_line_of_the_original(main: Path) -> None:
    result = run(
        "from mindspore import mint, ops\n"
        "def forward(x):\n"
        "    layer = mint.nn.Conv2d(3, 4, 3)\n"
        "    y = layer(x)\n"
        "    return y + 1\n"
        "print(forward(ops.ones((2, 3, 8, 8))))\n",
        main,
        line_map=lambda line: line + 10,
    )
    assert (result.outcome, result.error_type) == ("exception", "RuntimeError")
    assert result.message == "The kernel Conv2DExt unregistered."
    assert [(f.function, f.line, f.original_line) for f in result.frames] == [
        ("<module>", 6, 16),
        ("forward", 4, 14),
    ]
    assert f'File "{main}", line 14 (4 after migration), in forward\n    y = layer(x)' in (
        result.stderr
    )
    assert "C++" not in result.stderr
    assert "worker.py" not in result.stderr


def test_an_error_in_graph_mode_names_the_line_inside_the_cell(main: Path) -> None:
    result = run(
        "from mindspore import nn, ops\n"
        "class Net(nn.Cell):\n"
        "    def construct(self, x):\n"
        "        return ops.matmul(x, x)\n"
        "Net()(ops.ones((2, 3)))\n",
        main,
        mode="GRAPH",
        line_map=lambda line: 2 * line,
    )
    assert result.outcome == "exception"
    assert "MatMul" in result.message
    assert (result.frames[-1].path, result.frames[-1].original_line) == (str(main), 8)
    assert f"In file {main}:8 (4 after migration)" in result.stderr
    assert "        return ops.matmul(x, x)\n" in result.stderr
    assert "import torch" not in result.stderr
    assert sorted(entry.name for entry in main.parent.iterdir()) == ["train.py"]


def test_an_imported_file_gets_its_migrated_text(main: Path) -> None:
    model = main.with_name("model.py")
    model.write_text("import torch\n", encoding="utf-8")
    result = run(
        "import model\nmodel.build(0)\n",
        main,
        overlays={str(model): "\n\ndef build(size):\n    return 1 / size\n"},
        overlay_maps={str(model): lambda line: line - 2},
    )
    assert result.error_type == "ZeroDivisionError"
    last = result.frames[-1]
    assert (last.path, last.function, last.line, last.original_line) == (str(model), "build", 4, 2)
    assert model.read_text(encoding="utf-8") == "import torch\n"


def test_text_that_does_not_parse(main: Path) -> None:
    result = run("x = 1\ny = (\n", main, line_map=lambda line: line + 5)
    assert (result.outcome, result.error_type) == ("exception", "SyntaxError")
    assert [frame.original_line for frame in result.frames] == [7]


@pytest.mark.parametrize(
    ("call", "outcome", "exit_code", "en", "zh"),
    [
        ("never_end()", "timeout", -9, "within 8 seconds", "8 秒"),
        ("eat_memory()", "memory", -9, "0.6 GiB", "0.6 GiB"),
        ("ask_for_a_terabyte()", "memory", 1, "MemoryError", "MemoryError"),
        ("kill_itself()", "killed", -9, "signal 9", "信号 9"),
        ("exit_on_the_spot()", "killed", 3, "exit code 3", "退出码为 3"),
        ("read_address_zero()", "killed", -11, "signal 11", "信号 11"),
    ],
)
def test_a_program_that_misbehaves(
    main: Path, call: str, outcome: str, exit_code: int, en: str, zh: str
) -> None:
    result = run(
        f"import misbehave\nmisbehave.{call}\n",
        main,
        timeout=8 if outcome == "timeout" else 120,
        memory=6 * (1 << 30) // 10,
        env={"PYTHONPATH": MISBEHAVE},
    )
    assert (result.outcome, result.exit_code) == (outcome, exit_code)
    assert result.text is not None
    assert en in result.text.en
    assert zh in result.text.zh


def test_a_program_that_forks_leaves_nothing_behind(main: Path, tmp_path: Path) -> None:
    note = tmp_path / "children"
    result = run(
        f"import misbehave\nmisbehave.leave_children({str(note)!r})\n",
        main,
        env={"PYTHONPATH": MISBEHAVE},
    )
    assert result.outcome == "ok"
    pids = note.read_text(encoding="utf-8").split()
    assert len(pids) == 3
    assert [pid for pid in pids if Path("/proc", pid).exists()] == []


def test_a_run_can_be_cancelled(main: Path) -> None:
    cancel = threading.Event()
    result = run(
        "print('at work', flush=True)\nwhile True: pass\n",
        main,
        on_output=lambda *_: cancel.set(),
        cancel=cancel,
    )
    assert result.outcome == "cancelled"
    assert result.stdout == "at work\n"


def test_a_device_that_is_not_there(main: Path) -> None:
    result = run("print('ran')", main, device="Ascend")
    assert (result.outcome, result.stdout) == ("exception", "")
    assert result.text is not None
    assert "device Ascend" in result.text.en
    assert "设备 Ascend" in result.text.zh


def test_mindspore_that_is_missing(main: Path, bare_python: str) -> None:
    result = run("print('ran')", main, python=bare_python)
    assert (result.outcome, result.stdout, result.stderr) == ("not-installed", "", "")
    assert result.text is not None
    assert f"{bare_python} -m pip install mindspore" in result.text.en
    assert "安装" in result.text.zh


def test_mindspore_that_is_broken(main: Path, bare_python: str, tmp_path: Path) -> None:
    fake = tmp_path / "site" / "mindspore"
    fake.mkdir(parents=True)
    (fake / "__init__.py").write_text("raise OSError('libmindspore_core.so')", encoding="utf-8")
    result = run(
        "print('ran')", main, python=bare_python, env={"PYTHONPATH": os.fspath(fake.parent)}
    )
    assert (result.outcome, result.stdout) == ("broken-install", "")
    assert result.text is not None
    assert "libmindspore_core.so" in result.text.en


def test_an_interpreter_that_is_not_there(main: Path) -> None:
    result = run("print('ran')", main, python="/nowhere/python")
    assert result.outcome == "broken-install"
    assert result.text is not None
    assert "/nowhere/python" in result.text.en
