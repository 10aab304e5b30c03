import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import Tensor as T_Tensor
from torch.nn import Module as T_Module
class _Loss(T_Module):
    def __init__(self, size_average = None, reduce = None, reduction: builtins.str = 'mean') -> None: ...
    reduction: builtins.str
class _WeightedLoss(T_Module):
    def __init__(self, weight: T_Tensor = None, size_average = None, reduce = None, reduction: builtins.str = 'mean') -> None: ...
    reduction: builtins.str
from torch.nn import BCELoss as BCELoss
from torch.nn import BCEWithLogitsLoss as BCEWithLogitsLoss
from torch.nn import CTCLoss as CTCLoss
from torch.nn import CosineEmbeddingLoss as CosineEmbeddingLoss
from torch.nn import CrossEntropyLoss as CrossEntropyLoss
import torch.nn.functional as F
from torch.nn import GaussianNLLLoss as GaussianNLLLoss
from torch.nn import HingeEmbeddingLoss as HingeEmbeddingLoss
from torch.nn import HuberLoss as HuberLoss
from torch.nn import KLDivLoss as KLDivLoss
from torch.nn import L1Loss as L1Loss
from torch.nn import Linear as Linear
from torch.nn import LinearCrossEntropyLoss as LinearCrossEntropyLoss
from torch.nn import LinearCrossEntropyOptions as LinearCrossEntropyOptions
from torch.nn import MSELoss as MSELoss
from torch.nn import MarginRankingLoss as MarginRankingLoss
from torch.nn import Module as Module
from torch.nn import MultiLabelMarginLoss as MultiLabelMarginLoss
from torch.nn import MultiLabelSoftMarginLoss as MultiLabelSoftMarginLoss
from torch.nn import MultiMarginLoss as MultiMarginLoss
from torch.nn import NLLLoss as NLLLoss
from torch.nn import NLLLoss2d as NLLLoss2d
from torch.nn import PairwiseDistance as PairwiseDistance
from torch.nn import PoissonNLLLoss as PoissonNLLLoss
from torch.nn import SmoothL1Loss as SmoothL1Loss
from torch.nn import SoftMarginLoss as SoftMarginLoss
from torch import Tensor as Tensor
from torch.nn import TripletMarginLoss as TripletMarginLoss
from torch.nn import TripletMarginWithDistanceLoss as TripletMarginWithDistanceLoss
