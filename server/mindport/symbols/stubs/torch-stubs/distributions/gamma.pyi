import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
def _standard_gamma(*args, **kwargs): ...
from torch.distributions import ExponentialFamily as ExponentialFamily
from torch.distributions import Gamma as Gamma
from torch import Tensor as Tensor
from torch.distributions.utils import broadcast_all as broadcast_all
import torch.distributions.constraints as constraints
