import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.distributed import GradBucket as T_GradBucket
from torch.jit import Future as T_Future
def noop_hook(_, bucket: T_GradBucket) -> T_Future: ...
from torch.distributed import GradBucket as GradBucket
