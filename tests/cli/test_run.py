"""``mindport run``: a torch program on a real MindSpore."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time

import pytest

from .conftest import ENGLISH, Folder

PROGRAM = """\
import sys

import torch

from pkg.part import double


def main(count):
    x = torch.ones(count)
    print(type(x).__module__.split(".")[0], double(x).sum().item(), *sys.argv[1:])


if __name__ == "__main__":
    main(3)
"""


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ENGLISH["PYTHONPATH"]), "LC_ALL": "C.UTF-8"}
    return subprocess.run(
        [sys.executable, "-m", "mindport.cli.main", "run", *arguments],
        capture_output=True,
        env=environment,
        timeout=180,
        text=True,
        check=False,
    )


@pytest.fixture
def program(folder: Folder) -> Folder:
    folder.write("main.py", PROGRAM)
    folder.write("pkg/__init__.py", "")
    folder.write("pkg/part.py", "import torch\n\n\ndef double(x):\n    return torch.mul(x, 2)\n")
    return folder


def test_a_program_and_what_it_imports_run_on_mindspore(program: Folder) -> None:
    done = run("main.py", "one", "--two")
    assert done.stdout == "mindspore 6.0 one --two\n", done.stderr
    assert done.returncode == 0
    assert program.read("main.py").decode() == PROGRAM


def test_a_module(program: Folder) -> None:
    program.write("pkg/__main__.py", PROGRAM.replace("pkg.part", ".part"))
    assert run("-m", "pkg", "x").stdout == "mindspore 6.0 x\n"
    program.write("pkg/tool.py", PROGRAM.replace("pkg.part", ".part"))
    assert run("--device", "cpu", "-m", "pkg.tool").stdout == "mindspore 6.0\n"
    program.write("pkg/__init__.py", "import torch\nONE = torch.ones(1)\n")
    assert run("--device", "cpu", "-m", "pkg.tool").stdout == "mindspore 6.0\n"


def test_the_exit_code_is_the_programs(program: Folder) -> None:
    program.write("main.py", "import sys\nsys.exit(7)\n")
    assert run("main.py").returncode == 7


def test_an_error_is_shown_at_the_line_of_the_original(program: Folder) -> None:
    text = PROGRAM.replace("double(x)", "double(x)[0, 0, 0]")
    two = "import torch\nimport torch.nn.functional as F\nfrom torch import nn\n"
    program.write("main.py", text.replace("import torch\n", two))
    done = run("main.py")
    assert done.returncode == 1
    assert re.search(r'main\.py", line 12\b.*in main\n', done.stderr), done.stderr
    assert done.stderr.count("Error: ") == 1


def test_a_program_that_takes_too_long_is_stopped(program: Folder) -> None:
    program.write("main.py", "print('started', flush=True)\nwhile True: pass\n")
    done = run("--timeout", "3", "main.py")
    assert done.returncode == 124
    assert "did not end within 3 seconds" in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="needs POSIX signals")
def test_an_interrupt_cancels(program: Folder) -> None:
    program.write("main.py", "print('started', flush=True)\nwhile True: pass\n")
    environment = {**os.environ, "PYTHONPATH": str(ENGLISH["PYTHONPATH"])}
    command = [sys.executable, "-m", "mindport.cli.main", "run", "main.py"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == b"started\n"
        time.sleep(0.1)
        running.send_signal(signal.SIGINT)
        assert running.wait(timeout=60) == 130


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "name the FILE"),
        (["nowhere.py"], "nowhere.py: No such file"),
        (["-m", "no.such"], "there is no module no.such"),
        (["main.py", "--device"], ""),
    ],
)
def test_what_cannot_be_run(program: Folder, arguments: list[str], words: str) -> None:
    if not words:  # an option behind the file is the program's own
        program.write("main.py", "import sys\nprint(sys.argv[1])\n")
        assert run(*arguments).stdout == "--device\n"
        return
    done = run(*arguments)
    assert done.returncode == 2
    assert words in done.stderr


def test_a_python_without_mindspore_says_how_to_get_it(program: Folder) -> None:
    import venv

    venv.create(program.path / "bare", with_pip=False)
    python = str(program.path / "bare" / ("Scripts" if os.name == "nt" else "bin") / "python")
    done = run("--python", python, "main.py")
    assert done.returncode == 2
    assert "pip install" in done.stderr
    assert "mindspore" in done.stderr
