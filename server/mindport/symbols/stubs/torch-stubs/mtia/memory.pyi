import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.mtia import is_initialized as is_initialized
from torch.mtia import max_memory_allocated as max_memory_allocated
from torch.mtia import memory_allocated as memory_allocated
from torch.mtia import memory_stats as memory_stats
from torch.mtia import reset_peak_memory_stats as reset_peak_memory_stats
