import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.jit import Future as T_Future
S: Any
T: Any
def collect_all(futures: List[T_Future]) -> T_Future: ...
def wait_all(futures: List[T_Future]) -> List: ...
from torch.jit import Future as Future
