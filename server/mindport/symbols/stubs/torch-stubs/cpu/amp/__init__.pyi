import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import autocast as T_autocast
from torch import dtype as T_dtype
from torch.amp import GradScaler as T_GradScaler
class GradScaler(T_GradScaler):
    def __init__(self, init_scale: builtins.float = ..., growth_factor: builtins.float = 2.0, backoff_factor: builtins.float = 0.5, growth_interval: builtins.int = 2000, enabled: builtins.bool = True) -> None: ...
class autocast(T_autocast):
    def __init__(self, enabled: builtins.bool = True, dtype: T_dtype = ..., cache_enabled: builtins.bool = True) -> None: ...
    def __call__(self, func): ...
