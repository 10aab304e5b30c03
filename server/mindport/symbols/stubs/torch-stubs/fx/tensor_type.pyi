import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
class TensorType:
    def __init__(self, dim: Sequence) -> None: ...
    dims: Sequence
