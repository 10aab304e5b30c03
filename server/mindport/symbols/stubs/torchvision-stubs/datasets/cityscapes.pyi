import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torchvision.datasets import Cityscapes as Cityscapes
from torchvision.datasets import VisionDataset as VisionDataset
from torchvision.datasets.utils import extract_archive as extract_archive
from torchvision.datasets.utils import iterable_to_str as iterable_to_str
from torchvision.datasets.utils import verify_str_arg as verify_str_arg
