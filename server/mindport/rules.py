"""The codes of findings: what each means and why it matters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from mindport.texts import Language, Text

PAGES = Path(__file__).with_name("pages")


@dataclass(frozen=True, slots=True)
class Rule:
    """One code. ``name`` is what people call it, ``summary`` one paragraph about it."""

    code: str
    name: str
    summary: Text


def _rules(*rules: tuple[str, str, str, str]) -> Mapping[str, Rule]:
    return MappingProxyType({code: Rule(code, name, Text(en, zh)) for code, name, en, zh in rules})


RULES = _rules(
    ("MP101", "torch-api", "A torch API that MindSpore has under another name or with other arguments.",
     "MindSpore 以其他名称或其他参数提供的 torch API。"),
    ("MP102", "unsupported-form", "The symbol has an equivalent, but not for these arguments.",
     "该符号有对应接口，但不支持这里的参数组合。"),
    ("MP103", "manual", "Moving this symbol takes a decision that only a person can make; the message says which.",
     "迁移该符号需要人工决定，提示中说明了要点。"),
    ("MP104", "unsupported", "MindSpore has nothing for this symbol; the message says what people do instead.",
     "MindSpore 没有对应接口，提示中说明了替代做法。"),
    ("MP105", "dropped", "MindSpore needs nothing in its place; the call goes away.",
     "MindSpore 不需要该调用，可以直接去掉。"),
    ("MP106", "unknown-symbol", "The knowledge base has no entry for this torch symbol.",
     "知识库中没有该 torch 符号的条目。"),
    ("MP107", "device", "The equivalent is missing on one of the target's devices or in its version.",
     "对应接口在目标的某个设备或版本上不可用。"),
    ("MP108", "torch-import", "An import of torch that nothing in the file uses.",
     "文件中无人使用的 torch 导入。"),
    ("MP109", "class-by-value", "A class is passed on as a value, and MindSpore's defaults differ where it will be called.",
     "类被当作值传递，而 MindSpore 的默认参数与 torch 不同，调用处结果会改变。"),
    ("MP110", "possible-tensor-method", "A method with a tensor's name on a value of unknown type.",
     "在类型未知的值上调用了与张量方法同名的方法。"),
    ("MP111", "borrowed-name", "A name of torch or MindSpore that comes through another file of one's own.",
     "经由自己的其他文件取得的 torch 或 MindSpore 名称。"),
    ("MP112", "lent-import", "An import of torch that only other files still take their names from.",
     "仅供其他文件取用名称的 torch 导入。"),
    ("MP113", "torch-package", "An import of a package that works on torch only.",
     "导入了只能与 torch 配合使用的包。"),
    ("MP201", "conv-defaults", "Convolutions pad to 'same' size and have no bias by default.",
     "卷积默认 pad_mode='same' 且没有偏置。"),
    ("MP202", "pool-defaults", "Pooling has stride 1 by default, and other padding.",
     "池化默认步长为 1，填充方式也不同。"),
    ("MP203", "batchnorm-momentum", "BatchNorm's momentum is one minus torch's.",
     "BatchNorm 的 momentum 等于 1 减去 torch 的值。"),
    ("MP204", "norm-epsilon", "Normalisation adds another epsilon by default.",
     "归一化层默认的 epsilon 不同。"),
    ("MP205", "dropout-probability", "Dropout's first argument is the probability to keep.",
     "Dropout 的第一个参数是保留概率。"),
    ("MP206", "gelu-approximation", "GELU is approximated by tanh by default.",
     "GELU 默认使用 tanh 近似。"),
    ("MP207", "initialisation", "Parameters start from another distribution.",
     "参数的初始分布不同。"),
    ("MP208", "tensor-size", "Tensor.size is a number of elements, not a shape.",
     "Tensor.size 是元素个数，不是形状。"),
    ("MP209", "in-place", "An operation that changes its input in torch gives a new tensor in MindSpore.",
     "torch 中原地修改输入的操作，在 MindSpore 中返回新张量。"),
    ("MP210", "softmax-axis", "Another axis is taken when none is given.",
     "未指定轴时默认的轴不同。"),
    ("MP211", "integer-division", "Division of integers gives another type or another rounding.",
     "整数除法的结果类型或取整方式不同。"),
    ("MP212", "result-dtype", "The result has another dtype.", "结果的数据类型不同。"),
    ("MP213", "loss-semantics", "The loss treats labels, weights or reduction differently.",
     "损失函数对标签、权重或归约方式的处理不同。"),
    ("MP214", "random-numbers", "Random numbers come from another generator or distribution.",
     "随机数来自不同的生成器或分布。"),
    ("MP215", "view-or-copy", "What shares memory in torch is a copy in MindSpore, or the other way round.",
     "torch 中共享内存的结果在 MindSpore 中是拷贝，或相反。"),
    ("MP216", "optimizer-semantics", "The optimizer's update differs.", "优化器的更新公式不同。"),
    ("MP217", "sorting", "Ties or order come out differently.", "排序的稳定性或并列元素的次序不同。"),
    ("MP218", "train-mode", "A Cell starts in evaluation mode, a torch module in training mode.",
     "Cell 构造后处于推理模式，而 torch 模块处于训练模式。"),
    ("MP219", "resize-mode", "Resizing takes other coordinates.", "缩放采用的坐标方式不同。"),
    ("MP220", "other-default", "Another default differs.", "其他默认值不同。"),
    ("MP221", "late-setting", "A layer's setting is changed or read after the layer was made.",
     "在层创建之后修改或读取其设置。"),
    ("MP301", "module", "A torch module: becomes a Cell with construct.",
     "torch 模块：改为带 construct 的 Cell。"),
    ("MP302", "forward-call", "A module's forward is called by name.", "按名称调用了模块的 forward。"),
    ("MP303", "train-eval", "train() and eval() are set_train(True) and set_train(False).",
     "train() 与 eval() 对应 set_train(True) 与 set_train(False)。"),
    ("MP304", "device-placement", "Tensors and cells live on the device of the context; moving them goes away.",
     "张量与网络位于上下文指定的设备上，无需搬移。"),
    ("MP305", "grad-mode", "MindSpore computes gradients only where a gradient function is called.",
     "MindSpore 只在调用求导函数时计算梯度。"),
    ("MP306", "autograd", "torch accumulates gradients on tensors; MindSpore differentiates functions.",
     "torch 在张量上累积梯度，MindSpore 对函数求导。"),
    ("MP307", "module-method", "A method of torch modules that Cells have under another name.",
     "torch 模块的方法，在 Cell 中名称不同。"),
    ("MP308", "environment", "An environment variable that has another name for MindSpore and its launcher.",
     "对于 MindSpore 及其启动器，该环境变量另有名称。"),
    ("MP309", "cell-name", "An attribute or method with a name that MindSpore's Cells use for themselves.",
     "属性或方法的名称已被 MindSpore 的 Cell 自身占用。"),
    ("MP401", "graph-syntax", "The graph compiler has no form for this syntax.",
     "静态图编译器不支持该语法。"),
    ("MP402", "graph-call", "A call, context or exception that the graph compiler refuses.",
     "静态图编译器拒绝的调用、上下文或异常。"),
    ("MP403", "graph-self", "A method of compiled code whose first parameter is not self.",
     "被编译的方法的第一个参数不叫 self。"),
    ("MP404", "graph-state", "Compiled code changes Python objects: attributes, globals, lists that others hold.",
     "被编译的代码修改了 Python 对象：属性、全局变量或外部持有的列表。"),
    ("MP405", "graph-constant", "Compiled code takes this value once, and it is changed later.",
     "被编译的代码只取一次该值，而之后又修改了它。"),
    ("MP406", "graph-random", "Random numbers and clocks of Python are asked once, at compile time.",
     "Python 的随机数和时钟只在编译时取一次值。"),
    ("MP407", "graph-container",
     "A list, a dict or a tensor of several names is changed in a way that graph mode does not follow.",
     "以静态图模式无法跟踪的方式修改列表、字典或有多个名称的张量。"),
    ("MP408", "graph-branch", "Branches part too far for one graph: other structures, or names that only one of them binds.",
     "分支差异过大，无法放入同一个计算图：结构不同，或名称只在其中一个分支赋值。"),
    ("MP409", "graph-decorator", "A decorator that graph mode looks through.",
     "静态图模式会忽略的装饰器。"),
    ("MP410", "graph-identity", "A test of identity, or of a type, that graph mode answers otherwise.",
     "静态图模式下结果不同的 is 判断或类型判断。"),
    ("MP411", "graph-gradient", "Python computes this beside the graph, and the gradient is lost.",
     "由 Python 在计算图之外执行，梯度会丢失。"),
    ("MP412", "graph-format", "Format specifications that graph mode ignores.",
     "静态图模式会忽略的格式说明。"),
    ("MP901", "syntax-error", "The file does not parse.", "文件无法解析。"),
    ("MP902", "encoding", "The file is not Python source text.", "文件不是 Python 源代码文本。"),
    ("MP903", "unreadable", "The file cannot be read.", "文件无法读取。"),
    ("MP904", "too-deep", "The file is nested too deeply to be analysed.", "文件嵌套过深，无法分析。"),
    ("MP905", "notebook-magic", "A magic, a shell line or a cell of another language in a notebook that names torch.",
     "笔记本中提到 torch 的魔法命令、shell 行或其他语言的单元格。"),
    ("MP906", "dependency", "A list of dependencies asks for torch, or for a package that works on torch only.",
     "依赖列表中包含 torch，或只能与 torch 配合使用的包。"),
)  # fmt: skip


def page_path(code: str, language: Language) -> Path:
    """Where the page of a rule lies: Markdown, made by scripts/generate_rule_pages.py."""
    return PAGES / language / f"{code}.md"


def page(code: str, language: Language) -> str | None:
    """What the rule is, why it matters, and an example with its mend; None for an unknown code."""
    if code not in RULES:
        return None
    return page_path(code, language).read_text(encoding="utf-8")
