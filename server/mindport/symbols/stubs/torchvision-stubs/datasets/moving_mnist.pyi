import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torchvision.datasets import MovingMNIST as MovingMNIST
from torchvision.datasets import VisionDataset as VisionDataset
from torchvision.datasets.utils import download_url as download_url
from torchvision.datasets.utils import verify_str_arg as verify_str_arg
