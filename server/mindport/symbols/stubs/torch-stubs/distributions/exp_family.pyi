import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.distributions import Distribution as Distribution
from torch.distributions import ExponentialFamily as ExponentialFamily
from torch import Tensor as Tensor
