import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
T: Any
def _check_balance(*args, **kwargs) -> None: ...
from torch.nn import DataParallel as DataParallel
from torch.nn import Module as Module
import torch.nn.parallel.data_parallel as data_parallel
from torch.nn.parallel import gather as gather
import torch.nn.parallel.parallel_apply as parallel_apply
import torch.nn.parallel.replicate as replicate
from torch.nn.parallel.scatter_gather import scatter_kwargs as scatter_kwargs
