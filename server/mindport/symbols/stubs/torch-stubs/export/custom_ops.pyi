import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import Tensor as T_Tensor
from torch.library import Library as T_Library
def _access_subclass_inner_tensor(*args, **kwargs) -> T_Tensor: ...
def _call_custom_autograd_function_in_pre_dispatch(*args, **kwargs): ...
lib: T_Library
