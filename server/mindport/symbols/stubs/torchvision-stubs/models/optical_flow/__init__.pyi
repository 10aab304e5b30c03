import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch import Tensor as T_Tensor
from torch.nn import Module as T_Module
from torchvision.models import WeightsEnum as T_WeightsEnum
class RAFT(T_Module):
    def __init__(self, *, feature_encoder, context_encoder, corr_block, update_block, mask_predictor = None) -> None: ...
    def __call__(self, *args, **kwargs) -> T_Tensor: ...
    def forward(self, image1, image2, num_flow_updates: builtins.int = 12): ...
class Raft_Large_Weights(T_WeightsEnum):
    C_T_SKHT_K_V1: Raft_Large_Weights
    C_T_SKHT_K_V2: Raft_Large_Weights
    C_T_SKHT_V1: Raft_Large_Weights
    C_T_SKHT_V2: Raft_Large_Weights
    C_T_V1: Raft_Large_Weights
    C_T_V2: Raft_Large_Weights
    DEFAULT: Raft_Large_Weights
class Raft_Small_Weights(T_WeightsEnum):
    C_T_V1: Raft_Small_Weights
    C_T_V2: Raft_Small_Weights
    DEFAULT: Raft_Small_Weights
def raft_large(weights: Raft_Large_Weights = None, progress = True, **kwargs) -> RAFT: ...
def raft_small(weights: Raft_Small_Weights = None, progress = True, **kwargs) -> RAFT: ...
