"""Runs the fixed text of an open document on MindSpore, with progress, output and a cancel button."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer

from mindport.config import Config
from mindport.document import Document, Span
from mindport.fixes.apply import FixResult
from mindport.fixes.program import fixed_program
from mindport.lsp import to_lsp
from mindport.lsp.analyst import Analyst
from mindport.lsp.diagnostics import refresh
from mindport.lsp.documents import OpenDocument, RunFailure
from mindport.lsp.moving import Change, forward
from mindport.lsp.output import Output
from mindport.lsp.progress import Progress
from mindport.lsp.session import Session
from mindport.lsp.settings import FileSettings
from mindport.texts import Text

if TYPE_CHECKING:
    from mindport.runtime.run import RunOutcome, RunResult

MEGABYTE = 1 << 20
TICK = 0.1


def device_of(settings: FileSettings) -> str:
    """The device to run on: the setting's, else the CPU where the target names it."""
    devices = settings.config.target.devices
    return settings.settings.run.device or ("CPU" if "CPU" in devices else devices[0])


@dataclass
class Runner:
    """Runs documents, each at most once at a time."""

    server: LanguageServer
    session: Session
    analyst: Analyst
    _running: set[str] = field(default_factory=set)

    async def run(self, opened: OpenDocument, token: types.ProgressToken | None) -> dict[str, Any]:
        """Run a document to its end; the answer says how it ended."""
        language = opened.settings.config.language
        if opened.uri in self._running:
            running = Text("This file is running already.", "该文件正在运行。")
            raise JsonRpcInvalidParams(running(language))
        cancel = threading.Event()
        progress = Progress(self.server, token, cancel.set)
        output = Output(self.server, opened.uri)
        document = opened.document
        trail: list[Change] = []
        self._running.add(opened.uri)
        opened.trails.append(trail)
        try:
            if opened.failures:
                opened.failures = ()
                refresh(self.server, self.session, opened)
            result = await self._execute(opened, progress, output, cancel)
            opened.failures = _failures(opened.path, document, trail, result)
            if opened.failures:
                refresh(self.server, self.session, opened)
        except asyncio.CancelledError:
            cancel.set()
            raise
        finally:
            output.flush()
            progress.end()
            opened.trails.remove(trail)
            self._running.discard(opened.uri)
        message = _message(opened, result)(language)
        output.say(message)
        return {
            "outcome": result.outcome,
            "exitCode": result.exit_code,
            "seconds": round(result.seconds, 3),
            "message": message,
        }

    async def _execute(
        self, opened: OpenDocument, progress: Progress, output: Output, cancel: threading.Event
    ) -> RunResult:
        settings, document = opened.settings, opened.document
        language, device = settings.config.language, device_of(settings)
        title = Text(
            f"{opened.path.name} on MindSpore ({device})",
            f"{opened.path.name}：在 MindSpore（{device}）上运行",
        )
        fixing = Text("applying fixes", "正在应用修复")(language)
        await progress.begin(title(language), fixing, ask=self.session.client.progress)
        if document.problem is not None:
            return _not_begun("exception", document.problem.message)
        files = await self._fixed(opened, document, device)
        if cancel.is_set():
            return _not_begun("cancelled", Text("The run was cancelled.", "运行已取消。"))
        output.say(_header(opened, files, device)(language))
        call = _call(opened, files, device, output, cancel)
        work = asyncio.get_running_loop().run_in_executor(None, call)
        started = time.monotonic()
        while not work.done():
            await asyncio.wait([work], timeout=TICK)
            output.flush()
            seconds = int(time.monotonic() - started)
            stage = Text("running", "运行中") if output.begun else Text("starting", "正在启动")
            progress.report(f"{stage(language)} · {seconds} s")
        return work.result()

    async def _fixed(
        self, opened: OpenDocument, document: Document, device: str
    ) -> dict[str, FixResult]:
        session = self.session

        def config_of(path: Path) -> Config:
            config = session.settings_of(path).config
            return replace(config, target=replace(config.target, devices=(device,)))  # type: ignore[arg-type]

        texts = {str(other.path): other.document.text for other in session.documents.values()}
        workspace = session.workspace_of(opened.path)
        return await self.analyst.run(fixed_program, document, config_of, workspace, texts)


def _call(
    opened: OpenDocument,
    files: dict[str, FixResult],
    device: str,
    output: Output,
    cancel: threading.Event,
) -> Callable[[], RunResult]:
    """The run itself, to be called in a thread."""
    from mindport.runtime.run import run_source

    (name, program), *others = files.items()
    settings = opened.settings.settings.run
    return partial(
        run_source,
        program.document.text,
        path=name,
        device=device,
        mode=opened.settings.config.target.mode,
        timeout=settings.timeout,
        memory=settings.memory * MEGABYTE,
        python=settings.python,
        line_map=_original(program),
        overlays={path: file.document.text for path, file in others},
        overlay_maps={path: _original(file) for path, file in others},
        on_output=output.add,
        cancel=cancel,
    )


def _not_begun(outcome: RunOutcome, text: Text) -> RunResult:
    from mindport.runtime.run import RunResult

    return RunResult(outcome, text=text)


def _original(file: FixResult) -> Callable[[int], int]:
    """The line of the original for a line of the fixed text, both from 1."""
    return lambda line: file.line_map[min(line, len(file.line_map)) - 1]


def _failures(
    path: Path, document: Document, trail: list[Change], result: RunResult
) -> tuple[RunFailure, ...]:
    """An error, on the line of the original that it came through last, where that is unchanged."""
    own = [frame for frame in result.frames if Path(frame.path) == path]
    if result.text is None or result.error_type == "SystemExit" or not own:
        return ()
    span: Span | None = to_lsp.line_span(document, own[-1].original_line - 1)
    for change in trail:
        span = None if span is None else forward(span, change)
    if span is None:
        return ()
    frames = tuple((f.path, f.original_line, f.function) for f in result.frames)
    return (RunFailure(span, result.text, frames if len(frames) > 1 else ()),)


def _header(opened: OpenDocument, files: dict[str, FixResult], device: str) -> Text:
    fixed = sum(file.fixed for file in files.values())
    name = opened.path.name
    return Text(
        f"--- {name} on MindSpore ({device}), {fixed} fixes applied in memory ---",
        f"--- 在 MindSpore（{device}）上运行 {name}，已在内存中应用 {fixed} 处修复 ---",
    )


def _message(opened: OpenDocument, result: RunResult) -> Text:
    if result.text is not None:
        return result.text
    name, seconds = opened.path.name, f"{result.seconds:.1f}"
    if result.exit_code:
        return Text(
            f"{name} ended with exit code {result.exit_code} after {seconds} s.",
            f"{name} 运行 {seconds} 秒后结束，退出码为 {result.exit_code}。",
        )
    return Text(
        f"{name} ran on MindSpore without an error ({seconds} s).",
        f"{name} 已在 MindSpore 上运行完成，没有错误（{seconds} 秒）。",
    )
