"""What a definition leaves unsaid about its return, from the base that says it or from a run."""

from __future__ import annotations

from dataclasses import replace

from stubgen.model import Api, Symbol

# What torch neither annotates nor says in a docstring's first line, seen by running it.
RETURNS = {
    **{f"torch.atleast_{n}d": "Tensor" for n in "123"},
    **{f"torch.{n}": "Tensor" for n in ("block_diag", "cdist", "chain_matmul", "norm")},
    **{f"torch.Tensor.{n}": "Tensor" for n in ("norm", "unique", "unique_consecutive", "stft")},
    **{f"torch.Tensor.{n}": "Tensor" for n in ("share_memory_", "to_sparse_coo")},
    "torch.Tensor.backward": "None",
    "torch.Tensor.is_shared": "bool",
    "torch.Tensor.dim_order": "Tuple[int, ...]",
    "torch.tensordot": "Tensor",
    "torch.broadcast_tensors": "Tuple[Tensor, ...]",
    "torch.broadcast_shapes": "Size",
    "torch.typename": "str",
    "torch.get_float32_matmul_precision": "str",
    "torch.cuda.device_count": "int",
    "torch.cuda.current_device": "int",
    "torch.cuda.get_device_name": "str",
    "torch.cuda.get_device_capability": "Tuple[int, int]",
    "torch.nn.Module.state_dict": "Dict[str, Tensor]",
    "torch.nn.Module.named_modules": "Iterator[Tuple[str, torch.nn.Module]]",
}


def ancestors(name: str, api: Api) -> list[str]:
    """Every base of a class, nearest first."""
    found: list[str] = []
    queue = [name]
    while queue:
        symbol = api.symbols.get(queue.pop(0))
        new = [base for base in (symbol.bases if symbol else []) if base not in found]
        found += new
        queue += new
    return found


def complete(api: Api) -> None:
    """Fills in return types and attribute types that overriding definitions do not repeat."""
    for name, returns in RETURNS.items():
        said = api.symbols[name]
        said.sigs = [replace(sig, returns=sig.returns or returns) for sig in said.sigs]
    for name, symbol in api.symbols.items():
        owner, _, member = name.rpartition(".")
        if symbol.kind not in ("method", "attribute") or owner not in api.symbols:
            continue
        for base in ancestors(owner, api):
            overridden = api.symbols.get(f"{base}.{member}")
            if overridden is not None:
                _take(symbol, overridden)


def _take(symbol: Symbol, overridden: Symbol) -> None:
    if symbol.kind == "attribute":
        symbol.type = symbol.type or overridden.type
        return
    returns = next((sig.returns for sig in overridden.sigs if sig.returns), None)
    symbol.sigs = [replace(sig, returns=sig.returns or returns) for sig in symbol.sigs]
