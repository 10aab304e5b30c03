import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.distributed import GradBucket as T_GradBucket
from torch.jit import Future as T_Future
class PostLocalSGDState:
    def __init__(self, process_group, subgroup, start_localSGD_iter, post_local_gradient_allreduce = True) -> None: ...
    iter: Any
    def maybe_increase_iter(self, bucket): ...
    post_local_gradient_allreduce: Any
    process_group: Any
    start_localSGD_iter: Any
    subgroup: Any
logger: Any
def post_localSGD_hook(state: PostLocalSGDState, bucket: T_GradBucket) -> T_Future: ...
import torch.distributed.algorithms.ddp_comm_hooks.default_hooks as default
import torch.distributed as dist
