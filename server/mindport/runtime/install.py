"""What to tell a user whose interpreter cannot load a framework."""

from __future__ import annotations

import re

from mindport.texts import Text

from .jobs import Framework, FrameworkError

# Requires-Python of the wheels that exist.
_PYTHONS = {"mindspore": ((3, 9), (3, 13)), "torch": ((3, 10), (3, 15))}


def framework_error(
    framework: Framework, reason: str, message: str, executable: str, python: str
) -> FrameworkError:
    """The error for a framework that is absent or whose import raised ``message``."""
    if reason == "not-installed":
        return FrameworkError("not-installed", _absent(framework, executable, python))
    return FrameworkError("broken-install", _broken(framework, message, executable))


def _absent(framework: Framework, executable: str, python: str) -> Text:
    name = _name(framework)
    low, high = _PYTHONS[framework]
    command = _command(framework, executable)
    if not low <= _version(python) < high:
        last = f"{high[0]}.{high[1] - 1}"
        first = f"{low[0]}.{low[1]}"
        return Text(
            en=f"{name} is not installed for {executable}, and has no package for Python {python}. "
            f"Choose an interpreter between Python {first} and {last}, then install it there: "
            f"{_command(framework, 'python')}",
            zh=f"{executable} 未安装 {name},且 {name} 不支持 Python {python}。"
            f"请选用 Python {first} 至 {last} 的解释器,并在其中安装:{_command(framework, 'python')}",
        )
    return Text(
        en=f"{name} is not installed for {executable}. Install it with: {command}",
        zh=f"{executable} 未安装 {name}。请执行以下命令安装:{command}",
    )


def _broken(framework: Framework, message: str, executable: str) -> Text:
    name = _name(framework)
    command = f"{executable} -m pip install --force-reinstall {_packages(framework)}"
    return Text(
        en=f"{name} is installed for {executable}, but importing it failed: {message} "
        f"Reinstalling often helps: {command}",
        zh=f"{executable} 中已安装 {name},但导入失败:{message} 通常可通过重新安装解决:{command}",
    )


def _name(framework: Framework) -> str:
    return {"mindspore": "MindSpore", "torch": "PyTorch"}.get(framework, framework)


def _command(framework: Framework, executable: str) -> str:
    return f"{executable} -m pip install {_packages(framework)}"


def _packages(framework: Framework) -> str:
    # MindSpore's package allows numpy 2, but does not run properly with it.
    return 'mindspore "numpy<2"' if framework == "mindspore" else framework


def _version(python: str) -> tuple[int, int]:
    numbers = re.findall(r"\d+", python)
    return (int(numbers[0]), int(numbers[1])) if len(numbers) > 1 else (0, 0)
