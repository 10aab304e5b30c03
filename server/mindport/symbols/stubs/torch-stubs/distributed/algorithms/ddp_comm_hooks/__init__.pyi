import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
import enum
class DDPCommHookType(enum.Enum):
    def __init__(self, value, names = None, *, module = None, qualname = None, type = None, start = 1, boundary = None) -> None: ...
    ALLREDUCE: DDPCommHookType
    BATCHED_POWER_SGD: DDPCommHookType
    BATCHED_POWER_SGD_RANK2: DDPCommHookType
    BF16_COMPRESS: DDPCommHookType
    FP16_COMPRESS: DDPCommHookType
    NOOP: DDPCommHookType
    POWER_SGD: DDPCommHookType
    POWER_SGD_RANK2: DDPCommHookType
    QUANTIZE_PER_CHANNEL: DDPCommHookType
    QUANTIZE_PER_TENSOR: DDPCommHookType
def _ddp_comm_hook_wrapper(*args, **kwargs): ...
def _enum_member(*args, **kwargs): ...
def _powerSGD_comm_hook_wrapper(*args, **kwargs): ...
def register_ddp_comm_hook(comm_hook_type: DDPCommHookType, model, state = None): ...
import torch.distributed.algorithms.ddp_comm_hooks.debugging_hooks as debugging
import torch.distributed.algorithms.ddp_comm_hooks.default_hooks as default
import torch.distributed as dist
import torch.distributed.algorithms.ddp_comm_hooks.optimizer_overlap_hooks as optimizer_overlap
import torch.distributed.algorithms.ddp_comm_hooks.powerSGD_hook as powerSGD
import torch.distributed.algorithms.ddp_comm_hooks.quantization_hooks as quantization
