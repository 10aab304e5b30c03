import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.nn import Flatten as Flatten
from torch.nn import Module as Module
from torch import Tensor as Tensor
from torch.nn import Unflatten as Unflatten
