import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.distributed.tensor.parallel import ColwiseParallel as ColwiseParallel
from torch.distributed.tensor import DTensor as DTensor
from torch.distributed import DeviceMesh as DeviceMesh
from torch.distributed.tensor.parallel import ParallelStyle as ParallelStyle
from torch.distributed.tensor import Placement as Placement
from torch.distributed.tensor.parallel import PrepareModuleInput as PrepareModuleInput
from torch.distributed.tensor.parallel import PrepareModuleInputOutput as PrepareModuleInputOutput
from torch.distributed.tensor.parallel import PrepareModuleOutput as PrepareModuleOutput
from torch.distributed.tensor import Replicate as Replicate
from torch.distributed.tensor.parallel import RowwiseParallel as RowwiseParallel
from torch.distributed.tensor.parallel import SequenceParallel as SequenceParallel
from torch.distributed.tensor import Shard as Shard
from torch.distributed.tensor import distribute_module as distribute_module
from torch.distributed.tensor import distribute_tensor as distribute_tensor
import torch.nn as nn
