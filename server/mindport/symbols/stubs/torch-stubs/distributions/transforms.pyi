import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.distributions import Transform as T_Transform
class _InverseTransform(T_Transform):
    def __init__(self, transform: T_Transform) -> None: ...
    def __call__(self, x): ...
    bijective: builtins.bool
    def codomain(self): ...
    def domain(self): ...
    def forward_shape(self, shape): ...
    inv: T_Transform
    def inverse_shape(self, shape): ...
    def log_abs_det_jacobian(self, x, y): ...
    sign: builtins.int
    def with_cache(self, cache_size = 1): ...
def _clipped_sigmoid(*args, **kwargs): ...
def identity_transform(x): ...
from torch.distributions import AbsTransform as AbsTransform
from torch.distributions import AffineTransform as AffineTransform
from torch.distributions import CatTransform as CatTransform
from torch.distributions import ComposeTransform as ComposeTransform
from torch.distributions import CorrCholeskyTransform as CorrCholeskyTransform
from torch.distributions import CumulativeDistributionTransform as CumulativeDistributionTransform
from torch.distributions import Distribution as Distribution
from torch.distributions import ExpTransform as ExpTransform
import torch.nn.functional as F
from torch.distributions import IndependentTransform as IndependentTransform
from torch.distributions import LowerCholeskyTransform as LowerCholeskyTransform
from torch.distributions import PositiveDefiniteTransform as PositiveDefiniteTransform
from torch.distributions import PowerTransform as PowerTransform
from torch.distributions import ReshapeTransform as ReshapeTransform
from torch.distributions import SigmoidTransform as SigmoidTransform
from torch.distributions import SoftmaxTransform as SoftmaxTransform
from torch.distributions import SoftplusTransform as SoftplusTransform
from torch.distributions import StackTransform as StackTransform
from torch.distributions import StickBreakingTransform as StickBreakingTransform
from torch.distributions import TanhTransform as TanhTransform
from torch import Tensor as Tensor
from torch.distributions import Transform as Transform
from torch.distributions.utils import broadcast_all as broadcast_all
import torch.distributions.constraints as constraints
from torch.distributions.utils import lazy_property as lazy_property
from torch.nn.functional import pad as pad
from torch.nn.functional import softplus as softplus
from torch.distributions.utils import tril_matrix_to_vec as tril_matrix_to_vec
from torch.distributions.utils import vec_to_tril_matrix as vec_to_tril_matrix
