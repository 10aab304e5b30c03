"""A condition of the knowledge base in the words of a message."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass

from mindport.knowledge.conditions import UNKNOWN, Facts, evaluate, parse
from mindport.texts import Text

KINDS = {
    "range": Text("a range", "range 对象"),
    "tensor": Text("a tensor", "张量"),
    "int": Text("an int", "整数"),
    "float": Text("a float", "浮点数"),
    "bool": Text("a bool", "布尔值"),
    "str": Text("a string", "字符串"),
    "none": Text("None", "None"),
    "tuple": Text("a tuple", "元组"),
    "list": Text("a list", "列表"),
    "dtype": Text("a dtype", "dtype"),
    "device": Text("a device", "设备"),
}
HOLDERS = {
    "attribute": Text("an attribute of an object", "对象的属性"),
    "parameter": Text("a parameter", "参数"),
    "self": Text("the object itself", "对象自身"),
    "new": Text("made right there", "在该处新建的"),
    "made": Text("made for this name alone", "仅为该名称新建的"),
    "call": Text("what a call gives", "某次调用的结果"),
    "other": Text("something else", "其他"),
}
CONTEXTS = {
    "call": Text("called", "被调用"),
    "reference": Text("used as a value", "作为值使用"),
    "annotation": Text("an annotation", "用于类型标注"),
    "isinstance": Text("asked for by isinstance", "用于 isinstance 判断"),
    "type": Text("compared with type()", "与 type() 的结果比较"),
    "decorator": Text("a decorator", "用作装饰器"),
    "with": Text("a context manager", "用于 with 语句"),
    "base": Text("a base class", "用作基类"),
    "next": Text("an argument of next()", "作为 next() 的参数"),
    "optimizer": Text("an argument of an optimizer", "作为优化器的参数"),
    "dtype": Text("a dtype", "用作 dtype"),
    "spread": Text("spread as keywords", "用 ** 展开"),
    "store": Text("assigned to", "被赋值"),
    "except": Text("named by an except clause", "用于 except 子句"),
}
TRANSFORMED = {
    "images": Text("an image", "图像"),
    "tensors": Text("a tensor", "张量"),
    "layer": Text("a tensor among a network's layers", "网络层之间的张量"),
}
AMOUNTS: dict[type[ast.cmpop], Text] = {
    ast.Eq: Text("has", "为"),
    ast.NotEq: Text("has other than", "不为"),
    ast.Gt: Text("has more than", "大于"),
    ast.GtE: Text("has at least", "不小于"),
    ast.Lt: Text("has fewer than", "小于"),
    ast.LtE: Text("has at most", "不大于"),
}
# How many axes one tensor has beside another.
AGAINST: dict[type[ast.cmpop], Text] = {
    ast.Eq: Text("as many axes as", "等于"),
    ast.NotEq: Text("more or fewer axes than", "不等于"),
    ast.Gt: Text("more axes than", "大于"),
    ast.GtE: Text("no fewer axes than", "不小于"),
    ast.Lt: Text("fewer axes than", "小于"),
    ast.LtE: Text("no more axes than", "不大于"),
}
# What is said of an argument, and what where it does not hold.
ASKED = {
    "given": (Text("{} is given", "给出了 {}"), Text("{} is left out", "未给出 {}")),
    "literal": (
        Text("{} is written as a literal", "{} 以字面量写出"),
        Text("{} is no literal", "{} 不是字面量"),
    ),
    "known": (
        Text("the type of {} is known", "{} 的类型已知"),
        Text("the type of {} is not known", "{} 的类型未知"),
    ),
    "empty": (Text("{} has no elements", "{} 没有元素"), Text("{} has elements", "{} 有元素")),
    "groups": (
        Text("{} may hold groups of parameters", "{} 可能含有参数组"),
        Text("{} holds no groups of parameters", "{} 不含参数组"),
    ),
    "arithmetic": (
        Text("{} is arithmetic alone", "{} 只含算术运算"),
        Text("{} is more than arithmetic", "{} 不只含算术运算"),
    ),
    "recast": (
        Text(
            "the whole numbers made of {} are counted with in floating ones",
            "由 {} 得到的整数又参与浮点运算",
        ),
        Text(
            "the whole numbers made of {} stay whole numbers",
            "由 {} 得到的整数不再参与浮点运算",
        ),
    ),
    "gaps": (
        Text(
            "{} may have None or a ModuleDict among its items",
            "{} 的元素中可能有 None 或 ModuleDict",
        ),
        Text(
            "{} has no None and no ModuleDict among its items",
            "{} 的元素中没有 None 和 ModuleDict",
        ),
    ),
    "generic": (
        Text("{} is a type with arguments", "{} 是带参数的类型"),
        Text("{} is a class", "{} 是类"),
    ),
    "optional": (
        Text("{} may be None", "{} 可能为 None"),
        Text("{} is not None", "{} 不为 None"),
    ),
    "tensors": (
        Text("{} holds a tensor", "{} 中含有张量"),
        Text("{} holds no tensor", "{} 中不含张量"),
    ),
    "layers": (
        Text("{} holds a module", "{} 中含有 module"),
        Text("{} holds no module", "{} 中不含 module"),
    ),
    "arrays": (
        Text("{} is a list of NumPy arrays", "{} 是 NumPy 数组的列表"),
        Text("{} is no list of NumPy arrays", "{} 不是 NumPy 数组的列表"),
    ),
    "imaginary": (
        Text("{} is a complex number, or holds one", "{} 是复数或含有复数"),
        Text("{} holds no complex number", "{} 不含复数"),
    ),
    "nan": (Text("{} holds NaN", "{} 含有 NaN"), Text("{} shows no NaN", "未见 {} 含有 NaN")),
    "negative": (
        Text("{} may be negative", "{} 可能为负数"),
        Text("{} is not negative", "{} 不为负数"),
    ),
    "starred": (
        Text("the items of one sequence are given for {}, by a star", "{} 由星号展开一个序列给出"),
        Text("{0} is written out", "{0} 逐项写出"),
    ),
    "several": (
        Text("{} is a tuple at times", "{} 有时是元组"),
        Text("{} is never seen to be a tuple", "未见 {} 为元组"),
    ),
    "integral": (
        Text("{} may be an int", "{} 可能为 int"),
        Text("{} is not seen to be an int", "未见 {} 为 int"),
    ),
    "no_axes": (
        Text("{} may have no items", "{} 可能没有元素"),
        Text("{} has items", "{} 有元素"),
    ),
    "layer_weight": (
        Text("{} is the weight or bias of a layer", "{} 是某一层的权重或偏置"),
        Text("{} is not seen to be a weight or bias of a layer", "未见 {} 是某一层的权重或偏置"),
    ),
    "masks": (
        Text("{} may hold booleans", "{} 可能是布尔张量"),
        Text("{} shows no booleans", "未见 {} 为布尔张量"),
    ),
    "parameter": (
        Text("{} may be a parameter of a network", "{} 可能是网络的参数"),
        Text("{} is no parameter of a network", "{} 不是网络的参数"),
    ),
    "selected": (
        Text("a mask picks the elements of {}", "{} 的元素由掩码选出"),
        Text("no mask picks the elements of {}", "{} 的元素不由掩码选出"),
    ),
    "mixed": (
        Text("the items of {} have several dtypes", "{} 的元素数据类型不同"),
        Text("the items of {} are seen to have one dtype", "未见 {} 的元素数据类型不同"),
    ),
    "begins_empty": (
        Text("an item of {} is empty at first", "{} 中有的项起初为空"),
        Text("no item of {} is seen to be empty at first", "未见 {} 中的项起初为空"),
    ),
    "answers": (
        Text("the text {} answers the test as the version does", "文本 {} 与版本号的判断结果一致"),
        Text("the text {} answers the test otherwise", "文本 {} 与版本号的判断结果不一致"),
    ),
    "mentions": (
        Text("the file mentions {}", "文件中出现 {}"),
        Text("the file does not mention {}", "文件中未出现 {}"),
    ),
    "taken": (
        Text("{} is taken from what it gives", "从其结果中取了 {}"),
        Text("{} is not taken from what it gives", "未从其结果中取 {}"),
    ),
    "whole": (
        Text("{} is made in this file as a whole", "{} 完全在本文件中构造"),
        Text("parts of {} may be made in other files", "{} 的某些部分可能在其他文件中构造"),
    ),
    "part": (
        Text("{} is a part or view of another tensor", "{} 是其他张量的视图"),
        Text("{} is no view of another tensor", "{} 不是其他张量的视图"),
    ),
    "cut": (
        Text("{} is a part of another tensor", "{} 是其他张量的一部分"),
        Text("{} is no part of another tensor", "{} 不是其他张量的一部分"),
    ),
}
COUNTED = {
    "items": ("item", "items", "项数"),
    "count": ("item", "items", "项数"),
    "rank": ("axis", "axes", "维数"),
    "fed": ("axis", "axes", "维数"),
}
# What is compared of two arguments.
BOTH = {"dtype": Text("dtypes", " dtype"), "shape": Text("shapes", "形状")}
OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.Gt: ast.LtE,
    ast.GtE: ast.Lt,
    ast.Lt: ast.GtE,
    ast.LtE: ast.Gt,
}
NAMED: dict[type[ast.cmpop], Text] = {
    **dict.fromkeys((ast.Eq, ast.In, ast.Is), Text("is", "是")),
    **dict.fromkeys((ast.NotEq, ast.NotIn, ast.IsNot), Text("is not", "不是")),
}
LISTED = (ast.In, ast.NotIn)
HAN = 0x2E80  # where the scripts of East Asia begin
BRACKETS = "（）"


@dataclass(frozen=True, slots=True)
class _Wording:
    text: Text
    joined: type[ast.boolop] | None = None


def open_question(condition: str, facts: Facts) -> Text:
    """What of a condition the source does not tell, as the rest of a sentence behind "if"."""
    tree = parse(condition)
    return _words(_open(tree, facts) or tree).text


def in_words(condition: str) -> Text:
    """A whole condition, as the rest of a sentence behind "if"."""
    return _words(parse(condition)).text


def _open(node: ast.expr, facts: Facts) -> ast.expr | None:
    """The part of a condition that is not known; None where all of it is."""
    if isinstance(node, ast.BoolOp):
        left = [part for value in node.values if (part := _open(value, facts))]
        return ast.BoolOp(node.op, left) if len(left) > 1 else next(iter(left), None)
    try:
        return node if evaluate(node, facts) is UNKNOWN else None
    except TypeError:
        return node


def _words(node: ast.expr, negated: bool = False) -> _Wording:
    if isinstance(node, ast.BoolOp):
        return _joined(node, negated)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return _words(node.operand, not negated)
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        op = type(node.ops[0])
        return _Wording(_compared(node, OPPOSITE[op] if negated else op))
    if isinstance(node, ast.Call):
        return _Wording(_asked(node, negated))
    if isinstance(node, ast.Name):
        name = _name(node)
        if negated:
            return _Wording(Text(f"{name.en} is false", f"{name.zh} 为假"))
        return _Wording(Text(f"{name.en} is true", f"{name.zh} 为真"))
    return _Wording(_code(node, negated))


def _joined(node: ast.BoolOp, negated: bool) -> _Wording:
    both = isinstance(node.op, ast.And) is not negated
    joined: type[ast.boolop] = ast.And if both else ast.Or
    parts = []
    for value in node.values:
        words = _words(value, negated)
        nested = words.joined not in (None, joined)
        text = Text(f"({words.text.en})", f"（{words.text.zh}）") if nested else words.text
        parts.append(text)
    en = (" and " if both else " or ").join(part.en for part in parts)
    return _Wording(Text(en, _run_on("且" if both else "或", [p.zh for p in parts])), joined)


def _asked(node: ast.Call, negated: bool) -> Text:
    """``given(x)`` and the like, which are true or false by themselves."""
    assert isinstance(node.func, ast.Name)
    if node.func.id not in ASKED:
        return _code(node, negated)
    words, name = ASKED[node.func.id][negated], _name(node.args[0])
    return Text(words.en.format(name.en), words.zh.format(name.zh))


def _compared(node: ast.Compare, op: type[ast.cmpop]) -> Text:
    left, right = node.left, node.comparators[0]
    several = isinstance(right, ast.Tuple | ast.List | ast.Set)
    options = right.elts if isinstance(right, ast.Tuple | ast.List | ast.Set) else [right]
    asked = left.func.id if isinstance(left, ast.Call) and isinstance(left.func, ast.Name) else ""
    subject = _name(left.args[0] if isinstance(left, ast.Call) else left)
    if asked == "rank" and isinstance(right, ast.Call):
        return _against(subject, op, _name(right.args[0]))
    if op in AMOUNTS and (asked in COUNTED or _is_argc(left)):
        return _counted(asked, subject, op, ast.unparse(right))
    if asked in BOTH and isinstance(right, ast.Call):
        other, noun = _name(right.args[0]), BOTH[asked]
        both = Text(
            f"the {noun.en} of {subject.en} and {other.en}",
            _close(f"{subject.zh} 与 {other.zh}", f"的{noun.zh}"),
        )
        alike = Text("differ", "不同") if op is ast.NotEq else Text("are the same", "相同")
        return Text(f"{both.en} {alike.en}", _close(both.zh, alike.zh))
    if op not in NAMED or several is not (op in LISTED) or isinstance(left, ast.Constant):
        return _code(ast.Compare(left, [op()], [right]), False)
    words = {"kind": KINDS, "holder": HOLDERS}.get(asked, {})
    if isinstance(left, ast.Name) and left.id == "receiver":
        words, subject = HOLDERS, Text("the tensor", "该张量")
    if isinstance(left, ast.Name) and left.id == "context":
        words, subject = CONTEXTS, Text("it", "此处")
    if isinstance(left, ast.Name) and left.id == "gets":
        words, subject = TRANSFORMED, Text("what it gets", "其输入")
    values = [_value(option, words) for option in options]
    head, last = values[:-1], values[-1]
    en = " or ".join([", ".join(v.en for v in head), last.en] if head else [last.en])
    zh = _run_on("或", ["、".join(v.zh for v in head), last.zh] if head else [last.zh])
    verb = NAMED[op]
    if words is CONTEXTS:
        verb = Text(verb.en, "" if verb.zh == "是" else "不")
    if asked == "made":
        verb = Text(f"{verb.en} made there, of dtype", f"{verb.zh}在该处新建，dtype 为")
    if asked == "dtype":
        verb = Text(f"{verb.en} of dtype", f"的 dtype {verb.zh}")
    return Text(f"{subject.en} {verb.en} {en}", _close(subject.zh, verb.zh, zh))


def _against(subject: Text, op: type[ast.cmpop], other: Text) -> Text:
    """How many axes one tensor has beside another."""
    amount = AGAINST[op]
    both = _close(subject.zh, "的维数", amount.zh, other.zh, "的维数")
    return Text(f"{subject.en} has {amount.en} {other.en}", both)


def _counted(asked: str, subject: Text, op: type[ast.cmpop], number: str) -> Text:
    one, many, of = COUNTED.get(asked, ("argument", "arguments", "参数个数"))
    whose = Text(subject.en, _close(subject.zh, f"的{of}")) if asked else Text("it", of)
    amount = AMOUNTS[op]
    noun = one if number == "1" else many
    return Text(f"{whose.en} {amount.en} {number} {noun}", _close(whose.zh, amount.zh, number))


def _is_argc(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "argc"


def _value(node: ast.expr, words: dict[str, Text]) -> Text:
    value = node.value if isinstance(node, ast.Constant) else None
    if isinstance(value, str):
        return words.get(value) or Text(value or "unknown", value or "未知")
    text = ast.unparse(node)
    return Text(text, text)


def _name(node: ast.expr) -> Text:
    text = str(node.value) if isinstance(node, ast.Constant) else ast.unparse(node)
    if text == "self":
        return Text("the tensor", "该张量")
    return Text(f"`{text}`", f"`{text}`")


def _run_on(word: str, parts: Sequence[str]) -> str:
    return _close(*[piece for part in parts for piece in (word, part)][1:])


def _close(*pieces: str) -> str:
    """Chinese pieces in a row, with a blank where Chinese and Latin script meet."""
    text = ""
    for piece in pieces:
        meet = text and piece and (ord(text[-1]) < HAN) is not (ord(piece[0]) < HAN)
        text += f" {piece}" if meet and text[-1] not in BRACKETS + " " else piece
    return text


def _code(node: ast.expr, negated: bool) -> Text:
    text = f"`{'not ' if negated else ''}{ast.unparse(ast.fix_missing_locations(node))}`"
    return Text(text, text)
