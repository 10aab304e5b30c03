import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.utils.data import Dataset as Dataset
from torch.utils.data import DistributedSampler as DistributedSampler
from torch.utils.data import Sampler as Sampler
import torch.distributed as dist
