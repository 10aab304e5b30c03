import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import Stream as T_Stream
class _OptimInBackwardHookState:
    def __init__(self, optim_stream: T_Stream, wait_for_optim_stream_enqueued: builtins.bool) -> None: ...
    optim_stream: T_Stream
    wait_for_optim_stream_enqueued: builtins.bool
class _OptimizerHookState:
    def __init__(self, functional_optim, params = None) -> None: ...
    functional_optimizer: Any
    params_to_optimize: Any
def _apply_optim_in_backward_hook(*args, **kwargs) -> Callable: ...
def _hook_then_optimizer(*args, **kwargs) -> Callable: ...
from torch.autograd import Variable as Variable
import torch.distributed as dist
