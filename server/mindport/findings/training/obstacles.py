"""What stands in the way of a rewrite, and how it is said."""

from __future__ import annotations

import ast
from collections.abc import Sequence
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


IN_THE_WAY = Text("In the way:", "需要处理：")
TO_CHECK = Text("To be checked:", "需要确认：")
IN_GRAPH_MODE = Text(
    "In graph mode the function is compiled, and takes nothing but tensors from around it. Inside of "
    "a loop it is compiled anew at each step, which takes longer than the step: define it and grad_fn "
    "before the loop, with the batch as arguments.",
    "图模式下该函数会被编译，只能从外部获取张量。写在循环内时每一步都会重新编译，耗时超过该步本身：请在循环之前定义它与 "
    "grad_fn，并以批数据为参数。",
)
BEFORE_THE_LOOP = Text(
    "In graph mode the function is compiled at its first call, and again for tensors of other shapes and "
    "for other numbers. It is given tensors and numbers; whatever else it reads, it keeps as it was at "
    "the first call.",
    "图模式下该函数在首次调用时编译，张量形状或数值不同时会重新编译。其参数应为张量或数值；从外部读取的其他内容将保持首次调用时的值。",
)
NO_BACKWARD = Text(
    "where the gradients are computed cannot be seen from here: take them as an argument, and call the "
    "optimizer with them",
    "此处看不到梯度在哪里计算：请以参数接收梯度，再用它调用优化器",
)
NO_STEP = Text(
    "no optimizer steps with these gradients in the same function: compute them with value_and_grad, "
    "and hand them to where it steps",
    "同一函数中没有优化器使用这些梯度更新参数：请用 value_and_grad 计算梯度，再传到优化器更新参数的位置",
)
IN_EXPRESSION = Text("it is called inside a lambda", "它在 lambda 中被调用")
NAMED_INSIDE = Text(
    "the loss gets its name inside of the call: assign it on a line of its own",
    "损失在该调用内部被命名：请单独写一行赋值",
)
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
USED_BY_NONE = Text(
    "no loss behind it is seen to use what this optimizer holds: compute the loss with that network in "
    "sight, not in a function that holds it",
    "其后的损失未见用到该优化器所持有的参数：请直接用该网络计算损失，而不是在持有它的函数中计算",
)
CONDITIONAL = Text("it does not run every time", "并非每次都会执行")
NOT_CLEARED = Text(
    "gradients of earlier steps are still there: they are not cleared in between",
    "其间没有清除梯度，之前的梯度仍会累积",
)
LEFT_BY_OTHERS = Text(
    "another file's training step leaves its gradients, to which the first one here adds: it clears "
    "them before its own backward call only",
    "另一文件中的训练步骤只在自己的 backward 之前清除梯度，其最后的梯度会累加到此处的第一步",
)
UNNAMED = Text(
    "the loss is computed where it is given: assign it to a name in front of the call",
    "损失在传入时才计算：请在调用之前先赋给一个变量",
)
LOSS_ELSEWHERE = Text("the loss is computed elsewhere", "损失在其他位置计算")
CROSSES = Text(
    "the loss is computed from what stands before another step", "损失依赖于另一次更新之前的计算"
)
NO_GRAD_INSIDE = Text(
    "gradients are stopped in the middle of the forward pass; use mindspore.ops.stop_gradient",
    "前向计算中间停止了梯度；请使用 mindspore.ops.stop_gradient",
)
NO_GRAD_BEFORE = Text(
    "gradients are stopped here; use mindspore.ops.stop_gradient for what the loss takes of it",
    "此处停止了梯度；对损失用到的结果请使用 mindspore.ops.stop_gradient",
)
NO_NETWORK = Text(
    "no network is called here, so the gradients come from elsewhere",
    "此处没有调用网络，梯度来自其他位置",
)
GRAD_READ = Text(
    "the gradient of a tensor is read or changed by hand", "手动读取或修改了张量的梯度"
)
OUTSIDE = Text(
    "the loss depends on what is computed outside of this block",
    "损失依赖于该代码块之外的计算",
)
FROZEN_LATER = Text(
    "parameters are frozen or unfrozen after the optimizer was made",
    "在创建优化器之后冻结或解冻了参数",
)
STOPS_INSIDE = Text(
    "a function called here stops gradients; use mindspore.ops.stop_gradient",
    "此处调用的函数会停止梯度；请使用 mindspore.ops.stop_gradient",
)
DATA_READ = Text(
    "gradients flow through .data in MindSpore; use mindspore.ops.stop_gradient",
    "MindSpore 中 .data 不会截断梯度；请使用 mindspore.ops.stop_gradient",
)
GUARD_FORM = Text(
    "the loss is computed before this condition, which cannot move in front of it",
    "损失在该条件之前计算，而条件无法提前判断",
)
HANDED_GRADIENTS = Text(
    "a function that is called here may read or change the gradients",
    "此处调用的函数可能读取或修改梯度",
)
KEPT_FUNCTION = Text(
    "a function made here is kept, and reads names that later rounds give other values",
    "此处创建的函数被保留，而它读取的名称之后会被重新赋值",
)
OVERLAP = Text(
    "two losses share a forward pass and cannot be added up", "两个损失共用前向计算，且无法相加"
)
NO_COMMON_GRAPH = Text(
    "it is taken to have no graph in common with the loss before: torch would have freed that in the "
    "backward call before",
    "假定它与前一个损失没有共用的计算图：否则 torch 在前一次 backward 中已将其释放",
)
RETAINED = Text("the graph is kept and used again later", "保留的计算图之后会再次使用")
CARRIED = Text(
    "it goes on into the next round with its graph where no gradient is asked: torch goes back through "
    "all rounds since the last one, and a function is differentiated in its own alone; compute the loss of "
    "these rounds together",
    "未求梯度的轮次会把它连同计算图带入下一轮：torch 会回溯自上次以来的所有轮次，而被求导的函数只包含本轮；请把这些轮次的损失放在一起计算",
)
ONE_AFTER_ANOTHER = Text(
    "optimizers step one after the other in a loop: differentiate by the parameters of all of them, and "
    "give each its share of the gradients",
    "多个优化器在循环中依次更新：请对它们的全部参数求导，再将各自的梯度分别传入",
)
SHARED_LINE = Text("it shares its line with other statements", "它与其他语句写在同一行")


DERIVATIVE_FORM = Text(
    "its arguments or the statement around it take no plain form",
    "它的参数或所在的语句不是简单的形式",
)
DERIVATIVE_INPUTS = Text(
    "it differentiates several outputs, or by something that is no plain name",
    "它对多个输出求导，或求导的对象不是简单的名称",
)
DERIVATIVE_FIRST = Text("another gradient comes before it", "在它之前还有其他求导")
# grad and value_and_grad of MindSpore 2.10.0 inside of another one, with weights around.
DERIVATIVE_IN_GRAPH = Text(
    "in graph mode a derivative inside of another one comes as a tuple; differentiate in PyNative mode",
    "图模式下嵌套求导的结果是元组；请在 PyNative 模式下求导",
)
OUTPUT_ELSEWHERE = Text(
    "what is differentiated is not computed in the same block: give this function the network "
    "instead of its result",
    "被求导的结果不是在同一代码块中计算的：请将网络而不是其结果传给该函数",
)


def not_made_of(name: str) -> Text:
    return Text(
        f"how the output depends on {name} cannot be seen here", f"此处看不到输出如何依赖 {name}"
    )


def goes_around(name: str) -> Text:
    return Text(
        f"this may use the tensors of {name} without being given {name}: hand them to it",
        f"此处可能未经由 {name} 而使用其中的张量：请将 {name} 传给它",
    )


def adds_up(name: str) -> Text:
    return Text(
        f"its gradients are added to those that {name} has already",
        f"其梯度会累加到 {name} 已有的梯度上",
    )


def kept_and_cleared(name: str) -> Text:
    return Text(
        f"the gradient of {name} is kept here, and cleared in place afterwards: take a clone",
        f"此处保留了 {name} 的梯度，之后又被原地清零：请使用 clone",
    )


def made_before(name: str) -> Text:
    return Text(
        f"the output depends on {name} through what stands outside of its block, too",
        f"输出还通过该代码块之外的计算依赖 {name}",
    )


def other(symbol: str) -> Text:
    return Text(f"{symbol} takes part", f"使用了 {symbol}")


def backward_argument(name: str) -> Text:
    return Text(f"backward has the argument {name}", f"backward 带有参数 {name}")


def keyword(word: str) -> Text:
    return Text(f"{word} cannot move into a function of its own", f"{word} 不能移入单独的函数")


def left_out(network: str) -> Text:
    return Text(
        f"the loss does not use {network}, which the optimizer holds: torch leaves it alone, "
        "MindSpore's momentum and weight decay move it",
        f"损失未用到优化器持有的 {network}：torch 不会更新它，而 MindSpore 的动量与权重衰减仍会改变它",
    )


def only_derived(network: str) -> Text:
    return Text(
        f"the loss uses {network} through its derivative alone: torch has no gradient for what only "
        "adds to its result and leaves that alone, MindSpore has zeros, which the optimizer takes",
        f"损失仅通过 {network} 的导数使用它：对只加在其结果上的参数，torch 没有梯度且不更新，"
        "MindSpore 的梯度为零，优化器仍会处理",
    )


def steps_itself(name: str) -> Text:
    return Text(
        f"{name} is a class of its own around an optimizer: its step has to be given the gradients",
        f"{name} 是封装优化器的自定义类：需要将梯度传入其 step",
    )


def clears_more(name: str) -> Text:
    return Text(
        f"zero_grad of {name} does more than clear gradients: put the rest into a method of its own "
        "that is called beside it",
        f"{name} 的 zero_grad 除清除梯度外还有其他操作：请将其余部分移入单独的方法并在旁边调用",
    )


def may_be(name: str) -> Text:
    return Text(
        f"it may be a {name}, whose step has to be given the gradients",
        f"它可能是 {name}，需要将梯度传入其 step",
    )


def moved_together(name: str) -> Text:
    return Text(
        f"{name} is given the gradients, where it steps and where it is called",
        f"{name} 需要传入梯度：其定义与调用处须同时修改",
    )


def needs_gradients(name: str) -> Text:
    return Text(
        f"{name} has to be given the gradients here: compute them with value_and_grad.",
        f"此处需要将梯度传给 {name}：请用 value_and_grad 计算梯度。",
    )


def taken_for(name: str, cls: str) -> Text:
    return Text(f"{name} is taken for an object of {cls}", f"假定 {name} 是 {cls} 的对象")


def given_graph(name: str) -> Text:
    return Text(
        f"{name} comes with its graph from where this is called: put backward and the step there",
        f"{name} 带着计算图由调用处传入：请将 backward 与更新步骤写在调用处",
    )


def handed_graph(value: str, function: str) -> Text:
    return Text(
        f"{value} comes with its graph to {function} of another file, whose backward call reaches what "
        "computed it. MindSpore differentiates a function that computes all of it: compute the loss here, "
        "and differentiate it here.",
        f"{value} 带着计算图传给另一文件中的 {function}，其 backward 会传到计算它的网络。MindSpore 对完整计算的函数求导："
        "请在此处计算损失并求导。",
    )


def given_data(name: str) -> Text:
    return Text(
        f"{name} is taken for data: what computed it would get no gradient",
        f"假定 {name} 是数据：计算它的网络不会得到梯度",
    )


def added_to(name: str) -> Text:
    """In torch, the gradients that are clipped or unscaled are those that later ones are added to."""
    return Text(
        f"{name} changes the gradients: clear them behind it, where it steps",
        f"{name} 会修改梯度：请在其更新参数之后清除梯度",
    )


def keeps(optimizer: str) -> Text:
    return Text(
        f"gradients that are left at the end of this loop stay with {optimizer}, as in torch: nothing "
        "else clears them",
        f"与 torch 相同，循环结束时剩余的梯度保留在 {optimizer} 中：其他位置不会清除它们",
    )


def nothing_clears(name: str) -> Text:
    return Text(f"nothing calls zero_grad of {name} any more", f"{name} 的 zero_grad 已不再被调用")


def uses_all(network: str) -> Text:
    return Text(
        f"the loss is taken to use all of {network}: torch has None for the gradient of a parameter "
        "that it does not use, MindSpore zeros",
        f"假定损失用到了 {network} 的全部参数：对未用到的参数，torch 的梯度为 None，MindSpore 的梯度为零",
    )


def uses_part(network: str) -> Text:
    return Text(
        f"{network} has layers that it does not use: torch has None for their gradients, MindSpore zeros",
        f"{network} 含有未使用的层：torch 的梯度为 None，MindSpore 的梯度为零",
    )


def used_inside(network: str) -> Text:
    return Text(
        f"the loss is taken to use all of {network}, which another network was made of",
        f"假定损失用到了 {network} 的全部参数：另一个网络由它构成",
    )


# What an optimizer does with parameters that a step gives no gradient.
_LEFT_ALONE = Text(
    "torch leaves parameters without a gradient alone, MindSpore's momentum and weight decay move them",
    "torch 不会更新没有梯度的参数，而 MindSpore 的动量与权重衰减仍会改变它们",
)
CUT_SOMETIMES = Text(
    f"gradients are cut in some steps only: {_LEFT_ALONE.en}",
    f"仅在部分步骤中截断梯度：{_LEFT_ALONE.zh}",
)


def used_sometimes(part: str) -> Text:
    return Text(
        f"only some steps use {part}, which the optimizer holds: {_LEFT_ALONE.en}",
        f"仅部分步骤用到优化器持有的 {part}：{_LEFT_ALONE.zh}",
    )


def given_flag(network: str) -> Text:
    return Text(
        f"{network} is told to do something else in some steps: if another part of it takes part then, "
        f"{_LEFT_ALONE.en}",
        f"{network} 在部分步骤中被要求执行不同的计算：若此时参与计算的部分不同，{_LEFT_ALONE.zh}",
    )


def launched(loss: str) -> Text:
    return Text(
        f"a launcher of torch training computes the gradients: write {loss}.backward(), and MindSpore's "
        "loss scaling or data parallelism where they are needed",
        f"梯度由 torch 的训练启动库计算：请改写为 {loss}.backward()，需要时使用 MindSpore 的损失缩放或数据并行",
    )


def called_elsewhere(name: str) -> Text:
    return Text(
        f"no other file calls or overrides {name}",
        f"没有其他文件调用或重写 {name}",
    )


def kept_by(path: str, function: str) -> Text:
    return Text(
        f"{path} holds what {function} computed with a network: keep what it was computed from, and "
        "compute it anew here",
        f"{path} 保存的是 {function} 用网络计算的结果：请保存其输入，并在此处重新计算",
    )


def given_loss(name: str) -> Text:
    return Text(
        f"{name} is computed by the caller: put backward and the step where it is computed",
        f"{name} 由调用者计算：请将 backward 与更新步骤写在计算它的位置",
    )


def same_tensor(one: str, other: str) -> Text:
    """In torch, what changes one of them in place later changes the other one, too."""
    return Text(
        f"{one} and {other} are one tensor in torch from here on, here the values are taken",
        f"在 torch 中 {one} 与 {other} 此后是同一个张量，这里只取其值",
    )


def taken_for_tensor(name: str) -> Text:
    return Text(
        f"{name} is taken to be a tensor, or to consist of tensors",
        f"假定 {name} 为张量或由张量组成",
    )


def stops_tensors(name: str) -> Text:
    return Text(
        f"what {name} computes without gradients is taken to be tensors",
        f"假定 {name} 中不求导的计算结果均为张量",
    )


def spent(name: str) -> Text:
    return Text(
        f"{name} is taken to carry no gradient: torch would have freed its graph in the backward "
        "call before",
        f"假定 {name} 不带梯度：否则 torch 在前一次 backward 中已释放其计算图",
    )


def computed_anew(name: str) -> Text:
    return Text(
        f"{name} is taken to compute anew what it keeps from the loss before",
        f"假定 {name} 会重新计算它在前一个损失中保留的结果",
    )


def of_plain_norm(options: str) -> Text:
    return Text(
        f"{options} is taken to give max_norm, and norm_type 2 or inf if any",
        f"假定 {options} 给出 max_norm，且 norm_type 若给出则为 2 或 inf",
    )


def holds_parameters(optimizer: str, network: str) -> Text:
    return Text(
        f"{optimizer} is taken to hold the parameters of {network}, and no others",
        f"假定 {optimizer} 恰好持有 {network} 的参数",
    )


def told_together(obstacles: Sequence[Obstacle]) -> Text:
    """What stands in the way, line by line."""
    en = "; ".join(f"line {o.line}: {o.text.en}" for o in obstacles)
    zh = "；".join(f"第 {o.line} 行：{o.text.zh}" for o in obstacles)
    return Text(f"{en}.", f"{zh}。")
