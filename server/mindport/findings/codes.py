"""Which code a finding about a symbol has when no trap gives it one."""

from __future__ import annotations

TRAIN = {"torch.nn.Module.train", "torch.nn.Module.eval", "torch.nn.Module.training"}
DEVICE = {
    "torch.Tensor.to", "torch.Tensor.cuda", "torch.Tensor.cpu", "torch.Tensor.device",
    "torch.Tensor.is_cuda", "torch.nn.Module.to", "torch.nn.Module.cuda", "torch.nn.Module.cpu",
    "torch.device", "torch.set_default_device", "torch.get_default_device",
}  # fmt: skip
AUTOGRAD = {
    "torch.Tensor.backward", "torch.Tensor.grad", "torch.Tensor.requires_grad",
    "torch.Tensor.requires_grad_", "torch.Tensor.retain_grad", "torch.nn.Module.zero_grad",
    "torch.optim.Optimizer.zero_grad", "torch.optim.Optimizer.step", "torch.amp.GradScaler",
    "torch.cuda.amp.GradScaler",
}  # fmt: skip


STATE = "torch.optim.Optimizer.state"


def structure_code(symbol: str) -> str | None:
    """The code of a symbol that is part of a structure, None for plain APIs."""
    if symbol == STATE:  # MindSpore's optimizers have one too, which stays empty
        return "MP216"
    if symbol in TRAIN:
        return "MP303"
    if symbol in DEVICE or symbol.startswith(("torch.cuda.", "torch.device.", "torch.backends.")):
        return "MP304"
    name = symbol.rpartition(".")[2]
    if symbol in AUTOGRAD or symbol.startswith("torch.autograd."):
        return "MP306"
    if symbol.startswith("torch.optim.") and name in ("zero_grad", "step"):
        return "MP306"
    return "MP307" if symbol.startswith("torch.nn.Module.") else None
