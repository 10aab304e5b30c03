"""Errors of a device whose memory has run out, which MindSpore tells by its message alone."""

from __future__ import annotations

import pytest

from .conftest import fixed

SOURCE = (
    "import torch\n\n\ndef run(error):\n    try:\n        raise error\n"
    "    except {}:\n        return 'smaller'\n"
)


@pytest.mark.parametrize(
    "line", ["isinstance(e, torch.OutOfMemoryError)", "raise torch.cuda.OutOfMemoryError"]
)
def test_leaves_alone(line: str) -> None:
    assert line in fixed(f"import torch\n\n\ndef run(e):\n    {line}\n")


@pytest.mark.parametrize(
    "caught", ["torch.cuda.OutOfMemoryError", "(torch.OutOfMemoryError, KeyError)"]
)
def test_only_that_error_is_caught(caught: str) -> None:
    names: dict[str, object] = {}
    exec(compile(fixed(SOURCE.format(caught)), "f.py", "exec"), names)
    run = names["run"]
    assert run(RuntimeError("Device(id:0) memory isn't enough and alloc failed")) == "smaller"  # type: ignore[operator]
    for other in (RuntimeError("Shapes differ"), ValueError("memory is not enough")):
        with pytest.raises(type(other)):
            run(other)  # type: ignore[operator]
