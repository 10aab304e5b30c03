import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
def _moments(*args, **kwargs): ...
from torch.distributions import AffineTransform as AffineTransform
from torch.distributions import Kumaraswamy as Kumaraswamy
from torch.distributions import PowerTransform as PowerTransform
from torch import Tensor as Tensor
from torch.distributions import TransformedDistribution as TransformedDistribution
from torch.distributions import Uniform as Uniform
from torch.distributions.utils import broadcast_all as broadcast_all
import torch.distributions.constraints as constraints
