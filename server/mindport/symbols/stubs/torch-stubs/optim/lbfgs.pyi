import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
def _cubic_interpolate(*args, **kwargs): ...
def _strong_wolfe(*args, **kwargs): ...
from torch.optim import LBFGS as LBFGS
from torch.optim import Optimizer as Optimizer
from torch import Tensor as Tensor
