import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
def _batch_mahalanobis(*args, **kwargs): ...
def _batch_mv(*args, **kwargs): ...
def _precision_to_scale_tril(*args, **kwargs): ...
from torch.distributions import Distribution as Distribution
from torch.distributions import MultivariateNormal as MultivariateNormal
from torch import Tensor as Tensor
import torch.distributions.constraints as constraints
from torch.distributions.utils import lazy_property as lazy_property
