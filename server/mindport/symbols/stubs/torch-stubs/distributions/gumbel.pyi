import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.distributions import AffineTransform as AffineTransform
from torch.distributions import ExpTransform as ExpTransform
from torch.distributions import Gumbel as Gumbel
from torch import Tensor as Tensor
from torch.distributions import TransformedDistribution as TransformedDistribution
from torch.distributions import Uniform as Uniform
from torch.distributions.utils import broadcast_all as broadcast_all
import torch.distributions.constraints as constraints
