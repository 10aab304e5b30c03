"""Runs a user's migrated program on MindSpore, and tells where in the original it failed."""

from __future__ import annotations

import re
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from mindport.texts import Text

from .install import framework_error
from .jobs import GIGABYTE, Job, JobResult, OnOutput, WorkerError
from .pool import CAN_FORK, Worker

RunOutcome = Literal[
    "ok",
    "exception",
    "timeout",
    "memory",
    "killed",
    "cancelled",
    "not-installed",
    "broken-install",
]
LineMap = Callable[[int], int]


@dataclass(frozen=True, slots=True)
class Frame:
    """A place in one of the user's files that the error came through; lines count from 1."""

    path: str
    function: str
    line: int
    original_line: int


@dataclass(frozen=True, slots=True)
class RunResult:
    """How a program ended.

    ``exit_code`` is negative for a signal, None when the program was not started. ``frames`` are
    innermost last; the last one is where to put a diagnostic. ``text`` explains every outcome but
    "ok" to the user.
    """

    outcome: RunOutcome
    exit_code: int | None = None
    seconds: float = 0.0
    stdout: str = ""
    stderr: str = ""
    error_type: str = ""
    message: str = ""
    frames: tuple[Frame, ...] = ()
    text: Text | None = None


def run_source(
    source: str,
    *,
    path: str,
    argv: Sequence[str] = (),
    module: str | None = None,
    device: str = "CPU",
    mode: str = "PYNATIVE",
    timeout: float = 600.0,
    memory: int = 8 * GIGABYTE,
    python: str = sys.executable,
    line_map: LineMap | None = None,
    overlays: Mapping[str, str] | None = None,
    overlay_maps: Mapping[str, LineMap] | None = None,
    cwd: str | None = None,
    env: Mapping[str, str] | None = None,
    on_output: OnOutput | None = None,
    cancel: threading.Event | None = None,
) -> RunResult:
    """Run migrated text as ``__main__``, as if it stood in the file at ``path``.

    A fresh interpreter of ``python`` runs it, in the file's folder unless ``cwd`` says otherwise
    (with ``module``, in the folder that holds the outermost package). ``overlays`` holds the
    migrated text of other files, by path: where the program imports one, it gets that text. A line
    map takes a line of migrated text to its line in the original. ``timeout`` is in seconds,
    ``memory`` in bytes. Never raises for what the program does.
    """
    path = str(Path(path).absolute())
    others = {str(Path(name).absolute()): text for name, text in (overlays or {}).items()}
    maps = {str(Path(name).absolute()): mapped for name, mapped in (overlay_maps or {}).items()}
    if line_map is not None:
        maps[path] = line_map
    texts = {**others, path: source}
    job = Job(
        call="mindport.runtime.program:run",
        arguments={
            "source": source,
            "path": path,
            "argv": list(argv),
            "module": module,
            "device": device,
            "mode": mode,
            "cwd": cwd or _folder(path, module),
            "overlays": others,
            "tables": {name: _table(texts[name], maps[name]) for name in maps if name in texts},
        },
        timeout=timeout,
        memory=memory,
        finish=True,
    )
    try:
        with Worker.start("none", python, env=env, fork=CAN_FORK) as worker:
            result = worker.submit(job, on_output, cancel)
    except WorkerError as error:
        return RunResult("broken-install", text=_no_interpreter(python, str(error)))
    return _run_result(result, texts, maps, device, timeout, memory)


def _folder(path: str, module: str | None) -> str:
    depth = len(module.split(".")) if module else 1
    if module and Path(path).name == "__main__.py" and not module.endswith("__main__"):
        depth += 1
    return str(Path(path).parents[depth - 1])


def _table(text: str, line_map: LineMap) -> list[int]:
    return [line_map(line) for line in range(1, text.count("\n") + 2)]


def _run_result(
    result: JobResult,
    texts: Mapping[str, str],
    maps: Mapping[str, LineMap],
    device: str,
    timeout: float,
    memory: int,
) -> RunResult:
    base = RunResult(
        outcome=result.outcome,
        exit_code=result.exit_code,
        seconds=result.seconds,
        stdout=result.stdout,
        stderr=result.stderr,
        text=_explanation(result, timeout, memory),
    )
    if result.error is not None:  # the run could not begin, for example in a folder that is gone
        failed = {"type": result.error.type, "message": result.error.message}
        return replace(
            base, error_type=failed["type"], message=failed["message"], text=_raised(failed)
        )
    report: Mapping[str, Any] = result.value or {}
    if result.outcome != "ok" or report["state"] == "ok":
        return base
    if report["state"] == "import":
        failure = framework_error(
            "mindspore",
            report["reason"],
            report["message"],
            report["executable"],
            report["python"],
        )
        return replace(base, outcome=failure.reason, text=failure.text)
    error = report["error"]
    frames = tuple(
        Frame(
            path=frame["path"],
            function=frame["function"],
            line=frame["line"],
            original_line=maps.get(frame["path"], _same)(frame["line"]),
        )
        for frame in error["frames"]
        if frame["path"] in texts
    )
    text = _device(device, error["message"]) if report["state"] == "device" else _raised(error)
    return replace(
        base,
        outcome="memory" if error["type"] == "MemoryError" else "exception",
        error_type=error["type"],
        message=error["message"],
        frames=frames,
        text=text,
    )


def _same(line: int) -> int:
    return line


def _explanation(result: JobResult, timeout: float, memory: int) -> Text | None:
    size = f"{memory / GIGABYTE:.3g} GiB"
    code = result.exit_code if result.exit_code is not None else 0
    signal = code < 0
    texts: dict[str, Text] = {
        "timeout": Text(
            en=f"The program did not end within {timeout:.0f} seconds and was stopped.",
            zh=f"程序在 {timeout:.0f} 秒内未结束,已被终止。",
        ),
        "memory": Text(
            en=f"The program needed more than its {size} of memory and was stopped.",
            zh=f"程序占用的内存超过 {size} 的上限,已被终止。",
        ),
        "cancelled": Text(en="The run was cancelled.", zh="运行已取消。"),
        "killed": Text(
            en=f"The program was killed by signal {-code}."
            if signal
            else f"The program ended on the spot with exit code {code}.",
            zh=f"程序被信号 {-code} 终止。" if signal else f"程序直接退出,退出码为 {code}。",
        ),
    }
    return texts.get(result.outcome)


def _raised(error: Mapping[str, Any]) -> Text:
    if error["type"] == "SystemExit" and error["message"].isdecimal():
        code = error["message"]
        return Text(
            en=f"The program ended with exit code {code}.", zh=f"程序以退出码 {code} 结束。"
        )
    both = f"{error['type']}: {error['message']}" if error["message"] else error["type"]
    return Text(en=both, zh=both)


def _device(device: str, message: str) -> Text:
    first = re.split(r"(?<=\.)\s", message, maxsplit=1)[0]
    return Text(
        en=f"MindSpore cannot use the device {device} here: {first} "
        "Choose a device that this machine has, or run on a machine that has it.",
        zh=f"MindSpore 无法在此使用设备 {device}:{first} 请选择本机具备的设备,或换到具备该设备的机器上运行。",
    )


def _no_interpreter(python: str, message: str) -> Text:
    return Text(
        en=f"The Python interpreter {python} cannot be used ({message}). Choose another one.",
        zh=f"无法使用 Python 解释器 {python}({message})。请选择其他解释器。",
    )
