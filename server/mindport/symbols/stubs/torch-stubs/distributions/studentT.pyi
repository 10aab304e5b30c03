import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.distributions import Chi2 as Chi2
from torch.distributions import Distribution as Distribution
from torch.distributions import StudentT as StudentT
from torch import Tensor as Tensor
from torch.distributions.utils import broadcast_all as broadcast_all
import torch.distributions.constraints as constraints
