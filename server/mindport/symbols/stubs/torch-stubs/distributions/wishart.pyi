import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import Tensor as T_Tensor
def _clamp_above_eps(*args, **kwargs) -> T_Tensor: ...
def _mvdigamma(*args, **kwargs) -> T_Tensor: ...
from torch.distributions import ExponentialFamily as ExponentialFamily
from torch import Tensor as Tensor
from torch.distributions import Wishart as Wishart
import torch.distributions.constraints as constraints
from torch.distributions.utils import lazy_property as lazy_property
