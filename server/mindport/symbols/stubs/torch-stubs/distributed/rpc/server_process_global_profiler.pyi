import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.autograd.profiler_legacy import profile as T_profile
class _server_process_global_profile(T_profile):
    def __init__(self, *args, **kwargs) -> None: ...
from torch.autograd.profiler_legacy import profile as profile
