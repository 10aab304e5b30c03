import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
class _AutoDefault(builtins.tuple):
    def __init__(self, acc_policy: builtins.str, chunking_method: builtins.str) -> None: ...
    acc_policy: builtins.str
    chunking_method: builtins.str
from torch.nn import LinearCrossEntropyOptions as LinearCrossEntropyOptions
