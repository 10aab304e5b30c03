import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
def _snapshot(*args, **kwargs): ...
from torch.accelerator import empty_cache as empty_cache
from torch.accelerator import empty_host_cache as empty_host_cache
from torch.accelerator import get_memory_info as get_memory_info
from torch.accelerator import max_memory_allocated as max_memory_allocated
from torch.accelerator import max_memory_reserved as max_memory_reserved
from torch.accelerator import memory_allocated as memory_allocated
from torch.accelerator import memory_reserved as memory_reserved
from torch.accelerator import memory_stats as memory_stats
from torch.accelerator import reset_accumulated_memory_stats as reset_accumulated_memory_stats
from torch.accelerator import reset_peak_memory_stats as reset_peak_memory_stats
