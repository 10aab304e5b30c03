import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.distributions import Exponential as Exponential
from torch.distributions import ExponentialFamily as ExponentialFamily
from torch import Tensor as Tensor
from torch.distributions.utils import broadcast_all as broadcast_all
import torch.distributions.constraints as constraints
