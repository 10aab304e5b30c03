"""What goes into a worker and what comes back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from mindport.texts import Text

Framework = Literal["torch", "mindspore", "none"]
Outcome = Literal["ok", "exception", "timeout", "memory", "killed", "cancelled"]
Stream = Literal["stdout", "stderr"]
OnOutput = Callable[[Stream, str], None]

GIGABYTE = 1 << 30


@dataclass(frozen=True, slots=True)
class Job:
    """One call in a worker: ``call`` is "package.module:function", its arguments are JSON.

    It runs in ``folder``, or in a scratch folder of its own. ``timeout`` is in seconds, ``memory``
    in bytes for the job and all its descendants. ``finish`` lets the interpreter end as a program
    does (exit handlers, threads joined) with the ``exit_code`` in the call's value.
    """

    call: str
    arguments: Mapping[str, Any] = field(default_factory=dict)
    folder: str | None = None
    timeout: float = 60.0
    memory: int = 4 * GIGABYTE
    finish: bool = False


@dataclass(frozen=True, slots=True)
class JobError:
    """The exception that ended a job; frames are {"path", "function", "line"}, innermost last."""

    type: str
    message: str
    frames: tuple[Mapping[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class JobResult:
    """How a job ended. ``value`` is what the call returned, ``exit_code`` negative for a signal."""

    outcome: Outcome
    value: Any = None
    error: JobError | None = None
    exit_code: int | None = None
    seconds: float = 0.0
    stdout: str = ""
    stderr: str = ""


class FrameworkError(Exception):
    """A framework that cannot be loaded by the interpreter asked for; ``text`` says what to do."""

    def __init__(self, reason: Literal["not-installed", "broken-install"], text: Text) -> None:
        super().__init__(text.en)
        self.reason = reason
        self.text = text


class WorkerError(Exception):
    """A worker process that could not be started, or a call on a closed worker."""
