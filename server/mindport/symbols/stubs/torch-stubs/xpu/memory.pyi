import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
class _XPUAllocator:
    def __init__(self, allocator) -> None: ...
    def allocator(self): ...
def _dump_snapshot(*args, **kwargs) -> None: ...
def _get_current_allocator(*args, **kwargs) -> _XPUAllocator: ...
def _record_memory_history(*args, **kwargs) -> None: ...
def _snapshot(*args, **kwargs): ...
from torch.xpu import MemPool as MemPool
from torch.xpu import XPUPluggableAllocator as XPUPluggableAllocator
from torch.xpu import change_current_allocator as change_current_allocator
from torch.xpu import empty_cache as empty_cache
from torch.xpu import get_per_process_memory_fraction as get_per_process_memory_fraction
from torch.xpu import is_initialized as is_initialized
from torch.xpu import max_memory_allocated as max_memory_allocated
from torch.xpu import max_memory_reserved as max_memory_reserved
from torch.xpu import mem_get_info as mem_get_info
from torch.xpu import memory_allocated as memory_allocated
from torch.xpu import memory_reserved as memory_reserved
from torch.xpu import memory_snapshot as memory_snapshot
from torch.xpu import memory_stats as memory_stats
from torch.xpu import memory_stats_as_nested_dict as memory_stats_as_nested_dict
from torch.xpu import reset_accumulated_memory_stats as reset_accumulated_memory_stats
from torch.xpu import reset_peak_memory_stats as reset_peak_memory_stats
from torch.xpu import set_per_process_memory_fraction as set_per_process_memory_fraction
from torch.xpu import use_mem_pool as use_mem_pool
