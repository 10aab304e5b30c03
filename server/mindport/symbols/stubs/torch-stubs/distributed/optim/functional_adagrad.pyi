import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import Tensor as T_Tensor
class _FunctionalAdagrad:
    def __init__(self, params: List[T_Tensor], lr: builtins.float = 0.01, lr_decay: builtins.float = 0.0, weight_decay: builtins.float = 0.0, initial_accumulator_value: builtins.float = 0.0, warmup_lr_multiplier: builtins.float = 1.0, warmup_num_iters: builtins.float = 0.0, eps: builtins.float = 1e-10, coalesce_grad: builtins.bool = True, foreach: builtins.bool = False, fused: builtins.bool = False, maximize: builtins.bool = False, _allow_empty_param_list: builtins.bool = False) -> None: ...
    def step(self, gradients: List[Union[T_Tensor, None]]): ...
import torch.optim._functional as F
from torch import Tensor as Tensor
