import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.distributions import Distribution as Distribution
from torch.distributions import FisherSnedecor as FisherSnedecor
from torch.distributions import Gamma as Gamma
from torch import Tensor as Tensor
from torch.distributions.utils import broadcast_all as broadcast_all
import torch.distributions.constraints as constraints
