import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.distributed import GradBucket as T_GradBucket
from torch.jit import Future as T_Future
class PowerSGDState:
    def __init__(self, process_group, matrix_approximation_rank = 1, start_powerSGD_iter = 1000, min_compression_rate = 2, use_error_feedback = True, warm_start = True, orthogonalization_epsilon = 0, random_seed = 0, compression_stats_logging_frequency = 10000, batch_tensors_with_same_shape: builtins.bool = False) -> None: ...
    batch_tensors_with_same_shape: Any
    def compression_stats(self): ...
    compression_stats_logging_frequency: Any
    error_dict: Any
    iter: Any
    matrix_approximation_rank: Any
    def maybe_increase_iter(self, bucket): ...
    min_compression_rate: Any
    next_stats_report: Any
    orthogonalization_epsilon: Any
    p_memory_dict: Any
    process_group: Any
    q_memory_dict: Any
    rng: Any
    start_powerSGD_iter: Any
    total_numel_after_compression: Any
    total_numel_before_compression: Any
    use_error_feedback: Any
    warm_start: Any
def _orthogonalize(*args, **kwargs): ...
def _orthogonalize_gram_schmidt(*args, **kwargs): ...
def _report_compression_stats(*args, **kwargs): ...
def _should_compress(*args, **kwargs): ...
def batched_powerSGD_hook(state: PowerSGDState, bucket: T_GradBucket) -> T_Future: ...
logger: Any
def powerSGD_hook(state: PowerSGDState, bucket: T_GradBucket) -> T_Future: ...
import torch.distributed.algorithms.ddp_comm_hooks.default_hooks as default
import torch.distributed as dist
import torch.distributed.distributed_c10d as distributed_c10d
