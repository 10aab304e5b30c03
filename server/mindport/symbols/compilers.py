"""What torch's compilers give: the function or the network they were given, or a ScriptModule."""

from __future__ import annotations

from mindport.symbols.values import UNKNOWN, ClassInfo, Value, instance

SCRIPT = "torch.jit.script"
COMPILERS = frozenset(
    {"torch.compile", SCRIPT, "torch.jit.trace", "torch.jit.load", "torch.jit.freeze",
     "torch.jit.optimize_for_inference"}
)  # fmt: skip
SCRIPT_MODULE = instance("torch.jit.ScriptModule")


def compiled(symbol: str, arguments: list[Value]) -> Value:
    """What one of ``COMPILERS`` gives for its arguments."""
    given = arguments[0] if arguments else UNKNOWN
    if given.kind == "function" or symbol == "torch.compile":
        return given
    return UNKNOWN if symbol == SCRIPT and not _is_network(given) else SCRIPT_MODULE


def _is_network(value: Value) -> bool:
    if value.kind == "object":
        return isinstance(value.info, ClassInfo) and value.info.is_module
    return value.kind == "instance" and value.name.startswith("torch.nn.")
