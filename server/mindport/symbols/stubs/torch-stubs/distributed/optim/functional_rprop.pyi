import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import Tensor as T_Tensor
class _FunctionalRprop:
    def __init__(self, params: List[T_Tensor], lr: builtins.float = 0.01, etas: Tuple[builtins.float, builtins.float] = ..., step_sizes: Tuple[builtins.float, builtins.float] = ..., foreach: builtins.bool = False, maximize: builtins.bool = False, _allow_empty_param_list: builtins.bool = False) -> None: ...
    def step(self, gradients: List[Union[T_Tensor, None]]): ...
import torch.optim._functional as F
from torch import Tensor as Tensor
