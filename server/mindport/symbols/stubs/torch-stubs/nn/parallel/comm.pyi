import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torch.cuda.comm import broadcast as broadcast
from torch.cuda.comm import broadcast_coalesced as broadcast_coalesced
from torch.cuda.comm import gather as gather
import torch.cuda.nccl as nccl
from torch.cuda.comm import reduce_add as reduce_add
from torch.cuda.comm import reduce_add_coalesced as reduce_add_coalesced
from torch.cuda.comm import scatter as scatter
