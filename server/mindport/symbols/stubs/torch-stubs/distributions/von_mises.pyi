import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
def _eval_poly(*args, **kwargs): ...
def _log_modified_bessel_fn(*args, **kwargs): ...
def _rejection_sample(*args, **kwargs): ...
from torch.distributions import Distribution as Distribution
from torch import Tensor as Tensor
from torch.distributions import VonMises as VonMises
from torch.distributions.utils import broadcast_all as broadcast_all
import torch.distributions.constraints as constraints
from torch.distributions.utils import lazy_property as lazy_property
