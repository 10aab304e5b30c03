import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torchvision.datasets import FER2013 as FER2013
from torchvision.datasets import VisionDataset as VisionDataset
from torchvision.datasets.utils import check_integrity as check_integrity
from torchvision.datasets.utils import verify_str_arg as verify_str_arg
