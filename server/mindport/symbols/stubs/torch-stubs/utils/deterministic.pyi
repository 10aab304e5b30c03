import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
class _Deterministic:
    def __init__(self, name, doc = None) -> None: ...
    fill_uninitialized_memory: Any
