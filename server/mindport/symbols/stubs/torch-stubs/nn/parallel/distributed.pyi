import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import dtype as T_dtype
from torch.autograd import Function as T_Function
from torch.distributed.algorithms import JoinHook as T_JoinHook
import enum
class _BucketCapacityConfig:
    def __init__(self, bucket_bytes_cap: builtins.int, per_bucket_bytes_caps: Tuple[builtins.int, ...], first_bucket_bytes_cap: builtins.int) -> None: ...
    bucket_bytes_cap: builtins.int
    bucket_cap_mb: builtins.int
    def compute_bucket_size_limits(self, static_graph: builtins.bool, find_unused_parameters: builtins.bool) -> Tuple[List[builtins.int], List[builtins.int]]: ...
    @classmethod
    def create(cls, bucket_cap_mb: Union[builtins.int, None], bucket_cap_mb_list: Union[List[builtins.int], None], use_python_reducer: builtins.bool) -> _BucketCapacityConfig: ...
    first_bucket_bytes_cap: builtins.int
    has_custom_per_bucket_caps: builtins.bool
    per_bucket_bytes_caps: Tuple[builtins.int, ...]
class _BufferCommHook:
    def __init__(self, buffer_comm_hook: Callable, buffer_comm_hook_state, buffer_comm_hook_location: _BufferCommHookLocation) -> None: ...
    buffer_comm_hook: Callable
    buffer_comm_hook_location: _BufferCommHookLocation
    buffer_comm_hook_state: Any
class _BufferCommHookLocation(enum.Enum):
    def __init__(self, value, names = None, *, module = None, qualname = None, type = None, start = 1, boundary = None) -> None: ...
    POST_FORWARD: _BufferCommHookLocation
    PRE_FORWARD: _BufferCommHookLocation
class _DDPJoinHook(T_JoinHook):
    def __init__(self, ddp, divide_by_initial_world_size) -> None: ...
    def main_hook(self) -> None: ...
    def post_hook(self, is_last_joiner: builtins.bool) -> None: ...
class _DDPSink(T_Function):
    def __init__(self, *args, **kwargs) -> None: ...
    @staticmethod
    def backward(ctx, *grad_outputs): ...
    @staticmethod
    def forward(ctx, ddp_weakref, *inputs): ...
class _MixedPrecision:
    def __init__(self, param_dtype: T_dtype = None, reduce_dtype: T_dtype = None, buffer_dtype: T_dtype = None) -> None: ...
    buffer_dtype: Union[T_dtype, None]
    param_dtype: Union[T_dtype, None]
    reduce_dtype: Union[T_dtype, None]
def _cast_buffers(*args, **kwargs): ...
def _dump_DDP_relevant_env_vars(*args, **kwargs): ...
def _find_tensors(*args, **kwargs): ...
def _setup_mixed_precision_params(*args, **kwargs): ...
def _tree_flatten_with_rref(*args, **kwargs): ...
def _tree_unflatten_with_rref(*args, **kwargs): ...
logger: Any
from torch.nn.parallel import DistributedDataParallel as DistributedDataParallel
from torch.autograd import Function as Function
from torch.distributed.algorithms import Join as Join
from torch.distributed.algorithms import JoinHook as JoinHook
from torch.distributed.algorithms import Joinable as Joinable
from torch.nn import Module as Module
from torch.distributed.rpc import RRef as RRef
from torch.distributed import ReduceOp as ReduceOp
from torch.autograd import Variable as Variable
import torch.distributed as dist
from torch.nn.parallel import gather as gather
from torch.nn.parallel.scatter_gather import scatter_kwargs as scatter_kwargs
from torch.utils._pytree import tree_flatten as tree_flatten
from torch.utils._pytree import tree_unflatten as tree_unflatten
