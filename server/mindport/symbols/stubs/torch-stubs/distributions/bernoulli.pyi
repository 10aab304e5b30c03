import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.distributions import Bernoulli as Bernoulli
from torch.distributions import ExponentialFamily as ExponentialFamily
from torch import Tensor as Tensor
from torch.nn.functional import binary_cross_entropy_with_logits as binary_cross_entropy_with_logits
from torch.distributions.utils import broadcast_all as broadcast_all
import torch.distributions.constraints as constraints
from torch.distributions.utils import lazy_property as lazy_property
from torch.distributions.utils import logits_to_probs as logits_to_probs
from torch.distributions.utils import probs_to_logits as probs_to_logits
