import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.distributions import Chi2 as Chi2
from torch.distributions import Gamma as Gamma
from torch import Tensor as Tensor
import torch.distributions.constraints as constraints
