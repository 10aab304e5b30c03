import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.nn import CosineSimilarity as CosineSimilarity
import torch.nn.functional as F
from torch.nn import Module as Module
from torch.nn import PairwiseDistance as PairwiseDistance
from torch import Tensor as Tensor
