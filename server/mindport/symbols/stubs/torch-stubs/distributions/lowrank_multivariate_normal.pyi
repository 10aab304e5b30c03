import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
def _batch_capacitance_tril(*args, **kwargs): ...
def _batch_lowrank_logdet(*args, **kwargs): ...
def _batch_lowrank_mahalanobis(*args, **kwargs): ...
from torch.distributions import Distribution as Distribution
from torch.distributions import LowRankMultivariateNormal as LowRankMultivariateNormal
from torch import Tensor as Tensor
import torch.distributions.constraints as constraints
from torch.distributions.utils import lazy_property as lazy_property
