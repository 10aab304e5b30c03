import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import Tensor as T_Tensor
def get_a_var(obj: Union[T_Tensor, List, Tuple, Dict]) -> Union[T_Tensor, None]: ...
from torch._utils import ExceptionWrapper as ExceptionWrapper
from torch.nn import Module as Module
import torch.nn.parallel.parallel_apply as parallel_apply
