"""What stands in the way of a rewrite, and how it is said."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from mindport.texts import Text


@dataclass(frozen=True)
class Obstacle:
    """A place in the source and why it cannot be rewritten."""

    node: ast.AST
    text: Text

    @property
    def line(self) -> int:
        return getattr(self.node, "lineno", 1)


NO_BACKWARD = Text(
    "where the gradients are computed cannot be seen from here", "此处看不到梯度在哪里计算"
)
NO_STEP = Text(
    "no optimizer steps with these gradients in the same function",
    "同一函数中没有优化器使用这些梯度更新参数",
)
IN_EXPRESSION = Text("it is called inside a lambda", "它在 lambda 中被调用")
VALUE_USED = Text("its result is used", "使用了它的返回值")
CLOSURE = Text("the optimizer evaluates a closure itself", "优化器自行调用闭包")
NO_NAME = Text("what it is called on has no plain name", "调用它的对象不是简单的名称")
GRADIENT_GIVEN = Text("backward gets a gradient", "向 backward 传入了梯度")
CLIP_FORM = Text(
    "MindSpore has no clipping like this: only the 2-norm and the largest absolute value",
    "MindSpore 没有这种裁剪方式：仅支持 2 范数与无穷范数",
)
CLIP_PLACE = Text(
    "clipping stands between backward and the step of one optimizer, or its gradients are unclear",
    "裁剪应位于 backward 与同一优化器的 step 之间，否则无法确定裁剪的是哪些梯度",
)
CLEARED_TOO_LATE = Text(
    "gradients are cleared between backward and step", "在 backward 与 step 之间清除了梯度"
)
CONDITIONAL = Text("it does not run every time", "并非每次都会执行")
NOT_CLEARED = Text(
    "gradients of earlier steps are still there: they are not cleared in between",
    "其间没有清除梯度，之前的梯度仍会累积",
)
LOSS_ELSEWHERE = Text("the loss is computed elsewhere", "损失在其他位置计算")
CROSSES = Text(
    "the loss is computed from what stands before another step", "损失依赖于另一次更新之前的计算"
)
NO_GRAD_INSIDE = Text(
    "gradients are stopped in the middle of the forward pass; use mindspore.ops.stop_gradient",
    "前向计算中间停止了梯度；请使用 mindspore.ops.stop_gradient",
)
NO_NETWORK = Text(
    "no network is called here, so the gradients come from elsewhere",
    "此处没有调用网络，梯度来自其他位置",
)
SHARED_LINE = Text("it shares its line with other statements", "它与其他语句写在同一行")


def other(symbol: str) -> Text:
    return Text(f"{symbol} takes part", f"使用了 {symbol}")


def backward_argument(name: str) -> Text:
    return Text(f"backward has the argument {name}", f"backward 带有参数 {name}")


def keyword(word: str) -> Text:
    return Text(f"{word} cannot move into a function of its own", f"{word} 不能移入单独的函数")
